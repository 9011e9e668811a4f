#include "oracle/moves/open_directions.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "oracle/moves/feasible_cone.hpp"

namespace hullbake::oracle {
namespace {

/// Units: a place this far behind a plane still counts as in front of it; rounding.
constexpr double kBehind = 1e-6;
/// Of a way's length: it may point so much into a plane; rounding.
constexpr double kInto = 1e-9;
/// Units along the way: planes crossed this close to one another are crossed at once.
constexpr double kAtOnce = 1e-4;
/// Units that a place is moved off a plane.
constexpr double kOff = 1e-3;
/// Directions that are tried before the search gives up.
constexpr int kMostTried = 500;

}  // namespace

struct WaysOut::Search {
    Vec3 wish;
    double least;  ///< length that a way must exceed
    Answer answer;
    int left = kMostTried;
    std::vector<Vec3> kept;  ///< normals of planes that must not be led into
};

/// Through which planes a way enters what it leads into first; none when it leads into nothing.
struct WaysOut::Entry {
    double after = 1e300;  ///< units
    std::vector<Vec3> normals;
};

/// The normal that a mover goes by instead of the plane's own.
Vec3 WaysOut::obeyed(const Vec3& normal) const {
    if (fromAbove_) {
        constexpr Vec3 kUp{0, 0, 1};
        if (normal.z >= groundNormal_) return kUp;
        const double lean = normal.z / ground_.z;
        const Vec3 wall{normal.x - lean * ground_.x, normal.y - lean * ground_.y, 0};
        return length(wall) > kBehind ? normalized(wall) : kUp;
    }
    if (normal.z >= groundNormal_) return normal;
    const Vec3 upright = normal - ground_ * dot(normal, ground_);
    return length(upright) > kBehind ? normalized(upright) : normal;
}

void WaysOut::addPlace(const Vec3& p) {
    for (const std::uint32_t index : solids_.all().within(p, reach_, mask_)) {
        Obstacle obstacle;
        for (const GrownPlane& plane : solids_.all().brushes()[index].planes) {
            const double distance = dot(plane.normal, p) - plane.dist;
            if (distance < -kBehind) continue;
            obstacle.push_back({obeyed(plane.normal), std::max(0.0, distance)});
        }
        // Who is inside a brush has no plane to keep to: nothing is asked of it.
        if (!obstacle.empty()) obstacles_.push_back(std::move(obstacle));
    }
}

WaysOut::Entry WaysOut::firstEntry(const Vec3& way) const {
    const double size = length(way);
    const auto after = [&](const Facing& facing) { return facing.distance * size / -dot(facing.normal, way); };
    Entry first;
    std::vector<std::pair<double, const Obstacle*>> entered;
    for (const Obstacle& obstacle : obstacles_) {
        double last = 0;
        const bool leadsInto = std::all_of(obstacle.begin(), obstacle.end(), [&](const Facing& facing) {
            if (dot(facing.normal, way) >= -kInto * size) return false;
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

/// Follows all choices; false when one leaves too little.
bool WaysOut::bend(Search& search, const Vec3& way) const {
    if (length(way) <= search.least) return false;
    if (search.left-- <= 0) {
        search.answer.undecided = true;
        return false;
    }
    const Entry entry = firstEntry(way);
    if (entry.normals.empty()) {
        WayOut out{way, {}, search.kept.size()};
        for (const Vec3& normal : search.kept) out.off = out.off + normal * kOff;
        search.answer.ways.push_back(out);
        return true;
    }
    for (const Vec3& normal : entry.normals) {
        search.kept.push_back(normal);
        const bool found = bend(search, nearestInCone(search.wish, search.kept));
        search.kept.pop_back();
        if (!found) return false;
    }
    return true;
}

WaysOut::Answer WaysOut::nearest(const Vec3& wish, double least) const {
    Search search{wish, least * length(wish), {}, kMostTried, {}};
    if (!bend(search, wish)) search.answer.ways.clear();
    return search.answer;
}

}  // namespace hullbake::oracle
