/* The C interface, volumes that stop nothing: how deep a box stands in liquids, as hullbake/water.hpp.
 * hullbake/hullbake.h includes this header and says what holds for every call. */
#ifndef HULLBAKE_VOLUMES_H
#define HULLBAKE_VOLUMES_H

#include "hullbake/hullbake_queries.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct HullbakeWaterRules {
    uint32_t size;
    HullbakeContents liquids; /* what counts as liquid */
    double eyes;              /* height of the eyes above the box's origin, units */
    double band;              /* units: only with an answer from before */
} HullbakeWaterRules;
#define HULLBAKE_WATER_RULES_MIN 8 /* up to `liquids` */

/* What the vertical line through the middle of a box finds. The flags are 0 or 1. */
typedef struct HullbakeWaterLevel {
    uint32_t size;
    uint8_t level; /* of the highest mark in liquid: 1 the feet, 2 the middle, 3 the eyes; 0: none */
    uint8_t feet, middle, eyes;
    HullbakeContents contents; /* of all liquids between the box's bottom and its top */
    uint8_t invalid;           /* nothing was searched */
    HullbakeRefusal refusal;
    uint8_t reserved[2];
    double depth;   /* units of the line from the box's bottom to its top that are in liquid */
    double surface; /* z of the surface over the highest of these; the bottom's if there is none */
} HullbakeWaterLevel;
#define HULLBAKE_WATER_LEVEL_MIN 32

#define HULLBAKE_WATER_RULES_INIT \
    { (uint32_t)sizeof(HullbakeWaterRules), HullbakeMaskLiquid, 22, 0.0625 }
#define HULLBAKE_WATER_LEVEL_INIT \
    { (uint32_t)sizeof(HullbakeWaterLevel), 0, 0, 0, 0, 0, 0, 0, {0, 0}, 0, 0 }

/* Returns how deep the probe's box stands in liquids at `origin`. With `useBefore` 1, `level` is the last answer, and
 * levels do not flicker: hullbake/water.hpp. Otherwise only its size is read. Writes the answer to `level`. */
HULLBAKE_API HullbakeStatus hullbakeWaterLevel(const HullbakeMap* map, const HullbakeProbe* probe, HullbakeVec3 origin,
                                               const HullbakeWaterRules* rules, uint8_t useBefore,
                                               HullbakeWaterLevel* level);

#ifdef __cplusplus
}
#endif

#endif
