// Proves what the quick clips of boxes against turned brushes say by all planes of the grown brush.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <iostream>
#include <string>
#include <tuple>
#include <utility>

#include "runtime/runtime_support.hpp"
#include "runtime/src/brushes/turned_brush_clip.hpp"
#include "runtime/src/simd/target.hpp"
#include "runtime/src/tree/tolerances.hpp"

namespace hullbake::test {
namespace {

using namespace detail;

constexpr std::uint64_t kSeed = 20261127;
constexpr std::size_t kTurns = 600, kWays = 100;

struct ExactClip {
    double enter = -1e300, leave = 1e300;
    bool apart = false;
    Plane first;
};

// The planes are moved out by `room`.
ExactClip clipExactly(const TurnedSet& set, const format::BrushRecord& brush, const Vec3& start, const Vec3& end,
                      double room = 0) {
    ExactClip clip;
    for (const format::SideRecord side : set.sidesOf(brush)) {
        if (!sideCounts(side, set.box)) continue;
        const Plane plane = grownPlane(side, set.box);
        const double d0 = distanceTo(plane, start) - room, d1 = distanceTo(plane, end) - room;
        clip.apart = clip.apart || (d0 > 0 && d1 > 0);
        if (d0 > 0 && d1 <= 0 && d0 / (d0 - d1) > clip.enter) {
            clip.enter = d0 / (d0 - d1);
            clip.first = plane;
        } else if (d0 <= 0 && d1 > 0) {
            clip.leave = std::min(clip.leave, d0 / (d0 - d1));
        }
    }
    clip.apart = clip.apart || clip.enter > clip.leave;
    return clip;
}

struct ClipCounts {
    std::size_t apart = 0, late = 0, unclear = 0, rows[5] = {};
};

// Compares what a quick clip says with what all planes say. `side`: that of TurnedSides that it says is entered.
void compareAnswer(TurnedBoxClip::Answer answer, const TurnedEntry& entry, const TurnedSet& set,
                   const format::BrushRecord& brush, const Segment& way, double limit, ClipCounts& counts) {
    const auto& [start, end] = way;
    const ExactClip exact = clipExactly(set, brush, start, end);
    switch (answer) {
        case TurnedBoxClip::Answer::Apart:
            ASSERT_TRUE(exact.apart || exact.enter > limit);
            // What comes as near as that, the exact trace must judge.
            if (const ExactClip near = clipExactly(set, brush, start, end, kBrushReach); !near.apart) {
                ASSERT_GT(near.enter, limit);
            }
            ++(exact.apart ? counts.apart : counts.late);
            break;
        case TurnedBoxClip::Answer::Unclear:
            counts.unclear += exact.enter > 0 ? 1 : 0;
            break;
        case TurnedBoxClip::Answer::Enters: {
            ASSERT_FALSE(exact.apart);
            const format::SideRecord side = set.sidesOf(brush)[entry.side];
            const Plane plane = grownPlane(side, set.box);
            ASSERT_TRUE(sideCounts(side, set.box));
            ASSERT_EQ(plane.normal, exact.first.normal) << entry.side;
            ASSERT_EQ(plane.dist, exact.first.dist);
            ASSERT_LT(entry.second, exact.enter);
            if (exact.leave <= 1)
                ASSERT_NEAR(entry.leave, exact.leave, 1e-9);
            else
                ASSERT_GT(entry.leave, 1);
            const Vec3 middle = start + (end - start) * ((exact.enter + std::min(exact.leave, 1.0)) * 0.5);
            for (const format::SideRecord other : set.sidesOf(brush))
                if (sideCounts(other, set.box)) {
                    ASSERT_LT(grownDistance(other, set.box, middle), -kSurfaceTolerance);
                }
            break;
        }
    }
}

void compareClip(const TurnedBoxClip& quick, const TurnedSet& set, const Vec3& start, const Vec3& end, double limit,
                 ClipCounts& counts) {
    const format::BrushRecord& brush = set.brushes[0];
    BoxEntry found;
    const TurnedBoxClip::Answer answer = quick.clip(set, brush, limit, found);
    TurnedEntry entry;
    if (answer == TurnedBoxClip::Answer::Enters) {
        entry = {TurnedBoxClip::sideOf(set, brush, found), found.second, found.leave};
        ++counts.rows[found.row];
    }
    compareAnswer(answer, entry, set, brush, {start, end}, limit, counts);
}

// The i-th turn: about all axes, upright, by quarters, or by a hair.
Transform someTurn(Random& random, std::size_t i) {
    Transform turn = Transform::rotated({random.between(-90, 90), random.between(0, 360), random.between(-90, 90)});
    if (i % 4 == 0) turn = Transform::rotated({0, random.between(0, 360), 0});
    if (i % 10 == 0) turn = Transform::rotated({0, 90.0 * static_cast<double>(random.index(4)), 0});
    if (i % 20 == 1) turn = Transform::rotated({0, random.between(0, 1e-3), 0});
    turn.displacement = {random.between(-9, 9), random.between(-9, 9), random.between(-9, 9)};
    return turn;
}

TEST(TurnedBoxClips, SayWhatAllPlanesSay) {
    std::cout << "seed " << kSeed << '\n';
    Random random(kSeed);
    const BakedMap baked = bakeText(worldText(boxText({-24, -8, -40}, {40, 16, 8}, "box")));
    const format::Tables& tables = baked.map.tables();
    ASSERT_TRUE(format::impliesShape(tables.brushes[0]));
    ClipCounts counts;
    std::size_t refused = 0;
    for (std::size_t i = 0; i < kTurns; ++i) {
        const Transform turn = someTurn(random, i);
        const Box box{{-random.between(1, 20), -random.between(1, 20), -random.between(1, 20)},
                      {random.between(1, 20), random.between(1, 20), random.between(1, 20)}};
        const TurnedSet set = turnedBrushes(tables, box, {}, turn);
        for (std::size_t k = 0; k < kWays && !testing::Test::HasFatalFailure(); ++k) {
            const Vec3 start = random.direction() * random.between(20, 150);
            Vec3 end = random.direction() * random.between(0, 150);
            if (k % 5 == 0) end[static_cast<int>(random.index(3))] = start[static_cast<int>(random.index(3))];
            if (k % 7 == 0) end = {start.x, start.y, end.z};
            TurnedBoxClip quick;
            if (quick.prepare(set, start, end))
                compareClip(quick, set, start, end, k % 3 == 0 ? random.between(0, 1) : 1, counts);
            else
                ++refused;
        }
    }
    EXPECT_GE(counts.apart, 10000u);
    EXPECT_GE(counts.late, 500u);
    EXPECT_GE(refused, 1000u);
    for (const std::size_t row : counts.rows) EXPECT_GE(row, 500u);
    EXPECT_LE(counts.unclear, kTurns * kWays / 50);
}

// Long ways nearly along the top of a long brush cross its plane, however flat the angle.
TEST(TurnedBoxClips, LongWaysCrossPlanesAtFlatAngles) {
    std::cout << "seed " << kSeed << '\n';
    Random random(kSeed);
    const BakedMap baked = bakeText(worldText(boxText({-4000, -8, -40}, {4000, 16, 8}, "box")));
    const format::Tables& tables = baked.map.tables();
    const format::BrushRecord& brush = tables.brushes[0];
    ClipCounts counts;
    std::size_t crossed = 0, flat = 0;
    for (std::size_t i = 0; i < 200; ++i) {
        const Box box{{-random.between(1, 20), -random.between(1, 20), -random.between(1, 20)},
                      {random.between(1, 20), random.between(1, 20), random.between(1, 20)}};
        const TurnedSet set = turnedBrushes(tables, box, {}, Transform::rotated({0, random.between(1, 89), 0}));
        Plane top;
        for (const format::SideRecord side : set.sidesOf(brush))
            if (const Plane plane = grownPlane(side, set.box); plane.normal.z > 0.999999) top = plane;
        ASSERT_EQ(top.normal.z, 1);
        const Vec3 along = set.turn.direction({1, 0, 0});
        for (std::size_t k = 0; k < 200 && !testing::Test::HasFatalFailure(); ++k) {
            const double length = random.between(4500, 9000), sine = random.between(1e-7, 3e-6);
            Vec3 start = along * (k % 2 == 0 ? -4100.0 : random.between(-3900, -1000));
            start.z = top.dist + random.between(-0.01, 0.03);
            Vec3 end = start + along * length;
            end.z = start.z - sine * length;
            const bool crosses = start.z > top.dist && end.z < top.dist;
            crossed += crosses ? 1 : 0;
            flat += crosses && sine < 1e-6 ? 1 : 0;
            TurnedBoxClip quick;
            if (quick.prepare(set, start, end)) compareClip(quick, set, start, end, 1, counts);
        }
    }
    EXPECT_GE(crossed, 5000u);
    EXPECT_GE(flat, 1000u);
    EXPECT_GE(counts.rows[1], 2000u);
    EXPECT_GE(counts.unclear, 500u);
}

/// A prism of seven sides that lean, a wedge, a needle, and a box.
std::string manyBrushes() {
    const auto point = [](const Vec3& p) {
        return "( " + std::to_string(p.x) + ' ' + std::to_string(p.y) + ' ' + std::to_string(p.z) + " ) ";
    };
    std::string prism =
        "{\n( 0 0 -30 ) ( 1 0 -30 ) ( 0 1 -30 ) a 0 0 0 1 1\n( 0 0 25 ) ( 0 1 25 ) ( 1 0 25 ) a 0 0 0 1 1\n";
    for (int i = 0; i < 7; ++i) {
        const double angle = 0.9 * i, x = std::cos(angle), y = std::sin(angle);
        const Vec3 p{40 * x, 40 * y, 0}, along{-y, x, 0}, up{0.1 * x, 0.2 * y, 1};
        prism += point(p) + point(p + up) + point(p + along) + "a 0 0 0 1 1\n";
    }
    return prism + "}\n" +
           "{\n( 100 0 0 ) ( 100 1 0 ) ( 100 0 1 ) a 0 0 0 1 1\n( 180 0 0 ) ( 180 0 1 ) ( 180 1 0 ) a 0 0 0 1 1\n"
           "( 0 0 10 ) ( 1 0 10 ) ( 0 1 10 ) a 0 0 0 1 1\n( 0 -30 10 ) ( 0 0 50 ) ( 1 -30 10 ) a 0 0 0 1 1\n"
           "( 0 30 10 ) ( 1 30 10 ) ( 0 0 50 ) a 0 0 0 1 1\n}\n"
           "{\n( -200 0 0 ) ( -200 1 0 ) ( -200 0 1 ) a 0 0 0 1 1\n( -100 0 0 ) ( -100 0 1 ) ( -100 1 0 ) a 0 0 0 1 1\n"
           "( 0 0 10 ) ( 1 0 10 ) ( 0 1 10 ) a 0 0 0 1 1\n( 0 -30 10 ) ( 0 0 10.5 ) ( 1 -30 10 ) a 0 0 0 1 1\n"
           "( 0 30 10 ) ( 1 30 10 ) ( 0 0 10.5 ) a 0 0 0 1 1\n}\n" +
           boxText({-24, -108, -40}, {40, -90, 8}, "box");
}

// A way along an edge of the grown brush, off by up to 0.01 units at its ends: it crosses planes at flat angles.
std::pair<Vec3, Vec3> besideAnEdge(const TurnedSet& set, const BrushShape& shape, Random& random) {
    const format::EdgeRecord edge = shape.edge(static_cast<std::uint32_t>(random.index(shape.edgeCount())));
    Vec3 corner;
    for (int a = 0; a < 3; ++a) corner[a] = random.index(2) == 0 ? set.box.mins[a] : set.box.maxs[a];
    const Vec3 from = set.turn.place(shape.corner(edge.corners[0])) - corner;
    const Vec3 along = set.turn.place(shape.corner(edge.corners[1])) - corner - from;
    return {from - along * random.between(0.5, 9) + random.direction() * random.between(0, 0.01),
            from + along * random.between(1.5, 9) + random.direction() * random.between(0, 0.01)};
}

// Faces, ends of axes and bevels of edges are entered, and the way misses, stops short or comes too late.
TEST(TurnedBrushClips, SayWhatAllPlanesSay) {
    if (!kHasAvx) GTEST_SKIP() << "this processor has no AVX";
    std::cout << "seed " << kSeed << '\n';
    Random random(kSeed);
    const BakedMap baked = bakeText(worldText(manyBrushes()));
    const format::Tables& tables = baked.map.tables();
    ASSERT_EQ(tables.brushes.size(), 4u);
    ClipCounts counts, beside;
    std::size_t faces = 0, axes = 0, edges = 0, asked = 0;
    for (std::size_t i = 0; i < kTurns; ++i) {
        const Transform turn = someTurn(random, i);
        // Some boxes are so thin that bevels of edges are no faces.
        const double least = i % 9 == 0 ? 1e-5 : 1;
        const Box box{{-random.between(least, 20), -random.between(1, 20), -random.between(least, 20)},
                      {least == 1 ? random.between(1, 20) : 1e-5, random.between(1, 20), random.between(least, 20)}};
        const TurnedSet set = turnedBrushes(tables, box, {}, turn);
        for (std::size_t k = 0; k < kWays && !testing::Test::HasFatalFailure(); ++k) {
            const format::BrushRecord& brush = set.brushes[k % set.brushes.size()];
            const BrushShape shape(tables, brush);
            const Vec3 around =
                set.turn.place(shape.corner(static_cast<std::uint32_t>(random.index(shape.cornerCount()))));
            Vec3 start = around + random.direction() * random.between(10, 150);
            Vec3 end = around + random.direction() * random.between(0, 100);
            if (k % 5 == 0) end[static_cast<int>(random.index(3))] = start[static_cast<int>(random.index(3))];
            if (k % 7 == 0) end = {start.x, start.y, end.z};
            if (k % 11 == 0) std::tie(start, end) = besideAnEdge(set, shape, random);
            const double limit = k % 3 == 0 ? random.between(0, 1) : 1;
            const Vec3 delta = end - start;
            if (!(length(delta) > 0)) continue;
            Line line{};
            line.start = start, line.end = end, line.delta = delta, line.length = length(delta);
            TurnedEntry entry;
            const TurnedBoxClip::Answer answer = clipTurnedBrush(set, shape, line, limit, entry);
            compareAnswer(answer, entry, set, brush, {start, end}, limit, k % 11 == 0 ? beside : counts);
            if (k % 11 != 0) ++asked;
            if (answer != TurnedBoxClip::Answer::Enters) continue;
            const std::uint32_t count = brush.faceCount;
            ++(entry.side < count ? faces : entry.side < count + 6 ? axes : edges);
        }
    }
    EXPECT_GE(counts.apart, 10000u);
    EXPECT_GE(counts.late, 500u);
    EXPECT_GE(faces, 3000u);
    EXPECT_GE(axes, 500u);
    EXPECT_GE(edges, 3000u);
    EXPECT_LE(counts.unclear, asked / 15);
    EXPECT_GE(beside.apart, 200u);
    EXPECT_GE(beside.unclear, 200u);
}

}  // namespace
}  // namespace hullbake::test
