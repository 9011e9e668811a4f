#include "c_api_calls.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "c_api_check.h"
#include "hullbake/hullbake.h"

static CheckFailed* onFailure;
static int checksMade;

void checkThat(int holds, const char* expression, const char* file, int line) {
    ++checksMade;
    if (!holds) onFailure(expression, file, line);
}

static const HullbakeVec3 kAbove = {0, -192, 96}, kBelow = {0, -192, -160};

static HullbakeTraceInput fallInput(void) {
    HullbakeTraceInput input = HULLBAKE_TRACE_INPUT_INIT;
    input.start = kAbove;
    input.end = kBelow;
    return input;
}

static int isEmptyText(HullbakeText text) {
    return text.data != NULL && text.length == 0;
}

static void checkOpening(const void* block, size_t size) {
    HullbakeStorage storage;
    HullbakeFault fault = HULLBAKE_FAULT_INIT;
    const HullbakeMap* map = (const HullbakeMap*)&storage;
    CHECK(hullbakeStorageSize() <= sizeof storage);
    CHECK(hullbakeOpen(block, size, &storage, sizeof storage, NULL, &fault) == HullbakeStatusNullArgument);
    CHECK(hullbakeOpen(NULL, size, &storage, sizeof storage, &map, &fault) == HullbakeStatusNullArgument);
    CHECK(map == NULL && fault.status == HullbakeStatusNullArgument);
    CHECK(hullbakeOpen(block, size, NULL, sizeof storage, &map, NULL) == HullbakeStatusNullArgument);
    CHECK(hullbakeOpen(block, size, &storage, hullbakeStorageSize() - 1, &map, NULL) == HullbakeStatusBadStorage);
    CHECK(hullbakeOpen(block, size, (char*)&storage + 4, sizeof storage - 4, &map, NULL) == HullbakeStatusBadStorage);
    CHECK(hullbakeOpen(block, 0, &storage, sizeof storage, &map, &fault) == HullbakeStatusTooSmall && map == NULL);
    CHECK(hullbakeOpen(block, size - 1, &storage, sizeof storage, &map, &fault) == HullbakeStatusWrongSize);
    CHECK(fault.status == HullbakeStatusWrongSize && fault.offset > 0 && fault.section[0] == '\0');
    CHECK(hullbakeOpen((const char*)block + 1, size - 1, &storage, sizeof storage, &map, &fault) ==
          HullbakeStatusMisaligned);
    fault.size = sizeof fault + 8;
    CHECK(hullbakeOpen(block, size, &storage, sizeof storage, &map, &fault) == HullbakeStatusBadSize && map == NULL);
    fault.size = HULLBAKE_FAULT_MIN; /* what an older program might have */
    fault.offset = 77;
    CHECK(hullbakeOpen(block, 8, &storage, sizeof storage, &map, &fault) == HullbakeStatusTooSmall);
    CHECK(fault.size == HULLBAKE_FAULT_MIN && fault.status == HullbakeStatusTooSmall && fault.offset == 77);
    CHECK(hullbakeOpen(block, size, &storage, hullbakeStorageSize(), &map, &fault) == HullbakeStatusOk && map != NULL);
    CHECK(fault.status == HullbakeStatusOk);
}

static void checkTexts(const HullbakeMap* map) {
    HullbakeContents contents = 99;
    CHECK(strcmp(hullbakeStatusText(HullbakeStatusOk), "ok") == 0);
    CHECK(strlen(hullbakeStatusText(HullbakeStatusBadSize)) > 10 && strlen(hullbakeStatusText(-5)) > 5);
    CHECK(strcmp(hullbakeContentsName(HullbakeContentsWater), "water") == 0);
    CHECK(strcmp(hullbakeContentsName(HullbakeContentsEmpty), "empty") == 0);
    CHECK(strcmp(hullbakeContentsName(0xffffffffu), "solid") == 0);
    CHECK(hullbakeContentsFromName("lava", &contents) == HullbakeStatusOk && contents == HullbakeContentsLava);
    CHECK(hullbakeContentsFromName("jelly", &contents) == HullbakeStatusNotFound && contents == 0);
    CHECK(hullbakeContentsFromName(NULL, &contents) == HullbakeStatusNullArgument);
    CHECK(hullbakeContentsFromName("lava", NULL) == HullbakeStatusNullArgument);
    CHECK(hullbakeEntityText(map).length > 20 && hullbakeEntityText(map).data[0] == '{');
    CHECK(hullbakeMetaText(map).length > 2 && hullbakeMetaText(map).data[0] == '{');
    CHECK(isEmptyText(hullbakeEntityText(NULL)) && isEmptyText(hullbakeMetaText(NULL)));
}

