// The hull of a box: the brushes grown by it, and the boundary of their union.
import { AllModels, Contents as C, MaskBlocking } from 'hullbake';
import { add, behind, dot, polygonsOf, withoutRepeats } from './faces.js';

/** What a plane of a grown brush comes from. */
export const Origin = { Face: 'face', EdgeBevel: 'edge bevel', AxialBevel: 'axial bevel' };

/** Distances below this, units, are none: the polygons are for the eye. */
const Near = 1e-3;
/** Where in front of a face its hull is asked whether the place was filled, units. */
const InFront = 0.05;
/** Side of the cells in which brushes are looked up, units. */
const CellSize = 256;

const isPoint = ({ mins, maxs }) => mins.every((value, i) => value === maxs[i]);

/** How far a plane moves out when the box grows it. */
const support = (normal, { mins, maxs }) =>
  normal.reduce((sum, value, i) => sum - value * (value > 0 ? mins[i] : maxs[i]), 0);

/** The brushes that count for a hull, `{ hull }` by its number, or for a box, `{ box }`, as the runtime's queries
 * choose them. */
function countsFor({ hull, box }, hulls) {
  if (hull !== undefined) return (brush) => ((brush.hullMask >>> hull) & 1) !== 0;
  const bits = (isMeant) => hulls.reduce((mask, one, h) => (isMeant(one) ? (mask | (1 << h)) >>> 0 : mask), 0);
  const all = bits(() => true), solid = bits((one) => !isPoint(one.box));
  return (brush) => {
    const clip = brush.contents === C.Clip, needed = clip ? solid : all;
    return !(clip && isPoint(box)) && (brush.hullMask & needed) >>> 0 === needed;
  };
}

function originOf({ bevel, normal }) {
  if (!bevel) return Origin.Face;
  return normal.some((value) => Math.abs(value) === 1) ? Origin.AxialBevel : Origin.EdgeBevel;
}

function grow(brush, box) {
  // A box that is a point needs no bevels.
  const sides = isPoint(box) ? brush.sides.filter((side) => !side.bevel) : brush.sides;
  const planes = sides.map((side) => {
    const shift = side.grown ? support(side.normal, box) : 0;
    return { normal: side.normal, dist: side.dist + shift, origin: originOf(side) };
  });
  return { planes, mins: add(brush.mins, box.maxs, -1), maxs: add(brush.maxs, box.mins, -1) };
}

/** Finds the brushes whose bounds meet others. */
class Cells {
  #cells = new Map();
  #seen;
  #question = 0;
  #brushes;

  constructor(brushes) {
    this.#brushes = brushes;
    this.#seen = new Uint32Array(brushes.length);
    brushes.forEach(({ mins, maxs }, i) => this.#forCells(mins, maxs, (key) => {
      if (!this.#cells.has(key)) this.#cells.set(key, []);
      this.#cells.get(key).push(i);
    }));
  }

  #forCells(mins, maxs, visit) {
    const [x1, y1, x2, y2] = [mins[0], mins[1], maxs[0], maxs[1]].map((value) => Math.floor(value / CellSize));
    for (let x = x1; x <= x2; ++x) for (let y = y1; y <= y2; ++y) visit(x * 65536 + y);
  }

  /** Numbers of the brushes that the bounds touch. */
  near(mins, maxs) {
    const found = [];
    ++this.#question;
    this.#forCells(mins, maxs, (key) => {
      for (const i of this.#cells.get(key) ?? []) {
        if (this.#seen[i] === this.#question) continue;
        this.#seen[i] = this.#question;
        const other = this.#brushes[i];
        if (mins[0] <= other.maxs[0] && mins[1] <= other.maxs[1] && mins[2] <= other.maxs[2] &&
            maxs[0] >= other.mins[0] && maxs[1] >= other.mins[1] && maxs[2] >= other.mins[2]) found.push(i);
      }
    });
    return found;
  }
}

function boundsOf(points) {
  const mins = [Infinity, Infinity, Infinity], maxs = [-Infinity, -Infinity, -Infinity];
  for (const point of points) {
    for (let i = 0; i < 3; ++i) {
      if (point[i] < mins[i]) mins[i] = point[i];
      if (point[i] > maxs[i]) maxs[i] = point[i];
    }
  }
  return { mins, maxs };
}

