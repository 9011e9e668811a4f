// Proves the sweep of a box against the brushes of a list, eight at a time: vector and scalar code agree and miss no
// overlap.
#include <gtest/gtest.h>

#include <algorithm>
#include <iostream>
#include <vector>

#include "runtime/runtime_support.hpp"
#include "runtime/src/brushes/cell_list_sweep.hpp"
#include "runtime/src/grid/grid_ops.hpp"

namespace hullbake::test {
namespace {

using namespace detail;

constexpr Box kPlayer{{-16, -16, -24}, {16, 16, 32}};
constexpr std::uint64_t kSeed = 778;

Vec3 randomPlace(Random& random, double spread) {
    return {random.between(-spread, spread), random.between(-spread, spread), random.between(-spread, spread)};
}

std::vector<format::BrushRecord> randomBrushes(Random& random, const Vec3& around) {
    std::vector<format::BrushRecord> brushes(64);
    for (format::BrushRecord& brush : brushes)
        for (int a = 0; a < 3; ++a) {
            brush.mins[a] = static_cast<float>(std::round(around[a] + random.between(-120, 60)));
            brush.maxs[a] = brush.mins[a] + static_cast<float>(random.between(0, 60));
            brush.contents = 1;
        }
    return brushes;
}

// The first `count` words are the list. The words behind it belong to other lists.
std::vector<std::uint32_t> randomList(Random& random, std::size_t count, std::size_t brushes) {
    std::vector<std::uint32_t> words(2 * kListGroup);
    for (std::size_t i = 0; i < words.size(); ++i) {
        words[i] = static_cast<std::uint32_t>(random.index(brushes));
        if (i + 1 == count || (i >= count && random.index(3) == 0)) words[i] |= format::kLastListed;
    }
    return words;
}

// Draws segments of which some are axial and some almost parallel to an axis plane.
Segment randomWay(Random& random, const Vec3& around, std::size_t turn) {
    Segment segment;
    for (int a = 0; a < 3; ++a) {
        segment.start[a] = around[a] + random.between(-40, 40);
        segment.end[a] = segment.start[a] + random.between(-64, 64);
    }
    const int axis = static_cast<int>(turn % 3);
    if (turn % 5 == 0) segment.end[axis] = segment.start[axis];
    if (turn % 7 == 0) segment.end[axis] = segment.start[axis] + random.between(-1e-30, 1e-30);
    return segment;
}

// Tests in double precision, without margin, whether the segment touches the grown bounds between two fractions.
bool isMet(const format::BrushRecord& brush, const Segment& segment, double from, double until) {
    double enter = from, leave = until;
    for (int a = 0; a < 3; ++a) {
        const double low = double{brush.mins[a]} - kPlayer.maxs[a], high = double{brush.maxs[a]} - kPlayer.mins[a];
        const double start = segment.start[a], way = segment.end[a] - start;
        if (way == 0) {
            if (start < low || start > high) return false;
            continue;
        }
        const double one = (low - start) / way, two = (high - start) / way;
        enter = std::max(enter, std::min(one, two));
        leave = std::min(leave, std::max(one, two));
    }
    return enter <= leave;
}

TEST(ListedBrushes, NothingThatIsMetIsPassedBy) {
    std::cout << "seed " << kSeed << '\n';
    Random random(kSeed);
    std::size_t met = 0, passed = 0, missed = 0, wide = 0, ended = 0, open = 0, before = 0, beyond = 0;
    for (std::size_t i = 0; i < 100000; ++i) {
        const Vec3 around = randomPlace(random, i % 4 == 0 ? 200000 : 200);
        const std::vector<format::BrushRecord> brushes = randomBrushes(random, around);
        const std::size_t count = 1 + random.index(12);
        const std::vector<std::uint32_t> words = randomList(random, count, brushes.size());
        const Segment segment = randomWay(random, around, i);
        GridLine way;
        GridOpsScalar::lay(segment.start, segment.end, way);
        const Sweep sweep = sweepAlong(clipLine({kPlayer, segment.start, segment.end}), way);
        const double until = i % 3 == 0 ? random.unit() : 1, from = i % 6 == 0 ? until * random.unit() : 0;
        const unsigned mask =
            meetListed(brushes.data(), words.data(), sweep, {static_cast<float>(from), static_cast<float>(until)});
        ASSERT_EQ((mask & kListEnds) != 0, count <= kListGroup) << i;
        ++(count <= kListGroup ? ended : open);
        for (std::size_t k = 0; k < kListGroup; ++k) {
            const bool seen = (mask >> k & 1) != 0;
            ASSERT_TRUE(!seen || k < count) << i;
            if (k >= count) continue;
            const bool truly = isMet(brushes[words[k] & ~format::kLastListed], segment, from, until);
            ++(seen ? met : passed);
            missed += truly && !seen;
            wide += seen && !truly;
            before += !seen && isMet(brushes[words[k] & ~format::kLastListed], segment, 0, from);
            beyond += !seen && isMet(brushes[words[k] & ~format::kLastListed], segment, until, 1);
        }
    }
    std::cout << met << " met, " << passed << " passed by, " << wide << " met only as the bounds are wider\n";
    EXPECT_EQ(missed, 0u);
    EXPECT_LT(wide, met / 20);
    EXPECT_GE(met, 20000u);
    EXPECT_GE(passed, 200000u);
    EXPECT_GE(ended, 10000u);
    EXPECT_GE(open, 10000u);
    EXPECT_GE(before, 1000u);
    EXPECT_GE(beyond, 3000u);
}

#ifdef HULLBAKE_AVX

TEST(ListedBrushes, VectorsAnswerAsOneByOne) {
    if (!kHasAvx) GTEST_SKIP() << "this processor has no AVX";
    std::cout << "seed " << kSeed << '\n';
    Random random(kSeed);
    std::size_t met = 0, differing = 0;
    for (std::size_t i = 0; i < 100000; ++i) {
        const Vec3 around = randomPlace(random, i % 4 == 0 ? 200000 : 200);
        const std::vector<format::BrushRecord> brushes = randomBrushes(random, around);
        const std::vector<std::uint32_t> one = randomList(random, 1 + random.index(12), brushes.size());
        const std::vector<std::uint32_t> two = randomList(random, 1 + random.index(12), brushes.size());
        const Segment segment = randomWay(random, around, i);
        GridLine way;
        GridOpsScalar::lay(segment.start, segment.end, way);
        const Sweep plain = sweepAlong(clipLine({kPlayer, segment.start, segment.end}), way);
        const Sweep whole = sweepAlongWide(clipLineAvx({kPlayer, segment.start, segment.end}), way);
        const float until = i % 3 == 0 ? static_cast<float>(random.unit()) : 1;
        const unsigned expected = meetListed(brushes.data(), one.data(), plain, {0, until});
        differing += meetListedWide(brushes.data(), one.data(), whole, {0, until}) != expected;
        differing += meetBoth(brushes.data(), one.data(), two.data(), plain) !=
                     meetBothWide(brushes.data(), one.data(), two.data(), whole);
        met += (expected & (kListEnds - 1)) != 0;
    }
    EXPECT_EQ(differing, 0u);
    EXPECT_GE(met, 10000u);
}

#else

TEST(ListedBrushes, VectorsAnswerAsOneByOne) {
    GTEST_SKIP() << "no vectors of eight floats here";
}

#endif

}  // namespace
}  // namespace hullbake::test
