// Runs the package in headless Chromium and compares a digest of its answers with that of the native library's.
// usage: node browser.mjs PACKAGE FILE.hull ANSWERS TRACES TICKS CHROMIUM (playwright-core is found from the folder)
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const [packageFolder, hullFile, answerFile, traces, ticks, chromiumPath] = process.argv.slice(2);
const { chromium } = createRequire(join(process.cwd(), 'none.js'))('playwright-core');
const files = {
  '/': ['text/html', () => '<!doctype html><title>hullbake</title>'],
  '/demo.hull': ['application/octet-stream', () => readFile(hullFile)],
  '/questions.mjs': ['text/javascript', () => readFile(join(dirname(fileURLToPath(import.meta.url)), 'questions.mjs'))],
  '/index.js': ['text/javascript', () => readFile(join(packageFolder, 'index.js'))],
  '/structs.js': ['text/javascript', () => readFile(join(packageFolder, 'structs.js'))],
  '/brushes.js': ['text/javascript', () => readFile(join(packageFolder, 'brushes.js'))],
  '/world.js': ['text/javascript', () => readFile(join(packageFolder, 'world.js'))],
  '/hullbake.wasm': ['application/wasm', () => readFile(join(packageFolder, 'hullbake.wasm'))],
};
const server = createServer(async (request, response) => {
  const [type, content] = files[request.url] ?? ['text/plain', () => ''];
  response.writeHead(request.url in files ? 200 : 404, { 'content-type': type });
  response.end(await content());
});
await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
const browser = await chromium.launch({
  executablePath: chromiumPath,
  args: ['--headless', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run',
         '--disable-background-networking', '--disable-component-update', '--disable-sync'],
});
try {
  const page = await browser.newPage();
  await page.goto(`http://127.0.0.1:${server.address().port}/`);
  const result = await page.evaluate(async ([traces, ticks]) => {
    const { open } = await import('/index.js');
    const { answers } = await import('/questions.mjs');
    const map = await open(await (await fetch('/demo.hull')).arrayBuffer());
    const { doubles, counts } = answers(map, traces, ticks);
    const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', doubles.buffer));
    return { digest: [...digest].map((b) => b.toString(16).padStart(2, '0')).join(''), doubles: doubles.length, counts };
  }, [Number(traces), Number(ticks)]);
  const expected = createHash('sha256').update(await readFile(answerFile)).digest('hex');
  if (result.digest !== expected) throw new Error(`digest ${result.digest}, natively ${expected}`);
  console.log(JSON.stringify({ doubles: result.doubles, ...result.counts }));
} finally {
  await browser.close();
  server.close();
}
