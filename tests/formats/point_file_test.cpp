#include "formats/point_file.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <random>
#include <sstream>
#include <vector>

namespace hullbake {
namespace {

std::vector<Vec3> pointsOf(const std::string& text) {
    std::vector<Vec3> points;
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);) {
        char* end = line.data();
        Vec3 p;
        for (int axis = 0; axis < 3; ++axis) p[axis] = std::strtod(end, &end);
        EXPECT_EQ(*end, '\0') << line;
        points.push_back(p);
    }
    return points;
}

TEST(PointFile, PrintsOnePointALine) {
    const std::vector<Vec3> trail{{0, 0, 0}, {1, -2.5, 0.1}, {8, -0.0, 1e-7}};
    EXPECT_EQ(pointFileText(trail), "0 0 0\n1 -2.5 0.1\n8 0 1e-07\n");
    EXPECT_EQ(pointFileText({}), "");
    EXPECT_EQ(pointFileText(std::vector<Vec3>{{1, 2, 3}}), "1 2 3\n");
}

TEST(PointFile, LongStepsGetPointsBetween) {
    const std::vector<Vec3> trail{{0, 0, 0}, {64, 0, 0}};
    EXPECT_EQ(pointFileText(trail), "0 0 0\n16 0 0\n32 0 0\n48 0 0\n64 0 0\n");
    EXPECT_EQ(pointFileText(trail, 64), "0 0 0\n64 0 0\n") << "not longer than the spacing";
    EXPECT_EQ(pointFileText(trail, 63.9), "0 0 0\n32 0 0\n64 0 0\n") << "equal parts";
    const std::vector<Vec3> still{{1, 1, 1}, {1, 1, 1}};
    EXPECT_EQ(pointFileText(still), "1 1 1\n1 1 1\n");
}

TEST(PointFile, NumbersReadBackAndStepsStayShort) {
    constexpr std::uint32_t kSeed = 5;
    constexpr double kSpacing = 24;
    std::mt19937 random(kSeed);
    std::uniform_real_distribution<double> coordinate(-300, 300);
    std::size_t between = 0;
    for (int round = 0; round < 200; ++round) {
        std::vector<Vec3> trail(2 + random() % 5);
        for (Vec3& p : trail) p = {coordinate(random), coordinate(random), coordinate(random)};
        const std::vector<Vec3> points = pointsOf(pointFileText(trail, kSpacing));
        std::size_t next = 0;
        for (std::size_t i = 0; i < points.size(); ++i) {
            if (next < trail.size() && points[i] == trail[next]) ++next;
            if (i > 0) {
                ASSERT_LE(length(points[i] - points[i - 1]), kSpacing * (1 + 1e-12)) << "seed " << kSeed;
            }
        }
        ASSERT_EQ(next, trail.size()) << "every point of the trail comes, in order, bit for bit; seed " << kSeed;
        between += points.size() - trail.size();
    }
    EXPECT_GE(between, 5000u);
}

TEST(PointFile, OddSpacingsAddNothing) {
    const std::vector<Vec3> trail{{0, 0, 0}, {64, 0, 0}};
    const double nan = std::numeric_limits<double>::quiet_NaN(), inf = std::numeric_limits<double>::infinity();
    for (const double spacing : {0.0, -1.0, nan, inf, -inf})
        EXPECT_EQ(pointFileText(trail, spacing), "0 0 0\n64 0 0\n");
    EXPECT_EQ(pointsOf(pointFileText(trail, 1e-300)).size(), 65537u) << "bounded";
    const std::vector<Vec3> endless{{0, 0, 0}, {inf, 0, 0}, {nan, 0, 0}, {0, 0, 0}};
    EXPECT_EQ(pointFileText(endless), "0 0 0\ninf 0 0\nnan 0 0\n0 0 0\n");
}

}  // namespace
}  // namespace hullbake
