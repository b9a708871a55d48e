import { environmentOver } from '@jest-hermetic/environment';

/** The environment `jest-hermetic/jsdom`: over the project's jest-environment-jsdom, unless another is configured. */
export const TestEnvironment = environmentOver('jest-environment-jsdom');
export default TestEnvironment;
