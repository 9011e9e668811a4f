// The package's own promises: what it opens, refuses, and answers to wrong calls.
// usage: PACKAGE=... HULL=... node --test package.test.mjs
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import test from 'node:test';
import { pathToFileURL } from 'node:url';

const { open, Contents, HullError, AllModels, SlideStatus, PathEvent, UnstickStatus } =
  await import(pathToFileURL(`${process.env.PACKAGE}/index.js`));
const bytes = await readFile(process.env.HULL);
const map = await open(bytes);
const player = { hull: 'player' };

test('opens a file from any kind of bytes', async () => {
  const buffer = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length);
  for (const source of [buffer, new Uint8Array(buffer), new DataView(buffer)])
    assert.equal((await open(source)).hulls.length, map.hulls.length);
  await assert.rejects(open('demo.hull'), TypeError);
});

test('says what is wrong with a damaged file, and where', async () => {
  const cut = await open(bytes.subarray(0, bytes.length - 8)).catch((error) => error);
  assert.ok(cut instanceof HullError);
  assert.match(cut.message, /^truncated or padded.*, offset 16$/);
  let refused = 0;
  for (let at = 0; at < bytes.length; at += 9973) {
    const damaged = Uint8Array.from(bytes);
    damaged[at] ^= 0x55;
    await assert.rejects(open(damaged), HullError);
    ++refused;
  }
  assert.ok(refused > 30);
  await assert.rejects(open(new Uint8Array()), HullError);
});

