// Shapes to shoot, as the command line writes them: ball:R, capsule:R,H, cylinder:R,H, box:X,Y,Z:X,Y,Z, each but the ball
// also with @PITCH,YAW,ROLL; and points:X,Y,Z:X,Y,Z:... for what they span.
import * as THREE from 'three';
import { ConvexGeometry } from 'three/addons/geometries/ConvexGeometry.js';
import { Feature } from 'hullbake';
import { add, dot } from './faces.js';

/** What the panel offers; each text may be changed. */
export const shots = [['', 'a ray'], ['ball:16', 'ball'], ['capsule:16,56', 'capsule'], ['cylinder:16,56', 'cylinder'],
                      ['box:-16,-16,-24:16,16,32@0,30,0', 'turned box'],
                      ['points:24,0,0:-24,0,0:0,24,0:0,-24,0:0,0,32:0,0,-16', 'convex set']];

/** How deep a touching shape is moved in, units, to find the point at which it touches. */
const Dent = 0.01;

const numbers = (text, count) => {
  const values = (text ?? '').split(',').map((word) => (word.trim() === '' ? NaN : Number(word)));
  return values.length === count && values.every(Number.isFinite) ? values : null;
};

/** Reads a shape. Returns null if the text is none. */
export function readShape(text) {
  const [body, turn] = text.trim().split('@'), [kind, ...parts] = body.split(':');
  const angles = turn === undefined ? null : numbers(turn, 3);
  if (turn !== undefined && (!angles || kind === 'ball' || kind === 'points')) return null;
  const turned = angles ? { angles } : {};
  if (kind === 'points') {
    const points = parts.map((part) => numbers(part, 3));
    return points.length > 0 && points.length <= 64 && points.every(Boolean) ? { kind: 'convex', points } : null;
  }
  if (kind === 'box') {
    const [mins, maxs] = [numbers(parts[0], 3), numbers(parts[1], 3)];
    return parts.length === 2 && mins && maxs && mins.every((value, i) => value <= maxs[i])
      ? { kind, mins, maxs, ...turned } : null;
  }
  const sizes = parts.length === 1 ? numbers(parts[0], kind === 'ball' ? 1 : 2) : null;
  if (!sizes || sizes.some((size) => size < 0)) return null;
  const [radius, height] = sizes;
  if (kind === 'ball') return { kind, radius };
  if (kind === 'cylinder') return { kind, radius, halfHeight: height / 2, ...turned };
  if (kind !== 'capsule' || height < 2 * radius) return null;
  return { kind, radius, ends: [[0, 0, radius - height / 2], [0, 0, height / 2 - radius]], ...turned };
}

/** The body of a shape around its origin; `axes` are those of its turn. */
export function geometryOf({ kind, radius, halfHeight, ends, mins, maxs, points }, axes) {
  let body;
  if (kind === 'ball') body = new THREE.SphereGeometry(radius, 24, 12);
  if (kind === 'capsule') body = new THREE.CapsuleGeometry(radius, ends[1][2] - ends[0][2], 6, 24);
  if (kind === 'cylinder') body = new THREE.CylinderGeometry(radius, radius, 2 * halfHeight, 24);
  if (kind === 'box') body = new THREE.BoxGeometry(...add(maxs, mins, -1)).translate(...add(mins, add(maxs, mins, -1), 0.5));
  if (kind === 'convex') body = new ConvexGeometry(points.map((point) => new THREE.Vector3(...point)));
  // three.js makes round bodies along y.
  if (kind === 'capsule' || kind === 'cylinder') body.rotateX(Math.PI / 2);
  const [x, y, z] = axes.map((axis) => new THREE.Vector3(...axis));
  return body.applyMatrix4(new THREE.Matrix4().makeBasis(x, y, z));
}

/** Where a shape touches what it has hit: `{ point, feature }`, or null. */
export function touchOf(map, probe, start, end, hit) {
  const exact = map.contactPoint(probe, start, end);
  if (exact) return { point: exact.point, feature: Feature[exact.feature] };
  const contacts = map.contacts(probe, add(hit.endpos, hit.normal, -Dent));
  if (contacts.length === 0) return null;
  const best = contacts.reduce((a, b) => (dot(b.normal, hit.normal) > dot(a.normal, hit.normal) ? b : a));
  return { point: best.point, feature: '' };
}