static void checkHulls(const HullbakeMap* map) {
    HullbakeHullInfo info = HULLBAKE_HULL_INFO_INIT;
    char name[64] = "";
    uint32_t hull = 5;
    const uint32_t count = hullbakeHullCount(map);
    CHECK(count > 0 && hullbakeHullCount(NULL) == 0);
    CHECK(hullbakeHull(map, count - 1, &info) == HullbakeStatusOk && info.name.length > 0 && info.name.length < 64);
    CHECK(info.box.mins.x <= info.box.maxs.x);
    memcpy(name, info.name.data, info.name.length);
    CHECK(hullbakeFindHull(map, name, &hull) == HullbakeStatusOk && hull == count - 1);
    CHECK(hullbakeFindHull(map, "no such hull", &hull) == HullbakeStatusNotFound && hull == UINT32_MAX);
    CHECK(hullbakeFindHull(map, NULL, &hull) == HullbakeStatusNullArgument);
    CHECK(hullbakeFindHull(NULL, name, &hull) == HullbakeStatusNullArgument);
    CHECK(hullbakeFindHull(map, name, NULL) == HullbakeStatusNullArgument);
    CHECK(hullbakeHull(map, count, &info) == HullbakeStatusInvalidQuery && isEmptyText(info.name));
    CHECK(hullbakeHull(NULL, 0, &info) == HullbakeStatusNullArgument);
    CHECK(hullbakeHull(map, 0, NULL) == HullbakeStatusNullArgument);
    info.size = 12;
    CHECK(hullbakeHull(map, 0, &info) == HullbakeStatusBadSize);
}

static void checkModels(const HullbakeMap* map) {
    HullbakeModelInfo info = HULLBAKE_MODEL_INFO_INIT;
    const uint32_t count = hullbakeModelCount(map);
    CHECK(count > 0 && hullbakeModelCount(NULL) == 0);
    CHECK(hullbakeModel(map, 0, &info) == HullbakeStatusOk && info.brushCount > 0);
    CHECK(info.classname.length == 10 && memcmp(info.classname.data, "worldspawn", 10) == 0);
    CHECK(info.bounds.mins.z < info.bounds.maxs.z);
    CHECK(hullbakeModel(map, count, &info) == HullbakeStatusInvalidQuery && info.brushCount == 0);
    CHECK(hullbakeModel(NULL, 0, &info) == HullbakeStatusNullArgument);
    CHECK(hullbakeModel(map, 0, NULL) == HullbakeStatusNullArgument);
    info.size = 0;
    CHECK(hullbakeModel(map, 0, &info) == HullbakeStatusBadSize);
}

static void checkTrace(const HullbakeMap* map) {
    HullbakeTraceInput input = fallInput();
    HullbakeTrace trace = HULLBAKE_TRACE_INIT;
    CHECK(hullbakeTrace(map, &input, &trace) == HullbakeStatusOk);
    CHECK(trace.hit == 1 && trace.invalid == 0 && trace.hitFraction > 0 && trace.hitFraction < 1);
    CHECK(trace.fraction < trace.hitFraction && trace.normal.z > 0 && trace.contents != 0);
    CHECK(trace.size == sizeof trace);
    CHECK(hullbakeTrace(NULL, &input, &trace) == HullbakeStatusNullArgument && trace.invalid == 1);
    CHECK(hullbakeTrace(map, NULL, &trace) == HullbakeStatusNullArgument && trace.invalid == 1);
    CHECK(hullbakeTrace(map, &input, NULL) == HullbakeStatusNullArgument);
    input.hull = hullbakeHullCount(map);
    CHECK(hullbakeTrace(map, &input, &trace) == HullbakeStatusInvalidQuery && trace.allsolid == 1);
    input = fallInput();
    input.model = UINT32_MAX;
    CHECK(hullbakeTrace(map, &input, &trace) == HullbakeStatusInvalidQuery && trace.fraction == 0);
    input = fallInput();
    input.end.y = (double)NAN;
    CHECK(hullbakeTrace(map, &input, &trace) == HullbakeStatusInvalidQuery && trace.invalid == 1);
    input.end.y = DBL_MAX;
    CHECK(hullbakeTrace(map, &input, &trace) == HullbakeStatusInvalidQuery && trace.invalid == 1);
    input = fallInput();
    input.skin = -1;
    CHECK(hullbakeTrace(map, &input, &trace) == HullbakeStatusInvalidQuery && trace.invalid == 1);
    input = fallInput();
    input.size = 0;
    CHECK(hullbakeTrace(map, &input, &trace) == HullbakeStatusBadSize && trace.invalid == 1);
    input.size = UINT32_MAX;
    CHECK(hullbakeTrace(map, &input, &trace) == HullbakeStatusBadSize && trace.invalid == 1);
    input = fallInput();
    trace.size = sizeof trace + 8;
    trace.dist = 77;
    CHECK(hullbakeTrace(map, &input, &trace) == HullbakeStatusBadSize && trace.dist == 77);
}

