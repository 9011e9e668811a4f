/** Three numbers, in world units unless something else is said. */
export type Vec3 = [number, number, number];
export interface Box { mins: Vec3; maxs: Vec3 }
export interface Transform { displacement: Vec3; axes: [Vec3, Vec3, Vec3]; pivot: Vec3 }

/** A convex body around an origin of its own. `angles` turn it about that: pitch, yaw and roll, degrees. */
export type Shape = { angles?: Vec3 } & (
  | { kind: 'ball'; radius: number; centre?: Vec3 }
  | { kind: 'capsule'; ends: [Vec3, Vec3]; radius: number }
  | { kind: 'cylinder'; radius: number; halfHeight: number; centre?: Vec3 }
  | { kind: 'box'; mins: Vec3; maxs: Vec3 }
  /** 1 to 64 points: what they span. */
  | { kind: 'convex'; points: Vec3[] });

/** What moves, through what, and what stops it. Give a hull, a box or a shape. */
export interface Probe {
  /** Name or number of a baked hull. Ignored if there is a box. */
  hull?: string | number;
  /** Any box, expanded at query time. */
  box?: Box | null;
  /** Instead of hull and box. */
  shape?: Shape | null;
  /** Brush model, 0 (the world) by default; AllModels for all of them. */
  model?: number;
  /** Contents that stop the probe, MaskBlocking by default. */
  mask?: number;
  /** Distance kept from what is hit, units; 1/32 by default. */
  skin?: number;
  /** Where the game has put the model. */
  transform?: Partial<Transform> | null;
}

interface Refusable {
  /** Why nothing was answered; 0 if it was. */
  refusal: number;
  /** The refusal as a sentence. */
  reason?: string;
}
export interface Trace extends Refusable {
  hit: boolean; startsolid: boolean; allsolid: boolean; invalid: boolean;
  fraction: number; hitFraction: number;
  endpos: Vec3; normal: Vec3; dist: number;
  contents: number; model: number;
}
export interface Surface {
  found: boolean; bevel: boolean; texture: string;
  brush: number; side: number; line: number; entity: number;
}
/** Where a ball or capsule touches. `feature` is an index of Feature; at an edge or a corner, `surface` is one of its faces. */
export interface ContactPoint { feature: number; point: Vec3; surface: Surface }
export const Feature: readonly string[];
/** How deep a body is in one brush: a move by `normal * depth` makes it touch the brush, at `point`. */
export interface BrushContact {
  model: number; brush: number; line: number; entity: number; contents: number;
  depth: number; normal: Vec3; point: Vec3; exact: boolean; member: number;
}
export interface Overlap { model: number; brush: number; line: number; entity: number; contents: number; touches: boolean }
export interface TouchedPlane {
  model: number; normal: Vec3; dist: number; distance: number; gap: number; contents: number; surface: Surface;
}
/** `status` is an index of UnstickStatus. */
export interface Unstick extends Refusable { status: number; direction: Vec3; distance: number; position: Vec3 }

export interface ClassicRules { bumps: number; overbounce: number; stopSpeed: number }
export interface SlideInput {
  /** 0: robust, 1: classic. */
  mode?: number;
  origin: Vec3;
  /** Units a second. */
  velocity: Vec3;
  /** 0 to 10. */
  seconds: number;
  acceleration?: Vec3;
  classic?: Partial<ClassicRules>;
  unstick?: number;
}
/** `event` is an index of PathEvent. */
export interface PathPoint {
  event: number; position: Vec3; time: number; normal: Vec3; dist: number; contents: number; model: number;
}
/** `status` is an index of SlideStatus. */
export interface SlideResult extends Refusable {
  status: number; origin: Vec3; velocity: Vec3; blocked: boolean;
  pathPoints: number; traces: number; touchings: number; planeCount: number; planes: Vec3[]; path: PathPoint[];
}
export interface WalkRules {
  mode?: number; gravity?: number; stepHeight?: number; groundNormal?: number;
  classic?: Partial<ClassicRules>; unstick?: number;
}
export interface WalkState {
  origin: Vec3;
  velocity?: Vec3;
  onGround?: boolean; wedged?: boolean;
  groundNormal?: Vec3; groundDist?: number; groundContents?: number; groundModel?: number;
  /** What it stands on in a world: a model, or a body with the highest bit set. */
  groundMember?: number;
  swimming?: boolean; climbing?: boolean; ladder?: Vec3;
}
export interface WalkResult extends Refusable {
  state: Required<WalkState>;
  status: number; landed: boolean; leftGround: boolean; blocked: boolean;
  pathPoints: number; landingSpeed: number; climbed: number; steps: number;
  traces: number; touchings: number; planeCount: number; planes: Vec3[]; path: PathPoint[];
}
export interface Ground extends Refusable {
  found: boolean; walkable: boolean; gap: number; normal: Vec3; dist: number; contents: number; model: number;
  surface: Surface;
}
export interface HullChange extends Refusable { fits: boolean; origin: Vec3 }

