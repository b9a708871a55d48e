import { loadLater } from '@jest-hermetic/leak-record';
import { containing, judging } from './on-demand';
import type { JestEnvironmentConfig } from '@jest/environment';
import type { FileRecord } from '@jest-hermetic/leak-record';
import type { Allows } from './allows/allows';
import type { Containment } from './contain/containment';
import type { Layer } from './contain/layer-stacks';
import type { Kept } from './contain/put-back';
import type { ScopeEnds } from './contain/scope-ends';
import type { SourceText } from './blame/source-text';
import { Faults } from './faults';
import type { FileOptions } from './file-options';
import { readKnownBaseline } from './known-baseline';
import type { KnownBaseline } from './known-baseline';
import { Ledger } from './ledger/ledger';
import type { Made } from './report/made-at';
import type { RuntimeWatch } from './runtime/watch-runtime';
import { captureFrames, captureToJest } from './site/capture-frames';
import { relativePath } from './site/file-paths';
import type { ActFrames, RawFrame } from './site/frame';
import { isOurFile } from './site/our-files';
import type { SiteMapper } from './site/source-maps';
import type { IneffectiveWrites } from './surfaces/ineffective-writes';
import { Instances } from './surfaces/instances';
import { Spies } from './surfaces/spies';
import type { Trace } from './trace/trace';
import { resolve } from './originals';

const allowing = loadLater(() => require('./allows/allows') as typeof import('./allows/allows'));
const advising = loadLater(
  () => require('./surfaces/ineffective-writes') as typeof import('./surfaces/ineffective-writes'),
);
const selecting = loadLater(() => require('./site/user-frames') as typeof import('./site/user-frames'));
const reading = loadLater(() => require('./blame/source-text') as typeof import('./blame/source-text'));
const mapping = loadLater(() => require('./site/source-maps') as typeof import('./site/source-maps'));

/** Ours, Jest's and one of the user's. */
const FEW_FRAMES = 10;

let filesOfWorker = 0;

/** Everything that is known of one test file while it runs. What its parts do with it stands in those parts. */
export class FileState {
  readonly testFile: string;
  readonly rootDir: string;
  readonly input: FileOptions;
  /** What decides which jest-runtime runs the file. */
  readonly origin: string;
  /** Setup files and the test file. */
  readonly entryFiles: ReadonlySet<string>;
  /** Whether code of the user runs before the base environment's `setup`. */
  readonly hasSetupFiles: boolean;
  readonly faults = new Faults();
  readonly ledger = new Ledger();
  readonly instances = new Instances();
  readonly spies = new Spies();
  /** The one of them that Jest runs first. */
  readonly firstFile: string;
  readonly known: KnownBaseline;
  /** Does so for each scope; null unless `contain: 'scope'`, and until the runtime is known. */
  scopeEnds: ScopeEnds | null = null;
  /** Position among the files of this worker, from 0. */
  readonly ordinal = filesOfWorker++;
  /** The runtime, once it was handed over, or why there is none. */
  runtime: RuntimeWatch | null = null;
  whyNoRuntime = 'jest-runtime did not ask for the export conditions of the environment';
  /** Kinds that this Node does not let us watch, with the reason. */
  readonly unobservable: FileRecord['unobservable'] = [];
  /** The watchpoints, when this is the run of `jest-hermetic trace`. */
  trace: Trace | null = null;
  /** Version of Jest, or null. */
  jest: string | null = null;
  #containment: Containment | null = null;
  #allows: Allows | null = null;
  #ineffective: IneffectiveWrites | null = null;
  #sourceMaps: ReadonlyMap<string, string> = new Map();

  constructor(config: JestEnvironmentConfig, testFile: string, input: FileOptions) {
    const { setupFiles, setupFilesAfterEnv, runner, runtime } = config.projectConfig;
    this.origin = `${runner}\n${runtime}`;
    this.testFile = testFile;
    this.rootDir = config.globalConfig.rootDir;
    this.input = input;
    const entryFiles = [...setupFiles, ...setupFilesAfterEnv, testFile];
    [this.firstFile = testFile] = entryFiles;
    this.entryFiles = new Set(entryFiles);
    this.hasSetupFiles = setupFiles.length > 0;
    this.known = this.faults.guard(
      'reading the baseline',
      () => readKnownBaseline(this.absolute(input.options.baseline)),
      {
        allowed: null,
        packages: new Set(),
      },
    );
  }

