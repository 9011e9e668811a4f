#include <stddef.h>

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
    fault.size = HULLBAKE_FAULT_MIN; /* the size in an older program */
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

static void checkRefusals(const HullbakeMap* map) {
    HullbakeProbe probe = firstHull();
    HullbakeTrace trace = HULLBAKE_TRACE_INIT;
    HullbakeUnstick way = HULLBAKE_UNSTICK_INIT;
    HullbakeVec3 nowhere = kBelow;
    CHECK(hullbakeRefusal(map, &probe, kAbove) == HullbakeRefusalNone);
    CHECK(hullbakeTrace(map, &probe, kAbove, kBelow, &trace) == HullbakeStatusOk);
    CHECK(trace.refusal == HullbakeRefusalNone && hullbakeUnstick(map, &probe, kAbove, 1, &way) == HullbakeStatusOk);
    CHECK(way.refusal == HullbakeRefusalNone);
    nowhere.y = (double)NAN;
    CHECK(hullbakeRefusal(map, &probe, nowhere) == HullbakeRefusalNotFinite);
    CHECK(hullbakeTrace(map, &probe, kAbove, nowhere, &trace) == HullbakeStatusInvalidQuery);
    CHECK(trace.refusal == HullbakeRefusalNotFinite);
    CHECK(hullbakeUnstick(map, &probe, kAbove, -1, &way) == HullbakeStatusInvalidQuery);
    CHECK(way.refusal == HullbakeRefusalBadDistance);
    probe.hull = HULLBAKE_NO_HULL;
    CHECK(hullbakeRefusal(map, &probe, kAbove) == HullbakeRefusalNoHull);
    CHECK(strcmp(hullbakeRefusalText(HullbakeRefusalNoHull), "the probe has neither a hull nor a box") == 0);
    CHECK(strlen(hullbakeRefusalText(HullbakeRefusalNone)) > 5 && strlen(hullbakeRefusalText(255)) > 10);
    CHECK(hullbakeRefusal(NULL, &probe, kAbove) == HullbakeRefusalBadArguments);
    CHECK(hullbakeRefusal(map, NULL, kAbove) == HullbakeRefusalBadArguments);
    CHECK(hullbakeTrace(NULL, &probe, kAbove, kBelow, &trace) == HullbakeStatusNullArgument);
    CHECK(trace.refusal == HullbakeRefusalBadArguments);
    CHECK(hullbakeUnstick(map, NULL, kAbove, 1, &way) == HullbakeStatusNullArgument);
    CHECK(way.refusal == HullbakeRefusalBadArguments);
    probe = firstHull();
    trace.size = offsetof(HullbakeTrace, refusal); /* the size in an older program */
    trace.refusal = 99;
    CHECK(hullbakeTrace(map, &probe, kAbove, nowhere, &trace) == HullbakeStatusInvalidQuery && trace.refusal == 99);
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
    HullbakeProbe probe = firstHull();
    HullbakeVec3 nowhere = kBelow;
    HullbakeTrace trace = HULLBAKE_TRACE_INIT;
    CHECK(hullbakeTrace(map, &probe, kAbove, kBelow, &trace) == HullbakeStatusOk);
    CHECK(trace.hit == 1 && trace.invalid == 0 && trace.hitFraction > 0 && trace.hitFraction < 1);
    CHECK(trace.fraction < trace.hitFraction && trace.normal.z > 0 && trace.contents != 0);
    CHECK(trace.size == sizeof trace && trace.model == 0);
    CHECK(hullbakeTrace(NULL, &probe, kAbove, kBelow, &trace) == HullbakeStatusNullArgument && trace.invalid == 1);
    CHECK(hullbakeTrace(map, NULL, kAbove, kBelow, &trace) == HullbakeStatusNullArgument && trace.invalid == 1);
    CHECK(trace.endpos.x == kAbove.x && trace.endpos.y == kAbove.y && trace.endpos.z == kAbove.z);
    CHECK(hullbakeTrace(map, &probe, kAbove, kBelow, NULL) == HullbakeStatusNullArgument);
    probe.hull = hullbakeHullCount(map);
    CHECK(hullbakeTrace(map, &probe, kAbove, kBelow, &trace) == HullbakeStatusInvalidQuery && trace.allsolid == 1);
    probe = firstHull();
    probe.model = hullbakeModelCount(map);
    CHECK(hullbakeTrace(map, &probe, kAbove, kBelow, &trace) == HullbakeStatusInvalidQuery && trace.fraction == 0);
    probe = firstHull();
    nowhere.y = (double)NAN;
    CHECK(hullbakeTrace(map, &probe, kAbove, nowhere, &trace) == HullbakeStatusInvalidQuery && trace.invalid == 1);
    nowhere.y = DBL_MAX;
    CHECK(hullbakeTrace(map, &probe, kAbove, nowhere, &trace) == HullbakeStatusInvalidQuery && trace.invalid == 1);
    probe.skin = -1;
    CHECK(hullbakeTrace(map, &probe, kAbove, kBelow, &trace) == HullbakeStatusInvalidQuery && trace.invalid == 1);
    probe = firstHull();
    trace.size = sizeof trace + 8;
    trace.dist = 77;
    CHECK(hullbakeTrace(map, &probe, kAbove, kBelow, &trace) == HullbakeStatusBadSize && trace.dist == 77);
}

