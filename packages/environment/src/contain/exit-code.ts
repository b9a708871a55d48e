import { apply, getOwnPropertyDescriptor } from '../originals';

/**
 * Hides the exit code that earlier files left while a file runs, so that a file which sets the same one is seen to do
 * so whichever files ran before it. The result gives it back, unless the file has set one of its own.
 */
export function setExitCodeAside(host: NodeJS.Process): () => void {
  const { get, set } = getOwnPropertyDescriptor(host, 'exitCode') ?? {};
  if (get === undefined || set === undefined) return () => {};
  const found: unknown = apply(get, host, []);
  if (found === undefined) return () => {};
  apply(set, host, [undefined]);
  return () => {
    if (apply(get, host, []) === undefined) apply(set, host, [found]);
  };
}
