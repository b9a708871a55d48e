export { default, TestEnvironment, createEnvironment } from '@jest-hermetic/environment';
export type { HermeticOptions, IgnoreRule, Kind, Leak, Report } from '@jest-hermetic/leak-record';
