import { Faults } from '../faults';
import { Ledger } from '../ledger/ledger';
import type { Context } from '../scopes/scope';
import { MockRegistrationsSurface } from '../surfaces/mock-registrations';
import { FakeShape } from './fake-shape';

/** A `freshModules` block, while it is open. */
class Passing {
  isOpen = false;
  readonly #registered = new Set<string>();

  noteRegistered(key: string): void {
    this.#registered.add(key);
  }

  hasRegistered(key: string): boolean {
    return this.isOpen && this.#registered.has(key);
  }
}

/** The surface of mock registrations over a fake runtime, driven by the calls that a test file would make. */
export class MockScript {
  readonly shape = new FakeShape();
  readonly ledger = new Ledger();
  readonly faults = new Faults();
  readonly passing = new Passing();
  readonly surface = new MockRegistrationsSurface(this.shape.asShape(), this.ledger, '/p', this.faults, this.passing);

  /** `jest.<name>(...args)` in `context`; `run` does what Jest would. */
  call(context: Context, name: string, args: unknown[], run: () => unknown = () => this.#run(name, args)): unknown {
    const frames = () => ({ site: { file: '/p/a.test.js', line: 7, column: 3 }, via: null, owner: null });
    return this.surface.call({ name, from: '/p/a.test.js', args, context, frames, run });
  }

  #run(name: string, args: unknown[]): unknown {
    const [request, factory] = args as [string, unknown];
    const { jest } = this.shape;
    if (name === 'enableAutomock' || name === 'disableAutomock') this.shape.automock = name === 'enableAutomock';
    else if (name === 'unstable_mockModule') jest.mockModule(request, factory);
    else if (name === 'setMock') jest.doMock(request, () => factory);
    else if (name === 'doMock' || name === 'mock') jest.doMock(request, factory);
    else jest.dontMock(request);
    return 'the jest object';
  }

  /** The keys in place as reported, with the scope of the last writer. */
  inPlace(): string[] {
    const acts = new Set(
      ['automock', ...['./x', './y', 'fs'].flatMap((request) => this.#keysOf(request))].flatMap(
        (key) => this.ledger.top(key)?.act ?? [],
      ),
    );
    return [...acts].map(({ key, context }) => `${key} by ${context.scope.name ?? 'file'}`);
  }

  #keysOf(request: string): string[] {
    return (['cjs', 'esm'] as const).map((mode) => `${mode} mock:${this.shape.moduleId(mode, '', request)}`);
  }
}
