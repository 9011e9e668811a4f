#include <math.h>
#include <stddef.h>
#include <string.h>

#include "c_api_check.h"

static HullbakeVec3 at(double x, double y, double z) {
    HullbakeVec3 v;
    v.x = x;
    v.y = y;
    v.z = z;
    return v;
}

static void checkMakers(void) {
    HullbakeShape shape = HULLBAKE_SHAPE_INIT;
    HullbakeBox box, bounds;
    box.mins = at(-16, -16, -24);
    box.maxs = at(16, 16, 32);
    CHECK(hullbakeBall(4, at(1, 2, 3), &shape) == HullbakeStatusOk && shape.kind == HullbakeShapeBall);
    CHECK(hullbakeShapeBounds(&shape, &bounds) == HullbakeStatusOk && bounds.mins.x == -3 && bounds.maxs.z == 7);
    CHECK(hullbakeBall(-1, at(0, 0, 0), &shape) == HullbakeStatusInvalidQuery);
    CHECK(hullbakeShapeBounds(&shape, &bounds) == HullbakeStatusInvalidQuery && bounds.maxs.z == 0);
    CHECK(hullbakeBall(NAN, at(0, 0, 0), &shape) == HullbakeStatusInvalidQuery);
    CHECK(hullbakeBall(1, at(0, 0, 0), NULL) == HullbakeStatusNullArgument);
    CHECK(hullbakeCapsule(at(0, 0, -8), at(0, 0, 8), 16, &shape) == HullbakeStatusOk);
    CHECK(hullbakeTurnShape(at(0, 0, 90), &shape) == HullbakeStatusOk && fabs(shape.ends[1].y) == 8);
    CHECK(hullbakeCylinder(16, 28, at(0, 0, 0), &shape) == HullbakeStatusOk);
    CHECK(hullbakeTurnShape(at(90, 0, 0), &shape) == HullbakeStatusOk);
    CHECK(hullbakeShapeBounds(&shape, &bounds) == HullbakeStatusOk && bounds.maxs.x == 28 && bounds.maxs.z == 16);
    CHECK(hullbakeTurnShape(at(NAN, 0, 0), &shape) == HullbakeStatusInvalidQuery);
    CHECK(hullbakeBoxShape(box, &shape) == HullbakeStatusOk && shape.half.z == 28);
    CHECK(hullbakeCapsuleIn(box, &shape) == HullbakeStatusOk && shape.radius == 16 && shape.ends[0].z == -8);
    CHECK(hullbakeCylinderIn(box, &shape) == HullbakeStatusOk && shape.halfHeight == 28);
    box.maxs.z = -25;
    CHECK(hullbakeBoxShape(box, &shape) == HullbakeStatusInvalidQuery);
    CHECK(hullbakeCapsuleIn(box, &shape) == HullbakeStatusInvalidQuery);
    CHECK(hullbakeCylinderIn(box, &shape) == HullbakeStatusInvalidQuery);
    shape.size = 12;
    CHECK(hullbakeBall(1, at(0, 0, 0), &shape) == HullbakeStatusBadSize);
    CHECK(hullbakeShapeBounds(&shape, &bounds) == HullbakeStatusBadSize);
    CHECK(hullbakeTurnShape(at(0, 0, 0), &shape) == HullbakeStatusBadSize);
    CHECK(hullbakeTurnShape(at(0, 0, 0), NULL) == HullbakeStatusNullArgument);
    CHECK(hullbakeShapeBounds(NULL, &bounds) == HullbakeStatusNullArgument);
    shape.size = (uint32_t)sizeof shape;
    CHECK(hullbakeShapeBounds(&shape, NULL) == HullbakeStatusNullArgument);
    shape.kind = 256; /* must not count as a ball */
    CHECK(hullbakeShapeBounds(&shape, &bounds) == HullbakeStatusInvalidQuery);
}

