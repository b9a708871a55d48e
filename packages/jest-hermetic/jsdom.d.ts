export { default, TestEnvironment } from './build/jsdom';
