/* The C interface, entities: keys and values of the map's entities. What holds for all of it is said in
 * hullbake/hullbake.h, which includes this. It mirrors hullbake/entities.hpp. */
#ifndef HULLBAKE_ENTITIES_H
#define HULLBAKE_ENTITIES_H

#include "hullbake/hullbake_queries.h"

#ifdef __cplusplus
extern "C" {
#endif

/* One entity. Filled in by the searches below; its text points into the block. */
typedef struct HullbakeEntity {
    uint32_t size;
    uint32_t number;   /* in the map, from 0; HULLBAKE_NO_ENTITY if there is none */
    HullbakeText text; /* what stands between its braces */
} HullbakeEntity;
#define HULLBAKE_ENTITY_MIN 8
#define HULLBAKE_NO_ENTITY 0xffffffffu
#define HULLBAKE_ENTITY_INIT                                    \
    {                                                           \
        (uint32_t)sizeof(HullbakeEntity), HULLBAKE_NO_ENTITY, { \
            "", 0                                               \
        }                                                       \
    }

/* Where a player may start. */
typedef struct HullbakePlayerStart {
    uint32_t size;
    uint32_t entity; /* number of the entity in the map */
    HullbakeVec3 origin;
    double yaw; /* degrees, counter-clockwise from above */
    HullbakeText classname;
} HullbakePlayerStart;
#define HULLBAKE_PLAYER_START_MIN 32   /* up to `origin` */
#define HULLBAKE_MAX_PLAYER_STARTS 256 /* so many are written by one call, however many are counted */

/* The first entity, for HULLBAKE_ENTITY_INIT; the one behind `entity`, for an answer of these calls. Without one,
 * HullbakeStatusNotFound. Goes through all entities in one pass over their text. */
HULLBAKE_API HullbakeStatus hullbakeNextEntity(const HullbakeMap* map, HullbakeEntity* entity);

/* The entity of that number, of that model; the first whose value of `key` is exactly `value`, or whose class matches
 * the pattern (`*` is any text, case does not count), behind entity `after`: HULLBAKE_NO_ENTITY searches all. Without
 * one, HullbakeStatusNotFound. */
HULLBAKE_API HullbakeStatus hullbakeEntity(const HullbakeMap* map, uint32_t number, HullbakeEntity* entity);
HULLBAKE_API HullbakeStatus hullbakeEntityOfModel(const HullbakeMap* map, uint32_t model, HullbakeEntity* entity);
HULLBAKE_API HullbakeStatus hullbakeFindEntity(const HullbakeMap* map, const char* key, const char* value,
                                               uint32_t after, HullbakeEntity* entity);
HULLBAKE_API HullbakeStatus hullbakeFindClass(const HullbakeMap* map, const char* pattern, uint32_t after,
                                              HullbakeEntity* entity);

/* The pair at *cursor, which starts at 0 and is moved behind it. HullbakeStatusNotFound at the end. */
HULLBAKE_API HullbakeStatus hullbakeEntityPair(const HullbakeEntity* entity, size_t* cursor, HullbakeText* key,
                                               HullbakeText* value);

/* The value of a key. Without it HullbakeStatusNotFound, of another type HullbakeStatusMalformedValue; the answer then
 * stays unchanged, so set it to its default first. Flags are a whole number from -2^31 to 2^32 - 1. Angles are pitch,
 * yaw and roll of `angles` or `mangle`, else the yaw of `angle`. The direction is Quake's: `angle` -1 is up, -2 down.
 */
HULLBAKE_API HullbakeStatus hullbakeEntityValue(const HullbakeEntity* entity, const char* key, HullbakeText* text);
HULLBAKE_API HullbakeStatus hullbakeEntityNumber(const HullbakeEntity* entity, const char* key, double* number);
HULLBAKE_API HullbakeStatus hullbakeEntityVector(const HullbakeEntity* entity, const char* key, HullbakeVec3* vector);
HULLBAKE_API HullbakeStatus hullbakeEntityFlags(const HullbakeEntity* entity, const char* key, uint32_t* flags);
HULLBAKE_API HullbakeStatus hullbakeEntityAngles(const HullbakeEntity* entity, HullbakeVec3* angles);
HULLBAKE_API HullbakeStatus hullbakeEntityDirection(const HullbakeEntity* entity, HullbakeVec3* direction);

/* Where players start, in the map's order. The first `room` are written; element i lies i * stride bytes behind the
 * first, and its size is set by the call. *count is how many there are. With room 0 `starts` may be null. */
HULLBAKE_API HullbakeStatus hullbakePlayerStarts(const HullbakeMap* map, HullbakePlayerStart* starts, size_t stride,
                                                 size_t room, size_t* count);

#ifdef __cplusplus
}
#endif

#endif
