// Starts `hullbake view` for a test.
import { spawn } from 'node:child_process';

const started = [];

/** Stops every program that a test has left running: they would keep Node alive. */
export function stopAll() {
  for (const child of started) child.kill();
}

/** Starts a program and remembers it. */
export function start(path, args) {
  const child = spawn(path, args);
  started.push(child);
  return child;
}

/** On any free port if none is named; `args` are strings, or `{ command, args }` for a subcommand other than view. Returns `{ address,
 * stop, errors }`; `errors` is what it has printed on stderr so far. */
export async function startView(file, ...args) {
  const { command, args: rest } = args[0]?.command ? args[0] : { command: 'view', args };
  const page = rest.includes('--page') ? [] : ['--page', process.env.PAGE];
  const port = rest.includes('--port') ? [] : ['--port', '0'];
  const child = start(process.env.HULLBAKE, [command, file, '--no-open', ...port, ...page, ...rest]);
  const view = { errors: '', stop: () => child.kill() };
  child.stderr.on('data', (text) => { view.errors += text; });
  view.address = await new Promise((resolve, reject) => {
    let out = '';
    child.stdout.on('data', (text) => {
      out += text;
      const found = /http:\S+\//.exec(out);
      if (found) resolve(found[0]);
    });
    child.on('exit', (code) => reject(new Error(`hullbake view ended with ${code}: ${view.errors}`)));
  });
  return view;
}
