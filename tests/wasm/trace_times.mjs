// Times short traces by the package beside the native library; docs/performance.md has the table that it prints.
// usage: node trace_times.mjs BUILD MAP [ROUNDS]; BUILD has tools/hullbake, runtime/libhullbake.a and npm/hullbake
// In WebAssembly all traces go in one batch, as each call from JavaScript has a price.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

const [build, level, rounds = '60'] = process.argv.slice(2), source = resolve(import.meta.dirname, '../..');
const folder = await mkdtemp(join(tmpdir(), 'trace_times_'));
const [program, hull, list] = ['trace_times', 'level.hull', 'segments'].map((name) => join(folder, name));
execFileSync(join(build, 'tools/hullbake'), ['compile', level, '-o', hull], { stdio: 'ignore' });
execFileSync('cc', ['-std=c11', '-O2', `-I${source}/runtime/include`, join(source, 'tests/wasm/trace_times.c'),
                    join(build, 'runtime/libhullbake.a'), '-lm', '-o', program]);
const native = execFileSync(program, [hull, list, rounds]).toString().trim().split('\n')
  .map((line) => line.split(' ').map(Number));

const { open } = await import(pathToFileURL(resolve(build, 'npm/hullbake/index.js')));
const map = await open(await readFile(hull)), bytes = await readFile(list);
const segments = new Float64Array(bytes.buffer, bytes.byteOffset, bytes.length / 8), count = segments.length / 6;
await rm(folder, { recursive: true });
const { box } = map.hulls.find(({ name }) => name === 'player');

console.log('| probe | native, ns | native in batches, ns | WebAssembly, ns | to native | to batches |');
console.log('| --- | ---: | ---: | ---: | ---: | ---: |');
Object.entries({ 'baked hull': { hull: 'player' }, 'box at query time': { box } }).forEach(([name, probe], i) => {
  let least = Infinity, fractions = null;
  for (let round = 0; round < Number(rounds); ++round) {
    const from = performance.now();
    fractions = map.traceFractions(probe, segments);
    least = Math.min(least, performance.now() - from);
  }
  const own = (1e6 * least) / count, [single, batch, sum] = native[i];
  assert.equal(fractions.reduce((all, fraction) => all + fraction, 0), sum, 'other answers than natively');
  const ratios = [own / single, own / batch].map((ratio) => ratio.toFixed(2));
  console.log(`| ${[name, single, batch, own.toFixed(1), ...ratios].join(' | ')} |`);
});
