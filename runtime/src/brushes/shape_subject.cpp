#include "brushes/shape_subject.hpp"

#include <algorithm>
#include <cmath>

#include "block/box_checks.hpp"
#include "shapes/core.hpp"
#include "shapes/support.hpp"

namespace hullbake::detail {

namespace {

// The nearest rotation to axes that are one within the tolerance. Most are one to rounding, and stay as they are.
void takeAxes(const Vec3 (&from)[3], Vec3 (&axes)[3]) {
    std::copy(std::begin(from), std::end(from), axes);
    if (!isRotation(axes, kExactRotation)) toNearestRotation(axes);
}

void takeBox(const Shape& shape, ShapeSubject& subject) {
    if (isUpright(shape.axes)) {
        subject.path = ShapePath::Box;
        subject.box = {shape.centre - shape.half, shape.centre + shape.half};
        return;
    }
    subject.path = ShapePath::Turned;
    takeAxes(shape.axes, subject.axes);
    const Vec3* axes = subject.axes;
    const Vec3 centre{dot(axes[0], shape.centre), dot(axes[1], shape.centre), dot(axes[2], shape.centre)};
    subject.box = {centre - shape.half, centre + shape.half};
}

// A capsule without a radius is a segment: a box without thickness along one axis.
void takeSegment(const Vec3& a, const Vec3& b, ShapeSubject& subject) {
    const Vec3 along = b - a;
    const int changes = (along.x != 0 ? 1 : 0) + (along.y != 0 ? 1 : 0) + (along.z != 0 ? 1 : 0);
    if (changes <= 1) {
        subject.path = ShapePath::Box;
        for (int i = 0; i < 3; ++i) {
            subject.box.mins[i] = std::min(a[i], b[i]);
            subject.box.maxs[i] = std::max(a[i], b[i]);
        }
        return;
    }
    subject.path = ShapePath::Turned;
    int least = 0;
    for (int i = 1; i < 3; ++i)
        if (std::fabs(along[i]) < std::fabs(along[least])) least = i;
    Vec3 other;
    other[least] = 1;
    Vec3* axes = subject.axes;
    axes[0] = along * (1 / length(along));
    axes[1] = cross(axes[0], other);
    axes[1] = axes[1] * (1 / length(axes[1]));
    axes[2] = cross(axes[0], axes[1]);
    const double from = dot(axes[0], a), to = dot(axes[0], b);
    // Both ends are the same across the axis, except for rounding.
    const Vec3 middle = (a + b) * 0.5;
    const double y = dot(axes[1], middle), z = dot(axes[2], middle);
    subject.box = {{std::min(from, to), y, z}, {std::max(from, to), y, z}};
}

void takeCylinder(const Shape& shape, ShapeSubject& subject) {
    Vec3 axes[3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    if (!isUpright(shape.axes)) takeAxes(shape.axes, axes);
    const Vec3 half = axes[2] * shape.halfHeight, a = shape.centre - half, b = shape.centre + half;
    if (shape.radius <= kLeastRadius) {
        takeSegment(a, b, subject);
        return;
    }
    subject.path = ShapePath::Round;
    subject.body = {{a, b}, shape.radius, BodyKind::Cylinder, axes[2], shape.halfHeight, nullptr};
}

void takeConvex(const Shape& shape, ShapeSubject& subject) {
    const ConvexShape& convex = *shape.convex;
    if (!isUpright(shape.axes)) takeAxes(shape.axes, subject.axes);
    if (convex.extent == ConvexExtent::Polygon || convex.extent == ConvexExtent::Solid) {
        subject.path = ShapePath::Convex;
        subject.convex = &convex;
        return;
    }
    const auto turned = [&](const Vec3& v) {
        return subject.axes[0] * v.x + subject.axes[1] * v.y + subject.axes[2] * v.z;
    };
    takeSegment(turned(convex.corners[0]), turned(convex.corners[convex.cornerCount - 1]), subject);
}

// Upper bounds, units, of numbers that are certainly valid.
constexpr double kSurelyValid = 512;

bool isPlain(const Vec3& v) {
    return std::fabs(v.x) <= kSurelyValid && std::fabs(v.y) <= kSurelyValid && std::fabs(v.z) <= kSurelyValid;
}

bool areAxes(const Vec3 (&axes)[3]) {
    Transform turn;
    std::copy(std::begin(axes), std::end(axes), turn.axes);
    return turn.valid();
}

void takeRound(const Vec3& a, const Vec3& b, double radius, ShapeSubject& subject) {
    subject.path = ShapePath::Round;
    subject.body.ends[0] = a;
    subject.body.ends[1] = b;
    subject.body.radius = radius;
}

bool plainBoundsOfSet(const Shape& shape, Box& bounds) {
    if (shape.convex == nullptr || !isPrepared(*shape.convex) || shape.convex->extent < ConvexExtent::Polygon)
        return false;
    const ConvexShape& set = *shape.convex;
    const bool upright = isUpright(shape.axes);
    Vec3 axes[3];
    if (!upright) {
        if (!areAxes(shape.axes)) return false;
        takeAxes(shape.axes, axes);
    }
    bounds = {{1e300, 1e300, 1e300}, {-1e300, -1e300, -1e300}};
    for (unsigned i = 0; i < set.cornerCount; ++i) {
        const Vec3& own = set.corners[i];
        if (!isPlain(own)) return false;
        const Vec3 p = upright ? own : axes[0] * own.x + axes[1] * own.y + axes[2] * own.z;
        for (int a = 0; a < 3; ++a) {
            bounds.mins[a] = std::min(bounds.mins[a], p[a]);
            bounds.maxs[a] = std::max(bounds.maxs[a], p[a]);
        }
    }
    return isSmall(bounds);
}

}  // namespace

bool plainBounds(const Shape& shape, Box& bounds) {
    if (!isPlain(shape.centre)) return false;
    if (shape.kind == ShapeKind::Box) {
        const Vec3& half = shape.half;
        if (!(half.x >= 0 && half.y >= 0 && half.z >= 0 && isPlain(half) && areAxes(shape.axes)) ||
            isUpright(shape.axes))
            return false;
        Vec3 reach;
        for (int a = 0; a < 3; ++a)
            for (int i = 0; i < 3; ++i) reach[a] += std::fabs(shape.axes[i][a]) * half[i];
        bounds = {shape.centre - reach, shape.centre + reach};
        return true;
    }
    if (shape.kind == ShapeKind::Convex) return plainBoundsOfSet(shape, bounds);
    if (!(shape.radius > kLeastRadius && shape.radius <= kSurelyValid)) return false;
    RoundBody body;
    body.radius = shape.radius;
    if (shape.kind == ShapeKind::Cylinder) {
        if (!(shape.halfHeight >= 0 && shape.halfHeight <= kSurelyValid && areAxes(shape.axes))) return false;
        ShapeSubject subject;
        takeCylinder(shape, subject);
        body = subject.body;
    } else {
        const bool ball = shape.kind == ShapeKind::Ball;
        body.ends[0] = ball ? shape.centre : shape.ends[0];
        body.ends[1] = ball ? shape.centre : shape.ends[1];
    }
    if (!isPlain(body.ends[0]) || !isPlain(body.ends[1])) return false;
    bounds = body.bounds();
    return isSmall(bounds);
}

ShapeSubject subjectOf(const Shape& shape, const Box* bounds) {
    ShapeSubject subject;
    const bool capsule = shape.kind == ShapeKind::Capsule;
    if (capsule || shape.kind == ShapeKind::Ball) {
        const Vec3 &a = capsule ? shape.ends[0] : shape.centre, &b = capsule ? shape.ends[1] : shape.centre;
        if (shape.radius <= kLeastRadius) {
            takeSegment(a, b, subject);
        } else {
            takeRound(a, b, shape.radius, subject);
        }
    } else if (shape.kind == ShapeKind::Box) {
        takeBox(shape, subject);
    } else if (shape.kind == ShapeKind::Cylinder) {
        takeCylinder(shape, subject);
    } else if (shape.kind == ShapeKind::Convex) {
        takeConvex(shape, subject);
    }
    subject.bounds = subject.path == ShapePath::Round ? subject.body.bounds()
                     : subject.path == ShapePath::Box ? subject.box
                     : bounds != nullptr              ? *bounds
                                                      : shape.bounds();
    return subject;
}

bool needsCorners(const Shape& shape) {
    return subjectOf(shape).path != ShapePath::Box;
}

bool acceptsShape(const format::Tables& tables, const Shape& shape, ModelId model) {
    if (!shape.valid()) return false;
    if (!needsCorners(shape)) return true;
    if (model != kAllModels) return hasShapes(tables, model);
    for (std::uint32_t m = 0; m < tables.models.size(); ++m)
        if (!hasShapes(tables, {m})) return false;
    return true;
}

}  // namespace hullbake::detail
