// The page in headless Chromium: what it draws, how it walks, what a click answers, and how it refuses a file.
// usage: HULLBAKE=... PAGE=... TOOLS=... CHROMIUM=... LEVEL=demo.hull ROUTE=route.run node --test page.test.mjs
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test, { after } from 'node:test';
import { promisify } from 'node:util';
import { browser, countPixels, drop, openPage, until } from './browser.mjs';
import { startView, stopAll } from './view.mjs';

const folder = await mkdtemp(join(tmpdir(), 'viewer_'));
const view = await startView(process.env.LEVEL);
after(async () => {
  stopAll();
  await browser.close();
  await rm(folder, { recursive: true });
});

const openStill = (hash = '') => openPage(view.address + hash, { isStill: true });

/** Replays the page's recording natively. Returns what `hullbake replay` prints. */
async function replay(page) {
  const file = join(folder, 'walk.run');
  await writeFile(file, await page.evaluate(() => viewer.walker.recording.text));
  const { stdout } = await promisify(execFile)(process.env.HULLBAKE, ['replay', file, process.env.LEVEL]);
  return stdout;
}

test('draws the level, lit and tinted', async () => {
  const page = await openStill('#at=0,-192,64&look=10,90');
  const { drawn, colours } = await countPixels(page);
  assert.ok(drawn > 0.95, `inside a sealed level, ${drawn} of the picture is drawn`);
  assert.ok(colours > 20, `${colours} colours`);
  assert.ok(await page.evaluate(() => viewer.faces) > 1000);
  assert.match(await page.title(), /^demo\.hull/);
  assert.deepEqual(page.faults, []);
  await page.close();
});

const noPicture = process.env.PICTURE ? false : 'PICTURE names no file';
test('takes the picture of docs/viewing.md', { skip: noPicture }, async () => {
  const page = await openPage(view.address + '#at=200,-235,120&look=14,128&mode=fly',
                              { isStill: true, size: { width: 960, height: 600 } });
  await page.mouse.click(720, 470);
  await page.screenshot({ path: process.env.PICTURE });
  await page.close();
});

test('draws nothing but background where nothing is', async () => {
  const page = await openStill('#at=0,0,9000&look=-80,0&mode=fly');
  assert.equal((await countPixels(page)).drawn, 0);
  await page.close();
});

test('walks by keys, to the bit as natively', async () => {
  const page = await openStill();
  assert.equal(await page.evaluate(() => viewer.mode), 'walk');
  await page.evaluate(() => viewer.advance(30));
  const start = await page.evaluate(() => viewer.walker.state);
  assert.equal(start.onGround, true);
  await page.keyboard.down('KeyW');
  await page.evaluate(() => viewer.advance(40));
  const there = await page.evaluate(() => viewer.walker.state.origin);
  assert.ok(there[1] > start.origin[1] + 200, `walked to ${there}`);
  await page.keyboard.down('KeyD');
  await page.keyboard.down('Space');
  await page.evaluate(() => viewer.advance(1));
  await page.keyboard.up('Space');
  await page.evaluate(() => viewer.advance(10));
  assert.equal(await page.evaluate(() => viewer.walker.state.onGround), false);
  await page.keyboard.up('KeyW');
  await page.evaluate(() => viewer.advance(120));
  assert.match(await replay(page), /\n201 ticks, the same bits\n$/);
  await page.close();
});

test('crouches, and stands up only where there is room', async () => {
  const page = await openStill();
  await page.evaluate(() => viewer.advance(30));
  const standing = await page.evaluate(() => viewer.eye[2]);
  await page.keyboard.down('KeyC');
  await page.evaluate(() => viewer.advance(10));
  assert.ok(await page.evaluate(() => viewer.eye[2]) < standing - 10);
  await page.keyboard.down('KeyW');
  await page.evaluate(() => viewer.advance(30));
  assert.match(await replay(page), /hull|box -16,-16,-24:16,16,9\.6/);
  assert.match(await replay(page), /\n40 ticks, the same bits\n$/);
  await page.keyboard.up('KeyC');
  await page.evaluate(() => viewer.advance(10));
  assert.equal(await page.evaluate(() => viewer.walker.crouches), false);
  await page.close();
});

