#include "oracle/moves/open_directions.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "oracle/moves/feasible_cone.hpp"

namespace hullbake::oracle {
namespace {

/// Bounds rounding, in units: a position this far behind a plane still counts as in front of it.
constexpr double kBehindPlane = 1e-6;
/// Bounds rounding: share of its length by which a direction may point into a plane.
constexpr double kIntoPlane = 1e-9;
/// Distance, in units along a direction, within which planes are crossed at once.
constexpr double kAtOnce = 1e-4;
/// Distance, in units, by which a position is moved off a plane.
constexpr double kOffPlane = 1e-3;
/// Largest number of directions that a search tries.
constexpr int kMostTried = 500;

}  // namespace

struct OpenDirections::Search {
    Vec3 wish;
    double least;  ///< a direction must be longer
    Answer answer;
    int left = kMostTried;
    std::vector<Vec3> kept;  ///< normals of planes that a direction must not lead into
};

/// Planes through which a direction enters the first brush; none if it enters no brush.
struct OpenDirections::Entry {
    double after = 1e300;  ///< units until the entry
    std::vector<Vec3> normals;
};

/// Returns the normal that replaces the plane's own under the rules for walkers.
Vec3 OpenDirections::effectiveNormal(const Vec3& normal) const {
    if (heightIgnored_) {
        constexpr Vec3 kUp{0, 0, 1};
        if (normal.z >= groundNormal_) return kUp;
        const double lean = normal.z / ground_.z;
        const Vec3 wall{normal.x - lean * ground_.x, normal.y - lean * ground_.y, 0};
        return length(wall) > kBehindPlane ? normalized(wall) : kUp;
    }
    if (normal.z >= groundNormal_) return normal;
    const Vec3 upright = normal - ground_ * dot(normal, ground_);
    return length(upright) > kBehindPlane ? normalized(upright) : normal;
}

void OpenDirections::addPosition(const Vec3& p) {
    for (const std::uint32_t index : solids_.all().within(p, reach_, mask_)) {
        Obstacle obstacle;
        for (const GrownPlane& plane : solids_.all().brushes()[index].planes) {
            const double distance = dot(plane.normal, p) - plane.dist;
            if (distance < -kBehindPlane) continue;
            obstacle.push_back({effectiveNormal(plane.normal), std::max(0.0, distance)});
        }
        // Inside a brush there is no plane to follow, so the brush is ignored.
        if (!obstacle.empty()) obstacles_.push_back(std::move(obstacle));
    }
}

OpenDirections::Entry OpenDirections::firstEntry(const Vec3& way) const {
    const double size = length(way);
    const auto after = [&](const Facing& facing) { return facing.distance * size / -dot(facing.normal, way); };
    Entry first;
    std::vector<std::pair<double, const Obstacle*>> entered;
    for (const Obstacle& obstacle : obstacles_) {
        double last = 0;
        const bool leadsInto = std::all_of(obstacle.begin(), obstacle.end(), [&](const Facing& facing) {
            if (dot(facing.normal, way) >= -kIntoPlane * size) return false;
            last = std::max(last, after(facing));
            return true;
        });
        if (!leadsInto) continue;
        entered.emplace_back(last, &obstacle);
        first.after = std::min(first.after, last);
    }
    for (const auto& [last, obstacle] : entered) {
        if (last > first.after + kAtOnce) continue;
        for (const Facing& facing : *obstacle)
            if (after(facing) >= last - kAtOnce) first.normals.push_back(facing.normal);
    }
    return first;
}

/// Follows all choices. Returns false if one of them leaves too little.
bool OpenDirections::follow(Search& search, const Vec3& way) const {
    if (length(way) <= search.least) return false;
    if (search.left-- <= 0) {
        search.answer.undecided = true;
        return false;
    }
    const Entry entry = firstEntry(way);
    if (entry.normals.empty()) {
        OpenDirection out{way, {}, search.kept.size()};
        for (const Vec3& normal : search.kept) out.offset = out.offset + normal * kOffPlane;
        search.answer.directions.push_back(out);
        return true;
    }
    for (const Vec3& normal : entry.normals) {
        search.kept.push_back(normal);
        const bool found = follow(search, nearestInCone(search.wish, search.kept));
        search.kept.pop_back();
        if (!found) return false;
    }
    return true;
}

OpenDirections::Answer OpenDirections::nearest(const Vec3& wish, double least) const {
    Search search{wish, least * length(wish), {}, kMostTried, {}};
    if (!follow(search, wish)) search.answer.directions.clear();
    return search.answer;
}

}  // namespace hullbake::oracle