static void checkConvex(void) {
    static HullbakeConvexShape convex, other;
    HullbakeConvexInfo info = HULLBAKE_CONVEX_INFO_INIT;
    HullbakeShape shape = HULLBAKE_SHAPE_INIT;
    HullbakeVec3 points[65], point = {0, 0, 0}, normal = {0, 0, 0};
    HullbakeBox bounds;
    uint32_t corners[2], faces[2];
    double dist = 0;
    int i;
    for (i = 0; i < 65; ++i) points[i] = at(i & 1 ? 3 : -3, i & 2 ? 4 : -4, i & 4 ? 5 : -5);
    CHECK(hullbakeConvexInfo(&convex, &info) == HullbakeStatusInvalidQuery && info.extent == HullbakeConvexNone);
    CHECK(hullbakeConvex(&convex, &shape) == HullbakeStatusInvalidQuery);
    CHECK(hullbakePrepare(points, 64, &convex) == HullbakeStatusOk);
    CHECK(hullbakeConvexInfo(&convex, &info) == HullbakeStatusOk && info.extent == HullbakeConvexSolid);
    CHECK(info.corners == 8 && info.faces == 6 && info.edges == 12);
    CHECK(hullbakeConvexCorner(&convex, 7, &point) == HullbakeStatusOk && point.x == 3 && point.y == 4 && point.z == 5);
    CHECK(hullbakeConvexCorner(&convex, 8, &point) == HullbakeStatusNotFound);
    CHECK(hullbakeConvexFace(&convex, 0, &normal, &dist) == HullbakeStatusOk && dist >= 3 && dist <= 5);
    CHECK(fabs(normal.x) + fabs(normal.y) + fabs(normal.z) == 1);
    CHECK(hullbakeConvexFace(&convex, 6, &normal, &dist) == HullbakeStatusNotFound);
    CHECK(hullbakeConvexEdge(&convex, 0, corners, faces) == HullbakeStatusOk && corners[0] != corners[1]);
    CHECK(hullbakeConvexEdge(&convex, 12, corners, faces) == HullbakeStatusNotFound);
    memcpy(&other, &convex, sizeof other);
    CHECK(hullbakeConvex(&other, &shape) == HullbakeStatusOk && shape.convex == &other);
    CHECK(hullbakeShapeBounds(&shape, &bounds) == HullbakeStatusOk && bounds.mins.y == -4 && bounds.maxs.z == 5);
    CHECK(offsetof(HullbakeShape, convex) == HULLBAKE_SHAPE_MIN && sizeof shape > HULLBAKE_SHAPE_MIN);
    shape.size = HULLBAKE_SHAPE_MIN;
    CHECK(hullbakeConvex(&other, &shape) == HullbakeStatusBadSize);
    CHECK(hullbakeBall(1, point, &shape) == HullbakeStatusOk && shape.size == HULLBAKE_SHAPE_MIN);
    CHECK(hullbakePrepare(points, 65, &convex) == HullbakeStatusInvalidQuery);
    CHECK(hullbakeConvexCorner(&convex, 0, &point) == HullbakeStatusNotFound);
    CHECK(hullbakePrepare(NULL, 0, &convex) == HullbakeStatusInvalidQuery);
    CHECK(hullbakePrepare(NULL, 1, &convex) == HullbakeStatusNullArgument);
    CHECK(hullbakePrepare(points, 1, NULL) == HullbakeStatusNullArgument);
    CHECK(hullbakeConvexInfo(NULL, &info) == HullbakeStatusNullArgument);
    CHECK(hullbakeConvexFace(&convex, 0, NULL, &dist) == HullbakeStatusNullArgument);
    CHECK(hullbakeConvexEdge(&convex, 0, corners, NULL) == HullbakeStatusNullArgument);
    CHECK(hullbakeConvexCorner(&convex, 0, NULL) == HullbakeStatusNullArgument);
    CHECK(hullbakeConvex(NULL, &shape) == HullbakeStatusNullArgument);
    info.size = 4;
    CHECK(hullbakeConvexInfo(&convex, &info) == HullbakeStatusBadSize);
}

