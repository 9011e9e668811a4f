/* Shared by the files that check the C interface in C. */
#ifndef HULLBAKE_TESTS_C_API_CHECK_H
#define HULLBAKE_TESTS_C_API_CHECK_H

#include "hullbake/hullbake.h"

void checkThat(int holds, const char* expression, const char* file, int line);
#define CHECK(expression) checkThat((expression) ? 1 : 0, #expression, __FILE__, __LINE__)

/* hullbakeSlide, hullbakeWalk, hullbakeGroundBelow and hullbakeChangeHull. Something is below `start`, at least 8 units
 * away and at most 256, and the point there is free. */
void checkMoves(const HullbakeMap* map, HullbakeVec3 start);

#endif
