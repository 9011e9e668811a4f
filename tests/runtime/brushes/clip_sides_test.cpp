// Proves that clipping by four sides of a grown brush at a time gives the same bits as clipping by single sides.
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <iostream>
#include <vector>

#include "runtime/runtime_support.hpp"
#include "runtime/src/brushes/clip_sides.hpp"

namespace hullbake::test {
namespace {

using namespace detail;

constexpr Box kPlayer{{-16, -16, -24}, {16, 16, 32}};

// Draws sides of which some are axial, some are duplicates, and some are never grown.
std::vector<format::SideRecord> randomSides(Random& random) {
    std::vector<format::SideRecord> sides(1 + random.index(35));
    for (format::SideRecord& side : sides) {
        Vec3 normal{random.between(-1, 1), random.between(-1, 1), random.between(-1, 1)};
        if (random.index(3) == 0) {
            normal = {};
            normal[static_cast<int>(random.index(3))] = random.index(2) == 0 ? 1 : -1;
        }
        normal = normal * (1 / length(normal));
        side = {{normal.x, normal.y, normal.z}, std::round(random.between(0, 60)), 0, 0};
        if (random.index(20) == 0) side.flags |= format::kSideNotGrown;
        if (random.index(8) == 0) side = sides[random.index(sides.size())];
    }
    return sides;
}

Vec3 randomPlace(Random& random, double size) {
    return {random.between(-size, size), random.between(-size, size), random.between(-size, size)};
}

// Clips by single sides, as docs/trace_contract.md describes a brush.
ClipResult cutPlainly(const std::vector<format::SideRecord>& sides, const Vec3& start, const Vec3& end,
                      SegmentClip& cut) {
    bool close = false;
    for (std::uint32_t i = 0; i < sides.size(); ++i) {
        const double d0 = grownDistance(sides[i], kPlayer, start), d1 = grownDistance(sides[i], kPlayer, end);
        if (d0 > kSurfaceTolerance && d1 > kSurfaceTolerance) return ClipResult::Apart;
        close = close || std::min(std::fabs(d0), std::fabs(d1)) <= kSurfaceTolerance;
        cut.start = std::max(cut.start, d0);
        const double t = d0 / (d0 - d1);
        if (d0 > 0 && t > cut.enter) {
            cut.second = cut.enter;
            cut.enter = t;
            cut.side = i;
        } else if (d0 > 0) {
            cut.second = std::max(cut.second, t);
        } else if (d1 > 0) {
            cut.leave = std::min(cut.leave, t);
        }
    }
    return close || sides.size() > 32 ? ClipResult::Unclear : ClipResult::Clear;
}

bool sameBits(double one, double two) {
    return std::bit_cast<std::uint64_t>(one) == std::bit_cast<std::uint64_t>(two);
}

#ifdef HULLBAKE_AVX

TEST(SideCutTest, FoursAnswerAsOneByOneToTheBit) {
    if (!kHasAvx) GTEST_SKIP() << "this processor has no vectors of four doubles";
    constexpr std::uint64_t kSeed = 4242;
    std::cout << "seed " << kSeed << '\n';
    Random random(kSeed);
    std::size_t apart = 0, clear = 0, entered = 0, many = 0, differing = 0;
    for (std::size_t i = 0; i < 200000; ++i) {
        const std::vector<format::SideRecord> sides = randomSides(random);
        const Vec3 start = randomPlace(random, i % 2 == 0 ? 40 : 150), end = randomPlace(random, 60);
        const ClipLine line = clipLine({kPlayer, start, end});
        SegmentClip plain, fours;
        const ClipResult expected = cutPlainly(sides, start, end, plain), result = clipBySides4(sides, line, fours);
        many += sides.size() > 32;
        double furthest = -SegmentClip::kNever;
        for (const format::SideRecord& side : sides) furthest = std::max(furthest, grownDistance(side, kPlayer, end));
        differing += distanceByFours(sides, line, end) != furthest;
        const format::SideRecord& some = sides[random.index(sides.size())];
        const MetSide one = metSide(some, kPlayer, start, end), other = metSideWide(some, line);
        differing += !sameBits(one.plane.dist, other.plane.dist) || !sameBits(one.start, other.start) ||
                     !sameBits(one.end, other.end) || !(one.plane.normal == other.plane.normal);
        if (sides.size() > 32) {
            differing += result != ClipResult::Unclear;
            continue;
        }
        differing += result != expected;
        apart += result == ClipResult::Apart;
        if (result != ClipResult::Clear) continue;
        ++clear;
        entered += plain.side != format::kNoIndex;
        differing += !sameBits(plain.enter, fours.enter) || !sameBits(plain.leave, fours.leave) ||
                     !sameBits(plain.second, fours.second) || !sameBits(plain.start, fours.start) ||
                     plain.side != fours.side;
    }
    EXPECT_EQ(differing, 0u);
    EXPECT_GE(apart, 10000u);
    EXPECT_GE(clear, 10000u);
    EXPECT_GE(entered, 5000u);
    EXPECT_GE(many, 5000u);
}

// A brush that is a box, with its sides in random order.
struct BoxBrush {
    explicit BoxBrush(Random& random) {
        record.sideCount = 6;
        for (int a = 0; a < 3; ++a) {
            record.mins[a] = static_cast<float>(std::round(random.between(-60, 20)));
            record.maxs[a] = record.mins[a] + static_cast<float>(random.between(1, 60));
            for (const double facing : {1.0, -1.0}) {
                format::SideRecord side{{}, facing > 0 ? double{record.maxs[a]} : -double{record.mins[a]}, 0, 0};
                side.normal[a] = facing;
                sides.push_back(side);
            }
        }
        for (std::size_t i = 5; i > 0; --i) std::swap(sides[i], sides[random.index(i + 1)]);
        record.flags = format::brushFlags(record, sides);
    }
    format::BrushRecord record{};
    std::vector<format::SideRecord> sides;
};

TEST(SideCutTest, BoxesAnswerAsTheirSidesDoToTheBit) {
    if (!kHasAvx) GTEST_SKIP() << "this processor has no vectors of four doubles";
    constexpr std::uint64_t kSeed = 777;
    std::cout << "seed " << kSeed << '\n';
    Random random(kSeed);
    std::size_t apart = 0, clear = 0, entered = 0, tied = 0, unclear = 0, differing = 0;
    for (std::size_t i = 0; i < 200000; ++i) {
        const BoxBrush brush(random);
        ASSERT_NE(brush.record.flags & format::kBrushIsBox, 0u);
        Vec3 start = randomPlace(random, i % 2 == 0 ? 60 : 150), end = randomPlace(random, 80);
        if (i % 5 == 0) end[static_cast<int>(i % 3)] = start[static_cast<int>(i % 3)];
        if (i % 7 == 0) {
            // The segment enters two sides at once: at an edge, along a diagonal.
            const int a = static_cast<int>(i % 3), b = (a + 1) % 3;
            for (const int axis : {a, b}) {
                const double edge = brush.record.maxs[axis] - kPlayer.mins[axis];
                start[axis] = edge + 32;
                end[axis] = edge - 32;
            }
        }
        if (i % 11 == 0) end.z = brush.record.maxs[2] - kPlayer.mins.z + (i % 2 == 0 ? 1e-6 : 0.0);
        const ClipLine line = clipLineAvx({kPlayer, start, end});
        SegmentClip plain, whole;
        const ClipResult expected = cutPlainly(brush.sides, start, end, plain);
        const ClipResult result = clipByBox(brush.record, line, whole);
        double furthest = -SegmentClip::kNever;
        for (const format::SideRecord& side : brush.sides)
            furthest = std::max(furthest, grownDistance(side, kPlayer, end));
        differing += distanceToBox(brush.record, line, end) != furthest || result != expected;
        apart += result == ClipResult::Apart;
        unclear += result == ClipResult::Unclear;
        if (result != ClipResult::Clear) continue;
        ++clear;
        entered += plain.side != format::kNoIndex;
        tied += plain.side != format::kNoIndex && plain.enter == plain.second;
        differing += plain.enter != whole.enter || plain.leave != whole.leave || plain.second != whole.second ||
                     plain.start != whole.start || plain.side != whole.side;
    }
    EXPECT_EQ(differing, 0u);
    EXPECT_GE(apart, 10000u);
    EXPECT_GE(clear, 10000u);
    EXPECT_GE(entered, 10000u);
    EXPECT_GE(unclear, 5000u);
    EXPECT_GE(tied, 500u);
}

TEST(SideCutTest, EndsOnAPlaneAreUnclear) {
    if (!kHasAvx) GTEST_SKIP() << "this processor has no vectors of four doubles";
    const std::vector<format::SideRecord> sides = {{{1, 0, 0}, 0, 0, 0}, {{-1, 0, 0}, 64, 0, 0}, {{0, 0, 1}, 0, 0, 0}};
    const auto cut = [&](double beside) {
        const Vec3 start{16 + beside, 0, -100}, end{100, 0, -200};
        SegmentClip out;
        return clipBySides4(sides, clipLine({kPlayer, start, end}), out);
    };
    for (const double beside : {0.0, 1e-6, -1e-6, 9e-6}) EXPECT_EQ(cut(beside), ClipResult::Unclear) << beside;
    EXPECT_EQ(cut(0.1), ClipResult::Apart);
    EXPECT_EQ(cut(-0.1), ClipResult::Clear);
}

#else

TEST(SideCutTest, FoursAnswerAsOneByOneToTheBit) {
    GTEST_SKIP() << "no vectors of four doubles here";
}

#endif

}  // namespace
}  // namespace hullbake::test
