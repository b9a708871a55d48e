import type { TraceKey } from '@jest-hermetic/leak-record';
import type { SandboxModule } from '../runtime/shape';
import type { Context } from '../scopes/scope';
import { ExportMutationsSurface } from '../surfaces/exports/export-mutations';
import type { ExportMutationsOptions } from '../surfaces/exports/export-mutations';
import { ImportedModules } from '../surfaces/exports/imported-modules';
import { pathOf } from '../surfaces/exports/paths';
import { dataAt, isWatchable } from '../surfaces/exports/reachable';
import { describeValue } from '../report/describe-value';
import type { Instance } from '../surfaces/instances';
import type { SpyCall } from '../surfaces/spies';
import { watchData } from './data-membrane';
import { findExportSlot, splitExportKey } from './find-slots';
import type { Trace } from './trace';

interface TracedPath {
  readonly key: TraceKey;
  readonly path: string;
}

/** In place of the surface `export-mutated` in the run of a trace: sets watchpoints, and compares nothing. */
export class TracedExports extends ExportMutationsSurface {
  readonly #trace: Trace;
  readonly #watched: ExportMutationsOptions['watched'];
  readonly #paths = new Map<string, TracedPath[]>();
  readonly #imported = new ImportedModules();

  constructor(options: ExportMutationsOptions, trace: Trace) {
    super(options);
    this.#trace = trace;
    this.#watched = options.watched;
    for (const key of trace.keys) {
      const split = key.kind === 'export-mutated' ? splitExportKey(key.key) : null;
      if (split === null) continue;
      this.#paths.set(split.module, [...(this.#paths.get(split.module) ?? []), { key, path: split.path }]);
    }
  }

  override close(): void {
    super.close();
    this.#trace.close();
  }

  override afterEvaluation(module: SandboxModule, instance: Instance | undefined): void {
    if (instance === undefined || instance.isolated) return;
    const { path } = instance;
    if (path.endsWith('.json')) this.#watchData(module, path);
    else this.#watch(path, module, dataAt(module, 'exports'));
  }

  override afterMock(exported: unknown, instance: Instance): void {
    if (!instance.isolated) this.#watch(instance.path, null, exported);
  }

  override afterRequire(): void {}

  override afterImport(_from: string, module: object, instance: Instance | null): void {
    if (instance !== null) this.#imported.add(module, instance, false);
  }

  override look(_context: Context): void {
    for (const { instance, exported } of this.#imported.takeEvaluated()) this.#watch(instance.path, null, exported);
  }

  override aroundCall<T>(target: unknown, property: unknown, call: () => SpyCall, run: () => T): T {
    const point = this.#trace.pointOn(target, property);
    return point === undefined ? run() : point.around(run, call().frames);
  }

  override beforePurge(): void {}

  #watch(path: string, holder: object | null, exported: unknown): void {
    for (const { key, path: within } of this.#pathsOf(path)) {
      const slot = findExportSlot(holder, exported, within);
      if (slot !== null) this.#trace.watch(slot, key, path);
    }
  }

  #watchData(module: SandboxModule, path: string): void {
    const paths = this.#pathsOf(path);
    const data: unknown = dataAt(module, 'exports');
    if (paths.length === 0 || !isWatchable(data)) return;
    module.exports = watchData(data, (topLevel, before, after, caller) => {
      const traced = paths.find(({ path: within }) => within === pathOf('', topLevel));
      const [was, is] = [describeValue(before), describeValue(after)];
      if (traced !== undefined) this.#trace.note({ ...traced.key, module: path }, was, is, caller);
    });
  }

  #pathsOf(path: string): readonly TracedPath[] {
    const name = this.#watched.nameOf(path);
    return name === null ? [] : (this.#paths.get(name) ?? []);
  }
}
