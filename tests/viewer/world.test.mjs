// Worlds in the page: their doors, lifts and crates move with the bits of `hullbake world`.
// usage: HULLBAKE=... PAGE=... TOOLS=... CHROMIUM=... SOURCE=... LEVEL=demo.hull node --test world.test.mjs
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test, { after } from 'node:test';
import { promisify } from 'node:util';
import { browser, drop, openPage, until } from './browser.mjs';
import { startView, stopAll } from './view.mjs';

const folder = await mkdtemp(join(tmpdir(), 'world_'));
const file = join(process.env.SOURCE, 'maps/demo/living.world'), living = await readFile(file, 'utf8');
const hullbake = promisify(execFile).bind(null, process.env.HULLBAKE);
const view = await startView(process.env.LEVEL);
after(async () => {
  stopAll();
  await browser.close();
  await rm(folder, { recursive: true });
});

const openWorld = async (text, name) => {
  const page = await openPage(view.address + '#at=60,560,190&look=18,10&mode=fly', { isStill: true });
  await drop(page, text, name);
  await until(page, () => viewer.run !== null || !document.getElementById('trouble').hidden);
  return page;
};

test('the demo lives: every body ends where it does natively, to the bit', async () => {
  const { bodies, ticks } = JSON.parse((await hullbake(['world', process.env.LEVEL, file, '--json'])).stdout);
  const page = await openWorld(living, 'living.world');
  const end = await page.evaluate(() => viewer.run.frames.at(-1));
  assert.ok(bodies.length === 3 && ticks > 400);
  assert.deepEqual(end.bodies, bodies.map(({ position }) => position));
  assert.equal(await page.evaluate(() => viewer.run.frames.length), ticks + 1);
  assert.match(await page.locator('#told').innerText(), /^living\.world\s+0\.00 of 10\.\d\d s/);
  assert.deepEqual(page.faults, []);
  await page.close();
});

test('triggers tell natively and in the page the same, and are drawn', async () => {
  const native = JSON.parse((await hullbake(['world', process.env.LEVEL, file, '--json'])).stdout).events
    .filter(({ trigger }) => trigger !== undefined)
    .map(({ time, body, trigger, event, reason }) => ({ time, body, trigger, enters: event === 'enter', reason }));
  const page = await openWorld(living, 'living.world');
  const told = await page.evaluate(() => viewer.run.events);
  assert.deepEqual(told, native);
  assert.ok(told.length >= 4 && told.some(({ enters }) => !enters), JSON.stringify(told));
  assert.equal(await page.locator('#events li').count(), 0);
  const picture = (time) => page.evaluate((seconds) => {
    viewer.setRunTime(seconds);
    viewer.redrawNow();
    return document.getElementById('picture').toDataURL();
  }, time);
  await picture(told[0].time + 0.02);
  const { body, trigger } = told[0];
  assert.match(await page.locator('#events li').first().innerText(), new RegExp(`body ${body} enters trigger ${trigger}`));
  assert.deepEqual(await page.evaluate((i) => viewer.frame.inside[i], trigger), [body]);
  await page.locator('#leave').click();
  assert.equal(await page.locator('#events li').count(), 0);
  assert.deepEqual(page.faults, []);
  await page.close();
});

test('every tick of a recording has the same bits, and a wrong one is named', async () => {
  const recorded = join(folder, 'recorded.world');
  await hullbake(['world', process.env.LEVEL, file, '--record', recorded]);
  const text = await readFile(recorded, 'utf8'), count = text.match(/^tick /gm).length;
  const page = await openWorld(text, 'recorded.world');
  assert.deepEqual(await page.evaluate(() => [viewer.run.compared, viewer.run.difference]), [count, '']);
  assert.ok(count > 400);
  const lines = text.split('\n'), at = lines.findLastIndex((line) => line.startsWith('tick '));
  await drop(page, lines.with(at, lines[at].replace(/(\d)( \S+)$/, (_, digit, rest) => `${(Number(digit) + 1) % 10}${rest}`)).join('\n'),
             'wrong.world');
  await until(page, () => !document.getElementById('trouble').hidden);
  assert.match(await page.locator('#trouble').innerText(), new RegExp(`wrong\\.world:${at + 1}: the tick differs`));
  await page.close();
});

test('a blade that turns is drawn as it turns, between ticks too', async () => {
  const page = await openWorld(living, 'living.world');
  const at = (time) => page.evaluate((seconds) => { viewer.setRunTime(seconds); return viewer.frame.models[2]; }, time);
  // Twelve numbers: where the model's own origin is, then its axes. From the first tick it is at 90 degrees, and at 270 in the end.
  const first = await at(0.1), middle = await at(7.9167 + 1), last = await at(100);
  const places = (numbers) => [128, -272, 48].map((_, i) => numbers[i] + 128 * numbers[3 + i] - 272 * numbers[6 + i] + 48 * numbers[9 + i]);
  for (const numbers of [first, middle, last])
    places(numbers).forEach((value, i) => assert.ok(Math.abs(value - [40, 624, 184][i]) < 1e-3, `${numbers}`));
  assert.ok(first[4] === 1 && last[4] === -1 && Math.abs(middle[3] + 1) < 1e-4);
  assert.ok(Math.abs((await at(7.9167 + 0.995))[4]) < 0.02);
  assert.deepEqual(page.faults, []);
  await page.close();
});

test('the models are drawn where they are, and at rest again when the world is closed', async () => {
  const page = await openWorld(living, 'living.world');
  const picture = (time) => page.evaluate((seconds) => {
    if (seconds !== null) viewer.setRunTime(seconds);
    viewer.redrawNow();
    return document.getElementById('picture').toDataURL();
  }, time);
  const shut = await picture(0), open = await picture(1.8);
  assert.notEqual(open, shut);
  assert.equal(await page.evaluate(() => viewer.frame.models[0][2]), 92, 'the gate is up');
  const faces = await page.evaluate(() => viewer.faces);
  await page.locator('#leave').click();
  assert.ok(await page.evaluate(() => viewer.faces) > faces, 'the models are part of the level again');
  await drop(page, living.replace('wish 0 160 0', 'wish 7 160 0'), 'bad.world');
  await until(page, () => !document.getElementById('trouble').hidden);
  assert.match(await page.locator('#trouble').innerText(), /bad\.world:\d+: there is no number 7/);
  assert.deepEqual(page.faults, []);
  await page.close();
});

const noPicture = process.env.WORLD_PICTURE ? false : 'WORLD_PICTURE names no file';
test('takes the picture of docs/viewing.md', { skip: noPicture }, async () => {
  const page = await openPage(view.address + '#at=-60,-170,110&look=18,62&mode=fly&show=sky,solid,liquid,models',
                              { isStill: true, size: { width: 960, height: 600 } });
  await drop(page, living, 'living.world');
  await until(page, () => viewer.run !== null);
  await page.evaluate(() => { viewer.setRunTime(0.7); viewer.redrawNow(); });
  await page.screenshot({ path: process.env.WORLD_PICTURE });
  await page.close();
});
