// Proves that moves and neighbours see a scene: bodies stop and carry like brushes of the map in the same place.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <vector>

#include "hullbake/scene.hpp"
#include "runtime/query/probe_kinds.hpp"
#include "support/random_cases.hpp"

namespace hullbake::test {
namespace {

constexpr Box kCrate{{-16, -16, 0}, {16, 16, 32}};
constexpr std::array<Vec3, 5> kCrates{{{0, 0, 0}, {32, 0, 0}, {32, 32, 0}, {0, 0, 32}, {-64, 0, 0}}};
const std::string kFloor = boxText({-256, -256, -32}, {256, 256, 0}, "floor");

// Two maps: one with crates as brushes of the world, one with bodies in their places.
class SceneMoves : public testing::Test {
  protected:
    SceneMoves() : withBrushes_(bakeText(worldText(kFloor + crates()))), withBodies_(bakeText(worldText(kFloor))) {
        for (const Vec3& place : kCrates) {
            Body body;
            body.origin = place;
            body.box = kCrate;
            bodies_.push_back(body);
        }
        scene_.bodies = bodies_;
        brushes_.box = bodyProbe_.box = Box{{-12, -12, -24}, {12, 12, 32}};
        bodyProbe_.scene = &scene_;
    }
    static std::string crates() {
        std::string text;
        for (const Vec3& place : kCrates) text += boxText(place + kCrate.mins, place + kCrate.maxs, "crate");
        return text;
    }

