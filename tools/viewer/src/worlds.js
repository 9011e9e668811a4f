// Recorded worlds: docs/recorded_worlds.md describes their text. The page plays them by the runtime.
import { SlideStatus, TriggerReason } from 'hullbake';
import { add, dot } from './faces.js';

/** More ticks than these are not kept. */
const MostTicks = 60000;
const JumpSpeed = 270;
const blockedNames = ['stop', 'crush', 'through', 'rollback'];

export const isWorld = (text) => text.startsWith('hullbake-world');

/** Words of a line, with the line for messages. */
class Words {
  constructor(text, place) {
    this.words = text.trim().split(/\s+/).filter((word) => word !== '');
    this.place = place;
  }

  fail(why) {
    throw new Error(`${this.place}: ${why}`);
  }

  word() {
    return this.words.shift();
  }

  accept(word) {
    return this.words[0] === word && this.words.shift() === word;
  }

  number() {
    const value = Number(this.words[0] ?? NaN);
    if (!Number.isFinite(value)) this.fail(`expected a number, found "${this.words[0] ?? 'the end of the line'}"`);
    this.words.shift();
    return value;
  }

  vector() {
    return [this.number(), this.number(), this.number()];
  }

  index(list) {
    const value = this.number();
    if (!Number.isInteger(value) || value < 0 || value >= list.length) this.fail(`there is no number ${value}`);
    return value;
  }
}

function readMover(words, run) {
  const mover = { model: words.index(run.models), from: words.vector(), to: words.vector(), seconds: words.number() };
  while (words.words.length > 0) {
    const word = words.word();
    if (word === 'clock') mover.clock = words.number();
    else if (word === 'team') mover.team = words.number();
    else if (word === 'parent') mover.parent = words.number();
    else if (word === 'jumped') mover.jumped = true;
    else if (word === 'turn') Object.assign(mover, { axis: words.vector(), fromDegrees: words.number(), toDegrees: words.number() });
    else if (word === 'blocked') mover.blocked = Math.max(0, blockedNames.indexOf(words.word()));
    else words.fail(`a mover has no "${word}"`);
  }
  return mover;
}

const heads = {
  rate(words, run) {
    run.rate = words.number();
    if (!(run.rate > 0)) words.fail('a rate must be over 0');
  },
  source: (words, run) => { run.source = words.word(); },
  model(words, run) {
    const vectorAfter = (word) => (words.accept(word) ? words.vector() : [0, 0, 0]);
    run.models.push({ model: words.number(), at: vectorAfter('at'), pivot: vectorAfter('pivot') });
  },
  mover: (words, run) => run.movers.push(readMover(words, run)),
  body(words, run) {
    const box = { mins: words.vector(), maxs: words.vector() };
    if (!words.accept('at')) words.fail('expected "at" and a place');
    run.bodies.push({ box, origin: words.vector() });
  },
  trigger(words, run) {
    const trigger = { on: null };
    if (words.accept('model')) trigger.model = words.number();
    else if (words.accept('box')) trigger.box = { mins: words.vector(), maxs: words.vector() };
    else words.fail('expected "model" or "box"');
    if (words.accept('on')) trigger.on = words.index(run.models);
    run.triggers.push(trigger);
  },
};

const inputs = {
  wish: (words, run) => ({ body: words.index(run.bodies), to: [words.number(), words.number()] }),
  jump: (words, run) => ({ body: words.index(run.bodies), speed: words.words.length > 0 ? words.number() : JumpSpeed }),
  push: (words, run) => ({ body: words.index(run.bodies), to: words.vector() }),
  leg: (words, run) => ({ mover: words.index(run.movers), to: words.vector(), seconds: words.number(),
                          degrees: words.accept('turn') ? words.number() : null }),
  jumped: (words, run) => ({ mover: words.index(run.movers), to: words.vector(),
                             degrees: words.accept('turn') ? words.number() : null }),
  ticks: (words) => ({ count: words.number() }),
  tick: (words) => ({ count: 1, recorded: words.words.splice(0).slice(2) }),
  end: (words) => ({ count: words.number() }),
};

