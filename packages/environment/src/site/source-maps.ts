import { loadLater } from '@jest-hermetic/leak-record';
import type { Site } from '@jest-hermetic/leak-record';
import type { TraceMap } from '@jridgewell/trace-mapping';
import { readFileSync } from '../originals';
import { pathOfScript } from './capture-frames';
import { directoryOf, isAbsolutePath, normalizePath, packageOf, relativePath } from './file-paths';
import type { RawFrame } from './frame';

const traceMapping = loadLater(
  () => require('@jridgewell/trace-mapping') as typeof import('@jridgewell/trace-mapping'),
);

const INLINE_MAP = /^\/\/[#@] sourceMappingURL=data:application\/json[^,\n]*?(;base64)?,(\S+)\s*$/gm;

/** What a {@link SiteMapper} needs to know. */
export interface SiteMapperOptions {
  /** Path of the `.map` file of a generated file, from `runtime.getSourceMaps()`; undefined when there is none. */
  sourceMapOf(file: string): string | undefined;
  /** Columns by which the first line of a file is shifted (see `firstLineShift`); 0 when left out. */
  firstLineShiftOf?(file: string): number;
  /** The absolute directory that sites are relative to. */
  rootDir: string;
}

/** Turns positions in the code that ran into places in the sources. Each map is read at most once, when first needed. */
export class SiteMapper {
  readonly #options: SiteMapperOptions;
  readonly #maps = new Map<string, TraceMap | null>();

  constructor(options: SiteMapperOptions) {
    this.#options = options;
  }

  /** The site of `frame`; its own position where no source map knows it. */
  map(frame: RawFrame): Site {
    const shifted = this.#unshifted(frame);
    const { file, line, column } = this.#originalOf(shifted) ?? shifted;
    return { file: relativePath(this.#options.rootDir, file), line, column };
  }

  #unshifted(frame: RawFrame): RawFrame {
    const shift = frame.line === 1 ? (this.#options.firstLineShiftOf?.(frame.file) ?? 0) : 0;
    return frame.column > shift ? { ...frame, column: frame.column - shift } : frame;
  }

  #originalOf(frame: RawFrame): RawFrame | null {
    let map = this.#maps.get(frame.file);
    if (map === undefined) {
      map = this.#read(frame.file);
      this.#maps.set(frame.file, map);
    }
    return map === null ? null : originalFrame(map, frame);
  }

  #read(file: string): TraceMap | null {
    // Of code that comes from its cache Jest also names maps that were never written; so the comment is looked for, too.
    return parsed(() => this.#mapFile(file)) ?? parsed(() => inlineMap(file));
  }

  #mapFile(file: string): string | null {
    const path = this.#options.sourceMapOf(file);
    return path === undefined ? null : readFileSync(path, 'utf8');
  }
}

/** A missing or broken map is none: it only costs exactness, and Jest itself shows generated positions then, too. */
function parsed(read: () => string | null): TraceMap | null {
  try {
    const json = read();
    if (json === null) return null;
    const { TraceMap } = traceMapping();
    return new TraceMap(json);
  } catch {
    return null;
  }
}

/** The map in a comment of the file itself, for code that was compiled before Jest got it; packages keep theirs. */
function inlineMap(file: string): string | null {
  if (packageOf(file) !== null) return null;
  const found = [...readFileSync(file, 'utf8').matchAll(INLINE_MAP)].at(-1);
  if (found === undefined) return null;
  const [, base64, data = ''] = found;
  return base64 === undefined ? decodeURIComponent(data) : Buffer.from(data, 'base64').toString('utf8');
}

function originalFrame(map: TraceMap, frame: RawFrame): RawFrame | null {
  const segment = sourceSegment(map, frame.line - 1, frame.column - 1);
  if (segment === null) return null;
  const [sourceIndex, line, column] = segment;
  const source = map.sources[sourceIndex];
  const file = source ? resolveSource(source, map.sourceRoot ?? '', frame.file) : null;
  return file === null ? null : { file, line: line + 1, column: column + 1 };
}

/**
 * The last mapping at or before a position that leads to a source; code that a compiler added has none of its own.
 * Where there is none, the first one behind it: what was added in front (`const x = require(`) belongs to it.
 */
function sourceSegment(map: TraceMap, line: number, column: number): [number, number, number] | null {
  const segments = (traceMapping().decodedMappings(map)[line] ?? []).filter(({ length }) => length > 1);
  const segment = segments.findLast(([start]) => start <= column) ?? segments[0];
  return segment === undefined ? null : [segment[1]!, segment[2]!, segment[3]!];
}

/**
 * The absolute path of a source that a map names, with `/` between parts: relative names belong to the directory of
 * the generated file, which under Jest is the source file itself, wherever the map lies. Null for a name that is no
 * file (`webpack://...`).
 */
export function resolveSource(source: string, sourceRoot: string, generatedFile: string): string | null {
  const name = sourceRoot === '' || isAbsoluteName(source) ? source : `${sourceRoot.replace(/[\\/]$/, '')}/${source}`;
  const path = pathOfScript(name);
  if (path === null || /^[\w+.-]{2,}:/.test(path)) return null;
  return normalizePath(isAbsolutePath(path) ? path : `${directoryOf(generatedFile)}/${path}`);
}

function isAbsoluteName(name: string): boolean {
  return isAbsolutePath(name) || /^[\w+.-]{2,}:/.test(name);
}
