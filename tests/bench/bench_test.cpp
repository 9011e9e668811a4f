// Proves the measuring code: the traces drawn, the nodes counted, the comparison, the statistics. No test asserts a
// time.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <iostream>

#include "oracle/solids/map_solids.hpp"
#include "tests/bench/accuracy.hpp"
#include "tests/bench/counting_walk.hpp"
#include "tests/bench/engines.hpp"
#include "tests/bench/scale.hpp"
#include "tests/bench/shape_accuracy.hpp"
#include "tests/bench/shape_engines.hpp"
#include "tests/bench/timing.hpp"
#include "tests/bench/trace_sets.hpp"

namespace hullbake::bench {
namespace {

const Level& demo() {
    static const std::unique_ptr<Level> level = loadLevel(*findMap("demo"));
    return *level;
}

constexpr std::uint64_t kSeed = 7;
constexpr std::size_t kCount = 2000;

Trace ask(const Segment& segment) {
    return demo().map.trace({.hull = demo().player}, segment.start, segment.end);
}

std::vector<Segment> demoTraces(SetKind kind, std::size_t count = kCount) {
    return makeTraces(demo().map, demo().player, kind, count, kSeed);
}

class BenchTraceSets : public testing::TestWithParam<SetKind> {};

TEST_P(BenchTraceSets, StartWhereTheBoxIsFreeAndAreAsLongAsTheyShould) {
    std::cout << "seed " << kSeed << '\n';
    const auto traces = demoTraces(GetParam());
    ASSERT_EQ(traces.size(), kCount);
    double shortest = 1e9, longest = 0;
    for (const Segment& input : traces) {
        EXPECT_FALSE(ask(input).startsolid);
        shortest = std::min(shortest, length(input.end - input.start));
        longest = std::max(longest, length(input.end - input.start));
    }
    const bool isShort = GetParam() == SetKind::Short || GetParam() >= SetKind::Slide;
    const double low = isShort ? 8 : GetParam() == SetKind::Medium ? 256 : GetParam() == SetKind::Ground ? 18 : 4096;
    const double high = isShort ? 64 : GetParam() == SetKind::Medium ? 1024 : low;
    EXPECT_GE(shortest, low - 1e-9);
    EXPECT_LE(longest, high + 1e-9);
    EXPECT_LE(shortest, low * 1.2);
    EXPECT_GE(longest, high * 0.9);
}

TEST_P(BenchTraceSets, TheSameSeedAsksTheSame) {
    const auto one = demoTraces(GetParam(), 200), two = demoTraces(GetParam(), 200);
    const auto other = makeTraces(demo().map, demo().player, GetParam(), 200, kSeed + 1);
    ASSERT_EQ(one.size(), two.size());
    std::size_t differ = 0;
    for (std::size_t i = 0; i < one.size(); ++i) {
        EXPECT_EQ(one[i].start, two[i].start);
        EXPECT_EQ(one[i].end, two[i].end);
        differ += one[i].start == other[i].start ? 0u : 1u;
    }
    EXPECT_EQ(differ, one.size());
}

INSTANTIATE_TEST_SUITE_P(Kinds, BenchTraceSets, testing::ValuesIn(kSetKinds),
                         [](const auto& kind) { return std::string(setName(kind.param)); });

TEST(BenchTraceOrder, SortingKeepsAllAndBringsNeighboursTogether) {
    const auto random = demoTraces(SetKind::Medium);
    const auto sorted = sortedByStart(random);
    ASSERT_EQ(sorted.size(), random.size());
    const auto jumps = [](const std::vector<Segment>& traces) {
        double sum = 0;
        for (std::size_t i = 1; i < traces.size(); ++i) sum += length(traces[i].start - traces[i - 1].start);
        return sum / static_cast<double>(traces.size() - 1);
    };
    EXPECT_LT(jumps(sorted), jumps(random) / 4);
    const auto keys = [](const std::vector<Segment>& traces) {
        std::vector<std::array<double, 6>> all;
        for (const Segment& t : traces) all.push_back({t.start.x, t.start.y, t.start.z, t.end.x, t.end.y, t.end.z});
        std::sort(all.begin(), all.end());
        return all;
    };
    EXPECT_EQ(keys(sorted), keys(random));
}

TEST(BenchTraceOrder, SurfaceTracesBeginAtTheSurfaceAndSlidesAtTheSkin) {
    for (const auto& [kind, away] : {std::pair(SetKind::Surface, 0.0), std::pair(SetKind::Slide, kDefaultSkin)}) {
        std::size_t near = 0;
        for (Segment input : demoTraces(kind)) {
            // Expect something solid within twice the distance, in one of the six directions or the diagonals between
            // them.
            bool found = false;
            for (int i = 0; i < 27 && !found; ++i) {
                const Vec3 way{i % 3 - 1.0, i / 3 % 3 - 1.0, i / 9 - 1.0};
                input.end = input.start + way * (2 * away + 0.01);
                found = ask(input).hit;
            }
            near += found ? 1u : 0u;
        }
        EXPECT_GE(near, kCount * 95 / 100) << setName(kind);
    }
}

TEST(BenchCounting, TheTwinMeetsWhatTheRuntimeMeets) {
    std::size_t hits = 0, misses = 0, nodes = 0;
    for (const SetKind kind : {SetKind::Short, SetKind::Medium, SetKind::Long})
        for (const Segment& input : demoTraces(kind)) {
            const Trace trace = ask(input);
            const Visited visited = countNodes(demo().map, {.hull = demo().player}, input);
            ASSERT_EQ(visited.hit, trace.hit);
            EXPECT_NEAR(visited.fraction, trace.hitFraction, 1e-9);
            EXPECT_GE(visited.nodes, 1u);
            nodes += visited.nodes;
            (trace.hit ? hits : misses) += 1;
        }
    EXPECT_GE(hits, 2000u);
    EXPECT_GE(misses, 1000u);
    EXPECT_GE(nodes / (hits + misses), 5u);
    EXPECT_LE(nodes / (hits + misses), demo().map.tables().header->maxDepth * 3u);
}

// A wall at x = 50, hit after half of a move of 100 units.
struct Wall {
    Segment input;
    oracle::TraceAnswer answer;

