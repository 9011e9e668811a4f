// The words beside the picture. Everything that comes from a file is set as text, never as markup.

const find = (id) => document.getElementById(id);
const element = (name, text = '') => Object.assign(document.createElement(name), { textContent: text });
const short = (v) => v.map((value) => Math.round(value * 1000) / 1000 + 0).join(' ');

export class Panel {
  /** Whether the server opens lines in an editor. */
  hasEditor = false;
  onMode = () => {};
  onMouse = () => {};
  onHull = () => {};
  onLayers = () => {};
  onSave = () => {};
  onHullView = () => {};
  onPlay = () => {};
  onTime = () => {};
  onRide = () => {};
  onLeave = () => {};
  onTrail = () => {};
  onTrails = () => {};
  onEdit = () => {};
  onFile = () => {};

  constructor() {
    const after = (action) => (event) => {
      // The keys belong to the level, not to the button that was pressed last.
      event.currentTarget.blur();
      action();
    };
    find('mode').addEventListener('click', after(() => this.onMode()));
    find('mouse').addEventListener('click', after(() => this.onMouse()));
    find('save').addEventListener('click', after(() => this.onSave()));
    find('walker').addEventListener('change', (event) => {
      event.currentTarget.blur();
      this.onHull(event.currentTarget.value);
    });
    find('play').addEventListener('click', after(() => this.onPlay()));
    find('leave').addEventListener('click', after(() => this.onLeave()));
    find('time').addEventListener('input', (event) => this.onTime(Number(event.currentTarget.value)));
    find('time').addEventListener('change', (event) => event.currentTarget.blur());
    find('ride').addEventListener('change', (event) => {
      event.currentTarget.blur();
      this.onRide(event.currentTarget.checked);
    });
    find('trails').addEventListener('change', (event) => {
      event.currentTarget.blur();
      this.onTrails(event.currentTarget.checked);
    });
    for (const id of ['seen', 'colours', 'box', 'steps'])
      find(id).addEventListener('change', (event) => {
        event.currentTarget.blur();
        this.onHullView({ subject: find('seen').value, colours: find('colours').value, box: find('box').value,
                            withSteps: find('steps').checked });
      });
    for (const id of ['shot', 'shape'])
      find(id).addEventListener('change', (event) => {
        event.currentTarget.blur();
        this.onShot(find(id).value);
      });
    find('copy').addEventListener('click', after(() => this.copyLine()));
    find('edit').addEventListener('click', after(() => this.editLine()));
    find('mend').addEventListener('click', after(() => this.onEdit(this.wrongLine)));
    find('help-button').addEventListener('click', after(() => this.toggleHelp()));
    find('close-help').addEventListener('click', after(() => this.closeHelp()));
    find('open').addEventListener('click', after(() => this.chooseFile()));
    find('file').addEventListener('change', (event) => {
      const [file] = event.currentTarget.files;
      // So that the same file can be chosen again.
      if (file) Promise.resolve(this.onFile(file)).then(() => { find('file').value = ''; });
    });
    this.#takeDropped();
    document.addEventListener('pointerlockchange', () => {
      find('cross').hidden = document.pointerLockElement === null;
    });
  }

