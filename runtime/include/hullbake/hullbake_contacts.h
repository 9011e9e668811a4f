/* The C interface, pairs of bodies: which of many moving bodies may meet, and where two of them touch. What holds for
 * all of it is said in hullbake/hullbake.h, which includes this. It mirrors hullbake/contact.hpp. No call here needs a
 * map. */
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

/* What of two bodies decides their contact. */
typedef uint8_t HullbakeContactFamily;
enum {
    HullbakeContactNone = 0,   /* no contact: the query was invalid */
    HullbakeContactFaceA = 1,  /* a face of `a` and what of `b` is nearest to it */
    HullbakeContactFaceB = 2,  /* a face of `b` and what of `a` is nearest to it */
    HullbakeContactEdges = 3,  /* an edge of each, or the core of a capsule and an edge */
    HullbakeContactCorner = 4, /* a corner or an edge: bodies apart that no face separates best */
    HullbakeContactRound = 5   /* the round side of a ball, capsule or cylinder */
};

/* Where two bodies touch, how deep they overlap, or how far they are apart. Flags are 0 or 1. */
typedef struct HullbakeContact {
    uint32_t size;
    uint8_t overlaps; /* distance < 0; bodies that touch do not overlap */
    uint8_t exact;    /* no other direction has a shorter way out, or a wider gap, but for rounding */
    uint8_t invalid;  /* a shape or origin that queries do not accept */
    HullbakeContactFamily family;
    double distance;     /* between the bodies; less than 0: minus the depth, the least way that parts them */
    HullbakeVec3 normal; /* unit, from `a` to `b`: moving `b` by `normal * -distance` makes the bodies touch */
    HullbakeVec3 onA;    /* nearest points, or deepest ones; `onB` is `onA + normal * distance` */
    HullbakeVec3 onB;
    uint32_t steps; /* of a search; 0 where the answer is a closed form */
    uint32_t reserved;
} HullbakeContact;
#define HULLBAKE_CONTACT_MIN 40 /* up to `normal` */

/* What may save work when the same two bodies are asked about again, in the same order. Zero at first. It may be lost,
 * copied, or hold any numbers: answers are the same to the bit. One thread at a time may use it. */
typedef struct HullbakeContactCache {
    uint64_t words[2];
} HullbakeContactCache;

/* Where and when two moving bodies meet. Flags are 0 or 1. */
typedef struct HullbakePairCast {
    uint32_t size;
    uint8_t hit;
    uint8_t startsolid; /* at the start they overlap by more than HULLBAKE_SURFACE_TOLERANCE; then fraction is 0 */
    uint8_t invalid;    /* a shape, start or end that queries do not accept */
    uint8_t reserved;
    double fraction;     /* of both ways until they touch; 1 without a hit */
    HullbakeVec3 normal; /* unit, from `a` to `b`, at the touch; zero without a hit */
    HullbakeVec3 point;  /* where they touch; zero without a hit */
    uint32_t steps;      /* of the search, at most 256 */
    uint32_t reserved2;
} HullbakePairCast;
#define HULLBAKE_PAIR_CAST_MIN 40 /* up to `normal` */

/* clang-format off */
#define HULLBAKE_CONTACT_INIT \
    {(uint32_t)sizeof(HullbakeContact), 0, 0, 0, 0, 0, {0, 0, 0}, {0, 0, 0}, {0, 0, 0}, 0, 0}
#define HULLBAKE_PAIR_CAST_INIT \
    {(uint32_t)sizeof(HullbakePairCast), 0, 0, 0, 0, 1, {0, 0, 0}, {0, 0, 0}, 0, 0}
/* clang-format on */

/* Sets `*bounds` to an upright box that holds all of `box` at every moment of a turn about `axis` through `pivot` by 0
 * to `degrees`, while the body moves straight by `way`. What is promised is said in hullbake/contact.hpp. Numbers that
 * are not finite and an axis without length are HullbakeStatusInvalidQuery; then `*bounds` is NaN. */
HULLBAKE_API HullbakeStatus hullbakeBoundsOfTurn(HullbakeBox box, HullbakeVec3 pivot, HullbakeVec3 axis, double degrees,
                                                 HullbakeVec3 way, HullbakeBox* bounds);

/* Finds the contact of two bodies, each placed with its origin. `contact->size` must be set; `cache` may be null. What
 * is promised is said in hullbake/contact.hpp. A shape or origin that queries do not accept is
 * HullbakeStatusInvalidQuery; then `contact->invalid` is set. */
HULLBAKE_API HullbakeStatus hullbakeContact(const HullbakeShape* a, HullbakeVec3 originA, const HullbakeShape* b,
                                            HullbakeVec3 originB, HullbakeContactCache* cache,
                                            HullbakeContact* contact);

/* Sets `*overlaps` to that of the contact, in less time. It is 0 where the query is invalid. */
HULLBAKE_API HullbakeStatus hullbakeOverlaps(const HullbakeShape* a, HullbakeVec3 originA, const HullbakeShape* b,
                                             HullbakeVec3 originB, HullbakeContactCache* cache, uint8_t* overlaps);

/* Moves two bodies in the same time, straight and without turning, and finds when they meet; what is promised is said
 * in hullbake/contact.hpp. `cast->size` must be set. A shape, start or end that queries do not accept is
 * HullbakeStatusInvalidQuery; then `cast->invalid` is set. */
HULLBAKE_API HullbakeStatus hullbakeCastShapes(const HullbakeShape* a, HullbakeVec3 fromA, HullbakeVec3 toA,
                                               const HullbakeShape* b, HullbakeVec3 fromB, HullbakeVec3 toB,
                                               HullbakePairCast* cast);

#ifdef __cplusplus
}
#endif

#endif
