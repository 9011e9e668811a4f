// Questions for a map and their answers as doubles, in the order in which native_answers.c asks them.

// Marsaglia, "Xorshift RNGs", 2003.
export class Random {
  #state = 2463534242;
  next() {
    let x = this.#state;
    x ^= x << 13;
    x ^= x >>> 17;
    x ^= x << 5;
    this.#state = x;
    return x >>> 0;
  }
  between(low, high) {
    return low + (high - low) * (this.next() / 4294967296);
  }
  pointIn({ mins, maxs }) {
    return mins.map((low, a) => this.between(low - 16, maxs[a] + 16));
  }
}

const flag = (value) => (value ? 1 : 0);

function traceDoubles(t) {
  return [t.fraction, t.hitFraction, ...t.endpos, ...t.normal, t.dist, t.contents, t.model,
          flag(t.hit) + 2 * flag(t.startsolid) + 4 * flag(t.allsolid) + 8 * flag(t.invalid)];
}

const box = { mins: [-11, -12, -13], maxs: [14, 15, 16] };

/** Returns all answers as a Float64Array. `counts` tells how often something of interest happened. */
export function answers(map, traces, ticks) {
  const random = new Random(), bounds = map.models[0].bounds, out = [];
  const counts = { hits: 0, startsolid: 0, turnedHits: 0, landed: 0, steps: 0, unstuck: 0 };
  const probes = [...map.hulls.keys()].map((hull) => ({ hull }));
  probes.push({ box }, { hull: 1, model: 0xffffffff });
  for (const probe of probes) {
    const segments = new Float64Array(6 * traces);
    for (let i = 0; i < traces; ++i) {
      segments.set(random.pointIn(bounds), 6 * i);
      segments.set(random.pointIn(bounds), 6 * i + 3);
    }
    for (const trace of map.traceBatch(probe, segments)) {
      counts.hits += flag(trace.hit);
      counts.startsolid += flag(trace.startsolid);
      out.push(...traceDoubles(trace));
    }
  }
  for (let i = 0; i < traces; ++i) {
    const transform = map.rotation([random.between(-180, 180), random.between(-180, 180), random.between(-180, 180)]);
    const model = 1 + (random.next() % (map.models.length - 1)), around = map.models[model].bounds;
    transform.pivot = around.mins.map((low, a) => (low + around.maxs[a]) / 2);
    const trace = map.trace({ box, model, transform }, random.pointIn(around), random.pointIn(around));
    counts.turnedHits += flag(trace.hit);
    out.push(...traceDoubles(trace));
  }
  let state = { origin: map.playerStarts()[0].origin };
  for (let i = 0; i < ticks; ++i) {
    if (i % 64 === 0) state.velocity = [random.between(-320, 320), random.between(-320, 320), 200];
    const step = map.walk({ hull: 1 }, {}, state, 1 / 72);
    state = step.state;
    if (i % 64 === 0) state.onGround = false;
    counts.landed += flag(step.landed);
    counts.steps += step.steps;
    out.push(step.status, ...state.origin, ...state.velocity, ...state.groundNormal, step.climbed, step.traces);
  }
  for (let i = 0; i < ticks / 10; ++i) {
    const at = random.pointIn(bounds), way = map.unstick({ hull: 1 }, at, 64);
    counts.unstuck += flag(way.status === 1);
    out.push(map.contentsAt({ hull: 0 }, at), way.status, way.distance, ...way.position);
  }
  return { doubles: Float64Array.from(out), counts };
}