/* Older programs have shorter structs: answers write only the members that fit. */
static void checkOlderAnswers(const HullbakeMap* map) {
    const HullbakeProbe probe = firstHull();
    HullbakeTrace whole = HULLBAKE_TRACE_INIT, part = HULLBAKE_TRACE_INIT;
    CHECK(hullbakeTrace(map, &probe, kAbove, kBelow, &whole) == HullbakeStatusOk);
    part.size = HULLBAKE_TRACE_MIN;
    part.dist = 77;
    CHECK(hullbakeTrace(map, &probe, kAbove, kBelow, &part) == HullbakeStatusOk);
    CHECK(part.size == HULLBAKE_TRACE_MIN && part.dist == 77 && part.hit == 1);
    CHECK(part.hitFraction == whole.hitFraction && part.endpos.z == whole.endpos.z);
}

static void checkBatch(const HullbakeMap* map) {
    HullbakeProbe probe = firstHull();
    HullbakeSegment ways[3];
    HullbakeTrace traces[3], single = HULLBAKE_TRACE_INIT;
    const size_t stride = sizeof *traces;
    int i;
    memset(traces, 0xff, sizeof traces);
    for (i = 0; i < 3; ++i) {
        ways[i].start = kAbove;
        ways[i].end = kBelow;
    }
    ways[1].start.x = (double)INFINITY;
    CHECK(hullbakeTrace(map, &probe, kAbove, kBelow, &single) == HullbakeStatusOk);
    CHECK(hullbakeTraceBatch(map, &probe, ways, traces, stride, 3) == HullbakeStatusInvalidQuery);
    CHECK(memcmp(&traces[0], &single, sizeof single) == 0 && memcmp(&traces[2], &single, sizeof single) == 0);
    CHECK(traces[1].invalid == 1);
    CHECK(hullbakeTraceBatch(map, &probe, ways, traces, stride, 1) == HullbakeStatusOk);
    CHECK(hullbakeTraceBatch(map, &probe, NULL, NULL, stride, 0) == HullbakeStatusOk);
    CHECK(hullbakeTraceBatch(map, &probe, NULL, traces, stride, 1) == HullbakeStatusNullArgument);
    CHECK(hullbakeTraceBatch(map, &probe, ways, NULL, stride, 1) == HullbakeStatusNullArgument);
    CHECK(hullbakeTraceBatch(map, NULL, ways, traces, stride, 1) == HullbakeStatusNullArgument);
    CHECK(hullbakeTraceBatch(NULL, &probe, ways, traces, stride, 1) == HullbakeStatusNullArgument);
    traces[0] = single;
    CHECK(hullbakeTraceBatch(map, &probe, ways, traces, 8, 1) == HullbakeStatusBadSize);
    CHECK(hullbakeTraceBatch(map, &probe, ways, traces, stride - 1, 1) == HullbakeStatusBadSize);
    CHECK(memcmp(&traces[0], &single, sizeof single) == 0);
    probe.size = sizeof probe + 8;
    CHECK(hullbakeTraceBatch(map, &probe, ways, traces, stride, 1) == HullbakeStatusBadSize);
    CHECK(traces[0].invalid == 1);
}

