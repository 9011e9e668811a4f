// The C interface of shapes. Checks the arguments of C callers and converts the structs.
#include "c/c_probe.hpp"
#include "c/c_shape_values.hpp"
#include "shapes/support.hpp"

using namespace hullbake;
using namespace hullbake::detail;

namespace {

// Returns the set if it is prepared.
const ConvexShape* prepared(const HullbakeConvexShape* convex) {
    const ConvexShape* const set = fromC(convex);
    return isPrepared(*set) ? set : nullptr;
}

bool isBox(const HullbakeBox& box) {
    // Fails for NaN.
    return box.mins.x <= box.maxs.x && box.mins.y <= box.maxs.y && box.mins.z <= box.maxs.z;
}

HullbakeStatus writeShapeIn(const HullbakeBox& box, Shape made, HullbakeShape* shape) {
    const HullbakeStatus status = writeShape(made, shape);
    return status == HullbakeStatusOk && !isBox(box) ? HullbakeStatusInvalidQuery : status;
}

}  // namespace

HullbakeStatus hullbakeBall(double radius, HullbakeVec3 centre, HullbakeShape* shape) {
    return writeShape(Shape::ball(radius, fromC(centre)), shape);
}

HullbakeStatus hullbakeCapsule(HullbakeVec3 end, HullbakeVec3 otherEnd, double radius, HullbakeShape* shape) {
    return writeShape(Shape::capsule(fromC(end), fromC(otherEnd), radius), shape);
}

HullbakeStatus hullbakeCylinder(double radius, double halfHeight, HullbakeVec3 centre, HullbakeShape* shape) {
    return writeShape(Shape::cylinder(radius, halfHeight, fromC(centre)), shape);
}

HullbakeStatus hullbakeBoxShape(HullbakeBox box, HullbakeShape* shape) {
    return writeShapeIn(box, Shape::box(fromC(box)), shape);
}

HullbakeStatus hullbakeConvex(const HullbakeConvexShape* convex, HullbakeShape* shape) {
    if (convex == nullptr) return HullbakeStatusNullArgument;
    if (shape != nullptr && sizeToldBy<HullbakeShape>(shape, HULLBAKE_SHAPE_MIN) == HULLBAKE_SHAPE_MIN)
        return HullbakeStatusBadSize;  // no room for the pointer
    return writeShape(Shape::of(*fromC(convex)), shape);
}

HullbakeStatus hullbakeCapsuleIn(HullbakeBox box, HullbakeShape* shape) {
    return writeShapeIn(box, Shape::capsuleIn(fromC(box)), shape);
}

HullbakeStatus hullbakeCylinderIn(HullbakeBox box, HullbakeShape* shape) {
    return writeShapeIn(box, Shape::cylinderIn(fromC(box)), shape);
}

HullbakeStatus hullbakeTurnShape(HullbakeVec3 angles, HullbakeShape* shape) {
    const ShapeRead ours = readShape(shape);
    return ours.status == HullbakeStatusOk ? writeShape(ours.shape.turned(fromC(angles)), shape) : ours.status;
}

HullbakeStatus hullbakeShapeBounds(const HullbakeShape* shape, HullbakeBox* bounds) {
    if (bounds == nullptr) return HullbakeStatusNullArgument;
    *bounds = {};
    const ShapeRead ours = readShape(shape);
    if (ours.status != HullbakeStatusOk) return ours.status;
    if (!ours.shape.valid()) return HullbakeStatusInvalidQuery;
    *bounds = toC(ours.shape.bounds());
    return HullbakeStatusOk;
}

HullbakeStatus hullbakePrepare(const HullbakeVec3* points, size_t count, HullbakeConvexShape* convex) {
    if (convex == nullptr || (count > 0 && points == nullptr)) return HullbakeStatusNullArgument;
    ConvexShape* const set = new (convex) ConvexShape;
    if (count > kMaxConvexPoints) return HullbakeStatusInvalidQuery;
    Vec3 ours[kMaxConvexPoints];
    for (size_t i = 0; i < count; ++i) ours[i] = fromC(points[i]);
    const PrepareStatus status = prepare({ours, count}, *set);
    return status == PrepareStatus::Ok ? HullbakeStatusOk : HullbakeStatusInvalidQuery;
}

HullbakeStatus hullbakeConvexInfo(const HullbakeConvexShape* convex, HullbakeConvexInfo* info) {
    if (convex == nullptr || info == nullptr) return HullbakeStatusNullArgument;
    const std::size_t size = sizeToldBy<HullbakeConvexInfo>(info, HULLBAKE_CONVEX_INFO_MIN);
    if (size == 0) return HullbakeStatusBadSize;
    HullbakeConvexInfo out = HULLBAKE_CONVEX_INFO_INIT;
    const ConvexShape* const set = prepared(convex);
    if (set != nullptr) {
        out.extent = static_cast<HullbakeConvexExtent>(set->extent);
        out.corners = set->cornerCount;
        out.faces = set->faceCount;
        out.edges = set->edgeCount;
    }
    writeSized(info, size, out);
    return set != nullptr ? HullbakeStatusOk : HullbakeStatusInvalidQuery;
}

HullbakeStatus hullbakeConvexCorner(const HullbakeConvexShape* convex, uint32_t corner, HullbakeVec3* point) {
    if (convex == nullptr || point == nullptr) return HullbakeStatusNullArgument;
    const ConvexShape* const set = prepared(convex);
    if (set == nullptr || corner >= set->cornerCount) return HullbakeStatusNotFound;
    *point = toC(set->corners[corner]);
    return HullbakeStatusOk;
}

HullbakeStatus hullbakeConvexFace(const HullbakeConvexShape* convex, uint32_t face, HullbakeVec3* normal,
                                  double* dist) {
    if (convex == nullptr || normal == nullptr || dist == nullptr) return HullbakeStatusNullArgument;
    const ConvexShape* const set = prepared(convex);
    if (set == nullptr || face >= set->faceCount) return HullbakeStatusNotFound;
    *normal = toC(set->faces[face].normal);
    *dist = set->faces[face].dist;
    return HullbakeStatusOk;
}

HullbakeStatus hullbakeConvexEdge(const HullbakeConvexShape* convex, uint32_t edge, uint32_t corners[2],
                                  uint32_t faces[2]) {
    if (convex == nullptr || corners == nullptr || faces == nullptr) return HullbakeStatusNullArgument;
    const ConvexShape* const set = prepared(convex);
    if (set == nullptr || edge >= set->edgeCount) return HullbakeStatusNotFound;
    for (int i = 0; i < 2; ++i) {
        corners[i] = set->edges[edge].corners[i];
        faces[i] = set->edges[edge].faces[i];
    }
    return HullbakeStatusOk;
}

HullbakeStatus hullbakeContactPoint(const HullbakeMap* map, const HullbakeProbe* probe, HullbakeVec3 start,
                                    HullbakeVec3 end, const HullbakeTrace* trace, HullbakeContactPoint* contact) {
    return answerToTrace(map, probe, start, end, trace, contact, HULLBAKE_CONTACT_POINT_MIN, &ClipMap::contactPoint);
}
