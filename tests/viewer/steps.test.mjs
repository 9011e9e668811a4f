// Step edges and crevices of the hull view, on a made map whose steps and crevice are known.
// usage: HULLBAKE=... PAGE=... TOOLS=... CHROMIUM=... LEVEL=demo.hull node --test steps.test.mjs
import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test, { after } from 'node:test';
import { browser, openPage, until } from './browser.mjs';
import { startView, stopAll } from './view.mjs';

const folder = await mkdtemp(join(tmpdir(), 'steps_'));
after(async () => {
  stopAll();
  await browser.close();
  await rm(folder, { recursive: true });
});

/** A brush: a polygon of x and z, counterclockwise, between two y. */
function prism(polygon, y1, y2) {
  const side = (...points) => `${points.map((p) => `( ${p.join(' ')} )`).join(' ')} wall 0 0 0 1 1`;
  const sides = polygon.map(([x, z], i) => {
    const [nextX, nextZ] = polygon[(i + 1) % polygon.length];
    return side([x, 0, z], [nextX, 0, nextZ], [x, 64, z]);
  });
  return ['{', ...sides, side([0, y1, 0], [0, y1, 64], [64, y1, 0]), side([0, y2, 0], [64, y2, 0], [0, y2, 64]), '}'].join('\n');
}
const block = (x1, x2, z1, z2, y1, y2) => prism([[x1, z1], [x2, z1], [x2, z2], [x1, z2]], y1, y2);
/** Stairs with rises of 16, 16 and 24, and a groove between slopes of 60 degrees whose bottom is at x = -80. */
const made = ['{', '"classname" "worldspawn"', block(-512, 512, -16, 0, -512, 512), block(0, 64, 0, 16, -64, 64),
  block(64, 128, 0, 32, -64, 64), block(128, 192, 0, 56, -64, 64), prism([[-160, 0], [-80, 0], [-160, 140]], 200, 400),
  prism([[-80, 0], [0, 0], [0, 140]], 200, 400), '}', ''].join('\n');

const find = (page) => page.evaluate(() => {
  const { steps, crevices, legend } = viewer.hullView;
  return { steps, crevices, legend };
});

test('finds the steps up to 18 units, and the groove that holds a box', async () => {
  const map = join(folder, 'made.map');
  await writeFile(map, made);
  const page = await openPage((await startView(map, '--fill', 'off')).address + '#at=-300,-130,230&look=22,42&mode=fly&view=player',
                              { isStill: true, size: { width: 960, height: 600 } });
  assert.deepEqual((await find(page)).steps, []);
  const picture = () => page.evaluate(() => {
    viewer.redrawNow();
    return document.getElementById('picture').toDataURL();
  });
  const before = await picture();
  await page.locator('#steps').click();
  const { steps, crevices, legend } = await find(page), near = (a, b) => Math.abs(a - b) < 0.1;
  // The box stands 24 under its origin and is 16 wide to each side.
  const rise = (x, z) => steps.filter(([from, to]) => near(from[0], x) && near(to[0], x) && near(from[2], z) && near(to[2], z));
  const total = (pieces) => pieces.reduce((sum, [from, to]) => sum + Math.hypot(...from.map((v, i) => v - to[i])), 0);
  assert.ok(near(total(rise(-16, 40)), 160) && near(total(rise(48, 56)), 160), JSON.stringify(steps));
  assert.ok(steps.every(([from, to]) => (near(from[2], 40) || near(from[2], 56)) && Math.abs(to[1]) < 80.1), JSON.stringify(steps));
  assert.ok(total(crevices) > 150, JSON.stringify(crevices));
  for (const place of crevices.flat()) {
    assert.ok(near(place[0], -80) && near(place[2], 28 + 24) && place[1] > 183.9 && place[1] < 416.1, JSON.stringify(place));
  }
  assert.deepEqual(legend.slice(-2), [['step', 'step edges', steps.length], ['crevice', 'crevices', crevices.length]]);
  assert.notEqual(await picture(), before);
  if (process.env.STEPS_PICTURE) await page.screenshot({ path: process.env.STEPS_PICTURE });
  assert.deepEqual(page.faults, []);
  await page.close();
});

test('finds the stairs of the demo, and draws nothing when asked for nothing', async () => {
  const page = await openPage((await startView(process.env.LEVEL)).address + '#mode=fly&view=player', { isStill: true });
  await page.locator('#steps').click();
  const { steps } = await find(page);
  assert.ok(steps.length > 20, `${steps.length} step edges`);
  await until(page, () => location.hash.includes('&steps=shown'));
  const other = await openPage(page.url(), { isStill: true });
  assert.equal(await other.locator('#steps').isChecked(), true, 'the address leads to them');
  assert.equal(await other.evaluate(() => viewer.hullView.steps.length), steps.length);
  await other.close();
  await page.locator('#steps').click();
  assert.deepEqual((await find(page)).steps, []);
  await page.close();
});
