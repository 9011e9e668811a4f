/* Shared by the files that check the C interface in C. */
#ifndef HULLBAKE_TESTS_C_API_CHECK_H
#define HULLBAKE_TESTS_C_API_CHECK_H

#include "hullbake/hullbake.h"

void checkThat(int holds, const char* expression, const char* file, int line);
#define CHECK(expression) checkThat((expression) ? 1 : 0, #expression, __FILE__, __LINE__)

/* What a probe may be: its sizes, boxes, models and transforms. A box of hull 0 that falls from `start` to `end` hits
 * something; the box at `start` is free. */
void checkProbes(const HullbakeMap* map, HullbakeVec3 start, HullbakeVec3 end);

/* hullbakeSlide, hullbakeWalk, hullbakeGroundBelow and hullbakeChangeHull. Something is below `start`, at least 8 units
 * away and at most 256, and the point there is free. */
void checkMoves(const HullbakeMap* map, HullbakeVec3 start);

#endif