test('walks the demo by keys to the end of its route', async () => {
  const lines = (await readFile(process.env.ROUTE, 'utf8')).split('\n');
  // The basin is left out: the way out of it takes a higher jump than a key makes.
  const from = lines.indexOf('say the cistern'), to = lines.indexOf('say the south bank');
  assert.ok(0 < from && from < to);
  const ways = [...lines.slice(0, from), ...lines.slice(to + 2)].filter((line) => line.startsWith('goal '))
    .map((line) => line.split(' ').slice(1, 3).map(Number));
  assert.ok(ways.length > 12);
  const page = await openStill();
  // The gate stands open, as where the route is replayed.
  await page.locator('#layers input[name=models]').click();
  await page.evaluate(() => viewer.advance(40));
  await page.keyboard.down('KeyW');
  for (const way of ways) {
    const missed = await page.evaluate(([x, y]) => {
      const far = () => Math.hypot(x - viewer.walker.state.origin[0], y - viewer.walker.state.origin[1]);
      for (let tick = 0; tick < 400 && far() > 6; ++tick) {
        const [px, py] = viewer.walker.state.origin;
        viewer.look(0, (Math.atan2(y - py, x - px) * 180) / Math.PI);
        viewer.advance(1);
      }
      return far();
    }, way);
    // The last goal is the crevice, which stops the walker before.
    if (way !== ways.at(-1)) assert.ok(missed < 6, `${missed} from ${way}`);
  }
  const end = await page.evaluate(() => viewer.walker.state.origin);
  const { stdout } = await promisify(execFile)(process.env.HULLBAKE, ['replay', process.env.ROUTE, process.env.LEVEL]);
  const native = /\nend +(\S+) (\S+) (\S+) /.exec(stdout).slice(1).map(Number);
  for (let axis = 0; axis < 3; ++axis) assert.ok(Math.abs(end[axis] - native[axis]) < 0.01, `${end}, natively ${native}`);
  assert.match(await replay(page), /the same bits\n$/);
  await page.close();
});

test('shows and hides each layer', async () => {
  const page = await openStill('#at=-800,0,-100&look=30,180&mode=fly');
  const boxes = await page.locator('#layers input').all();
  assert.ok(boxes.length >= 5);
  for (const box of boxes) {
    const name = await box.getAttribute('name');
    const picture = () => page.evaluate(() => {
      viewer.redrawNow();
      return document.getElementById('picture').toDataURL();
    });
    const layer = () => page.evaluate((id) => viewer.shownLayers().includes(id), name);
    const was = await layer(), before = await picture();
    await box.click();
    assert.equal(await layer(), !was, name);
    if (name === 'solid' || name === 'liquid') assert.notEqual(await picture(), before, name);
    await box.click();
    assert.equal(await picture(), before, name);
  }
  await page.close();
});

test('a click reads the plane, the brush and the line', async () => {
  const page = await openStill('#at=0,-192,64&look=30,90&mode=fly');
  await page.mouse.click(400, 250);
  const hit = await page.evaluate(() => viewer.hit);
  assert.deepEqual([hit.normal, hit.dist, hit.surface.texture], [[0, 0, 1], 0, 'floor_stone']);
  const facts = await page.locator('#facts').innerText();
  assert.match(facts, /line\s+171/);
  assert.match(facts, /brush\s+0 of entity 0/);
  await page.keyboard.press('Escape');
  assert.equal(await page.locator('#hit').isVisible(), false);
  await page.close();
});

test('keys copy a line, show and hide layers, and explain themselves', async () => {
  const page = await openStill('#at=0,-192,64&look=30,90&mode=fly');
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.mouse.click(400, 250);
  await page.keyboard.press('KeyL');
  await until(page, () => document.getElementById('notice').textContent === 'line 171 is copied');
  assert.equal(await page.evaluate(() => navigator.clipboard.readText()), '171');
  await page.keyboard.press('KeyE');
  assert.equal(await page.locator('#edit').isVisible(), false, 'this server has no editor');
  const help = page.locator('#help'), box = page.locator('#layers input').nth(1);
  await page.keyboard.press('KeyH');
  assert.match(await help.innerText(), /W A S D[^]*Escape/);
  await page.keyboard.press('Escape');
  assert.deepEqual([await help.isVisible(), await page.locator('#hit').isVisible()], [false, true]);
  assert.equal(await box.isChecked(), true);
  await page.keyboard.press('Digit2');
  assert.deepEqual([await box.isChecked(), await page.evaluate(() => viewer.shownLayers().includes('solid'))], [false, false]);
  await page.keyboard.press('Digit9');
  await page.locator('#help-button').click();
  assert.equal(await help.isVisible(), true);
  assert.deepEqual(page.faults, []);
  await page.close();
});

