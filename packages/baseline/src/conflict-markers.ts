import type { BaselineProblem } from './baseline-error';

const MARKER = /^(?:<{7}|={7}|>{7}|\|{7})(?= |$)/;

/** Whether git wrote this line to mark a conflict. */
export function isMarker(line: string): boolean {
  return MARKER.test(line);
}

/** One problem for each conflict that stands in the file, at its first marker. */
export function findConflicts(lines: readonly string[]): BaselineProblem[] {
  const problems: BaselineProblem[] = [];
  let open = false;
  lines.forEach((content, index) => {
    if (!isMarker(content)) return;
    if (!open || content.startsWith('<')) problems.push(conflictAt(index + 1, content));
    open = !content.startsWith('>');
  });
  return problems;
}

function conflictAt(line: number, content: string): BaselineProblem {
  return {
    line,
    message: `a merge conflict is not resolved (${content.slice(0, 7)}). Keep the lines of both sides and delete the markers, as git's union merge does (repeated lines are read as one); then run the tests and npx jest-hermetic prune.`,
  };
}
