export { allowLeak, freshModules } from './build/test';
export type { AllowedLeak } from './build/test';
