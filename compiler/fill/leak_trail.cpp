#include "compiler/fill/leak_trail.hpp"

#include <cmath>

#include "compiler/fill/ball_clearance.hpp"
#include "compiler/geometry/tolerances.hpp"

namespace hullbake {

namespace {

// Slack of the ball that new steps of a trail must let through. World units. Slightly more than that of the flood,
// which found the trail.
constexpr double kTrailSlack = 4 * kOnPlane;
constexpr int kShorteningRounds = 4;
constexpr int kPullHalvings = 6;

// Connects each point directly to the last point that a ball can reach from it.
std::vector<Vec3> straightened(const BallSpace& space, const std::vector<Vec3>& way) {
    const double radius = space.ballRadius(kTrailSlack);
    std::vector<Vec3> out{way.front()};
    for (std::size_t i = 0; i + 1 < way.size();) {
        std::size_t next = way.size() - 1;
        while (next > i + 1 && !space.passes(way[i], way[next], radius)) --next;
        if (way[next] != out.back()) out.push_back(way[next]);
        i = next;
    }
    return out;
}

// Moves a corner towards the straight line between its neighbours, while both can still reach it.
void pullIn(const BallSpace& space, const Vec3& before, Vec3& corner, const Vec3& after) {
    const double first = length(corner - before), second = length(after - corner);
    const double radius = space.ballRadius(kTrailSlack);
    const Vec3 aim = before + (after - before) * (first / (first + second));
    for (int halvings = 0; halvings < kPullHalvings; ++halvings) {
        const double share = std::ldexp(1.0, -halvings);
        const Vec3 moved = corner + (aim - corner) * share;
        if (!space.passes(before, moved, radius) || !space.passes(moved, after, radius)) continue;
        corner = moved;
        return;
    }
}

}  // namespace

std::vector<Vec3> shortened(const BallSpace& space, std::vector<Vec3> way) {
    way = straightened(space, way);
    for (int round = 0; round < kShorteningRounds; ++round) {
        for (std::size_t i = 1; i + 1 < way.size(); ++i) pullIn(space, way[i - 1], way[i], way[i + 1]);
        way = straightened(space, way);
    }
    return way;
}

}  // namespace hullbake
