import fc from 'fast-check';

/** How often a property is tried: `PROPERTY_RUNS` times when that is set (10 000 before a release), else `usual`. */
export function runs(usual: number): { numRuns: number } {
  return { numRuns: Number(process.env['PROPERTY_RUNS'] ?? usual) };
}

fc.configureGlobal(runs(100));
