import { HostSlots } from './host-slots';

const PROMISIFIED = Symbol.for('nodejs.util.promisify.custom');

/** A host with one module whose function has a promise version of its own, as `child_process.exec` has. */
function watch(): { slots: HostSlots; os: Record<string, unknown>; custom: object; remove: () => void } {
  const os = require('node:os') as Record<string, unknown>;
  const custom = Object.assign(() => Promise.resolve('x'), {});
  const original = os['hostname'];
  Object.defineProperty(original, PROMISIFIED, { value: custom, configurable: true });
  const slots = new HostSlots({ global: globalThis, process });
  slots.beginFile({});
  slots.handOut('os');
  return { slots, os, custom, remove: () => delete (original as unknown as Record<symbol, unknown>)[PROMISIFIED] };
}

test('what util.promisify writes on the promise version of a function is no change', () => {
  const { slots, custom, remove } = watch();
  Object.defineProperty(custom, PROMISIFIED, { value: custom, configurable: true });
  expect(slots.lookAtAll().filter(({ object }) => object === custom)).toEqual([]);
  remove();
});

test('another promise version in its place is one', () => {
  const { slots, os, remove } = watch();
  const other = () => Promise.resolve('y');
  Object.defineProperty(os['hostname'], PROMISIFIED, { value: other, configurable: true });
  expect(slots.lookAtAll().map(({ key }) => key)).toContain('os.hostname[Symbol(nodejs.util.promisify.custom)]');
  remove();
});
