// Tries rays upwards first: maps without a sky brush are open there.

#include "compiler/fill/open_air.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>

#include "compiler/brushes/sealing.hpp"
#include "compiler/fill/tolerances.hpp"

namespace hullbake {

namespace {

// Lower bound of the distance that the way keeps from every brush. World units. Above all that doubles lose.
constexpr double kLeastClearance = 2 * kOnPlane;

// Returns the part [from, to] of a ray inside the convex set of planes moved out by a clearance; from > to if none.
struct Stretch {
    double from = 0, to = std::numeric_limits<double>::infinity();

    void clip(double ahead, double slope) {  // keeps the points t with slope * t <= ahead
        if (slope == 0) {
            if (ahead < 0) to = -1;
        } else if (slope > 0) {
            to = std::min(to, ahead / slope);
        } else {
            from = std::max(from, ahead / slope);
        }
    }
    bool isEmpty() const { return from > to; }
};

bool blocks(const PlaneTable& planes, const GrownBrush& brush, const Vec3& origin, const Vec3& direction,
            double clearance) {
    Stretch stretch;
    for (int a = 0; a < 3; ++a) {
        stretch.clip(brush.bounds.maxs[a] + clearance - origin[a], direction[a]);
        stretch.clip(origin[a] - brush.bounds.mins[a] + clearance, -direction[a]);
    }
    for (std::size_t i = 0; i < brush.planes.size() && !stretch.isEmpty(); ++i) {
        const Plane& plane = planes[brush.planes[i]];
        stretch.clip(clearance - distanceTo(plane, origin), dot(plane.normal, direction));
    }
    return !stretch.isEmpty();
}

Vec3 leaving(const Box& around, const Vec3& origin, const Vec3& direction) {
    Stretch stretch;
    for (int a = 0; a < 3; ++a) {
        stretch.clip(around.maxs[a] - origin[a], direction[a]);
        stretch.clip(origin[a] - around.mins[a], -direction[a]);
    }
    return origin + direction * stretch.to;
}

// Directions to the neighbours in a grid, steep and flat ones, slightly turned: maps have much along the axes.
std::vector<Vec3> directions(Effort effort) {
    std::vector<Vec3> all;
    // Straight ways first: they make the plainest trails.
    if (effort == Effort::Search) all = {{1, 0, 0}, {-1, 0, 0}, {0, 1, 0}, {0, -1, 0}, {0, 0, 1}};
    for (const double up : {2.0, 1.0, 0.5, 0.0, -1.0, -2.0}) {
        if (effort == Effort::Glance && up != 2) break;
        for (const double x : {0.0, 1.0, -1.0})
            for (const double y : {0.0, 1.0, -1.0}) {
                if (x == 0 && y == 0 && std::fabs(up) != 2) continue;
                const Vec3 direction{x - 0.03125 * y, y + 0.03125 * x, up};
                all.push_back(direction * (1 / length(direction)));
            }
    }
    return all;
}

std::optional<Vec3> wayOut(const PlaneTable& planes, const BrushIndex& index, double passage, const Box& around,
                           const Vec3& origin, std::span<const Vec3> ways) {
    const double clearance = std::max(passage / 2, kLeastClearance);
    for (const Vec3& way : ways) {
        const bool isFree = std::ranges::none_of(index.brushes(), [&](const GrownBrush* brush) {
            return any(brush->contents & kSealing) && blocks(planes, *brush, origin, way, clearance);
        });
        if (isFree) return leaving(around, origin, way);
    }
    return {};
}

}  // namespace

std::optional<OpenWay> openWay(const PlaneTable& planes, const BrushIndex& index, double passage, const Box& around,
                               const std::vector<PointEntity>& entities, Effort effort) {
    const std::vector<Vec3> ways = directions(effort);
    for (const PointEntity& entity : entities) {
        if (!entity.playerStart) continue;
        if (const auto end = wayOut(planes, index, passage, around, entity.origin, ways)) return OpenWay{&entity, *end};
        if (effort == Effort::Glance) break;
    }
    return {};
}

bool isOutside(const PlaneTable& planes, const BrushIndex& index, double passage, const Box& around, const Vec3& p) {
    return wayOut(planes, index, passage, around, p, directions(Effort::Search)).has_value();
}

}  // namespace hullbake
