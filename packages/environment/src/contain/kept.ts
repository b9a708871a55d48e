import { getOwnPropertyDescriptor, getPrototypeOf, isProxy } from '../originals';
import { isMock } from '../report/describe-value';
import type { Made } from '../report/made-at';
import { packageOf } from '../site/file-paths';
import type { Layer } from './layer-stacks';

const hostFunction: unknown = Function.prototype;

/**
 * Whether a change of host state is none of the tests': what a package installed, and what code of the host's realm
 * did meanwhile (Jest, a reporter, a transform). `made` tells where the value was made.
 */
export function isKept({ owner, act }: Layer, made: Made | undefined): boolean {
  if (packageOf(owner) !== null) return true;
  if (made === undefined || act === null) return false;
  return made.byPackage !== null || (made.at !== null && isOfHost(act.value?.made ?? valueOf(act.value?.after)));
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