test('says that it needs WebGL', async () => {
  const page = await browser.newPage();
  await page.addInitScript(() => { HTMLCanvasElement.prototype.getContext = () => null; });
  await page.goto(view.address);
  await until(page, () => !document.getElementById('trouble').hidden);
  assert.match(await page.locator('#trouble').innerText(), /^this browser cannot draw the level\s+It needs WebGL 2/);
  await page.close();
});

test('a click on an icon reads the keys of its entity', async () => {
  const page = await openStill('#at=0,-192,64&look=0,90&mode=fly');
  const lights = await page.evaluate(() => viewer.entities.filter(({ classname }) => classname === 'light'));
  assert.ok(lights.length > 3);
  const { origin, keys } = lights[0];
  const before = await page.evaluate((at) => {
    viewer.eye = [at[0], at[1] - 60, at[2]];
    viewer.look(0, 90);
    viewer.redrawNow();
    return document.getElementById('picture').toDataURL();
  }, origin);
  await page.mouse.click(400, 250);
  assert.deepEqual(await page.evaluate(() => viewer.entity.keys), keys);
  const facts = await page.locator('#facts').innerText();
  for (const [key, value] of keys) assert.match(facts, new RegExp(`${key}\\s+${value}`));
  assert.match(await page.locator('#hit h2').innerText(), /^entity \d+$/);
  await page.keyboard.press('Escape');
  await page.locator('#layers input[name=entities]').click();
  assert.notEqual(await page.evaluate(() => {
    viewer.redrawNow();
    return document.getElementById('picture').toDataURL();
  }), before);
  await page.mouse.click(400, 250);
  assert.equal(await page.evaluate(() => viewer.entity), null, 'a hidden icon cannot be clicked');
  assert.notEqual(await page.evaluate(() => viewer.hit), null);
  await page.close();
});

test('an icon behind a wall cannot be clicked', async () => {
  const page = await openStill('#at=0,-192,64&look=0,90&mode=fly');
  const counts = await page.evaluate(() => {
    const counts = { icons: 0, hidden: 0, wrong: 0 };
    for (const entity of viewer.entities) {
      const way = entity.origin.map((value, i) => value - viewer.eye[i]), size = Math.hypot(...way);
      const yaw = (Math.atan2(way[1], way[0]) * 180) / Math.PI, pitch = (-Math.asin(way[2] / size) * 180) / Math.PI;
      if (Math.abs(pitch) > 85 || size < 30) continue;
      viewer.look(pitch, yaw);
      viewer.redrawNow();
      viewer.ask(400, 250);
      ++counts.icons;
      const free = viewer.map.trace({ box: { mins: [0, 0, 0], maxs: [0, 0, 0] }, skin: 0, model: 0xffffffff }, viewer.eye, entity.origin);
      if (free.hit) ++counts.hidden;
      if (free.hit && viewer.entity === entity && (1 - free.fraction) * size > 12) ++counts.wrong;
      if (!free.hit && viewer.entity === null) ++counts.wrong;
    }
    return counts;
  });
  assert.ok(counts.icons > 20 && counts.hidden > 10 && counts.icons - counts.hidden >= 3, JSON.stringify(counts));
  assert.equal(counts.wrong, 0, JSON.stringify(counts));
  await page.close();
});

test('the address leads back to the view', async () => {
  const page = await openStill('#at=10.25,-150,80&look=12.5,45&mode=fly&hull=large&show=solid,clip');
  const told = () => page.evaluate(() => ({ at: viewer.eye, mode: viewer.mode, hull: viewer.hull, show: viewer.shownLayers() }));
  assert.deepEqual(await told(), { at: [10.25, -150, 80], mode: 'fly', hull: 'large', show: ['solid', 'clip'] });
  await page.evaluate(() => viewer.look(-5, 200));
  await until(page, () => location.hash.includes('look=-5,200'));
  const other = await openStill(new URL(page.url()).hash);
  assert.equal(await other.evaluate(() => viewer.address), await page.evaluate(() => viewer.address));
  await other.close();
  await page.close();
});

