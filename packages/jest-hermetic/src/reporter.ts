export { default } from '@jest-hermetic/reporter';
