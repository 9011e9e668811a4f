#include <math.h>
#include <stddef.h>
#include <string.h>

#include "c_api_check.h"

static const HullbakeBox kProbeBox = {{-5, -6, -7}, {8, 9, 10}}, kInverted = {{1, 0, 0}, {0, 0, 0}};
static const HullbakeBox kHuge = {{-300, 0, 0}, {300, 0, 0}};

static HullbakeProbe boxProbe(HullbakeBox box) {
    HullbakeProbe probe = HULLBAKE_PROBE_INIT; /* a query that reads its hull is refused */
    probe.boxed = 1;
    probe.box = box;
    return probe;
}

static HullbakeProbe placed(HullbakeProbe probe, HullbakeTransform transform) {
    probe.placed = 1;
    probe.transform = transform;
    return probe;
}

/* Returns the status of all queries if they agree on the probe, or else the first that differs. */
static HullbakeStatus askAll(const HullbakeMap* map, const HullbakeProbe* probe, HullbakeVec3 start, HullbakeVec3 end) {
    HullbakeTrace trace = HULLBAKE_TRACE_INIT, hit = HULLBAKE_TRACE_INIT;
    HullbakeSurface surface = HULLBAKE_SURFACE_INIT;
    HullbakeUnstick way = HULLBAKE_UNSTICK_INIT;
    HullbakeContents contents = 99;
    HullbakeSegment segment;
    HullbakeStatus statuses[7];
    size_t count = 99, i;
    segment.start = start;
    segment.end = end;
    hit.hit = 1;
    hit.hitFraction = hit.fraction = 0.5;
    hit.normal.z = 1;
    hit.dist = (start.z + end.z) / 2;
    hit.endpos = start;
    statuses[0] = hullbakeTrace(map, probe, start, end, &trace);
    CHECK(trace.invalid == (statuses[0] == HullbakeStatusOk ? 0 : 1));
    statuses[1] = hullbakeTraceBatch(map, probe, &segment, &trace, sizeof trace, 1);
    CHECK(trace.invalid == (statuses[1] == HullbakeStatusOk ? 0 : 1));
    statuses[2] = hullbakeContentsAt(map, probe, start, &contents);
    CHECK(contents != 99);
    statuses[3] = hullbakeSurface(map, probe, start, end, &hit, &surface);
    if (statuses[3] == HullbakeStatusNotFound) statuses[3] = HullbakeStatusOk; /* no side lies on that plane */
    statuses[4] = hullbakeOverlap(map, probe, start, NULL, sizeof(HullbakeOverlap), 0, &count);
    statuses[5] = hullbakeTouching(map, probe, start, 1, NULL, sizeof(HullbakeTouchedPlane), 0, &count);
    statuses[6] = hullbakeUnstick(map, probe, start, 16, &way);
    CHECK((way.status == HullbakeUnstickInvalid) == (statuses[6] != HullbakeStatusOk));
    for (i = 1; i < 7; ++i)
        if (statuses[i] != statuses[0]) return statuses[i];
    return statuses[0];
}

/* Returns the status of all moves, or the first that differs. */
static HullbakeStatus moveAll(const HullbakeMap* map, const HullbakeProbe* probe, HullbakeVec3 start) {
    const HullbakeProbe good = firstHull();
    HullbakeSlideInput input = HULLBAKE_SLIDE_INPUT_INIT;
    HullbakeSlideResult slid = HULLBAKE_SLIDE_RESULT_INIT;
    HullbakeWalkRules rules = HULLBAKE_WALK_RULES_INIT;
    HullbakeWalkState state = HULLBAKE_WALK_STATE_INIT;
    HullbakeWalkResult walked = HULLBAKE_WALK_RESULT_INIT;
    HullbakeGround ground = HULLBAKE_GROUND_INIT;
    HullbakeHullChange change = HULLBAKE_HULL_CHANGE_INIT;
    HullbakeStatus statuses[5];
    int i;
    input.origin = state.origin = start;
    input.velocity.z = -64;
    input.seconds = 0.5;
    statuses[0] = hullbakeSlide(map, probe, &input, &slid, NULL, 0, 0);
    statuses[1] = hullbakeWalk(map, probe, &rules, &state, 0.5, &walked, NULL, 0, 0);
    statuses[2] = hullbakeGroundBelow(map, probe, start, 64, HULLBAKE_GROUND_NORMAL, &ground);
    statuses[3] = hullbakeChangeHull(map, &good, probe, start, HullbakeAnchorOrigin, 0, &change);
    statuses[4] = hullbakeChangeHull(map, probe, &good, start, HullbakeAnchorOrigin, 0, &change);
    for (i = 1; i < 5; ++i)
        if (statuses[i] != statuses[0]) return statuses[i];
    return statuses[0];
}

