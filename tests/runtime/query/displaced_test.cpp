// Proves that models moved without turning answer like the model in its place, shifted, for neighbours and moves.
// Positions are multiples of 1/64 and displacements whole units, so that shifting rounds nothing.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <iostream>
#include <vector>

#include "runtime/query/probe_kinds.hpp"
#include "support/random_cases.hpp"

namespace hullbake::test {
namespace {

constexpr double kRounding = 1e-9;  // units: a position that is no multiple of 1/64, shifted there and back
// Bounds the difference between two moves (units, or units a second): each query shifts, and rounding accumulates over
// bends.
constexpr double kMoveRounding = 1e-6;

// Every model has a room: a floor, a wall, a slope, a step, water.
std::string roomText(double x) {
    const std::string at = std::to_string(x + 60), foot = std::to_string(x + 10);
    return boxText({x - 128, -128, -16}, {x + 128, 128, 0}, "floor") +
           boxText({x - 128, 96, 0}, {x + 128, 128, 96}, "wall") + boxText({x - 96, -64, 0}, {x - 32, 0, 16}, "step") +
           boxText({x - 32, -128, 0}, {x + 32, -96, 24}, "*water") + "{\n( " + at + " 8 0 ) ( " + at + " 0 0 ) ( " +
           foot + " 0 40 ) slope 0 0 0 1 1\n( " + foot + " 0 8 ) ( " + foot + " 0 0 ) ( " + foot +
           " 8 0 ) slope 0 0 0 1 1\n( 0 8 0 ) ( 0 0 0 ) ( 8 0 0 ) slope 0 0 0 1 1\n( 0 40 8 ) ( 0 40 0 ) ( 8 40 0 ) "
           "slope 0 0 0 1 1\n( 8 -40 0 ) ( 0 -40 0 ) ( 0 -40 8 ) slope 0 0 0 1 1\n}\n";
}

class Displaced : public EachProbeKind {
  protected:
    Displaced()
        : baked_(bakeText(worldText(roomText(0)) + entityText("func_train", roomText(1024)))), map_(baked_.map) {}

    // Draws a probe of the world or of the model, the same probe displaced, and a place in its room.
    void next(Random& random, int turn) {
        here_ = probeFor(baked_.map, {static_cast<std::uint32_t>(turn % 4)});
        here_.model.value = static_cast<std::uint32_t>(random.index(2));
        if (turn % 3 == 0) here_.mask = kMaskAll;
        for (int a = 0; a < 3; ++a) by_[a] = std::round(random.between(-2000, 2000));
        there_ = here_;
        there_.transform = Transform::moved(by_);
        origin_ = random.pointIn({{-110, -110, -10}, {110, 110, 60}});
        // Half of the places lie on a grid of 8, where boxes rest on surfaces and lean against them.
        const double grid = turn % 2 == 0 ? 8 : 1.0 / 64;
        for (int a = 0; a < 3; ++a) origin_[a] = std::round(origin_[a] / grid) * grid;
        if (here_.model.value == 1) origin_.x += 1024;
    }
    void expectShifted(const Vec3& shifted, const Vec3& p, double rounding = kRounding) const {
        EXPECT_LE(length(shifted - (p + by_)), rounding) << text(shifted) << " instead of " << text(p + by_);
    }
    void expectShifted(const Plane& shifted, const Plane& plane) const {
        EXPECT_LE(length(shifted.normal - plane.normal), 1e-12);
        EXPECT_NEAR(shifted.dist, plane.dist + dot(plane.normal, by_), kRounding);
    }

