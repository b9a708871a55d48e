export { default } from './build/reporter';