static void checkContents(const HullbakeMap* map) {
    HullbakeProbe probe = firstHull();
    HullbakeContents contents = 99;
    HullbakeVec3 nowhere = {(double)NAN, 0, 0};
    CHECK(hullbakeContentsAt(map, &probe, kAbove, &contents) == HullbakeStatusOk && contents == 0);
    contents = 99;
    CHECK(hullbakeContentsAt(map, &probe, nowhere, &contents) == HullbakeStatusInvalidQuery && contents == 0);
    CHECK(hullbakeContentsAt(NULL, &probe, kAbove, &contents) == HullbakeStatusNullArgument);
    CHECK(hullbakeContentsAt(map, NULL, kAbove, &contents) == HullbakeStatusNullArgument);
    CHECK(hullbakeContentsAt(map, &probe, kAbove, NULL) == HullbakeStatusNullArgument);
    probe.hull = UINT32_MAX;
    CHECK(hullbakeContentsAt(map, &probe, kAbove, &contents) == HullbakeStatusInvalidQuery);
    probe = firstHull();
    probe.model = hullbakeModelCount(map);
    CHECK(hullbakeContentsAt(map, &probe, kAbove, &contents) == HullbakeStatusInvalidQuery);
    probe.size = 0;
    CHECK(hullbakeContentsAt(map, &probe, kAbove, &contents) == HullbakeStatusBadSize && contents == 0);
}

static void checkSurface(const HullbakeMap* map) {
    HullbakeProbe probe = firstHull();
    HullbakeTrace trace = HULLBAKE_TRACE_INIT;
    HullbakeSurface surface = HULLBAKE_SURFACE_INIT;
    CHECK(hullbakeTrace(map, &probe, kAbove, kBelow, &trace) == HullbakeStatusOk);
    CHECK(hullbakeSurface(map, &probe, kAbove, kBelow, &trace, &surface) == HullbakeStatusOk);
    CHECK(surface.found == 1 && surface.texture.length > 0 && surface.line > 0);
    CHECK(hullbakeSurface(NULL, &probe, kAbove, kBelow, &trace, &surface) == HullbakeStatusNullArgument);
    CHECK(surface.found == 0);
    CHECK(hullbakeSurface(map, NULL, kAbove, kBelow, &trace, &surface) == HullbakeStatusNullArgument);
    CHECK(hullbakeSurface(map, &probe, kAbove, kBelow, NULL, &surface) == HullbakeStatusNullArgument);
    CHECK(hullbakeSurface(map, &probe, kAbove, kBelow, &trace, NULL) == HullbakeStatusNullArgument);
    surface.size = 4;
    CHECK(hullbakeSurface(map, &probe, kAbove, kBelow, &trace, &surface) == HullbakeStatusBadSize);
    surface.size = sizeof surface;
    trace.size = HULLBAKE_TRACE_MIN;
    CHECK(hullbakeSurface(map, &probe, kAbove, kBelow, &trace, &surface) == HullbakeStatusBadSize);
    trace.size = sizeof trace;
    trace.normal.x = (double)NAN;
    CHECK(hullbakeSurface(map, &probe, kAbove, kBelow, &trace, &surface) == HullbakeStatusInvalidQuery);
    CHECK(surface.found == 0);
    trace.normal.x = 0;
    trace.hitFraction = -1e300;
    CHECK(hullbakeSurface(map, &probe, kAbove, kBelow, &trace, &surface) == HullbakeStatusInvalidQuery);
    trace.hit = 0;
    trace.hitFraction = 1;
    CHECK(hullbakeSurface(map, &probe, kAbove, kBelow, &trace, &surface) == HullbakeStatusNotFound);
    CHECK(isEmptyText(surface.texture));
    probe.model = hullbakeModelCount(map);
    CHECK(hullbakeSurface(map, &probe, kAbove, kBelow, &trace, &surface) == HullbakeStatusInvalidQuery);
    probe.size = HULLBAKE_PROBE_MIN - 8;
    CHECK(hullbakeSurface(map, &probe, kAbove, kBelow, &trace, &surface) == HullbakeStatusBadSize);
}

/* Returns the place where the first hull's box touches what it falls on. */
static HullbakeVec3 onFloor(const HullbakeMap* map) {
    HullbakeProbe probe = firstHull();
    HullbakeTrace trace = HULLBAKE_TRACE_INIT;
    probe.skin = 0;
    CHECK(hullbakeTrace(map, &probe, kAbove, kBelow, &trace) == HullbakeStatusOk);
    return trace.endpos;
}

