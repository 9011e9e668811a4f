/* The shortest walk: the player falls, then walks ahead, up the stairs and against a wall. Quoted in
 * docs/integrating.md.
 *
 *   hullbake compile maps/demo/demo.map -o demo.hull
 *   first_walk_c demo.hull
 */
#include <stdio.h>

#include "hullbake/hullbake.h"

static uint64_t bytes[1 << 17];

int main(int argc, char** argv) {
    HullbakeStorage storage;
    const HullbakeMap* map = NULL;
    HullbakeProbe player = HULLBAKE_PROBE_INIT;
    HullbakeWalkRules rules = HULLBAKE_WALK_RULES_INIT;
    HullbakeWalkState state = HULLBAKE_WALK_STATE_INIT;
    FILE* file = argc == 2 ? fopen(argv[1], "rb") : NULL;
    const size_t size = file != NULL ? fread(bytes, 1, sizeof bytes, file) : 0;
    if (file != NULL) fclose(file);
    if (hullbakeOpen(bytes, size, &storage, sizeof storage, &map, NULL) != HullbakeStatusOk) return 1;
    if (hullbakeFindHull(map, "player", &player.hull) != HullbakeStatusOk) return 1;

    state.origin = (HullbakeVec3){0, -192, 96};
    for (int tick = 1; tick <= 240; ++tick) {
        HullbakeWalkResult result = HULLBAKE_WALK_RESULT_INIT;
        state.velocity.y = 320; /* where the player wants to go */
        hullbakeWalk(map, &player, &rules, &state, 1.0 / 60, &result, NULL, 0, 0);
        if (result.landed) printf("%.2f s: lands with %.0f units a second\n", tick / 60.0, result.landingSpeed);
        if (tick % 60 == 0) printf("%.2f s: y %.3f, z %.3f\n", tick / 60.0, state.origin.y, state.origin.z);
    }
    return state.onGround ? 0 : 1;
}
