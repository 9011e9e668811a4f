// The core of a round or box-shaped body: what is left when its radius is taken off.
// Balls, capsules and boxes become one kind: a box whose sides may be 0, rounded by a radius. All pairs of them are
// then answered by two functions, that of a point and a box and that of two boxes.
#pragma once

#include <cmath>

#include "block/box_checks.hpp"
#include "hullbake/shape.hpp"
#include "hullbake/transform.hpp"
#include "shapes/nearest_rotation.hpp"
#include "shapes/support.hpp"

namespace hullbake::detail {

enum class CoreRank : std::uint8_t { Point, Segment, Box, Cylinder, Convex };

struct Core {
    CoreRank rank = CoreRank::Point;
    double radius = 0;
    Vec3 half;                                         ///< half of the sides, along the axes; bounds of a convex set
    Vec3 axes[3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};  ///< a rotation
    Vec3 origin;                                       ///< of the body
    Vec3 centre;                                       ///< relative to the origin; that is it for a convex set
    const ConvexShape* convex = nullptr;               ///< of a convex set

    Vec3 fromOwn(const Vec3& v) const { return axes[0] * v.x + axes[1] * v.y + axes[2] * v.z; }
    Vec3 intoOwn(const Vec3& v) const { return {dot(axes[0], v), dot(axes[1], v), dot(axes[2], v)}; }
    double size() const { return half.x + half.y + half.z + radius; }
};

/// Returns the way from the centre of `a` to that of `b`. Its negative is the way back, to the bit.
inline Vec3 wayBetween(const Core& a, const Core& b) {
    return (b.origin - a.origin) + (b.centre - a.centre);
}

/// Makes the frame of a capsule, of which the first axis is its core. The same whichever end comes first.
inline void frameAlong(const Vec3& unit, Vec3 (&axes)[3]) {
    const bool back = unit.x != 0 ? unit.x < 0 : unit.y != 0 ? unit.y < 0 : unit.z < 0;
    const Vec3 u = back ? -unit : unit;
    int least = 0;
    for (int i = 1; i < 3; ++i)
        if (std::fabs(u[i]) < std::fabs(u[least])) least = i;
    Vec3 side;
    side[least] = 1;
    side = side - u * u[least];
    axes[0] = u + Vec3{};  // no -0
    axes[1] = side * (1 / length(side)) + Vec3{};
    axes[2] = cross(axes[0], axes[1]) + Vec3{};
}

/// The largest error of dot products of axes that rounding alone explains.
inline constexpr double kExactRotation = 8e-16;

/// Returns true if the axes are of unit length and square to each other within the error. False for NaN.
inline bool isRotation(const Vec3 (&axes)[3], double error) {
    const auto off = [&](int i, int k) { return std::fabs(dot(axes[i], axes[k]) - (i == k ? 1 : 0)); };
    // Nearly all are, so no test is left out.
    const bool x = off(0, 0) <= error, y = off(1, 1) <= error, z = off(2, 2) <= error;
    const bool xy = off(0, 1) <= error, xz = off(0, 2) <= error, yz = off(1, 2) <= error;
    return x & y & z & xy & xz & yz;
}

/// Units: boxes with such sums of sizes and places are valid.
inline constexpr double kPlainSize = kMaxBoxSize / 4, kPlainPlace = kMaxCoordinate / 2;

/// Returns true if the axes are certainly those of a valid shape.
inline bool isPlainRotation(const Vec3 (&axes)[3]) {
    return isRotation(axes, kRotationTolerance / 2) && dot(cross(axes[0], axes[1]), axes[2]) > 0;
}

/// Returns true if a shape is so small and near that a few sums show that it is valid. Others may be valid, too.
inline bool isPlainlyValid(const Shape& shape) {
    const auto size = [](const Vec3& v) { return std::fabs(v.x) + std::fabs(v.y) + std::fabs(v.z); };
    const auto holds = [](double number, double limit) { return number >= 0 && number <= limit; };
    constexpr double kSmall = kPlainSize, kNear = kPlainPlace;
    switch (shape.kind) {
        case ShapeKind::Ball:
            return holds(shape.radius, kSmall) && holds(size(shape.centre), kNear);
        case ShapeKind::Capsule:
            return holds(shape.radius, kSmall) && holds(size(shape.ends[0]), kSmall / 2) &&
                   holds(size(shape.ends[1]), kSmall / 2) && holds(size(shape.centre), kNear);
        case ShapeKind::Box:
            return holds(shape.half.x, kSmall) && holds(shape.half.y, kSmall) && holds(shape.half.z, kSmall) &&
                   size(shape.half) <= kSmall && holds(size(shape.centre), kNear) && isPlainRotation(shape.axes);
        case ShapeKind::Cylinder:
            return holds(shape.radius, kSmall / 4) && holds(shape.halfHeight, kSmall / 4) &&
                   holds(size(shape.centre), kNear) && isPlainRotation(shape.axes);
        case ShapeKind::Convex:
            if (shape.convex == nullptr || !isPrepared(*shape.convex) || !isPlainRotation(shape.axes)) return false;
            double largest = 0;
            bool isNumber = true;
            for (unsigned i = 0; i < shape.convex->cornerCount; ++i) {
                const double at = size(shape.convex->corners[i]);
                isNumber = isNumber && at <= kSmall;
                largest = at > largest ? at : largest;
            }
            return isNumber && largest <= kSmall / 2 && isFinite(shape.centre);
    }
    return false;
}

/// Units: a half side up to this counts as 0. Squares of such numbers lose digits.
inline constexpr double kLeastHalf = 1e-140;

/// Makes the core a segment around its centre, or a point.
inline void becomeSegment(const Vec3& along, Core& core) {
    const double size = length(along);
    if (!(size > kLeastHalf)) return;
    core.rank = CoreRank::Segment;
    core.half.x = size * 0.5;
    frameAlong(along * (1 / size), core.axes);
}

/// Copies the axes, made a rotation.
inline void takeAxes(const Vec3 (&axes)[3], Core& core) {
    for (int i = 0; i < 3; ++i) core.axes[i] = axes[i] + Vec3{};
    if (!isRotation(core.axes, kExactRotation)) toNearestRotation(core.axes);
}

inline void becomeConvex(const Shape& shape, Core& core) {
    const ConvexShape& convex = *shape.convex;
    takeAxes(shape.axes, core);
    if (convex.extent == ConvexExtent::Point || convex.extent == ConvexExtent::Segment) {
        const Vec3 p = core.fromOwn(convex.corners[0]), q = core.fromOwn(convex.corners[convex.cornerCount - 1]);
        const Vec3 place = core.origin;
        core = {};
        core.origin = place;
        core.centre = (p + q) * 0.5 + Vec3{};
        becomeSegment(q - p, core);
        return;
    }
    core.rank = CoreRank::Convex;
    core.convex = shape.convex;
    for (unsigned i = 0; i < convex.cornerCount; ++i)
        for (int a = 0; a < 3; ++a) core.half[a] = std::fmax(core.half[a], std::fabs(convex.corners[i][a]));
}

/// Returns the core of a valid shape. Equal bodies have equal cores: a capsule without height is a ball.
inline Core coreOf(const Shape& shape, const Vec3& origin) {
    Core core;
    core.origin = origin + Vec3{};
    if (shape.kind == ShapeKind::Convex) {
        becomeConvex(shape, core);
        return core;
    }
    core.centre = shape.centre + Vec3{};
    if (shape.kind == ShapeKind::Ball || shape.kind == ShapeKind::Capsule) core.radius = shape.radius + 0.0;
    if (shape.kind == ShapeKind::Capsule) {
        core.centre = (shape.ends[0] + shape.ends[1]) * 0.5 + Vec3{};
        becomeSegment(shape.ends[1] - shape.ends[0], core);
    } else if (shape.kind == ShapeKind::Cylinder && !(shape.radius > 0)) {
        Core turned;
        takeAxes(shape.axes, turned);
        becomeSegment(turned.axes[2] * (2 * shape.halfHeight), core);
    } else if (shape.kind == ShapeKind::Cylinder) {
        core.rank = CoreRank::Cylinder;
        core.half = {shape.radius, shape.radius, shape.halfHeight};
        takeAxes(shape.axes, core);
    } else if (shape.kind == ShapeKind::Box) {
        for (int a = 0; a < 3; ++a) core.half[a] = shape.half[a] > kLeastHalf ? shape.half[a] : 0;
        if (core.half == Vec3{}) return core;
        core.rank = CoreRank::Box;
        takeAxes(shape.axes, core);
    }
    return core;
}

/// Returns true for a box with volume whose numbers are plainly valid. `boxCore` then is its core, if its axes are a
/// rotation as near as kExactRotation.
inline bool isPlainBox(const Shape& shape, const Vec3& origin) {
    const Vec3 &half = shape.half, &centre = shape.centre;
    const Vec3(&axes)[3] = shape.axes;
    const double place = std::fabs(centre.x) + std::fabs(centre.y) + std::fabs(centre.z);
    const bool plain = (half.x > kLeastHalf) & (half.y > kLeastHalf) & (half.z > kLeastHalf) &
                       (half.x + half.y + half.z <= kPlainSize) & (place <= kPlainPlace);
    return shape.kind == ShapeKind::Box && plain && isInRange(origin) && dot(cross(axes[0], axes[1]), axes[2]) > 0;
}

/// Returns what `coreOf` does, but for signs of zeros, in less time.
inline Core boxCore(const Shape& shape, const Vec3& origin) {
    return {CoreRank::Box, 0, shape.half, {shape.axes[0], shape.axes[1], shape.axes[2]}, origin, shape.centre, nullptr};
}

/// Returns which vector comes first, number by number: -1, 0 or 1.
inline int orderOf(const Vec3& a, const Vec3& b) {
    for (int i = 0; i < 3; ++i)
        if (a[i] != b[i]) return a[i] < b[i] ? -1 : 1;
    return 0;
}

/// Returns which convex set comes first, corner by corner, wherever both are stored.
inline int orderOf(const ConvexShape& a, const ConvexShape& b) {
    if (a.cornerCount != b.cornerCount) return a.cornerCount < b.cornerCount ? -1 : 1;
    int order = 0;
    for (unsigned i = 0; i < a.cornerCount && order == 0; ++i) order = orderOf(a.corners[i], b.corners[i]);
    return order;
}

/// Returns true if a pair must be answered the other way round, so that both orders of it give one answer.
inline bool isSwapped(const Core& a, const Core& b) {
    if (a.rank != b.rank) return a.rank > b.rank;
    if (a.radius != b.radius) return a.radius > b.radius;
    int order = orderOf(a.half, b.half);
    for (int i = 0; i < 3 && order == 0; ++i) order = orderOf(a.axes[i], b.axes[i]);
    if (order == 0 && a.convex != b.convex) order = orderOf(*a.convex, *b.convex);
    if (order == 0) order = orderOf(Vec3{}, wayBetween(a, b));
    return order > 0;
}

}  // namespace hullbake::detail