static void checkBrushContacts(const HullbakeMap* map) {
    HullbakeProbe probe = firstHull();
    HullbakeVec3 at = onFloor(map), move = {7, 7, 7};
    HullbakeBrushContact found[2] = {HULLBAKE_BRUSH_CONTACT_INIT, HULLBAKE_BRUSH_CONTACT_INIT};
    const size_t stride = sizeof *found;
    size_t count = 99;
    CHECK(sizeof *found == 88 && offsetof(HullbakeBrushContact, normal) + 24 == HULLBAKE_BRUSH_CONTACT_MIN);
    at.z -= 1;
    CHECK(hullbakeContacts(map, &probe, at, found, stride, 2, &count) == HullbakeStatusOk && count == 1);
    CHECK(found[0].size == sizeof *found && found[0].depth == 1 && found[0].normal.z == 1 && found[0].exact == 1);
    CHECK(found[0].member == HULLBAKE_NO_MEMBER && found[1].member == HULLBAKE_NO_MEMBER);
    CHECK(found[0].contents == HullbakeContentsSolid && found[0].line > 0 && found[1].line == 0);
    CHECK(hullbakeLeastMoveOut(found, stride, 1, &move) == HullbakeStatusOk && move.x == 0 && move.z == 1);
    found[0].exact = 77;
    CHECK(hullbakeContacts(map, &probe, at, found, HULLBAKE_BRUSH_CONTACT_MIN, 1, &count) == HullbakeStatusOk);
    CHECK(found[0].size == HULLBAKE_BRUSH_CONTACT_MIN && found[0].exact == 77);
    CHECK(hullbakeLeastMoveOut(found, HULLBAKE_BRUSH_CONTACT_MIN, 1, &move) == HullbakeStatusOk && move.z == 1);
    found[1] = found[0];
    found[1].normal.z = -1;
    CHECK(hullbakeLeastMoveOut(found, stride, 2, &move) == HullbakeStatusNotFound && move.z == 0);
    CHECK(hullbakeLeastMoveOut(NULL, stride, 0, &move) == HullbakeStatusOk);
    CHECK(hullbakeLeastMoveOut(NULL, stride, 1, &move) == HullbakeStatusNullArgument);
    CHECK(hullbakeLeastMoveOut(found, stride, 1, NULL) == HullbakeStatusNullArgument);
    CHECK(hullbakeLeastMoveOut(found, 8, 1, &move) == HullbakeStatusBadSize);
    CHECK(hullbakeContacts(map, &probe, at, NULL, stride, 0, &count) == HullbakeStatusOk && count == 1);
    CHECK(hullbakeContacts(map, &probe, at, NULL, stride, 1, &count) == HullbakeStatusNullArgument);
    CHECK(hullbakeContacts(map, &probe, at, found, stride, 2, NULL) == HullbakeStatusNullArgument);
    CHECK(hullbakeContacts(NULL, &probe, at, found, stride, 2, &count) == HullbakeStatusNullArgument);
    CHECK(hullbakeContacts(map, &probe, at, found, 8, 2, &count) == HullbakeStatusBadSize);
    probe.model = hullbakeModelCount(map);
    CHECK(hullbakeContacts(map, &probe, at, found, stride, 2, &count) == HullbakeStatusInvalidQuery && count == 0);
}

static const HullbakeBox kBox = {{-5, -6, -7}, {8, 9, 10}};