export interface HullInfo { name: string; box: Box }
export interface ModelInfo { entity: number; classname: string; bounds: Box; origin: Vec3; brushCount: number }
/** A plane of a brush: `dot(normal, p) = dist`, outward, where the brush is behind it. */
export interface BrushSide {
  normal: Vec3; dist: number;
  /** True for a plane that only shapes the grown brush; it is no face of the bare one. */
  bevel: boolean;
  /** False for a plane that stays where it is in every hull. */
  grown: boolean;
  /** Of the face, or of one beside the bevel. */
  texture: string; line: number;
}
/** A convex solid. One of the map that blocks and also has passable contents is there twice. */
export interface Brush {
  model: number; contents: number;
  /** Bit h: it takes part in hull h. */
  hullMask: number;
  entity: number;
  /** Number within its entity. */
  number: number;
  line: number;
  /** Of the bare brush, rounded outwards to 32 bits. */
  mins: Vec3; maxs: Vec3;
  sides: BrushSide[];
}
export interface Entity { number: number; classname: string; keys: [string, string][] }
export interface PlayerStart { entity: number; origin: Vec3; yaw: number; classname: string }

export const Contents: Readonly<Record<
  'Empty' | 'Solid' | 'Sky' | 'Clip' | 'Playerclip' | 'Monsterclip' | 'Lava' | 'Slime' | 'Water' | 'Illusionary' |
  'Fog' | 'Ladder' | 'Trigger' | 'Areaportal' | 'Botclip', number>>;
export const MaskBlocking: number;
export const MaskLiquid: number;
export const MaskAll: number;
export const AllModels: number;
export const SlideStatus: readonly string[];
export const UnstickStatus: readonly string[];
export const PathEvent: readonly string[];

/** A damaged file: which section is at fault, and the offset in bytes. */
export class HullError extends Error {
  readonly status: number;
  readonly section: string;
  readonly offset: number;
}

/** Compiles the module once, by default from beside this file. `open` does so by itself. */
export function load(bytes?: BufferSource | WebAssembly.Module): Promise<WebAssembly.Module>;
/** Opens the bytes of a .hull file. Rejects with a HullError. */
export function open(bytes: ArrayBuffer | ArrayBufferView): Promise<ClipMap>;

/** A brush model where the game has placed it. */
export interface PlacedModel { model: number; kind?: number; transform?: Partial<Transform>; enabled?: boolean }
/** Moves a placed model along a straight leg, by displacements. `model` is an index into the world's models. */
export interface Mover {
  model: number; from: Vec3; to: Vec3; seconds: number; clock?: number;
  axis?: Vec3; fromDegrees?: number; toDegrees?: number;
  team?: number; parent?: number; pushes?: number; blocked?: number; enabled?: boolean; jumped?: boolean;
}
export interface Body { origin: Vec3; box: Box; contents?: number; kind?: number; enabled?: boolean }
/** `kind` is an index of WorldEventKind; members that it does not have are 0xffffffff. */
export interface WorldEvent {
  time: number; kind: number; mover: number; body: number; other: number; position: Vec3; normal: Vec3; dist: number;
}
/** `list` has the first events, 1,024 at most; `events` counts all. */
export interface StepResult extends Refusable {
  rolledBack: boolean; tooMuch: boolean; stopped: number; fraction: number; events: number; casts: number;
  list: WorldEvent[];
}
export const WorldEventKind: readonly string[];

