/* Writes the answers of the native library to the questions of same_bits.gd, as doubles.
 *
 * usage: native_answers FILE.hull TRACES WALKERS TICKS > ANSWERS */
#include <stdlib.h>

#include "../support/native_answers.h"

static uint64_t bytes[1 << 17];

/* A place in or just outside the demo level. One in four is rounded to floats, as a Vector3 of the engine is. */
static HullbakeVec3 place(void) {
    HullbakeVec3 p;
    p.x = between(-1200, 1200);
    p.y = between(-700, 700);
    p.z = between(-240, 420);
    if (next() % 4 == 0) p = (HullbakeVec3){(float)p.x, (float)p.y, (float)p.z};
    return p;
}

/* A place in the hall, most of which is free. */
static HullbakeVec3 placeInHall(void) {
    HullbakeVec3 p;
    p.x = between(-160, 160);
    p.y = between(-300, 100);
    p.z = between(30, 160);
    return p;
}

static void putTrace(const HullbakeTrace* t) {
    put(t->hit);
    put(t->startsolid);
    put(t->allsolid);
    put(t->invalid);
    put(t->fraction);
    put(t->hitFraction);
    putVector(t->endpos);
    putVector(t->normal);
    put(t->dist);
    put(t->contents);
    put(t->model == HULLBAKE_ALL_MODELS ? -1.0 : t->model);
}

static void traceAll(const HullbakeMap* map, long count) {
    for (long i = 0; i < count; ++i) {
        HullbakeProbe probe = HULLBAKE_PROBE_INIT;
        HullbakeTrace trace = HULLBAKE_TRACE_INIT;
        HullbakeContents contents = 0;
        const HullbakeVec3 start = i % 3 == 0 ? place() : placeInHall(), end = place();
        if (i % 4 == 3) {
            probe.boxed = 1;
            probe.box = (HullbakeBox){{-11, -12, -13}, {14, 15, 16.5}};
            probe.model = HULLBAKE_ALL_MODELS;
            probe.mask = HullbakeContentsSolid;
            probe.skin = 0.25;
        } else {
            const char* const hulls[] = {"point", "player", "large"};
            hullbakeFindHull(map, hulls[i % 4], &probe.hull);
        }
        hullbakeTrace(map, &probe, start, end, &trace);
        putTrace(&trace);
        hullbakeContentsAt(map, &probe, start, &contents);
        put(contents);
    }
}

static void putWalk(const HullbakeWalkState* s, const HullbakeWalkResult* r) {
    put(r->status);
    put(r->landed);
    put(r->leftGround);
    put(r->blocked);
    put(r->landingSpeed);
    put(r->climbed);
    put(r->steps);
    putVector(s->origin);
    putVector(s->velocity);
    put(s->onGround);
    put(s->wedged);
    put(s->swimming);
    put(s->climbing);
    putVector(s->groundNormal);
    put(s->groundDist);
    put(s->groundContents);
    put(s->groundModel);
    putVector(s->ladder);
}

static void walkAll(const HullbakeMap* map, long walkers, long ticks) {
    HullbakePlayerStart start;
    size_t starts = 0;
    hullbakePlayerStarts(map, &start, sizeof start, 1, &starts);
    for (long i = 0; i < walkers; ++i) {
        HullbakeProbe player = HULLBAKE_PROBE_INIT;
        HullbakeWalkRules rules = HULLBAKE_WALK_RULES_INIT;
        HullbakeWalkState state = HULLBAKE_WALK_STATE_INIT;
        double x = 0, y = 320;
        hullbakeFindHull(map, "player", &player.hull);
        state.origin = start.origin;
        if (i % 2 == 1) {
            rules.gravity = 600;
            rules.stepHeight = 24;
            rules.swims = 1;
        }
        for (long tick = 0; tick < ticks; ++tick) {
            HullbakeWalkResult result = HULLBAKE_WALK_RESULT_INIT;
            if (tick % 20 == 0 && i > 0) {
                x = between(-320, 320);
                y = between(-320, 320);
            }
            state.velocity.x = x;
            state.velocity.y = y;
            if (state.onGround && next() % 16 == 0) {
                state.onGround = 0;
                state.velocity.z = 270;
            }
            hullbakeWalk(map, &player, &rules, &state, 1.0 / 60, &result, NULL, 0, 0);
            putWalk(&state, &result);
        }
    }
}

int main(int argc, char** argv) {
    HullbakeStorage storage;
    const HullbakeMap* map = NULL;
    FILE* file = argc == 5 ? fopen(argv[1], "rb") : NULL;
    const size_t size = file != NULL ? fread(bytes, 1, sizeof bytes, file) : 0;
    if (file != NULL) fclose(file);
    if (hullbakeOpen(bytes, size, &storage, sizeof storage, &map, NULL) != HullbakeStatusOk) return 1;
    traceAll(map, atol(argv[2]));
    walkAll(map, atol(argv[3]), atol(argv[4]));
    return 0;
}
