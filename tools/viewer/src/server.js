// What the server tells: the level that it has, what is wrong with the newest one, and the editor that it opens.

export class Server {
  #panel;
  /** The error that was told last. */
  #told = null;
  /** Whether the server was lost: another one, which counts anew, may answer next. */
  #isLost = false;
  /** The server that was heard last. Another one counts versions anew. */
  #run = null;
  /** Counts the levels that the server has had. */
  version = 0;
  name = '';
  /** Shows a level, bytes, that the server has now; with the leaks of it. */
  onLevel = async () => {};
  /** Tells why there is no newer level; an empty text if there is. */
  onError = () => {};

  constructor(panel) {
    this.#panel = panel;
  }

  /** Takes what the server has now: `{ name, run, version, error, leaks, editor }`. */
  async #take({ name, run, version, error, leaks, editor }) {
    this.name = name;
    this.#panel.hasEditor = editor;
    // The first event tells what the page knows. It must not take away what has been said since.
    const isNew = this.#isLost || run !== this.#run || version !== this.version;
    if (!isNew && error === this.#told) return;
    this.#told = error;
    this.#isLost = false;
    if (isNew) {
      const file = await fetch('level.hull');
      await this.onLevel(file.ok ? await file.arrayBuffer() : null, leaks);
      this.version = version;
      this.#run = run;
    }
    this.onError(error);
  }

  /** Follows the file: the server tells each change. A page that nobody sees gives its connection back. */
  async start() {
    await this.#take(await (await fetch('state.json')).json());
    let events = null, last = Promise.resolve();
    const listen = () => {
      events?.close();
      events = null;
      if (document.hidden) return;
      events = new EventSource('events');
      events.onmessage = ({ data }) => {
        // A level that does not come is asked for again with the next change.
        last = last.then(() => this.#take(JSON.parse(data))).catch(() => { this.#isLost = true; });
      };
      events.onopen = () => this.#panel.showLost('');
      events.onerror = ({ target }) => {
        // The browser tries again by itself, unless it was refused.
        const isRefused = target.readyState === EventSource.CLOSED;
        this.#isLost = true;
        this.#panel.showLost(isRefused ? 'too many pages follow the file: close some, and load this one again'
          : 'hullbake has ended: changes of the file are not shown');
      };
    };
    document.addEventListener('visibilitychange', listen);
    listen();
  }

  /** Opens a line of the map in the editor, and says so. */
  async edit(line) {
    this.#panel.notice(`line ${line} goes to the editor`);
    const answer = await fetch(`edit/${line}`, { method: 'POST' }).catch(() => null);
    if (!answer?.ok) this.#panel.notice(`the editor did not open: ${answer ? await answer.text() : 'the server has ended'}`);
  }

  /** The line of the first error that the map itself has; 0 if none has a line. */
  lineOfError(text) {
    for (const line of text.split('\n')) {
      const found = /^(.*):(\d+):\d+: error: /.exec(line);
      if (found && found[1].split(/[\\/]/).at(-1) === this.name) return Number(found[2]);
    }
    return 0;
  }
}