/* Members that an older program lacks have their defaults. Longer probes contain members that are unknown here. */
static void checkSizes(const HullbakeMap* map, HullbakeVec3 start, HullbakeVec3 end) {
    HullbakeProbe probe = firstHull();
    HullbakeTrace whole = HULLBAKE_TRACE_INIT;
    uint32_t size;
    CHECK(hullbakeTrace(map, &probe, start, end, &whole) == HullbakeStatusOk);
    for (size = 0; size <= sizeof probe + 32; ++size) {
        HullbakeTrace trace = HULLBAKE_TRACE_INIT;
        memset(&probe, 0xa5, sizeof probe);
        if (size >= 8) {
            const HullbakeProbe defaults = firstHull();
            memcpy(&probe, &defaults, size < sizeof probe ? size : sizeof probe);
        }
        probe.size = size;
        if (size < HULLBAKE_PROBE_MIN || size > sizeof probe || size % 8 != 0) {
            CHECK(hullbakeTrace(map, &probe, start, end, &trace) == HullbakeStatusBadSize && trace.invalid == 1);
        } else {
            CHECK(hullbakeTrace(map, &probe, start, end, &trace) == HullbakeStatusOk);
            CHECK(memcmp(&trace, &whole, sizeof whole) == 0);
        }
    }
    probe = firstHull();
    probe.size = UINT32_MAX;
    CHECK(askAll(map, &probe, start, end) == HullbakeStatusBadSize);
    CHECK(moveAll(map, &probe, start) == HullbakeStatusBadSize);
}

static void checkHullsAndModels(const HullbakeMap* map, HullbakeVec3 start, HullbakeVec3 end) {
    const uint32_t models = hullbakeModelCount(map);
    HullbakeProbe probe = HULLBAKE_PROBE_INIT;
    HullbakeTrace nearest = HULLBAKE_TRACE_INIT, all = HULLBAKE_TRACE_INIT, trace = HULLBAKE_TRACE_INIT;
    CHECK(probe.hull == HULLBAKE_NO_HULL && probe.boxed == 0 && probe.placed == 0);
    CHECK(askAll(map, &probe, start, end) == HullbakeStatusInvalidQuery);
    CHECK(moveAll(map, &probe, start) == HullbakeStatusInvalidQuery);
    probe = firstHull();
    CHECK(askAll(map, &probe, start, end) == HullbakeStatusOk && moveAll(map, &probe, start) == HullbakeStatusOk);
    probe.model = models;
    CHECK(askAll(map, &probe, start, end) == HullbakeStatusInvalidQuery);
    CHECK(moveAll(map, &probe, start) == HullbakeStatusInvalidQuery);
    probe.model = HULLBAKE_ALL_MODELS;
    CHECK(askAll(map, &probe, start, end) == HullbakeStatusOk && moveAll(map, &probe, start) == HullbakeStatusOk);
    CHECK(hullbakeTrace(map, &probe, start, end, &all) == HullbakeStatusOk && all.hit == 1);
    for (probe.model = 0; probe.model < models; ++probe.model) {
        CHECK(hullbakeTrace(map, &probe, start, end, &trace) == HullbakeStatusOk && trace.model == probe.model);
        if (probe.model == 0 || trace.hitFraction < nearest.hitFraction) nearest = trace;
    }
    CHECK(memcmp(&all, &nearest, sizeof all) == 0);
}

