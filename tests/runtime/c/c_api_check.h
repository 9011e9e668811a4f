/* Shared by the files that check the C interface in C. */
#ifndef HULLBAKE_TESTS_C_API_CHECK_H
#define HULLBAKE_TESTS_C_API_CHECK_H

#include <string.h>

#include "hullbake/hullbake.h"

void checkThat(int holds, const char* expression, const char* file, int line);
#define CHECK(expression) checkThat((expression) ? 1 : 0, #expression, __FILE__, __LINE__)

/* Returns a probe with hull 0. */
static inline HullbakeProbe firstHull(void) {
    HullbakeProbe probe = HULLBAKE_PROBE_INIT;
    probe.hull = 0;
    return probe;
}

static inline int sameVector(HullbakeVec3 a, HullbakeVec3 b) {
    return memcmp(&a, &b, sizeof a) == 0;
}

/* Checks the sizes, boxes, models and transforms of probes. A box of hull 0 that falls from `start` to `end` hits
 * something. The box at `start` is free. */
void checkProbes(const HullbakeMap* map, HullbakeVec3 start, HullbakeVec3 end);

/* Checks hullbakeSlide, hullbakeWalk, hullbakeGroundBelow, hullbakeChangeHull and hullbakeBounce. The ground is 8 to
 * 256 units below `start`, and a point at `start` is free. */
void checkMoves(const HullbakeMap* map, HullbakeVec3 start);

/* Checks the calls of hullbake_entities.h. Entity 0 is the only worldspawn. */
void checkEntities(const HullbakeMap* map);

/* Checks the calls of hullbake_shapes.h. A point that falls from `start` to `end` hits something. A ball of one unit at
 * `start` is free. */
void checkShapes(const HullbakeMap* map, HullbakeVec3 start, HullbakeVec3 end);

/* Checks scenes of probes. A point at `start` is free, and the ground is 8 to 256 units below it. */
void checkScenes(const HullbakeMap* map, HullbakeVec3 start);

/* Checks the calls of hullbake_contacts.h. */
void checkContacts(void);

/* Checks the calls of hullbake_volumes.h. A point at `start` is free and dry. */
void checkVolumes(const HullbakeMap* map, HullbakeVec3 start);

/* Checks the calls of hullbake_world.h. A point at `start` is free, and the ground is 8 to 256 units below it. */
void checkWorlds(const HullbakeMap* map, HullbakeVec3 start);

#endif
