// hullbake in JavaScript: opens .hull files and asks them, by the runtime's C interface as WebAssembly.

import { readBrushes, readSourceHash } from './brushes.js';
import { Memory, readLayouts } from './structs.js';
import { World } from './world.js';

export { TriggerReason, WorldEventKind } from './world.js';

/** What fills space: bits of a mask. */
export const Contents = Object.freeze({
  Empty: 0, Solid: 1, Sky: 2, Clip: 4, Playerclip: 8, Monsterclip: 16, Lava: 32, Slime: 64, Water: 128,
  Illusionary: 256, Fog: 512, Ladder: 1024, Trigger: 2048, Areaportal: 4096, Botclip: 8192,
});
export const MaskBlocking = 31;
export const MaskLiquid = 224;
export const MaskAll = 268435455;
/** All models of the file at once, each where the map draws it. */
export const AllModels = 0xffffffff;
const NoHull = 0xffffffff;
const NoEntity = 0xffffffff;

/** Names of the numbers that answers have, by number. */
export const SlideStatus = Object.freeze(['moved', 'stuck', 'invalid']);
export const UnstickStatus = Object.freeze(['free', 'found', 'none', 'invalid']);
export const PathEvent = Object.freeze(
  ['end', 'bump', 'land', 'ground', 'step up', 'step over', 'step down', 'drop', 'fall', 'clear', 'unstick']);
const Anchors = { feet: 0, origin: 1, centre: 2, head: 3 };

const Status = { Ok: 0, NullArgument: 64, BadSize: 65, InvalidQuery: 67, NotFound: 68, MalformedValue: 69 };
/** Names of what of a brush is touched, by number. */
export const Feature = Object.freeze(['none', 'face', 'edge', 'corner']);

const MaxPathPoints = 256, MaxConvexPoints = 64;
const KeyRoom = 1024;

let compiled = null;

async function bytesOfModule() {
  const url = new URL('./hullbake.wasm', import.meta.url);
  if (url.protocol === 'file:') return (await import('node:fs/promises')).readFile(url);
  return (await fetch(url)).arrayBuffer();
}

/** Compiles the WebAssembly module once. `open` does it by itself; call it to choose the module's bytes. */
export function load(bytes) {
  compiled ??= Promise.resolve(bytes ?? bytesOfModule()).then((source) =>
    source instanceof WebAssembly.Module ? source : WebAssembly.compile(source));
  return compiled;
}

/** An error of a file that is no sound .hull file. */
export class HullError extends Error {
  constructor(message, status, section, offset) {
    super(message);
    this.name = 'HullError';
    Object.assign(this, { status, section, offset });
  }
}

/** Opens the bytes of a .hull file. Rejects with a HullError that says what is wrong with them, and where. */
export async function open(bytes) {
  const source = bytes instanceof ArrayBuffer ? new Uint8Array(bytes) : bytes;
  if (!ArrayBuffer.isView(source)) throw new TypeError('open takes the bytes of a file');
  const instance = await WebAssembly.instantiate(await load(), {});
  return new ClipMap(instance.exports, new Uint8Array(source.buffer, source.byteOffset, source.byteLength));
}

/** A map: its own instance and memory, given back with it. Vectors are arrays of three numbers. */
class ClipMap {
  #c;
  #memory;
  #structs;
  #map;
  #block = 0;
  #at = {};
  #batch = { room: 0, at: 0 };

