#include <math.h>
#include <string.h>

#include "c_api_check.h"

static void checkTriggers(const HullbakeMap* map, HullbakeVec3 start) {
    HullbakeProbe probe = HULLBAKE_PROBE_INIT;
    HullbakePassage passage = HULLBAKE_PASSAGE_INIT;
    HullbakePathPoint point = HULLBAKE_PATH_POINT_INIT;
    HullbakeTrigger trigger = HULLBAKE_TRIGGER_INIT;
    HullbakeTouchResult result = HULLBAKE_TOUCH_RESULT_INIT;
    HullbakeTriggerEvent events[4];
    uint64_t inside = 0;
    HullbakePath path = {NULL, sizeof(HullbakePathPoint), 1};
    HullbakeTriggers list = {NULL, sizeof(HullbakeTrigger), 1, NULL, 1};
    const size_t stride = sizeof *events;
    path.first = &point;
    list.first = &trigger;
    list.inside = &inside;
    probe.hull = 0;
    passage.start = start;
    passage.seconds = 2;
    point.position = start;
    point.position.x += 100;
    point.time = 1;
    trigger.boxed = 1;
    trigger.box.mins = trigger.box.maxs = start;
    trigger.box.mins.x += 25;
    trigger.box.maxs.x += 75;
    trigger.box.mins.z -= 1;
    trigger.box.maxs.z += 1;
    trigger.box.mins.y -= 1;
    trigger.box.maxs.y += 1;
    CHECK(hullbakeTouchTriggers(map, &probe, &passage, &path, &list, &result, events, stride, 4) == HullbakeStatusOk);
    CHECK(result.size == sizeof result && result.events == 2 && result.told == 1 && result.stopped == 0);
    CHECK(result.time == 2 && sameVector(result.position, point.position) && inside == 0);
    CHECK(events[0].size == stride && events[0].enters == 1 && events[0].reason == HullbakeTriggerCrossed);
    CHECK(fabs(events[0].time - 0.25) < 1e-6 && events[0].velocity.x == 100 && events[0].point == 0);
    CHECK(events[1].enters == 0 && fabs(events[1].time - 0.75) < 1e-6 && events[1].trigger == 0);
    trigger.stops = 1;
    CHECK(hullbakeTouchTriggers(map, &probe, &passage, &path, &list, &result, events, stride, 1) == HullbakeStatusOk);
    CHECK(result.stopped == 1 && result.events == 1 && inside == 1 && fabs(result.time - 0.25) < 1e-6);
    CHECK(hullbakeTouchTriggers(map, &probe, &passage, NULL, &list, &result, NULL, 0, 0) == HullbakeStatusOk);
    CHECK(result.events == 1 && result.told == 0 && inside == 1);
    CHECK(hullbakeTouchTriggers(map, &probe, &passage, NULL, &list, &result, events, stride, 4) == HullbakeStatusOk);
    CHECK(events[0].reason == HullbakeTriggerGone && events[0].enters == 0 && inside == 0);
    CHECK(hullbakeTouchTriggers(NULL, &probe, &passage, NULL, &list, &result, NULL, 0, 0) ==
          HullbakeStatusNullArgument);
    CHECK(result.told == 0 && result.refusal != 0);
    CHECK(hullbakeTouchTriggers(map, NULL, &passage, NULL, &list, &result, NULL, 0, 0) == HullbakeStatusNullArgument);
    CHECK(hullbakeTouchTriggers(map, &probe, NULL, NULL, &list, &result, NULL, 0, 0) == HullbakeStatusNullArgument);
    CHECK(hullbakeTouchTriggers(map, &probe, &passage, NULL, NULL, &result, NULL, 0, 0) == HullbakeStatusNullArgument);
    CHECK(hullbakeTouchTriggers(map, &probe, &passage, NULL, &list, NULL, NULL, 0, 0) == HullbakeStatusNullArgument);
    CHECK(hullbakeTouchTriggers(map, &probe, &passage, NULL, &list, &result, NULL, stride, 1) ==
          HullbakeStatusNullArgument);
    CHECK(hullbakeTouchTriggers(map, &probe, &passage, NULL, &list, &result, events, 12, 1) == HullbakeStatusBadSize);
    path.count = HULLBAKE_MAX_PATH_POINTS + 1;
    CHECK(hullbakeTouchTriggers(map, &probe, &passage, &path, &list, &result, NULL, 0, 0) == HullbakeStatusBadStorage);
    list.words = 0;
    CHECK(hullbakeTouchTriggers(map, &probe, &passage, NULL, &list, &result, NULL, 0, 0) == HullbakeStatusBadStorage);
    list.words = 1;
    trigger.box.mins.x = (double)NAN;
    CHECK(hullbakeTouchTriggers(map, &probe, &passage, NULL, &list, &result, NULL, 0, 0) == HullbakeStatusInvalidQuery);
    trigger.size = 4;
    CHECK(hullbakeTouchTriggers(map, &probe, &passage, NULL, &list, &result, NULL, 0, 0) == HullbakeStatusBadSize);
}

void checkVolumes(const HullbakeMap* map, HullbakeVec3 start) {
    HullbakeProbe probe = HULLBAKE_PROBE_INIT;
    HullbakeWaterRules rules = HULLBAKE_WATER_RULES_INIT;
    HullbakeWaterLevel level = HULLBAKE_WATER_LEVEL_INIT;
    probe.hull = 0;
    level.depth = 7;
    CHECK(hullbakeWaterLevel(map, &probe, start, &rules, 0, &level) == HullbakeStatusOk);
    CHECK(level.size == sizeof level && level.level == 0 && level.depth == 0 && level.invalid == 0);
    CHECK(level.surface == start.z); /* hull 0 is the point */
    CHECK(hullbakeWaterLevel(map, &probe, start, &rules, 1, &level) == HullbakeStatusOk && level.level == 0);
    CHECK(hullbakeWaterLevel(NULL, &probe, start, &rules, 0, &level) == HullbakeStatusNullArgument);
    CHECK(level.invalid == 1 && level.refusal != 0);
    CHECK(hullbakeWaterLevel(map, NULL, start, &rules, 0, &level) == HullbakeStatusNullArgument);
    CHECK(hullbakeWaterLevel(map, &probe, start, NULL, 0, &level) == HullbakeStatusNullArgument);
    CHECK(hullbakeWaterLevel(map, &probe, start, &rules, 0, NULL) == HullbakeStatusNullArgument);
    rules.eyes = (double)NAN;
    CHECK(hullbakeWaterLevel(map, &probe, start, &rules, 0, &level) == HullbakeStatusInvalidQuery);
    CHECK(level.invalid == 1 && level.level == 0);
    rules.size = HULLBAKE_WATER_RULES_MIN; /* the other members have their defaults */
    CHECK(hullbakeWaterLevel(map, &probe, start, &rules, 0, &level) == HullbakeStatusOk && level.invalid == 0);
    rules.size = 4;
    CHECK(hullbakeWaterLevel(map, &probe, start, &rules, 0, &level) == HullbakeStatusBadSize);
    rules.size = sizeof rules;
    level.size = HULLBAKE_WATER_LEVEL_MIN - 8;
    level.contents = 77;
    CHECK(hullbakeWaterLevel(map, &probe, start, &rules, 0, &level) == HullbakeStatusBadSize && level.contents == 77);
    checkTriggers(map, start);
}
