// Shapes that a click shoots: they stop where they do natively, to the bit, and touch what they are said to touch.
// usage: HULLBAKE=... PAGE=... TOOLS=... CHROMIUM=... LEVEL=demo.hull node --test shapes.test.mjs
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test, { after } from 'node:test';
import { promisify } from 'node:util';
import { browser, countPixels, openPage } from './browser.mjs';
import { startView, stopAll } from './view.mjs';

const folder = await mkdtemp(join(tmpdir(), 'shapes_'));
const view = await startView(process.env.LEVEL);
const hullbake = promisify(execFile).bind(null, process.env.HULLBAKE);
after(async () => {
  stopAll();
  await browser.close();
  await rm(folder, { recursive: true });
});
const place = '#at=0,-192,96&look=20,70&mode=fly&show=sky,solid,liquid,models';
const shot = (page, x, y) => page.evaluate(([px, py]) => {
  viewer.ask(px, py);
  return viewer.hit && { ...viewer.hit, from: viewer.eye };
}, [x, y]);

const kinds = ['ball:16', 'capsule:16,56', 'cylinder:16,56', 'box:-16,-16,-24:16,16,32@0,30,0',
               'points:24,0,0:-24,0,0:0,24,0:0,-24,0:0,0,32:0,0,-16', 'capsule:8,40@30,40,50', 'ball:0'];

test('every kind of shape stops where it does natively, to the bit', async () => {
  const page = await openPage(view.address + place, { isStill: true });
  const points = join(folder, 'points.txt');
  let touches = 0, hits = 0;
  for (const kind of kinds) {
    let shape = kind;
    if (kind.startsWith('points:')) {
      await writeFile(points, kind.slice(7).split(':').map((point) => point.split(',').join(' ')).join('\n'));
      shape = `points:${points}`;
    }
    await page.evaluate((text) => viewer.setShot(text), kind);
    for (const [x, y] of [[400, 250], [250, 400], [600, 300], [400, 60]]) {
      const hit = await shot(page, x, y);
      assert.ok(hit, `${kind} through ${x}, ${y}`);
      // Natively with the defaults of the command line, as the page's runtime here.
      const { to, trace } = await page.evaluate(([px, py]) => {
        const end = viewer.endOf(px, py);
        return { to: end, trace: viewer.map.trace({ shape: viewer.shape }, viewer.eye, end) };
      }, [x, y]);
      const { stdout } = await hullbake(['trace', process.env.LEVEL, '--shape', shape, '--from', hit.from.join(','), '--to',
                                         to.join(','), '--json']);
      const native = JSON.parse(stdout);
      assert.equal(trace.hit, true);
      assert.deepEqual([trace.fraction, trace.endpos, trace.normal], [native.fraction, native.endpos, native.normal], kind);
      ++hits;
      if (!hit.touch) continue;
      ++touches;
      // The point lies on the face that was hit, or on an edge beside it.
      const far = hit.normal.reduce((sum, n, axis) => sum + n * (hit.touch.point[axis] - hit.endpos[axis]), 0);
      assert.ok(far <= 1e-6 && far > -60, `${kind}: ${far}`);
    }
  }
  assert.ok(hits === 4 * kinds.length && touches >= hits - 2, `${touches} of ${hits} have a point`);
  assert.deepEqual(page.faults, []);
  await page.close();
});

test('the box of a hull stops where it does natively, to the bit', async () => {
  const page = await openPage(view.address + place + '&shoot=hull:player', { isStill: true });
  assert.equal(await page.locator('#shot').inputValue(), 'hull:player');
  for (const [x, y] of [[400, 250], [250, 400], [600, 300]]) {
    const hit = await shot(page, x, y);
    const { to, here, trace } = await page.evaluate(([px, py]) => {
      const to = viewer.endOf(px, py), asked = { hull: 'player', skin: 0, model: 0xffffffff };
      return { to, here: viewer.map.trace(asked, viewer.eye, to), trace: viewer.map.trace({ hull: 'player' }, viewer.eye, to) };
    }, [x, y]);
    assert.deepEqual([hit.endpos, hit.normal, hit.model], [here.endpos, here.normal, here.model]);
    // Natively with the defaults of the command line.
    const { stdout } = await hullbake(['trace', process.env.LEVEL, '--hull', 'player', '--from', hit.from.join(','), '--to',
                                       to.join(','), '--json']);
    const native = JSON.parse(stdout);
    assert.deepEqual([trace.fraction, trace.endpos, trace.normal], [native.fraction, native.endpos, native.normal]);
    assert.ok(hit.surface.line > 0 && hit.touch, 'it has a line and touches');
  }
  await page.evaluate(() => viewer.setShot('hull:none'));
  assert.match(await page.locator('#notice').innerText(), /^a shape is one as .* or hull:NAME$/);
  await page.close();
});

test('the shape is drawn where it stops, and is part of the address', async () => {
  const page = await openPage(view.address + place, { isStill: true });
  const picture = () => page.evaluate(() => {
    viewer.redrawNow();
    return document.getElementById('picture').toDataURL();
  });
  const without = await picture();
  await page.locator('#shot').selectOption('ball:16');
  await shot(page, 400, 250);
  assert.notEqual(await picture(), without);
  assert.ok((await countPixels(page)).colours > 20);
  assert.match(await page.locator('#facts').innerText(), /touches\s+[-\d. ]+ (face|edge|corner)/);
  const address = await page.evaluate(() => viewer.address);
  assert.match(address, /&shoot=ball%3A16$/);
  const other = await openPage(view.address + address, { isStill: true });
  assert.equal(await other.evaluate(() => viewer.shot), 'ball:16');
  await page.keyboard.press('Escape');
  assert.equal(await picture(), without);
  await page.locator('#shape').fill('egg:3');
  await page.locator('#shape').press('Enter');
  assert.match(await page.locator('#notice').innerText(), /^a shape is one as ball:16/);
  assert.equal(await page.evaluate(() => viewer.shot), 'ball:16');
  assert.deepEqual([...page.faults, ...other.faults], []);
  await other.close();
  await page.close();
});

const noPicture = process.env.SHAPE_PICTURE ? false : 'SHAPE_PICTURE names no file';
test('takes the picture of docs/viewing.md', { skip: noPicture }, async () => {
  const page = await openPage(view.address + '#at=200,-235,100&look=10,128&mode=fly&show=sky,solid,liquid,models&shoot=capsule:16,56',
                              { isStill: true, size: { width: 960, height: 600 } });
  await page.mouse.click(560, 330);
  await page.screenshot({ path: process.env.SHAPE_PICTURE });
  await page.close();
});