  constructor(exports, bytes) {
    this.#c = exports;
    exports._initialize?.();
    this.#memory = new Memory(exports);
    this.#structs = readLayouts(this.#memory, exports);
    for (const [name, struct] of Object.entries(this.#structs)) this.#at[name] = this.#memory.reserve(struct.size);
    for (const name of ['start', 'end', 'word', 'room']) this.#at[name] = this.#memory.reserve(32);
    for (const name of ['key', 'value']) this.#at[name] = this.#memory.reserve(KeyRoom);
    this.#at.otherProbe = this.#memory.reserve(this.#structs.Probe.size);
    for (const name of ['Shape', 'ConvexShape']) this.#at[`other${name}`] = this.#memory.reserve(this.#structs[name].size);
    this.#at.points = this.#memory.reserve(MaxConvexPoints * 24);
    this.#at.path = this.#memory.reserve(MaxPathPoints * this.#structs.PathPoint.size);
    this.#open(bytes);
  }

  #open(bytes) {
    const storageSize = this.#c.hullbakeStorageSize();
    const storage = this.#memory.reserve(storageSize);
    const block = this.#memory.reserve(bytes.length);
    this.#memory.bytes.set(bytes, block);
    this.#block = block;
    const fault = this.#structs.Fault.write(this.#at.Fault);
    const status = this.#c.hullbakeOpen(block, bytes.length, storage, storageSize, this.#at.word, fault);
    if (status !== Status.Ok) {
      const { section, offset } = this.#structs.Fault.read(fault);
      const place = section ? `, section ${section}, offset ${offset}` : `, offset ${offset}`;
      const text = this.#memory.cString(this.#c.hullbakeStatusText(status));
      throw new HullError(text + place, status, section, offset);
    }
    this.#map = this.#memory.view.getUint32(this.#at.word, true);
  }

  #text(call) {
    call(this.#at.room);
    return this.#memory.text(this.#at.room);
  }

  #writeName(name, at) {
    if (!this.#memory.writeCString(String(name), at, KeyRoom)) throw new RangeError('a name is too long');
    return at;
  }

  #probe(probe, at = this.#at.Probe) {
    const values = { ...probe };
    if (typeof values.hull === 'string') values.hull = this.findHull(values.hull);
    values.hull ??= NoHull;
    values.boxed = values.box != null;
    values.placed = values.transform != null;
    if (values.shape != null) values.shape = this.#shape(values.shape, at === this.#at.otherProbe ? 'other' : '');
    for (const key of ['box', 'transform', 'shape']) if (values[key] == null) delete values[key];
    return this.#structs.Probe.write(at, values);
  }

