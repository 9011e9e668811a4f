#include "compiler/fill/roomy_ways.hpp"

#include "compiler/fill/ball_clearance.hpp"
#include "compiler/fill/tolerances.hpp"

namespace hullbake {

namespace {

// Returns the directions from the middle of a cube to the middles of its sides and edges and to its corners.
std::vector<Vec3> waysAround() {
    std::vector<Vec3> ways;
    for (const double z : {-1.0, 0.0, 1.0})
        for (const double y : {-1.0, 0.0, 1.0})
            for (const double x : {-1.0, 0.0, 1.0})
                if (x != 0 || y != 0 || z != 0) ways.push_back({x, y, z});
    return ways;
}

}  // namespace

const std::vector<Vec3>& RoomyWays::from(const Vec3& p) const {
    const auto [it, isNew] = known_.try_emplace({p.x, p.y, p.z});
    if (isNew) it->second = find(p);
    return it->second;
}

std::vector<Vec3> RoomyWays::find(const Vec3& p) const {
    constexpr int kSteps = 3;
    constexpr double kMore = 1.25, kEnough = 8;  // in ball radii
    static const std::vector<Vec3> ways = waysAround();
    std::vector<Vec3> path{p};
    double room = 1;
    for (int step = 0; step < kSteps && room < kEnough; ++step) {
        const double before = room;
        const Vec3 from = path.back();
        Vec3 best = from;
        for (const double stride : {1.0, 2.0, 4.0})
            for (const Vec3& way : ways) {
                const Vec3 q = from + way * (stride * kBallRadius / length(way));
                if (!space_.passes(q, q, kMore * room * kBallRadius) || !space_.passes(from, q, kBallRadius)) continue;
                best = q;
                do room *= kMore;
                while (room < kEnough && space_.passes(q, q, kMore * room * kBallRadius));
            }
        if (room == before) break;
        path.push_back(best);
    }
    return path;
}

}  // namespace hullbake
