// Makes shapes and checks them.
#include "hullbake/shape.hpp"

#include <algorithm>

#include "block/box_checks.hpp"
#include "hullbake/transform.hpp"
#include "shapes/support.hpp"

namespace hullbake {

Shape Shape::ball(double radius, const Vec3& centre) noexcept {
    Shape shape;
    shape.kind = ShapeKind::Ball;
    shape.radius = radius;
    shape.centre = centre;
    return shape;
}

Shape Shape::capsule(const Vec3& end, const Vec3& otherEnd, double radius) noexcept {
    Shape shape;
    shape.kind = ShapeKind::Capsule;
    shape.ends[0] = end;
    shape.ends[1] = otherEnd;
    shape.radius = radius;
    return shape;
}

Shape Shape::cylinder(double radius, double halfHeight, const Vec3& centre) noexcept {
    Shape shape;
    shape.kind = ShapeKind::Cylinder;
    shape.radius = radius;
    shape.halfHeight = halfHeight;
    shape.centre = centre;
    return shape;
}

Shape Shape::box(const Box& box) noexcept {
    Shape shape;
    shape.kind = ShapeKind::Box;
    shape.centre = (box.mins + box.maxs) * 0.5;
    shape.half = (box.maxs - box.mins) * 0.5;
    return shape;
}

Shape Shape::of(const ConvexShape& convex) noexcept {
    Shape shape;
    shape.kind = ShapeKind::Convex;
    shape.convex = &convex;
    return shape;
}

Shape Shape::capsuleIn(const Box& box) noexcept {
    const Vec3 size = box.maxs - box.mins;
    const double radius = std::min({size.x, size.y, size.z}) * 0.5;
    Vec3 low = (box.mins + box.maxs) * 0.5, high = low;
    low.z = box.mins.z + radius;
    high.z = std::max(low.z, box.maxs.z - radius);
    return capsule(low, high, radius);
}

Shape Shape::cylinderIn(const Box& box) noexcept {
    const Vec3 size = box.maxs - box.mins;
    return cylinder(std::min(size.x, size.y) * 0.5, size.z * 0.5, (box.mins + box.maxs) * 0.5);
}

Shape Shape::turned(const Vec3& angles) const noexcept {
    const Transform turn = Transform::rotated(angles);
    Shape shape = *this;
    std::copy(turn.axes, turn.axes + 3, shape.axes);
    // Undoes the axes that it has, then turns.
    const auto moved = [&](const Vec3& p) { return detail::fromShape(shape, detail::intoShape(*this, p)); };
    shape.centre = moved(centre);
    for (int i = 0; i < 2; ++i) shape.ends[i] = moved(ends[i]);
    return shape;
}

Box Shape::bounds() const noexcept {
    Box box;
    for (int a = 0; a < 3; ++a) {
        Vec3 along;
        along[a] = 1;
        box.maxs[a] = detail::supportPoint(*this, along)[a];
        box.mins[a] = detail::supportPoint(*this, -along)[a];
    }
    return box;
}

bool Shape::valid() const noexcept {
    if (kind > ShapeKind::Convex) return false;
    const bool turns = kind == ShapeKind::Cylinder || kind == ShapeKind::Box || kind == ShapeKind::Convex;
    if (turns) {
        Transform turn;
        std::copy(axes, axes + 3, turn.axes);
        if (!turn.valid()) return false;
    }
    switch (kind) {
        case ShapeKind::Ball:
        case ShapeKind::Capsule:
        case ShapeKind::Cylinder:
            if (!(radius >= 0 && radius <= kMaxBoxSize)) return false;
            // The bounds come from the farther end, and no comparison finds one that is NaN.
            if (kind == ShapeKind::Capsule && !(isFinite(ends[0]) && isFinite(ends[1]))) return false;
            if (kind == ShapeKind::Cylinder && !(halfHeight >= 0 && halfHeight <= kMaxBoxSize)) return false;
            break;
        case ShapeKind::Box:
            for (int a = 0; a < 3; ++a)
                if (!(half[a] >= 0 && half[a] <= kMaxBoxSize)) return false;
            break;
        case ShapeKind::Convex:
            if (convex == nullptr || !detail::isPrepared(*convex)) return false;
            break;
    }
    const Box box = bounds();
    return isFinite(centre) && detail::isInRange(box.mins) && detail::isInRange(box.maxs) && detail::isSmall(box);
}

}  // namespace hullbake
