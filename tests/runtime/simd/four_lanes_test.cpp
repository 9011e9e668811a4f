// Proves that four numbers in a vector and four in an array have the same bits after every operation, and that two
// boxes therefore have one contact whichever of them the processor has.
#include "simd/four_lanes.hpp"

#include <gtest/gtest.h>

#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <string>

#include "support/random.hpp"

namespace hullbake::test {
namespace {

using detail::FourScalar;

// What one operation makes of three rows: numbers, or the bits of a mask.
struct LaneResults {
    static constexpr int kRows = 21;
    double rows[kRows][4] = {};
    double most = 0;
    unsigned masks = 0;
};

template <class Four>
HULLBAKE_INLINE LaneResults tryAll(const double (&a)[4], const double (&b)[4], const double (&c)[4]) {
    const Four x = Four::load(a), y = Four::load(b), z = Four::load(c);
    LaneResults results;
    (x + y).store(results.rows[0]);
    (x - y).store(results.rows[1]);
    (x * y).store(results.rows[2]);
    (x / y).store(results.rows[3]);
    Four::most(x, y).store(results.rows[4]);
    Four::least(x, y).store(results.rows[5]);
    Four::absolute(x).store(results.rows[6]);
    Four::root(Four::absolute(x)).store(results.rows[7]);
    Four::where(x, y, z, x).store(results.rows[8]);
    Four::all(a[1]).store(results.rows[9]);
    Four::of(a[0], b[1], c[2]).store(results.rows[10]);
    Four::of(a[0], b[1], c[2], a[3]).store(results.rows[11]);
    Four::next(x).store(results.rows[12]);
    Four::after(x).store(results.rows[13]);
    const struct {
        Vec3 v;
        double behind;
    } followed{{a[0], b[1], c[2]}, a[3]};
    Vec3 three = followed.v;
    Four::three(three).store(results.rows[14]);
    Four::followed(followed.v).store(results.rows[15]);
    x.storeThree(three);
    for (int i = 0; i < 3; ++i) results.rows[16][i] = three[i];
    Four::withSigns(Four::absolute(x), y).store(results.rows[17]);
    Four columns[3];
    Four::turn({x, y, z}, columns);
    columns[0].store(results.rows[18]);
    columns[1].store(results.rows[19]);
    columns[2].store(results.rows[20]);
    // The fourth means nothing.
    for (int r = 14; r <= 20; ++r) results.rows[r][3] = 0;
    results.most = Four::mostOfThree(x);
    results.masks = Four::above(x, y) | Four::above(y, z) << 4 | Four::above(x, x) << 8;
    return results;
}

#ifdef HULLBAKE_AVX
HULLBAKE_BEGIN_AVX
HULLBAKE_NOINLINE LaneResults tryAllByAvx(const double (&a)[4], const double (&b)[4], const double (&c)[4]) {
    return tryAll<detail::FourAvx>(a, b, c);
}
HULLBAKE_END_TARGET

// The sign of a zero and the bits of NaN mean nothing.
bool areSameBits(double a, double b) {
    if (std::isnan(a) || std::isnan(b)) return std::isnan(a) && std::isnan(b);
    return std::bit_cast<std::uint64_t>(a + 0.0) == std::bit_cast<std::uint64_t>(b + 0.0);
}

double anyNumber(Random& random) {
    constexpr std::array<double, 12> kOdd{0.0,    -0.0,    1.0,      -1.0,  5e-324,    -5e-324,
                                          1e-310, 1.7e308, -1.7e308, 1e300, 0x1p-1022, 3.0};
    if (random.chance(0.2)) return kOdd[random.index(kOdd.size())];
    const double size = std::pow(10, random.chance(0.5) ? random.between(-3, 3) : random.between(-300, 300));
    return random.chance(0.5) ? size : -size;
}

TEST(FourLanes, VectorsAndArraysHaveTheSameBits) {
    if (!detail::kHasAvx) GTEST_SKIP() << "the processor has no AVX";
    const std::uint64_t seed = 20261127;
    Random random(seed);
    std::size_t equal = 0, finite = 0;
    for (int round = 0; round < 50000; ++round) {
        double a[4], b[4], c[4];
        for (int i = 0; i < 4; ++i) {
            a[i] = anyNumber(random);
            b[i] = random.chance(0.2) ? a[i] : anyNumber(random);
            c[i] = anyNumber(random);
            equal += a[i] == b[i];
        }
        const LaneResults one = tryAll<FourScalar>(a, b, c), two = tryAllByAvx(a, b, c);
        for (int r = 0; r < LaneResults::kRows; ++r)
            for (int i = 0; i < 4; ++i) {
                ASSERT_TRUE(areSameBits(one.rows[r][i], two.rows[r][i]))
                    << "seed " << seed << ", round " << round << ", operation " << r << ", lane " << i << ": "
                    << std::hexfloat << one.rows[r][i] << " and " << two.rows[r][i];
                finite += std::isfinite(one.rows[r][i]);
            }
        ASSERT_TRUE(areSameBits(one.most, two.most)) << "seed " << seed << ", round " << round;
        ASSERT_EQ(one.masks, two.masks) << "seed " << seed << ", round " << round;
    }
    EXPECT_GE(equal, 10000u);
    EXPECT_GE(finite, 1000000u);
}
#endif

TEST(FourLanes, LanesGoRound) {
    const double row[4] = {1, 2, 3, 4};
    double next[4], after[4], turned[4];
    const FourScalar rows[3] = {{{1, 2, 3, 0}}, {{4, 5, 6, 0}}, {{7, 8, 9, 0}}};
    FourScalar columns[3];
    FourScalar::turn(rows, columns);
    for (int i = 0; i < 3; ++i) {
        columns[i].store(turned);
        for (int k = 0; k < 3; ++k) EXPECT_EQ(turned[k], 1 + i + 3 * k);
    }
    FourScalar::next(FourScalar::load(row)).store(next);
    FourScalar::after(FourScalar::load(row)).store(after);
    const double wantedNext[3] = {2, 3, 1}, wantedAfter[3] = {3, 1, 2};
    for (int i = 0; i < 3; ++i) {
        EXPECT_EQ(next[i], wantedNext[i]);
        EXPECT_EQ(after[i], wantedAfter[i]);
    }
    EXPECT_EQ(FourScalar::mostOfThree(FourScalar::load(row)), 3) << "the fourth does not count";
}

}  // namespace
}  // namespace hullbake::test