    BakedMap withBrushes_, withBodies_;
    std::vector<Body> bodies_;
    Scene scene_;
    Probe brushes_, bodyProbe_;
};

TEST_F(SceneMoves, NeighboursOfBodiesAreThoseOfBrushes) {
    std::size_t planes = 0, found = 0, free = 0, overlaps = 0;
    forRandomCases(81, 4000, [&](Random& random, int i) {
        Vec3 at = random.pointIn({{-100, -60, 10}, {80, 80, 100}});
        if (i % 2 == 0)
            for (int a = 0; a < 3; ++a) at[a] = std::round(at[a] / 4) * 4;
        std::array<TouchedPlane, 16> one, other;
        const NeighbourCount a = withBrushes_.map.touching(brushes_, at, 6, one),
                             b = withBodies_.map.touching(bodyProbe_, at, 6, other);
        ASSERT_FALSE(a.invalid || b.invalid);
        ASSERT_EQ(a.count, b.count) << text(at);
        for (std::size_t k = 0; k < a.count; ++k) {
            // Planes that are equally near come in the order of sides, which differs.
            const bool same = std::any_of(one.begin(), one.begin() + static_cast<std::ptrdiff_t>(a.count),
                                          [&](const TouchedPlane& plane) {
                                              return plane.normal == other[k].normal && plane.dist == other[k].dist &&
                                                     std::fabs(plane.gap - other[k].gap) < 1e-9;
                                          });
            EXPECT_TRUE(same) << k << text(at);
            EXPECT_EQ(other[k].member.none(), other[k].surface.found);
            planes += !other[k].member.none();
        }
        std::array<Overlap, 8> in, inBodies;
        const NeighbourCount c = withBrushes_.map.overlap(brushes_, at, in),
                             d = withBodies_.map.overlap(bodyProbe_, at, inBodies);
        ASSERT_EQ(c.count, d.count);
        overlaps += d.count > 0 && !inBodies[d.count - 1].member.none();
        const Unstick way = withBrushes_.map.unstick(brushes_, at, 60),
                      same = withBodies_.map.unstick(bodyProbe_, at, 60);
        ASSERT_EQ(way.status, same.status) << text(at);
        ASSERT_NEAR(way.distance, same.distance, 1e-9) << text(at);
        found += way.status == UnstickStatus::Found;
        free += way.status == UnstickStatus::Free;
    });
    EXPECT_GE(planes, 500u);
    EXPECT_GE(found, 300u);
    EXPECT_GE(free, 500u);
    EXPECT_GE(overlaps, 500u);
}

TEST_F(SceneMoves, WalkersMeetBodiesAsTheyMeetBrushes) {
    std::size_t onCrates = 0, blocked = 0, ticks = 0, steps = 0;
    WalkRules rules;
    rules.stepHeight = 33;
    forRandomCases(82, 150, [&](Random& random, int) {
        WalkState one, other;
        one.origin = random.pointIn({{-140, -60, 30}, {100, 90, 120}});
        if (withBrushes_.map.trace(brushes_, one.origin, one.origin).startsolid) return;
        const double heading = random.between(0, 6.28);
        other = one;
        for (int tick = 0; tick < 60; ++tick, ++ticks) {
            const Vec3 wish{200 * std::cos(heading), 200 * std::sin(heading), 0};
            one.velocity = {wish.x, wish.y, one.velocity.z};
            other.velocity = {wish.x, wish.y, other.velocity.z};
            const WalkResult a = walk(withBrushes_.map, brushes_, rules, one, 1 / 60.0),
                             b = walk(withBodies_.map, bodyProbe_, rules, other, 1 / 60.0);
            ASSERT_EQ(a.status, b.status);
            one = a.state;
            other = b.state;
            ASSERT_LE(length(one.origin - other.origin), 1e-6) << tick << text(one.origin) << text(other.origin);
            ASSERT_EQ(one.onGround, other.onGround);
            const bool high = other.onGround && other.origin.z > 30;
            ASSERT_EQ(high, other.groundMember.isBody());
            onCrates += high;
            blocked += b.blocked;
            steps += b.steps;
            if (std::fabs(one.origin.x) > 200 || std::fabs(one.origin.y) > 200) break;
        }
    });
    EXPECT_GE(ticks, 3000u);
    EXPECT_GE(onCrates, 300u);
    EXPECT_GE(blocked, 50u);
    EXPECT_GE(steps, 10u);
}

TEST_F(SceneMoves, AWalkerStepsOntoALiftAndFindsItsGround) {
    const BakedMap baked =
        bakeText(worldText(kFloor) + entityText("func_plat", boxText({1000, -32, -8}, {1064, 32, 8}, "lift")));
    std::vector<PlacedModel> lifts(1);
    lifts[0].model = {1};
    lifts[0].transform = Transform::moved({-968, 0, 0});  // its middle at 64, its top at 8
    const Scene scene{lifts, {}};
    Probe probe = brushes_;
    probe.scene = &scene;
    WalkState state;
    state.origin = {-20, 0, 24};
    for (int tick = 0; tick < 100 && state.origin.x < 60; ++tick) {
        state.velocity = {200, 0, state.velocity.z};
        const WalkResult walked = walk(baked.map, probe, {}, state, 1 / 60.0);
        ASSERT_EQ(walked.status, SlideStatus::Moved);
        state = walked.state;
        ASSERT_TRUE(state.onGround) << tick;
    }
    EXPECT_EQ(state.groundMember, MemberId::model(0));
    EXPECT_EQ(state.groundModel, ModelId{1});
    EXPECT_NEAR(state.origin.z, 8 + 24, 0.1);
    const Ground ground = groundBelow(baked.map, probe, state.origin, 4);
    EXPECT_EQ(ground.member, MemberId::model(0));
    EXPECT_EQ(ground.surface.texture, "lift");
    // The lift has gone down through the floor: the floor carries.
    lifts[0].transform.displacement.z = -16;
    EXPECT_EQ(groundBelow(baked.map, probe, state.origin, 40).member, kNoMember);
    // And it rises above the head: no room to stand up.
    lifts[0].transform.displacement.z = 64;
    Probe tall = probe;
    tall.box->maxs.z = 50;
    EXPECT_TRUE(changeHull(baked.map, probe, probe, {64, 0, 24}).fits);
    EXPECT_FALSE(changeHull(baked.map, probe, tall, {64, 0, 24}).fits);
}

// Neither of two walls gives way to the wish, so that no stride moves the walker.
TEST_F(SceneMoves, AWalkerInACornerFollowsTheLiftUnderIt) {
    const BakedMap baked = bakeText(worldText(std::string(kFloor) + boxText({32, -256, 0}, {64, 256, 256}, "wall") +
                                              boxText({-256, 32, 0}, {32, 64, 256}, "wall")) +
                                    entityText("func_plat", boxText({-32, -32, 64}, {32, 32, 72}, "lift")));
    for (const double deeper : {2.0, 17.0, 40.0}) {
        std::vector<PlacedModel> lifts(1);
        lifts[0].model = {1};
        const Scene scene{lifts, {}};
        Probe probe = brushes_;
        probe.scene = &scene;
        WalkState state;
        state.origin = {0, 0, 100};
        const auto walkOn = [&] {
            state.velocity = {200, 200, state.velocity.z};
            const WalkResult walked = walk(baked.map, probe, {}, state, 1 / 60.0);
            ASSERT_EQ(walked.status, SlideStatus::Moved);
            state = walked.state;
        };
        for (int tick = 0; tick < 60; ++tick) walkOn();
        ASSERT_TRUE(state.onGround);
        ASSERT_NEAR(state.origin.x, state.origin.y, 1e-9);
        const Vec3 corner = state.origin;
        // The lift goes down without the walker. Up to the height of a step it is put down, farther down it falls.
        lifts[0].transform = Transform::moved({0, 0, -deeper});
        walkOn();
        EXPECT_EQ(state.onGround, deeper <= WalkRules{}.stepHeight) << deeper;
        EXPECT_LT(state.origin.z, corner.z) << deeper;
        for (int tick = 0; tick < 60; ++tick) walkOn();
        EXPECT_TRUE(state.onGround);
        EXPECT_EQ(state.groundMember, MemberId::model(0));
        EXPECT_NEAR(state.origin.z, corner.z - deeper, 0.26) << deeper;
        EXPECT_NEAR(state.origin.x, corner.x, 1e-9);
    }
}

}  // namespace
}  // namespace hullbake::test
