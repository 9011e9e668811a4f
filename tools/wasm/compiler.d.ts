import type { Vec3 } from './index.js';

export interface CompileOptions {
  /** Names the map in the report's remarks. */
  name?: string;
  /** The game whose hulls and rules count, as `--game`. Without it: Quake's hulls and any game's rules. */
  game?: string;
  /** Baked beside the game's. One with the name of a game's hull replaces its box. */
  hulls?: { name: string; mins: Vec3; maxs: Vec3 }[];
  /** Classes that are player starts too, `*` is any text. */
  starts?: string[];
  /** Makes solid what no entity reaches; true by default. */
  fill?: boolean;
  /** Size of the cells that speed up traces: a power of two from 1 to 65536, or 0 for none. Units; 64 by default. */
  cells?: number;
  /** How far a curved patch may lie from its surface: 0.0625 to 1024 units, 0.5 by default; 0 leaves patches out. */
  curveError?: number;
  /** Gaps below this width are no leaks, and the fill closes them: 0 to 4 units, 1/64 by default. */
  passage?: number;
}

export interface Remark {
  severity: 'note' | 'warning' | 'error';
  file: string;
  /** Counts from 1; 0: about the whole map. */
  line: number;
  column: number;
  message: string;
}

/** The object that `hullbake compile --json` prints; docs/compile.md has its members. */
export interface CompileReport {
  hulls: { name: string; mins: Vec3; maxs: Vec3; leaked: boolean; leakTrail?: Vec3[]; leakLine?: number }[];
  remarks: Remark[];
  milliseconds: number;
  [member: string]: unknown;
}

/** Why a map was not compiled. */
export class CompileError extends Error {
  /** Counts from 1; 0: the whole map, or an option. */
  line: number;
  column: number;
  /** What was found before, if the map could be read. */
  report: CompileReport | null;
}

/** Compiles the text of a map (`.map` or `.vmf`), given as such or as bytes. The bytes are those that the command line
 * writes. It runs at once, on this thread. Rejects with a CompileError. */
export function compile(
  text: string | ArrayBuffer | ArrayBufferView, options?: CompileOptions,
): Promise<{ bytes: Uint8Array; report: CompileReport }>;

/** Sets the bytes of hullbake_compiler.wasm, for bundlers that move it. Call it before the first `compile`. */
export function load(bytes?: BufferSource | WebAssembly.Module | Promise<BufferSource>): Promise<WebAssembly.Module>;
