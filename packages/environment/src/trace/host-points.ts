import type { TraceKey } from '@jest-hermetic/leak-record';
import { getOwnPropertyDescriptor } from '../originals';
import { describeValue } from '../report/describe-value';
import type { Slots } from '../surfaces/host/host-parts';
import { setterOf } from '../surfaces/host/settings';
import { findHostSlot } from './find-slots';
import type { Trace } from './trace';

const HOST_KINDS: ReadonlySet<string> = new Set(['core-module-mutated', 'host-object-mutated']);

/** Sets watchpoints on the host state that is to be traced, before any code of the file runs. */
export function watchHost(trace: Trace, slots: Slots): void {
  for (const key of trace.keys) {
    if (!HOST_KINDS.has(key.kind)) continue;
    const [root = ''] = key.key.split(/[.[]/, 1);
    if (key.kind === 'core-module-mutated') slots.handOut(root, false);
    if (watchSetting(trace, slots, key)) continue;
    const slot = findHostSlot(slots.objects, key.key);
    if (slot === null) trace.unwatched(key, 'there is no such object in this run');
    else trace.watch(slot, key);
  }
}

/** What a pair of functions reads and sets (`dns.getServers()`) is written by a call of the second one. */
function watchSetting(trace: Trace, slots: Slots, key: TraceKey): boolean {
  const setter = setterOf(key.key);
  if (setter === null) return false;
  const slot = findHostSlot(slots.objects, setter);
  const original: unknown = slot === null ? undefined : getOwnPropertyDescriptor(slot.object, slot.property)?.value;
  if (slot === null || typeof original !== 'function') trace.unwatched(key, 'there is no such function in this run');
  else trace.watchCalls(slot, original, key, (args) => args.map(describeValue).join(', '));
  return true;
}
