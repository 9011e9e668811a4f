// Proves that velocities settle that follow from one another in a ring, whatever the order of the bodies.
#include <gtest/gtest.h>

#include <array>

#include "runtime/world/world_rig.hpp"

namespace hullbake::test {
namespace {

constexpr double kSkin = kDefaultSkin;
constexpr double kGap = kSkin + 1e-3;

// A wedge pushes a crate along y and upwards. On the crate lies a second one, which pushes a third one along y. That
// slides along a slanted wall, which leads it `run` units along x for each 128 along y, into the first crate.
struct Ring : WorldRig {
    using Order = std::array<std::uint32_t, 3>;

    explicit Ring(int run, const Order& places = {0, 1, 2})
        : WorldRig(floorWith(prismText({{-33 - run, -84}, {-33 + run, 172}, {-33 - run, 172}}, 0, 96)) +
                   entityText("func_door", prismText({{0, -32}, {64, -32}, {64, 32}}, 1, 30))),
          order(places) {
        addMover(1, {0, 100, 20}, 1);
        for (int i = 0; i < 3; ++i) addBody({});
        const std::array<Box, 3> boxes = {Box{{-16, -16, 0}, {16, 16, 31}}, Box{{-16, -16, 0}, {16, 16, 32}},
                                          Box{{-16, -16, 0}, {16, 16, 60}}};
        const std::array<Vec3, 3> origins = {Vec3{16, 16 + kGap, 1}, Vec3{-4, -4, 32 + kGap},
                                             Vec3{-16 - kGap, 28 + kGap, 1}};
        for (std::size_t i = 0; i < 3; ++i) {
            bodies[order[i]].box = boxes[i];
            bodies[order[i]].origin = origins[i];
        }
        first = origins;
    }
    const Vec3& at(std::size_t i) const { return bodies[order[i]].origin; }
    Vec3 way(std::size_t i) const { return at(i) - first[i]; }

    Order order;
    std::array<Vec3, 3> first;
};

void expectApart(const Ring& ring) {
    for (std::size_t i = 0; i < 3; ++i)
        for (std::size_t k = 0; k < i; ++k) {
            const Body &a = ring.bodies[i], &b = ring.bodies[k];
            double gap = -1;
            for (int axis = 0; axis < 3; ++axis) {
                gap = std::max(gap, a.origin[axis] + a.box.mins[axis] - b.origin[axis] - b.box.maxs[axis]);
                gap = std::max(gap, b.origin[axis] + b.box.mins[axis] - a.origin[axis] - a.box.maxs[axis]);
            }
            EXPECT_GE(gap, -1e-9) << i << ' ' << k;
        }
}

// The second crate goes along only while the first one rises, which it does only while the third one rests.
TEST(WorldRings, WhatHasNoVelocityOfItsPusherTakesTheLeast) {
    std::array<std::array<Vec3, 3>, 2> ends;
    Ring::Order order = {0, 1, 2};
    int orders = 0;
    do {
        Ring ring(128, order);
        ring.step(0.05);
        EXPECT_EQ(ring.count(WorldEventKind::Blocked), 0u);
        EXPECT_EQ(ring.movers[0].clock, 0.05);
        EXPECT_GE(ring.count(WorldEventKind::Contact), 4u);
        expectApart(ring);
        EXPECT_NEAR(ring.way(0).y, 5, 0.1);
        for (std::size_t i = 0; i < 3; ++i) ends[orders > 0][i] = ring.at(i);
        if (orders++ == 0) ends[1] = ends[0];
        EXPECT_EQ(ends[0], ends[1]);
    } while (std::next_permutation(order.begin(), order.end()));
    EXPECT_EQ(orders, 6);
}

// Carried by the first crate, the second one makes it faster and faster: up to a speed at which all agree, or until it
// is squeezed, and the second one stays behind.
TEST(WorldRings, SpeedsGrowUpToWhereAllAgree) {
    constexpr double kSpeed = 100, kTime = 0.045;
    for (const int run : {32, 64, 96, 112, 126}) {
        Ring ring(run);
        ring.passengers[1].ground = MemberId::body(0);
        ring.step(kTime);
        EXPECT_EQ(ring.count(WorldEventKind::Blocked), 0u);
        EXPECT_EQ(ring.movers[0].clock, kTime);
        expectApart(ring);
        // The first crate stays at the wedge.
        EXPECT_NEAR(ring.way(0).y - ring.way(0).x, kSpeed * kTime, 1e-6) << run;
        EXPECT_EQ(ring.count(WorldEventKind::Scraped), run == 126 ? 1u : 0u) << run;
        if (run == 126) continue;
        // The third one goes straight on up to the wall, and along that with the other two.
        const double gain = run / 128.0, alone = ring.way(2).y - ring.way(2).x / gain;
        const double late = kTime - (alone + kGap - kSkin) / kSpeed;
        EXPECT_GT(late, 0.005);
        EXPECT_NEAR(ring.way(1).x, kSpeed * gain / (1 - gain) * late, 0.02) << run;
    }
}

}  // namespace
}  // namespace hullbake::test
