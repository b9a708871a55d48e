/** The version of this package, as published. */
export const TOOL_VERSION: string = (require('../package.json') as { version: string }).version;