    explicit Wall(const Vec3& end = {100, 0, 0}) {
        input.end = end;
        answer.hit = true;
        answer.hitFraction = 50 / end.x;
        answer.planes.push_back({{{-1, 0, 0}, -50}, oracle::PlaneKind::Face, 0});
    }
    Verdict of(double stopAt, double skin = 0) const {
        return judge(input, answer, {true, false, false, stopAt / input.end.x}, {"", skin, true, 1});
    }
};

TEST(BenchAccuracy, AStopIsRightWithinASixteenthOfWhereTheSkinPutsIt) {
    const Wall wall;
    EXPECT_EQ(wall.of(50), Verdict::Right);
    EXPECT_EQ(wall.of(50.06), Verdict::Right);
    EXPECT_EQ(wall.of(50.07), Verdict::WrongPlace);
    EXPECT_EQ(wall.of(49.94), Verdict::Right);
    EXPECT_EQ(wall.of(49.93), Verdict::WrongPlace);
    EXPECT_EQ(wall.of(50 - 1.0 / 32 - 0.06, 1.0 / 32), Verdict::Right);
    EXPECT_EQ(wall.of(50 - 1.0 / 32 + 0.07, 1.0 / 32), Verdict::WrongPlace);
}

TEST(BenchAccuracy, GrazedSurfacesAreMeasuredAcross) {
    const Wall grazing({100, 5000, 0});  // x changes by one unit in 50 along the move
    EXPECT_EQ(grazing.of(50.06), Verdict::Right) << "three units along the move";
    EXPECT_EQ(grazing.of(50.07), Verdict::WrongPlace);
}

TEST(BenchAccuracy, HitsAndFlagsMustAgree) {
    const Wall wall;
    const EngineInfo tells{"", 0, true, 1}, silent{"", 0, false, 1};
    EXPECT_EQ(judge(wall.input, wall.answer, {false, false, false, 1}, tells), Verdict::WrongHit);
    EXPECT_EQ(judge(wall.input, wall.answer, {true, true, false, 0.5}, tells), Verdict::WrongFlags);
    EXPECT_EQ(judge(wall.input, wall.answer, {true, true, false, 0.5}, silent), Verdict::Right);
    oracle::TraceAnswer missed;
    EXPECT_EQ(judge(wall.input, missed, {false, false, false, 1}, tells), Verdict::Right);
    EXPECT_EQ(judge(wall.input, missed, {true, false, false, 0.9999}, tells), Verdict::WrongHit);
}

// Stops every move one unit late.
class LateEngine final : public Engine {
  public:
    LateEngine() : Engine({"late", kDefaultSkin, true, 4}) {}
    double pass(std::span<const Segment>) const override { return 0; }
    Stop stop(const Segment& input) const override {
        const Trace trace = ask(input);
        return {trace.hit, false, false, trace.fraction + (trace.hit ? 1 / length(input.end - input.start) : 0)};
    }
};

TEST(BenchAccuracy, OursIsRightAndALateOneWrongWheneverItHits) {
    const HullInfo hull = demo().map.hull(demo().player);
    const oracle::SolidSet solids(oracle::growModel(oracle::readModels(demo().source).at(0), hull.box, hull.name));
    Engines engines;
    engines.push_back(makeBaked(demo()));
    engines.push_back(makeQuery(demo()));
    engines.push_back(makeBatch(demo()));
    engines.push_back(std::make_unique<LateEngine>());
    const auto judged = judgeAll(solids, engines, demoTraces(SetKind::Medium));
    for (std::size_t i = 0; i < 3; ++i) EXPECT_EQ(judged[i].wrong, 0u) << engines[i]->info().name;
    EXPECT_EQ(judged[3].traces, kCount);
    EXPECT_GE(judged[3].hits, kCount / 2);
    // A stop that is late along a grazing move may be early enough across the surface.
    EXPECT_GE(judged[3].wrong, judged[3].hits * 8 / 10);
    EXPECT_LE(judged[3].wrong, judged[3].hits);
    EXPECT_NEAR(judged[3].wrongPerMillion(), 500.0 * static_cast<double>(judged[3].wrong), 1e-6);
}

TEST(BenchEngines, OnePassSumsWhatSingleStopsSay) {
    const auto traces = demoTraces(SetKind::Short, 501);  // not a multiple of a batch
    for (const auto& engine : makeEngines(demo())) {
        double sum = 0;
        for (const Segment& input : traces) sum += engine->stop(input).fraction;
        EXPECT_EQ(engine->pass(traces), sum) << engine->info().name;
        EXPECT_LT(sum, 500) << engine->info().name << " hits nothing";
        EXPECT_GT(sum, 100) << engine->info().name << " moves nothing";
    }
}

TEST(BenchEngines, EveryEngineFindsTheFloor) {
    const Segment fall{{0, -192, 96}, {0, -192, -160}};
    const Engines engines = makeEngines(demo());
    EXPECT_EQ(engines.size() + missingPeers().size(), 7u);
    for (const auto& engine : engines) {
        const Stop stop = engine->stop(fall);
        EXPECT_TRUE(stop.hit) << engine->info().name;
        EXPECT_FALSE(stop.startsolid) << engine->info().name;
        EXPECT_NEAR(96 - 256 * stop.fraction, 24 + engine->info().skin, 0.01) << engine->info().name;
    }
}

TEST(BenchShapes, AllFitIntoTheBoxAndFillMostOfIt) {
    const Box box = demo().map.hull(demo().player).box;
    const ShapesIn shapes(box);
    for (const CastShape kind : kCastShapes) {
        const Shape& shape = shapes.of(kind);
        ASSERT_TRUE(shape.valid()) << shapeName(kind);
        const Box own = shape.bounds();
        for (int a = 0; a < 3; ++a) {
            EXPECT_GE(own.mins[a], box.mins[a] - 1e-9) << shapeName(kind);
            EXPECT_LE(own.maxs[a], box.maxs[a] + 1e-9) << shapeName(kind);
        }
        EXPECT_GE(own.maxs.x - own.mins.x, 0.5 * (box.maxs.x - box.mins.x)) << shapeName(kind);
    }
}

TEST(BenchShapes, OursAndBulletsStopTheFallOfEachShape) {
    const Segment fall{{0, -192, 96}, {0, -192, -160}};
    const PeerInput input = peerInput(demo());
    const ShapesIn shapes(input.box);
    for (const CastShape kind : kCastShapes) {
        const double lowest = shapes.of(kind).bounds().mins.z;
        std::vector<std::unique_ptr<Engine>> engines;
        engines.push_back(makeShapeCast(demo(), shapes, kind));
        if (auto bullet = makeBulletCast(input, shapes, kind)) engines.push_back(std::move(bullet));
        for (const auto& engine : engines) {
            const Stop stop = engine->stop(fall);
            EXPECT_TRUE(stop.hit) << engine->info().name;
            EXPECT_NEAR(96 - 256 * stop.fraction, -lowest + engine->info().skin, 0.02) << engine->info().name;
            const double pass = engine->pass({&fall, 1});
            EXPECT_EQ(pass, stop.fraction) << engine->info().name;
        }
    }
}

// Says of every cast that it misses.
class NeverStops final : public Engine {
  public:
    NeverStops() : Engine({"never", 0, true, 4}) {}
    double pass(std::span<const Segment> segments) const override { return static_cast<double>(segments.size()); }
    Stop stop(const Segment&) const override { return {}; }
};

TEST(BenchShapes, TheOracleJudgesRightAndWrongCasts) {
    const Segment ways[] = {{{0, -192, 96}, {0, -192, -160}}, {{0, -192, 96}, {0, -190, 96}}};
    const PeerInput input = peerInput(demo());
    const ShapesIn shapes(input.box);
    const oracle::MapModel world = oracle::readModels(demo().source).at(0);
    for (const CastShape kind : kCastShapes) {
        if (kind == CastShape::Box) continue;
        Engines engines;
        engines.push_back(makeShapeCast(demo(), shapes, kind, 0));
        engines.push_back(std::make_unique<NeverStops>());
        if (auto bullet = makeBulletCast(input, shapes, kind)) engines.push_back(std::move(bullet));
        const std::vector<Judged> judged = judgeShapes(world, shapes.of(kind), engines, ways);
        for (std::size_t i = 0; i < engines.size(); ++i) {
            EXPECT_EQ(judged[i].traces, 2u) << shapeName(kind);
            EXPECT_EQ(judged[i].hits, 1u) << shapeName(kind);
            EXPECT_EQ(judged[i].wrong, i == 1 ? 1u : 0u) << shapeName(kind) << " " << engines[i]->info().name;
            EXPECT_EQ(judged[i].hitDiffers, i == 1 ? 1u : 0u) << shapeName(kind);
        }
    }
}

TEST(BenchNumbers, QuantilesLieBetweenTheNearestValues) {
    EXPECT_EQ(quantile({}, 0.5), 0);
    EXPECT_EQ(median({3}), 3);
    EXPECT_EQ(median({4, 1, 3}), 3);
    EXPECT_EQ(median({4, 1, 3, 2}), 2.5);
    std::vector<double> hundred;
    for (int i = 100; i >= 0; --i) hundred.push_back(i);
    EXPECT_DOUBLE_EQ(quantile(hundred, 0.99), 99);
    EXPECT_DOUBLE_EQ(quantile(hundred, 0), 0);
    EXPECT_DOUBLE_EQ(quantile(hundred, 1), 100);
}

TEST(BenchNumbers, GrowthIsTheSlopeOfTheLogarithms) {
    EXPECT_NEAR(growthExponent({{1000, 5}, {10000, 50}, {100000, 500}}), 1, 1e-12);
    EXPECT_NEAR(growthExponent({{10, 300}, {1000, 300}}), 0, 1e-12);
    EXPECT_NEAR(growthExponent({{2, 8}, {4, 64}, {8, 512}}), 3, 1e-12);
    EXPECT_EQ(growthExponent({{5, 1}}), 0);
    EXPECT_EQ(growthExponent({}), 0);
}

}  // namespace
}  // namespace hullbake::bench
