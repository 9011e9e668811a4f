// Proves that velocities settle that follow from one another in a ring, whatever the order of the bodies.
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <numeric>
#include <utility>
#include <vector>

#include "oracle/base/random.hpp"
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

// A rectangle of boxes that push one another round it: up, left, down and right. Slanted faces lead the boxes at its
// corners on. One of these is a wedge that goes up: there what comes from the left adds to its speed.
struct Loop : WorldRig {
    static constexpr double kHalf = 4, kPitch = 2 * kHalf + kSkin + 1e-4, kSpeed = 100;
    static constexpr Box kBox{{-kHalf, -kHalf, 0}, {kHalf, kHalf, 16}};

    // `high` and `wide`: boxes of a side without its last corner. The last wall leads `run` along for each 128.
    Loop(int high, int wide, int run, std::uint64_t seed = 0, const std::string& more = {})
        : WorldRig(floorWith(wallText({0, high * kPitch}, 0, 128) + wallText({-wide * kPitch, high * kPitch}, 1, 128) +
                             wallText({-wide * kPitch, 0}, 2, run)) +
                   entityText("func_door", wallText({0, 0}, 3, 128)) + more) {
        addMover(1, {0, kSpeed, 0}, 1);
        for (int k = 0; k < high; ++k) first.push_back({0, k * kPitch, 1});
        for (int k = 0; k < wide; ++k) first.push_back({-k * kPitch, high * kPitch, 1});
        for (int k = 0; k < high; ++k) first.push_back({-wide * kPitch, (high - k) * kPitch, 1});
        for (int k = 0; k < wide; ++k) first.push_back({(k - wide) * kPitch, 0, 1});
        order.resize(first.size());
        std::iota(order.begin(), order.end(), 0u);
        oracle::SplitMix random(seed);
        for (std::size_t i = order.size(); seed != 0 && i > 1; --i) std::swap(order[i - 1], order[random.index(i)]);
        for (std::size_t i = 0; i < first.size(); ++i) addBody({}, kBox);
        for (std::size_t i = 0; i < first.size(); ++i) bodies[order[i]].origin = first[i];
    }
    const Vec3& at(std::size_t i) const { return bodies[order[i]].origin; }

    // Before the box there, turned by that many quarters: leads what comes up to the left.
    static std::string wallText(Vec3 at, int quarters, int run) {
        for (int q = 0; q < quarters; ++q) at = {at.y, -at.x, 0};
        const int x = static_cast<int>(std::ceil(at.x + kHalf + kSkin)) + 1;
        const int y = static_cast<int>(std::ceil(at.y + kHalf));
        std::vector<Corner> corners = {{x + run / 16, y - 8}, {x + run / 16, y + 8}, {x - run / 16, y + 8}};
        for (Corner& corner : corners)
            for (int q = 0; q < quarters; ++q) corner = {-corner.y, corner.x};
        return prismText(corners, 0, 64);
    }

    std::vector<Vec3> first;
    std::vector<std::uint32_t> order;
};

TEST(WorldRings, LongOnesSettleHoweverSlowlySpeedsGrow) {
    struct Case {
        int high, wide, run;
    };
    int closed = 0;
    for (const auto& [high, wide, run] :
         {Case{10, 10, 112}, Case{40, 60, 96}, Case{60, 60, 112}, Case{249, 249, 112}}) {
        Loop loop(high, wide, run), shuffled(high, wide, run, 5);
        const double speed = Loop::kSpeed / (1 - run / 128.0);
        int ticks = 0;
        for (double gone = 0; ticks < 200 && std::fabs(gone - speed * 1e-3) > 1e-3; ++ticks) {
            const double before = loop.at(0).y;
            loop.step(1e-3);
            shuffled.step(1e-3);
            gone = loop.at(0).y - before;
        }
        EXPECT_LT(ticks, 200) << high;
        const std::vector<Body> was = loop.bodies;
        loop.step(1e-3);
        shuffled.step(1e-3);
        EXPECT_EQ(loop.count(WorldEventKind::Blocked), 0u);
        EXPECT_NEAR(loop.at(0).y - was[0].origin.y, speed * 1e-3, 1e-11) << high;
        for (std::size_t i = 0; i < loop.first.size(); ++i) EXPECT_EQ(loop.at(i), shuffled.at(i)) << i;
        ++closed;
    }
    EXPECT_EQ(closed, 4);
}

// A long row of boxes is pushed far from a ring. What carries both pushers stops: the last boxes of the row wait longer
// for their velocity than the ring takes to be found. They go on as the first one does, also upwards.
TEST(WorldRings, WhatOnlyWaitsForLongTakesNoPartInThem) {
    constexpr double kSlower = -50, kDown = -10, kStop = 0.0033, kEnd = 0.004;
    constexpr int kRow = 150;
    const std::string pusher = entityText("func_door", boxText({1000, -32, 1}, {1064, 0, 30}, "wall"));
    const std::string under = entityText("func_door", boxText({1000, -1032, 1}, {1064, -1000, 30}, "wall"));
    Loop loop(3, 3, 112, 0, pusher + under);
    loop.addMover(2, {0, Loop::kSpeed, 20}, 1);
    const std::uint32_t carrier = loop.addMover(3, {}, 1);
    loop.movers[0].parent = loop.movers[1].parent = carrier;
    const std::uint32_t row = static_cast<std::uint32_t>(loop.bodies.size());
    for (int k = 0; k < kRow; ++k)
        loop.addBody({1032, Loop::kHalf + kGap + k * (2 * Loop::kHalf + kGap), 2}, Loop::kBox);
    // Here the ring is nearly closed.
    for (int tick = 0; tick < 96; ++tick) loop.step(1e-3);
    const std::vector<Body> was = loop.bodies;
    loop.movers[carrier].to = {0, kSlower * kStop, kDown * kStop};
    loop.movers[carrier].seconds = kStop;
    loop.movers[carrier].clock = 0;
    loop.step(kEnd);
    EXPECT_GT(loop.bodies[0].origin.y - was[0].origin.y, 2 * Loop::kSpeed * kEnd) << "the ring has not been closed";
    for (std::uint32_t i = row; i < row + kRow; ++i) {
        const Vec3 way = loop.bodies[i].origin - was[i].origin;
        EXPECT_NEAR(way.y, Loop::kSpeed * kEnd + kSlower * kStop, 1e-9) << i - row;
        EXPECT_NEAR(way.z, 20 * kEnd + kDown * kStop, 1e-9) << i - row;
    }
}

}  // namespace
}  // namespace hullbake::test
