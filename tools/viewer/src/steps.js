// Where a walker climbs steps, and where it is wedged: edges of the hull view's faces, each judged by the runtime.
import { SlideStatus } from 'hullbake';
import { Walkable } from './boundary.js';
import { add, length } from './faces.js';

/** What `walk` climbs without a jump, units, and what is no step but a slope or a seam. */
const StepHeight = 18, LeastStep = 1;
/** Edges are judged in pieces of this length, units. */
const Piece = 16;
/** How far beyond an edge the lower floor is searched, and how far above an edge a box is let fall, units. */
const Beyond = 0.25, Above = 0.5;
const Rate = 60, FallSpeed = 100;

/** Calls `visit` with both ends of each piece of a face's edges. */
function forPieces({ points }, visit) {
  points.forEach((from, i) => {
    const way = add(points[(i + 1) % points.length], from, -1), count = Math.ceil(length(way) / Piece);
    for (let k = 0; k < count; ++k) visit(add(from, way, k / count), add(from, way, (k + 1) / count));
  });
}

const middleOf = (from, to) => from.map((value, i) => (value + to[i]) / 2);

/** Whether another floor lies below an edge of a floor, on its outer side, as low as a walker climbs. */
function isStep(map, probe, from, to) {
  const out = [to[1] - from[1], from[0] - to[0], 0], size = length(out);
  if (size === 0) return false;
  const place = add(middleOf(from, to), out, Beyond / size), start = add(place, [0, 0, LeastStep]);
  const hit = map.trace(probe, start, add(place, [0, 0, -StepHeight - LeastStep]));
  const drop = place[2] - hit.endpos[2];
  return hit.hit && !hit.startsolid && hit.normal[2] >= Walkable && drop > LeastStep && drop < StepHeight + 0.1;
}

/** Whether a box that falls onto the edge is held there. */
function isCrevice(map, probe, from, to) {
  const state = { origin: add(middleOf(from, to), [0, 0, Above]), velocity: [0, 0, -FallSpeed], onGround: false };
  const { status, state: end } = map.walk(probe, {}, state, 1 / Rate);
  return SlideStatus[status] === 'moved' && end.wedged;
}

/** The pieces of edges, `[from, to]`, that are steps and that are crevices. */
export function stepsOf(map, faces, probe) {
  const steps = [], crevices = [];
  for (const face of faces) {
    const z = face.plane.normal[2];
    if (z >= Walkable) forPieces(face, (from, to) => { if (isStep(map, probe, from, to)) steps.push([from, to]); });
    else if (z > 0.01) forPieces(face, (from, to) => { if (isCrevice(map, probe, from, to)) crevices.push([from, to]); });
  }
  return { steps, crevices };
}
