// The hull view: which hull or box is drawn over the level, in which colours.
import { Walkable, boundaryOf } from './boundary.js';
import { stepsOf } from './steps.js';

/** Reads "x,y,z:x,y,z" or six numbers; null if it is none of these. */
export function readBox(text) {
  const numbers = text.trim().split(/[\s,:]+/).map(Number);
  if (numbers.length !== 6 || !numbers.every(Number.isFinite)) return null;
  return { mins: numbers.slice(0, 3), maxs: numbers.slice(3) };
}

export const boxText = ({ mins, maxs }) => `${mins.join(',')}:${maxs.join(',')}`;

export class HullView {
  /** The name of a hull, 'box', or '' for none. */
  subject = '';
  box = { mins: [-16, -16, -24], maxs: [16, 16, 32] };
  /** 'origin' or 'slope'. */
  colours = 'origin';
  faces = [];
  /** Whether steps and crevices are looked for, and those that were found: pieces of edges. */
  withSteps = false;
  steps = [];
  crevices = [];
  /** How long the faces took, and the steps, milliseconds. */
  time = 0;
  stepsTime = 0;

  /** Finds the faces. Returns a reason if there are none because the box cannot be asked for. */
  update(map, brushes, model) {
    Object.assign(this, { faces: [], steps: [], crevices: [] });
    const hull = map.hulls.findIndex(({ name }) => name === this.subject);
    if (this.subject === '' || (hull < 0 && this.subject !== 'box')) {
      this.subject = '';
      return '';
    }
    const subject = this.subject === 'box' && hull < 0 ? { box: this.box } : { hull };
    const { reason } = map.trace(subject, [0, 0, 0], [0, 0, 0]);
    if (reason) return reason;
    const start = performance.now();
    this.faces = boundaryOf(map, brushes, subject, model);
    this.time = performance.now() - start;
    if (this.withSteps) Object.assign(this, stepsOf(map, this.faces, { ...subject, model }));
    this.stepsTime = performance.now() - start - this.time;
    return '';
  }

  /** What the address says: a hull's name, or a box. */
  get text() {
    return this.subject === 'box' ? boxText(this.box) : this.subject;
  }

  set text(text) {
    const box = readBox(text);
    if (box) this.box = box;
    this.subject = box ? 'box' : text;
  }

  /** The colours and how many faces have them: `[class, words, count]`. */
  get legend() {
    const steps = [['step', 'step edges', this.steps.length], ['crevice', 'crevices', this.crevices.length]];
    return [...this.#faceLegend, ...(this.withSteps ? steps : [])];
  }

  get #faceLegend() {
    const count = (test) => this.faces.filter(test).length;
    if (this.colours === 'slope') {
      const z = ({ plane }) => plane.normal[2], angle = (Math.acos(Walkable) * 180) / Math.PI;
      return [['walkable', `walkable, up to ${angle.toFixed(1)}°`, count((face) => z(face) >= Walkable)],
              ['steep', 'too steep', count((face) => z(face) > 0.01 && z(face) < Walkable)],
              ['wall', 'walls and ceilings', count((face) => z(face) <= 0.01)]];
    }
    const of = (origin) => count(({ plane }) => plane.origin === origin);
    return [['face', 'faces of brushes', of('face')], ['edge', 'edge bevels', of('edge bevel')],
            ['axial', 'axial bevels', of('axial bevel')]];
  }
}
