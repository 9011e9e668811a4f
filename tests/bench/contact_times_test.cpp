// Proves what the measurements of contacts rest on: the pairs, the truth of each, and the judgement.
#include "tests/bench/contact_times.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace hullbake::bench {
namespace {

constexpr std::uint64_t kSeed = 11;

TEST(BenchPairs, HalfOfThemOverlapAndTheSameSeedMakesTheSame) {
    for (const PairKind kind : kPairKinds) {
        const PairSet set = makePairs(kind, false, 200, kSeed), again = makePairs(kind, false, 200, kSeed);
        ASSERT_EQ(set.pairs.size(), 200u);
        EXPECT_EQ(set.seriesCount, 200u);
        std::size_t over = 0;
        for (std::size_t i = 0; i < set.pairs.size(); ++i) {
            const PlacedPair& pair = set.pairs[i];
            EXPECT_EQ(pair.originB, again.pairs[i].originB);
            const BodyContact found = contact(pair.a, pair.originA, pair.b, pair.originB);
            ASSERT_FALSE(found.invalid) << set.name;
            over += found.overlaps;
        }
        EXPECT_GE(over, 60u) << set.name;
        EXPECT_LE(over, 140u) << set.name;
    }
}

TEST(BenchPairs, WarmOnesAreSeriesOfSmallSteps) {
    const PairSet set = makePairs(PairKind::BoxBox, true, 320, kSeed);
    EXPECT_EQ(set.seriesCount, 10u);
    for (std::size_t i = 1; i < set.pairs.size(); ++i) {
        const PlacedPair &before = set.pairs[i - 1], &pair = set.pairs[i];
        if (before.series != pair.series) continue;
        EXPECT_EQ(before.a.half, pair.a.half);
        EXPECT_GT(length(pair.originB - before.originB), 0);
        EXPECT_LT(length(pair.originB - before.originB), 0.5);
        EXPECT_GT(dot(before.a.axes[0], pair.a.axes[0]), 0.99);
    }
}

TEST(BenchPairs, TheTruthIsThatOfPlainCases) {
    const Shape cube = Shape::box({{-1, -1, -1}, {1, 1, 1}});
    EXPECT_NEAR((truthOf({cube, cube, {}, {1.5, 0, 0}}).distance), -0.5, 1e-15);
    EXPECT_NEAR((truthOf({cube, cube, {}, {5, 6, 1}}).distance), 5, 1e-15);
    EXPECT_NEAR((truthOf({Shape::ball(1), cube, {}, {0, 0, 3}}).distance), 1, 1e-15);
    const PairTruth cylinder = truthOf({Shape::cylinder(4, 1), cube, {}, {6, 0, 0}});
    EXPECT_LE(cylinder.distance - cylinder.margin, 1 + 1e-12);
    EXPECT_GE(cylinder.distance, 1 - 1e-12);
    EXPECT_GT(cylinder.margin, 0);
    EXPECT_LT(cylinder.margin, 0.01);
}

TEST(BenchPairs, OverlapsAndDepthsAreJudged) {
    const PairTruth over{-0.5, 0, 10}, apart{0.5, 0, 10}, touching{1e-6, 0, 10};
    EXPECT_EQ(judgePair({true, 0.5}, over), PairVerdict::Right);
    EXPECT_EQ(judgePair({true, {}}, over), PairVerdict::Right);
    EXPECT_EQ(judgePair({true, 0.509}, over), PairVerdict::Right);
    EXPECT_EQ(judgePair({true, 0.511}, over), PairVerdict::WrongDepth);
    EXPECT_EQ(judgePair({true, 0.489}, over), PairVerdict::WrongDepth);
    EXPECT_EQ(judgePair({false, {}}, over), PairVerdict::WrongOverlap);
    EXPECT_EQ(judgePair({false, {}}, apart), PairVerdict::Right);
    EXPECT_EQ(judgePair({true, 0}, apart), PairVerdict::WrongOverlap);
    for (const bool told : {false, true}) EXPECT_EQ(judgePair({told, {}}, touching), PairVerdict::Right);
    const PairTruth wide{-0.5, 0.1, 10};
    EXPECT_EQ(judgePair({true, 0.6}, wide), PairVerdict::Right) << "the cylinder reaches further than the prism";
    EXPECT_EQ(judgePair({true, 0.48}, wide), PairVerdict::WrongDepth);
}

TEST(BenchPairs, OurEnginesAreRightWithAndWithoutACache) {
    for (const bool warm : {true, false}) {
        const PairSet set = makePairs(PairKind::BoxBox, warm, 64, kSeed);
        const PairEngines engines = makePairEngines(set);
        ASSERT_GE(engines.size(), 2u);
        for (std::size_t e = 0; e < 2; ++e)
            for (std::size_t i = 0; i < set.pairs.size(); ++i)
                EXPECT_EQ(judgePair(engines[e]->answer(i), truthOf(set.pairs[i])), PairVerdict::Right);
    }
}

}  // namespace
}  // namespace hullbake::bench
