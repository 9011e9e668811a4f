// Proves that the strip behind a line has the line as its front, no gap at the joints, and nothing in front of the
// line.
#include "formats/line_strips.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "support/random.hpp"
#include "support/test_size.hpp"

namespace hullbake {
namespace {

using test::Random;
using Line = std::vector<FlatPoint>;

struct Place {
    double x = 0, y = 0;
};

// Steps of the lattice to the left of a side: positive is inside.
double insideOf(const StripSide& side, const Place& p) {
    const double x = static_cast<double>(side.to[0] - side.from[0]), y = static_cast<double>(side.to[1] - side.from[1]);
    const double turn = x * (p.y - static_cast<double>(side.from[1])) - y * (p.x - static_cast<double>(side.from[0]));
    return turn / std::sqrt(x * x + y * y);
}
double insideOf(const LineStrip& strip, const Place& p) {
    double least = std::numeric_limits<double>::infinity();
    for (const StripSide& side : strip.sides) least = std::min(least, insideOf(side, p));
    return least;
}
double insideOf(const std::vector<LineStrip>& strips, const Place& p) {
    double most = -std::numeric_limits<double>::infinity();
    for (const LineStrip& strip : strips) most = std::max(most, insideOf(strip, p));
    return most;
}

double distanceTo(const Line& line, const Place& p) {
    double least = std::numeric_limits<double>::infinity();
    for (std::size_t i = 0; i + 1 < line.size(); ++i) {
        const double ax = static_cast<double>(line[i][0]), ay = static_cast<double>(line[i][1]);
        const double x = static_cast<double>(line[i + 1][0]) - ax, y = static_cast<double>(line[i + 1][1]) - ay;
        const double share = std::clamp(((p.x - ax) * x + (p.y - ay) * y) / (x * x + y * y), 0.0, 1.0);
        const double dx = p.x - ax - share * x, dy = p.y - ay - share * y;
        least = std::min(least, std::sqrt(dx * dx + dy * dy));
    }
    return least;
}

// Returns the corners of a piece: a large square, cut by each side. Requires that each side leaves an edge.
std::vector<Place> cornersOf(const LineStrip& strip) {
    std::vector<Place> ring{{-1e8, -1e8}, {1e8, -1e8}, {1e8, 1e8}, {-1e8, 1e8}};
    for (const StripSide& side : strip.sides) {
        std::vector<Place> cut;
        for (std::size_t i = 0; i < ring.size(); ++i) {
            const Place &a = ring[i], &b = ring[(i + 1) % ring.size()];
            const double inA = insideOf(side, a), inB = insideOf(side, b);
            if (inA >= 0) cut.push_back(a);
            if ((inA < 0) == (inB < 0)) continue;
            const double share = inA / (inA - inB);
            cut.push_back({a.x + (b.x - a.x) * share, a.y + (b.y - a.y) * share});
        }
        ring = std::move(cut);
    }
    for (const StripSide& side : strip.sides) {
        double low = std::numeric_limits<double>::infinity(), high = -low;
        for (const Place& p : ring) {
            if (std::fabs(insideOf(side, p)) > 0.01) continue;
            const double x = static_cast<double>(side.to[0] - side.from[0]);
            const double y = static_cast<double>(side.to[1] - side.from[1]);
            const double along = (x * p.x + y * p.y) / std::sqrt(x * x + y * y);
            low = std::min(low, along);
            high = std::max(high, along);
        }
        EXPECT_GT(high, low) << "a side that only touches";
    }
    return ring;
}

// Whether the line comes into a piece by more than a hundredth of a step.
bool comesInto(const Line& line, const LineStrip& strip) {
    for (std::size_t i = 0; i + 1 < line.size(); ++i) {
        const Place a{static_cast<double>(line[i][0]), static_cast<double>(line[i][1])};
        const Place b{static_cast<double>(line[i + 1][0]), static_cast<double>(line[i + 1][1])};
        double low = 0, high = 1;
        for (const StripSide& side : strip.sides) {
            const double inA = insideOf(side, a) - 0.01, inB = insideOf(side, b) - 0.01;
            if (inA <= 0 && inB <= 0) high = -1;
            if (inA < 0 && inB > 0) low = std::max(low, inA / (inA - inB));
            if (inA > 0 && inB < 0) high = std::min(high, inA / (inA - inB));
        }
        if (low < high) return true;
    }
    return false;
}

std::string faultOf(const Line& line, double thickness = 64) {
    const auto made = lineStrips(line, thickness);
    const auto* const fault = std::get_if<std::string>(&made);
    return fault != nullptr ? *fault : "";
}

std::vector<LineStrip> stripsOf(const Line& line, double thickness = 64) {
    const auto made = lineStrips(line, thickness);
    const auto* const strips = std::get_if<std::vector<LineStrip>>(&made);
    EXPECT_NE(strips, nullptr) << std::get<std::string>(made);
    return strips != nullptr ? *strips : std::vector<LineStrip>{};
}

TEST(LineStrips, KnownShapes) {
    // Solid is below a line from left to right.
    const std::vector<LineStrip> one = stripsOf({{0, 0}, {640, 0}});
    ASSERT_EQ(one.size(), 1u);
    EXPECT_EQ(cornersOf(one[0]).size(), 4u);
    EXPECT_NEAR(insideOf(one, {320, -32}), 32, 1e-9);
    EXPECT_NEAR(insideOf(one, {320, -64}), 0, 1e-9);
    EXPECT_NEAR(insideOf(one, {0, -32}), 0, 1e-9);
    EXPECT_NEAR(insideOf(one, {320, 0}), 0, 1e-9);
    EXPECT_EQ(stripsOf({{0, 0}, {64, 0}, {128, 0}, {640, 0}}).size(), 1u) << "a straight line is one piece";
    // A valley and a hill of a right angle share the half of the angle.
    for (const std::int64_t up : {640, -640}) {
        const std::vector<LineStrip> two = stripsOf({{0, 0}, {640, 0}, {640, up}});
        ASSERT_EQ(two.size(), 2u);
        const double side = up > 0 ? 1 : -1;
        EXPECT_NEAR(insideOf(two, {640 + side * 32, -32}), 0, 0.01);
        EXPECT_NEAR(insideOf(two[0], {640 + side * 31, -31.5}), side * 0.354, 0.01);
    }
    // The tip of a sharp hill is a triangle; a closed line has a joint where it begins.
    EXPECT_EQ(stripsOf({{0, 0}, {64, 640}, {128, 0}}).size(), 2u);
    const std::vector<LineStrip> square = stripsOf({{0, 0}, {0, 640}, {640, 640}, {640, 0}, {0, 0}});
    ASSERT_EQ(square.size(), 4u);
    for (const LineStrip& strip : square) EXPECT_EQ(cornersOf(strip).size(), 4u);
    EXPECT_NEAR(insideOf(square, {32, 32}), 0, 0.01);
    EXPECT_LT(insideOf(square, {320, 320}), -200);
    // The ends of the joints meet in the middle before the strip is as deep as it may be.
    EXPECT_EQ(stripsOf({{0, 0}, {0, 64}, {64, 64}, {64, 0}, {0, 0}}, 640).size(), 4u);
    // A ledge that is thinner than the strip: its pieces end at its lower side.
    const std::vector<LineStrip> ledge = stripsOf({{0, 0}, {640, 0}, {640, -20}, {0, -20}});
    ASSERT_EQ(ledge.size(), 3u);
    EXPECT_LT(insideOf(ledge, {320, -21}), 0);
    EXPECT_GT(insideOf(ledge, {320, -10}), 0);
    // Behind a sharp valley the corner is cut off.
    const std::vector<LineStrip> valley = stripsOf({{-64, 6400}, {0, 0}, {64, 6400}});
    ASSERT_EQ(valley.size(), 2u);
    EXPECT_NEAR(insideOf(valley, {0, -96}), 0, 0.01);
    EXPECT_LT(insideOf(valley, {0, -97}), -0.9);
}

TEST(LineStrips, BadLines) {
    EXPECT_EQ(faultOf({{0, 0}, {64, 64}, {64, 0}, {0, 64}}), "the line crosses or touches itself");
    EXPECT_EQ(faultOf({{0, 0}, {64, 0}, {64, 64}, {32, 0}}), "the line crosses or touches itself");
    EXPECT_EQ(faultOf({{0, 0}, {64, 0}, {64, 64}, {0, 0}, {-64, 9}}), "the line crosses or touches itself");
    EXPECT_EQ(faultOf({{0, 0}, {64, 0}, {0, 0}}), "the line turns back on itself");
    EXPECT_EQ(faultOf({{0, 0}, {64, 0}, {32, 0}}), "the line turns back on itself");
    EXPECT_EQ(faultOf({{0, 0}, {64, 0}, {32, 0}, {32, 32}}), "the line turns back on itself");
    EXPECT_EQ(faultOf({{0, 0}, {1 << 24, 0}, {0, 1}}), "the line turns back on itself") << "a needle";
    EXPECT_EQ(faultOf({{0, 0}, {640, 0}, {640, -2}, {0, -2}}), "the line comes within 3/64 unit of itself");
    EXPECT_EQ(faultOf({{0, 0}, {640, 0}, {640, 3}, {0, 3}}), "") << "in front of it there may be little room";
}

// Random walks: hills, cliffs, overhangs, spikes and loops that come near themselves.
TEST(LineStrips, FillTheBackOfTheLineAlone) {
    constexpr std::uint64_t kSeed = 20261128;
    Random random(kSeed);
    std::size_t lines = 0, refused = 0, behind = 0, joints = 0, front = 0, thin = 0, closed = 0;
    for (int round = 0; round < test::sized(1500, 60000); ++round) {
        Line line{{0, 0}};
        const double most = random.chance(0.5) ? 1.2 : 3, thickness = std::floor(random.between(1, 1024));
        double turn = random.between(-3, 3);
        for (int i = random.whole(1, 14); i > 0; --i) {
            const double step = random.between(2, random.chance(0.3) ? 60 : 3000);
            const FlatPoint& last = line.back();
            const FlatPoint next{last[0] + std::llround(step * std::cos(turn)),
                                 last[1] + std::llround(step * std::sin(turn))};
            if (next != last) line.push_back(next);
            turn += random.between(-most, most);
        }
        if (line.size() > 3 && random.chance(0.3)) line.push_back(line.front());
        if (line.size() < 2) continue;
        const auto made = lineStrips(line, thickness);
        const auto* const strips = std::get_if<std::vector<LineStrip>>(&made);
        if (strips == nullptr) {
            ++refused;
            continue;
        }
        ++lines;
        closed += line.front() == line.back() ? 1 : 0;
        const std::string where = "seed " + std::to_string(kSeed) + ", round " + std::to_string(round);
        double shallowest = thickness;
        for (const LineStrip& strip : *strips) {
            ASSERT_FALSE(comesInto(line, strip)) << where;
            const std::vector<Place> corners = cornersOf(strip);
            ASSERT_GE(corners.size(), 3u) << where;
            double depth = 0;
            for (const Place& p : corners) {
                ASSERT_LE(distanceTo(line, p), 1.81 * 1.01 * thickness + 2) << where;
                depth = std::max(depth, insideOf(strip.sides[0], p));
            }
            shallowest = std::min(shallowest, depth);
        }
        thin += shallowest < thickness / 2 ? 1 : 0;
        for (int probe = 0; probe < 60; ++probe) {
            const auto i = static_cast<std::size_t>(random.whole(0, static_cast<int>(line.size()) - 2));
            const double x = static_cast<double>(line[i + 1][0] - line[i][0]);
            const double y = static_cast<double>(line[i + 1][1] - line[i][1]), size = std::sqrt(x * x + y * y);
            // Just behind and just in front of the line, often beside a joint.
            const double share = random.chance(0.5) ? random.between(0, 1) : random.chance(0.5) ? 1e-4 : 1 - 1e-4;
            const double off = size * std::min(1e-6, 1e-4 / size);
            const Place on{static_cast<double>(line[i][0]) + x * share, static_cast<double>(line[i][1]) + y * share};
            const Place below{on.x + y / size * off, on.y - x / size * off};
            const Place above{on.x - y / size * off, on.y + x / size * off};
            // Within a needle's tip both are beyond its other side.
            double other = thickness;
            for (std::size_t k = 0; k + 1 < line.size(); ++k)
                if (k != i) other = std::min(other, distanceTo({line[k], line[k + 1]}, on));
            if (other < 3 * off) continue;
            ASSERT_GE(insideOf(*strips, below), -1e-7) << where;
            ASSERT_LT(insideOf(*strips, above), 1e-7) << where;
            ++front;
            ++(share == 1e-4 || share == 1 - 1e-4 ? joints : behind);
        }
    }
    EXPECT_GE(lines, test::sized<std::size_t>(500, 20000));
    EXPECT_GE(refused, test::sized<std::size_t>(100, 4000));
    EXPECT_GE(closed, test::sized<std::size_t>(20, 800));
    EXPECT_GE(thin, test::sized<std::size_t>(50, 2000));
    EXPECT_GE(behind, 10000u);
    EXPECT_GE(joints, 10000u);
    EXPECT_GE(front, 20000u);
}

}  // namespace
}  // namespace hullbake