/* Older programs know fewer members: what they lack keeps its default in questions and is not written in answers. */
static void checkOlderStructs(const HullbakeMap* map) {
    HullbakeTraceInput input = fallInput();
    HullbakeTrace whole = HULLBAKE_TRACE_INIT, part = HULLBAKE_TRACE_INIT;
    CHECK(hullbakeTrace(map, &input, &whole) == HullbakeStatusOk);
    input.size = HULLBAKE_TRACE_INPUT_MIN;
    input.model = 12345;
    input.mask = 0;
    input.skin = 1000;
    part.size = HULLBAKE_TRACE_MIN;
    part.dist = 77;
    CHECK(hullbakeTrace(map, &input, &part) == HullbakeStatusOk);
    CHECK(part.size == HULLBAKE_TRACE_MIN && part.dist == 77 && part.hit == 1);
    CHECK(part.hitFraction == whole.hitFraction && part.endpos.z == whole.endpos.z);
    input.size = HULLBAKE_TRACE_INPUT_MIN - 8;
    CHECK(hullbakeTrace(map, &input, &part) == HullbakeStatusBadSize);
    input.size = HULLBAKE_TRACE_INPUT_MIN + 4;
    CHECK(hullbakeTrace(map, &input, &part) == HullbakeStatusBadSize);
}

static void checkBatch(const HullbakeMap* map) {
    HullbakeTraceInput inputs[3];
    HullbakeTrace traces[3], single = HULLBAKE_TRACE_INIT;
    int i;
    memset(traces, 0xff, sizeof traces);
    for (i = 0; i < 3; ++i) inputs[i] = fallInput();
    inputs[1].start.x = (double)INFINITY;
    CHECK(hullbakeTrace(map, &inputs[0], &single) == HullbakeStatusOk);
    CHECK(hullbakeTraceBatch(map, inputs, sizeof *inputs, traces, sizeof *traces, 3) == HullbakeStatusInvalidQuery);
    CHECK(memcmp(&traces[0], &single, sizeof single) == 0 && memcmp(&traces[2], &single, sizeof single) == 0);
    CHECK(traces[1].invalid == 1);
    CHECK(hullbakeTraceBatch(map, inputs, sizeof *inputs, traces, sizeof *traces, 1) == HullbakeStatusOk);
    CHECK(hullbakeTraceBatch(map, NULL, sizeof *inputs, NULL, sizeof *traces, 0) == HullbakeStatusOk);
    CHECK(hullbakeTraceBatch(map, NULL, sizeof *inputs, traces, sizeof *traces, 1) == HullbakeStatusNullArgument);
    CHECK(hullbakeTraceBatch(map, inputs, sizeof *inputs, NULL, sizeof *traces, 1) == HullbakeStatusNullArgument);
    CHECK(hullbakeTraceBatch(NULL, inputs, sizeof *inputs, traces, sizeof *traces, 1) == HullbakeStatusNullArgument);
    CHECK(hullbakeTraceBatch(map, inputs, 8, traces, sizeof *traces, 1) == HullbakeStatusBadSize);
    CHECK(hullbakeTraceBatch(map, inputs, sizeof *inputs, traces, 8, 1) == HullbakeStatusBadSize);
    CHECK(hullbakeTraceBatch(map, inputs, sizeof *inputs - 1, traces, sizeof *traces, 1) == HullbakeStatusBadSize);
    /* The stride leaves no room for what the input says that it has. */
    CHECK(hullbakeTraceBatch(map, inputs, sizeof *inputs - 8, traces, sizeof *traces, 1) == HullbakeStatusBadSize);
    CHECK(traces[0].invalid == 1);
}

