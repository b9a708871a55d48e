import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { REPOSITORY } from './lines';

/** Why a case or a recipe is not reported yet. */
export interface OpenEntry {
  /** The name of a case, or `recipes/<kind>--<form>`. */
  id: string;
  reason: string;
  /** Versions of Jest on which it is open; without it, on every line. */
  lines?: string[];
}

const TABLE = 'e2e/cases/open.json';

/**
 * The one table of what is not reported yet. An entry excuses silence only, never a wrong report, and a test fails when
 * the entry is no longer needed. Throws when an entry names nothing that exists.
 */
export function readOpenEntries(): OpenEntry[] {
  const entries = JSON.parse(readFileSync(join(REPOSITORY, TABLE), 'utf8')) as OpenEntry[];
  for (const { id, reason } of entries) {
    const place = id.startsWith('recipes/') ? join('e2e/fixtures', id) : join('e2e/cases', id, 'case.json');
    if (!existsSync(join(REPOSITORY, place))) throw new Error(`${TABLE} names ${id}, but there is no ${place}.`);
    if (!reason) throw new Error(`${TABLE} gives no reason for ${id}.`);
  }
  return entries;
}

/** The entry that says that `id` is open on this version of Jest, or null. */
export function openEntry(entries: OpenEntry[], id: string, jest: string): OpenEntry | null {
  return entries.find((entry) => entry.id === id && (entry.lines?.includes(jest) ?? true)) ?? null;
}