/** Reads a world. Throws an Error with the line. */
export function readWorld(text, name) {
  const run = { name, rate: 60, source: null, models: [], movers: [], bodies: [], triggers: [], lines: [] };
  text.split(/\r?\n/).forEach((line, i) => {
    const place = `${name}:${i + 1}`, said = /^\s*say\s+(.*)$/.exec(line);
    if (said) {
      run.lines.push({ verb: 'say', text: said[1], place });
      return;
    }
    const words = new Words(line.replace(/#.*/, ''), place);
    if (i === 0 && line.trim() !== 'hullbake-world 1') words.fail('no world of version 1');
    if (i === 0 || words.words.length === 0) return;
    const verb = words.word();
    if (Object.hasOwn(heads, verb)) heads[verb](words, run);
    else if (Object.hasOwn(inputs, verb)) run.lines.push({ verb, place, ...inputs[verb](words, run) });
    else words.fail(`"${verb}" is no line of a world`);
  });
  if (run.bodies.length === 0) throw new Error(`${name}: has no body`);
  return run;
}

/** Plays a world tick by tick, as `hullbake world` does. */
class Player {
  #run;
  #world;
  #seconds;
  walkers;
  stances;
  #wishes;
  #pushes;
  #jumps;
  #parents;
  #jumped;
  /** What the triggers told in the last tick: `{ time, body, trigger, enters, reason }`. */
  events = [];
  #ticks = 0;

  constructor(map, run) {
    const { models, movers, bodies, triggers } = run;
    this.#run = run;
    this.#seconds = 1 / run.rate;
    const placed = models.map(({ model, at, pivot }) => ({ model, transform: { displacement: at, pivot } }));
    const guarded = triggers.map(({ model, box }) => (box ? { box } : { model }));
    this.#world = map.world({ models: placed, movers, bodies, triggers: guarded });
    this.walkers = bodies.map(({ origin }) => ({ origin, velocity: [0, 0, 0], onGround: false }));
    this.stances = bodies.map(() => 'air');
    this.#wishes = bodies.map(() => [0, 0]);
    this.#pushes = bodies.map(() => [0, 0, 0]);
    this.#jumps = bodies.map(() => null);
    this.#parents = movers.map(({ parent }) => parent);
    this.#jumped = new Set(movers.flatMap(({ jumped }, i) => (jumped ? [i] : [])));
  }

  get #transforms() {
    return this.#run.models.map((_, i) => this.#world.model(i).transform);
  }

  get #places() {
    return this.#transforms.map(({ displacement }) => displacement);
  }

  /** Of each model where its origin is, then its axes: twelve numbers. */
  get models() {
    return this.#transforms.map(({ displacement, axes, pivot }) => {
      const arm = pivot.map((_, i) => dot(axes.map((axis) => axis[i]), pivot));
      return [...add(displacement, add(pivot, arm, -1)), ...axes.flat()];
    });
  }

  apply({ verb, body, mover, to, speed, seconds, degrees }) {
    if (verb === 'wish') this.#wishes[body] = to;
    if (verb === 'jump') this.#jumps[body] = speed;
    if (verb === 'push') this.#pushes[body] = to;
    if (verb === 'jumped') this.#jumpTo(mover, to, degrees);
    if (verb !== 'leg') return;
    const old = this.#world.mover(mover), part = old.clock / old.seconds;
    const from = old.clock >= old.seconds ? old.to : add(old.from, add(old.to, old.from, -1), part);
    const fromDegrees = old.clock >= old.seconds ? old.toDegrees
                                                 : old.fromDegrees + (old.toDegrees - old.fromDegrees) * part;
    this.#world.setMover(mover, { from, to, seconds, clock: 0, fromDegrees, toDegrees: degrees ?? fromDegrees });
  }

  // Puts the mover there, and tells that it and all that it carries have jumped.
  #jumpTo(mover, to, degrees) {
    const { clock, seconds, fromDegrees, toDegrees } = this.#world.mover(mover);
    const now = clock >= seconds ? toDegrees : fromDegrees + (toDegrees - fromDegrees) * clock / seconds;
    const turned = { fromDegrees: degrees ?? now, toDegrees: degrees ?? now };
    this.#world.setMover(mover, { from: to, to, seconds: 0, clock: 0, ...turned });
    const carriedBy = (i) => i === mover || (this.#parents[i] !== undefined && carriedBy(this.#parents[i]));
    this.#parents.forEach((_, i) => { if (carriedBy(i)) this.#jumped.add(i); });
    this.#jumped.forEach((i) => this.#world.setMover(i, { jumped: true }));
  }

  // The walkers go where the step has put their boxes, with the planes on which they stand.
  #follow() {
    this.walkers.forEach((walker, i) => {
      const { origin } = this.#world.body(i), { groundNormal = [0, 0, 0], groundDist = 0 } = walker;
      walker.groundDist = groundDist + dot(groundNormal, add(origin, walker.origin, -1));
      walker.origin = origin;
    });
  }

  // Puts the triggers where their models were, with the way that these have gone since.
  #placeTriggers(before, now, jumped = []) {
    this.#run.triggers.forEach(({ on }, i) => {
      if (on === null) return;
      const moved = add(now[on], before[on], -1);
      this.#world.setTrigger(i, { transform: { displacement: before[on] }, moved, jumped: jumped.includes(on) });
    });
  }

  #touch(body, start, path) {
    if (this.#run.triggers.length === 0) return;
    const touched = this.#world.touch(body, { start, seconds: this.#seconds, path });
    this.#need(touched);
    for (const { time, trigger, enters, reason } of touched.list)
      this.events.push({ time: this.#ticks * this.#seconds + time, body, trigger, enters, reason: TriggerReason[reason] });
  }

  // Straight ways of all bodies since they were there.
  #touchAll(origins, isEach) {
    this.walkers.forEach(({ origin }, i) => {
      if (isEach || origin.some((value, axis) => value !== origins[i][axis]))
        this.#touch(i, origins[i], [{ position: origin, time: this.#seconds }]);
    });
  }

  /** Who is in which trigger, a list of bodies for each. */
  get inside() {
    return this.#run.triggers.map((_, trigger) => this.walkers.flatMap((_, i) => (this.#world.isInside(i, trigger) ? [i] : [])));
  }

  get triggerPlaces() {
    return this.#run.triggers.map(({ on }) => (on === null ? [0, 0, 0] : this.models[on]));
  }

  tick() {
    this.events = [];
    const jumped = [...this.#jumped], jumpedModels = jumped.map((mover) => this.#run.movers[mover].model);
    // A step that takes no time puts what has jumped where it is.
    if (jumped.length > 0) this.#need(this.#world.step(0, this.walkers));
    const places = this.#places;
    let origins = this.walkers.map(({ origin }) => origin);
    this.#need(this.#world.step(this.#seconds, this.walkers));
    this.#follow();
    this.#placeTriggers(places, this.#places, jumpedModels);
    jumped.forEach((mover) => this.#world.setMover(mover, { jumped: false }));
    this.#jumped.clear();
    this.#touchAll(origins, true);
    this.#placeTriggers(this.#places, this.#places);
    this.#pushes.forEach((push, body) => {
      if (push.every((value) => value === 0)) return;
      origins = this.walkers.map(({ origin }) => origin);
      this.#need(this.#world.push(body, push.map((value) => value * this.#seconds), this.walkers));
      this.#follow();
      this.#touchAll(origins, false);
    });
    this.walkers.forEach((_, i) => this.#walk(i));
    ++this.#ticks;
  }

  #walk(i) {
    const state = { ...this.walkers[i] };
    if (state.onGround) state.velocity = [...this.#wishes[i], 0];
    if (state.onGround && this.#jumps[i] !== null) {
      state.velocity[2] = this.#jumps[i];
      state.onGround = false;
    }
    this.#jumps[i] = null;
    const { origin: start } = this.walkers[i];
    const walked = this.#world.walk(i, {}, state, this.#seconds), status = SlideStatus[walked.status];
    this.#need(walked);
    this.walkers[i] = walked.state;
    if (status === 'stuck') this.walkers[i].velocity = [0, 0, 0];
    this.stances[i] = status === 'stuck' ? status : this.walkers[i].onGround ? 'ground' :
      this.walkers[i].wedged ? 'wedged' : 'air';
    this.#world.setBody(i, { origin: this.walkers[i].origin });
    this.#touch(i, start, walked.path);
  }

  #need({ reason }) {
    if (reason) throw new Error(`the world is refused: ${reason}`);
  }

  /** What a recorded tick has, as words, but for its events. */
  get result() {
    const text = (value) => (Object.is(value, -0) ? '-0' : String(value));
    return [...this.#transforms.flatMap(({ displacement }) => displacement).map(text), ...this.walkers.flatMap(({ origin, velocity }, i) =>
      [...origin.map(text), ...velocity.map(text), this.stances[i]])];
  }
}

