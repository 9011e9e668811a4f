// Entities without brushes, as icons where the map puts them.
import * as THREE from 'three';

/** Side of an icon, units, and how far from its middle a click still means it. */
const IconSize = 22, Reach = 11;
const TextureSize = 64;

const circle = (context, radius) => {
  context.beginPath();
  context.arc(32, 32, radius, 0, 2 * Math.PI);
};

function sun(context) {
  circle(context, 12);
  context.fill();
  for (let i = 0; i < 8; ++i) {
    const x = Math.cos((i * Math.PI) / 4), y = Math.sin((i * Math.PI) / 4);
    context.beginPath();
    context.moveTo(32 + 17 * x, 32 + 17 * y);
    context.lineTo(32 + 26 * x, 32 + 26 * y);
    context.stroke();
  }
}

function person(context) {
  context.beginPath();
  context.arc(32, 18, 9, 0, 2 * Math.PI);
  context.fill();
  context.beginPath();
  context.roundRect(20, 30, 24, 26, 8);
  context.fill();
}

function box(context) {
  context.strokeRect(14, 14, 36, 36);
  context.fillRect(24, 24, 16, 16);
}

function skull(context) {
  circle(context, 22);
  context.fill();
  context.globalCompositeOperation = 'destination-out';
  for (const x of [24, 40]) {
    context.beginPath();
    context.arc(x, 28, 5, 0, 2 * Math.PI);
    context.fill();
  }
  context.fillRect(24, 42, 16, 4);
}

function rings(context) {
  circle(context, 22);
  context.stroke();
  circle(context, 9);
  context.fill();
}

function diamond(context) {
  context.beginPath();
  for (const [x, y] of [[32, 10], [54, 32], [32, 54], [10, 32]]) context.lineTo(x, y);
  context.closePath();
  context.stroke();
}

/** What a class is for, by its name: the first that matches. */
const families = [
  { name: 'start', classes: /^info_player|^info_team|^testplayerstart/, colour: '#58d068', draw: person },
  { name: 'light', classes: /^light/, colour: '#ffd84a', draw: sun },
  { name: 'monster', classes: /^monster_/, colour: '#ff6a50', draw: skull },
  { name: 'item', classes: /^item_|^weapon_|^ammo_|^holdable_/, colour: '#4ec3ff', draw: box },
  { name: 'place', classes: /^info_|^path_|^target_|^misc_teleporter_dest/, colour: '#d09cff', draw: rings },
  { name: 'other', classes: /^/, colour: '#d0d4d8', draw: diamond },
];

function texture({ colour, draw }) {
  const canvas = document.createElement('canvas');
  Object.assign(canvas, { width: TextureSize, height: TextureSize });
  const context = canvas.getContext('2d');
  Object.assign(context, { fillStyle: colour, strokeStyle: colour, lineWidth: 5 });
  draw(context);
  return new THREE.CanvasTexture(canvas);
}

const materials = new Map();

function materialOf(family) {
  if (!materials.has(family))
    materials.set(family, new THREE.PointsMaterial({ size: IconSize, map: texture(family), alphaTest: 0.4 }));
  return materials.get(family);
}

function originOf({ keys }) {
  const text = keys.find(([key]) => key.toLowerCase() === 'origin')?.[1];
  const numbers = text?.trim().split(/\s+/).map(Number) ?? [];
  return numbers.length === 3 && numbers.every(Number.isFinite) ? numbers : null;
}

/** The entities that have a place and no brushes: `{ number, classname, keys, origin, family }`. */
export function placedEntities(map) {
  const withBrushes = new Set(map.models.map(({ entity }) => entity));
  return map.entities().flatMap((entity) => {
    const origin = withBrushes.has(entity.number) ? null : originOf(entity);
    const family = families.find(({ classes }) => classes.test(entity.classname));
    return origin ? [{ ...entity, origin, family }] : [];
  });
}

/** A group of three.js that shows them. */
export function iconsOf(entities) {
  const group = new THREE.Group();
  for (const family of families) {
    const places = entities.filter((entity) => entity.family === family).flatMap(({ origin }) => origin);
    if (places.length === 0) continue;
    const geometry = new THREE.BufferGeometry();
    geometry.setAttribute('position', new THREE.Float32BufferAttribute(places, 3));
    group.add(new THREE.Points(geometry, materialOf(family)));
  }
  return group;
}

/** The first entity whose icon a ray meets before `longest`, or null. */
export function entityOnRay(entities, eye, ray, longest) {
  let found = null, nearest = longest + Reach;
  for (const entity of entities) {
    const way = entity.origin.map((value, i) => value - eye[i]);
    const along = way.reduce((sum, value, i) => sum + value * ray[i], 0);
    if (along <= 0 || along >= nearest) continue;
    const beside = Math.hypot(...way.map((value, i) => value - along * ray[i]));
    if (beside <= Reach) [found, nearest] = [entity, along];
  }
  return found;
}
