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
    constexpr double kStrides[] = {1, 2, 4};     // in ball radii
    constexpr double kSpare = 1.5;               // how much farther brushes are searched for
    static const std::vector<Vec3> ways = waysAround();
    const double radius = space_.ballRadius();
    std::vector<Vec3> path{p};
    double room = 1;
    for (int step = 0; step < kSteps && room < kEnough; ++step) {
        const double before = room;
        const Vec3 from = path.back();
        Vec3 best = from;
        // The brushes near all places of a step are searched for once, and again when the room outgrows them.
        double reach = 0;
        std::vector<const GrownBrush*> near;
        const auto passes = [&](const Vec3& a, const Vec3& b, double clearance) {
            const double wanted = 1.01 * kStrides[2] * radius + clearance + 2 * kOnPlane;
            if (wanted > reach) {
                reach = kSpare * wanted;
                const Vec3 margin{reach, reach, reach};
                near = space_.sealingNear({from - margin, from + margin});
            }
            return space_.passes(near, a, b, clearance);
        };
        for (const double stride : kStrides)
            for (const Vec3& way : ways) {
                const Vec3 q = from + way * (stride * radius / length(way));
                if (!passes(q, q, kMore * room * radius) || !passes(from, q, radius)) continue;
                best = q;
                do room *= kMore;
                while (room < kEnough && passes(q, q, kMore * room * radius));
            }
        if (room == before) break;
        path.push_back(best);
    }
    return path;
}

}  // namespace hullbake
