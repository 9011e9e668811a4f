// A world of placed models, movers and bodies in the memory of a map: hullbake_world.h has the rules.

const NoMember = 0xffffffff, BodyMember = 0x80000000;
const ScratchBytes = 640, EventRoom = 1024, TouchRoom = 256, PathRoom = 256;

/** Names of the kinds of events, by number. */
export const WorldEventKind = Object.freeze(
  ['arrived', 'contact', 'scraped', 'left ground', 'blocked', 'crushed', 'overlapped']);

/** Names of the reasons of events of triggers, by number. */
export const TriggerReason = Object.freeze(['crossed', 'jumped', 'started', 'gone', 'disabled']);

/** An array of structs in the memory. */
class Records {
  constructor(memory, struct, values) {
    Object.assign(this, { struct, length: values.length, at: memory.reserve(Math.max(1, values.length) * struct.size) });
    values.forEach((value, i) => struct.write(this.#place(i), value));
  }

  #place(i) {
    if (!(i >= 0 && i < this.length)) throw new RangeError(`there is no number ${i}`);
    return this.at + i * this.struct.size;
  }

  read(i) {
    return this.struct.read(this.#place(i));
  }

  assign(i, values) {
    this.struct.assign(this.#place(i), values);
  }
}

export class World {
  #c;
  #handle;
  #map;
  #structs;
  #at = {};
  #models;
  #movers;
  #bodies;
  #passengers;
  #events;
  #triggers;
  #touches;
  #path;
  #memory;

  constructor({ c, handle, map, memory, structs }, { models = [], movers = [], bodies = [], triggers = [] }) {
    this.#c = c;
    this.#handle = handle;
    this.#map = map;
    this.#structs = structs;
    this.#models = new Records(memory, structs.PlacedModel, models);
    this.#movers = new Records(memory, structs.Mover, movers);
    this.#bodies = new Records(memory, structs.Body, bodies);
    this.#passengers = new Records(memory, structs.Passenger, bodies.map(() => ({})));
    this.#events = new Records(memory, structs.WorldEvent, Array(EventRoom).fill({}));
    this.#memory = memory;
    this.#triggers = new Records(memory, structs.Trigger, triggers.map((trigger) => ({ ...trigger, boxed: trigger.box != null })));
    this.#touches = new Records(memory, structs.TriggerEvent, Array(TouchRoom).fill({}));
    this.#path = new Records(memory, structs.PathPoint, Array(PathRoom).fill({}));
    this.#at.words = Math.ceil(triggers.length / 64);
    this.#at.inside = memory.reserve(Math.max(1, bodies.length * this.#at.words) * 8);
    for (const name of ['Probe', 'Passage', 'Path', 'Triggers', 'TouchResult']) this.#at[name] = memory.reserve(structs[name].size);
    const scratch = memory.reserve((movers.length + bodies.length + 1) * ScratchBytes);
    for (const name of ['World', 'WorldRules', 'StepResult', 'Scene']) this.#at[name] = memory.reserve(structs[name].size);
    this.#at.way = memory.reserve(24);
    structs.WorldRules.write(this.#at.WorldRules);
    const lists = { models: this.#models.at, modelCount: models.length, bodies: this.#bodies.at, bodyCount: bodies.length };
    structs.Scene.write(this.#at.Scene, lists);
    structs.World.write(this.#at.World, { ...lists, movers: this.#movers.at, moverCount: movers.length,
      passengers: this.#passengers.at, scratch, scratchCount: movers.length + bodies.length, events: this.#events.at,
      eventRoom: EventRoom });
  }

  model(i) {
    return this.#models.read(i);
  }

  mover(i) {
    return this.#movers.read(i);
  }

  body(i) {
    return this.#bodies.read(i);
  }

  setModel(i, values) {
    this.#models.assign(i, values);
  }

  setMover(i, values) {
    this.#movers.assign(i, values);
  }

  setBody(i, values) {
    this.#bodies.assign(i, values);
  }

  /** Moves all movers. `states` has a state of walking for each body, which says what it stands on. */
  step(seconds, states) {
    this.#tellGrounds(states);
    return this.#answer((result) =>
      this.#c.hullbakeStepMovers(this.#handle, this.#at.WorldRules, this.#at.World, seconds, result));
  }

  /** Moves one body by `way`, units, with what it pushes. */
  push(body, way, states) {
    this.#tellGrounds(states);
    way.forEach((value, axis) => this.#bodies.struct.memory.view.setFloat64(this.#at.way + 8 * axis, value, true));
    return this.#answer((result) =>
      this.#c.hullbakePushBody(this.#handle, this.#at.WorldRules, this.#at.World, body, this.#at.way, result));
  }

  /** One tick of walking of a body among all others. The caller puts the body where the answer says. */
  walk(body, rules, state, seconds) {
    this.#structs.Scene.assign(this.#at.Scene, { self: (BodyMember | body) >>> 0 });
    return this.#map.walk({ box: this.body(body).box, scene: this.#at.Scene }, rules, state, seconds);
  }

  trigger(i) {
    return this.#triggers.read(i);
  }

  setTrigger(i, values) {
    this.#triggers.assign(i, values);
  }

  /** Whether the body was in the trigger when it was last told. */
  isInside(body, trigger) {
    this.body(body);
    if (!(trigger >= 0 && trigger < this.#triggers.length)) throw new RangeError(`there is no number ${trigger}`);
    return (this.#memory.bytes[this.#insideOf(body) + (trigger >> 3)] >> (trigger & 7) & 1) !== 0;
  }

  /** Tells which triggers a body enters and leaves on its way. `passage` has `start`, `seconds` and a `path`: points with
   * `position` and `time`, as those of walk. Without a path it stays. */
  touch(body, { start, seconds, path = [], enabled = true, jumped = false }) {
    const structs = this.#structs, at = this.#at;
    if (path.length > PathRoom) throw new RangeError(`a path has at most ${PathRoom} points`);
    path.forEach((point, i) => this.#path.assign(i, point));
    structs.Probe.write(at.Probe, { box: this.body(body).box, boxed: true });
    structs.Passage.write(at.Passage, { start, seconds, enabled, jumped });
    structs.Path.write(at.Path, { first: this.#path.at, stride: structs.PathPoint.size, count: path.length });
    structs.Triggers.write(at.Triggers, { first: this.#triggers.at, stride: structs.Trigger.size, count: this.#triggers.length,
                                          inside: this.#insideOf(body), words: at.words });
    structs.TouchResult.write(at.TouchResult);
    this.#c.hullbakeTouchTriggers(this.#handle, at.Probe, at.Passage, at.Path, at.Triggers, at.TouchResult,
                                  this.#touches.at, structs.TriggerEvent.size, TouchRoom);
    const answer = structs.TouchResult.read(at.TouchResult);
    if (answer.refusal) answer.reason = this.#map.refusalText(answer.refusal);
    answer.list = Array.from({ length: Math.min(answer.events, TouchRoom) }, (_, i) => this.#touches.read(i));
    return answer;
  }

  #insideOf(body) {
    return this.#at.inside + body * this.#at.words * 8;
  }

  #tellGrounds(states) {
    states.forEach(({ onGround, groundMember }, i) =>
      this.#passengers.assign(i, { ground: onGround ? groundMember ?? NoMember : NoMember }));
  }

  #answer(ask) {
    const at = this.#structs.StepResult.write(this.#at.StepResult);
    ask(at);
    const answer = this.#structs.StepResult.read(at);
    if (answer.refusal) answer.reason = this.#map.refusalText(answer.refusal);
    answer.list = Array.from({ length: Math.min(answer.events, EventRoom) }, (_, i) => this.#events.read(i));
    return answer;
  }
}
