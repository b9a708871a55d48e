import { apply, defineProperty, getOwnPropertyDescriptor } from '../originals';
import type { Trace } from './trace';
import { meantBy } from './watchpoint';

/**
 * Watches the functions of a sandbox that define or delete properties without calling a setter. They keep name, text,
 * arity and behaviour; a `delete` needs no function and stays unseen until the hook or body has run.
 */
export function watchDefinitions(sandbox: object, trace: Trace): void {
  const global = sandbox as { Object?: unknown; Reflect?: unknown };
  wrap(global.Object, 'defineProperty', (args, run, trap) => defineOne(trace, args, run, trap));
  wrap(global.Reflect, 'defineProperty', (args, run, trap) => defineOne(trace, args, run, trap));
  wrap(global.Reflect, 'deleteProperty', ([object, property], run, trap) => {
    const point = trace.pointOn(object, property);
    return point === undefined ? run() : point.around(run, trap);
  });
  wrap(global.Object, 'defineProperties', ([object], run, trap) => {
    let around = run;
    for (const point of trace.pointsOn(object)) {
      const inner = around;
      around = () => point.around(inner, trap);
    }
    return around();
  });
}

type Run = (...args: unknown[]) => unknown;

function defineOne(trace: Trace, args: unknown[], run: Run, trap: Function): unknown {
  const [object, property, descriptor] = args;
  const point = trace.pointOn(object, property);
  if (point === undefined || typeof descriptor !== 'object' || descriptor === null) return run();
  const meant = meantBy(descriptor as PropertyDescriptor);
  return point.around(meant === descriptor ? run : () => run(object, property, meant), trap);
}

function wrap(holder: unknown, name: string, around: (args: unknown[], run: Run, trap: Function) => unknown): void {
  if ((typeof holder !== 'object' && typeof holder !== 'function') || holder === null) return;
  const descriptor = getOwnPropertyDescriptor(holder, name);
  const original: unknown = descriptor?.value;
  if (typeof original !== 'function' || descriptor?.configurable !== true) return;
  const trap = (target: Function, self: unknown, args: unknown[]): unknown =>
    around(args, (...passed) => apply(target, self, passed.length === 0 ? args : passed) as unknown, trap);
  defineProperty(holder, name, { ...descriptor, value: new Proxy(original, { apply: trap }) });
}
