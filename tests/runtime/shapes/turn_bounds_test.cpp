// The box around a turn holds the body at every moment, is no larger than that takes, and so loses no pair.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "hullbake/contact.hpp"
#include "support/random.hpp"
#include "support/test_size.hpp"

namespace hullbake::test {
namespace {

struct AnyTurn {
    Box box;
    Vec3 pivot, axis, way;
    double degrees = 0;

    Box bounds() const { return boundsOfTurn(box, pivot, axis, degrees, way); }
    // By Rodrigues' formula, with the functions of the C library.
    Vec3 placed(const Vec3& p, double part) const {
        const double angle = degrees * part * 3.14159265358979324 / 180;
        const Vec3 u = axis * (1 / length(axis)), q = p - pivot, along = u * dot(u, q), out = q - along;
        return pivot + along + out * std::cos(angle) + cross(u, out) * std::sin(angle) + way * part;
    }
    double reach() const { return length(box.mins - pivot) + length(box.maxs - pivot); }
};

AnyTurn randomTurn(Random& random) {
    AnyTurn turn;
    const Vec3 middle = random.pointIn({{-100, -100, -100}, {100, 100, 100}});
    const Vec3 half = random.pointIn({{0, 0, 0}, {30, 30, 30}});
    turn.box = {middle - half, middle + half};
    turn.pivot = random.chance(0.3) ? middle : random.pointIn({{-200, -200, -200}, {200, 200, 200}});
    turn.axis = random.chance(0.5) ? Vec3{0, 0, random.chance(0.5) ? 1.0 : -1.0} : random.direction() * 3;
    turn.degrees = random.chance(0.3) ? 90.0 * random.whole(-5, 5) : random.between(-500, 500);
    if (random.chance(0.3)) turn.way = random.pointIn({{-50, -50, -50}, {50, 50, 50}});
    return turn;
}

TEST(TurnBounds, HoldTheBodyAtAThousandMomentsAndHardlyMore) {
    constexpr std::uint64_t kSeed = 3405;
    constexpr int kMoments = 1000;
    Random random(kSeed);
    std::size_t small = 0, large = 0, whole = 0;
    for (int round = 0; round < sized<int>(300, 20000); ++round) {
        const AnyTurn turn = randomTurn(random);
        SCOPED_TRACE(testing::Message() << "seed " << kSeed << ", round " << round << ", degrees " << turn.degrees);
        const Box found = turn.bounds();
        Box seen{turn.placed(turn.box.mins, 0), turn.placed(turn.box.mins, 0)};
        for (int i = 0; i < 8; ++i) {
            const Vec3 corner{i & 1 ? turn.box.maxs.x : turn.box.mins.x, i & 2 ? turn.box.maxs.y : turn.box.mins.y,
                              i & 4 ? turn.box.maxs.z : turn.box.mins.z};
            for (int k = 0; k <= kMoments; ++k) {
                const Vec3 p = turn.placed(corner, k / double{kMoments});
                for (int a = 0; a < 3; ++a) {
                    seen.mins[a] = std::min(seen.mins[a], p[a]);
                    seen.maxs[a] = std::max(seen.maxs[a], p[a]);
                }
            }
        }
        // Between two moments the arc stands out by the height of its bow. With a way the box is that of both sums.
        const double step = std::min(std::fabs(turn.degrees), 720.0) * 3.1416 / 180 / kMoments;
        const double bow = turn.reach() * step * step / 8 + 1e-9;
        for (int a = 0; a < 3; ++a) {
            ASSERT_LE(found.mins[a], seen.mins[a] + 1e-10);
            ASSERT_GE(found.maxs[a], seen.maxs[a] - 1e-10);
            if (turn.way != Vec3{}) continue;
            ASSERT_GE(found.mins[a], seen.mins[a] - bow);
            ASSERT_LE(found.maxs[a], seen.maxs[a] + bow);
        }
        small += std::fabs(turn.degrees) < 90;
        large += std::fabs(turn.degrees) > 180 && std::fabs(turn.degrees) < 360;
        whole += std::fabs(turn.degrees) >= 360;
    }
    EXPECT_GE(small, 30u);
    EXPECT_GE(large, 30u);
    EXPECT_GE(whole, 30u);
}

TEST(TurnBounds, OfNoTurnAreTheBoxAndOfAWholeTurnTheCircle) {
    const Box box{{1, 2, 3}, {4, 6, 8}};
    const Box still = boundsOfTurn(box, {10, 20, 30}, {0, 0, 1}, 0),
              moved = boundsOfTurn(box, {}, {0, 1, 0}, 0, {5, 0, -1});
    for (int a = 0; a < 3; ++a) {
        EXPECT_NEAR(still.mins[a], box.mins[a], 1e-12);
        EXPECT_NEAR(still.maxs[a], box.maxs[a], 1e-12);
    }
    EXPECT_NEAR(moved.maxs.x, 9, 1e-12);
    EXPECT_NEAR(moved.mins.z, 2, 1e-12);
    const Box round = boundsOfTurn({{3, 4, 0}, {3, 4, 1}}, {}, {0, 0, 7}, -1e9);
    EXPECT_NEAR(round.mins.x, -5, 1e-12);
    EXPECT_NEAR(round.maxs.y, 5, 1e-12);
    EXPECT_NEAR(round.maxs.z, 1, 1e-12);
    const Box quarter = boundsOfTurn({{1, 0, 0}, {1, 0, 0}}, {}, {0, 0, 1}, 90);
    EXPECT_NEAR(quarter.mins.x, 0, 1e-12);
    EXPECT_NEAR(quarter.mins.y, 0, 1e-12) << "counter-clockwise from above";
    EXPECT_NEAR(quarter.maxs.y, 1, 1e-12);
}

TEST(TurnBounds, BadInputIsNotANumber) {
    const Box box{{0, 0, 0}, {1, 1, 1}};
    const double inf = std::numeric_limits<double>::infinity();
    for (const Box& bad :
         {boundsOfTurn(box, {}, {0, 0, 0}, 90), boundsOfTurn(box, {inf, 0, 0}, {0, 0, 1}, 90),
          boundsOfTurn(box, {}, {0, 0, 1}, inf), boundsOfTurn(box, {}, {0, inf, 1}, 1),
          boundsOfTurn({{0, 0, 0}, {1, 1, inf}}, {}, {0, 0, 1}, 1), boundsOfTurn(box, {}, {0, 0, 1}, 1, {0, -inf, 0})})
        for (int a = 0; a < 3; ++a) EXPECT_TRUE(std::isnan(bad.mins[a]) && std::isnan(bad.maxs[a]));
    for (const double size : {1e-300, 1e300}) EXPECT_NEAR(boundsOfTurn(box, {}, {0, 0, size}, 90).mins.x, -1, 1e-12);
}

// Brute force: whatever two bodies overlap at one of 100 moments are a pair.
TEST(TurnBounds, NoPairOfTurningBodiesIsLost) {
    Random random(3406);
    std::size_t met = 0;
    for (int round = 0; round < sized<int>(20, 500); ++round) {
        constexpr std::size_t kBodies = 12;
        std::vector<AnyTurn> turns;
        std::vector<SweptBounds> boxes;
        for (std::size_t i = 0; i < kBodies; ++i) {
            turns.push_back(randomTurn(random));
            turns.back().axis = {0, 0, 1};
            const Box bounds = turns.back().bounds();
            boxes.push_back({bounds.mins, bounds.maxs});
        }
        std::vector<std::uint32_t> scratch(kBodies);
        std::vector<BodyPair> pairs(kBodies * kBodies);
        pairs.resize(sweptPairs(boxes, scratch, pairs).count);
        for (std::uint32_t i = 0; i < kBodies; ++i)
            for (std::uint32_t k = i + 1; k < kBodies; ++k)
                for (int moment = 0; moment <= 100; ++moment) {
                    const auto bodyOf = [&](const AnyTurn& turn, Vec3& origin) {
                        const Vec3 middle = (turn.box.mins + turn.box.maxs) * 0.5, half = turn.box.maxs - middle;
                        origin = turn.placed(middle, moment / 100.0);
                        return Shape::box({-half, half}).turned({0, turn.degrees * moment / 100.0, 0});
                    };
                    Vec3 first, second;
                    const Shape one = bodyOf(turns[i], first), two = bodyOf(turns[k], second);
                    if (!overlaps(one, first, two, second)) continue;
                    ++met;
                    ASSERT_NE(std::find(pairs.begin(), pairs.end(), BodyPair{i, k}), pairs.end());
                    break;
                }
    }
    EXPECT_GE(met, 50u);
}

}  // namespace
}  // namespace hullbake::test
