// A map that is saved while the page shows it, and a game that follows the file.
// usage: HULLBAKE=... PAGE=... TOOLS=... CHROMIUM=... SOURCE=... node --test live.test.mjs
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { copyFile, mkdir, mkdtemp, readFile, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test, { after } from 'node:test';
import { promisify } from 'node:util';
import { browser, openPage, until } from './browser.mjs';
import { start, startView, stopAll } from './view.mjs';

const folder = await mkdtemp(join(tmpdir(), 'live_'));
const hullbake = promisify(execFile).bind(null, process.env.HULLBAKE);
const demo = await readFile(join(process.env.SOURCE, 'maps/demo/demo.map'), 'utf8');
after(async () => {
  stopAll();
  await browser.close();
  await rm(folder, { recursive: true });
});

/** A box as a brush of a map. */
function brush([x1, y1, z1], [x2, y2, z2], texture) {
  const side = (...points) =>
    `${points.map((p) => `( ${p.join(' ')} )`).join(' ')} ${texture} [ 1 0 0 0 ] [ 0 -1 0 0 ] 0 1 1`;
  return ['{', side([x1, y1, z1], [x1, y2, z1], [x1, y1, z2]), side([x2, y1, z1], [x2, y1, z2], [x2, y2, z1]),
          side([x1, y1, z1], [x1, y1, z2], [x2, y1, z1]), side([x1, y2, z1], [x2, y2, z1], [x1, y2, z2]),
          side([x1, y1, z1], [x2, y1, z1], [x1, y2, z1]), side([x1, y1, z2], [x1, y2, z2], [x2, y1, z2]), '}', ''].join('\n');
}

/** The demo level with another pillar in the way. */
const withPillar = demo.replace(/("classname" "worldspawn"\n(?:".*\n)*)/, (all) => all + brush([-24, -64, 0], [24, -40, 96], 'new_pillar'));
const view = '#at=0,-192,40&look=0,90&mode=fly&show=sky,solid,liquid,models';

/** A map of its own in a folder of its own, as `name.map`. */
async function mapOf(name, text) {
  await mkdir(join(folder, name));
  const map = join(folder, name, `${name}.map`);
  await writeFile(map, text);
  return map;
}

const clicked = (page) => page.evaluate(() => { viewer.ask(400, 250); return viewer.hit.surface.texture; });
const trouble = (page) => page.locator('#trouble').innerText();
/** Changes the file in some way and waits until the page shows a newer version. */
async function change(page, action) {
  const version = await page.evaluate(() => viewer.version);
  await action();
  await until(page, (old) => viewer.version > old, version);
}

test('a saved map is shown, a broken one is explained, and a mended one goes on', async () => {
  const map = await mapOf('room', demo), server = await startView(map);
  const page = await openPage(server.address + view, { isStill: true });
  assert.match(await page.title(), /^room\.map/);
  assert.notEqual(await clicked(page), 'new_pillar');
  const faces = await page.evaluate(() => viewer.faces), address = await page.evaluate(() => viewer.address);

  await change(page, () => writeFile(map, withPillar));
  assert.equal(await clicked(page), 'new_pillar');
  assert.equal(await page.evaluate(() => viewer.faces), faces + 6);
  assert.equal(await page.evaluate(() => viewer.address), address, 'the eye stays');

  const lines = demo.split('\n'), broken = lines.findIndex((line) => line.startsWith('( ')) + 1;
  await writeFile(map, lines.with(broken - 1, '( 1 2 nonsense ) here').join('\n'));
  await until(page, () => !document.getElementById('trouble').hidden);
  assert.match(await trouble(page), new RegExp(`room\\.map has an error.*\\n+.*room\\.map:${broken}:\\d+: error: `));
  assert.equal(await clicked(page), 'new_pillar', 'what was shown stays');

  // As editors do that write beside the file first.
  await writeFile(map + '.new', demo);
  await change(page, () => rename(map + '.new', map));
  assert.equal(await page.evaluate(() => document.getElementById('trouble').hidden), true);
  assert.equal(await page.evaluate(() => viewer.faces), faces);
  assert.match(server.errors, /room\.map:\d+:\d+: error: /);
  assert.deepEqual(page.faults, []);
  assert.deepEqual(await readdir(join(folder, 'room')), ['room.map'], 'nothing is written');
  server.stop();
  await page.close();
});

test('a map that is broken from the start is explained, and shown once it is mended', async () => {
  const map = await mapOf('torn', demo.slice(0, demo.length / 2)), server = await startView(map);
  const page = await openPage(server.address + view, { isStill: true });
  assert.match(await trouble(page), /torn\.map cannot be shown\s+.*torn\.map:\d+:\d+: error: /);
  await change(page, () => writeFile(map, demo));
  assert.equal(await page.evaluate(() => document.getElementById('trouble').hidden), true);
  assert.ok(await page.evaluate(() => viewer.faces) > 1000);
  server.stop();
  await page.close();
});

test('a click on a face opens its line in the editor, and so does an error', async () => {
  const map = await mapOf('edited', demo), got = join(folder, 'edited', 'got'), editor = join(folder, 'edited', 'ed');
  const lines = demo.split('\n'), broken = lines.findIndex((text) => text.startsWith('( ')) + 1;
  // It complains of the line that is broken below.
  await writeFile(editor, `#!/bin/sh\nprintf '%s ' "$@" >>'${got}'\ntest "$1" != "${map}:${broken}"\n`, { mode: 0o755 });
  const server = await startView(map, '--editor', `'${editor}' {file}:{line}`);
  const page = await openPage(server.address + view, { isStill: true });
  await page.mouse.click(400, 350);
  const { line } = await page.evaluate(() => viewer.hit.surface);
  assert.match(lines[line - 1], /^\( /);
  const opened = async (...lines) => {
    const wanted = lines.map((number) => `${map}:${number} `).join('');
    for (const end = Date.now() + 20000; await readFile(got, 'utf8').catch(() => '') !== wanted; await page.waitForTimeout(20))
      assert.ok(Date.now() < end, `not ${wanted} but ${await readFile(got, 'utf8').catch(() => '')}`);
  };
  await page.locator('#edit').click();
  await opened(line);
  await page.keyboard.press('KeyE');
  await opened(line, line);

  await writeFile(map, lines.with(broken - 1, '( 1 2 nonsense ) here').join('\n'));
  await until(page, () => !document.getElementById('trouble').hidden);
  assert.equal(await page.locator('#mend').innerText(), `open line ${broken} in the editor`);
  await page.locator('#mend').click();
  await opened(line, line, broken);
  await until(page, () => document.getElementById('notice').textContent.startsWith('the editor did not open: '));
  assert.match(await page.locator('#notice').innerText(), /\/ed: ended with code 1$/);
  server.stop();
  await page.close();
});

test('a page whose server has ended says so, and follows the next one', async () => {
  const map = await mapOf('ended', demo), server = await startView(map);
  const page = await openPage(server.address + view, { isStill: true }), { port } = new URL(server.address);
  await until(page, () => document.getElementById('lost').hidden);
  server.stop();
  await until(page, () => !document.getElementById('lost').hidden);
  assert.match(await page.locator('#lost').innerText(), /^hullbake has ended/);
  await writeFile(map, withPillar);
  const next = await startView(map, '--port', port);
  await until(page, () => { viewer.ask(400, 250); return viewer.hit.surface.texture === 'new_pillar'; });
  assert.equal(await page.locator('#lost').isVisible(), false);
  next.stop();
  await page.close();
});

test('a walker goes on in the new level', async () => {
  const map = await mapOf('walk', demo), server = await startView(map);
  const page = await openPage(server.address, { isStill: true });
  await page.evaluate(() => viewer.advance(30));
  await change(page, () => writeFile(map, withPillar));
  await page.evaluate(() => viewer.look(0, 90));
  await page.keyboard.down('KeyW');
  const { origin } = await page.evaluate(() => viewer.advance(120));
  assert.ok(Math.abs(origin[1] - (-64 - 16 - 1 / 32)) < 0.01, `the new pillar stops at ${origin}`);
  server.stop();
  await page.close();
});

test('a .hull file is shown anew when it is replaced', async () => {
  const map = await mapOf('file', demo), hull = map.replace('.map', '.hull');
  await hullbake(['compile', map]);
  const server = await startView(hull), page = await openPage(server.address + view, { isStill: true });
  await writeFile(map, withPillar);
  await change(page, () => hullbake(['compile', map]));
  assert.equal(await clicked(page), 'new_pillar', 'the first that is told is the new file');
  await writeFile(hull, 'no hull');
  await until(page, () => !document.getElementById('trouble').hidden);
  assert.match(await trouble(page), /file\.hull cannot be shown\s+too small for a \.hull file, offset 0/);
  assert.equal(await clicked(page), 'new_pillar', 'what was shown stays');
  server.stop();
  await page.close();
});

/** Starts a program. `lines(count)` waits for so many lines of its output, `errors` is what it printed on stderr. */
function startProgram(path, ...args) {
  const child = start(path, args), program = { errors: '', stop: () => child.kill() };
  let out = '';
  child.stderr.on('data', (text) => { program.errors += text; });
  child.stdout.on('data', (text) => { out += text; });
  program.lines = async (count) => {
    for (const end = Date.now() + 10000; out.split('\n').length <= count;) {
      assert.ok(Date.now() < end, `${path} has printed only: ${out}${program.errors}`);
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    return out.split('\n').slice(0, count);
  };
  return program;
}

test('watch replaces the file after each save, games follow, and it keeps the file when the map is broken', async () => {
  const map = await mapOf('watched', demo), hull = map.replace('.map', '.hull');
  const watch = startProgram(process.env.HULLBAKE, 'watch', map);
  assert.match((await watch.lines(2))[1], /^wrote +.*watched\.hull: \d+ bytes in \d/);
  const first = await readFile(hull), { ino } = await stat(hull);
  const game = startProgram(process.env.HOT_RELOAD, hull, '3'), gameInC = startProgram(process.env.HOT_RELOAD_C, hull, '3');
  const stops = 'stops at y = -80.0312', passes = (await game.lines(1))[0];
  assert.match(passes, /^stops at y = \d/);
  assert.deepEqual(await gameInC.lines(1), [passes]);

  await writeFile(map, withPillar);
  await watch.lines(3);
  assert.notDeepEqual(await readFile(hull), first);
  assert.notEqual((await stat(hull)).ino, ino, 'another file has taken the name');
  for (const program of [game, gameInC]) assert.equal((await program.lines(2))[1], stops);

  await writeFile(map, demo.replace(/\}\s*$/, ''));
  for (const end = Date.now() + 10000; !/watched\.map:\d+:\d+: error: /.test(watch.errors);) {
    assert.ok(Date.now() < end, `no error but: ${watch.errors}`);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  const kept = await readFile(hull);
  await writeFile(map, demo);
  await watch.lines(4);
  assert.deepEqual(await readFile(hull), first);
  assert.notDeepEqual(kept, first);
  // Both games end after their third level.
  for (const program of [game, gameInC]) assert.deepEqual(await program.lines(3), [passes, stops, passes]);
  assert.deepEqual((await readdir(join(folder, 'watched'))).sort(), ['watched.hull', 'watched.map']);
  watch.stop();
});

test('watch --view shows what it writes', async () => {
  const map = await mapOf('both', demo), hull = map.replace('.map', '.hull');
  const server = await startView(map, { command: 'watch', args: ['--view'] });
  const shown = async () => Buffer.from(await (await fetch(server.address + 'level.hull')).arrayBuffer());
  assert.deepEqual(await shown(), await readFile(hull));
  server.stop();
});

test('events go to own pages only, and to a dozen of them', async () => {
  const map = await mapOf('events', demo), server = await startView(map);
  const ends = new AbortController();
  const listen = (headers = {}) => fetch(server.address + 'events', { headers, signal: ends.signal });
  assert.equal((await listen({ 'sec-fetch-site': 'cross-site' })).status, 404);
  const streams = [];
  for (let i = 0; i < 12; ++i) streams.push(await listen());
  assert.ok(streams.every(({ status, headers }) => status === 200 && headers.get('content-type') === 'text/event-stream'));
  assert.equal((await listen()).status, 503);
  assert.equal((await fetch(server.address + 'state.json')).status, 200, 'threads are left');
  const reader = streams[0].body.getReader(), decoder = new TextDecoder();
  assert.match(decoder.decode((await reader.read()).value), /^data: \{"name":"events\.map","run":"[0-9a-f]{16}","version":1,"error":"","leaks":\[\],"editor":false\}\n\n$/);
  await copyFile(map, map + '.new');
  await rename(map + '.new', map);
  for (let text = ''; !text.includes('"version":2');) text = decoder.decode((await reader.read()).value);
  ends.abort();
  server.stop();
});

test('refuses what it cannot watch', async () => {
  const map = await mapOf('refused', demo), hull = map.replace('.map', '.hull');
  const fails = (...args) => hullbake(['watch', ...args]).then(() => assert.fail('it started'), ({ code, stderr }) => [code, stderr]);
  assert.deepEqual(await fails('none.map'), [1, 'hullbake: none.map: no such file\n']);
  assert.equal((await fails(map, '-o', map))[0], 2);
  assert.equal((await fails(map, '--curve-error', '-1'))[0], 2);
  await hullbake(['compile', map]);
  assert.match((await fails(hull))[1], /refused\.hull: is a \.hull file; watch takes its map\n/);
});
