// Starts `hullbake view` for a test.
import { spawn } from 'node:child_process';

/** On any free port. Returns `{ address, stop, errors }`; `errors` is what it has printed on stderr so far. */
export async function startView(...args) {
  const page = args.includes('--page') ? [] : ['--page', process.env.PAGE];
  const child = spawn(process.env.HULLBAKE, ['view', '--no-open', '--port', '0', ...page, ...args]);
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
