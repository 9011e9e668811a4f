// The hull view: its faces are the boundary of what the runtime answers.
// usage: HULLBAKE=... PAGE=... TOOLS=... CHROMIUM=... LEVEL=demo.hull node --test hull.test.mjs
import assert from 'node:assert/strict';
import test, { after } from 'node:test';
import { browser, openPage, until } from './browser.mjs';
import { startView, stopAll } from './view.mjs';

const view = await startView(process.env.LEVEL);
after(async () => {
  stopAll();
  await browser.close();
});
const openStill = (hash = '') => openPage(view.address + hash, { isStill: true });

const subjects = ['point', 'player', 'large', '-20,-12,-30:20,12,30', '0,0,0:0,0,0', '-16,-16,0:16,16,0'];

/** Runs in the page: asks the runtime on both sides of each face, and traces from random places onto the faces. */
function compare([subject, seed, doorsOpen]) {
  const dot = (a, b) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
  const on = (a, b, scale) => [a[0] + scale * b[0], a[1] + scale * b[1], a[2] + scale * b[2]];
  const cross = (a, b) => [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
  const unit = (a) => on([0, 0, 0], a, 1 / Math.sqrt(dot(a, a)));
  let state = seed;
  const random = () => (state = (Math.imul(state, 1664525) + 1013904223) >>> 0) / 4294967296;
  viewer.hullView.text = subject;
  viewer.updateHullView();
  const { map, hullView: { faces, box } } = viewer, model = doorsOpen ? 0 : 0xffffffff;
  const probe = { ...(subject.includes(':') ? { box } : { hull: subject }), mask: 31, model, skin: 0 };
  /** How far a point of the plane lies inside the polygon; less than 0 is outside. */
  const depth = ({ plane, points }, point) => Math.min(...points.map((corner, i) => {
    const inward = unit(cross(plane.normal, on(points[(i + 1) % points.length], corner, -1)));
    return dot(inward, on(point, corner, -1));
  }));
  const result = { faces: faces.length, asked: 0, wrong: [], traces: 0, missed: [] };
  for (const face of faces) {
    const middle = face.points.reduce((sum, point) => on(sum, point, 1 / face.points.length), [0, 0, 0]);
    if (depth(face, middle) < 0.1) continue;
    ++result.asked;
    const front = map.contentsAt(probe, on(middle, face.plane.normal, 0.02)) & 31;
    const back = map.contentsAt(probe, on(middle, face.plane.normal, -0.02)) & 31;
    if (front !== 0 || back === 0) result.wrong.push([...middle, ...face.plane.normal, front, back]);
  }
  const { mins, maxs } = map.models[0].bounds;
  for (let i = 0; i < 20000 && result.traces < 400; ++i) {
    const start = mins.map((low, axis) => low + random() * (maxs[axis] - low));
    if ((map.contentsAt(probe, start) & 31) !== 0) continue;
    const hit = map.trace(probe, start, on(start, unit([random() - 0.5, random() - 0.5, random() - 0.5]), 3000));
    if (!hit.hit || hit.startsolid) continue;
    ++result.traces;
    const isHit = (face) => dot(face.plane.normal, hit.normal) > 0.9999 &&
      Math.abs(dot(face.plane.normal, hit.endpos) - face.plane.dist) < 0.02 && depth(face, hit.endpos) > -0.05;
    if (!faces.some(isHit)) result.missed.push([...hit.endpos, ...hit.normal]);
  }
  return result;
}

test('each face has free space before it and solid behind it, and every trace ends on a face', async () => {
  const page = await openStill(), seed = Date.now() % 1000000;
  for (const subject of subjects) {
    const { faces, asked, wrong, traces, missed } = await page.evaluate(compare, [subject, seed, false]);
    const told = `${subject}, seed ${seed}: ${JSON.stringify({ faces, asked, traces, wrong: wrong.slice(0, 5), missed: missed.slice(0, 5) })}`;
    assert.ok(faces > 800 && asked > 0.75 * faces && traces >= 300, told);
    assert.deepEqual([wrong.length, missed.length], [0, 0], told);
  }
  assert.deepEqual(page.faults, []);
  await page.close();
});

test('hidden doors are no part of the hull', async () => {
  const page = await openStill(), shut = await page.evaluate(compare, ['player', 1, false]);
  await page.locator('#layers input[name=models]').click();
  const open = await page.evaluate(compare, ['player', 1, true]);
  assert.ok(open.faces < shut.faces);
  assert.deepEqual([open.wrong.length, open.missed.length], [0, 0], JSON.stringify(open).slice(0, 500));
  await page.close();
});

test('faces have the colour of what they come from, or of their slope', async () => {
  const page = await openStill('#at=200,-235,120&look=14,128&mode=fly&view=player');
  const legend = () => page.evaluate(() => viewer.hullView.legend.map(([name, , count]) => [name, count]));
  const origins = await legend();
  assert.deepEqual(origins.map(([name]) => name), ['face', 'edge', 'axial']);
  assert.ok(origins.every(([, count]) => count > 20), JSON.stringify(origins));
  const picture = () => page.evaluate(() => {
    viewer.redrawNow();
    return document.getElementById('picture').toDataURL();
  });
  const before = await picture();
  await page.locator('#colours').selectOption('slope');
  const slopes = await legend();
  assert.deepEqual(slopes.map(([name]) => name), ['walkable', 'steep', 'wall']);
  assert.ok(slopes.every(([, count]) => count > 20), JSON.stringify(slopes));
  assert.notEqual(await picture(), before);
  const asIs = slopes.reduce((sum, [, count]) => sum + count, 0);
  assert.equal(origins.reduce((sum, [, count]) => sum + count, 0), asIs);
  assert.match(await page.evaluate(() => viewer.address), /&view=player&colours=slope$/);
  await page.close();
});

test('a box is typed, and kept in the address', async () => {
  const page = await openStill('#at=0,-192,64&look=10,90');
  assert.equal(await page.locator('#typed').isVisible(), false);
  await page.locator('#seen').selectOption('box');
  assert.equal(await page.locator('#box').inputValue(), '-16,-16,-24:16,16,32');
  const usual = await page.evaluate(() => viewer.hullView.faces.length);
  await page.locator('#box').fill('-8 -8 0 8 8 20');
  await page.keyboard.press('Enter');
  await until(page, () => location.hash.includes('&view=-8%2C-8%2C0%3A8%2C8%2C20'));
  const small = await page.evaluate(() => viewer.hullView.faces.length);
  assert.ok(small > usual, 'a smaller box gets to more places');
  assert.equal(await page.evaluate(() => viewer.mode), 'fly', 'keys in the box do not move');
  const other = await openStill(new URL(page.url()).hash);
  assert.equal(await other.evaluate(() => viewer.hullView.faces.length), small);
  for (const [box, why] of [['1 2 3', /six numbers/], ['-300,0,0:300,0,0', /512|large/], ['9,0,0:8,0,0', /min|box/]]) {
    await other.locator('#box').fill(box);
    await other.keyboard.press('Enter');
    assert.match(await other.locator('#notice').innerText(), why);
  }
  await other.close();
  await page.close();
});

const noPicture = process.env.HULL_PICTURE ? false : 'HULL_PICTURE names no file';
test('takes the pictures of docs/viewing.md', { skip: noPicture }, async () => {
  const page = await openPage(view.address + '#at=1000,-300,180&look=14,110&mode=fly&view=player&colours=slope',
                              { isStill: true, size: { width: 960, height: 600 } });
  await page.evaluate(() => viewer.redrawNow());
  await page.screenshot({ path: process.env.HULL_PICTURE });
  await page.close();
});