const sameWord = (a, b) => a === b || Object.is(Number(a), Number(b));

/** Plays a whole world in a map. Returns a run whose frames have `bodies` and `models` too, and how many ticks had
 * results that are the same to the bit. Throws an Error if the map cannot play it. */
export function playWorld(map, world) {
  const { name, rate, source, bodies } = world, player = new Player(map, world);
  const run = { name, source, box: bodies[0].box, boxes: bodies.map(({ box }) => box), frames: [], length: 0,
                models: world.models.map(({ model }) => model), triggers: world.triggers, events: [], compared: 0, difference: '' };
  let said = '';
  const keep = () => run.frames.push({ time: run.length, origin: player.walkers[0].origin, stance: player.stances[0], said,
                                       bodies: player.walkers.map(({ origin }) => origin), models: player.models,
                                       triggers: player.triggerPlaces, inside: player.inside });
  keep();
  for (const line of world.lines) {
    if (line.verb === 'say') said = line.text;
    else if (line.verb !== 'ticks' && line.verb !== 'tick') player.apply(line);
    else if (run.frames.length + line.count > MostTicks) throw new Error(`${line.place}: more than ${MostTicks} ticks`);
    if (line.verb !== 'ticks' && line.verb !== 'tick') continue;
    for (let i = 0; i < line.count; ++i) {
      player.tick();
      run.events.push(...player.events);
      run.length = run.frames.length / rate;
      keep();
    }
    if (!line.recorded) continue;
    const { result } = player;
    if (result.length === line.recorded.length && result.every((word, i) => sameWord(word, line.recorded[i]))) ++run.compared;
    else run.difference ||= `${line.place}: the tick differs from its recording`;
  }
  if (run.frames.length < 2) throw new Error(`${name}: has no ticks`);
  return run;
}