static void checkContents(const HullbakeMap* map) {
    HullbakeContents contents = 99;
    HullbakeVec3 nowhere = {(double)NAN, 0, 0};
    CHECK(hullbakePointContents(map, kAbove, 0, 0, &contents) == HullbakeStatusOk && contents == 0);
    contents = 99;
    CHECK(hullbakePointContents(map, nowhere, 0, 0, &contents) == HullbakeStatusInvalidQuery && contents == 0);
    CHECK(hullbakePointContents(map, kAbove, UINT32_MAX, 0, &contents) == HullbakeStatusInvalidQuery);
    CHECK(hullbakePointContents(map, kAbove, 0, UINT32_MAX, &contents) == HullbakeStatusInvalidQuery);
    CHECK(hullbakePointContents(NULL, kAbove, 0, 0, &contents) == HullbakeStatusNullArgument);
    CHECK(hullbakePointContents(map, kAbove, 0, 0, NULL) == HullbakeStatusNullArgument);
}

static void checkSurface(const HullbakeMap* map) {
    HullbakeTraceInput input = fallInput();
    HullbakeTrace trace = HULLBAKE_TRACE_INIT;
    HullbakeSurface surface = HULLBAKE_SURFACE_INIT;
    CHECK(hullbakeTrace(map, &input, &trace) == HullbakeStatusOk);
    CHECK(hullbakeSurface(map, &input, &trace, &surface) == HullbakeStatusOk);
    CHECK(surface.found == 1 && surface.texture.length > 0 && surface.line > 0);
    CHECK(hullbakeSurface(NULL, &input, &trace, &surface) == HullbakeStatusNullArgument && surface.found == 0);
    CHECK(hullbakeSurface(map, NULL, &trace, &surface) == HullbakeStatusNullArgument);
    CHECK(hullbakeSurface(map, &input, NULL, &surface) == HullbakeStatusNullArgument);
    CHECK(hullbakeSurface(map, &input, &trace, NULL) == HullbakeStatusNullArgument);
    surface.size = 4;
    CHECK(hullbakeSurface(map, &input, &trace, &surface) == HullbakeStatusBadSize);
    surface.size = sizeof surface;
    trace.size = HULLBAKE_TRACE_MIN;
    CHECK(hullbakeSurface(map, &input, &trace, &surface) == HullbakeStatusBadSize);
    trace.size = sizeof trace;
    trace.normal.x = (double)NAN;
    CHECK(hullbakeSurface(map, &input, &trace, &surface) == HullbakeStatusInvalidQuery && surface.found == 0);
    trace.normal.x = 0;
    trace.hitFraction = -1e300;
    CHECK(hullbakeSurface(map, &input, &trace, &surface) == HullbakeStatusInvalidQuery);
    trace.hit = 0;
    trace.hitFraction = 1;
    CHECK(hullbakeSurface(map, &input, &trace, &surface) == HullbakeStatusNotFound && isEmptyText(surface.texture));
    input.model = UINT32_MAX;
    CHECK(hullbakeSurface(map, &input, &trace, &surface) == HullbakeStatusInvalidQuery);
}

static void checkBoxes(const HullbakeMap* map) {
    const HullbakeBox box = {{-5, -6, -7}, {8, 9, 10}}, inverted = {{1, 0, 0}, {0, 0, 0}};
    const HullbakeBox huge = {{-300, 0, 0}, {300, 0, 0}}, nowhere = {{0, 0, (double)NAN}, {0, 0, 1}};
    HullbakeTraceInput input = fallInput();
    HullbakeTrace trace = HULLBAKE_TRACE_INIT;
    HullbakeSurface surface = HULLBAKE_SURFACE_INIT;
    HullbakeContents contents = 99;
    input.hull = UINT32_MAX; /* not looked at */
    CHECK(hullbakeTraceBox(map, box, &input, &trace) == HullbakeStatusOk && trace.hit == 1 && trace.normal.z > 0);
    CHECK(hullbakeBoxSurface(map, box, &input, &trace, &surface) == HullbakeStatusOk && surface.texture.length > 0);
    CHECK(hullbakeBoxSurface(map, inverted, &input, &trace, &surface) == HullbakeStatusInvalidQuery);
    CHECK(hullbakeBoxSurface(map, nowhere, &input, &trace, &surface) == HullbakeStatusInvalidQuery);
    CHECK(hullbakeBoxSurface(NULL, box, &input, &trace, &surface) == HullbakeStatusNullArgument);
    CHECK(hullbakeBoxSurface(map, box, &input, &trace, NULL) == HullbakeStatusNullArgument);
    CHECK(hullbakeTraceBox(map, inverted, &input, &trace) == HullbakeStatusInvalidQuery && trace.invalid == 1);
    CHECK(hullbakeTraceBox(map, huge, &input, &trace) == HullbakeStatusInvalidQuery && trace.invalid == 1);
    CHECK(hullbakeTraceBox(map, nowhere, &input, &trace) == HullbakeStatusInvalidQuery && trace.invalid == 1);
    CHECK(hullbakeTraceBox(NULL, box, &input, &trace) == HullbakeStatusNullArgument && trace.invalid == 1);
    CHECK(hullbakeTraceBox(map, box, NULL, &trace) == HullbakeStatusNullArgument);
    CHECK(hullbakeTraceBox(map, box, &input, NULL) == HullbakeStatusNullArgument);
    input.model = UINT32_MAX;
    CHECK(hullbakeTraceBox(map, box, &input, &trace) == HullbakeStatusInvalidQuery);
    CHECK(hullbakeBoxContents(map, kAbove, box, 0, &contents) == HullbakeStatusOk && contents == 0);
    contents = 99;
    CHECK(hullbakeBoxContents(map, kAbove, inverted, 0, &contents) == HullbakeStatusInvalidQuery && contents == 0);
    CHECK(hullbakeBoxContents(map, kAbove, box, UINT32_MAX, &contents) == HullbakeStatusInvalidQuery);
    CHECK(hullbakeBoxContents(NULL, kAbove, box, 0, &contents) == HullbakeStatusNullArgument);
    CHECK(hullbakeBoxContents(map, kAbove, box, 0, NULL) == HullbakeStatusNullArgument);
}