test('a walk that was left in the address starts at the same origin', async () => {
  const page = await openStill('#at=0,-192,45.92&look=0,90&mode=walk&hull=player');
  assert.equal(await page.evaluate(() => viewer.mode), 'walk');
  assert.deepEqual(await page.evaluate(() => viewer.walker.state.origin.map(Math.round)), [0, -192, 24]);
  await page.close();
});

test('replays a recorded run with a time bar', async () => {
  const file = join(folder, 'tour.run');
  await promisify(execFile)(process.env.HULLBAKE, ['replay', process.env.ROUTE, process.env.LEVEL, '--record', file]);
  const text = await readFile(file, 'utf8');
  const ticks = text.split('\n').filter((line) => line.startsWith('tick ')).map((line) => line.split(' ').slice(1, 4).map(Number));
  assert.ok(ticks.length > 1000);
  const page = await openStill('#at=0,-250,150&look=30,90&mode=fly');
  const picture = () => page.evaluate(() => {
    viewer.redrawNow();
    return document.getElementById('picture').toDataURL();
  });
  const before = await picture();
  assert.equal(await page.locator('#run').isVisible(), false);
  await drop(page, text, 'tour.run');
  await until(page, () => viewer.run !== null);
  const start = await picture();
  assert.notEqual(start, before, 'the path and the body are drawn');
  for (const tick of [1, 77, 500, ticks.length]) {
    const frame = await page.evaluate((number) => {
      viewer.setRunTime(viewer.run.frames[number].time);
      return viewer.frame;
    }, tick);
    assert.deepEqual(frame.origin, ticks[tick - 1], `tick ${tick}`);
  }
  assert.match(await page.locator('#told').innerText(), /^tour\.run\s+(\d+\.\d\d) of \1 s /);
  await page.locator('#time').evaluate((bar) => {
    bar.value = bar.max / 2;
    bar.dispatchEvent(new Event('input'));
  });
  assert.ok(await page.evaluate(() => Math.abs(viewer.runTime - viewer.run.length / 2) < 0.01));
  await page.evaluate((number) => viewer.setRunTime(viewer.run.frames[number].time), 500);
  await page.keyboard.press('Period');
  assert.deepEqual(await page.evaluate(() => viewer.frame.origin), ticks[500]);
  await page.keyboard.press('Comma');
  await page.keyboard.press('Comma');
  assert.deepEqual(await page.evaluate(() => viewer.frame.origin), ticks[498]);
  await page.keyboard.press('KeyP');
  assert.equal(await page.locator('#play').innerText(), 'pause');
  await page.keyboard.press('KeyP');
  await page.locator('#ride').click();
  const [eye, origin] = await page.evaluate(() => [viewer.eye, viewer.frame.origin]);
  assert.deepEqual(eye.slice(0, 2), origin.slice(0, 2));
  assert.ok(eye[2] > origin[2] + 10);
  await page.locator('#leave').click();
  assert.equal(await page.locator('#run').isVisible(), false);

  const lines = text.split('\n'), bad = lines.findIndex((line) => line.startsWith('tick ')) + 1;
  await drop(page, lines.with(bad - 1, 'tick 1 2 oops 0 0 0 air').join('\n'), 'bad.run');
  await until(page, () => !document.getElementById('trouble').hidden);
  assert.match(await page.locator('#trouble').innerText(), new RegExp(`bad\\.run cannot be shown\\s+bad\\.run:${bad}: 3 numbers`));
  await drop(page, await readFile(process.env.ROUTE), 'route.run');
  await until(page, () => document.getElementById('trouble').innerText.includes('route.run:'));
  assert.match(await page.locator('#trouble').innerText(), /ticks without results/);
  assert.deepEqual(page.faults, []);
  await page.close();
});