  // While a file is held over the page, it says what may be dropped.
  #takeDropped() {
    const show = (isHeld) => { find('drop').hidden = !isHeld; };
    window.addEventListener('dragover', (event) => {
      event.preventDefault();
      show(true);
    });
    window.addEventListener('dragleave', (event) => { if (!event.relatedTarget) show(false); });
    window.addEventListener('drop', (event) => {
      event.preventDefault();
      show(false);
      const [file] = event.dataTransfer.files;
      if (file) this.onFile(file);
    });
  }

  set name(text) {
    find('name').textContent = text;
    document.title = `${text} - hullbake`;
  }

  showMode(mode) {
    find('mode').textContent = mode === 'walk' ? 'walking (F)' : 'flying (F)';
    find('save').disabled = mode !== 'walk';
  }

  showPlace(origin, words) {
    find('place').textContent = `${origin.map((value) => value.toFixed(1)).join('  ')}  ${words}`;
  }

  listHulls(hulls, chosen) {
    find('walker').replaceChildren(...hulls.map(({ name }) => new Option(name, name, false, name === chosen)));
  }

  /** Shows the choices of the hull view. `box` is its box as text. */
  listHullView(hulls, { subject, colours, withSteps, legend }, box) {
    const choices = [['', 'none'], ...hulls.map(({ name }) => [name, name])];
    if (!hulls.some(({ name }) => name === 'box')) choices.push(['box', 'a box ...']);
    find('seen').replaceChildren(...choices.map(([value, text]) => new Option(text, value, false, value === subject)));
    find('typed').hidden = subject !== 'box';
    for (const id of ['tints', 'stepped']) find(id).hidden = subject === '';
    find('box').value = box;
    find('colours').value = colours;
    find('steps').checked = withSteps;
    find('legend').replaceChildren(...(subject === '' ? [] : legend.map(([name, words, count]) => {
      const line = element('li'), mark = element('i');
      mark.className = name;
      line.append(mark, `${words} `, element('small', String(count)));
      return line;
    })));
  }

  /** Shows what a click shoots, a text, among what is offered. */
  listShots(shots, text) {
    const offered = shots.some(([value]) => value === text) ? shots : [...shots, [text, text]];
    find('shot').replaceChildren(...offered.map(([value, name]) => new Option(name, value, false, value === text)));
    find('shaped').hidden = text === '';
    find('shape').value = text;
  }

  listLayers(layers) {
    find('layers').replaceChildren(...layers.filter((layer) => layer.brushes > 0).map((layer) => {
      const label = element('label'), box = element('input');
      Object.assign(box, { type: 'checkbox', checked: layer.shown, name: layer.id });
      box.addEventListener('change', () => {
        layer.shown = box.checked;
        box.blur();
        this.onLayers();
      });
      label.append(box, ` ${layer.text} `, element('small', String(layer.brushes)));
      return label;
    }));
  }

  showHit(map, hit, surface, touch, isServed) {
    find('hit').hidden = hit === null;
    this.line = surface?.line ?? null;
    find('edit').hidden = !isServed || !this.hasEditor || this.line === null;
    if (hit === null) return;
    const facts = [['at', short(hit.endpos)], ['normal', short(hit.normal)], ['distance', short([hit.dist])],
                   ['contents', map.contentsName(hit.contents)]];
    if (touch) facts.splice(1, 0, ['touches', `${short(touch.point)} ${touch.feature}`]);
    if (hit.model !== 0) facts.push(['model', String(hit.model)]);
    if (surface)
      facts.push(['texture', surface.texture], ['brush', `${surface.brush} of entity ${surface.entity}`],
                 ['line', String(surface.line)]);
    if (surface?.bevel) facts.push(['side', 'a bevel, no face of the brush']);
    this.#showFacts('hit', facts);
    find('copy').hidden = !surface;
  }

  /** The keys of an entity, as the map has them. */
  showEntity({ number, keys }) {
    this.#showFacts(`entity ${number}`, keys);
    this.line = null;
    for (const id of ['copy', 'edit']) find(id).hidden = true;
  }

  /** Lists the leaks: `{ hull, line, words, colour }`. */
  listTrails(leaks, shown) {
    find('leaks').hidden = leaks.length === 0;
    find('trails').checked = shown;
    find('leak-list').replaceChildren(...leaks.map(({ hull, line: number, words, colour }, i) => {
      const line = element('li'), mark = element('i'), fly = element('button', 'fly there');
      mark.style.background = `#${colour.toString(16).padStart(6, '0')}`;
      fly.addEventListener('click', () => {
        fly.blur();
        this.onTrail(i);
      });
      line.append(mark, `${hull} `, fly);
      if (this.hasEditor && number > 0) {
        const edit = element('button', 'edit');
        edit.addEventListener('click', () => {
          edit.blur();
          this.onEdit(number);
        });
        line.append(' ', edit);
      }
      line.append(element('small', words));
      return line;
    }));
  }

  /** The time bar of a run; null takes it away. */
  showRun(run, { time = 0, origin, stance, said } = {}, plays = false) {
    find('run').hidden = run === null;
    if (run === null) return;
    find('play').textContent = plays ? 'pause' : 'play';
    find('time').max = run.length;
    find('time').value = time;
    find('told').textContent =
      `${run.name}  ${time.toFixed(2)} of ${run.length.toFixed(2)} s  ${short(origin)}  ${stance}  ${said}`;
  }

  /** The last events of triggers up to this time, the newest first. */
  showEvents(events) {
    find('events').replaceChildren(...events.map(({ time, body, trigger, enters, reason }) =>
      element('li', `${time.toFixed(3)} s  body ${body} ${enters ? 'enters' : 'leaves'} trigger ${trigger}` +
        (reason === 'crossed' ? '' : ` (${reason})`))));
  }

  #showFacts(title, facts) {
    find('hit').hidden = false;
    find('hit').querySelector('h2').textContent = title;
    find('facts').replaceChildren(...facts.flatMap(([name, value]) => [element('dt', name), element('dd', value)]));
  }

  /** Copies the line of what was hit. */
  copyLine() {
    if (this.line === null) return;
    const done = () => this.notice(`line ${this.line} is copied`), failed = () => this.notice('the browser copies nothing here');
    navigator.clipboard ? navigator.clipboard.writeText(String(this.line)).then(done, failed) : failed();
  }

  editLine() {
    if (!find('hit').hidden && !find('edit').hidden) this.onEdit(this.line);
  }

  chooseFile() {
    find('file').click();
  }

  /** Shows or hides the layer of that place in the list. */
  toggleLayer(i) {
    find('layers').querySelectorAll('input')[i]?.click();
  }

  toggleHelp() {
    find('help').hidden = !find('help').hidden;
  }

  /** Returns whether it was open. */
  closeHelp() {
    const wasOpen = !find('help').hidden;
    find('help').hidden = true;
    return wasOpen;
  }

  /** Says why the page does not follow the file; an empty text takes that away. */
  showLost(text) {
    find('lost').textContent = text;
    find('lost').hidden = text === '';
  }

  /** A short word about something that did not work; it goes away by itself. An empty one takes the last away. */
  notice(text) {
    find('notice').textContent = text;
    find('notice').hidden = text === '';
    clearTimeout(this.timer);
    this.timer = setTimeout(() => { find('notice').hidden = true; }, Math.max(4000, 70 * text.length));
  }

  /** Why nothing, or something old, is shown; null takes it away. With a line, a button opens it in the editor. */
  trouble(title, text, line = 0) {
    find('trouble').hidden = title === null;
    find('trouble').querySelector('h2').textContent = title ?? '';
    find('trouble').querySelector('pre').textContent = text ?? '';
    this.wrongLine = line;
    find('mend').hidden = line === 0;
    find('mend').textContent = `open line ${line} in the editor`;
  }
}