  /** Whether what leaks left is put back. */
  get putsBack(): boolean {
    return this.input.options.contain !== 'off';
  }

  /** What puts it back: made when there is something to put back. */
  get containment(): Containment {
    return (this.#containment ??= new (containing().Containment)({
      made: (acts) => judging().madeOnce(this, acts),
      keeps: (layer, made) => this.#keeps(layer, made),
    }));
  }

  /** The same, if anything was noted to be put back. */
  get containmentInUse(): Containment | null {
    return this.#containment;
  }

  /** Whether what a scope left is put back when it ends. The run of a trace goes by what stands in the properties. */
  get putsBackScopes(): boolean {
    return this.input.options.contain === 'scope' && this.trace === null;
  }

  /** A path as it is reported: relative to the global rootDir, with `/`. */
  readonly relative = (file: string): string => relativePath(this.rootDir, file);

  absolute(path: string): string {
    return resolve(this.rootDir, path);
  }

  select(frames: readonly RawFrame[], ownerFile: string): ActFrames {
    return selecting().selectFrames(frames, { ownerFile, isOurs: isOurFile });
  }

  /** The first frame in user code below `caller`: where one line is all that is asked for, the rest is not read. */
  siteBelow(caller: Function): RawFrame | null {
    return (
      selecting().firstUserFrame(captureFrames(caller, FEW_FRAMES), isOurFile) ??
      this.capture(caller, this.testFile).site
    );
  }

  /** The frames of the current stack below `caller` that matter to the owner. */
  capture(caller: Function, ownerFile: string): ActFrames {
    return this.select(captureToJest(caller), ownerFile);
  }

  /** The opt-outs of the file: made when it has one. */
  get allows(): Allows {
    return (this.#allows ??= new (allowing().Allows)());
  }

  /** The same; null when it has none. */
  get allowsInUse(): Allows | null {
    return this.#allows;
  }

  /** The writes to `require.cache`: made when there is one. */
  get ineffective(): IneffectiveWrites {
    return (this.#ineffective ??= new (advising().IneffectiveWrites)());
  }

  /** What to tell of them. */
  advice(): FileRecord['advice'] {
    return this.#ineffective?.advice(() => this.mapper(), this.relative) ?? [];
  }

  #keeps(layer: Layer, made: Made | undefined): Kept {
    const { act } = layer;
    if (act?.kind !== 'export-mutated') return judging().keepsHostChange(layer, made);
    // What a module does to its own exports stays, whatever else was done to them.
    return this.runtime !== null && judging().countsForOthers(act, made, this.runtime.exports) ? 'no' : 'alone';
  }

  /** Jest up to 30.3 drops its list of source maps in its teardown; they are needed after it. */
  keepSourceMaps(): void {
    this.#sourceMaps = new Map(this.runtime?.shape.sourceMaps());
  }

  /** The code of the test file as it runs: taken now, for Jest forgets it with a purge, but read only when somebody asks. */
  testFileText(): () => SourceText | null {
    const code = this.runtime?.shape.codeOf(this.testFile);
    if (code === undefined) return () => null;
    const shift = this.runtime?.firstLineShiftOf(this.testFile) ?? 0;
    let text: SourceText | null = null;
    return () => (text ??= new (reading().SourceText)(this.testFile, code, shift));
  }

  mapper(): SiteMapper {
    return new (mapping().SiteMapper)({
      sourceMapOf: (file) => this.#sourceMaps.get(file) ?? this.runtime?.shape.sourceMaps().get(file),
      firstLineShiftOf: (file) => this.runtime?.firstLineShiftOf(file) ?? 0,
      rootDir: this.rootDir,
    });
  }
}
