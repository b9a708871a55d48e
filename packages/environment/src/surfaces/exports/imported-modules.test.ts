import type { Instance } from '../instances';
import { ImportedModules } from './imported-modules';

test('a module waits until it has been evaluated, or has failed', () => {
  const modules = new ImportedModules();
  const record = { status: 'linked', namespace: { a: 1 } };
  const broken = { status: 'linked', namespace: {} };
  const instance = {} as Instance;
  expect(modules.isWaiting).toBe(false);
  modules.add(record, instance, true);
  modules.add(broken, instance, false);
  expect(modules.takeEvaluated()).toEqual([]);
  expect(modules.isWaiting).toBe(true);
  record.status = 'evaluated';
  broken.status = 'errored';
  const [first, ...more] = modules.takeEvaluated();
  expect(more).toEqual([]);
  expect([first?.exported, first?.held]).toEqual([record.namespace, true]);
  expect(modules.isWaiting).toBe(false);
});