static void checkOverlap(const HullbakeMap* map) {
    HullbakeProbe probe = firstHull();
    HullbakeVec3 at = onFloor(map);
    HullbakeOverlap found[2] = {HULLBAKE_OVERLAP_INIT, HULLBAKE_OVERLAP_INIT};
    const size_t stride = sizeof *found;
    size_t count = 99;
    CHECK(hullbakeOverlap(map, &probe, at, found, stride, 2, &count) == HullbakeStatusOk && count == 1);
    CHECK(found[0].size == sizeof *found && found[0].touches == 1 && found[0].contents == HullbakeContentsSolid);
    CHECK(found[0].line > 0 && found[1].line == 0);
    CHECK(hullbakeOverlap(map, &probe, at, NULL, stride, 0, &count) == HullbakeStatusOk && count == 1);
    at.z -= 1;
    found[0].touches = 77;
    CHECK(hullbakeOverlap(map, &probe, at, found, HULLBAKE_OVERLAP_MIN, 1, &count) == HullbakeStatusOk && count == 1);
    CHECK(found[0].size == HULLBAKE_OVERLAP_MIN && found[0].touches == 77);
    probe.boxed = 1;
    probe.box = kBox;
    CHECK(hullbakeOverlap(map, &probe, at, found, stride, 2, &count) == HullbakeStatusOk);
    CHECK(hullbakeOverlap(NULL, &probe, at, found, stride, 2, &count) == HullbakeStatusNullArgument);
    probe.box.mins.x = 9; /* inverted */
    CHECK(hullbakeOverlap(map, &probe, at, found, stride, 2, &count) == HullbakeStatusInvalidQuery);
    probe = firstHull();
    probe.model = HULLBAKE_ALL_MODELS;
    CHECK(hullbakeOverlap(map, &probe, at, found, stride, 2, &count) == HullbakeStatusOk && count >= 1);
    probe.model = hullbakeModelCount(map);
    count = 99;
    CHECK(hullbakeOverlap(map, &probe, at, found, stride, 2, &count) == HullbakeStatusInvalidQuery && count == 0);
    probe = firstHull();
    at = onFloor(map);
    CHECK(hullbakeOverlap(NULL, &probe, at, found, stride, 2, &count) == HullbakeStatusNullArgument);
    CHECK(hullbakeOverlap(map, NULL, at, found, stride, 2, &count) == HullbakeStatusNullArgument);
    CHECK(hullbakeOverlap(map, &probe, at, NULL, stride, 2, &count) == HullbakeStatusNullArgument);
    CHECK(hullbakeOverlap(map, &probe, at, found, stride, 2, NULL) == HullbakeStatusNullArgument);
    CHECK(hullbakeOverlap(map, &probe, at, found, 8, 2, &count) == HullbakeStatusBadSize);
    CHECK(hullbakeOverlap(map, &probe, at, found, stride - 1, 2, &count) == HullbakeStatusBadSize);
    probe.size = 0;
    CHECK(hullbakeOverlap(map, &probe, at, found, stride, 2, &count) == HullbakeStatusBadSize && count == 0);
    probe.size = HULLBAKE_PROBE_MIN; /* the other members have their defaults */
    probe.model = 12345;
    CHECK(hullbakeOverlap(map, &probe, at, found, stride, 2, &count) == HullbakeStatusOk && count == 1);
}

static void checkTouching(const HullbakeMap* map) {
    HullbakeProbe probe = firstHull();
    HullbakeVec3 at = onFloor(map);
    HullbakeTouchedPlane found[2] = {HULLBAKE_TOUCHED_PLANE_INIT, HULLBAKE_TOUCHED_PLANE_INIT};
    const size_t stride = sizeof *found;
    size_t count = 99;
    CHECK(hullbakeTouching(map, &probe, at, 0.5, found, stride, 2, &count) == HullbakeStatusOk && count == 1);
    CHECK(found[0].normal.z > 0 && found[0].distance < 1e-6 && found[0].gap < 1e-6 && found[0].size == stride);
    CHECK(found[0].surface.found == 1 && found[0].surface.size == sizeof found[0].surface);
    CHECK(hullbakeTouching(map, &probe, at, 0.5, NULL, stride, 0, &count) == HullbakeStatusOk && count == 1);
    found[0].surface.line = 7777;
    CHECK(hullbakeTouching(map, &probe, at, 0.5, found, HULLBAKE_TOUCHED_PLANE_MIN, 1, &count) == HullbakeStatusOk);
    CHECK(found[0].size == HULLBAKE_TOUCHED_PLANE_MIN && found[0].surface.line == 7777);
    CHECK(hullbakeTouching(map, &probe, at, -1, found, stride, 2, &count) == HullbakeStatusInvalidQuery && count == 0);
    CHECK(hullbakeTouching(map, &probe, at, (double)NAN, found, stride, 2, &count) == HullbakeStatusInvalidQuery);
    CHECK(hullbakeTouching(NULL, &probe, at, 1, found, stride, 2, &count) == HullbakeStatusNullArgument);
    CHECK(hullbakeTouching(map, NULL, at, 1, found, stride, 2, &count) == HullbakeStatusNullArgument);
    CHECK(hullbakeTouching(map, &probe, at, 1, NULL, stride, 2, &count) == HullbakeStatusNullArgument);
    CHECK(hullbakeTouching(map, &probe, at, 1, found, stride, 2, NULL) == HullbakeStatusNullArgument);
    CHECK(hullbakeTouching(map, &probe, at, 1, found, 32, 2, &count) == HullbakeStatusBadSize);
    probe.hull = UINT32_MAX;
    CHECK(hullbakeTouching(map, &probe, at, 1, found, stride, 2, &count) == HullbakeStatusInvalidQuery);
    probe.boxed = 1;
    probe.box = kBox;
    CHECK(hullbakeTouching(map, &probe, at, 1, found, stride, 2, &count) == HullbakeStatusOk);
    at.x = (double)INFINITY;
    CHECK(hullbakeTouching(map, &probe, at, 1, found, stride, 2, &count) == HullbakeStatusInvalidQuery);
    probe.box.mins.z = (double)NAN;
    CHECK(hullbakeTouching(map, &probe, kAbove, 1, found, stride, 2, &count) == HullbakeStatusInvalidQuery);
}