test('lists hulls, models and entities', () => {
  assert.deepEqual(map.hulls.map((hull) => hull.name), ['point', 'player', 'large']);
  assert.deepEqual(map.hulls[1].box, { mins: [-16, -16, -24], maxs: [16, 16, 32] });
  assert.equal(map.models[0].classname, 'worldspawn');
  const entities = map.entities();
  entities.forEach((entity, i) => assert.equal(entity.number, i));
  assert.equal(entities.filter((entity) => entity.classname === 'func_door').length, 2);
  const gate = map.findClass('func_door');
  assert.deepEqual(gate.keys[2], ['targetname', 'gallery_gate']);
  assert.equal(map.findClass('func_door', map.findClass('FUNC_D*r', gate.number).number), null);
  assert.deepEqual(map.entityOfModel(1), gate);
  assert.equal(map.entityOfModel(99), null);
  assert.equal(map.playerStarts()[0].classname, 'info_player_start');
  assert.match(map.entityText, /^\{\n"classname" "worldspawn"/);
  assert.ok(JSON.parse(map.metaText).generator.startsWith('hullbake'));
});

test('lists brushes with their planes', () => {
  const brushes = map.brushes();
  assert.equal(brushes.length, map.models.reduce((sum, model) => sum + model.brushCount, 0));
  const floor = brushes.find((brush) => brush.entity === 0 && brush.line === 167);
  assert.equal(floor.contents, Contents.Solid);
  const top = floor.sides.find((side) => side.normal[2] === 1);
  assert.deepEqual([top.dist, top.texture, top.bevel, top.grown], [0, 'floor_stone', false, true]);
  // Every plane of every bare brush touches its bounds, which are rounded to 32 bits.
  let faces = 0, bevels = 0;
  for (const { sides, mins, maxs } of brushes) {
    for (const { normal, dist, bevel } of sides) {
      const far = normal.reduce((sum, n, axis) => sum + n * (n > 0 ? maxs : mins)[axis], 0);
      assert.ok(far > dist - 1e-3, `a plane at ${dist} misses its brush, which ends at ${far}`);
      bevel ? ++bevels : ++faces;
    }
  }
  assert.ok(faces > 1000 && bevels > 100, `${faces} faces, ${bevels} bevels`);
  assert.match(map.sourceHash, /^[0-9a-f]{16}$/);
});

test('traces, and names what was hit', () => {
  const trace = map.trace(player, [0, -192, 96], [0, -192, -160]);
  assert.equal(trace.hitFraction, 0.28125);
  assert.deepEqual(trace.normal, [0, 0, 1]);
  assert.equal(map.contentsName(trace.contents), 'solid');
  assert.deepEqual(map.trace({ hull: 1, skin: 0 }, [0, -192, 96], [0, -192, -160]).endpos, [0, -192, 24]);
  assert.equal(map.surface(player, [0, -192, 96], [0, -192, -160]).texture, 'floor_stone');
  assert.equal(map.surface(player, [0, -192, 96], [0, -192, 95]), null);
  const segments = [0, -192, 96, 0, -192, -160, 0, -192, 96, 0, -192, 95];
  assert.deepEqual(map.traceBatch(player, segments)[0], { ...trace });
  assert.deepEqual([...map.traceFractions(player, segments)], [trace.fraction, 1]);
  assert.equal(map.contentsAt({ hull: 0 }, [0, -192, -4]), Contents.Solid);
});

test('finds neighbours and the way out of solid', () => {
  assert.deepEqual(map.overlap(player, [0, -192, 20]).map((brush) => brush.line), [167]);
  assert.equal(map.touching(player, [0, -192, 24], 1)[0].surface.texture, 'floor_stone');
  const way = map.unstick(player, [0, -192, 20], 16);
  assert.equal(UnstickStatus[way.status], 'found');
  assert.ok(way.distance > 4 && way.distance < 4.001);
});

test('slides, walks, looks for ground and changes hulls', () => {
  const box = { mins: [-8, -8, -8], maxs: [8, 8, 8] };
  const slide = map.slide({ box }, { origin: [0, -192, 96], velocity: [0, 0, -100], seconds: 1 });
  assert.equal(SlideStatus[slide.status], 'moved');
  assert.deepEqual(slide.path.map((point) => PathEvent[point.event]), ['bump', 'end']);
  let state = { origin: [0, -192, 40] };
  const start = structuredClone(state);
  const fallen = map.walk(player, {}, state, 1);
  assert.deepEqual(state, start);
  assert.ok(fallen.landed && fallen.state.onGround && fallen.landingSpeed > 10);
  assert.ok(map.groundBelow(player, [0, -192, 40], 32).walkable);
  const refused = map.changeHull({}, player, [0, 0, 0]);
  assert.deepEqual([refused.fits, refused.reason], [false, 'the probe has neither a hull nor a box']);
  assert.ok(map.changeHull(player, { hull: 'point' }, [0, -192, 25]).fits);
});

test('turns models', () => {
  const transform = map.rotation([0, 90, 0]);
  assert.deepEqual(transform.axes, [[0, 1, 0], [-1, 0, 0], [0, 0, 1]]);
  assert.throws(() => map.rotation([NaN, 0, 0]), RangeError);
  assert.equal(map.turnable(1), true);
  const moved = { box: { mins: [0, 0, 0], maxs: [0, 0, 0] }, model: 1, transform: { displacement: [0, 0, 1000] } };
  assert.equal(map.trace(moved, [0, 0, 0], [0, 0, 10]).invalid, false);
});

test('refuses with a reason, throws for wrong calls', () => {
  const refused = map.trace({}, [0, 0, 0], [0, 0, 1]);
  assert.equal(refused.invalid, true);
  assert.match(refused.reason, /neither a hull nor a box/);
  assert.match(map.trace({ ...player, transform: {}, model: AllModels }, [0, 0, 0], [0, 0, 1]).reason, /transform/);
  assert.equal(map.trace(player, [NaN, 0, 0], [0, 0, 0]).invalid, true);
  assert.throws(() => map.trace({ hull: 'none' }, [0, 0, 0], [0, 0, 1]), RangeError);
  assert.throws(() => map.trace(player, [0, 0], [0, 0, 1]), TypeError);
  assert.throws(() => map.traceBatch(player, [1, 2, 3]), RangeError);
  assert.throws(() => map.findClass('x'.repeat(5000)), RangeError);
  assert.throws(() => map.changeHull(player, player, [0, 0, 0], 'knees'), RangeError);
  assert.deepEqual(map.overlap(player, [Infinity, 0, 0]), []);
});
