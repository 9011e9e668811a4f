/* The C interface, scenes: what the game has put into the map, as hullbake/scene.hpp. hullbake/hullbake.h includes this
 * header and says what holds for every call.
 *
 * A probe points to a scene, and every query and move then sees its members. The arrays are read where they are, so
 * these two structs have no `size` and keep their members. Flags are 0 or 1. */
#ifndef HULLBAKE_SCENE_H
#define HULLBAKE_SCENE_H

#include "hullbake/hullbake_queries.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A brush model as the game has placed it. */
typedef struct HullbakePlacedModel {
    uint32_t model; /* not HULLBAKE_ALL_MODELS */
    uint32_t kind;  /* bits; it stops probes whose scene's `stoppedBy` has one of them */
    HullbakeTransform transform;
    uint8_t enabled; /* 0: no query sees it */
    uint8_t reserved[3];
} HullbakePlacedModel;

/* What of its box a body fills: all of it, or the upright capsule (or ball) in it, as hullbakeCapsuleIn makes it. */
#define HULLBAKE_BODY_BOX 0
#define HULLBAKE_BODY_CAPSULE 1

/* A body that stops others. */
typedef struct HullbakeBody {
    HullbakeVec3 origin;
    HullbakeBox box; /* around its origin */
    HullbakeContents contents;
    uint32_t kind;
    uint8_t enabled;
    uint8_t form; /* HULLBAKE_BODY_BOX or HULLBAKE_BODY_CAPSULE */
    uint8_t reserved[2];
} HullbakeBody;

/* A part of the index of a scene. What is in it is the library's. */
typedef struct HullbakeSceneSlot {
    float mins[3], maxs[3];
    uint32_t member, skip;
} HullbakeSceneSlot;

/* The members that a query sees beside the probe's own model. */
typedef struct HullbakeScene {
    uint32_t size;
    uint32_t stoppedBy; /* the kinds that stop the probe: any bit in common */
    const HullbakePlacedModel* models;
    size_t modelCount;
    const HullbakeBody* bodies;
    size_t bodyCount;
    uint32_t self; /* a member that the query does not see, or HULLBAKE_NO_MEMBER */
    uint32_t reserved;
    const HullbakeSceneSlot* index; /* made by hullbakeIndexScene for these arrays, or null */
    size_t indexCount;
} HullbakeScene;
#define HULLBAKE_SCENE_MIN 8 /* up to `stoppedBy`: no members */

/* clang-format off */
#define HULLBAKE_PLACED_MODEL_INIT \
    {0, 1, HULLBAKE_TRANSFORM_INIT, 1, {0, 0, 0}}
#define HULLBAKE_BODY_INIT \
    {{0, 0, 0}, {{0, 0, 0}, {0, 0, 0}}, (uint32_t)HullbakeContentsSolid, 1, 1, HULLBAKE_BODY_BOX, {0, 0}}
#define HULLBAKE_SCENE_INIT \
    {(uint32_t)sizeof(HullbakeScene), 0xffffffffu, NULL, 0, NULL, 0, HULLBAKE_NO_MEMBER, 0, \
    NULL, 0}
/* clang-format on */

/* Makes an index of the scene's members, for `index`, so that queries look only at members near them. It holds until
 * the arrays get another size, another model is placed, a model turns, a box changes, or a member has moved by more
 * than `slack` units (0 to 262144). Answers are those without it. `count` must be 2 * (modelCount + bodyCount) + 1 or
 * more.
 * `*used` gets the number for `indexCount`. HullbakeStatusInvalidQuery: too few slots, or `slack` out of its range. */
HULLBAKE_API HullbakeStatus hullbakeIndexScene(const HullbakeMap* map, const HullbakeScene* scene, double slack,
                                               HullbakeSceneSlot* slots, size_t count, size_t* used);

#ifdef __cplusplus
}
#endif

#endif