    BakedMap baked_;
    const ClipMap& map_;
    Probe here_, there_;
    Vec3 by_, origin_;
};

TEST_P(Displaced, OverlapsAreTheSame) {
    std::size_t found = 0, touching = 0;
    forRandomCases(61, 3000, [&](Random& random, int i) {
        next(random, i);
        std::vector<Overlap> one(8), other(8);
        const NeighbourCount a = map_.overlap(here_, origin_, one), b = map_.overlap(there_, origin_ + by_, other);
        ASSERT_FALSE(a.invalid || b.invalid) << i;
        ASSERT_EQ(a.count, b.count) << i;
        ASSERT_LE(a.count, one.size());
        for (std::size_t k = 0; k < a.count; ++k) {
            EXPECT_EQ(one[k].model, other[k].model);
            EXPECT_EQ(one[k].line, other[k].line);
            EXPECT_EQ(one[k].brush, other[k].brush);
            EXPECT_EQ(one[k].entity, other[k].entity);
            EXPECT_EQ(one[k].contents, other[k].contents);
            EXPECT_EQ(one[k].touches, other[k].touches);
            touching += one[k].touches;
        }
        found += a.count;
    });
    EXPECT_GE(found, 1000u);
    EXPECT_GE(touching, 5u);
}

TEST_P(Displaced, TouchedPlanesAreShifted) {
    std::size_t found = 0, models = 0;
    forRandomCases(62, 3000, [&](Random& random, int i) {
        next(random, i);
        std::vector<TouchedPlane> one(16), other(16);
        const double distance = random.between(0, 24);
        const NeighbourCount a = map_.touching(here_, origin_, distance, one),
                             b = map_.touching(there_, origin_ + by_, distance, other);
        ASSERT_FALSE(a.invalid || b.invalid) << i;
        ASSERT_EQ(a.count, b.count) << i;
        ASSERT_LE(a.count, one.size());
        for (std::size_t k = 0; k < a.count; ++k) {
            expectShifted(Plane{other[k].normal, other[k].dist}, Plane{one[k].normal, one[k].dist});
            EXPECT_EQ(one[k].distance, other[k].distance);
            EXPECT_EQ(one[k].gap, other[k].gap);
            EXPECT_EQ(one[k].model, other[k].model);
            EXPECT_EQ(one[k].contents, other[k].contents);
            EXPECT_EQ(one[k].surface.line, other[k].surface.line);
            models += one[k].model.value;
        }
        found += a.count;
    });
    EXPECT_GE(found, 1000u);
    EXPECT_GE(models, 300u);
}

TEST_P(Displaced, WaysOutAreShifted) {
    std::array<std::size_t, 4> statuses{};
    forRandomCases(63, 3000, [&](Random& random, int i) {
        next(random, i);
        const double distance = random.between(0, 40);
        const Unstick one = map_.unstick(here_, origin_, distance);
        const Unstick other = map_.unstick(there_, origin_ + by_, distance);
        ASSERT_EQ(one.status, other.status) << i;
        ++statuses[static_cast<std::size_t>(one.status)];
        EXPECT_TRUE(sameBits(one.direction, other.direction)) << i;
        EXPECT_EQ(one.distance, other.distance) << i;
        expectShifted(other.position, one.position);
        if (one.status != UnstickStatus::Found) {
            EXPECT_TRUE(sameBits(other.position, origin_ + by_)) << i;
        }
    });
    EXPECT_GE(statuses[static_cast<std::size_t>(UnstickStatus::Free)], 500u);
    EXPECT_GE(statuses[static_cast<std::size_t>(UnstickStatus::Found)], 200u);
    EXPECT_GE(statuses[static_cast<std::size_t>(UnstickStatus::None)], 50u);
    EXPECT_EQ(statuses[static_cast<std::size_t>(UnstickStatus::Invalid)], 0u);
}

// Where rounding decides, a move may bend once more or less, which is rare.
TEST_P(Displaced, SlidesAreShifted) {
    std::size_t blocked = 0, stuck = 0, bends = 0, differ = 0;
    forRandomCases(64, 1500, [&](Random& random, int i) {
        SCOPED_TRACE(testing::Message() << "slide " << i);
        next(random, i);
        SlideInput input;
        input.origin = origin_;
        input.velocity = random.direction() * random.between(0, 800);
        input.seconds = random.between(0, 0.3);
        if (i % 2 == 0) input.acceleration = {0, 0, -800};
        if (i % 5 == 0) input.mode = SlideMode::Classic;
        std::array<PathPoint, 16> onePath, otherPath;
        const SlideResult one = slide(map_, here_, input, onePath);
        input.origin = origin_ + by_;
        const SlideResult other = slide(map_, there_, input, otherPath);
        ASSERT_EQ(one.status, other.status);
        ASSERT_NE(one.status, SlideStatus::Invalid);
        blocked += one.blocked;
        stuck += one.status == SlideStatus::Stuck;
        if (one.pathPoints != other.pathPoints) {
            ++differ;
            return;
        }
        expectShifted(other.origin, one.origin, kMoveRounding);
        EXPECT_LE(length(one.velocity - other.velocity), kMoveRounding);
        EXPECT_EQ(one.blocked, other.blocked);
        for (std::size_t k = 0; k < std::min(one.pathPoints, onePath.size()); ++k) {
            expectShifted(otherPath[k].position, onePath[k].position, kMoveRounding);
            EXPECT_EQ(onePath[k].event, otherPath[k].event);
            if (onePath[k].plane.normal == Vec3{})
                EXPECT_EQ(otherPath[k].plane.dist, 0);
            else
                expectShifted(otherPath[k].plane, onePath[k].plane);
            EXPECT_EQ(onePath[k].model, otherPath[k].model);
            ++bends;
        }
    });
    EXPECT_GE(blocked, 300u);
    EXPECT_GE(stuck, 50u);
    EXPECT_GE(bends, 1200u);
    EXPECT_LE(differ, 15u);
}

TEST_P(Displaced, WalksAreShifted) {
    std::size_t grounded = 0, landed = 0, climbed = 0, differ = 0;
    forRandomCases(65, 200, [&](Random& random, int i) {
        SCOPED_TRACE(testing::Message() << "walker " << i);
        next(random, i);
        WalkState one, other;
        one.origin = origin_ + Vec3{0, 0, 40};
        other.origin = one.origin + by_;
        const Vec3 heading = Vec3{1, 0, 0} * random.between(-320, 320) + Vec3{0, 1, 0} * random.between(-320, 320);
        for (int tick = 0; tick < 40 && !HasFailure(); ++tick) {
            if (one.onGround) one.velocity = other.velocity = heading;
            const WalkResult a = walk(map_, here_, {}, one, 1.0 / 60), b = walk(map_, there_, {}, other, 1.0 / 60);
            ASSERT_EQ(a.status, b.status);
            if (a.state.onGround == b.state.onGround && a.steps == b.steps && a.pathPoints == b.pathPoints) {
                expectShifted(b.state.origin, a.state.origin, kMoveRounding);
                EXPECT_LE(length(a.state.velocity - b.state.velocity), kMoveRounding);
                if (a.state.onGround) {
                    expectShifted(b.state.ground, a.state.ground);
                    EXPECT_EQ(b.state.groundModel, here_.model);
                }
            } else {
                ++differ;
            }
            landed += a.landed;
            grounded += a.state.onGround;
            climbed += a.steps;
            // Both continue from one state, at a place that shifting does not round.
            one = other = a.state;
            for (int axis = 0; axis < 3; ++axis) one.origin[axis] = std::round(one.origin[axis] * 0x1p32) * 0x1p-32;
            other.origin = one.origin + by_;
            other.ground.dist = one.ground.dist + dot(one.ground.normal, by_);
        }
    });
    EXPECT_GE(grounded, 1000u);
    EXPECT_GE(landed, 50u);
    EXPECT_GE(climbed, 3u);
    EXPECT_LE(differ, 40u);
}

TEST_P(Displaced, GroundsAndChangesAreShifted) {
    std::size_t found = 0, fits = 0, tight = 0;
    forRandomCases(66, 1500, [&](Random& random, int i) {
        SCOPED_TRACE(testing::Message() << "look " << i);
        next(random, i);
        const double reach = std::round(random.between(0, 100));
        const Ground one = groundBelow(map_, here_, origin_, reach);
        const Ground other = groundBelow(map_, there_, origin_ + by_, reach);
        ASSERT_EQ(one.found, other.found);
        EXPECT_EQ(one.walkable, other.walkable);
        if (one.found) {
            EXPECT_NEAR(one.gap, other.gap, kRounding);
            expectShifted(other.plane, one.plane);
            EXPECT_EQ(one.model, other.model);
            EXPECT_EQ(one.surface.line, other.surface.line);
        }
        found += one.found;
        Probe from = here_, shifted = there_;
        from.hull = shifted.hull = {0};
        from.box = shifted.box = Box{};
        const HullChange change = changeHull(map_, from, here_, origin_, Anchor::Feet, 8);
        const HullChange moved = changeHull(map_, shifted, there_, origin_ + by_, Anchor::Feet, 8);
        ASSERT_EQ(change.fits, moved.fits);
        expectShifted(moved.origin, change.origin);
        fits += change.fits;
        tight += !change.fits;
    });
    EXPECT_GE(found, 500u);
    EXPECT_GE(fits, 500u);
    EXPECT_GE(tight, 50u);
}

HULLBAKE_FOR_EACH_PROBE_KIND(Displaced);

}  // namespace
}  // namespace hullbake::test
