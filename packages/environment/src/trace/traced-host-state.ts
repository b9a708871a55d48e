import { HostStateSurface } from '../surfaces/host-state';
import type { HostStateOptions } from '../surfaces/host-state';
import type { Trace } from './trace';

/**
 * In place of the surfaces of host state in the run of a trace: compares nothing, for a watchpoint is a change of the
 * property that it watches.
 */
export class TracedHostState extends HostStateSurface {
  readonly #trace: Trace;

  constructor(options: HostStateOptions, trace: Trace) {
    super(options);
    this.#trace = trace;
  }

  override look(): void {
    this.#trace.settle();
  }

  override lookAtModules(): void {}
  override lookAs(): void {}
  override lookBefore(): void {}
  override lookAtAll(): void {}
  override lookAtProcess(): void {}
  override inherit(): void {}
  override bequeath(): void {}
}
