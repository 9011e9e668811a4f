// What the tests of the viewer share: headless Chromium, and pictures as pixels.
import { createRequire } from 'node:module';
import { join } from 'node:path';

const { chromium } = createRequire(join(process.env.TOOLS, 'none.js'))('playwright-core');

export const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM,
  args: ['--headless', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run',
         '--disable-background-networking', '--disable-component-update', '--disable-sync'],
});

/** Opens an address and waits until the page shows a level or says why not. Errors of the page go to `page.faults`. In
 * a still page time passes by viewer.advance() only. */
export async function openPage(address, { isStill = false, size = { width: 800, height: 500 } } = {}) {
  const page = await browser.newPage({ viewport: size });
  page.faults = [];
  page.on('pageerror', (error) => page.faults.push(String(error)));
  page.on('console', (message) => { if (message.type() === 'error') page.faults.push(message.text()); });
  if (isStill) await page.addInitScript(() => { window.viewerIsStill = true; });
  await page.goto(address);
  await until(page, () => window.viewer?.map || !document.getElementById('trouble').hidden);
  return page;
}

/** Waits until a function answers true in the page. The page's policy forbids what playwright has for this. */
export async function until(page, isTrue, argument) {
  for (const end = Date.now() + 20000; Date.now() < end; await page.waitForTimeout(20))
    if (await page.evaluate(isTrue, argument)) return;
  throw new Error(`not in 20 seconds: ${isTrue}`);
}

/** Counts the picture's pixels that differ from its background, and its colours, without the panel's part. */
export function countPixels(page) {
  return page.evaluate(() => {
    viewer.redrawNow();
    const canvas = document.getElementById('picture'), copy = document.createElement('canvas');
    Object.assign(copy, { width: canvas.width, height: canvas.height });
    const context = copy.getContext('2d');
    context.drawImage(canvas, 0, 0);
    const { data } = context.getImageData(0, 0, copy.width, copy.height), colours = new Set();
    let drawn = 0;
    for (let i = 0; i < data.length; i += 4) {
      if (data[i] !== 0x15 || data[i + 1] !== 0x18 || data[i + 2] !== 0x1c) ++drawn;
      colours.add((data[i] << 16) | (data[i + 1] << 8) | data[i + 2]);
    }
    return { drawn: drawn / (data.length / 4), colours: colours.size };
  });
}

/** Drops a file on the page. */
export const drop = (page, data, name) => page.evaluate(([bytes, called]) => {
  const list = new DataTransfer();
  list.items.add(new File([new Uint8Array(bytes)], called));
  window.dispatchEvent(new DragEvent('drop', { dataTransfer: list }));
}, [[...Buffer.from(data)], name]);
