import { Ledger } from '../ledger/ledger';
import { actFacts } from '../testing/key-script';
import { inBody, makeSuite } from '../testing/scopes';
import { Instances, noteLoad, noteReceived, receivedThrough } from './instances';
import type { Instance } from './instances';

const { file, adds, empties } = makeSuite();

function remember(instances: Instances, path: string): Instance {
  return instances.add({}, { path, scope: file, madeAt: 1, isolated: false });
}

test('an instance is found by its module object, and counted', () => {
  const instances = new Instances();
  const module = { exports: {} };
  const instance = instances.add(module, { path: '/p/x.js', scope: file, madeAt: 3, isolated: false });
  expect(instances.of(module)).toBe(instance);
  expect(instance).toMatchObject({ mock: false, decidedBy: [], loads: null, received: null });
  expect(instances.of({ exports: module.exports })).toBeUndefined();
  expect(instances.made).toBe(1);
});

test.each([undefined, null, 'text', 1])('%j is no module', (value) => {
  expect(new Instances().of(value)).toBeUndefined();
});

test('mocks go by their id, and are forgotten with the modules', () => {
  const instances = new Instances();
  const mock = { path: '/p/x.js', scope: file, madeAt: 1, isolated: false, decidedBy: [] };
  const instance = instances.addMock('id', mock);
  expect(instances.ofMock('id')).toBe(instance);
  expect([...instances.mocks()]).toEqual([['id', instance]]);
  const [purged, isolated] = [{}, {}];
  instances.add(purged, { path: '/p/x.js', scope: file, madeAt: 1, isolated: false });
  const own = instances.add(isolated, { path: '/p/x.js', scope: file, madeAt: 1, isolated: true });
  instances.forget();
  expect(instances.ofMock('id')).toBeUndefined();
  expect(instances.of(purged)).toBeUndefined();
  expect(instances.of(isolated)).toBe(own);
});

describe('what an instance received, by itself or through what it loaded', () => {
  const ledger = new Ledger();
  const act = ledger.makeAct(actFacts({ context: inBody(adds) }));
  const receipt = { act, mark: 'key', from: null };
  const instances = new Instances();
  const [app, service, config] = ['/p/app.js', '/p/service.js', '/p/config.js'].map((path) =>
    remember(instances, path),
  ) as [Instance, Instance, Instance];

  beforeEach(() => {
    app.loads = service.loads = config.received = null;
    noteLoad(app, service, act.at + 1);
    noteLoad(service, config, act.at + 2);
    noteLoad(service, app, act.at + 3);
    noteReceived(config, act, 'key', () => null);
  });

  test('through two loads, and round a cycle', () => {
    expect(receivedThrough(app, act)).toEqual(receipt);
    config.received = null;
    expect(receivedThrough(app, act)).toBeNull();
  });

  test('not through a load made before the act', () => {
    noteLoad(service, config, act.at - 1);
    expect(receivedThrough(app, act)).toBeNull();
  });

  test('of the instances of one path only the last is remembered, and of one writer the first receipt', () => {
    const place = jest.fn();
    for (let purge = 0; purge < 100; purge++) {
      noteLoad(app, remember(instances, '/p/service.js'), act.at + 10 + purge);
      noteReceived(config, ledger.makeAct(actFacts({ context: inBody(adds) })), 'key', place);
    }
    expect(app.loads?.size).toBe(1);
    expect(receivedThrough(app, act)).toBeNull();
    expect(config.received).toEqual([receipt]);
    expect(place).not.toHaveBeenCalled();
  });

  test.each([
    ['the same scope on the same key', actFacts({ context: inBody(adds) }), true],
    ['another scope', actFacts({ context: inBody(empties) }), false],
    ['another key', actFacts({ context: inBody(adds), key: 'src/y.js' }), false],
  ])('a later act of %s: %#', (_title, facts, received) => {
    const later = { ...ledger.makeAct(facts), at: act.at };
    expect(receivedThrough(app, later) !== null).toBe(received);
  });
});