test('opens a file that is chosen', async () => {
  const page = await openStill(), file = join(folder, 'chosen.map');
  await writeFile(file, await readFile(join(process.env.SOURCE, 'maps/scenes/tilted_room.map')));
  await page.evaluate(() => { document.getElementById('file').click = () => { window.isAsked = true; }; });
  await page.keyboard.press('KeyO');
  assert.equal(await page.evaluate(() => window.isAsked), true);
  await page.locator('#file').setInputFiles(file);
  await until(page, () => document.title.startsWith('chosen.map'));
  assert.equal(await page.locator('#notice').isVisible(), false);
  assert.equal(await page.locator('#drop').isVisible(), false);
  await page.evaluate(() => window.dispatchEvent(new DragEvent('dragover', { dataTransfer: new DataTransfer() })));
  assert.equal(await page.locator('#drop').isVisible(), true);
  await page.close();
});

test('compiles a map that is dropped', async () => {
  const page = await openStill(), scenes = join(process.env.SOURCE, 'maps/scenes');
  const map = await readFile(join(scenes, 'tilted_room.map'), 'utf8'), before = await page.evaluate(() => viewer.faces);
  const file = join(folder, 'tilted_room.hull');
  await promisify(execFile)(process.env.HULLBAKE, ['compile', join(scenes, 'tilted_room.map'), '-o', file]);
  const native = await readFile(file);
  const shown = () => page.evaluate(() => viewer.map.sourceHash);
  const first = await shown();
  await drop(page, map, 'tilted_room.map');
  await until(page, (hash) => viewer.map.sourceHash !== hash, first);
  assert.equal(await shown(), native.readBigUInt64LE(32).toString(16).padStart(16, '0'));
  const faces = await page.evaluate(() => viewer.faces);
  assert.notEqual(faces, before);

  const lines = map.split('\n'), broken = lines.findIndex((line) => line.startsWith('( ')) + 1;
  await drop(page, lines.with(broken - 1, '( 1 2 nonsense ) here').join('\n'), 'broken.map');
  await until(page, () => !document.getElementById('trouble').hidden);
  assert.match(await page.locator('#trouble').innerText(),
               new RegExp(`broken\\.map cannot be shown\\s+broken\\.map:${broken}:7: error: expected `));
  assert.equal(await page.evaluate(() => viewer.faces), faces, 'what was shown stays');
  await drop(page, map, 'tilted_room.map');
  await until(page, () => document.getElementById('trouble').hidden);
  assert.deepEqual(page.faults, []);
  await page.close();
});

test('plays a run by itself', async () => {
  const page = await openPage(view.address + '#at=0,-250,150&look=30,90&mode=fly');
  const ticks = Array.from({ length: 60 }, (_, i) => `tick ${i} -192 24.03125 60 0 0 ground`).join('\n');
  await drop(page, `hullbake-run 1\nhull player\nstart 0 -192 24.03125\nsay go\n${ticks}\nend 60\n`, 'short.run');
  await until(page, () => viewer.run !== null);
  await page.locator('#play').click();
  await until(page, () => viewer.runTime > 0.1 && viewer.frame.origin[0] > 5);
  await until(page, () => viewer.runTime === viewer.run.length && document.getElementById('play').textContent === 'play');
  assert.match(await page.locator('#told').innerText(), /1\.00 of 1\.00 s\s+59 -192 24\.031\s+ground\s+go/);
  await page.close();
});

test('says why a file is refused, and keeps what was shown', async () => {
  const bytes = await readFile(process.env.LEVEL);
  bytes[bytes.length - 100] ^= 1;
  const bad = join(folder, 'bad<b>.hull');
  await writeFile(bad, bytes);
  const other = await startView(bad);
  const page = await openPage(other.address);
  assert.match(await page.locator('#trouble').innerText(), /bad<b>\.hull cannot be shown\s+.*hash.*, offset 24/);
  assert.equal(await page.evaluate(() => viewer.map), null);
  await page.evaluate((text) => viewer.load(new TextEncoder().encode(text), 'text'), '<script>');
  assert.match(await page.locator('#trouble').innerText(), /text cannot be shown\s+too small for a \.hull file, offset 0/);
  other.stop();
  await page.close();

  const good = await openStill();
  await drop(good, bytes.subarray(0, 5000), 'dropped.hull');
  await until(good, () => !document.getElementById('trouble').hidden);
  assert.match(await good.locator('#trouble').innerText(), /dropped\.hull cannot be shown/);
  assert.ok((await countPixels(good)).drawn > 0.9);
  await good.close();
});
