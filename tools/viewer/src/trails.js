// The trails of leaks: the ways from an entity to the void, of each hull that leaks.
import { add, dot, length } from './faces.js';

/** Colours of the trails, in the order of the hulls. */
const colours = [0xff4030, 0xffa020, 0xff50c0, 0xc08040];
/** Where the eye is put to see a trail from its start: behind it and above, units, as far as there is room. */
const Behind = 72, Above = 28;

const colourOf = (i) => colours[i % colours.length];

/** Reads a .pts or .lin file: three numbers a line. Throws an Error with the line. */
function readTrail(text, name) {
  const trail = [];
  text.split(/\r?\n/).forEach((line, i) => {
    const words = line.trim().split(/\s+/);
    if (words[0] === '') return;
    const point = words.map(Number);
    if (point.length !== 3 || !point.every(Number.isFinite)) throw new Error(`${name}:${i + 1}: no point of three numbers`);
    trail.push(point);
  });
  if (trail.length < 2) throw new Error(`${name}: has no two points`);
  return trail;
}

export const isTrailName = (name) => /\.(pts|lin)$/i.test(name);

/** Length of a trail, units. */
const lengthOf = (trail) =>
  trail.slice(1).reduce((sum, point, i) => sum + length(add(point, trail[i], -1)), 0);

/** Where to stand, and where to look, to see how a trail leaves its start: `{ eye, pitch, yaw }`. */
export function viewOf(map, trail) {
  const start = trail[0], ahead = trail.find((point) => length(add(point, start, -1)) > 1) ?? add(start, [1, 0, 0]);
  const way = add(ahead, start, -1), flat = Math.hypot(way[0], way[1]);
  const back = flat > 0 ? [(-way[0] * Behind) / flat, (-way[1] * Behind) / flat, Above] : [-Behind, 0, Above];
  const point = { box: { mins: [0, 0, 0], maxs: [0, 0, 0] } };
  const { fraction, startsolid } = map.trace(point, start, add(start, back));
  const eye = startsolid ? start : add(start, back, 0.9 * fraction);
  const size = Math.min(length(way), 2 * Behind) / length(way);
  const look = add(add(start, way, size), eye, -1);
  const degrees = 180 / Math.PI;
  return { eye, pitch: -Math.asin(look[2] / Math.sqrt(dot(look, look))) * degrees,
           yaw: Math.atan2(look[1], look[0]) * degrees };
}

/** The leaks of the level that is shown. */
export class Leaks {
  #picture;
  #panel;
  #areShown = true;
  /** The ways out: `{ hull, entity, line, trail }`. */
  list = [];

  constructor(picture, panel) {
    this.#picture = picture;
    this.#panel = panel;
    panel.onTrails = (areShown) => {
      this.#areShown = areShown;
      this.show(this.list);
    };
  }

  /** Draws these leaks instead of others. */
  show(list) {
    this.list = list;
    const coloured = list.map((leak, i) => ({ ...leak, colour: colourOf(i) }));
    this.#picture.showTrails(this.#areShown ? coloured : []);
    this.#panel.listTrails(coloured.map(({ hull, entity, line, trail, colour }) => {
      const from = entity ? `${entity}, line ${line}, ` : '';
      return { hull, line, words: `${from}${Math.round(lengthOf(trail))} units`, colour };
    }), this.#areShown);
  }

  /** Draws the trail of a file. */
  showFile(text, name) {
    try {
      this.show([{ hull: name, entity: '', line: 0, trail: readTrail(text, name) }]);
    } catch (error) {
      this.#panel.trouble(`${name} cannot be shown`, error.message);
    }
  }
}