static HullbakePlace placeOnFloor(const HullbakeMap* map) {
    HullbakePlace place = HULLBAKE_PLACE_INIT;
    HullbakeTraceInput input = fallInput();
    HullbakeTrace trace = HULLBAKE_TRACE_INIT;
    input.skin = 0;
    CHECK(hullbakeTrace(map, &input, &trace) == HullbakeStatusOk);
    place.origin = trace.endpos;
    return place;
}

static void checkOverlap(const HullbakeMap* map) {
    const HullbakeBox box = {{-5, -6, -7}, {8, 9, 10}}, inverted = {{1, 0, 0}, {0, 0, 0}};
    HullbakePlace place = placeOnFloor(map);
    HullbakeOverlap found[2] = {HULLBAKE_OVERLAP_INIT, HULLBAKE_OVERLAP_INIT};
    const size_t stride = sizeof *found;
    size_t count = 99;
    CHECK(hullbakeOverlap(map, &place, found, stride, 2, &count) == HullbakeStatusOk && count == 1);
    CHECK(found[0].size == sizeof *found && found[0].touches == 1 && found[0].contents == HullbakeContentsSolid);
    CHECK(found[0].line > 0 && found[1].line == 0);
    CHECK(hullbakeOverlap(map, &place, NULL, stride, 0, &count) == HullbakeStatusOk && count == 1);
    place.origin.z -= 1;
    found[0].touches = 77;
    CHECK(hullbakeOverlap(map, &place, found, HULLBAKE_OVERLAP_MIN, 1, &count) == HullbakeStatusOk && count == 1);
    CHECK(found[0].size == HULLBAKE_OVERLAP_MIN && found[0].touches == 77);
    CHECK(hullbakeBoxOverlap(map, box, &place, found, stride, 2, &count) == HullbakeStatusOk);
    CHECK(hullbakeBoxOverlap(map, inverted, &place, found, stride, 2, &count) == HullbakeStatusInvalidQuery);
    CHECK(hullbakeBoxOverlap(NULL, box, &place, found, stride, 2, &count) == HullbakeStatusNullArgument);
    place.model = HULLBAKE_ALL_MODELS;
    CHECK(hullbakeOverlap(map, &place, found, stride, 2, &count) == HullbakeStatusOk && count >= 1);
    place.model = hullbakeModelCount(map);
    count = 99;
    CHECK(hullbakeOverlap(map, &place, found, stride, 2, &count) == HullbakeStatusInvalidQuery && count == 0);
    place = placeOnFloor(map);
    CHECK(hullbakeOverlap(NULL, &place, found, stride, 2, &count) == HullbakeStatusNullArgument);
    CHECK(hullbakeOverlap(map, NULL, found, stride, 2, &count) == HullbakeStatusNullArgument);
    CHECK(hullbakeOverlap(map, &place, NULL, stride, 2, &count) == HullbakeStatusNullArgument);
    CHECK(hullbakeOverlap(map, &place, found, stride, 2, NULL) == HullbakeStatusNullArgument);
    CHECK(hullbakeOverlap(map, &place, found, 8, 2, &count) == HullbakeStatusBadSize);
    CHECK(hullbakeOverlap(map, &place, found, stride - 1, 2, &count) == HullbakeStatusBadSize);
    place.size = 0;
    CHECK(hullbakeOverlap(map, &place, found, stride, 2, &count) == HullbakeStatusBadSize && count == 0);
    place.size = HULLBAKE_PLACE_MIN; /* the rest takes its defaults */
    place.model = 12345;
    CHECK(hullbakeOverlap(map, &place, found, stride, 2, &count) == HullbakeStatusOk && count == 1);
}

