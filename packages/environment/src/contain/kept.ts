import { getOwnPropertyDescriptor, getPrototypeOf, isProxy } from '../originals';
import { isMock } from '../surfaces/spies';
import type { Made } from '../report/made-at';
import { packageOf } from '../site/file-paths';
import type { Layer } from './layer-stacks';
import type { Kept } from './put-back';

const hostFunction: unknown = Function.prototype;

/**
 * Whether a change of host state is none of the tests': what a package installed, and what code of the host's realm
 * did meanwhile (Jest, a reporter, a transform). `made` tells where the value was made.
 */
export function keepsHostChange({ owner, act }: Layer, made: Made | undefined): Kept {
  if (packageOf(owner) !== null) return 'with its group';
  if (made === undefined || act === null) return 'no';
  // The marks of a package's patch are often plain data, of which nothing tells who wrote it.
  if (made.byPackage !== null) return 'with its group';
  return made.at !== null && isOfHost(act.value?.made ?? valueOf(act.value?.after)) ? 'alone' : 'no';
}

/** The code of tests runs in a realm of its own; only Jest's mocks are made outside of it for them. */
function isOfHost(value: unknown): boolean {
  return (
    typeof value === 'function' && !isProxy(value) && getPrototypeOf(value) === hostFunction && isMock(value) === false
  );
}

function valueOf(state: unknown): unknown {
  if (typeof state !== 'object' || state === null) return null;
  const value: unknown = getOwnPropertyDescriptor(state, 'value')?.value;
  return value ?? getOwnPropertyDescriptor(state, 'get')?.value;
}
