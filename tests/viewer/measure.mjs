// Measures the time from a save to the picture, and to the first picture after opening; not a test.
// usage: SOURCE=. HULLBAKE=... PAGE=... TOOLS=... CHROMIUM=... MAP=e1m1.map node measure.mjs
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { browser } from './browser.mjs';
import { startView } from './view.mjs';

const folder = await mkdtemp(join(tmpdir(), 'measure_')), map = join(folder, 'level.map');
const text = await readFile(process.env.MAP);
await writeFile(map, text);
const view = await startView(map);

/** Waits in the page until the level was drawn again and two frames have passed. */
const drawn = (page, before) => page.evaluate((count) => new Promise((done) => {
  const look = () => {
    if (window.viewer?.drawings > count) requestAnimationFrame(() => requestAnimationFrame(done));
    else setTimeout(look, 2);
  };
  look();
}), before);

function report(name, times) {
  const sorted = times.toSorted((a, b) => a - b).map(Math.round);
  console.log(`${name}: median ${sorted[sorted.length >> 1]} ms, least ${sorted[0]}, most ${sorted.at(-1)}`);
}

const first = [], saves = [];
let page;
for (let i = 0; i < 9; ++i) {
  await page?.close();
  page = await browser.newPage({ viewport: { width: 800, height: 500 } });
  const start = performance.now();
  await page.goto(view.address, { waitUntil: 'commit' });
  await drawn(page, 0);
  first.push(performance.now() - start);
}
report('first picture', first);
for (let i = 0; i < 15; ++i) {
  const done = drawn(page, await page.evaluate(() => viewer.drawings));
  const start = performance.now();
  await writeFile(map, Buffer.concat([text, Buffer.from(`// ${i}\n`)]));
  await done;
  saves.push(performance.now() - start);
}
report('save to picture', saves);
const hulls = await page.evaluate(() => Array.from({ length: 9 }, () => {
  viewer.hullView.text = '-20,-20,-30:20,20,30';
  const start = performance.now();
  viewer.updateHullView();
  return performance.now() - start;
}));
report('hull view of a box', hulls);
view.stop();
await browser.close();
await rm(folder, { recursive: true });