static void checkTouching(const HullbakeMap* map) {
    const HullbakeBox box = {{-5, -6, -7}, {8, 9, 10}}, nowhere = {{0, 0, (double)NAN}, {0, 0, 1}};
    HullbakePlace place = placeOnFloor(map);
    HullbakeTouchedPlane found[2] = {HULLBAKE_TOUCHED_PLANE_INIT, HULLBAKE_TOUCHED_PLANE_INIT};
    const size_t stride = sizeof *found;
    size_t count = 99;
    CHECK(hullbakeTouching(map, &place, 0.5, found, stride, 2, &count) == HullbakeStatusOk && count == 1);
    CHECK(found[0].normal.z > 0 && found[0].distance < 1e-6 && found[0].gap < 1e-6 && found[0].size == stride);
    CHECK(found[0].surface.found == 1 && found[0].surface.size == sizeof found[0].surface);
    CHECK(hullbakeTouching(map, &place, 0.5, NULL, stride, 0, &count) == HullbakeStatusOk && count == 1);
    found[0].surface.line = 7777;
    CHECK(hullbakeTouching(map, &place, 0.5, found, HULLBAKE_TOUCHED_PLANE_MIN, 1, &count) == HullbakeStatusOk);
    CHECK(found[0].size == HULLBAKE_TOUCHED_PLANE_MIN && found[0].surface.line == 7777);
    CHECK(hullbakeTouching(map, &place, -1, found, stride, 2, &count) == HullbakeStatusInvalidQuery && count == 0);
    CHECK(hullbakeTouching(map, &place, (double)NAN, found, stride, 2, &count) == HullbakeStatusInvalidQuery);
    CHECK(hullbakeBoxTouching(map, nowhere, &place, 1, found, stride, 2, &count) == HullbakeStatusInvalidQuery);
    CHECK(hullbakeBoxTouching(map, box, &place, 1, found, stride, 2, &count) == HullbakeStatusOk);
    CHECK(hullbakeBoxTouching(map, box, NULL, 1, found, stride, 2, &count) == HullbakeStatusNullArgument);
    CHECK(hullbakeTouching(NULL, &place, 1, found, stride, 2, &count) == HullbakeStatusNullArgument);
    CHECK(hullbakeTouching(map, &place, 1, NULL, stride, 2, &count) == HullbakeStatusNullArgument);
    CHECK(hullbakeTouching(map, &place, 1, found, stride, 2, NULL) == HullbakeStatusNullArgument);
    CHECK(hullbakeTouching(map, &place, 1, found, 32, 2, &count) == HullbakeStatusBadSize);
    place.hull = UINT32_MAX;
    CHECK(hullbakeTouching(map, &place, 1, found, stride, 2, &count) == HullbakeStatusInvalidQuery);
    CHECK(hullbakeBoxTouching(map, box, &place, 1, found, stride, 2, &count) == HullbakeStatusOk);
    place.origin.x = (double)INFINITY;
    CHECK(hullbakeBoxTouching(map, box, &place, 1, found, stride, 2, &count) == HullbakeStatusInvalidQuery);
}

static void checkUnstick(const HullbakeMap* map) {
    const HullbakeBox box = {{-5, -6, -7}, {8, 9, 10}}, inverted = {{1, 0, 0}, {0, 0, 0}};
    HullbakePlace place = placeOnFloor(map);
    HullbakeUnstick way = HULLBAKE_UNSTICK_INIT;
    CHECK(hullbakeUnstick(map, &place, 16, &way) == HullbakeStatusOk && way.status == HullbakeUnstickFree);
    CHECK(way.distance == 0 && way.position.z == place.origin.z && way.size == sizeof way);
    place.origin.z -= 1;
    CHECK(hullbakeUnstick(map, &place, 16, &way) == HullbakeStatusOk && way.status == HullbakeUnstickFound);
    CHECK(way.direction.z > 0.999 && way.distance > 1 && way.distance < 1.001);
    CHECK(hullbakeUnstick(map, &place, 0.5, &way) == HullbakeStatusOk && way.status == HullbakeUnstickNone);
    CHECK(hullbakeUnstick(map, &place, -1, &way) == HullbakeStatusInvalidQuery);
    CHECK(way.status == HullbakeUnstickInvalid);
    CHECK(hullbakeBoxUnstick(map, box, &place, 64, &way) == HullbakeStatusOk && way.status != HullbakeUnstickInvalid);
    CHECK(hullbakeBoxUnstick(map, inverted, &place, 64, &way) == HullbakeStatusInvalidQuery);
    CHECK(hullbakeBoxUnstick(NULL, box, &place, 64, &way) == HullbakeStatusNullArgument);
    CHECK(hullbakeUnstick(map, NULL, 16, &way) == HullbakeStatusNullArgument && way.status == HullbakeUnstickInvalid);
    CHECK(hullbakeUnstick(map, &place, 16, NULL) == HullbakeStatusNullArgument);
    place.model = hullbakeModelCount(map);
    CHECK(hullbakeUnstick(map, &place, 16, &way) == HullbakeStatusInvalidQuery);
    place.size = 12;
    CHECK(hullbakeUnstick(map, &place, 16, &way) == HullbakeStatusBadSize);
    way.size = 8;
    CHECK(hullbakeUnstick(map, &place, 16, &way) == HullbakeStatusBadSize);
}

