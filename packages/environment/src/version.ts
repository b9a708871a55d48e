import { PACKAGE_ROOT } from './package-root';
import { join } from './originals';

/** The version of this package, as published. */
export const TOOL_VERSION: string = (require(join(PACKAGE_ROOT, 'package.json')) as { version: string }).version;
