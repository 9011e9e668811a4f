// The page of `hullbake view`: a level, drawn, walked through and asked by the runtime itself.
import { open } from 'hullbake';
import { addressOf, readAddress } from './address.js';
import { hullColour } from './boundary.js';
import { Controls } from './controls.js';
import { shownBytes } from './dropped.js';
import { entityOnRay, placedEntities } from './entities.js';
import { add, length } from './faces.js';
import { HullView, boxText, readBox } from './hullview.js';
import { entitiesAreShown, layers, shownProbe, walkedModel } from './layers.js';
import { Panel } from './panel.js';
import { Picture } from './picture.js';
import { frameAt, readRun } from './replay.js';
import { Server } from './server.js';
import { geometryOf, readShape, shots, touchOf } from './shapes.js';
import { Leaks, isTrailName, viewOf } from './trails.js';
import { isWorld, playWorld, readWorld } from './worlds.js';
import { TickSeconds, Walker, eyeOffset } from './walker.js';

/** How fast the eye flies, units a second, and how much faster with Shift. */
const FlySpeed = 500, FastFactor = 3;
/** After a longer pause, seconds, the walk does not catch up. */
const LongestFrame = 0.1;
const ClickReach = 16384;
/** So many events of triggers are listed. */
const ListedEvents = 5;
const unturned = [[1, 0, 0], [0, 1, 0], [0, 0, 1]];

