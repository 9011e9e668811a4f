// The package's own promises: what it opens, refuses, and answers to wrong calls.
// usage: PACKAGE=... HULL=... node --test package.test.mjs
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import test from 'node:test';
import { pathToFileURL } from 'node:url';

const { open, Contents, Feature, HullError, AllModels, SlideStatus, PathEvent, TriggerReason, UnstickStatus, WorldEventKind } =
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

test('casts shapes of every kind, and tells where they touch', () => {
  const from = [0, -192, 96], to = [0, -192, -160];
  // How far each reaches below its origin.
  const shapes = [[8, { kind: 'ball', radius: 8 }], [12, { kind: 'ball', radius: 8, centre: [0, 0, -4] }],
                  [28, { kind: 'capsule', ends: [[0, 0, -20], [0, 0, 20]], radius: 8 }],
                  [8, { kind: 'capsule', ends: [[0, 0, -20], [0, 0, 20]], radius: 8, angles: [90, 0, 0] }],
                  [28, { kind: 'cylinder', radius: 16, halfHeight: 28 }],
                  [24, { kind: 'box', mins: [-16, -16, -24], maxs: [16, 16, 32], angles: [0, 30, 0] }],
                  [16, { kind: 'convex', points: [[24, 0, 0], [-24, 0, 0], [0, 24, 0], [0, -24, 0], [0, 0, 32], [0, 0, -16]] }]];
  for (const [below, shape] of shapes) {
    const probe = { shape, skin: 0 }, hit = map.trace(probe, from, to);
    assert.ok(Math.abs(hit.hitFraction - (96 - below) / 256) < 1e-12, `${shape.kind}: ${hit.hitFraction}`);
    assert.deepEqual(hit.normal, [0, 0, 1]);
    assert.equal(map.surface(probe, from, to).texture, 'floor_stone');
    const touch = map.contactPoint(probe, from, to);
    if (shape.kind === 'ball' || shape.kind === 'capsule') assert.ok(touch, shape.kind);
    if (touch) assert.deepEqual([touch.point[2], Feature[touch.feature], touch.surface.texture], [0, 'face', 'floor_stone']);
    const [contact] = map.contacts(probe, [0, -192, below - 0.5]);
    assert.ok(Math.abs(contact.depth - 0.5) < 1e-9 && Math.abs(contact.point[2]) < 1e-9 && contact.line === 167, shape.kind);
    assert.equal(map.contacts(probe, [0, -192, below + 1]).length, 0);
  }
  assert.throws(() => map.trace({ shape: { kind: 'egg' } }, from, to), TypeError);
  assert.throws(() => map.trace({ shape: { kind: 'convex', points: [] } }, from, to), RangeError);
  assert.match(map.trace({ shape: { kind: 'ball', radius: -1 } }, from, to).reason, /shape/);
});

test('a world: a gate goes up, a crate is pushed, a trigger tells', () => {
  const box = { mins: [-16, -16, -16], maxs: [16, 16, 16] }, seconds = 1 / 60;
  const world = map.world({ models: [{ model: 1 }], movers: [{ model: 0, from: [0, 0, 0], to: [0, 0, 92], seconds: 0.92 }],
                            bodies: [{ origin: [0, 0, 17], box }, { origin: [-64, 0, 17], box }],
                            triggers: [{ box: { mins: [96, -16, 0], maxs: [128, 16, 8] } }, { model: 4 }] });
  const states = [0, 1].map((i) => ({ origin: world.body(i).origin, velocity: [0, 0, 0] }));
  const told = [], stepped = [];
  for (let tick = 0; tick < 69; ++tick) {
    stepped.push(...world.step(seconds, states).list);
    const before = world.body(0).origin, pushed = world.push(1, [2, 0, 0], states);
    assert.equal(pushed.refusal, 0, pushed.reason);
    const touched = world.touch(0, { start: before, seconds, path: [{ position: world.body(0).origin, time: seconds }] });
    assert.ok(touched.told);
    told.push(...touched.list);
  }
  assert.deepEqual(world.model(0).transform.displacement, [0, 0, 92]);
  assert.ok(stepped.some(({ kind }) => WorldEventKind[kind] === 'arrived'));
  const ends = [world.body(0).origin[0], world.body(1).origin[0]];
  assert.ok(ends[1] > 70 && ends[0] >= ends[1] + 32 && ends[0] < ends[1] + 33, String(ends));
  assert.equal(told.length, 1);
  assert.deepEqual([told[0].trigger, told[0].enters, TriggerReason[told[0].reason]], [0, true, 'crossed']);
  assert.ok(Math.abs(told[0].position[0] - 80) < 0.01 && told[0].time >= 0 && told[0].time <= seconds);
  assert.deepEqual([world.isInside(0, 0), world.isInside(1, 0), world.isInside(0, 1)], [true, false, false]);
  world.setTrigger(0, { enabled: false });
  const left = world.touch(0, { start: world.body(0).origin, seconds });
  assert.deepEqual(left.list.map(({ enters, reason }) => [enters, TriggerReason[reason]]), [[false, 'disabled']]);
  const walked = world.walk(0, {}, { origin: world.body(0).origin }, seconds);
  assert.equal(SlideStatus[walked.status], 'moved');
  assert.throws(() => world.isInside(0, 2), RangeError);
  assert.throws(() => world.touch(2, { start: [0, 0, 0], seconds }), RangeError);
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
