#include "formats/point_file.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cstdio>
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
    EXPECT_EQ(pointFileText(still), "1 1 1\n") << "editors need a direction from each point to the next";
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

/// Reads like TrenchBroom: numbers with any spacing, in threes, in single precision.
std::vector<std::array<float, 3>> readByNumbers(const std::string& text) {
    std::istringstream in(text);
    std::vector<std::array<float, 3>> points;
    for (std::string x, y, z; in >> x >> y >> z;) points.push_back({std::stof(x), std::stof(y), std::stof(z)});
    return points;
}

/// Reads like the Radiants: three numbers at the beginning of each line. A " - " would start another point.
std::vector<std::array<float, 3>> readByLines(const std::string& text) {
    std::vector<std::array<float, 3>> points;
    std::istringstream in(text);
    for (std::string line; std::getline(in, line);) {
        std::array<float, 3> p{};
        if (std::sscanf(line.c_str(), "%f %f %f", &p[0], &p[1], &p[2]) != 3) break;
        EXPECT_EQ(line.find(" - "), std::string::npos);
        points.push_back(p);
    }
    return points;
}

TEST(LineFile, HoldsTheCornersOnly) {
    const std::vector<Vec3> trail{{0, 0, 24}, {200, -0.5, 24}, {200, -900.25, 1e-7}};
    EXPECT_EQ(lineFileText(trail), "0 0 24\n200 -0.5 24\n200 -900.25 1e-07\n");
    EXPECT_EQ(lineFileText({}), "");
}

TEST(LineFile, NoTwoPointsAreTheSameFloat) {
    const std::vector<Vec3> trail{{100001, 0, 0}, {100001.0001, 0, 0}, {100001.0001, 0, 0}, {100008, 0, 0}};
    EXPECT_EQ(lineFileText(trail), "100001 0 0\n100008 0 0\n");
    EXPECT_EQ(pointFileText(trail), "100001 0 0\n100008 0 0\n");
}

TEST(LineFile, EditorsReadBothFiles) {
    constexpr std::uint32_t kSeed = 11;
    std::mt19937 random(kSeed);
    std::uniform_real_distribution<double> coordinate(-4000, 4000), small(-1e-5, 1e-5);
    std::size_t read = 0;
    for (int round = 0; round < 200; ++round) {
        std::vector<Vec3> trail(2 + random() % 9);
        for (Vec3& p : trail) {
            p = {coordinate(random), coordinate(random), coordinate(random)};
            if (random() % 4 == 0) p[static_cast<int>(random() % 3)] = small(random);
        }
        for (const std::string& text : {lineFileText(trail), pointFileText(trail)}) {
            const auto points = readByNumbers(text);
            EXPECT_EQ(points, readByLines(text)) << "seed " << kSeed;
            ASSERT_GE(points.size(), 2u);
            EXPECT_EQ(points.front()[0], static_cast<float>(trail.front().x));
            EXPECT_EQ(points.back()[2], static_cast<float>(trail.back().z));
            for (std::size_t i = 0; i + 1 < points.size(); ++i) EXPECT_NE(points[i], points[i + 1]);
            read += points.size();
        }
        EXPECT_EQ(readByNumbers(lineFileText(trail)).size(), trail.size());
    }
    EXPECT_GE(read, 20000u);
}

}  // namespace
}  // namespace hullbake
