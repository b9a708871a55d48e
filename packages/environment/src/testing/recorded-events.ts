/** One event of jest-circus: its name, and the title of what it is about (`<hook type> of <block>` for a hook). */
export type RecordedEvent = readonly [name: string, subject: string];

const ROOT = 'ROOT_DESCRIBE_BLOCK';

const declaring: RecordedEvent[] = [
  ['add_hook', 'beforeEach'],
  ['start_describe_definition', 'cart'],
  ['add_hook', 'beforeAll'],
  ['add_hook', 'afterEach'],
  ['add_test', 'adds'],
  ['add_test', 'waits'],
  ['add_test', 'ends'],
  ['start_describe_definition', 'vat'],
  ['add_hook', 'beforeEach'],
  ['add_test', 'rounds'],
  ['add_hook', 'afterAll'],
  ['finish_describe_definition', 'vat'],
  ['finish_describe_definition', 'cart'],
  ['add_test', 'alone'],
];

const running: RecordedEvent[] = [
  ['run_start', ''],
  ['hook_start', 'beforeAll of cart'],
  ['hook_success', 'beforeAll of cart'],
  ['test_start', 'adds'],
  ['hook_start', `beforeEach of ${ROOT}`],
  ['hook_success', `beforeEach of ${ROOT}`],
  ['test_fn_start', 'adds'],
  ['test_fn_failure', 'adds'],
  ['hook_start', 'afterEach of cart'],
  ['hook_success', 'afterEach of cart'],
  ['test_done', 'adds'],
  ['test_start', 'waits'],
  ['test_skip', 'waits'],
  ['test_start', 'ends'],
  ['test_todo', 'ends'],
  ['test_start', 'rounds'],
  ['hook_start', `beforeEach of ${ROOT}`],
  ['hook_success', `beforeEach of ${ROOT}`],
  ['hook_start', 'beforeEach of vat'],
  ['hook_failure', 'beforeEach of vat'],
  ['hook_start', 'afterEach of cart'],
  ['hook_success', 'afterEach of cart'],
  ['test_done', 'rounds'],
  ['hook_start', 'afterAll of vat'],
  ['hook_success', 'afterAll of vat'],
  ['run_describe_finish', 'vat'],
  ['test_retry', 'adds'],
  ['test_start', 'adds'],
  ['hook_start', `beforeEach of ${ROOT}`],
  ['hook_success', `beforeEach of ${ROOT}`],
  ['test_fn_start', 'adds'],
  ['test_fn_success', 'adds'],
  ['hook_start', 'afterEach of cart'],
  ['hook_success', 'afterEach of cart'],
  ['test_done', 'adds'],
  ['run_describe_finish', 'cart'],
  ['test_start', 'alone'],
  ['hook_start', `beforeEach of ${ROOT}`],
  ['hook_success', `beforeEach of ${ROOT}`],
  ['test_fn_start', 'alone'],
  ['test_fn_success', 'alone'],
  ['test_done', 'alone'],
  ['run_describe_finish', ROOT],
];

/**
 * What `handleTestEvent` of an environment was given, by Jest 29.7.0 and 30.5.2 alike, for a file with a top-level
 * hook, a test that is retried, one skipped, one to do, and one whose hook fails.
 */
export const RECORDED_FILE: readonly RecordedEvent[] = [...declaring, ...running];

/** The same for two tests declared with `test.concurrent`: after `run_start` each Jest names them in its own order. */
export const RECORDED_CONCURRENT: Readonly<Record<'29.7' | '30.5', readonly RecordedEvent[]>> = {
  '29.7': [
    ['test_start', 'first'],
    ['test_fn_start', 'first'],
    ['test_fn_success', 'first'],
    ['test_done', 'first'],
    ['test_start', 'second'],
    ['test_fn_start', 'second'],
    ['test_fn_success', 'second'],
    ['test_done', 'second'],
  ],
  '30.5': [
    ['test_start', 'first'],
    ['test_start', 'second'],
    ['test_fn_start', 'first'],
    ['test_fn_start', 'second'],
    ['test_fn_success', 'first'],
    ['test_fn_success', 'second'],
    ['test_done', 'first'],
    ['test_done', 'second'],
  ],
};
