/* The C interface, shapes: balls, capsules, cylinders, turned boxes and convex sets of points. What holds for all of it
 * is said in hullbake/hullbake.h, which includes this. It mirrors hullbake/shape.hpp. All calls but the last work
 * without a map. To cast a shape, set `shape` of a HullbakeProbe. */
#ifndef HULLBAKE_SHAPES_H
#define HULLBAKE_SHAPES_H

#include "hullbake/hullbake_queries.h"

#ifdef __cplusplus
extern "C" {
#endif

#define HULLBAKE_MAX_CONVEX_POINTS 64
#define HULLBAKE_MAX_CONVEX_FACES 128
#define HULLBAKE_MAX_CONVEX_EDGES 192

typedef uint32_t HullbakeShapeKind;
enum {
    HullbakeShapeBall = 0,
    HullbakeShapeCapsule = 1,
    HullbakeShapeCylinder = 2,
    HullbakeShapeBox = 3,
    HullbakeShapeConvex = 4
};

/* What a convex set of points spans. */
typedef uint8_t HullbakeConvexExtent;
enum {
    HullbakeConvexNone = 0, /* not prepared: no query accepts it */
    HullbakeConvexPoint = 1,
    HullbakeConvexSegment = 2,
    HullbakeConvexPolygon = 3, /* flat, with two opposite faces */
    HullbakeConvexSolid = 4
};

/* Storage of one convex set, which hullbakePrepare fills in. It holds no pointers and may be copied. Set it to zero
 * before it is prepared. */
typedef struct HullbakeConvexShape {
    uint64_t reserved[808];
} HullbakeConvexShape;

/* What a convex set consists of. */
typedef struct HullbakeConvexInfo {
    uint32_t size;
    HullbakeConvexExtent extent;
    uint8_t corners, faces, edges; /* counts */
} HullbakeConvexInfo;
#define HULLBAKE_CONVEX_INFO_MIN 8

/* A closed convex body around an origin of its own. Make it by one of the calls below. */
typedef struct HullbakeShape {
    uint32_t size;
    HullbakeShapeKind kind;
    HullbakeVec3 centre;               /* of a ball, cylinder or box */
    HullbakeVec3 ends[2];              /* capsule: both ends of its core; the caps reach further by the radius */
    double radius;                     /* ball, capsule, cylinder */
    double halfHeight;                 /* cylinder: from its centre to either disc, along axes[2] */
    HullbakeVec3 half;                 /* box: half of its sides, along the axes */
    HullbakeVec3 axes[3];              /* cylinder, box, convex set: a rotation, as in HullbakeTransform */
    const HullbakeConvexShape* convex; /* convex set: prepared, and kept alive by the caller; else null */
    const void* reserved;              /* null */
} HullbakeShape;
#define HULLBAKE_SHAPE_MIN 192 /* up to `axes`: all kinds but convex sets */

/* What of a brush is touched. */
typedef uint32_t HullbakeFeature;
enum { HullbakeFeatureNone = 0, HullbakeFeatureFace = 1, HullbakeFeatureEdge = 2, HullbakeFeatureCorner = 3 };

/* Where a ball or capsule touches what it has hit. */
typedef struct HullbakeContactPoint {
    uint32_t size;
    HullbakeFeature feature;
    HullbakeVec3 point;          /* on the brush */
    HullbakeSurface surfaces[2]; /* both faces at an edge, two of those at a corner; equal ones for a face */
} HullbakeContactPoint;
#define HULLBAKE_CONTACT_POINT_MIN 32 /* up to `point` */

/* clang-format off */
#define HULLBAKE_CONTACT_POINT_INIT \
    {(uint32_t)sizeof(HullbakeContactPoint), (uint32_t)HullbakeFeatureNone, {0, 0, 0}, \
    {HULLBAKE_SURFACE_INIT, HULLBAKE_SURFACE_INIT}}
#define HULLBAKE_CONVEX_INFO_INIT \
    {(uint32_t)sizeof(HullbakeConvexInfo), 0, 0, 0, 0}
#define HULLBAKE_SHAPE_INIT \
    {(uint32_t)sizeof(HullbakeShape), (uint32_t)HullbakeShapeBall, {0, 0, 0}, {{0, 0, 0}, {0, 0, 0}}, 0, 0, \
    {0, 0, 0}, {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, 0, 0}
/* clang-format on */

/* Make a shape. `shape->size` must be set. Sizes that no query accepts are HullbakeStatusInvalidQuery: a number that is
 * not finite, a negative radius or height, bounds over HULLBAKE_MAX_BOX_SIZE or too far from the origin. The shape is
 * written all the same. The cylinder is upright; hullbakeTurnShape turns it. */
HULLBAKE_API HullbakeStatus hullbakeBall(double radius, HullbakeVec3 centre, HullbakeShape* shape);
HULLBAKE_API HullbakeStatus hullbakeCapsule(HullbakeVec3 end, HullbakeVec3 otherEnd, double radius,
                                            HullbakeShape* shape);
HULLBAKE_API HullbakeStatus hullbakeCylinder(double radius, double halfHeight, HullbakeVec3 centre,
                                             HullbakeShape* shape);
HULLBAKE_API HullbakeStatus hullbakeBoxShape(HullbakeBox box, HullbakeShape* shape);
/* Makes a shape of a prepared set, which must live as long as the shape is used. */
HULLBAKE_API HullbakeStatus hullbakeConvex(const HullbakeConvexShape* convex, HullbakeShape* shape);
/* Make the largest upright capsule or cylinder in a player's box. The capsule stands on the box's floor; it is a ball
 * where the box is lower than it is wide. */
HULLBAKE_API HullbakeStatus hullbakeCapsuleIn(HullbakeBox box, HullbakeShape* shape);
HULLBAKE_API HullbakeStatus hullbakeCylinderIn(HullbakeBox box, HullbakeShape* shape);

/* Turns a shape about its origin, by pitch (positive looks down), yaw and roll, in degrees, as hullbakeRotation does.
 * The axes that it had are replaced; centre and ends turn along. */
HULLBAKE_API HullbakeStatus hullbakeTurnShape(HullbakeVec3 angles, HullbakeShape* shape);

/* Finds the least upright box that contains the shape. */
HULLBAKE_API HullbakeStatus hullbakeShapeBounds(const HullbakeShape* shape, HullbakeBox* bounds);

/* Finds the corners, edges and faces of the convex hull of `count` points, by exact side tests. Points that are equal,
 * or lie inside, on an edge or on a face are no corners; flat and needle sets are kept as what they are. No point, more
 * than HULLBAKE_MAX_CONVEX_POINTS, and coordinates that are not finite or out of range are HullbakeStatusInvalidQuery:
 * then the set is not prepared. */
HULLBAKE_API HullbakeStatus hullbakePrepare(const HullbakeVec3* points, size_t count, HullbakeConvexShape* convex);

/* Tell what a prepared set consists of. Numbers start at 0. Corners are points that were given, to the bit. Faces have
 * unit normals that face outwards. An unknown number is HullbakeStatusNotFound. */
HULLBAKE_API HullbakeStatus hullbakeConvexInfo(const HullbakeConvexShape* convex, HullbakeConvexInfo* info);
HULLBAKE_API HullbakeStatus hullbakeConvexCorner(const HullbakeConvexShape* convex, uint32_t corner,
                                                 HullbakeVec3* point);
HULLBAKE_API HullbakeStatus hullbakeConvexFace(const HullbakeConvexShape* convex, uint32_t face, HullbakeVec3* normal,
                                               double* dist);
HULLBAKE_API HullbakeStatus hullbakeConvexEdge(const HullbakeConvexShape* convex, uint32_t edge, uint32_t corners[2],
                                               uint32_t faces[2]);

/* Finds the point of contact of `trace`, the answer from `start` to `end` of a probe with a ball or a capsule.
 * `contact->size` must be set. HullbakeStatusNotFound: nothing was hit, the trace never left solid, or the probe has no
 * ball or capsule. */
HULLBAKE_API HullbakeStatus hullbakeContactPoint(const HullbakeMap* map, const HullbakeProbe* probe, HullbakeVec3 start,
                                                 HullbakeVec3 end, const HullbakeTrace* trace,
                                                 HullbakeContactPoint* contact);

#ifdef __cplusplus
}
#endif

#endif
