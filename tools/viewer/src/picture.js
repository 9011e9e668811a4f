// Draws the level by three.js. Draws only when something has changed.
import * as THREE from 'three';
import { dot, polygonsOf } from './faces.js';
import { layerOf, layers, tint } from './layers.js';

const Background = 0x15181c;

/** Coordinates and colours of triangles and of lines, as they are collected. */
class Collector {
  positions = [];
  normals = [];
  colours = [];
  lines = [];

  add({ plane, points }, colour) {
    for (let i = 2; i < points.length; ++i) {
      for (const point of [points[0], points[i - 1], points[i]]) {
        this.positions.push(...point);
        this.normals.push(...plane.normal);
        this.colours.push(colour.r, colour.g, colour.b);
      }
    }
    points.forEach((point, i) => this.lines.push(...point, ...points[(i + 1) % points.length]));
  }

  mesh(opacity) {
    const geometry = new THREE.BufferGeometry();
    const set = (name, values) => geometry.setAttribute(name, new THREE.Float32BufferAttribute(values, 3));
    set('position', this.positions);
    set('normal', this.normals);
    set('color', this.colours);
    // The lines of a face must win against the face.
    const material = new THREE.MeshLambertMaterial({ vertexColors: true, transparent: opacity < 1, opacity,
      depthWrite: opacity === 1, polygonOffset: true, polygonOffsetFactor: 1, polygonOffsetUnits: 1 });
    return new THREE.Mesh(geometry, material);
  }

  edges(colour, opacity) {
    const geometry = new THREE.BufferGeometry();
    geometry.setAttribute('position', new THREE.Float32BufferAttribute(this.lines, 3));
    return new THREE.LineSegments(geometry, new THREE.LineBasicMaterial({ color: colour, transparent: true, opacity }));
  }
}

function freeTree(object) {
  object.traverse((part) => {
    part.geometry?.dispose();
    part.material?.dispose();
  });
}

export class Picture {
  #renderer;
  #scene = new THREE.Scene();
  #camera = new THREE.PerspectiveCamera(75, 1, 2, 40000);
  #level = null;
  #mark = null;
  #wanted = false;
  #isOld = true;
  #view = [];
  faces = 0;
  /** Called before each frame with the time of the browser, milliseconds. Returns true to go on. */
  beforeFrame = () => false;

  constructor(canvas) {
    this.#renderer = new THREE.WebGLRenderer({ canvas, antialias: true });
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

  /** Replaces what is drawn by these brushes. */
  show(brushes) {
    if (this.#level) {
      this.#scene.remove(this.#level);
      freeTree(this.#level);
    }
    this.#level = new THREE.Group();
    this.faces = 0;
    const collectors = new Map(layers.map((layer) => [layer, new Collector()]));
    const colour = new THREE.Color();
    for (const layer of layers) layer.brushes = 0;
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
      group.add(collector.mesh(layer.opacity), collector.edges(0x000000, 0.35));
      this.#level.add(group);
    }
    this.#scene.add(this.#level);
    this.updateLayers();
  }

  updateLayers() {
    for (const group of this.#level?.children ?? [])
      group.visible = layers.find((layer) => layer.id === group.name).shown;
    this.redraw();
  }

  /** Marks a point of a surface and the faces of its brushes; null unmarks. */
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
      const outline = collector.edges(0xffe060, 1);
      outline.material.depthTest = false;
      const place = new THREE.Vector3(...hit.endpos);
      const size = Math.min(32, 0.12 * place.distanceTo(this.#camera.position));
      const arrow = new THREE.ArrowHelper(new THREE.Vector3(...hit.normal), place, size, 0xff5040, 0.3 * size, 0.2 * size);
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
    this.#renderer.render(this.#scene, this.#camera);
  }
}
