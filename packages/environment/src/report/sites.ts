import type { Site, SiteIs } from '@jest-hermetic/leak-record';
import type { Act, LoadPlace } from '../ledger/act';
import { packageOf } from '../site/file-paths';
import type { ActFrames, RawFrame } from '../site/frame';
import { stackOf } from '../site/stack-of';
import type { SiteMapper } from '../site/source-maps';
import { readFileSync } from '../originals';

/** Where an act stands, source-mapped. */
export interface ActSite {
  readonly site: Site | null;
  readonly siteIs: SiteIs;
  readonly via: Site | null;
  readonly ownerSite: Site | null;
}

const STACK_POSITION = /(?:\(|at (?:async )?)((?:file:\/\/)?(?:\/|[A-Za-z]:[\\/])[^()]*?):(\d+):(\d+)\)?$/;

/** Finds where acts and receipts stand. Everything is read by `run_finish`: older Jests then drop their source maps. */
export class SiteFinder {
  readonly #mapper: SiteMapper;
  readonly #relative: (file: string) => string;

  constructor(mapper: SiteMapper, relative: (file: string) => string) {
    this.#mapper = mapper;
    this.#relative = relative;
  }

  /** The site of an act: its call, else where its value was made (`made`), else the declaration of who executed. */
  ofAct(act: Act, made: ActFrames | null): ActSite {
    const frames = act.frames?.site ? act.frames : made;
    if (frames?.site) {
      const site = this.#mapper.map(frames.site);
      return {
        site,
        siteIs: act.frames?.site ? (act.siteIs ?? 'call') : 'value',
        via: frames.via === null ? null : this.#mapper.map(frames.via),
        ownerSite: frames.owner === null ? site : this.#mapper.map(frames.owner),
      };
    }
    const declared = this.declarationOf(act) ?? { file: this.#relative(act.context.ownerFile), line: 1, column: 1 };
    return { site: declared, siteIs: 'scope', via: null, ownerSite: declared };
  }

  /** Where the hook, test or describe block that acted is declared, or null. */
  declarationOf(act: Act): Site | null {
    const stack = stackOf(act.context.declaration);
    return stack !== null ? this.#firstIn(stack, act.context.ownerFile) : null;
  }

  /** Where a load stands; for a static `import`, the line of the importing file that names the request. */
  ofLoad(place: LoadPlace | null): Site | null {
    if (place === null) return null;
    if ('file' in place) return this.#mapper.map(place);
    const line = lineNaming(place.importer, place.request);
    return { file: this.#relative(place.importer), line, column: 1 };
  }

  /** Stacks of declarations are formatted by Jest, source-mapped already. */
  #firstIn(stack: string, ownerFile: string): Site | null {
    let first: RawFrame | null = null;
    for (const text of stack.split('\n')) {
      const match = STACK_POSITION.exec(text.trim());
      if (match === null) continue;
      const [, file, line, column] = match as unknown as [string, string, string, string];
      const frame = { file, line: Number(line), column: Number(column) };
      if (file === ownerFile) return { file: this.#relative(file), line: frame.line, column: frame.column };
      if (first === null && packageOf(file) === null) first = frame;
    }
    return first === null ? null : { file: this.#relative(first.file), line: first.line, column: first.column };
  }
}

function lineNaming(file: string, request: string): number {
  try {
    const lines = readFileSync(file, 'utf8').split('\n');
    const found = lines.findIndex((line) => line.includes(`'${request}'`) || line.includes(`"${request}"`));
    return found === -1 ? 1 : found + 1;
  } catch {
    return 1;
  }
}
