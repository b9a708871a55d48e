// What reads files stands in entry points of its own (`@jest-hermetic/leak-record/read-record`): a worker needs none of it.
export * from './kinds';
export type * from './leak';
export type * from './verdicts';
export * from './identity';
export * from './protocol';
export type * from './record';
export type * from './report';
export * from './options';
export * from './read-options';
export * from './own-builtins';
export * from './load-later';
export type * from './trace';