  // Makes the shape anew for each question: it takes little time, and nothing must be given back.
  // A size that no query takes is refused by the query, with its reason.
  #shape({ kind, radius, centre = [0, 0, 0], ends, halfHeight, mins, maxs, points, angles }, which) {
    const c = this.#c, at = this.#structs.Shape.write(this.#at[`${which}Shape`]), first = () => this.#vector('start', centre);
    let status;
    if (kind === 'ball') status = c.hullbakeBall(radius, first(), at);
    else if (kind === 'capsule')
      status = c.hullbakeCapsule(this.#vector('start', ends[0]), this.#vector('end', ends[1]), radius, at);
    else if (kind === 'cylinder') status = c.hullbakeCylinder(radius, halfHeight, first(), at);
    else if (kind === 'box') status = c.hullbakeBoxShape(this.#structs.Box.write(this.#at.Box, { mins, maxs }), at);
    else if (kind === 'convex') status = c.hullbakeConvex(this.#convex(points, which), at);
    else throw new TypeError('a shape is a ball, capsule, cylinder, box or convex');
    if (status === Status.Ok && angles) status = c.hullbakeTurnShape(this.#vector('start', angles), at);
    if (status !== Status.Ok && status !== Status.InvalidQuery) throw new Error(this.#memory.cString(c.hullbakeStatusText(status)));
    return at;
  }

  #convex(points, which) {
    const at = this.#structs.ConvexShape.write(this.#at[`${which}ConvexShape`]);
    points.slice(0, MaxConvexPoints).forEach((point, i) => this.#memory.writeVector(this.#at.points + 24 * i, point));
    if (this.#c.hullbakePrepare(this.#at.points, points.length, at) !== Status.Ok)
      throw new RangeError(`a convex set has 1 to ${MaxConvexPoints} points in range`);
    return at;
  }

  #vector(name, v) {
    this.#memory.writeVector(this.#at[name], v);
    return this.#at[name];
  }

  #answer(name) {
    const answer = this.#structs[name].read(this.#at[name]);
    if (answer.refusal) answer.reason = this.refusalText(answer.refusal);
    return answer;
  }

  // ---- what the file has

  get hulls() {
    return Array.from({ length: this.#c.hullbakeHullCount(this.#map) }, (_, i) => {
      this.#c.hullbakeHull(this.#map, i, this.#structs.HullInfo.write(this.#at.HullInfo));
      return this.#structs.HullInfo.read(this.#at.HullInfo);
    });
  }

  get models() {
    return Array.from({ length: this.#c.hullbakeModelCount(this.#map) }, (_, i) => {
      this.#c.hullbakeModel(this.#map, i, this.#structs.ModelInfo.write(this.#at.ModelInfo));
      return this.#structs.ModelInfo.read(this.#at.ModelInfo);
    });
  }

  get entityText() {
    return this.#text((at) => this.#c.hullbakeEntityText(at, this.#map));
  }

  get metaText() {
    return this.#text((at) => this.#c.hullbakeMetaText(at, this.#map));
  }

  /** The hash of the map and the settings that the file was compiled from, 16 hexadecimal digits. */
  get sourceHash() {
    return readSourceHash(this.#memory.view, this.#block);
  }

  /** The brushes that the file holds, by model, with their planes: for programs that draw them. */
  brushes() {
    return readBrushes(this.#memory.view, this.#block);
  }

  /** The number of the hull of that name. */
  findHull(name) {
    if (this.#c.hullbakeFindHull(this.#map, this.#writeName(name, this.#at.key), this.#at.word) !== Status.Ok)
      throw new RangeError(`the file has no hull "${name}"`);
    return this.#memory.view.getUint32(this.#at.word, true);
  }

  turnable(model) {
    return this.#c.hullbakeTurnable(this.#map, model) !== 0;
  }

  contentsName(contents) {
    return this.#memory.cString(this.#c.hullbakeContentsName(contents));
  }

  refusalText(refusal) {
    return this.#memory.cString(this.#c.hullbakeRefusalText(refusal));
  }

  /** The transform of pitch, yaw and roll in degrees, about a pivot. */
  rotation(angles, pivot = [0, 0, 0]) {
    const at = this.#structs.Transform.write(this.#at.Transform);
    if (this.#c.hullbakeRotation(this.#vector('start', angles), this.#vector('end', pivot), at) !== Status.Ok)
      throw new RangeError('angles must be finite');
    return this.#structs.Transform.read(at);
  }

  // ---- queries

  trace(probe, start, end) {
    const at = this.#structs.Trace.write(this.#at.Trace);
    this.#c.hullbakeTrace(this.#map, this.#probe(probe), this.#vector('start', start), this.#vector('end', end), at);
    return this.#answer('Trace');
  }

  /** Traces segments of six numbers each. Returns as many answers. */
  traceBatch(probe, segments) {
    const { at, count, size } = this.#traceAll(probe, segments);
    return Array.from({ length: count }, (_, i) => this.#structs.Trace.read(at + i * size));
  }

  /** Like traceBatch, but only the fractions: much less work for JavaScript. */
  traceFractions(probe, segments) {
    const { at, count, size } = this.#traceAll(probe, segments);
    const offset = this.#structs.Trace.members.find((member) => member.name === 'fraction').offset;
    const fractions = new Float64Array(count);
    for (let i = 0; i < count; ++i) fractions[i] = this.#memory.view.getFloat64(at + i * size + offset, true);
    return fractions;
  }

  #traceAll(probe, segments) {
    if (segments.length % 6 !== 0) throw new RangeError('a segment is six numbers');
    const count = segments.length / 6, { size } = this.#structs.Trace;
    if (this.#batch.room < count) this.#batch = { room: count, at: this.#memory.reserve(count * (48 + size)) };
    const from = this.#batch.at, at = from + count * 48;
    new Float64Array(this.#memory.memory.buffer, from, count * 6).set(segments);
    this.#c.hullbakeTraceBatch(this.#map, this.#probe(probe), from, at, size, count);
    return { at, count, size };
  }

  contentsAt(probe, origin) {
    this.#c.hullbakeContentsAt(this.#map, this.#probe(probe), this.#vector('start', origin), this.#at.word);
    return this.#memory.view.getUint32(this.#at.word, true);
  }

  /** The brush side that the probe's trace from start to end enters, or null. */
  surface(probe, start, end) {
    const trace = this.#structs.Trace.write(this.#at.Trace), surface = this.#structs.Surface.write(this.#at.Surface);
    const subject = this.#probe(probe), from = this.#vector('start', start), to = this.#vector('end', end);
    if (this.#c.hullbakeTrace(this.#map, subject, from, to, trace) !== Status.Ok) return null;
    const status = this.#c.hullbakeSurface(this.#map, subject, from, to, trace, surface);
    return status === Status.Ok ? this.#structs.Surface.read(surface) : null;
  }

  /** The point on the brush where a ball or capsule touches what it hits on its way, or null. */
  contactPoint(probe, start, end) {
    const trace = this.#structs.Trace.write(this.#at.Trace), at = this.#structs.ContactPoint.write(this.#at.ContactPoint);
    const subject = this.#probe(probe), from = this.#vector('start', start), to = this.#vector('end', end);
    if (this.#c.hullbakeTrace(this.#map, subject, from, to, trace) !== Status.Ok) return null;
    const status = this.#c.hullbakeContactPoint(this.#map, subject, from, to, trace, at);
    return status === Status.Ok ? this.#structs.ContactPoint.read(at) : null;
  }

  /** How deep the shape or box is in each brush that it touches or overlaps, and where. */
  contacts(probe, origin) {
    const { size } = this.#structs.BrushContact;
    return this.#list('BrushContact', size, (at, room) => this.#c.hullbakeContacts(
      this.#map, this.#probe(probe), this.#vector('start', origin), at, size, room, this.#at.word));
  }

  overlap(probe, origin) {
    const { size } = this.#structs.Overlap;
    return this.#list('Overlap', size, (at, room) => this.#c.hullbakeOverlap(
      this.#map, this.#probe(probe), this.#vector('start', origin), at, size, room, this.#at.word));
  }

  touching(probe, origin, distance) {
    const { size } = this.#structs.TouchedPlane;
    return this.#list('TouchedPlane', size, (at, room) => this.#c.hullbakeTouching(
      this.#map, this.#probe(probe), this.#vector('start', origin), distance, at, size, room, this.#at.word));
  }

  // Asks for the count first, then for the answers.
  #list(name, size, ask) {
    if (ask(0, 0) !== Status.Ok) return [];
    const count = this.#memory.view.getUint32(this.#at.word, true);
    if (this.#batch.room < count) this.#batch = { room: count, at: this.#memory.reserve(count * (48 + 512)) };
    ask(this.#batch.at, count);
    return Array.from({ length: count }, (_, i) => this.#structs[name].read(this.#batch.at + i * size));
  }

  unstick(probe, origin, maxDistance) {
    const at = this.#structs.Unstick.write(this.#at.Unstick);
    this.#c.hullbakeUnstick(this.#map, this.#probe(probe), this.#vector('start', origin), maxDistance, at);
    return this.#answer('Unstick');
  }

  // ---- moves

  /** Moves a box for `input.seconds`. The answer has the bends of its path. */
  slide(probe, input) {
    const subject = this.#probe(probe);
    const question = this.#structs.SlideInput.write(this.#at.SlideInput, input);
    const at = this.#structs.SlideResult.write(this.#at.SlideResult);
    const { size } = this.#structs.PathPoint;
    this.#c.hullbakeSlide(this.#map, subject, question, at, this.#at.path, size, MaxPathPoints);
    return this.#withPath(this.#answer('SlideResult'));
  }

  /** One tick of walking. Returns `{ state, path, ... }`; the state that was given stays as it is. */
  walk(probe, rules, state, seconds) {
    const subject = this.#probe(probe);
    const own = this.#structs.WalkRules.write(this.#at.WalkRules, rules);
    const from = this.#structs.WalkState.write(this.#at.WalkState, state);
    const at = this.#structs.WalkResult.write(this.#at.WalkResult);
    const { size } = this.#structs.PathPoint;
    this.#c.hullbakeWalk(this.#map, subject, own, from, seconds, at, this.#at.path, size, MaxPathPoints);
    const result = this.#withPath(this.#answer('WalkResult'));
    result.state = this.#structs.WalkState.read(from);
    return result;
  }

  #withPath(result) {
    const { size } = this.#structs.PathPoint, count = Math.min(result.pathPoints, MaxPathPoints);
    result.path = Array.from({ length: count }, (_, i) => this.#structs.PathPoint.read(this.#at.path + i * size));
    return result;
  }

  groundBelow(probe, origin, reach, groundNormal = 0.7) {
    const at = this.#structs.Ground.write(this.#at.Ground);
    this.#c.hullbakeGroundBelow(
      this.#map, this.#probe(probe), this.#vector('start', origin), reach, groundNormal, at);
    return this.#answer('Ground');
  }

  changeHull(from, to, origin, anchor = 'feet', nudge = 0) {
    if (!(anchor in Anchors)) throw new RangeError('an anchor is feet, origin, centre or head');
    const at = this.#structs.HullChange.write(this.#at.HullChange);
    const before = this.#probe(from), after = this.#probe(to, this.#at.otherProbe);
    this.#c.hullbakeChangeHull(this.#map, before, after, this.#vector('start', origin), Anchors[anchor], nudge, at);
    return this.#answer('HullChange');
  }

  /** A world of `{ models, movers, bodies }` in this map. Its room is given back with the map. */
  world(parts) {
    return new World({ c: this.#c, handle: this.#map, map: this, memory: this.#memory, structs: this.#structs }, parts);
  }

  // ---- entities

  /** All entities in the map's order: `{ number, classname, keys }`, where `keys` is an array of pairs. */
  entities() {
    const list = [];
    const at = this.#structs.Entity.write(this.#at.Entity);
    while (this.#c.hullbakeNextEntity(this.#map, at) === Status.Ok) list.push(this.#readEntity(at));
    return list;
  }

  entityOfModel(model) {
    const at = this.#structs.Entity.write(this.#at.Entity);
    return this.#c.hullbakeEntityOfModel(this.#map, model, at) === Status.Ok ? this.#readEntity(at) : null;
  }

  /** The first entity whose class matches the pattern (`*` is any text), behind the one of number `after`. */
  findClass(pattern, after = NoEntity) {
    const at = this.#structs.Entity.write(this.#at.Entity), name = this.#writeName(pattern, this.#at.key);
    return this.#c.hullbakeFindClass(this.#map, name, after, at) === Status.Ok ? this.#readEntity(at) : null;
  }

  #readEntity(at) {
    const { number } = this.#structs.Entity.read(at);
    const keys = [], cursor = this.#at.word, key = this.#at.start, value = this.#at.end;
    this.#memory.view.setUint32(cursor, 0, true);
    while (this.#c.hullbakeEntityPair(at, cursor, key, value) === Status.Ok)
      keys.push([this.#memory.text(key), this.#memory.text(value)]);
    const classname = keys.find(([name]) => name.toLowerCase() === 'classname')?.[1] ?? '';
    return { number, classname, keys };
  }

  playerStarts() {
    const { size } = this.#structs.PlayerStart;
    return this.#list('PlayerStart', size, (at, room) =>
      this.#c.hullbakePlayerStarts(this.#map, at, size, room, this.#at.word));
  }
}

export { ClipMap, World };
