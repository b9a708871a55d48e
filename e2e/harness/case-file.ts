import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Grade, HookKind, Kind, ModuleEffect } from '@jest-hermetic/leak-record';
import { REPOSITORY } from './lines';

/** A leak that a case must have reported. */
export interface ExpectedLeak {
  owner: string;
  kind: Kind;
  key: string;
  scope: { type: 'test' | 'describe' | 'file'; name: string | null; hook: HookKind | null };
  /** `file:line`. */
  site: string;
  grade: Grade;
  /** Only for purges and the host's require cache: all of them, in any order. */
  modules?: ModuleEffect[];
  /** The test that fails on plain Jest because of the leak; null when none does. */
  victim: { test: string; file: string } | null;
}

/** An advice that a case must have got. */
export interface ExpectedAdvice {
  kind: string;
  owner: string;
  key: string;
  site: string;
}

/** One case.json: a tiny project and the truth about it. */
export interface CaseFile {
  id: string;
  source: string;
  mechanism: string;
  leaks: ExpectedLeak[];
  advice: ExpectedAdvice[];
  /** Sentences that name files, keys (`src/x.js#name`) or tests (`a.test.js > name`) about which nothing may be said. */
  clean: string[];
  jestArgs: string[];
  nodeOptions?: string;
}

/** A case with its directory. */
export interface Case {
  dir: string;
  truth: CaseFile;
}

const CASES = join(REPOSITORY, 'e2e/cases');

/** All cases, by name. */
export function readCases(): Case[] {
  return readdirSync(CASES)
    .sort()
    .filter((name) => existsSync(join(CASES, name, 'case.json')))
    .map((name) => ({ dir: join(CASES, name), truth: readJson(join(CASES, name, 'case.json')) as CaseFile }));
}

function readJson(file: string): unknown {
  return JSON.parse(readFileSync(file, 'utf8'));
}
