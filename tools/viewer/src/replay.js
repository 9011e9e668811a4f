// Recorded runs: docs/recorded_runs.md describes their text. The page shows their results and does not move by itself.

/** Reads a run. Returns `{ hull, box, source, frames, length, name }`; a frame is `{ time, origin, stance, said }`. Throws
 * an Error with the line. */
export function readRun(text, name) {
  const run = { name, hull: null, box: null, source: null, frames: [], length: 0 };
  let rate = 60, said = '', number = 0;
  const fail = (why) => { throw new Error(`${name}:${number}: ${why}`); };
  const numbers = (words, count) => {
    const values = words.slice(0, count).map(Number);
    if (words.length < count || !values.every(Number.isFinite)) fail(`${count} numbers are expected`);
    return values;
  };
  for (const line of text.split(/\r?\n/)) {
    ++number;
    const [word, ...rest] = line.trim().split(/[ \t]+/);
    if (number === 1 && line.trim() !== 'hullbake-run 1') fail('no run of version 1');
    if (word === 'hull') [run.hull] = rest;
    if (word === 'box') {
      const values = numbers(rest, 6);
      run.box = { mins: values.slice(0, 3), maxs: values.slice(3) };
    }
    if (word === 'source') [run.source] = rest;
    if (word === 'start') run.frames.push({ time: 0, origin: numbers(rest, 3), stance: 'air', said });
    if (word === 'rate') [rate] = numbers(rest, 1);
    if (word === 'say') {
      said = rest.join(' ');
      if (run.frames.length > 0) run.frames.at(-1).said = said;
    }
    if (word !== 'tick' && word !== 'ticks') continue;
    if (run.frames.length === 0) fail('a tick before the start');
    if (word === 'ticks' || rest.length < 7) fail('has ticks without results; hullbake replay --record writes them');
    if (!(rate > 0)) fail('a rate must be over 0');
    run.length += 1 / rate;
    run.frames.push({ time: run.length, origin: numbers(rest, 3), stance: rest[6], said });
  }
  if (run.frames.length < 2) throw new Error(`${name}: has no ticks`);
  return run;
}

const between = (from, to, part) => from.map((value, i) => value + part * (to[i] - value));

/** What a run is at a time, seconds: between two ticks every place lies between theirs. */
export function frameAt({ frames }, time) {
  let low = 0, high = frames.length - 1;
  while (low + 1 < high) {
    const middle = (low + high) >> 1;
    if (frames[middle].time <= time) low = middle;
    else high = middle;
  }
  const before = frames[low], after = frames[high];
  const part = Math.max(0, Math.min(1, (time - before.time) / (after.time - before.time)));
  if (part === 1) return { ...after, time };
  const frame = { ...before, time, origin: between(before.origin, after.origin, part) };
  for (const list of ['bodies', 'models', 'triggers'])
    if (before[list]) frame[list] = before[list].map((place, i) => between(place, after[list][i], part));
  return frame;
}
