// Sine and cosine: against long doubles, and pinned bits that hold on every platform.
#include "shapes/sine_cosine.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace hullbake::test {
namespace {

TEST(SineCosine, WithinAUnitInTheLastPlace) {
    long double worst = 0;
    constexpr int kSteps = 500000;
    for (int i = -kSteps; i <= kSteps; ++i) {
        const double x = i * (0.78539816339744830962 / kSteps);
        const auto [s, c] = detail::ofSmallAngle(x);
        const double unit = std::nextafter(std::fabs(s), 1.0) - std::fabs(s);
        worst = std::max(worst, std::fabs(s - std::sin(static_cast<long double>(x))) / unit);
        worst = std::max(worst, std::fabs(c - std::cos(static_cast<long double>(x))) / 0x1p-53L);
    }
    EXPECT_LT(worst, 1);
    EXPECT_GT(worst, 0.1L);  // the comparison sees the rounding
}

TEST(SineCosine, PinnedBits) {
    const double pinned[][3] = {
        {30.0, 0x1.fffffffffffffp-2, 0x1.bb67ae8584cabp-1},      {45.0, 0x1.6a09e667f3bcdp-1, 0x1.6a09e667f3bccp-1},
        {1.0, 0x1.1df0b2b89dd1ep-6, 0x1.ffec097f5af8ap-1},       {77.5, 0x1.f3dd11fb974b6p-1, 0x1.bb44b13b62571p-3},
        {-123.25, -0x1.ac2db2f2ed685p-1, -0x1.18b9e3e2d0003p-1}, {1e9, -0x1.f838b8c811c17p-1, 0x1.63a1a7e0b7389p-3},
        {0.1, 0x1.c98701025eb1fp-10, 0x1.ffffcce4c8e64p-1}};
    for (const auto& [degrees, sine, cosine] : pinned) {
        EXPECT_EQ(detail::ofDegrees(degrees).sine, sine) << degrees;
        EXPECT_EQ(detail::ofDegrees(degrees).cosine, cosine) << degrees;
    }
}

TEST(SineCosine, ExactAtQuarters) {
    for (int turns = -3; turns <= 3; ++turns) {
        const double base = 360.0 * turns;
        EXPECT_EQ(detail::ofDegrees(base).sine, 0);
        EXPECT_EQ(detail::ofDegrees(base).cosine, 1);
        EXPECT_EQ(detail::ofDegrees(base + 90).sine, 1);
        EXPECT_EQ(detail::ofDegrees(base + 90).cosine, 0);
        EXPECT_EQ(detail::ofDegrees(base + 180).cosine, -1);
        EXPECT_EQ(detail::ofDegrees(base + 270).sine, -1);
    }
    EXPECT_TRUE(std::isnan(detail::ofDegrees(std::numeric_limits<double>::infinity()).sine));
    EXPECT_TRUE(std::isnan(detail::ofDegrees(std::nan("")).cosine));
}

}  // namespace
}  // namespace hullbake::test
