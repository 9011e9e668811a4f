// Proves that the baseline is fair: right wherever the method itself is, and as deep as our tree.
#include "tests/bench/classic_check.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <iostream>

#include "tests/bench/levels.hpp"
#include "tests/bench/trace_sets.hpp"

namespace hullbake::bench {
namespace {

const Level& demo() {
    static const std::unique_ptr<Level> level = loadLevel(*findMap("demo"));
    return *level;
}

template <class Real>
class BenchClassicCheck : public testing::Test {
  protected:
    ClassicCheck<Real> check{demo().map, demo().player};
};
using Reals = testing::Types<float, double>;
TYPED_TEST_SUITE(BenchClassicCheck, Reals);

// docs/trace_contract.md and the head of demo.map give the height: for the player's origin the floor is at 24.
TYPED_TEST(BenchClassicCheck, StopsAThirtySecondAboveTheFloor) {
    const auto answer = this->check.trace({0, -192, 96}, {0, -192, -160});
    EXPECT_NEAR(static_cast<double>(answer.fraction), (96 - 24 - kClassicSkin) / 256, 1e-6);
    EXPECT_NEAR(static_cast<double>(answer.endpos.v[2]), 24 + kClassicSkin, 1e-4);
    EXPECT_GE(answer.plane, 0);
    EXPECT_FALSE(answer.flipped);
    EXPECT_FALSE(answer.startsolid);
    EXPECT_FALSE(answer.allsolid);
}

TYPED_TEST(BenchClassicCheck, PassesWhereNothingIs) {
    const auto answer = this->check.trace({0, -192, 96}, {0, -192, 64});
    EXPECT_EQ(answer.fraction, 1);
    EXPECT_EQ(answer.endpos.v[2], 64);
    EXPECT_EQ(answer.plane, -1);
    EXPECT_FALSE(answer.startsolid);
}

TYPED_TEST(BenchClassicCheck, TellsStartsInSolid) {
    const auto stuck = this->check.trace({0, -192, 10}, {0, -192, 8});
    EXPECT_TRUE(stuck.startsolid);
    EXPECT_TRUE(stuck.allsolid);
    const auto leaving = this->check.trace({0, -192, 10}, {0, -192, 60});
    EXPECT_TRUE(leaving.startsolid);
    EXPECT_FALSE(leaving.allsolid);
}

TYPED_TEST(BenchClassicCheck, AgreesWithOursWhereTheMethodIsSound) {
    constexpr std::uint64_t kSeed = 11;
    constexpr std::size_t kCount = 4000;
    std::cout << "seed " << kSeed << '\n';
    std::size_t same = 0, hits = 0, misses = 0;
    for (const Segment& input : makeTraces(demo().map, demo().player, SetKind::Medium, kCount, kSeed)) {
        const Trace ours = demo().map.trace({.hull = demo().player}, input.start, input.end);
        const auto classic = this->check.trace(input.start, input.end);
        const bool hit = classic.fraction < 1;
        const double apart =
            std::fabs(static_cast<double>(classic.fraction) - ours.fraction) * length(input.end - input.start);
        same += hit == ours.hit && apart < 0.25 ? 1u : 0u;
        (ours.hit ? hits : misses) += 1;
    }
    EXPECT_GE(hits, kCount / 2);
    EXPECT_GE(misses, 50u);
    EXPECT_GE(same, kCount * 99 / 100);
}

TYPED_TEST(BenchClassicCheck, WalksTheSameTree) {
    std::size_t nodes = 0;
    std::vector<format::ChildRef> open{demo().map.tables().roots[demo().player.value].blocking};
    while (!open.empty()) {
        const format::ChildRef child = open.back();
        open.pop_back();
        if (format::isLeaf(child)) continue;
        ++nodes;
        open.push_back(demo().map.tables().nodes[child].front());
        open.push_back(demo().map.tables().nodes[child].back);
    }
    EXPECT_GE(nodes, 500u);
    EXPECT_EQ(this->check.nodeCount(), nodes);
}

TYPED_TEST(BenchClassicCheck, CountingChangesNothing) {
    for (const Segment& input : makeTraces(demo().map, demo().player, SetKind::Long, 500, 3)) {
        NodeCount count;
        const auto plain = this->check.trace(input.start, input.end);
        const auto counted = this->check.trace(input.start, input.end, count);
        EXPECT_EQ(plain.fraction, counted.fraction);
        EXPECT_GE(count.nodes, 1u);
    }
}

}  // namespace
}  // namespace hullbake::bench
