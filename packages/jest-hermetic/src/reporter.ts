export { default } from '@jest-hermetic/reporter/hermetic-reporter';
