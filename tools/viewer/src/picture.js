// Draws the level by three.js. Draws only when something has changed.
import * as THREE from 'three';
import { iconsOf } from './entities.js';
import { dot, polygonsOf } from './faces.js';
import { layerOf, layers, tint } from './layers.js';

const Background = 0x15181c;
/** Thickness of a trail, units. */
const RodSize = 2;

/** Numbers for the graphics card, as many as come. */
class Floats {
  #array = new Float32Array(3 << 10);
  length = 0;

  add(a, b, c) {
    if (this.length + 3 > this.#array.length) {
      const larger = new Float32Array(2 * this.#array.length);
      larger.set(this.#array);
      this.#array = larger;
    }
    this.#array[this.length++] = a;
    this.#array[this.length++] = b;
    this.#array[this.length++] = c;
  }

  get attribute() {
    return new THREE.BufferAttribute(this.#array.slice(0, this.length), 3);
  }
}

/** Coordinates and colours of triangles and of lines, as they are collected. */
export class Collector {
  #positions = new Floats();
  #normals = new Floats();
  #colours = new Floats();
  #lines = new Floats();

  add({ plane: { normal }, points }, colour) {
    for (let i = 2; i < points.length; ++i) {
      this.#corner(points[0], normal, colour);
      this.#corner(points[i - 1], normal, colour);
      this.#corner(points[i], normal, colour);
    }
    for (let i = 0, before = points.at(-1); i < points.length; before = points[i++]) {
      this.#lines.add(before[0], before[1], before[2]);
      this.#lines.add(points[i][0], points[i][1], points[i][2]);
    }
  }

  #corner(point, normal, colour) {
    this.#positions.add(point[0], point[1], point[2]);
    this.#normals.add(normal[0], normal[1], normal[2]);
    this.#colours.add(colour.r, colour.g, colour.b);
  }

  mesh(material) {
    const geometry = new THREE.BufferGeometry();
    geometry.setAttribute('position', this.#positions.attribute);
    geometry.setAttribute('normal', this.#normals.attribute);
    geometry.setAttribute('color', this.#colours.attribute);
    return new THREE.Mesh(geometry, material);
  }

  edges(material) {
    const geometry = new THREE.BufferGeometry();
    geometry.setAttribute('position', this.#lines.attribute);
    return new THREE.LineSegments(geometry, material);
  }
}

// Materials are made once: each new one makes the browser compile its shader, which takes longer than all else.

// The lines of a face must win against the face.
const behindLines = { polygonOffset: true, polygonOffsetFactor: 1, polygonOffsetUnits: 1 };
const materialOf = (opacity) => new THREE.MeshLambertMaterial({ vertexColors: true, transparent: opacity < 1, opacity,
  depthWrite: opacity === 1, ...behindLines });
const materials = new Map(layers.map((layer) => [layer, materialOf(layer.opacity)]));
// Of a hull only what is nearest is mixed with the level: its depth comes first, then its colour where the depth is its
// own.
const hullDepthMaterial = new THREE.MeshBasicMaterial({ colorWrite: false, ...behindLines });
const hullMaterial = new THREE.MeshLambertMaterial({ vertexColors: true, transparent: true, opacity: 0.6,
  depthWrite: false, ...behindLines });
const hullEdgeMaterial = new THREE.LineBasicMaterial({ color: 0x0a0c10, transparent: true, opacity: 0.6,
  depthWrite: false });
// Transparent ones are drawn after the hull.
const stepMaterial = new THREE.LineBasicMaterial({ color: 0x00ffff, transparent: true });
const creviceMaterial = new THREE.LineBasicMaterial({ color: 0xff30ff, transparent: true, depthTest: false });
const edgeMaterial = new THREE.LineBasicMaterial({ color: 0x000000, transparent: true, opacity: 0.35 });
const pathMaterial = new THREE.LineBasicMaterial({ color: 0xff5a3c });
const movedMaterial = materialOf(1);
// A trail is seen through walls, too, but less.
const trailMaterial = new THREE.MeshBasicMaterial({ vertexColors: true });
const hiddenTrailMaterial = new THREE.MeshBasicMaterial({ vertexColors: true, transparent: true, opacity: 0.3,
  depthTest: false });
const bodyMaterial = new THREE.LineBasicMaterial({ color: 0xffe060, depthTest: false });
const bodyFillMaterial = new THREE.MeshLambertMaterial({ color: 0xffe060, transparent: true, opacity: 0.35, depthWrite: false });
const shapeMaterial = new THREE.MeshLambertMaterial({ color: 0x60c0ff, transparent: true, opacity: 0.55, depthWrite: false });
const shapeEdgeMaterial = new THREE.LineBasicMaterial({ color: 0x103040, transparent: true, opacity: 0.6 });
const triggerMaterials = [new THREE.LineBasicMaterial({ color: 0xe0a030 }), new THREE.LineBasicMaterial({ color: 0x60ff60 })];
const markMaterial = new THREE.LineBasicMaterial({ color: 0xffe060, depthTest: false });

/** A rod between two points, square and thin, of one colour. */
function rodBetween(from, to, colour) {
  const start = new THREE.Vector3(...from), way = new THREE.Vector3(...to).sub(start);
  const rod = new THREE.BoxGeometry(RodSize, RodSize, way.length() + RodSize).toNonIndexed();
  rod.translate(0, 0, way.length() / 2);
  const turn = new THREE.Quaternion().setFromUnitVectors(new THREE.Vector3(0, 0, 1), way.clone().normalize());
  rod.applyQuaternion(turn).translate(...from);
  const count = rod.attributes.position.count;
  rod.setAttribute('color', new THREE.Float32BufferAttribute(Array.from({ length: count }, () => colour.toArray()).flat(), 3));
  return rod;
}

/** The planes of a box. */
const sidesOf = ({ mins, maxs }) => [0, 1, 2].flatMap((axis) => [-1, 1].map((sign) => {
  const normal = [0, 0, 0];
  normal[axis] = sign;
  return { normal, dist: sign * (sign > 0 ? maxs : mins)[axis] };
}));

/** Lines between pairs of points. */
function linesOf(pairs, material) {
  const geometry = new THREE.BufferGeometry();
  geometry.setAttribute('position', new THREE.Float32BufferAttribute(pairs.flat(2), 3));
  return new THREE.LineSegments(geometry, material);
}

/** Whether software draws, as far as the browser tells. Smooth edges would then take most of the time. */
function isSoftware() {
  const gl = new OffscreenCanvas(1, 1).getContext('webgl2');
  const names = gl?.getExtension('WEBGL_debug_renderer_info');
  const name = names ? gl.getParameter(names.UNMASKED_RENDERER_WEBGL) : '';
  gl?.getExtension('WEBGL_lose_context')?.loseContext();
  return /swiftshader|llvmpipe|softpipe|software|basic render/i.test(name);
}

function freeTree(object) {
  object.traverse((part) => part.geometry?.dispose());
}

export class Picture {
  #renderer;
  #scene = new THREE.Scene();
  #camera = new THREE.PerspectiveCamera(75, 1, 2, 40000);
  #level = null;
  #mark = null;
  #hull = null;
  #trails = null;
  #run = null;
  #bodies = [];
  #moved = null;
  #shape = null;
  #triggers = null;
  #wanted = false;
  #isOld = true;
  #view = [];
  faces = 0;
  /** How often the level was drawn. */
  drawings = 0;
  /** Called before each frame with the time of the browser, milliseconds. Returns true to go on. */
  beforeFrame = () => false;

  constructor(canvas) {
    this.#renderer = new THREE.WebGLRenderer({ canvas, antialias: !isSoftware() });
    this.#renderer.debug.checkShaderErrors = false;
    this.#renderer.setPixelRatio(window.devicePixelRatio);
    this.#scene.background = new THREE.Color(Background);
    this.#scene.add(new THREE.HemisphereLight(0xffffff, 0x50586a, 1.9));
    const sun = new THREE.DirectionalLight(0xfff2dd, 1.5);
    sun.position.set(0.45, 0.25, 0.8);
    this.#scene.add(sun);
    this.#camera.up.set(0, 0, 1);
    new ResizeObserver(() => this.#resize()).observe(canvas);
    this.#resize();
  }

  #resize() {
    const { clientWidth: width, clientHeight: height } = this.#renderer.domElement;
    if (width === 0 || height === 0) return;
    this.#renderer.setSize(width, height, false);
    this.#camera.aspect = width / height;
    this.#camera.updateProjectionMatrix();
    this.redraw();
  }

  /** Replaces what is drawn by these brushes and entities. */
  show(brushes, entities) {
    if (this.#level) {
      this.#scene.remove(this.#level);
      freeTree(this.#level);
    }
    this.#level = new THREE.Group();
    this.faces = 0;
    const collectors = new Map(layers.map((layer) => [layer, new Collector()]));
    const colour = new THREE.Color();
    for (const layer of layers) layer.brushes = 0;
    layers.find(({ id }) => id === 'entities').brushes = entities.length;
    for (const brush of brushes) {
      const layer = layerOf(brush);
      ++layer.brushes;
      for (const polygon of polygonsOf(brush.sides.filter((side) => !side.bevel), brush.mins, brush.maxs)) {
        collectors.get(layer).add(polygon, tint(colour, layer, brush, polygon.plane.texture));
        ++this.faces;
      }
    }
    for (const [layer, collector] of collectors) {
      const group = new THREE.Group();
      group.name = layer.id;
      if (layer.id === 'entities') group.add(iconsOf(entities));
      else group.add(collector.mesh(materials.get(layer)), collector.edges(edgeMaterial));
      this.#level.add(group);
    }
    this.#scene.add(this.#level);
    this.updateLayers();
  }

  /** Draws the faces of a hull over the level; `colourOf` sets the colour of a plane. */
  showHull(faces, colourOf, { steps, crevices }) {
    if (this.#hull) {
      this.#scene.remove(this.#hull);
      freeTree(this.#hull);
      this.#hull = null;
    }
    if (faces.length > 0) {
      const collector = new Collector(), colour = new THREE.Color();
      for (const face of faces) collector.add(face, colourOf(colour, face.plane));
      const mesh = collector.mesh(hullMaterial), depth = new THREE.Mesh(mesh.geometry, hullDepthMaterial);
      const edges = collector.edges(hullEdgeMaterial);
      const lines = [linesOf(steps, stepMaterial), linesOf(crevices, creviceMaterial)];
      [depth, mesh, edges, ...lines].forEach((part, i) => { part.renderOrder = i + 1; });
      this.#hull = new THREE.Group();
      this.#hull.add(depth, mesh, edges, ...lines);
      this.#scene.add(this.#hull);
    }
    this.redraw();
  }

  /** Draws the paths of a run and its bodies, a box each; null takes them away. */
  showRun(frames, boxes) {
    if (this.#run) {
      this.#scene.remove(this.#run);
      freeTree(this.#run);
      this.#run = null;
    }
    this.#bodies = [];
    if (frames) this.#run = new THREE.Group();
    for (const [i, box] of (frames ? boxes : []).entries()) {
      const path = new THREE.BufferGeometry();
      path.setAttribute('position',
                        new THREE.Float32BufferAttribute(frames.flatMap(({ origin, bodies }) => bodies?.[i] ?? origin), 3));
      const size = box.maxs.map((value, i) => value - box.mins[i]);
      const whole = new THREE.BoxGeometry(...size).translate(...box.maxs.map((value, i) => (value + box.mins[i]) / 2));
      const body = new THREE.Group();
      body.add(new THREE.LineSegments(new THREE.EdgesGeometry(whole), bodyMaterial), new THREE.Mesh(whole, bodyFillMaterial));
      this.#bodies.push(body);
      this.#run.add(new THREE.Line(path, pathMaterial), this.#bodies[i]);
    }
    if (this.#run) this.#scene.add(this.#run);
    this.redraw();
  }

  /** Draws trails, `{ trail, colour }`, instead of others. */
  showTrails(trails) {
    if (this.#trails) {
      this.#scene.remove(this.#trails);
      freeTree(this.#trails);
    }
    this.#trails = new THREE.Group();
    for (const { trail, colour } of trails) {
      const tint = new THREE.Color(colour);
      for (let i = 1; i < trail.length; ++i) {
        const rod = rodBetween(trail[i - 1], trail[i], tint);
        const hidden = new THREE.Mesh(rod, hiddenTrailMaterial);
        hidden.renderOrder = 4;
        this.#trails.add(new THREE.Mesh(rod, trailMaterial), hidden);
      }
    }
    this.#scene.add(this.#trails);
    this.redraw();
  }

  moveBodies(origins) {
    origins.forEach((origin, i) => this.#bodies[i].position.set(...origin));
    this.redraw();
  }

  /** Draws the brushes of models that a world moves, a list each, apart from the level; none ends that. */
  showMoved(lists) {
    if (this.#moved) {
      this.#scene.remove(this.#moved);
      freeTree(this.#moved);
    }
    this.#moved = new THREE.Group();
    const colour = new THREE.Color();
    for (const brushes of lists) {
      const collector = new Collector();
      for (const brush of brushes)
        for (const polygon of polygonsOf(brush.sides.filter((side) => !side.bevel), brush.mins, brush.maxs))
          collector.add(polygon, tint(colour, layerOf(brush), brush, polygon.plane.texture));
      const model = new THREE.Group();
      model.matrixAutoUpdate = false;
      model.add(collector.mesh(movedMaterial), collector.edges(edgeMaterial));
      this.#moved.add(model);
    }
    this.#scene.add(this.#moved);
    this.updateLayers();
  }

  /** Draws the outlines of triggers that a world has, a list of brushes or a box each; none ends that. */
  showTriggers(triggers) {
    if (this.#triggers) {
      this.#scene.remove(this.#triggers);
      freeTree(this.#triggers);
    }
    this.#triggers = new THREE.Group();
    for (const { box, brushes } of triggers) {
      const collector = new Collector();
      for (const { sides, mins, maxs } of box ? [{ sides: sidesOf(box), ...box }] : brushes)
        for (const polygon of polygonsOf(sides.filter((side) => !side.bevel), mins, maxs))
          collector.add(polygon, new THREE.Color(0xffffff));
      this.#triggers.add(collector.edges(triggerMaterials[0]));
    }
    this.#scene.add(this.#triggers);
    this.redraw();
  }

  /** Puts the triggers there, and tells by their colour whether somebody is in them. */
  moveTriggers(places, areEntered) {
    places.forEach((place, i) => {
      this.#triggers.children[i].position.set(...place);
      this.#triggers.children[i].material = triggerMaterials[Number(areEntered[i])];
    });
    this.redraw();
  }

  /** Draws a body at a place; null takes it away. */
  showShape(body, origin) {
    if (this.#shape) {
      this.#scene.remove(this.#shape);
      freeTree(this.#shape);
      this.#shape = null;
    }
    if (body) {
      this.#shape = new THREE.Group();
      this.#shape.add(new THREE.Mesh(body, shapeMaterial), new THREE.LineSegments(new THREE.EdgesGeometry(body, 10), shapeEdgeMaterial));
      this.#shape.position.set(...origin);
      this.#scene.add(this.#shape);
    }
    this.redraw();
  }

  /** Puts each model where it is: twelve numbers, its origin and its axes. */
  moveModels(places) {
    places.forEach(([x, y, z, ...axes], i) => {
      const { matrix } = this.#moved.children[i];
      matrix.fromArray([...axes.slice(0, 3), 0, ...axes.slice(3, 6), 0, ...axes.slice(6), 0, x, y, z, 1]);
      this.#moved.children[i].matrixWorldNeedsUpdate = true;
    });
    this.redraw();
  }

  updateLayers() {
    if (this.#moved) this.#moved.visible = layers.find(({ id }) => id === 'models').shown;
    for (const group of this.#level?.children ?? [])
      group.visible = layers.find((layer) => layer.id === group.name).shown;
    this.redraw();
  }

  /** Marks a point of a surface, which may have a normal, and the faces of its brushes; null unmarks. */
  mark(hit, brushes = []) {
    if (this.#mark) {
      this.#scene.remove(this.#mark);
      freeTree(this.#mark);
      this.#mark = null;
    }
    if (hit) {
      this.#mark = new THREE.Group();
      const collector = new Collector();
      for (const brush of brushes)
        for (const polygon of polygonsOf(brush.sides.filter((side) => !side.bevel), brush.mins, brush.maxs))
          collector.add(polygon, new THREE.Color(0xffffff));
      const outline = collector.edges(markMaterial);
      const place = new THREE.Vector3(...hit.endpos);
      const size = Math.min(32, 0.12 * place.distanceTo(this.#camera.position));
      const up = new THREE.Vector3(...(hit.normal ?? [0, 0, 1]));
      const arrow = new THREE.ArrowHelper(up, place, size, 0xff5040, 0.3 * size, 0.2 * size);
      // A body that touches there must not hide it.
      for (const part of [arrow.line, arrow.cone]) {
        Object.assign(part.material, { depthTest: false, transparent: true });
        part.renderOrder = 5;
      }
      this.#mark.add(outline, arrow);
      this.#scene.add(this.#mark);
    }
    this.redraw();
  }

  look(eye, direction) {
    const target = eye.map((value, i) => value + direction[i]), view = [...eye, ...target];
    if (view.every((value, i) => value === this.#view[i])) return;
    this.#view = view;
    this.#isOld = true;
    this.#camera.position.set(...eye);
    this.#camera.lookAt(...target);
  }

  /** The direction of the line from the eye through a point of the canvas, in CSS pixels. */
  rayThrough(x, y) {
    const { clientWidth: width, clientHeight: height } = this.#renderer.domElement;
    this.#camera.updateMatrixWorld();
    const far = new THREE.Vector3((2 * x) / width - 1, 1 - (2 * y) / height, 0.5).unproject(this.#camera);
    const ray = far.sub(this.#camera.position).toArray();
    const size = Math.sqrt(dot(ray, ray));
    return ray.map((value) => value / size);
  }

  /** Asks for a new picture in the next frame. */
  redraw() {
    this.#isOld = true;
    this.wake();
  }

  /** Asks for frames; they draw only if something has changed. */
  wake() {
    if (this.#wanted) return;
    this.#wanted = true;
    requestAnimationFrame((time) => {
      this.#wanted = false;
      const more = this.beforeFrame(time);
      if (this.#isOld) this.draw();
      if (more) this.wake();
    });
  }

  draw() {
    this.#isOld = false;
    if (this.#level) ++this.drawings;
    this.#renderer.render(this.#scene, this.#camera);
  }
}
