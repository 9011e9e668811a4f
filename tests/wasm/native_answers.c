/* Writes the answers of the native library to the questions of questions.mjs, as doubles.
 *
 * usage: native_answers FILE.hull TRACES TICKS > ANSWERS */
#include <stdlib.h>

#include "../support/native_answers.h"

static HullbakeVec3 pointIn(HullbakeBox box) {
    HullbakeVec3 p;
    p.x = between(box.mins.x - 16, box.maxs.x + 16);
    p.y = between(box.mins.y - 16, box.maxs.y + 16);
    p.z = between(box.mins.z - 16, box.maxs.z + 16);
    return p;
}

static void putTrace(const HullbakeTrace* t) {
    put(t->fraction);
    put(t->hitFraction);
    putVector(t->endpos);
    putVector(t->normal);
    put(t->dist);
    put(t->contents);
    put(t->model);
    put(t->hit + 2 * t->startsolid + 4 * t->allsolid + 8 * t->invalid);
}

static HullbakeBox boundsOf(const HullbakeMap* map, uint32_t model) {
    HullbakeModelInfo info = HULLBAKE_MODEL_INFO_INIT;
    hullbakeModel(map, model, &info);
    return info.bounds;
}

static const HullbakeBox kBox = {{-11, -12, -13}, {14, 15, 16}};

static void traceAll(const HullbakeMap* map, HullbakeProbe probe, size_t count) {
    const HullbakeBox bounds = boundsOf(map, 0);
    HullbakeSegment* segments = malloc(count * sizeof *segments);
    HullbakeTrace* traces = malloc(count * sizeof *traces);
    size_t i;
    for (i = 0; i < count; ++i) {
        segments[i].start = pointIn(bounds);
        segments[i].end = pointIn(bounds);
    }
    hullbakeTraceBatch(map, &probe, segments, traces, sizeof *traces, count);
    for (i = 0; i < count; ++i) putTrace(&traces[i]);
    free(segments);
    free(traces);
}

static void traceTurned(const HullbakeMap* map, size_t count) {
    HullbakeProbe probe = HULLBAKE_PROBE_INIT;
    size_t i;
    probe.box = kBox;
    probe.boxed = probe.placed = 1;
    for (i = 0; i < count; ++i) {
        HullbakeVec3 angles, start, end;
        HullbakeVec3 pivot = {0, 0, 0};
        HullbakeTrace trace = HULLBAKE_TRACE_INIT;
        HullbakeBox around;
        angles.x = between(-180, 180);
        angles.y = between(-180, 180);
        angles.z = between(-180, 180);
        hullbakeRotation(angles, pivot, &probe.transform);
        probe.model = 1 + next() % (hullbakeModelCount(map) - 1);
        around = boundsOf(map, probe.model);
        probe.transform.pivot.x = (around.mins.x + around.maxs.x) / 2;
        probe.transform.pivot.y = (around.mins.y + around.maxs.y) / 2;
        probe.transform.pivot.z = (around.mins.z + around.maxs.z) / 2;
        start = pointIn(around);
        end = pointIn(around);
        hullbakeTrace(map, &probe, start, end, &trace);
        putTrace(&trace);
    }
}

static void walkAround(const HullbakeMap* map, int ticks) {
    const HullbakeWalkRules rules = HULLBAKE_WALK_RULES_INIT;
    HullbakeProbe probe = HULLBAKE_PROBE_INIT;
    HullbakeWalkState walker = HULLBAKE_WALK_STATE_INIT;
    HullbakePlayerStart first;
    size_t count = 0;
    int i;
    probe.hull = 1;
    hullbakePlayerStarts(map, &first, sizeof first, 1, &count);
    walker.origin = first.origin;
    for (i = 0; i < ticks; ++i) {
        HullbakeWalkResult result = HULLBAKE_WALK_RESULT_INIT;
        if (i % 64 == 0) {
            walker.velocity.x = between(-320, 320);
            walker.velocity.y = between(-320, 320);
            walker.velocity.z = 200;
        }
        hullbakeWalk(map, &probe, &rules, &walker, 1.0 / 72, &result, NULL, 0, 0);
        if (i % 64 == 0) walker.onGround = 0;
        put(result.status);
        putVector(walker.origin);
        putVector(walker.velocity);
        putVector(walker.groundNormal);
        put(result.climbed);
        put(result.traces);
    }
}

static void unstickAll(const HullbakeMap* map, int count) {
    HullbakeProbe point = HULLBAKE_PROBE_INIT, probe = HULLBAKE_PROBE_INIT;
    int i;
    point.hull = 0;
    probe.hull = 1;
    for (i = 0; i < count; ++i) {
        const HullbakeVec3 at = pointIn(boundsOf(map, 0));
        HullbakeUnstick way = HULLBAKE_UNSTICK_INIT;
        HullbakeContents contents = 0;
        hullbakeContentsAt(map, &point, at, &contents);
        hullbakeUnstick(map, &probe, at, 64, &way);
        put(contents);
        put(way.status);
        put(way.distance);
        putVector(way.position);
    }
}

int main(int argc, char** argv) {
    static uint64_t block[1 << 20];
    HullbakeStorage storage;
    HullbakeProbe probe = HULLBAKE_PROBE_INIT;
    const HullbakeMap* map;
    FILE* const file = argc == 4 ? fopen(argv[1], "rb") : NULL;
    const size_t size = file == NULL ? 0 : fread(block, 1, sizeof block, file);
    if (hullbakeOpen(block, size, &storage, sizeof storage, &map, NULL) != HullbakeStatusOk) return 1;
    for (probe.hull = 0; probe.hull < hullbakeHullCount(map); ++probe.hull) traceAll(map, probe, (size_t)atoi(argv[2]));
    probe.box = kBox;
    probe.boxed = 1;
    traceAll(map, probe, (size_t)atoi(argv[2]));
    probe.boxed = 0;
    probe.hull = 1;
    probe.model = HULLBAKE_ALL_MODELS;
    traceAll(map, probe, (size_t)atoi(argv[2]));
    traceTurned(map, (size_t)atoi(argv[2]));
    walkAround(map, atoi(argv[3]));
    unstickAll(map, atoi(argv[3]) / 10);
    return fclose(file);
}
