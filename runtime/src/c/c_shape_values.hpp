// Converts shapes of the C interface to and from C++.
#pragma once

#include <algorithm>
#include <new>

#include "c/c_values.hpp"
#include "c/sized_struct.hpp"
#include "hullbake/hullbake_shapes.h"
#include "hullbake/shape.hpp"

namespace hullbake::detail {

static_assert(HullbakeShapeBall == int(ShapeKind::Ball) && HullbakeShapeCapsule == int(ShapeKind::Capsule) &&
              HullbakeShapeCylinder == int(ShapeKind::Cylinder) && HullbakeShapeBox == int(ShapeKind::Box) &&
              HullbakeShapeConvex == int(ShapeKind::Convex));
static_assert(HullbakeConvexNone == int(ConvexExtent::None) && HullbakeConvexPoint == int(ConvexExtent::Point) &&
              HullbakeConvexSegment == int(ConvexExtent::Segment) &&
              HullbakeConvexPolygon == int(ConvexExtent::Polygon) && HullbakeConvexSolid == int(ConvexExtent::Solid));
static_assert(HULLBAKE_MAX_CONVEX_POINTS == kMaxConvexPoints && HULLBAKE_MAX_CONVEX_FACES == kMaxConvexFaces &&
              HULLBAKE_MAX_CONVEX_EDGES == kMaxConvexEdges);
static_assert(sizeof(ConvexShape) <= sizeof(HullbakeConvexShape) &&
              alignof(ConvexShape) <= alignof(HullbakeConvexShape) && std::is_trivially_copyable_v<ConvexShape>);

static_assert(HullbakeFeatureNone == int(Feature::None) && HullbakeFeatureFace == int(Feature::Face) &&
              HullbakeFeatureEdge == int(Feature::Edge) && HullbakeFeatureCorner == int(Feature::Corner));

inline HullbakeContactPoint toC(const ContactPoint& contact) {
    return {sizeof(HullbakeContactPoint),
            static_cast<HullbakeFeature>(contact.feature),
            toC(contact.point),
            {toC(contact.surfaces[0]), toC(contact.surfaces[1])}};
}

inline const ConvexShape* fromC(const HullbakeConvexShape* convex) {
    return std::launder(reinterpret_cast<const ConvexShape*>(convex));
}

inline Shape fromC(const HullbakeShape& shape) {
    // Numbers beyond the last kind are invalid. They must not wrap to a valid one.
    return {.kind = static_cast<ShapeKind>(std::min<std::uint32_t>(shape.kind, 255)),
            .centre = fromC(shape.centre),
            .ends = {fromC(shape.ends[0]), fromC(shape.ends[1])},
            .radius = shape.radius,
            .halfHeight = shape.halfHeight,
            .half = fromC(shape.half),
            .axes = {fromC(shape.axes[0]), fromC(shape.axes[1]), fromC(shape.axes[2])},
            .convex = shape.convex == nullptr ? nullptr : fromC(shape.convex)};
}

/// What is wrong with the struct of a caller's shape, or Ok. The shape need not be valid.
struct ShapeRead {
    HullbakeStatus status;
    Shape shape;
};

inline ShapeRead readShape(const HullbakeShape* theirs) {
    if (theirs == nullptr) return {HullbakeStatusNullArgument, {}};
#ifndef HULLBAKE_SMALL
    // Nothing has to be cleared first.
    if (HullbakeShape ours; sizeToldBy<HullbakeShape>(theirs, HULLBAKE_SHAPE_MIN) == sizeof ours) {
        std::memcpy(&ours, theirs, sizeof ours);
        return {HullbakeStatusOk, fromC(ours)};
    }
#endif
    HullbakeShape ours = HULLBAKE_SHAPE_INIT;
    if (!readSized(theirs, HULLBAKE_SHAPE_MIN, ours)) return {HullbakeStatusBadSize, {}};
    return {HullbakeStatusOk, fromC(ours)};
}

/// Writes the shape over the caller's. Returns HullbakeStatusInvalidQuery if no query accepts it.
inline HullbakeStatus writeShape(const Shape& shape, HullbakeShape* theirs) {
    if (theirs == nullptr) return HullbakeStatusNullArgument;
    const std::size_t size = sizeToldBy<HullbakeShape>(theirs, HULLBAKE_SHAPE_MIN);
    if (size == 0) return HullbakeStatusBadSize;
    HullbakeShape out = HULLBAKE_SHAPE_INIT;
    out.kind = static_cast<HullbakeShapeKind>(shape.kind);
    out.centre = toC(shape.centre);
    for (int i = 0; i < 2; ++i) out.ends[i] = toC(shape.ends[i]);
    out.radius = shape.radius;
    out.halfHeight = shape.halfHeight;
    out.half = toC(shape.half);
    for (int i = 0; i < 3; ++i) out.axes[i] = toC(shape.axes[i]);
    out.convex = reinterpret_cast<const HullbakeConvexShape*>(shape.convex);
    writeSized(theirs, size, out);
    return shape.valid() ? HullbakeStatusOk : HullbakeStatusInvalidQuery;
}

}  // namespace hullbake::detail
