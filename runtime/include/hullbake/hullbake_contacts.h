/* The C interface, pairs of bodies: which of many moving bodies may meet. What holds for all of it is said in
 * hullbake/hullbake.h, which includes this. It mirrors hullbake/contact.hpp. No call here needs a map. */
#ifndef HULLBAKE_CONTACTS_H
#define HULLBAKE_CONTACTS_H

#include "hullbake/hullbake_shapes.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The least upright box around all of a body's way in a tick, and whom the body wants to meet. */
typedef struct HullbakeSweptBounds {
    HullbakeVec3 mins, maxs; /* closed; may be infinite; a box with a `mins` beyond its `maxs` is empty */
    uint32_t mask;           /* the kinds that this body meets, a bit each */
    uint32_t kind;           /* the kinds that this body is of */
} HullbakeSweptBounds;

/* Two bodies by their index. `a` is less than `b`. */
typedef struct HullbakeBodyPair {
    uint32_t a, b;
} HullbakeBodyPair;

/* Finds all pairs of boxes that touch or overlap and of which each meets a kind of the other. Empty boxes are in no
 * pair. `*found` is the number of all pairs. The first `capacity` of them are in `pairs`, sorted by `a`, then by `b`.
 * `scratch` needs a place for each box. Fewer, or 2^32 boxes, are HullbakeStatusBadStorage; a corner that is NaN is
 * HullbakeStatusInvalidQuery; then there is no pair. */
HULLBAKE_API HullbakeStatus hullbakeSweptPairs(const HullbakeSweptBounds* boxes, size_t count, uint32_t* scratch,
                                               size_t scratchCount, HullbakeBodyPair* pairs, size_t capacity,
                                               size_t* found);

#ifdef __cplusplus
}
#endif

#endif
