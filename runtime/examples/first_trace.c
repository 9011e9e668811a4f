/* The shortest use of the C interface: opens a baked map and lets the player's box fall. Quoted in docs/integrating.md.
 *
 *   hullbake compile maps/demo/demo.map -o demo.hull
 *   first_trace_c demo.hull
 */
#include <stdio.h>

#include "hullbake/hullbake.h"

static uint64_t bytes[1 << 17]; /* a megabyte, aligned as a block must be */

int main(int argc, char** argv) {
    HullbakeStorage storage;
    const HullbakeMap* map = NULL;
    HullbakeProbe player = HULLBAKE_PROBE_INIT;
    HullbakeTrace trace = HULLBAKE_TRACE_INIT;
    const HullbakeVec3 start = {0, -192, 96}, end = {0, -192, -160};
    FILE* file = argc == 2 ? fopen(argv[1], "rb") : NULL;
    const size_t size = file != NULL ? fread(bytes, 1, sizeof bytes, file) : 0;
    const HullbakeStatus status = hullbakeOpen(bytes, size, &storage, sizeof storage, &map, NULL);
    if (file != NULL) fclose(file);
    if (status != HullbakeStatusOk || hullbakeFindHull(map, "player", &player.hull) != HullbakeStatusOk) {
        fprintf(stderr, "no player's hull: %s\n", hullbakeStatusText(status));
        return 1;
    }
    hullbakeTrace(map, &player, start, end, &trace);
    printf("stops at z = %g in %s\n", trace.endpos.z, hullbakeContentsName(trace.contents));
    return 0;
}