/** The brushes of a model, or a box in the world. `moved` is its way during the path. */
export interface Trigger {
  model?: number; box?: Box; contents?: number; kinds?: number;
  enabled?: boolean; jumped?: boolean; stops?: boolean; moved?: Vec3; transform?: Partial<Transform>;
}
/** What a body did: `path` has the points of `walk`, or one for a straight way; without it the body stays. */
export interface Passage {
  start: Vec3; seconds: number; path?: Partial<PathPoint>[]; enabled?: boolean; jumped?: boolean;
}
/** It enters or leaves; `reason` is an index of TriggerReason, `time` is seconds since the start of the path. */
export interface TriggerEvent {
  trigger: number; time: number; enters: boolean; reason: number; point: number; fraction: number;
  position: Vec3; velocity: Vec3;
}
/** `list` has the first events, 256 at most; with more, `told` is false and nothing is remembered. */
export interface TouchResult extends Refusable {
  told: boolean; stopped: boolean; events: number; time: number; position: Vec3; list: TriggerEvent[];
}
export const TriggerReason: readonly string[];

/** Placed models, movers and bodies of one map; numbers are their indices. */
export class World {
  private constructor();
  model(i: number): Required<PlacedModel>;
  mover(i: number): Required<Mover>;
  body(i: number): Required<Body>;
  setModel(i: number, values: Partial<PlacedModel>): void;
  setMover(i: number, values: Partial<Mover>): void;
  setBody(i: number, values: Partial<Body>): void;
  /** Moves all movers, with what they push and carry. `states` are those of the bodies' walks. */
  step(seconds: number, states: WalkState[]): StepResult;
  /** Moves one body by `way`, units, with what it pushes. */
  push(body: number, way: Vec3, states: WalkState[]): StepResult;
  /** One tick of walking of a body among all others. Put the body where the answer says by setBody. */
  walk(body: number, rules: WalkRules, state: WalkState, seconds: number): WalkResult;
  trigger(i: number): Required<Trigger>;
  setTrigger(i: number, values: Partial<Trigger>): void;
  /** Tells which triggers a body enters and leaves on its way. */
  touch(body: number, passage: Passage): TouchResult;
  isInside(body: number, trigger: number): boolean;
}

export class ClipMap {
  private constructor();
  readonly hulls: HullInfo[];
  readonly models: ModelInfo[];
  readonly entityText: string;
  readonly metaText: string;
  readonly sourceHash: string;
  /** All brushes, by model. Reads the whole file: keep the answer. */
  brushes(): Brush[];
  /** Throws a RangeError if the file has no hull of that name. */
  findHull(name: string): number;
  turnable(model: number): boolean;
  contentsName(contents: number): string;
  refusalText(refusal: number): string;
  /** Pitch (positive looks down), yaw and roll, in degrees. */
  rotation(angles: Vec3, pivot?: Vec3): Transform;

  trace(probe: Probe, start: Vec3, end: Vec3): Trace;
  /** Six numbers a segment. Every answer is that of `trace`. */
  traceBatch(probe: Probe, segments: ArrayLike<number>): Trace[];
  traceFractions(probe: Probe, segments: ArrayLike<number>): Float64Array;
  contentsAt(probe: Probe, origin: Vec3): number;
  surface(probe: Probe, start: Vec3, end: Vec3): Surface | null;
  contactPoint(probe: Probe, start: Vec3, end: Vec3): ContactPoint | null;
  contacts(probe: Probe, origin: Vec3): BrushContact[];
  overlap(probe: Probe, origin: Vec3): Overlap[];
  touching(probe: Probe, origin: Vec3, distance: number): TouchedPlane[];
  unstick(probe: Probe, origin: Vec3, maxDistance: number): Unstick;

  slide(probe: Probe, input: SlideInput): SlideResult;
  walk(probe: Probe, rules: WalkRules, state: WalkState, seconds: number): WalkResult;
  groundBelow(probe: Probe, origin: Vec3, reach: number, groundNormal?: number): Ground;
  changeHull(from: Probe, to: Probe, origin: Vec3, anchor?: 'feet' | 'origin' | 'centre' | 'head', nudge?: number): HullChange;

  world(parts: { models?: PlacedModel[]; movers?: Mover[]; bodies?: Body[]; triggers?: Trigger[] }): World;

  entities(): Entity[];
  entityOfModel(model: number): Entity | null;
  findClass(pattern: string, after?: number): Entity | null;
  playerStarts(): PlayerStart[];
}