/** Where a polygon lies: the least and the greatest height over a plane. */
function heights(points, { normal, dist }) {
  let least = Infinity, greatest = -Infinity;
  for (const point of points) {
    const height = dot(normal, point) - dist;
    if (height < least) least = height;
    if (height > greatest) greatest = height;
  }
  return { least, greatest };
}

/** The planes of a brush that cut a polygon; null if the brush covers none of it. Of faces in one plane that look the
 * same way, that of the later brush is the one that stays. */
function cutters(polygon, planes, isLater) {
  const cuts = [];
  let rest = polygon.points;
  for (const plane of planes) {
    const { least, greatest } = heights(rest, plane);
    if (greatest <= Near) {
      const isSame = least >= -Near && dot(plane.normal, polygon.plane.normal) > 0;
      if (isSame && !isLater) return null;
    } else if (least >= -Near) {
      return null;
    } else {
      cuts.push(plane);
      rest = withoutRepeats(behind(rest, plane));
      if (rest.length < 3) return null;
    }
  }
  return cuts;
}

const reverse = ({ normal, dist }) => ({ normal: normal.map((value) => -value), dist: -dist });

/** What is left of polygons outside of a brush. */
function outside(polygons, planes, isLater) {
  const left = [];
  for (const polygon of polygons) {
    const cuts = cutters(polygon, planes, isLater);
    if (cuts === null) {
      left.push(polygon);
      continue;
    }
    let { points } = polygon;
    for (const plane of cuts) {
      const part = withoutRepeats(behind(points, reverse(plane)));
      if (part.length >= 3) left.push({ ...polygon, points: part });
      points = behind(points, plane);
    }
  }
  return left;
}

export const middleOf = (points) => points.reduce((sum, point) => add(sum, point, 1 / points.length), [0, 0, 0]);

/** The boundary of what stops a hull of the map, `{ hull: number }`, or a box, `{ box }`: `{ plane, points }`, where
 * `plane.origin` says what the face comes from. `model` is 0 for the world alone. What a hull's fill made solid has no
 * boundary there. */
export function boundaryOf(map, brushes, subject, model) {
  const { hulls } = map, counts = countsFor(subject, hulls);
  const box = subject.box ?? hulls[subject.hull].box;
  const grown = brushes.filter((brush) => (brush.contents & MaskBlocking) !== 0 && counts(brush) &&
    (model === AllModels || brush.model === 0)).map((brush) => grow(brush, box));
  const cells = new Cells(grown), faces = [];
  grown.forEach(({ planes, mins, maxs }, i) => {
    for (const polygon of polygonsOf(planes, mins, maxs)) {
      const bounds = boundsOf(polygon.points);
      let left = [polygon];
      for (const j of cells.near(bounds.mins, bounds.maxs)) {
        if (j !== i) left = outside(left, grown[j].planes, j > i);
        if (left.length === 0) break;
      }
      faces.push(...left);
    }
  });
  if (subject.hull === undefined) return faces;
  const probe = { hull: subject.hull, mask: MaskBlocking, model };
  const isFree = (place) => (map.contentsAt(probe, place) & MaskBlocking) === 0;
  return faces.filter(({ plane, points }) => isFree(add(middleOf(points), plane.normal, InFront)));
}

/** Slopes below this, as the third part of the normal, are too steep to stand on. */
export const Walkable = 0.7;

const originColours = { [Origin.Face]: 0x9fb0c0, [Origin.EdgeBevel]: 0xf0a030, [Origin.AxialBevel]: 0x3fa9f5 };

/** Sets a colour of three.js for a face of a hull. */
export function hullColour(colour, by, { normal, origin }) {
  if (by === 'slope') {
    const z = normal[2];
    return colour.setHex(z >= Walkable ? 0x58b860 : z > 0.01 ? 0xe0503c : z > -0.01 ? 0x8f99a3 : 0x666e78);
  }
  return colour.setHex(originColours[origin]);
}