class Viewer {
  #picture = new Picture(document.getElementById('picture'));
  #controls = new Controls(document.getElementById('picture'));
  #panel = new Panel();
  #lastFrame = null;
  #rest = 0;
  #addressTimer = 0;
  #fault = null;
  #plays = false;
  #rides = false;
  /** The recorded run that is shown, and its time, seconds. */
  run = null;
  runTime = 0;
  hullView = new HullView();
  map = null;
  brushes = [];
  entities = [];
  mode = 'fly';
  eye = [0, 0, 0];
  hull = null;
  walker = null;
  hit = null;
  /** What a click shoots, as text; empty for a ray. */
  shot = '';
  /** The entity whose icon was clicked. */
  entity = null;
  #leaks = new Leaks(this.#picture, this.#panel);
  server = new Server(this.#panel);
  /** Whether the level is the server's, so that its editor has the lines. */
  isServed = false;
  /** Set by tests before the page loads: time passes by advance() only. */
  isStill = window.viewerIsStill === true;

  constructor() {
    this.#controls.onKey = (code) => this.#key(code);
    this.#controls.onClick = (x, y) => this.ask(x, y);
    this.#controls.onChange = () => this.#picture.wake();
    this.#picture.beforeFrame = (time) => this.#frame(time);
    this.#panel.onMode = () => this.setMode(this.mode === 'walk' ? 'fly' : 'walk');
    this.#panel.onMouse = () => this.#controls.toggleLock();
    this.#panel.onHull = (name) => this.setHull(name);
    this.#panel.onSave = () => this.#saveRun();
    this.#panel.onShot = (text) => this.setShot(text);
    this.#panel.onHullView = (choice) => this.#chooseHullView(choice);
    this.#panel.onLayers = () => {
      this.#picture.updateLayers();
      if (this.hullView.subject !== '') this.updateHullView();
      if (this.walker && this.walker.model !== walkedModel()) this.setMode('walk');
      this.#writeAddress();
    };
    this.#panel.onPlay = () => {
      if (this.runTime >= this.run.length) this.runTime = 0;
      this.#plays = !this.#plays;
      this.#lastFrame = null;
      this.setRunTime(this.runTime);
    };
    this.#panel.onTime = (time) => this.setRunTime(time);
    this.#panel.onRide = (rides) => {
      this.#rides = rides;
      this.setMode('fly');
      this.setRunTime(this.runTime);
    };
    this.#panel.onTrail = (i) => this.#flyToTrail(i);
    this.#panel.onLeave = () => this.#leaveRun();
    this.#panel.onEdit = (line) => this.server.edit(line);
    this.#panel.onFile = (file) => this.#take(file);
    this.server.onLevel = (bytes, leaks) => this.#takeServed(bytes, leaks);
    this.server.onError = (error) => this.#tellError(error);
    window.addEventListener('hashchange', () => this.#goTo(readAddress(location.hash)));
  }

  /** Shows a file, given as bytes or as a promise of them. What is shown stays, with the reason, if the file is not
   * sound. Returns whether it was. */
  async load(bytes, name) {
    let map;
    try {
      map = await open(await bytes);
    } catch (error) {
      this.#fault = { title: `${name} cannot be shown`, text: error.message };
      this.#panel.trouble(this.#fault.title, this.#fault.text);
      return false;
    }
    const isFirst = this.map === null;
    this.map = map;
    this.isServed = false;
    this.brushes = map.brushes();
    this.entities = placedEntities(map);
    if (this.run?.models) this.#leaveRun();
    this.#picture.show(this.brushes, this.entities);
    this.#fault = null;
    this.#panel.trouble(null);
    this.#panel.name = name;
    this.#panel.listLayers(layers);
    this.#mark(null);
    const names = map.hulls.map((hull) => hull.name);
    if (!names.includes(this.hull)) this.hull = names.includes('player') ? 'player' : names[0] ?? null;
    this.#panel.listHulls(map.hulls, this.hull);
    if (this.shape === null) this.shot = '';
    this.#listShots();
    if (isFirst) this.#begin();
    else if (this.mode === 'walk') this.setMode('walk');
    if (!isFirst) this.updateHullView();
    this.#picture.redraw();
    return true;
  }

  // At the place in the address, else at the player's start.
  #begin() {
    const start = this.map.playerStarts()[0];
    const { mins, maxs } = this.map.models[0]?.bounds ?? { mins: [0, 0, 0], maxs: [0, 0, 0] };
    this.eye = start ? add(start.origin, [0, 0, 22]) : add(mins, add(maxs, mins, -1), 0.5);
    this.#controls.look(0, start?.yaw ?? 0);
    const address = readAddress(location.hash);
    this.#goTo({ ...address, mode: address.mode ?? (start && !address.at ? 'walk' : 'fly') });
  }

  #goTo({ at, look, mode, hull, show, view, colours, steps, shoot }) {
    if (this.map === null) return;
    if (show) {
      for (const layer of layers) layer.shown = show.includes(layer.id);
      this.#panel.listLayers(layers);
      this.#picture.updateLayers();
    }
    if (this.map.hulls.some(({ name }) => name === hull)) {
      this.hull = hull;
      this.#panel.listHulls(this.map.hulls, hull);
    }
    this.setShot(shoot ?? '');
    this.hullView.text = view;
    Object.assign(this.hullView, { colours, withSteps: steps });
    this.updateHullView();
    if (look) this.#controls.look(...look);
    if (at) this.eye = at;
    this.setMode(mode ?? 'fly');
  }

  setMode(mode) {
    if (this.map === null) return;
    this.walker = null;
    if (mode === 'walk' && this.hull !== null) {
      const { mins, maxs } = this.map.hulls.find(({ name }) => name === this.hull).box;
      // An address has the eye, so it leads back to the same origin.
      const walker = new Walker(this.map, this.hull, walkedModel(), add(this.eye, [0, 0, -eyeOffset({ mins, maxs })]));
      if (walker.fits) this.walker = walker;
      else this.#panel.notice(`no room here for a box of ${add(maxs, mins, -1).join(' x ')}`);
    }
    this.mode = this.walker ? 'walk' : 'fly';
    this.#panel.showMode(this.mode);
    this.#lastFrame = null;
    this.#picture.redraw();
  }

  /** Draws the hull that is chosen, and what it cannot pass: doors that are hidden stand open. */
  updateHullView() {
    const view = this.hullView, reason = view.update(this.map, this.brushes, walkedModel());
    if (reason) this.#panel.notice(reason);
    this.#picture.showHull(view.faces, (colour, plane) => hullColour(colour, view.colours, plane), view);
    this.#panel.listHullView(this.map.hulls, view, boxText(view.box));
    this.#writeAddress();
  }

  #chooseHullView({ subject, colours, box, withSteps }) {
    const typed = readBox(box);
    if (typed) this.hullView.box = typed;
    else this.#panel.notice('a box is six numbers: mins and maxs');
    Object.assign(this.hullView, { subject, colours, withSteps });
    this.updateHullView();
  }

  /** Chooses what a click shoots. */
  setShot(text) {
    const before = this.shot;
    this.shot = text;
    if (text !== '' && this.shape === null) {
      this.shot = before;
      this.#panel.notice('a shape is one as ball:16, capsule:16,56, cylinder:16,56, box:-8,-8,-8:8,8,8@0,30,0, points:0,0,0:9,0,0 or hull:NAME');
    }
    this.#listShots();
    this.#writeAddress();
  }

  #listShots() {
    const hulls = this.map.hulls.map(({ name }) => [`hull:${name}`, `hull ${name}`]);
    this.#panel.listShots([...shots, ...hulls], this.shot);
  }

  setHull(name) {
    this.hull = name;
    if (this.mode === 'walk') this.setMode('walk');
  }

  #key(code) {
    if (code === 'KeyF') this.setMode(this.mode === 'walk' ? 'fly' : 'walk');
    if (code === 'KeyM') this.#controls.toggleLock();
    if (code === 'Escape' && !this.#panel.closeHelp()) this.#mark(null);
    if (code === 'KeyH') this.#panel.toggleHelp();
    if (code === 'KeyL') this.#panel.copyLine();
    if (code === 'KeyE') this.#panel.editLine();
    if (code === 'KeyO') this.#panel.chooseFile();
    if (code.startsWith('Digit')) this.#panel.toggleLayer(Number(code.slice(5)) - 1);
    if (this.run && code === 'KeyP') this.#panel.onPlay();
    if (this.run && (code === 'Comma' || code === 'Period')) this.#step(code === 'Comma' ? -1 : 1);
  }

  // ---- time

  #frame(time) {
    if (this.map === null) return false;
    const passed = this.#lastFrame === null ? 0 : Math.min(LongestFrame, (time - this.#lastFrame) / 1000);
    this.#lastFrame = time;
    if (!this.isStill) {
      if (this.mode === 'walk') this.#walkOn(passed);
      else this.#flyOn(passed);
      if (this.#plays) this.setRunTime(this.runTime + passed);
    }
    this.#updateView();
    const more = !this.isStill && (this.#controls.anyHeld || this.mode === 'walk' || this.#plays);
    if (!more) this.#lastFrame = null;
    return more;
  }

  #walkOn(seconds) {
    this.#rest += seconds;
    for (; this.#rest >= TickSeconds; this.#rest -= TickSeconds) this.#tick();
  }

  #tick() {
    const { forward, side, yaw } = this.#controls;
    this.walker.tick({ forward, side, yaw, jump: this.#controls.holds('jump'), crouch: this.#controls.holds('crouch') });
  }

  #flyOn(seconds) {
    const { forward, side, direction, yaw } = this.#controls;
    const turn = (yaw * Math.PI) / 180, up = Number(this.#controls.holds('jump')) - Number(this.#controls.holds('crouch'));
    const way = add(add(direction.map((value) => value * forward), [Math.sin(turn), -Math.cos(turn), 0], side), [0, 0, up]);
    const size = length(way);
    if (size === 0) return;
    const speed = FlySpeed * (this.#controls.holds('fast') ? FastFactor : 1);
    this.eye = add(this.eye, way, (speed * seconds) / size);
  }

  #updateView() {
    if (this.walker) {
      const part = this.isStill ? 1 : this.#rest / TickSeconds;
      const { before, state, box } = this.walker;
      this.eye = add(add(before, add(state.origin, before, -1), part), [0, 0, eyeOffset(box)]);
    }
    this.#picture.look(this.eye, this.#controls.direction);
    const stance = this.walker && (this.walker.refusal || (this.walker.state.onGround ? 'on the ground' : 'in the air'));
    this.#panel.showPlace(this.walker ? this.walker.state.origin : this.eye, stance ?? '');
    this.#writeAddress();
  }

  /** For tests: lets that many ticks of walking pass. */
  advance(ticks) {
    for (let i = 0; i < ticks; ++i) this.#tick();
    this.#updateView();
    return this.walker.state;
  }

  look(pitch, yaw) {
    this.#controls.look(pitch, yaw);
  }

  /** For tests: draws in the same task in which they read the picture. */
  redrawNow() {
    this.#updateView();
    this.#picture.draw();
  }

  get faces() {
    return this.#picture.faces;
  }

  get drawings() {
    return this.#picture.drawings;
  }

  // ---- runs

  /** Shows a recorded run, or plays a world, with a time bar. */
  showRun(text, name) {
    let run;
    try {
      run = isWorld(text) ? playWorld(this.map, readWorld(text, name)) : readRun(text, name);
    } catch (error) {
      this.#panel.trouble(`${name} cannot be shown`, error.message);
      return;
    }
    run.box ??= this.map.hulls.find((hull) => hull.name === run.hull)?.box;
    if (!run.box) {
      this.#panel.trouble(`${name} cannot be shown`, `the level has no hull "${run.hull}"`);
      return;
    }
    this.#panel.trouble(null);
    if (run.source && run.source !== this.map.sourceHash) this.#panel.notice('the run was recorded in another map');
    if (run.difference) this.#panel.trouble(name, run.difference);
    if (this.run) this.#leaveRun();
    this.run = run;
    this.#picture.showRun(run.frames, run.boxes ?? [run.box]);
    if (run.models) this.#setMoved(run.models);
    this.#picture.showTriggers((run.triggers ?? []).map(({ model, box }) =>
      (box ? { box } : { brushes: this.brushes.filter((brush) => brush.model === model) })));
    this.setRunTime(0);
  }

  setRunTime(time) {
    this.runTime = Math.max(0, Math.min(this.run.length, time));
    if (this.runTime === this.run.length) this.#plays = false;
    this.frame = frameAt(this.run, this.runTime);
    if (this.#rides) this.eye = add(this.frame.origin, [0, 0, eyeOffset(this.run.box)]);
    this.#picture.moveBodies(this.frame.bodies ?? [this.frame.origin]);
    if (this.frame.models) this.#picture.moveModels(this.frame.models);
    if (this.frame.triggers)
      this.#picture.moveTriggers(this.frame.triggers, this.frame.inside.map((bodies) => bodies.length > 0));
    this.#panel.showEvents(this.told);
    this.#panel.showRun(this.run, this.frame, this.#plays);
  }

  /** To the tick of a run before or behind the time that is shown. */
  #step(way) {
    this.#plays = false;
    const times = this.run.frames.map(({ time }) => time);
    const next = way > 0 ? times.find((time) => time > this.runTime) : times.findLast((time) => time < this.runTime);
    this.setRunTime(next ?? this.runTime);
  }

  /** The last events of triggers up to now, the newest first. */
  get told() {
    return (this.run.events ?? []).filter(({ time }) => time <= this.runTime).slice(-ListedEvents).reverse();
  }

  /** Draws these models apart from the level, where a world has them. */
  #setMoved(models) {
    this.#picture.show(this.brushes.filter(({ model }) => !models.includes(model)), this.entities);
    this.#picture.showMoved(models.map((number) => this.brushes.filter(({ model }) => model === number)));
  }

  #leaveRun() {
    if (this.run.models) this.#setMoved([]);
    this.#picture.showTriggers([]);
    this.#panel.showEvents([]);
    this.run = null;
    this.#plays = false;
    this.#picture.showRun(null);
    this.#panel.showRun(null);
  }

  // ---- leaks

  get leaks() {
    return this.#leaks.list;
  }

  #flyToTrail(i) {
    const { eye, pitch, yaw } = viewOf(this.map, this.leaks[i].trail);
    this.setMode('fly');
    this.eye = eye;
    this.#controls.look(pitch, yaw);
    this.#picture.redraw();
  }

  // ---- questions

  /** Shoots from the eye through a point of the canvas at the first thing that is shown. */
  ask(x, y) {
    if (this.map === null) return;
    const ray = this.#picture.rayThrough(x, y), end = add(this.eye, ray, ClickReach), probe = shownProbe();
    const { shape } = this;
    // A hull is asked as bodies are: what stops them counts, shown or not.
    if (shape?.hull) Object.assign(probe, { hull: shape.hull, box: null, mask: undefined });
    else if (shape) Object.assign(probe, { shape, box: null });
    const hit = this.map.trace(probe, this.eye, end);
    if (hit.reason) this.#panel.notice(hit.reason);
    if (hit.startsolid) this.#panel.notice(shape ? 'no room here for the shape' : 'the eye is in solid');
    const icons = entitiesAreShown() ? this.entities : [];
    const entity = entityOnRay(icons, this.eye, ray, hit.startsolid ? 0 : hit.fraction * ClickReach);
    if (entity) this.#markEntity(entity);
    else this.#mark(hit.hit && !hit.startsolid ? hit : null, end, probe, shape);
  }

  /** For tests: where a click there ends if it meets nothing, and what it shoots. */
  endOf(x, y) {
    return add(this.eye, this.#picture.rayThrough(x, y), ClickReach);
  }

  /** What a click shoots; null is a ray. That of a hull is its box. */
  get shape() {
    const hull = this.map?.hulls.find(({ name }) => this.shot === `hull:${name}`);
    return hull ? { kind: 'box', hull: hull.name, ...hull.box } : readShape(this.shot);
  }

  #markEntity(entity) {
    this.hit = null;
    this.#picture.showShape(null);
    this.entity = entity;
    this.#picture.mark({ endpos: entity.origin });
    this.#panel.showEntity(entity);
  }

  #mark(hit, end, probe, shape = null) {
    const surface = hit && this.map.surface(probe, this.eye, end);
    this.entity = null;
    const touch = hit && shape ? touchOf(this.map, probe, this.eye, end, hit) : null;
    this.hit = hit && { ...hit, surface, touch };
    const axes = hit && shape?.angles ? this.map.rotation(shape.angles).axes : unturned;
    this.#picture.showShape(hit && shape ? geometryOf(shape, axes) : null, hit?.endpos);
    const isPart = (brush) => surface && brush.entity === surface.entity && brush.number === surface.brush;
    this.#picture.mark(touch ? { endpos: touch.point, normal: hit.normal } : hit, this.brushes.filter(isPart));
    this.#panel.showHit(this.map, hit, surface, touch, this.isServed);
  }

  // ---- in and out

  #writeAddress() {
    // Browsers refuse more than some changes a second.
    this.#addressTimer ||= setTimeout(() => {
      this.#addressTimer = 0;
      if (location.hash !== this.address) history.replaceState(null, '', this.address);
    }, 300);
  }

  get address() {
    return addressOf({ at: this.eye, look: [this.#controls.pitch, this.#controls.yaw], mode: this.mode, hull: this.hull,
                       show: this.shownLayers(), view: this.hullView.text, colours: this.hullView.colours,
                       steps: this.hullView.withSteps, shoot: this.shot });
  }

  shownLayers() {
    return layers.filter((layer) => layer.shown).map((layer) => layer.id);
  }

  #saveRun() {
    const url = URL.createObjectURL(new Blob([this.walker.recording.text], { type: 'text/plain' }));
    Object.assign(document.createElement('a'), { href: url, download: 'walk.run' }).click();
    URL.revokeObjectURL(url);
  }

  /** Shows what a file has: a level, a run, a world, or a trail. */
  async #take(file) {
    const bytes = await file.arrayBuffer(), text = () => new TextDecoder().decode(bytes);
    const isRun = /^hullbake-(run|world)/.test(new TextDecoder('latin1').decode(bytes.slice(0, 14)));
    if (isRun && this.map) this.showRun(text(), file.name);
    else if (isTrailName(file.name) && this.map) this.#leaks.showFile(text(), file.name);
    else if (await this.load(shownBytes(bytes, file.name, (words) => this.#panel.notice(words)), file.name)) this.#leaks.show([]);
  }

  async #takeServed(bytes, leaks) {
    if (bytes && await this.load(bytes, this.server.name)) this.isServed = true;
    if (this.map) this.#leaks.show(leaks);
  }

  #tellError(error) {
    const { name } = this.server;
    const title = this.map ? `${name} has an error; this is the state before` : `${name} cannot be shown`;
    if (error) this.#panel.trouble(title, error, this.#panel.hasEditor ? this.server.lineOfError(error) : 0);
    else if (this.map) this.#panel.trouble(this.#fault?.title ?? null, this.#fault?.text);
  }

  get version() {
    return this.server.version;
  }
}

try {
  const viewer = new Viewer();
  window.viewer = viewer;
  viewer.server.start().catch((error) => new Panel().trouble('the page has failed', String(error)));
} catch (error) {
  new Panel().trouble('this browser cannot draw the level', `It needs WebGL 2. ${error.message}`);
}
