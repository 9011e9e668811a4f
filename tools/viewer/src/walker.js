// A walker in the level, moved by the runtime's own walk, and the recording of what it did.
import { AllModels, SlideStatus, UnstickStatus } from 'hullbake';

const Rate = 60;
const Seconds = 1 / Rate;
const Speed = 320, CrouchSpeed = 110, JumpSpeed = 270;
/** Part of the height at which the eyes are, and that is left of a body that crouches. */
const EyeHeight = 0.82, CrouchHeight = 0.6;
/** In the air, velocity along the wish grows up to this, units a second, as fast as this times the wish. */
const AirSpeed = 30, AirAcceleration = 10;
/** How far the way out of solid is searched when a walk begins, units. */
const UnstickReach = 64;
const LongestRun = 200000;

const numberText = (value) => (Object.is(value, -0) ? '-0' : String(value));
const vectorText = (v) => v.map(numberText).join(' ');

/** The lines of a run for `hullbake replay`: docs/recorded_runs.md. */
class Recording {
  #lines;
  ticks = 0;

  constructor({ hull, box, model }, origin, source) {
    const mover = box ? `box ${vectorText([...box.mins, ...box.maxs])}` : `hull ${hull}`;
    this.#lines = ['hullbake-run 1', mover, `start ${vectorText(origin)}`, 'mode walk', `rate ${Rate}`,
                   `model ${model === AllModels ? 'all' : model}`, `source ${source}`];
  }

  input(line) {
    if (this.ticks < LongestRun) this.#lines.push(line);
  }

  tick({ origin, velocity }, stance) {
    if (this.ticks === LongestRun) return;
    ++this.ticks;
    this.#lines.push(`tick ${vectorText(origin)} ${vectorText(velocity)} ${stance}`);
  }

  get text() {
    return [...this.#lines, `end ${this.ticks}`, ''].join('\n');
  }
}

/** Height of the eyes over the origin of a box. */
export const eyeOffset = ({ mins, maxs }) => mins[2] + EyeHeight * (maxs[2] - mins[2]);

export class Walker {
  #map;
  #wish = null;
  model;
  hull;
  crouches = false;
  refusal = '';

  /** Puts a body of that hull near an origin. `fits` says whether there is room. `model` is what it cannot pass. */
  constructor(map, hull, model, origin) {
    this.#map = map;
    this.model = model;
    this.hull = hull;
    const out = map.unstick(this.probe, origin, UnstickReach);
    const status = UnstickStatus[out.status];
    this.fits = status === 'free' || status === 'found';
    this.#restart({ origin: status === 'found' ? out.position : origin, velocity: [0, 0, 0] });
  }

  get standingBox() {
    return this.#map.hulls.find(({ name }) => name === this.hull).box;
  }

  get box() {
    const { mins, maxs } = this.standingBox;
    if (!this.crouches) return { mins, maxs };
    return { mins, maxs: [maxs[0], maxs[1], mins[2] + CrouchHeight * (maxs[2] - mins[2])] };
  }

  get probe() {
    return { ...(this.crouches ? { box: this.box } : { hull: this.hull }), model: this.model };
  }

  // A new box is a new recording, which starts in the air as all do.
  #restart({ origin, velocity }) {
    this.state = { origin, velocity, onGround: false };
    this.before = origin;
    this.#wish = null;
    this.recording = new Recording(this.probe, origin, this.#map.sourceHash);
    if (velocity.some((value) => value !== 0)) this.recording.input(`velocity ${vectorText(velocity)}`);
  }

  /** Crouches or stands up, if there is room. */
  #crouch(wanted) {
    if (wanted === this.crouches) return;
    const from = this.probe;
    this.crouches = wanted;
    const change = this.#map.changeHull(from, this.probe, this.state.origin, 'feet');
    if (change.fits) this.#restart({ origin: change.origin, velocity: this.state.velocity });
    else this.crouches = !wanted;
  }

  /** One tick. `forward` and `side` are -1 to 1, `yaw` is in degrees. */
  tick({ forward, side, jump, crouch, yaw }) {
    this.#crouch(crouch);
    const wish = this.#wished(forward, side, yaw);
    const state = { ...this.state };
    if (state.onGround) {
      if (this.#wish === null || wish.some((value, i) => value !== this.#wish[i])) {
        this.recording.input(`wish ${vectorText(wish)}`);
        this.#wish = wish;
      }
      state.velocity = [wish[0], wish[1], 0];
      if (jump) {
        this.recording.input(`jump ${JumpSpeed}`);
        state.velocity[2] = JumpSpeed;
        state.onGround = false;
      }
    } else if (!state.wedged) {
      this.#steerInTheAir(state, wish);
    }
    const result = this.#map.walk(this.probe, {}, state, Seconds);
    const status = SlideStatus[result.status];
    this.refusal = status === 'invalid' ? result.reason : '';
    if (status === 'invalid') return;
    this.before = this.state.origin;
    this.state = result.state;
    const stance = this.state.onGround ? 'ground' : this.state.wedged ? 'wedged' : 'air';
    this.recording.tick(this.state, status === 'stuck' ? 'stuck' : stance);
  }

  #wished(forward, side, yaw) {
    const size = Math.hypot(forward, side);
    if (size === 0) return [0, 0];
    const speed = (this.crouches ? CrouchSpeed : Speed) / size, turn = (yaw * Math.PI) / 180;
    const x = Math.cos(turn), y = Math.sin(turn);
    return [speed * (forward * x + side * y), speed * (forward * y - side * x)];
  }

  // As Quake does: a wish adds speed along itself, but only little.
  #steerInTheAir(state, wish) {
    const speed = Math.hypot(...wish);
    if (speed === 0) return;
    const [x, y] = wish.map((value) => value / speed);
    const missing = Math.min(AirSpeed, speed) - (state.velocity[0] * x + state.velocity[1] * y);
    const gain = Math.min(missing, AirAcceleration * speed * Seconds);
    if (gain <= 0) return;
    state.velocity = [state.velocity[0] + gain * x, state.velocity[1] + gain * y, state.velocity[2]];
    this.recording.input(`velocity ${vectorText(state.velocity)}`);
  }
}

/** Seconds of one tick of walking. */
export const TickSeconds = Seconds;
