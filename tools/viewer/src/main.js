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
import { geometryOf, readShape, shots, touchOf } from './shapes.js';
import { colourOf, isTrailName, lengthOf, readTrail, viewOf } from './trails.js';
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
  /** The error that the server told last. */
  #told = null;
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
  /** The ways out of the level: `{ hull, entity, line, trail }`, and whether they are drawn. */
  leaks = [];
  trailsShown = true;
  version = 0;
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
    this.#panel.onTrails = (shown) => {
      this.trailsShown = shown;
      this.showLeaks(this.leaks);
    };
    this.#panel.onLeave = () => this.#leaveRun();
    window.addEventListener('hashchange', () => this.#goTo(readAddress(location.hash)));
    window.addEventListener('dragover', (event) => event.preventDefault());
    window.addEventListener('drop', (event) => this.#drop(event));
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
    this.#panel.listShots(shots, this.shot);
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

  #goTo({ at, look, mode, hull, show, view, colours, shoot }) {
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
    this.hullView.colours = colours;
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
    if (text === '' || readShape(text)) this.shot = text;
    else this.#panel.notice('a shape is one as ball:16, capsule:16,56, cylinder:16,56, box:-8,-8,-8:8,8,8@0,30,0 or points:0,0,0:9,0,0');
    this.#panel.listShots(shots, this.shot);
    this.#writeAddress();
  }

  setHull(name) {
    this.hull = name;
    if (this.mode === 'walk') this.setMode('walk');
  }

  #key(code) {
    if (code === 'KeyF') this.setMode(this.mode === 'walk' ? 'fly' : 'walk');
    if (code === 'KeyM') this.#controls.toggleLock();
    if (code === 'Escape') this.#mark(null);
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

  /** Draws the trails of leaks, `{ hull, entity, line, trail }`, instead of others. */
  showLeaks(leaks) {
    this.leaks = leaks;
    const shown = leaks.map((leak, i) => ({ ...leak, colour: colourOf(i) }));
    this.#picture.showTrails(this.trailsShown ? shown : []);
    this.#panel.listTrails(shown.map(({ hull, entity, line, trail, colour }) => {
      const from = entity ? `${entity}, line ${line}, ` : '';
      return { hull, words: `${from}${Math.round(lengthOf(trail))} units`, colour };
    }), this.trailsShown);
  }

  #showTrailFile(text, name) {
    try {
      this.showLeaks([{ hull: name, entity: '', line: 0, trail: readTrail(text, name) }]);
    } catch (error) {
      this.#panel.trouble(`${name} cannot be shown`, error.message);
    }
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
    if (this.shape) Object.assign(probe, { shape: this.shape, box: null });
    const hit = this.map.trace(probe, this.eye, end);
    if (hit.reason) this.#panel.notice(hit.reason);
    if (hit.startsolid) this.#panel.notice(probe.shape ? 'no room here for the shape' : 'the eye is in solid');
    const icons = entitiesAreShown() ? this.entities : [];
    const entity = entityOnRay(icons, this.eye, ray, hit.startsolid ? 0 : hit.fraction * ClickReach);
    if (entity) this.#markEntity(entity);
    else this.#mark(hit.hit && !hit.startsolid ? hit : null, end, probe);
  }

  /** For tests: where a click there ends if it meets nothing, and what it shoots. */
  endOf(x, y) {
    return add(this.eye, this.#picture.rayThrough(x, y), ClickReach);
  }

  get shape() {
    return readShape(this.shot);
  }

  #markEntity(entity) {
    this.hit = null;
    this.#picture.showShape(null);
    this.entity = entity;
    this.#picture.mark({ endpos: entity.origin });
    this.#panel.showEntity(entity);
  }

  #mark(hit, end, probe) {
    const surface = hit && this.map.surface(probe, this.eye, end);
    this.entity = null;
    const touch = hit && probe.shape ? touchOf(this.map, probe, this.eye, end, hit) : null;
    this.hit = hit && { ...hit, surface, touch };
    const axes = hit && probe.shape?.angles ? this.map.rotation(probe.shape.angles).axes : unturned;
    this.#picture.showShape(hit && probe.shape ? geometryOf(probe.shape, axes) : null, hit?.endpos);
    const isPart = (brush) => surface && brush.entity === surface.entity && brush.number === surface.brush;
    this.#picture.mark(touch ? { endpos: touch.point, normal: hit.normal } : hit, this.brushes.filter(isPart));
    this.#panel.showHit(this.map, hit, surface, touch);
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
                       shoot: this.shot });
  }

  shownLayers() {
    return layers.filter((layer) => layer.shown).map((layer) => layer.id);
  }

  #saveRun() {
    const url = URL.createObjectURL(new Blob([this.walker.recording.text], { type: 'text/plain' }));
    Object.assign(document.createElement('a'), { href: url, download: 'walk.run' }).click();
    URL.revokeObjectURL(url);
  }

  async #drop(event) {
    event.preventDefault();
    const file = event.dataTransfer.files[0];
    if (!file) return;
    const bytes = await file.arrayBuffer();
    const isRun = /^hullbake-(run|world)/.test(new TextDecoder('latin1').decode(bytes.slice(0, 14)));
    if (isRun && this.map) this.showRun(new TextDecoder().decode(bytes), file.name);
    else if (isTrailName(file.name) && this.map) this.#showTrailFile(new TextDecoder().decode(bytes), file.name);
    else if (await this.load(shownBytes(bytes, file.name), file.name)) this.showLeaks([]);
  }

  /** Shows what the server has now: `{ name, version, error, leaks }`. */
  async #follow({ name, version, error, leaks }) {
    // The first event tells what the page knows. It must not take away what has been said since.
    if (version === this.version && error === this.#told) return;
    this.#told = error;
    if (version !== this.version) {
      const file = await fetch('level.hull');
      if (file.ok) await this.load(await file.arrayBuffer(), name);
      if (this.map) this.showLeaks(leaks);
      this.version = version;
    }
    const title = this.map ? `${name} has an error; this is the state before` : `${name} cannot be shown`;
    if (error) this.#panel.trouble(title, error);
    else if (this.map) this.#panel.trouble(this.#fault?.title ?? null, this.#fault?.text);
  }

  /** Follows the file: the server tells each change. A page that nobody sees gives its connection back. */
  async start() {
    await this.#follow(await (await fetch('state.json')).json());
    let events = null, last = Promise.resolve();
    const listen = () => {
      events?.close();
      events = null;
      if (document.hidden) return;
      events = new EventSource('events');
      events.onmessage = ({ data }) => { last = last.then(() => this.#follow(JSON.parse(data))); };
    };
    document.addEventListener('visibilitychange', listen);
    listen();
  }
}

const viewer = new Viewer();
window.viewer = viewer;
viewer.start().catch((error) => new Panel().trouble('the page has failed', String(error)));
