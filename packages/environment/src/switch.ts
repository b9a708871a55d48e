import { SWITCH_VARIABLE } from '@jest-hermetic/leak-record';

/** Whether the user switched everything off (`JEST_HERMETIC=off`). */
export function isOff(): boolean {
  return process.env[SWITCH_VARIABLE] === 'off';
}