static void checkMovedModels(const HullbakeMap* map) {
    const HullbakeBox box = {{-5, -6, -7}, {8, 9, 10}}, inverted = {{1, 0, 0}, {0, 0, 0}};
    const HullbakeVec3 angles = {10, 20, 30}, none = {0, 0, 0}, nowhere = {(double)NAN, 0, 0};
    HullbakeTransform moved = HULLBAKE_TRANSFORM_INIT, turned = HULLBAKE_TRANSFORM_INIT, bad;
    HullbakeTraceInput input = fallInput();
    HullbakeTrace trace = HULLBAKE_TRACE_INIT;
    HullbakeSurface surface = HULLBAKE_SURFACE_INIT;
    HullbakeContents contents = 99;
    const uint32_t last = hullbakeModelCount(map) - 1;
    CHECK(hullbakeRotation(angles, none, NULL) == HullbakeStatusNullArgument);
    CHECK(hullbakeRotation(nowhere, none, &turned) == HullbakeStatusInvalidQuery && turned.axes[0].x == 1);
    CHECK(hullbakeRotation(angles, none, &turned) == HullbakeStatusOk && turned.axes[0].z < 0);
    CHECK(turned.size == sizeof turned && turned.displacement.x == 0);
    bad = turned;
    bad.size = HULLBAKE_TRANSFORM_MIN;
    CHECK(hullbakeRotation(angles, none, &bad) == HullbakeStatusBadSize);
    CHECK(hullbakeTurnable(map, 0) == 0 && hullbakeTurnable(NULL, last) == 0 && hullbakeTurnable(map, last + 1) == 0);

    moved.displacement.z = 16;
    CHECK(hullbakeTraceMoved(map, &moved, &input, &trace) == HullbakeStatusOk && trace.hit == 1);
    CHECK(hullbakeSurfaceMoved(map, &moved, &input, &trace, &surface) == HullbakeStatusOk && surface.found == 1);
    CHECK(hullbakePointContentsMoved(map, &moved, kAbove, 0, 0, &contents) == HullbakeStatusOk && contents == 0);
    CHECK(hullbakeTraceBoxMoved(map, &moved, box, &input, &trace) == HullbakeStatusOk && trace.hit == 1);
    CHECK(hullbakeBoxSurfaceMoved(map, &moved, box, &input, &trace, &surface) == HullbakeStatusOk);
    CHECK(hullbakeBoxContentsMoved(map, &moved, kAbove, box, 0, &contents) == HullbakeStatusOk);
    moved.size = HULLBAKE_TRANSFORM_MIN; /* no axes */
    moved.axes[0].x = 77;
    CHECK(hullbakeTraceMoved(map, &moved, &input, &trace) == HullbakeStatusOk && trace.hit == 1);
    moved = (HullbakeTransform)HULLBAKE_TRANSFORM_INIT;

    /* Baked hulls and the world do not turn. */
    CHECK(hullbakeTraceMoved(map, &turned, &input, &trace) == HullbakeStatusInvalidQuery && trace.invalid == 1);
    CHECK(hullbakePointContentsMoved(map, &turned, kAbove, 0, last, &contents) == HullbakeStatusInvalidQuery);
    CHECK(hullbakeTraceBoxMoved(map, &turned, box, &input, &trace) == HullbakeStatusInvalidQuery);
    CHECK(hullbakeBoxContentsMoved(map, &turned, kAbove, box, 0, &contents) == HullbakeStatusInvalidQuery);
    CHECK(hullbakeTrace(map, &input, &trace) == HullbakeStatusOk);
    CHECK(hullbakeSurfaceMoved(map, &turned, &input, &trace, &surface) == HullbakeStatusInvalidQuery);
    CHECK(hullbakeBoxSurfaceMoved(map, &turned, box, &input, &trace, &surface) == HullbakeStatusInvalidQuery);
    if (hullbakeTurnable(map, last)) {
        input.model = last;
        CHECK(hullbakeTraceBoxMoved(map, &turned, box, &input, &trace) == HullbakeStatusOk && trace.invalid == 0);
        CHECK(hullbakeBoxContentsMoved(map, &turned, kAbove, box, last, &contents) == HullbakeStatusOk);
        input = fallInput();
    }

    CHECK(hullbakeTraceMoved(map, NULL, &input, &trace) == HullbakeStatusNullArgument && trace.invalid == 1);
    CHECK(hullbakeTraceMoved(NULL, &moved, &input, &trace) == HullbakeStatusNullArgument && trace.invalid == 1);
    CHECK(hullbakeTraceMoved(map, &moved, NULL, &trace) == HullbakeStatusNullArgument);
    CHECK(hullbakeTraceMoved(map, &moved, &input, NULL) == HullbakeStatusNullArgument);
    CHECK(hullbakeTraceBoxMoved(map, NULL, box, &input, &trace) == HullbakeStatusNullArgument && trace.invalid == 1);
    CHECK(hullbakeTraceBoxMoved(map, &moved, inverted, &input, &trace) == HullbakeStatusInvalidQuery);
    CHECK(hullbakePointContentsMoved(map, NULL, kAbove, 0, 0, &contents) == HullbakeStatusNullArgument);
    CHECK(hullbakePointContentsMoved(map, &moved, nowhere, 0, 0, &contents) == HullbakeStatusInvalidQuery);
    CHECK(hullbakePointContentsMoved(map, &moved, kAbove, UINT32_MAX, 0, &contents) == HullbakeStatusInvalidQuery);
    CHECK(hullbakeBoxContentsMoved(map, &moved, kAbove, inverted, 0, &contents) == HullbakeStatusInvalidQuery);
    CHECK(hullbakeBoxContentsMoved(map, &moved, kAbove, box, 0, NULL) == HullbakeStatusNullArgument);
    CHECK(hullbakeSurfaceMoved(map, NULL, &input, &trace, &surface) == HullbakeStatusNullArgument);
    CHECK(hullbakeBoxSurfaceMoved(map, &moved, box, &input, &trace, NULL) == HullbakeStatusNullArgument);

    bad = moved;
    bad.size = 40;
    CHECK(hullbakeTraceMoved(map, &bad, &input, &trace) == HullbakeStatusOk); /* a part of the axes */
    bad.size = 8;
    CHECK(hullbakeTraceMoved(map, &bad, &input, &trace) == HullbakeStatusBadSize && trace.invalid == 1);
    CHECK(hullbakeBoxContentsMoved(map, &bad, kAbove, box, 0, &contents) == HullbakeStatusBadSize && contents == 0);
    bad = moved;
    bad.axes[1].y = (double)NAN;
    CHECK(hullbakeTraceBoxMoved(map, &bad, box, &input, &trace) == HullbakeStatusInvalidQuery && trace.invalid == 1);
    bad.axes[1].y = -1; /* mirrored */
    CHECK(hullbakeTraceBoxMoved(map, &bad, box, &input, &trace) == HullbakeStatusInvalidQuery && trace.invalid == 1);
    bad.axes[1].y = 2; /* scaled */
    CHECK(hullbakeBoxContentsMoved(map, &bad, kAbove, box, 0, &contents) == HullbakeStatusInvalidQuery);
}

int checkCApi(const void* block, size_t size, CheckFailed* failed) {
    HullbakeStorage storage;
    const HullbakeMap* map = NULL;
    onFailure = failed;
    checksMade = 0;
    checkOpening(block, size);
    CHECK(hullbakeOpen(block, size, &storage, sizeof storage, &map, NULL) == HullbakeStatusOk);
    if (map == NULL) return checksMade;
    checkTexts(map);
    checkHulls(map);
    checkModels(map);
    checkTrace(map);
    checkOlderStructs(map);
    checkBatch(map);
    checkContents(map);
    checkSurface(map);
    checkBoxes(map);
    checkOverlap(map);
    checkTouching(map);
    checkUnstick(map);
    checkMovedModels(map);
    checkMoves(map, kAbove);
    return checksMade;
}
