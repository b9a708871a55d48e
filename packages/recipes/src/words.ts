import { OBSERVABLE_KINDS, OUTSIDE_OWNER } from '@jest-hermetic/leak-record';
import type { LeakFacts } from './recipe';

/** The part of the suite that should have ended the leak: `after this test`, `outside its describe block`. */
export function beyondScope(leak: LeakFacts): string {
  const [first] = leak.scopes;
  if (first === undefined) return 'after its scope';
  if (first.type === 'file') return 'after this file';
  if (first.type === 'describe') {
    return first.hook === null ? 'outside its describe block' : `outside the describe block of this ${first.hook}`;
  }
  const tests = leak.scopes.filter((scope) => scope.type === 'test').length;
  return tests === 1 ? 'after this test' : `after ${tests} tests`;
}

/** How far the leak reached, to end a sentence with: `, and 2 later tests received it`. */
export function reach(leak: LeakFacts): string {
  const later = leak.scopes.every((scope) => scope.type === 'test') ? 'later' : 'other';
  if (leak.grade === 'observed') return `, and ${receivers(leak, later)} received it`;
  if (leak.grade === 'latent') return ', but no other test ran under it';
  if (leak.scopes.some((scope) => scope.escapedTo !== null)) {
    return `, and ${later === 'later' ? 'a later test' : 'another test'} ran under it`;
  }
  return reachOtherFiles(leak);
}

/** State that outlives the file, of which no other test of the file is known to have run under it. */
function reachOtherFiles({ kind, key, owner, stays }: LeakFacts): string {
  if (OBSERVABLE_KINDS.has(kind) || kind === 'export-mutated') return '';
  // How the process ends does not depend on which files share a worker.
  if (key === 'process.exitCode') return '';
  const isKept = stays !== undefined || owner === OUTSIDE_OWNER || owner.startsWith('node_modules/');
  return `, and ${isKept ? '' : 'unless contain puts it back '}it reaches the files that run next in the same worker`;
}

function receivers(leak: LeakFacts, adjective: string): string {
  const receipts = leak.scopes.flatMap((scope) => scope.observedBy).filter((receipt) => !receipt.sameTestRetry);
  const tests = new Set(receipts.flatMap(({ test, file }) => (test === null ? [] : [`${file}\n${test}`])));
  const hooks = new Set(
    receipts.flatMap(({ test, hook, describe, file }) => (test === null ? [`${file}\n${describe}\n${hook}`] : [])),
  );
  const parts = [];
  if (tests.size > 0) parts.push(`${tests.size} ${adjective} test${tests.size === 1 ? '' : 's'}`);
  if (hooks.size > 0) parts.push(`${hooks.size} hook${hooks.size === 1 ? '' : 's'} outside`);
  return parts.join(' and ') || `${adjective} tests`;
}

/** A list in a sentence, cut after `limit`: `a, b and 3 more`. */
export function listed(items: string[], limit = 3): string {
  if (items.length <= limit) {
    return items.length < 2 ? items.join('') : `${items.slice(0, -1).join(', ')} and ${items.at(-1)}`;
  }
  return `${items.slice(0, limit).join(', ')} and ${items.length - limit} more`;
}