static void checkCasts(const HullbakeMap* map, HullbakeVec3 start, HullbakeVec3 end) {
    HullbakeProbe probe = HULLBAKE_PROBE_INIT;
    HullbakeTrace trace = HULLBAKE_TRACE_INIT;
    HullbakeContactPoint contact = HULLBAKE_CONTACT_POINT_INIT;
    HullbakeShape shape = HULLBAKE_SHAPE_INIT;
    HullbakeSurface surface = HULLBAKE_SURFACE_INIT;
    HullbakeContents contents = 0;
    size_t count = 0;
    CHECK(hullbakeBall(1, at(0, 0, 0), &shape) == HullbakeStatusOk);
    probe.shape = &shape;
    probe.skin = 0;
    CHECK(hullbakeTrace(map, &probe, start, end, &trace) == HullbakeStatusOk && trace.hit == 1);
    CHECK(trace.startsolid == 0 && trace.hitFraction < 1);
    CHECK(hullbakeContactPoint(map, &probe, start, end, &trace, &contact) == HullbakeStatusOk);
    CHECK(contact.feature >= HullbakeFeatureFace && contact.feature <= HullbakeFeatureCorner);
    CHECK(fabs(contact.point.z + trace.normal.z - trace.endpos.z) < 1e-9);
    CHECK(hullbakeSurface(map, &probe, start, end, &trace, &surface) == HullbakeStatusOk);
    CHECK(surface.brush == contact.surfaces[0].brush && surface.side == contact.surfaces[0].side);
    CHECK(hullbakeContentsAt(map, &probe, start, &contents) == HullbakeStatusOk && contents == HullbakeContentsEmpty);
    CHECK(hullbakeContactPoint(NULL, &probe, start, end, &trace, &contact) == HullbakeStatusNullArgument);
    CHECK(contact.feature == HullbakeFeatureNone);
    CHECK(hullbakeContactPoint(map, NULL, start, end, &trace, &contact) == HullbakeStatusNullArgument);
    CHECK(hullbakeContactPoint(map, &probe, start, end, NULL, &contact) == HullbakeStatusNullArgument);
    CHECK(hullbakeContactPoint(map, &probe, start, end, &trace, NULL) == HullbakeStatusNullArgument);
    CHECK(hullbakeContactPoint(map, &probe, at(NAN, 0, 0), end, &trace, &contact) == HullbakeStatusInvalidQuery);
    trace.hit = 0;
    CHECK(hullbakeContactPoint(map, &probe, start, end, &trace, &contact) == HullbakeStatusNotFound);
    contact.size = 24;
    CHECK(hullbakeContactPoint(map, &probe, start, end, &trace, &contact) == HullbakeStatusBadSize);
    shape.size = 12;
    CHECK(hullbakeTrace(map, &probe, start, end, &trace) == HullbakeStatusBadSize && trace.invalid == 1);
    shape.size = (uint32_t)sizeof shape;
    shape.radius = -1;
    CHECK(hullbakeTrace(map, &probe, start, end, &trace) == HullbakeStatusInvalidQuery);
    CHECK(trace.refusal == HullbakeRefusalBadShape);
    shape.radius = 1;
    CHECK(hullbakeOverlap(map, &probe, start, NULL, sizeof(HullbakeOverlap), 0, &count) == HullbakeStatusOk);
    CHECK(count == 0);
    CHECK(hullbakeTouching(map, &probe, start, 1, NULL, sizeof(HullbakeTouchedPlane), 0, &count) == HullbakeStatusOk);
    shape.radius = -1;
    CHECK(hullbakeOverlap(map, &probe, start, NULL, sizeof(HullbakeOverlap), 0, &count) == HullbakeStatusInvalidQuery);
}

void checkShapes(const HullbakeMap* map, HullbakeVec3 start, HullbakeVec3 end) {
    checkMakers();
    checkConvex();
    checkCasts(map, start, end);
}
