#include "compiler/clearance.hpp"

#include <algorithm>
#include <cmath>

namespace hullbake {

namespace {

struct Stretch {
    Vec3 from, to;
};

// The part of a stretch where the distance to the plane, times `side`, is at least -reach.
Stretch partOn(const Stretch& way, double dFrom, double dTo, double side, double reach) {
    const double a = side * dFrom + reach, b = side * dTo + reach;
    Stretch part = way;
    if (a < 0) part.from = way.from + (way.to - way.from) * (a / (a - b));
    if (b < 0) part.to = way.from + (way.to - way.from) * (a / (a - b));
    return part;
}

bool clear(const TreeNode& node, const Stretch& way, double reach) {
    if (node.isLeaf()) return passable(node);
    const double dFrom = distanceTo(node.plane, way.from), dTo = distanceTo(node.plane, way.to);
    if (std::max(dFrom, dTo) >= -reach && !clear(*node.front, partOn(way, dFrom, dTo, 1, reach), reach)) return false;
    return std::min(dFrom, dTo) > reach || clear(*node.back, partOn(way, dFrom, dTo, -1, reach), reach);
}

}  // namespace

bool passable(const TreeNode& leaf) {
    return !any(leaf.contents & kSealing);
}

bool ballPasses(const TreeNode& root, const Vec3& from, const Vec3& to, double radius) {
    return clear(root, {from, to}, radius + kOnPlane);
}

std::optional<Vec3> ballAround(const TreeNode& root, const Vec3& p, const Vec3& up, double radius, double furthest) {
    if (ballPasses(root, p, p, radius)) return p;
    const Vec3 aside = std::fabs(up.x) < 0.7 ? Vec3{1, 0, 0} : Vec3{0, 1, 0};
    Vec3 right = cross(up, aside);
    right = right * (1 / length(right));
    const Vec3 forward = cross(up, right);
    for (const double share : {0.5, 1.0})
        for (int i = 0; i < 27; ++i) {
            const Vec3 way = right * (i % 3 - 1) + forward * (i / 3 % 3 - 1) + up * (i / 9 - 1);
            if (i == 13) continue;  // stays where it is
            const Vec3 moved = p + way * (share * furthest / length(way));
            if (ballPasses(root, moved, moved, radius)) return moved;
        }
    return std::nullopt;
}

}  // namespace hullbake
