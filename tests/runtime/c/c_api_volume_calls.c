#include <math.h>
#include <string.h>

#include "c_api_check.h"

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
}
