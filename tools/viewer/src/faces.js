// Polygons of convex solids, by clipping: each plane's polygon is a large square cut by the other planes.

/** Corners nearer than this, units, are one. It hides the rounding of cuts, and slivers that nobody can see. */
const SameCorner = 1e-3;

export const dot = (a, b) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
export const add = (a, b, scale = 1) => [a[0] + scale * b[0], a[1] + scale * b[1], a[2] + scale * b[2]];
export const cross = (a, b) =>
  [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
export const length = (a) => Math.sqrt(dot(a, a));

/** A square on the plane around the point nearest to `centre`, counterclockwise as seen from the front. */
function square({ normal, dist }, centre, reach) {
  const middle = add(centre, normal, dist - dot(normal, centre));
  // The axis that the normal has least of is far from parallel to it.
  const axis = [0, 1, 2].reduce((least, i) => (Math.abs(normal[i]) < Math.abs(normal[least]) ? i : least), 0);
  const unit = [0, 0, 0];
  unit[axis] = 1;
  const across = cross(unit, normal), size = reach / length(across);
  const u = across.map((value) => value * size), v = cross(normal, u);
  return [[1, 1], [-1, 1], [-1, -1], [1, -1]].map(([a, b]) => add(add(middle, u, a), v, b));
}

/** The part of a polygon behind the plane. Returns the polygon itself if all of it is. */
export function behind(points, { normal, dist }) {
  const heights = points.map((point) => dot(normal, point) - dist);
  if (heights.every((height) => height <= 0)) return points;
  const kept = [];
  points.forEach((point, i) => {
    const next = (i + 1) % points.length, here = heights[i], there = heights[next];
    if (here <= 0) kept.push(point);
    if ((here < 0 && there > 0) || (here > 0 && there < 0))
      kept.push(add(point, add(points[next], point, -1), here / (here - there)));
  });
  return kept;
}

/** A polygon without corners that lie on the one before. */
export function withoutRepeats(points) {
  return points.filter((point, i) => {
    const before = points[(i + points.length - 1) % points.length];
    return length(add(point, before, -1)) > SameCorner;
  });
}

/** The polygon of each plane of a convex solid: `{ plane, points }`, without planes that have none. */
export function polygonsOf(planes, mins, maxs) {
  const centre = [0, 1, 2].map((i) => (mins[i] + maxs[i]) / 2);
  const reach = 2 * length(add(maxs, mins, -1)) + 1;
  const polygons = [];
  planes.forEach((plane) => {
    let points = square(plane, centre, reach);
    for (const other of planes) {
      if (other === plane || points.length < 3) continue;
      points = behind(points, other);
    }
    points = withoutRepeats(points);
    if (points.length >= 3) polygons.push({ plane, points });
  });
  return polygons;
}
