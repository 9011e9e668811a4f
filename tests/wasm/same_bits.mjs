// Compares the answers of WebAssembly in Node with those of the native library, bit by bit.
// usage: node same_bits.mjs PACKAGE FILE.hull ANSWERS TRACES TICKS
import { readFile } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';
import { answers } from './questions.mjs';

const [packageFolder, hullFile, answerFile, traces, ticks] = process.argv.slice(2);
const { open } = await import(pathToFileURL(`${packageFolder}/index.js`));
const map = await open(await readFile(hullFile));
const { doubles, counts } = answers(map, Number(traces), Number(ticks));
const native = await readFile(answerFile);
if (native.length !== doubles.byteLength) throw new Error(`${native.length} bytes, not ${doubles.byteLength}`);
const own = Buffer.from(doubles.buffer);
if (!own.equals(native)) {
  const at = own.findIndex((byte, i) => byte !== native[i]) >> 3;
  throw new Error(`double ${at} is ${doubles[at]}, natively ${native.readDoubleLE(8 * at)}`);
}
console.log(JSON.stringify({ doubles: doubles.length, ...counts }));
