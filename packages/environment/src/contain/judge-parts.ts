export { madeOnce, noteFilledSlots, noteMakingModules } from '../report/made-once';
export { countsForOthers } from '../surfaces/exports/judge-act';
export { keepsHostChange } from './kept';
