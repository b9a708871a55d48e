import { acrossFiles } from './across-files';
import { automock } from './automock';
import { concurrent } from './concurrent';
import { configured } from './configured';
import { coreInFile } from './core-in-file';
import { executing } from './executing';
import { exportsWritten } from './exports';
import { exportsOfTheirOwn } from './exports-own';
import { exportsInScopes } from './exports-scopes';
import { fresh } from './fresh-modules';
import { lateCode } from './late-code';
import { lastWriter } from './last-writer';
import { owners } from './owners';
import { purges } from './purges';
import { receipts } from './receipts';
import { registrations } from './registrations';
import { scopes } from './scopes';
import type { Situation } from './situation';
import { undone } from './undone';
import { waysToRun } from './ways-to-run';

/** One page of the table. */
export interface Topic {
  name: string;
  situations: Situation[];
  /** Its situations leave state in the process, or take their time, so that those of other topics run elsewhere. */
  apart?: boolean;
}

/** The whole table. */
export const TOPICS: Topic[] = [
  { name: 'registrations', situations: registrations },
  { name: 'undone', situations: undone },
  { name: 'last-writer', situations: lastWriter },
  { name: 'receipts', situations: receipts },
  { name: 'purges', situations: purges },
  { name: 'scopes', situations: scopes },
  { name: 'automock', situations: automock },
  { name: 'owners', situations: owners },
  { name: 'configured', situations: configured },
  { name: 'core-in-file', situations: coreInFile },
  { name: 'executing', situations: executing },
  { name: 'ways-to-run', situations: waysToRun },
  { name: 'concurrent', situations: concurrent, apart: true },
  { name: 'late-code', situations: lateCode, apart: true },
  { name: 'exports', situations: exportsWritten },
  { name: 'exports-scopes', situations: exportsInScopes },
  { name: 'exports-own', situations: exportsOfTheirOwn },
  { name: 'fresh-modules', situations: fresh },
  { name: 'across-files', situations: acrossFiles, apart: true },
];
