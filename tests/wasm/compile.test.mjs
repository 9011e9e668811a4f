// The compiler as WebAssembly writes the bytes of the native one, and says what it refuses, with the line.
// usage: PACKAGE=... HULLBAKE=... MAPS=PLACE:PLACE... node --test compile.test.mjs; a place is a map, or a folder of
// maps; the first one is the demo's folder
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import test, { after } from 'node:test';
import { pathToFileURL } from 'node:url';

const address = (name) => pathToFileURL(join(process.env.PACKAGE, name));
const { compile, CompileError } = await import(address('compiler.js'));
const { open } = await import(address('index.js'));
const places = process.env.MAPS.split(':');
const demo = await readFile(join(places[0], 'demo.map'));
const folder = await mkdtemp(join(tmpdir(), 'hullbake-wasm-'));
after(() => rm(folder, { recursive: true }));

/** Returns the file and the report of the command line. */
async function native(map, ...options) {
  const file = join(folder, 'native.hull');
  const report = execFileSync(process.env.HULLBAKE, ['compile', map, '-o', file, '--json', '--force', ...options],
                              { stdio: ['ignore', 'pipe', 'ignore'] });
  return { bytes: await readFile(file), report: JSON.parse(report) };
}

/** What a report says besides times and names of files. */
const facts = (report) => {
  const without = ['stages', 'milliseconds', 'map', 'output', 'leakFile', 'leakLineFile', 'file'];
  return JSON.parse(JSON.stringify(report, (key, value) => (without.includes(key) ? undefined : value)));
};

const isMap = (name) => name.endsWith('.map');
for (const place of places)
  for (const name of isMap(place) ? [''] : (await readdir(place)).filter(isMap).sort())
    test(`writes the native bytes of ${basename(join(place, name))}`, async () => {
      const map = join(place, name), theirs = await native(map);
      const ours = await compile(await readFile(map), { name: basename(map) });
      assert.ok(theirs.bytes.equals(ours.bytes), `${theirs.bytes.length} and ${ours.bytes.length} bytes`);
      assert.deepEqual(facts(ours.report), facts(theirs.report));
    });

test('the options are those of the command line', async () => {
  const options = { game: 'hexen2', hulls: [{ name: 'robot', mins: [-8, -8, 0], maxs: [8, 8, 20] }], fill: false,
                    cells: 32, starts: ['info_robot*'], curveError: 0.25, passage: 0.5 };
  const words = '--game hexen2 --hull robot=-8,-8,0:8,8,20 --fill off --cells 32 --start info_robot* ' +
    '--curve-error 0.25 --passage 0.5';
  const theirs = await native(join(places[0], 'demo.map'), ...words.split(' '));
  const ours = await compile(demo.toString('latin1'), options);
  assert.ok(theirs.bytes.equals(ours.bytes));
  assert.equal((await open(ours.bytes)).hulls.at(-1).name, 'robot');
});

test('an error has its line and column', async () => {
  const lines = demo.toString().split('\n'), broken = lines.findIndex((line) => line.startsWith('( ')) + 1;
  const error = await compile(lines.with(broken - 1, '( 1 2 nonsense ) here').join('\n')).catch((failure) => failure);
  assert.ok(error instanceof CompileError, String(error));
  assert.deepEqual([error.line, error.column], [broken, 7]);
  assert.match(error.message, /^expected .*, found 'nonsense'/);
  const cut = await compile(demo.subarray(0, demo.length / 2)).catch((failure) => failure);
  assert.ok(cut instanceof CompileError && cut.line > 100, String(cut));
  const empty = await compile('').catch((failure) => failure);
  assert.ok(empty instanceof CompileError, String(empty));
  const placed = await compile('{\n"classname" "worldspawn"\n}\n{\n"classname" "misc_prefab"\n"model" "other.map"\n}\n')
    .catch((failure) => failure);
  assert.deepEqual([placed.line, placed.message],
                   [4, 'this entity places another map or mesh, which only the command line can read']);
  // Each compile has an instance of its own: a failed one leaves nothing behind.
  assert.ok((await compile(demo)).bytes.length > 1000);
});

test('wrong options and wrong calls are refused', async () => {
  const refused = async (options, message) =>
    assert.rejects(compile(demo, options), (error) => error instanceof CompileError && message.test(error.message));
  await refused({ fil: true }, /^there is no option 'fil'$/);
  await refused({ game: 'doom' }, /^the option 'game' must be /);
  await refused({ game: 3 }, /^the option 'game' must be /);
  await refused({ hulls: [{ name: 'a' }] }, /^the option 'hulls' must be /);
  await refused({ hulls: [{ name: 'a', mins: [0, 0], maxs: [1, 1, 1] }] }, /^the option 'hulls' must be /);
  await refused({ hulls: [{ name: 'a', mins: [9, 0, 0], maxs: [1, 1, 1] }] }, /^the box of hull "a" is inverted/);
  await refused({ cells: 3 }, /^cells of 3 units/);
  await refused({ curveError: -1 }, /^the option 'curveError' must be /);
  await refused({ passage: 4.5 }, /^the option 'passage' must be a number from 0 to 4$/);
  await refused({ starts: ['*'] }, /^the option 'starts' must be /);
  await refused([], /^the option 'options' must be an object$/);
  await assert.rejects(compile(42), TypeError);
});

// Numbers as maps write them, and as hostile ones might: the stand-in for from_chars must round as the native one does.
test('numbers of all lengths are read as natively', async () => {
  let seed = 20261127;
  const random = () => (seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0) / 2 ** 32;
  const digits = (count) => Array.from({ length: count }, () => Math.floor(random() * 10)).join('');
  const number = () => {
    const whole = digits(1 + Math.floor(random() * 3)), part = digits(Math.floor(random() * 30));
    return (random() < 0.5 ? '-' : '') + whole + (part ? `.${part}` : '') + (random() < 0.2 ? 'e-1' : '');
  };
  let text = demo.toString(), count = 0;
  text = text.replace(/^\( \S+ \S+ \S+ \)/gm, (old) => {
    if (++count % 7 !== 0) return old;
    return old.replace(/ (-?\d+) /g, (_, whole) => ` ${whole}.${digits(1 + (count % 24))} `);
  });
  text += Array.from({ length: 200 }, () =>
    `{\n"classname" "light"\n"origin" "${number()} ${number()} ${number()}"\n}\n`).join('');
  assert.ok(count > 1000);
  const map = join(folder, 'numbers.map');
  await writeFile(map, text);
  const theirs = await native(map), ours = await compile(text);
  assert.ok(theirs.bytes.equals(ours.bytes));
});
