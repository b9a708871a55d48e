import type { Project } from '../project/read-project';

/** What a Jest config must still say before jest-hermetic watches its tests. */
export interface MissingLines {
  /** Null when the environment is there; else the base environment to name, null for Jest's node environment. */
  environment: { base: string | null } | null;
  reporter: boolean;
}

/** The package part of a path in node_modules, scope included; the path itself when it is none. */
function requestOf(file: string): string {
  return /.*[\\/]node_modules[\\/]((?:@[^\\/]+[\\/])?[^\\/]+)/.exec(file)?.[1]?.replace('\\', '/') ?? file;
}

/** Compares the config as Jest resolved it with what we need. */
export function findMissingLines(project: Project): MissingLines {
  const other = project.environments.find(({ kind }) => kind !== 'ours');
  const isBare = project.environments.every(({ kind }) => kind !== 'ours');
  return {
    // One project with ours is a choice: the others may be left unguarded on purpose.
    environment: other === undefined || !isBare ? null : { base: other.kind === 'node' ? null : requestOf(other.path) },
    reporter: !project.hasReporter,
  };
}

/** Whether the config lacks nothing. */
export function isComplete(missing: MissingLines): boolean {
  return missing.environment === null && !missing.reporter;
}

/** The missing lines as they stand in a JavaScript config, without indentation. */
export function formatMissingLines(missing: MissingLines): string[] {
  const lines: string[] = [];
  if (missing.environment !== null) {
    lines.push("testEnvironment: 'jest-hermetic',");
    const { base } = missing.environment;
    if (base !== null) lines.push(`testEnvironmentOptions: { hermetic: { baseEnvironment: '${base}' } },`);
  }
  if (missing.reporter) lines.push("reporters: ['default', 'jest-hermetic/reporter'],");
  return lines;
}