static void checkBoxes(const HullbakeMap* map, HullbakeVec3 start, HullbakeVec3 end) {
    const HullbakeBox nowhere = {{0, 0, (double)NAN}, {0, 0, 1}};
    HullbakeProbe probe = boxProbe(kProbeBox);
    HullbakeTrace trace = HULLBAKE_TRACE_INIT;
    HullbakeSurface surface = HULLBAKE_SURFACE_INIT;
    HullbakeContents contents = 99;
    CHECK(hullbakeTrace(map, &probe, start, end, &trace) == HullbakeStatusOk && trace.hit == 1 && trace.normal.z > 0);
    CHECK(hullbakeSurface(map, &probe, start, end, &trace, &surface) == HullbakeStatusOk);
    CHECK(surface.texture.length > 0);
    CHECK(hullbakeContentsAt(map, &probe, start, &contents) == HullbakeStatusOk && contents == 0);
    CHECK(askAll(map, &probe, start, end) == HullbakeStatusOk && moveAll(map, &probe, start) == HullbakeStatusOk);
    CHECK(hullbakeSurface(NULL, &probe, start, end, &trace, &surface) == HullbakeStatusNullArgument);
    CHECK(hullbakeSurface(map, &probe, start, end, &trace, NULL) == HullbakeStatusNullArgument);
    CHECK(hullbakeTrace(NULL, &probe, start, end, &trace) == HullbakeStatusNullArgument && trace.invalid == 1);
    CHECK(hullbakeTrace(map, &probe, start, end, NULL) == HullbakeStatusNullArgument);
    CHECK(hullbakeContentsAt(NULL, &probe, start, &contents) == HullbakeStatusNullArgument);
    CHECK(hullbakeContentsAt(map, &probe, start, NULL) == HullbakeStatusNullArgument);
    probe.model = hullbakeModelCount(map);
    CHECK(askAll(map, &probe, start, end) == HullbakeStatusInvalidQuery);
    probe = boxProbe(kInverted);
    CHECK(askAll(map, &probe, start, end) == HullbakeStatusInvalidQuery);
    CHECK(moveAll(map, &probe, start) == HullbakeStatusInvalidQuery);
    probe = boxProbe(kHuge);
    CHECK(askAll(map, &probe, start, end) == HullbakeStatusInvalidQuery);
    probe = boxProbe(nowhere);
    CHECK(askAll(map, &probe, start, end) == HullbakeStatusInvalidQuery);
    probe.boxed = 0; /* the hull is used again, but there is none */
    CHECK(askAll(map, &probe, start, end) == HullbakeStatusInvalidQuery);
    probe.hull = 0;
    CHECK(askAll(map, &probe, start, end) == HullbakeStatusOk);
}

static void checkRotation(const HullbakeMap* map) {
    const HullbakeVec3 angles = {10, 20, 30}, none = {0, 0, 0}, nowhere = {(double)NAN, 0, 0};
    const uint32_t models = hullbakeModelCount(map);
    HullbakeTransform turned = HULLBAKE_TRANSFORM_INIT;
    CHECK(hullbakeRotation(angles, none, NULL) == HullbakeStatusNullArgument);
    CHECK(hullbakeRotation(nowhere, none, &turned) == HullbakeStatusInvalidQuery && turned.axes[0].x == 1);
    CHECK(hullbakeRotation(angles, none, &turned) == HullbakeStatusOk && turned.axes[0].z < 0);
    CHECK(turned.displacement.x == 0);
    CHECK(hullbakeTurnable(map, 0) == 1 && hullbakeTurnable(NULL, models - 1) == 0);
    CHECK(hullbakeTurnable(map, models) == 0);
}

/* Every query and move accepts a model that the game has moved but not turned. */
static void checkMoved(const HullbakeMap* map, HullbakeVec3 start, HullbakeVec3 end) {
    const uint32_t axes = offsetof(HullbakeProbe, transform) + offsetof(HullbakeTransform, axes);
    HullbakeTransform moved = HULLBAKE_TRANSFORM_INIT;
    HullbakeProbe probe = firstHull();
    HullbakeTrace still = HULLBAKE_TRACE_INIT, trace = HULLBAKE_TRACE_INIT;
    HullbakeSurface surface = HULLBAKE_SURFACE_INIT;
    CHECK(hullbakeTrace(map, &probe, start, end, &still) == HullbakeStatusOk);
    moved.displacement.z = 16;
    probe = placed(probe, moved);
    CHECK(hullbakeTrace(map, &probe, start, end, &trace) == HullbakeStatusOk && trace.hit == 1);
    CHECK(fabs(trace.dist - still.dist - 16 * still.normal.z) < 1e-9 && trace.endpos.z > still.endpos.z);
    CHECK(hullbakeSurface(map, &probe, start, end, &trace, &surface) == HullbakeStatusOk && surface.found == 1);
    CHECK(askAll(map, &probe, start, end) == HullbakeStatusOk && moveAll(map, &probe, start) == HullbakeStatusOk);
    probe.size = axes; /* from an older program: the axes have their defaults */
    probe.transform.axes[0].x = 77;
    CHECK(hullbakeTrace(map, &probe, start, end, &still) == HullbakeStatusOk);
    CHECK(memcmp(&still, &trace, sizeof trace) == 0);
    probe.size = axes + 8;
    CHECK(askAll(map, &probe, start, end) == HullbakeStatusInvalidQuery);
    probe.size = sizeof probe;
    probe.placed = 0; /* the transform is ignored */
    CHECK(askAll(map, &probe, start, end) == HullbakeStatusOk);
    probe = placed(boxProbe(kProbeBox), moved);
    CHECK(askAll(map, &probe, start, end) == HullbakeStatusOk && moveAll(map, &probe, start) == HullbakeStatusOk);
    probe.model = HULLBAKE_ALL_MODELS; /* all models are where the map draws them, so transforms are refused */
    CHECK(askAll(map, &probe, start, end) == HullbakeStatusInvalidQuery);
    CHECK(moveAll(map, &probe, start) == HullbakeStatusInvalidQuery);
}

