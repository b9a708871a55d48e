import type { FileRecord, Kind } from '@jest-hermetic/leak-record';
import { shareableNames } from './host-globals';
import { HostSlots } from './host-slots';
import { ModuleCode } from './module-code';
import { oncePerProcess } from './once-per-process';
import { ProcessWatch } from './process-watch';
import { HostRequireCache } from './require-cache';

/** The slots of host objects, or a stand-in that sees nothing. */
export type Slots = Pick<HostSlots, keyof HostSlots>;
/** The state of the process, or a stand-in that sees nothing. */
export type Processes = Pick<ProcessWatch, keyof ProcessWatch>;
/** The host's module loader, or a stand-in that sees nothing. */
export type Loader = Pick<HostRequireCache, keyof HostRequireCache>;

/** What watches the state that all files of the worker share. */
export interface HostParts {
  readonly slots: Slots;
  readonly process: Processes;
  readonly loader: Loader;
  readonly code: Pick<ModuleCode, 'read'>;
  /** Kinds that cannot be watched in this Node, with the reason. */
  readonly unobservable: FileRecord['unobservable'];
}

/**
 * The parts of this process, which are the same for all its files. What a future Node no longer has must not cost a file its other surfaces: the part then
 * sees nothing, and is reported as unobservable.
 */
export function hostParts(): HostParts {
  return (made ??= makeParts());
}

let made: HostParts | null = null;

function makeParts(): HostParts {
  const unobservable: FileRecord['unobservable'] = [];
  const attempt = <T>(kinds: readonly Kind[], make: () => T, standIn: T): T => {
    try {
      return make();
    } catch (error) {
      const reason = `this Node does not let it be read: ${error instanceof Error ? error.message : String(error)}`;
      for (const kind of kinds) unobservable.push({ kind, reason });
      return standIn;
    }
  };
  return {
    slots: attempt(['core-module-mutated', 'host-object-mutated'], () => HostSlots.forProcess(), NO_SLOTS),
    process: attempt(['process-state'], () => ProcessWatch.forProcess(), NO_PROCESS),
    loader: attempt(['host-require-cache'], () => HostRequireCache.forProcess(), NO_LOADER),
    code: attempt([], readCode, NO_CODE),
    unobservable,
  };
}

function readCode(): HostParts['code'] {
  return oncePerProcess(
    'module-code',
    1,
    () => new ModuleCode([...shareableNames({ global: globalThis, process }), 'process']),
  );
}

const NO_CODE: HostParts['code'] = { read: () => null };

const NO_SLOTS: Slots = {
  objects: [],
  isFresh: false,
  hasAtHand: false,
  beginFile() {},
  endFile() {},
  settleAll() {},
  trustNothing() {},
  foreignChanges: () => [],
  handOut() {},
  suspect() {},
  lookAlways() {},
  lookDeeper() {},
  changedAtHand: () => [],
  changedSinceLastLook: () => [],
  lookAt: () => [],
  lookWhole: () => [],
  lookAtShared: () => [],
  patchesOthers: () => false,
  lookAtAll: () => [],
  restore: () => false,
  isSetting: () => false,
};

const NO_PROCESS: Processes = { noteCall() {}, noteStream() {}, changes: () => [], restore: () => false };

const NO_LOADER: Loader = { beginFile() {}, handOut() {}, watchClosely() {}, changes: () => [], restore: () => false };
