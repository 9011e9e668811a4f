/* Times short traces through a level by the native library, for trace_times.mjs.
 *
 * usage: trace_times FILE.hull SEGMENTS ROUNDS
 *
 * Draws traces of 8 to 64 units that start where the player is free, as the benchmark's set S, and writes them to
 * SEGMENTS, six doubles each. Prints two lines, of the baked hull player and of its box at query time: nanoseconds of
 * one trace, one by one and in batches, the least of all rounds, and the sum of the fractions. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "hullbake/hullbake.h"

enum { kCount = 16384, kTries = 4000000 };

static uint64_t state = 88172645463325252u;

static double between(double low, double high) {
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return low + (high - low) * ((double)(state >> 11) / 9007199254740992.0);
}

static HullbakeVec3 pointIn(HullbakeBox box) {
    HullbakeVec3 p;
    p.x = between(box.mins.x, box.maxs.x);
    p.y = between(box.mins.y, box.maxs.y);
    p.z = between(box.mins.z, box.maxs.z);
    return p;
}

static HullbakeVec3 away(HullbakeVec3 from) {
    const double z = between(-1, 1), turn = between(0, 6.283185307179586), length = between(8, 64);
    const double flat = sqrt(1 - z * z) * length;
    const HullbakeVec3 to = {from.x + flat * cos(turn), from.y + flat * sin(turn), from.z + z * length};
    return to;
}

static int draw(const HullbakeMap* map, HullbakeProbe probe, HullbakeSegment* segments) {
    HullbakeModelInfo world = HULLBAKE_MODEL_INFO_INIT;
    hullbakeModel(map, 0, &world);
    int count = 0;
    for (int i = 0; i < kTries && count < kCount; ++i) {
        const HullbakeVec3 from = pointIn(world.bounds);
        HullbakeContents contents = 0;
        hullbakeContentsAt(map, &probe, from, &contents);
        if ((contents & (HullbakeContents)HullbakeMaskBlocking) != 0) continue;
        segments[count].start = from;
        segments[count++].end = away(from);
    }
    return count;
}

static double secondsNow(void) {
    struct timespec now;
    timespec_get(&now, TIME_UTC);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static HullbakeTrace answers[kCount];

/* The least of all rounds, nanoseconds of one trace. */
static double least(const HullbakeMap* map, HullbakeProbe probe, const HullbakeSegment* segments, int rounds,
                    int inBatches) {
    double best = INFINITY;
    for (int i = 0; i < kCount; ++i) answers[i].size = sizeof(HullbakeTrace);
    for (int round = 0; round < rounds; ++round) {
        const double from = secondsNow();
        if (inBatches)
            hullbakeTraceBatch(map, &probe, segments, answers, sizeof(HullbakeTrace), kCount);
        else
            for (int i = 0; i < kCount; ++i)
                hullbakeTrace(map, &probe, segments[i].start, segments[i].end, &answers[i]);
        const double passed = secondsNow() - from;
        if (passed < best) best = passed;
    }
    return 1e9 * best / kCount;
}

static void tell(const HullbakeMap* map, HullbakeProbe probe, const HullbakeSegment* segments, int rounds) {
    const double single = least(map, probe, segments, rounds, 0), batch = least(map, probe, segments, rounds, 1);
    double sum = 0;
    for (int i = 0; i < kCount; ++i) sum += answers[i].fraction;
    printf("%.1f %.1f %.17g\n", single, batch, sum);
}

int main(int argc, char** argv) {
    static uint64_t block[1 << 20];
    static HullbakeSegment segments[kCount];
    HullbakeStorage storage;
    HullbakeProbe hull = HULLBAKE_PROBE_INIT, box = HULLBAKE_PROBE_INIT;
    HullbakeHullInfo info = HULLBAKE_HULL_INFO_INIT;
    const HullbakeMap* map;
    FILE* const file = argc == 4 ? fopen(argv[1], "rb") : NULL;
    const size_t size = file == NULL ? 0 : fread(block, 1, sizeof block, file);
    if (hullbakeOpen(block, size, &storage, sizeof storage, &map, NULL) != HullbakeStatusOk) return 1;
    fclose(file);
    if (hullbakeFindHull(map, "player", &hull.hull) != HullbakeStatusOk) return 1;
    hullbakeHull(map, hull.hull, &info);
    box.boxed = 1;
    box.box = info.box;
    if (draw(map, hull, segments) < kCount) return 1;
    FILE* const out = fopen(argv[2], "wb");
    if (out == NULL || fwrite(segments, sizeof *segments, kCount, out) != kCount || fclose(out) != 0) return 1;
    tell(map, hull, segments, atoi(argv[3]));
    tell(map, box, segments, atoi(argv[3]));
    return 0;
}