/* Baked hulls, the world, neighbours and moves refuse turns. */
static void checkTurned(const HullbakeMap* map, HullbakeVec3 start, HullbakeVec3 end) {
    const HullbakeVec3 angles = {10, 20, 30}, none = {0, 0, 0};
    const uint32_t last = hullbakeModelCount(map) - 1;
    HullbakeTransform turned = HULLBAKE_TRANSFORM_INIT, bad = HULLBAKE_TRANSFORM_INIT;
    HullbakeProbe probe;
    HullbakeTrace trace = HULLBAKE_TRACE_INIT;
    HullbakeUnstick way = HULLBAKE_UNSTICK_INIT;
    HullbakeContents contents = 99;
    size_t count = 99;
    CHECK(hullbakeRotation(angles, none, &turned) == HullbakeStatusOk);
    probe = placed(firstHull(), turned);
    CHECK(askAll(map, &probe, start, end) == HullbakeStatusInvalidQuery);
    probe.model = last;
    CHECK(askAll(map, &probe, start, end) == HullbakeStatusInvalidQuery);
    CHECK(moveAll(map, &probe, start) == HullbakeStatusInvalidQuery);
    probe = placed(boxProbe(kProbeBox), turned);
    CHECK(hullbakeTrace(map, &probe, start, end, &trace) == HullbakeStatusOk && trace.invalid == 0);
    probe.model = last;
    if (hullbakeTurnable(map, last)) {
        CHECK(hullbakeTrace(map, &probe, start, end, &trace) == HullbakeStatusOk && trace.invalid == 0);
        CHECK(hullbakeContentsAt(map, &probe, start, &contents) == HullbakeStatusOk);
        CHECK(hullbakeOverlap(map, &probe, start, NULL, sizeof(HullbakeOverlap), 0, &count) ==
                  HullbakeStatusInvalidQuery &&
              count == 0);
        CHECK(hullbakeTouching(map, &probe, start, 1, NULL, sizeof(HullbakeTouchedPlane), 0, &count) ==
              HullbakeStatusInvalidQuery);
        CHECK(hullbakeUnstick(map, &probe, start, 16, &way) == HullbakeStatusInvalidQuery);
        CHECK(moveAll(map, &probe, start) == HullbakeStatusInvalidQuery);
    }
    bad.axes[1].y = (double)NAN;
    probe = placed(boxProbe(kProbeBox), bad);
    CHECK(askAll(map, &probe, start, end) == HullbakeStatusInvalidQuery);
    probe.transform.axes[1].y = -1; /* mirrored */
    CHECK(askAll(map, &probe, start, end) == HullbakeStatusInvalidQuery);
    probe.transform.axes[1].y = 2; /* scaled */
    CHECK(askAll(map, &probe, start, end) == HullbakeStatusInvalidQuery);
    probe.transform.axes[1].y = 1;
    probe.transform.displacement.x = 2 * HULLBAKE_MAX_COORDINATE;
    CHECK(askAll(map, &probe, start, end) == HullbakeStatusInvalidQuery);
    CHECK(moveAll(map, &probe, start) == HullbakeStatusInvalidQuery);
}

void checkProbes(const HullbakeMap* map, HullbakeVec3 start, HullbakeVec3 end) {
    checkSizes(map, start, end);
    checkHullsAndModels(map, start, end);
    checkBoxes(map, start, end);
    checkRotation(map);
    checkMoved(map, start, end);
    checkTurned(map, start, end);
}
