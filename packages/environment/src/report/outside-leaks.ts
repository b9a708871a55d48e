import { OUTSIDE_OWNER } from '@jest-hermetic/leak-record';
import type { FoundLeak } from '@jest-hermetic/leak-record';
import { chooseRecipe, howWritten } from '@jest-hermetic/recipes';
import type { SlotWrite } from '@jest-hermetic/recipes';
import type { ProcessChange, SlotChange } from '../surfaces/slot';
import { describeSlot, describeState } from './describe-value';

/** Changes of host state that were there before the file began: nobody here is charged with them. */
export function outsideLeaks(slots: readonly SlotChange[], processes: readonly ProcessChange[]): FoundLeak[] {
  return [
    ...slots.map((change) =>
      outsideLeak(
        change,
        describeSlot(change.before),
        describeSlot(change.after),
        howWritten(change.before, change.after),
      ),
    ),
    ...processes.map((change) =>
      outsideLeak(change, describeState(change.key, change.before), describeState(change.key, change.after)),
    ),
  ];
}

function outsideLeak({ kind, key }: SlotChange | ProcessChange, was: string, is: string, slot?: SlotWrite): FoundLeak {
  const leak: Omit<FoundLeak, 'recipe'> = {
    owner: OUTSIDE_OWNER,
    kind,
    key,
    grade: 'escaped',
    site: null,
    siteIs: 'scope',
    via: null,
    call: null,
    virtual: false,
    module: null,
    scopes: [],
    candidates: [],
    modules: [],
    was,
    is,
    allowed: null,
  };
  const hints = { overTopLevel: false, cleanupHook: false, spy: false };
  return { ...leak, recipe: chooseRecipe(leak, slot === undefined ? hints : { ...hints, slot }) };
}
