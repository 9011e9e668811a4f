// The trails of leaks: what the server tells of them, what the page draws, and how it flies to them.
// usage: HULLBAKE=... PAGE=... TOOLS=... CHROMIUM=... SOURCE=... node --test leak.test.mjs
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test, { after } from 'node:test';
import { promisify } from 'node:util';
import { browser, drop, openPage, until } from './browser.mjs';
import { startView, stopAll } from './view.mjs';

const folder = await mkdtemp(join(tmpdir(), 'leak_'));
const demo = await readFile(join(process.env.SOURCE, 'maps/demo/demo.map'), 'utf8');
/** The demo level without the sky over its courtyard. */
const open = demo.replaceAll(/^\{\n(?:\( .*\) sky\S* \[.*\n)+\}\n/gm, '');
const map = join(folder, 'open.map');
await writeFile(map, open);
const { stdout } = await promisify(execFile)(process.env.HULLBAKE, ['compile', map, '--json', '-o', join(folder, 'x.hull')]);
const leaks = JSON.parse(stdout).hulls.filter(({ leaked }) => leaked);
const view = await startView(map);
after(async () => {
  stopAll();
  await browser.close();
  await rm(folder, { recursive: true });
});

/** How many pixels have the colour of the first trail, seen directly. */
const reds = (page) => page.evaluate(() => {
  viewer.redrawNow();
  const canvas = document.getElementById('picture'), copy = document.createElement('canvas');
  Object.assign(copy, { width: canvas.width, height: canvas.height });
  const context = copy.getContext('2d');
  context.drawImage(canvas, 0, 0);
  const { data } = context.getImageData(0, 0, copy.width, copy.height);
  let count = 0;
  for (let i = 0; i < data.length; i += 4) if (data[i] > 240 && data[i + 1] < 100 && data[i + 2] < 90) ++count;
  return count;
});

test('every hull that leaks has its trail, as in the report of compile', async () => {
  assert.ok(open.length < demo.length && leaks.length >= 2, `${leaks.length} hulls leak`);
  const state = await (await fetch(view.address + 'state.json')).json();
  assert.deepEqual(state.leaks, leaks.map(({ name, leakEntity, leakLine, leakTrail }) =>
    ({ hull: name, entity: leakEntity, line: leakLine, trail: leakTrail })));
});

test('the page draws the trails, flies to a start, and hides them', async () => {
  const page = await openPage(view.address + '#at=0,-192,64&look=0,-90&mode=walk', { isStill: true });
  assert.equal(await page.locator('#leaks').isVisible(), true);
  assert.equal(await page.locator('#leak-list li').count(), leaks.length);
  assert.match(await page.locator('#leak-list li').first().innerText(),
               new RegExp(`${leaks[0].name}\\s+fly there\\s+${leaks[0].leakEntity}, line ${leaks[0].leakLine}, \\d+ units`));
  const before = await reds(page);
  await page.locator('#leak-list button').first().click();
  const [mode, eye] = await page.evaluate(() => [viewer.mode, viewer.eye]), [start] = leaks[0].leakTrail;
  assert.equal(mode, 'fly');
  assert.ok(Math.hypot(...eye.map((value, axis) => value - start[axis])) < 120, `${eye} is near ${start}`);
  const there = await reds(page);
  assert.ok(before < 20 && there > 200, `${before}, then ${there} pixels of the trail`);
  if (process.env.LEAK_PICTURE) {
    await page.setViewportSize({ width: 960, height: 600 });
    await page.evaluate(() => new Promise((resolve) => { requestAnimationFrame(() => requestAnimationFrame(resolve)); }));
    await page.screenshot({ path: process.env.LEAK_PICTURE });
    await page.setViewportSize({ width: 800, height: 500 });
    await page.evaluate(() => new Promise((resolve) => { requestAnimationFrame(() => requestAnimationFrame(resolve)); }));
  }
  await page.locator('#trails').click();
  assert.ok(await reds(page) < 20);
  await page.locator('#trails').click();
  assert.equal(await reds(page), there);
  assert.deepEqual(page.faults, []);
  await page.close();
});

test('the trails go when the leak is mended, and stay when the map is broken', async () => {
  const page = await openPage(view.address, { isStill: true }), shown = () => page.locator('#leaks').isVisible();
  await writeFile(map, open.replace(/\}\s*$/, ''));
  await until(page, () => !document.getElementById('trouble').hidden);
  assert.equal(await shown(), true);
  const saves = [[demo, false], [open, true]];
  for (const [text, leaking] of saves) {
    const version = await page.evaluate(() => viewer.version);
    await writeFile(map, text);
    await until(page, (old) => viewer.version > old, version);
    assert.equal(await shown(), leaking);
  }
  await page.close();
});

test('a dropped .pts or .lin file is drawn, and a wrong one is refused with its line', async () => {
  const sealed = join(folder, 'sealed.map');
  await writeFile(sealed, demo);
  const page = await openPage((await startView(sealed)).address, { isStill: true });
  assert.equal(await page.locator('#leaks').isVisible(), false);
  for (const ending of ['pts', 'lin']) {
    const text = await readFile(join(folder, `x.${ending}`), 'utf8');
    await drop(page, text, `x.${ending}`);
    await until(page, (name) => document.getElementById('leak-list').innerText.startsWith(name), `x.${ending}`);
    assert.equal(await page.evaluate(() => viewer.leaks[0].trail.length), text.trim().split('\n').length);
  }
  await drop(page, '1 2 3\n4 5\n', 'bad.pts');
  await until(page, () => !document.getElementById('trouble').hidden);
  assert.match(await page.locator('#trouble').innerText(), /bad\.pts cannot be shown\s+bad\.pts:2: no point of three numbers/);
  await page.close();
});
