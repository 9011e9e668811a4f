// The support point of a shape: its farthest point along a direction. What contacts and casts know of a shape.
#pragma once

#include <cmath>

#include "hullbake/shape.hpp"

namespace hullbake::detail {

/// Returns true if the set is prepared and its counts are in range, so that reading it stays within its arrays.
inline bool isPrepared(const ConvexShape& convex) {
    return convex.extent > ConvexExtent::None && convex.extent <= ConvexExtent::Solid && convex.cornerCount > 0 &&
           convex.cornerCount <= kMaxConvexPoints && convex.faceCount <= kMaxConvexFaces &&
           convex.edgeCount <= kMaxConvexEdges;
}

/// Returns a vector of a shape's own frame in the frame of its origin.
inline Vec3 fromShape(const Shape& shape, const Vec3& v) {
    return shape.axes[0] * v.x + shape.axes[1] * v.y + shape.axes[2] * v.z;
}

/// Returns a vector of the frame of a shape's origin in the shape's own frame.
inline Vec3 intoShape(const Shape& shape, const Vec3& v) {
    return {dot(shape.axes[0], v), dot(shape.axes[1], v), dot(shape.axes[2], v)};
}

inline Vec3 ballSupport(double radius, const Vec3& direction) {
    const double size = length(direction);
    return size > 0 ? direction * (radius / size) : Vec3{};
}

inline Vec3 cylinderSupport(const Shape& shape, const Vec3& direction) {
    const Vec3 own = intoShape(shape, direction);
    const double level = std::sqrt(own.x * own.x + own.y * own.y);
    const double scale = level > 0 ? shape.radius / level : 0;
    return fromShape(shape, {own.x * scale, own.y * scale, own.z < 0 ? -shape.halfHeight : shape.halfHeight});
}

inline Vec3 boxSupport(const Shape& shape, const Vec3& direction) {
    const Vec3 own = intoShape(shape, direction);
    return fromShape(shape, {own.x < 0 ? -shape.half.x : shape.half.x, own.y < 0 ? -shape.half.y : shape.half.y,
                             own.z < 0 ? -shape.half.z : shape.half.z});
}

inline Vec3 convexSupport(const Shape& shape, const Vec3& direction) {
    const ConvexShape& convex = *shape.convex;
    const Vec3 own = intoShape(shape, direction);
    unsigned best = 0;
    double farthest = dot(convex.corners[0], own);
    for (unsigned i = 1; i < convex.cornerCount; ++i)
        if (const double d = dot(convex.corners[i], own); d > farthest) farthest = d, best = i;
    return fromShape(shape, convex.corners[best]);
}

/// Returns the point of a valid shape that is farthest along `direction`, relative to the shape's origin. Of several
/// such points it is the same for equal directions. Any length of `direction`.
inline Vec3 supportPoint(const Shape& shape, const Vec3& direction) {
    switch (shape.kind) {
        case ShapeKind::Ball:
            return shape.centre + ballSupport(shape.radius, direction);
        case ShapeKind::Capsule:
            return shape.ends[dot(shape.ends[1] - shape.ends[0], direction) > 0 ? 1 : 0] +
                   ballSupport(shape.radius, direction);
        case ShapeKind::Cylinder:
            return shape.centre + cylinderSupport(shape, direction);
        case ShapeKind::Box:
            return shape.centre + boxSupport(shape, direction);
        case ShapeKind::Convex:
            return convexSupport(shape, direction);
    }
    return {};
}

}  // namespace hullbake::detail
