// The words beside the picture. Everything that comes from a file is set as text, never as markup.

const find = (id) => document.getElementById(id);
const element = (name, text = '') => Object.assign(document.createElement(name), { textContent: text });
const short = (v) => v.map((value) => Math.round(value * 1000) / 1000 + 0).join(' ');

export class Panel {
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
    find('copy').addEventListener('click', after(() => navigator.clipboard?.writeText(String(this.line))));
    document.addEventListener('pointerlockchange', () => {
      find('cross').hidden = document.pointerLockElement === null;
    });
  }

  set name(text) {
    find('name').textContent = text;
    document.title = `${text} - hullbake`;
  }

  showMode(mode) {
    find('mode').textContent = mode === 'walk' ? 'walking: F flies' : 'flying: F walks';
    find('save').disabled = mode !== 'walk';
  }

  showPlace(origin, words) {
    find('place').textContent = `${origin.map((value) => value.toFixed(1)).join('  ')}  ${words}`;
  }

  listHulls(hulls, chosen) {
    find('walker').replaceChildren(...hulls.map(({ name }) => new Option(name, name, false, name === chosen)));
  }

  /** Shows the choices of the hull view. `box` is its box as text. */
  listHullView(hulls, { subject, colours, legend }, box) {
    const choices = [['', 'none'], ...hulls.map(({ name }) => [name, name])];
    if (!hulls.some(({ name }) => name === 'box')) choices.push(['box', 'a box ...']);
    find('seen').replaceChildren(...choices.map(([value, text]) => new Option(text, value, false, value === subject)));
    find('typed').hidden = subject !== 'box';
    for (const id of ['tints', 'stepped']) find(id).hidden = subject === '';
    find('box').value = box;
    find('colours').value = colours;
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

  showHit(map, hit, surface, touch) {
    find('hit').hidden = hit === null;
    if (hit === null) return;
    const facts = [['at', short(hit.endpos)], ['normal', short(hit.normal)], ['distance', short([hit.dist])],
                   ['contents', map.contentsName(hit.contents)]];
    if (touch) facts.splice(1, 0, ['touches', `${short(touch.point)} ${touch.feature}`]);
    if (hit.model !== 0) facts.push(['model', String(hit.model)]);
    this.line = surface?.line ?? null;
    if (surface)
      facts.push(['texture', surface.texture], ['brush', `${surface.brush} of entity ${surface.entity}`],
                 ['line', String(surface.line)]);
    this.#showFacts('hit', facts);
    find('copy').hidden = !surface;
  }

  /** The keys of an entity, as the map has them. */
  showEntity({ number, keys }) {
    this.#showFacts(`entity ${number}`, keys);
    find('copy').hidden = true;
  }

  /** Lists the leaks: `{ hull, words, colour }`. */
  listTrails(leaks, shown) {
    find('leaks').hidden = leaks.length === 0;
    find('trails').checked = shown;
    find('leak-list').replaceChildren(...leaks.map(({ hull, words, colour }, i) => {
      const line = element('li'), mark = element('i'), fly = element('button', 'fly to its start');
      mark.style.background = `#${colour.toString(16).padStart(6, '0')}`;
      fly.addEventListener('click', () => {
        fly.blur();
        this.onTrail(i);
      });
      line.append(mark, `${hull} `, element('small', words), fly);
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

  /** A short word about something that did not work; it goes away by itself. */
  notice(text) {
    find('notice').textContent = text;
    find('notice').hidden = false;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => { find('notice').hidden = true; }, 4000);
  }

  /** Why nothing, or something old, is shown; null takes it away. */
  trouble(title, text) {
    find('trouble').hidden = title === null;
    find('trouble').querySelector('h2').textContent = title ?? '';
    find('trouble').querySelector('pre').textContent = text ?? '';
  }
}