static void checkUnstick(const HullbakeMap* map) {
    HullbakeProbe probe = firstHull();
    HullbakeVec3 at = onFloor(map);
    HullbakeUnstick way = HULLBAKE_UNSTICK_INIT;
    CHECK(hullbakeUnstick(map, &probe, at, 16, &way) == HullbakeStatusOk && way.status == HullbakeUnstickFree);
    CHECK(way.distance == 0 && way.position.z == at.z && way.size == sizeof way);
    at.z -= 1;
    CHECK(hullbakeUnstick(map, &probe, at, 16, &way) == HullbakeStatusOk && way.status == HullbakeUnstickFound);
    CHECK(way.direction.z > 0.999 && way.distance > 1 && way.distance < 1.001);
    CHECK(hullbakeUnstick(map, &probe, at, 0.5, &way) == HullbakeStatusOk && way.status == HullbakeUnstickNone);
    CHECK(hullbakeUnstick(map, &probe, at, -1, &way) == HullbakeStatusInvalidQuery);
    CHECK(way.status == HullbakeUnstickInvalid);
    CHECK(hullbakeUnstick(map, NULL, at, 16, &way) == HullbakeStatusNullArgument);
    CHECK(way.status == HullbakeUnstickInvalid);
    CHECK(hullbakeUnstick(map, &probe, at, 16, NULL) == HullbakeStatusNullArgument);
    probe.boxed = 1;
    probe.box = kBox;
    CHECK(hullbakeUnstick(map, &probe, at, 64, &way) == HullbakeStatusOk && way.status != HullbakeUnstickInvalid);
    CHECK(hullbakeUnstick(NULL, &probe, at, 64, &way) == HullbakeStatusNullArgument);
    probe.box.mins.x = 9; /* inverted */
    CHECK(hullbakeUnstick(map, &probe, at, 64, &way) == HullbakeStatusInvalidQuery);
    probe = firstHull();
    probe.model = hullbakeModelCount(map);
    CHECK(hullbakeUnstick(map, &probe, at, 16, &way) == HullbakeStatusInvalidQuery);
    probe.size = 12;
    CHECK(hullbakeUnstick(map, &probe, at, 16, &way) == HullbakeStatusBadSize);
    way.size = 8;
    CHECK(hullbakeUnstick(map, &probe, at, 16, &way) == HullbakeStatusBadSize);
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
    checkOlderAnswers(map);
    checkBatch(map);
    checkRefusals(map);
    checkContents(map);
    checkSurface(map);
    checkOverlap(map);
    checkBrushContacts(map);
    checkTouching(map);
    checkUnstick(map);
    checkProbes(map, kAbove, kBelow);
    checkMoves(map, kAbove);
    checkEntities(map);
    checkScenes(map, kAbove);
    checkWorlds(map, kAbove);
    checkShapes(map, kAbove, kBelow);
    checkContacts();
    checkVolumes(map, kAbove);
    return checksMade;
}
