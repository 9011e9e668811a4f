// Proves that boxes expanded at query time are answered where any number of brushes meet.
// Compares the two exact traces, by BrushSpace and by Crowd, to the bit, and fans of many wedges with the oracle.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <iostream>
#include <numbers>
#include <string>
#include <utility>

#include "compiler/compile.hpp"
#include "hullbake/clip_map.hpp"
#include "oracle/base/random_boxes.hpp"
#include "oracle/campaign/campaign.hpp"
#include "oracle/campaign/tally_summary.hpp"
#include "oracle/judge/compare_trace.hpp"
#include "oracle/oracle_map.hpp"
#include "oracle/point_hull.hpp"
#include "runtime/src/brushes/model_brushes.hpp"
#include "runtime/src/query/trace_closely.hpp"
#include "runtime/src/query/trace_expanded.hpp"
#include "support/brushes.hpp"
#include "support/maps.hpp"
#include "support/random.hpp"
#include "support/shared_maps.hpp"
#include "support/test_size.hpp"
#include "support/vectors.hpp"

namespace hullbake::oracle {
namespace {

constexpr std::uint64_t kSeed = 20261126;
// Units along the trace that the exact trace takes for rounding: its least step.
constexpr double kSameContact = kSurfaceTolerance * 1e-3;
// Units along the trace by which the places may differ where a trace from inside leaves solid. A stretch up to the
// tolerance neither enters nor leaves anything (docs/trace_contract.md, section 2), so each way may leave a tolerance
// early or late.
constexpr double kSameLeave = 2 * kSurfaceTolerance;

/// Returns true if all is the same but the places along the trace.
bool sameKind(const Trace& a, const Trace& b) {
    return a.hit == b.hit && a.startsolid == b.startsolid && a.allsolid == b.allsolid && a.invalid == b.invalid &&
           a.contents == b.contents && test::sameBits(a.normal, b.normal) && a.dist == b.dist;
}
bool samePlaces(const Trace& a, const Trace& b) {
    return a.fraction == b.fraction && a.hitFraction == b.hitFraction && test::sameBits(a.endpos, b.endpos);
}

struct Compared {
    std::size_t traces = 0, hits = 0, free = 0, startsolid = 0, allsolid = 0, gaveUp = 0, differ = 0;
    std::size_t near = 0;  ///< places differ by less than the contract tells apart
};

void compareWays(const OpenMap& opened, const Box& box, std::size_t traces, Compared& compared) {
    const SolidSet solids(growModel(opened.models.front(), box));
    const Targets targets(opened.map, solids);
    const ClipMap& map = opened.open.map;
    const detail::BrushSet set = detail::boxBrushes(map.tables(), box, {});
    QuerySource source(targets, kSeed);
    for (std::size_t i = 0; i < traces; ++i) {
        const Query query = source.next();
        const Probe probe = query.of({.box = box}).probe;
        const detail::TraceQuery input{query.start, query.end, probe, {}};
        const detail::Line line = detail::lineOf(input);
        Trace chain;
        const Trace crowd = detail::traceByCrowd(set, input, line);
        EXPECT_FALSE(crowd.invalid);
        if (!detail::traceByChain(set, input, line, chain)) {
            ++compared.gaveUp;
            continue;
        }
        ++compared.traces;
        ++(chain.allsolid     ? compared.allsolid
           : chain.startsolid ? compared.startsolid
           : chain.hit        ? compared.hits
                              : compared.free);
        if (sameKind(chain, crowd) && samePlaces(chain, crowd)) continue;
        const double along = line.length * std::max(std::abs(chain.hitFraction - crowd.hitFraction),
                                                    std::abs(chain.fraction - crowd.fraction));
        const double across = std::abs(dot(chain.normal, line.delta) / line.length) * along;
        const double least = chain.startsolid ? kSameLeave : kSameContact;
        const TraceCase asked{probe, query.start, query.end};
        if ((sameKind(chain, crowd) && chain.hit && across <= kSurfaceTolerance && along <= least) ||
            (compareTrace(solids, asked, chain).agrees && compareTrace(solids, asked, crowd).agrees)) {
            ++compared.near;
            continue;
        }
        if (++compared.differ <= 5)
            ADD_FAILURE() << queryKindName(query.kind) << " " << test::coordinates(query.start) << " to "
                          << test::coordinates(query.end) << ", skin " << query.skin << ", mask "
                          << static_cast<std::uint32_t>(query.mask) << "\n box " << test::coordinates(box.mins) << ":"
                          << test::coordinates(box.maxs) << "\n chain " << test::text(chain) << "\n crowd "
                          << test::text(crowd);
    }
}

class OracleCrowd : public testing::TestWithParam<const char*> {};

// Both ways go through solid from cell to cell, and never less than a tolerance at once. Their cells are not the same,
// so a trace that passes an edge by less may leave solid in another step. 4 of 96,000 do at full size, by up to 1.03e-5
// units. One contact outside solid differs, by 5e-9. Where the ways differ by more, both must be right: a trace may end
// in a needle that closes at an angle of rounding, or come out of a face by less than the tolerance.
TEST_P(OracleCrowd, AnswersAsTheChainDoes) {
    std::cout << "seed " << kSeed << '\n';
    OpenMap opened;
    ASSERT_NO_FATAL_FAILURE(
        openMap((test::mapsFolder() / "scenes" / (std::string(GetParam()) + ".map")).string(), {}, opened));
    Compared compared;
    const int traces = test::sized(400, 4000);
    for (const Box& box : randomBoxes(kSeed, 6)) compareWays(opened, box, static_cast<std::size_t>(traces), compared);
    std::cout << GetParam() << ": " << compared.traces << " traces, " << compared.hits << " hits, " << compared.free
              << " free, " << compared.startsolid << " startsolid, " << compared.allsolid << " allsolid, "
              << compared.gaveUp << " left out, " << compared.near << " nearly the same, " << compared.differ
              << " differ\n";
    EXPECT_EQ(compared.differ, 0u);
    EXPECT_LE(compared.near, compared.traces / 5000 + 1);
    for (const std::size_t count : {compared.hits, compared.free, compared.startsolid, compared.allsolid})
        EXPECT_GE(count, test::scaledMinimum(400, static_cast<std::size_t>(traces), 4000));
}
INSTANTIATE_TEST_SUITE_P(Scenes, OracleCrowd,
                         testing::Values("terrain_prisms", "tilted_room", "hairline_cracks", "rotated_room"));

using Point = std::array<double, 3>;

/// Returns the text of a face through three points, facing away from `inside`.
std::string faceText(Point a, const Point& b, Point c, const Point& inside) {
    const auto vec = [](const Point& p) { return Vec3{p[0], p[1], p[2]}; };
    const Vec3 normal = cross(vec(a) - vec(b), vec(c) - vec(b));
    if (dot(normal, vec(inside) - vec(b)) > 0) std::swap(a, c);
    std::string text;
    for (const Point& p : {a, b, c}) {
        char words[96];
        std::snprintf(words, sizeof words, "( %.3f %.3f %.3f ) ", p[0], p[1], p[2]);
        text += words;
    }
    return text + "stone 0 0 0 1 1\n";
}

/// A shape of brushes that all meet at the z axis between z = 0 and z = 64. Its radius is 256.
enum class Fan { Pie, Half, Peak };

Point fanCorner(Fan kind, int count, int i, double z) {
    constexpr double kRadius = 256;
    const auto rounded = [](double x) { return std::round(x * 1000) / 1000; };
    const double arc = (kind == Fan::Half ? 1 : 2) * std::numbers::pi / count;
    const int k = kind == Fan::Half ? i : i % count;
    return {rounded(kRadius * std::cos(arc * k)), rounded(kRadius * std::sin(arc * k)), z};
}

/// Returns the text of a fan: wedges of a full or a half circle, or tetrahedra that share a peak.
std::string fanText(Fan kind, int count) {
    constexpr double kHigh = 64;
    const auto corner = [&](int i, double z) { return fanCorner(kind, count, i, z); };
    const Point foot{0, 0, 0}, top{0, 0, kHigh};
    std::string brushes;
    for (int i = 0; i < count; ++i) {
        const Point p = corner(i, 0), q = corner(i + 1, 0);
        const Point inside{(p[0] + q[0]) / 4, (p[1] + q[1]) / 4, kHigh / 8};
        brushes +=
            "{\n" + faceText(foot, p, q, inside) + faceText(foot, p, top, inside) + faceText(foot, q, top, inside);
        if (kind == Fan::Peak)
            brushes += faceText(top, p, q, inside);
        else
            brushes += faceText(top, corner(i, kHigh), corner(i + 1, kHigh), inside) +
                       faceText(p, q, corner(i, kHigh), inside);
        brushes += "}\n";
    }
    return test::worldText(brushes);
}

/// Returns the text of a cone: one brush with `count` sides at its apex.
std::string coneText(int count) {
    constexpr double kRadius = 1000;
    const Point apex{0, 0, kRadius / 2}, inside{0, 0, 1};
    const auto corner = [&](int i) {
        const double angle = 2 * std::numbers::pi * (i % count) / count;
        const auto rounded = [](double x) { return std::round(x * 1000) / 1000; };
        return Point{rounded(kRadius * std::cos(angle)), rounded(kRadius * std::sin(angle)), 0};
    };
    std::string brush =
        "{\n" + faceText({-kRadius, -kRadius, 0}, {kRadius, -kRadius, 0}, {-kRadius, kRadius, 0}, inside);
    for (int i = 0; i < count; ++i) brush += faceText(apex, corner(i), corner(i + 1), inside);
    return test::worldText(brush + "}\n");
}

void openText(const std::string& text, OpenMap& opened) {
    opened.map = test::parseText(text);
    CompileSettings settings;
    settings.hulls = {{"point", {}}};
    settings.fill = false;
    CompileResult result = compileMap(opened.map, "", settings);
    opened.blob = std::move(result.blob);
    opened.open = ClipMap::open(opened.blob);
    ASSERT_TRUE(opened.open) << statusText(opened.open.status);
    opened.models = readModels(opened.map);
}

void openFan(Fan kind, int count, OpenMap& opened) {
    openText(fanText(kind, count), opened);
}

// At an apex many planes come within the tolerance of a trace, but one of them decides. Such traces were refused when
// all cells between a thousand planes were asked.
void traceNearApex(int sides, int traces, bool judged) {
    OpenMap opened;
    ASSERT_NO_FATAL_FAILURE(openText(coneText(sides), opened));
    const SolidSet solids(growModel(opened.models.front(), {}));
    const Probe point{.box = Box{}};
    test::Rng rng(kSeed);
    const Vec3 apex{0, 0, 500};
    const auto near = [&] {
        const double reach = std::pow(10, rng.between(-9, -3));
        return apex + Vec3{rng.between(-1, 1), rng.between(-1, 1), rng.between(-1, 1)} * reach;
    };
    // The trace ends at the apex, meets it, starts just below it, and passes through it from below.
    const TraceCase kFirst[] = {
        {point, apex + Vec3{-3.01e-5, -2.94e-5, 9.07e-5}, apex + Vec3{4.49e-5, 3.84e-5, -1.008e-4}},
        {point, apex + Vec3{2.617e-4, 2.9e-4, 9.205e-4}, apex + Vec3{-1.7228e-4, -1.9091e-4, -6.0588e-4}},
        {point, apex + Vec3{2.66e-8, 8.12e-8, -5.19e-8}, apex + Vec3{-4.95e-8, 3.8e-8, -7.81e-8}},
        {point, apex + Vec3{-8.83e-6, -6.52e-6, -7.54e-7}, apex + Vec3{-6.7e-8, 8.9e-7, -4.5e-7}},
        {point, apex + Vec3{-7.55e-5, -3.41e-5, -5.6e-5}, apex + Vec3{-7.97e-6, -1.2e-7, -7.58e-6}},
    };
    int hits = 0, free = 0, count = 0;
    const auto ask = [&](const TraceCase& input) {
        const Trace trace = input.ask(opened.open.map);
        ASSERT_FALSE(trace.invalid) << test::coordinates(input.start) << " to " << test::coordinates(input.end);
        if (judged) {
            const Verdict verdict = compareTrace(solids, input, trace);
            EXPECT_TRUE(verdict.agrees) << verdict.reason;
        }
        hits += trace.hit && !trace.startsolid ? 1 : 0;
        free += trace.hit ? 0 : 1;
        ++count;
    };
    for (const TraceCase& input : kFirst) ASSERT_NO_FATAL_FAILURE(ask(input));
    while (count < traces) {
        const Vec3 away{rng.between(-300, 300), rng.between(-300, 300), rng.between(300, 700)};
        TraceCase input{point, near(), count % 2 == 0 ? near() : away};
        if (count % 3 == 0) std::swap(input.start, input.end);
        ASSERT_NO_FATAL_FAILURE(ask(input));
    }
    EXPECT_GT(hits, traces / 20);
    EXPECT_GT(free, traces / 20);
}

TEST(OracleCrowds, ManySidesAtAnApex) {
    std::cout << "seed " << kSeed << '\n';
    traceNearApex(100, test::sized(100, 1000), true);
    if (HasFatalFailure()) return;
    traceNearApex(1000, test::sized(400, 10000), false);
}

TEST(OracleCrowds, FansOfWedges) {
    std::cout << "seed " << kSeed << '\n';
    for (const Fan kind : {Fan::Pie, Fan::Half, Fan::Peak}) {
        OpenMap opened;
        ASSERT_NO_FATAL_FAILURE(openFan(kind, 60, opened));
        const std::size_t traces = static_cast<std::size_t>(test::sized(300, 3000));
        Tally total;
        for (const Box& box : {Box{}, Box{{-16, -16, -24}, {16, 16, 32}}}) {
            const SolidSet solids(growModel(opened.models.front(), box));
            const Targets targets(opened.map, solids);
            const auto result = runCampaign(opened.open.map, {.box = box}, solids, targets, {kSeed, traces, traces});
            for (const Difference& difference : result.differences)
                ADD_FAILURE() << "(" << difference.kind << ") " << difference.reason;
            total.add(result.tally);
        }
        std::cout << "fan " << static_cast<int>(kind) << ": " << summary(total) << '\n';
        EXPECT_GE(total.hits, traces / 4);
        EXPECT_GE(total.startsolids, traces / 4);
    }
}

TEST(OracleCrowds, AThousandWedgesAtOneLine) {
    OpenMap opened;
    ASSERT_NO_FATAL_FAILURE(openFan(Fan::Pie, 1100, opened));
    const ClipMap& map = opened.open.map;
    const Probe point{.box = Box{}};
    const Trace inside = map.trace(point, {0, 0, 32}, {100, 7, 32});
    EXPECT_TRUE(inside.allsolid && !inside.invalid) << test::text(inside);
    EXPECT_EQ(inside.contents, Contents::Solid);
    const Trace along = map.trace(point, {0, 0, 32}, {0, 0, 100});
    EXPECT_TRUE(along.startsolid && !along.hit && !along.invalid) << test::text(along);
    // All wedges are near the whole trace, and it leaves one after the other. It was refused.
    const Trace beside = map.trace(point, {0, 0, 50}, {-2.84e-5, 2.71e-5, 45});
    EXPECT_TRUE(beside.allsolid && !beside.invalid) << test::text(beside);
    // This one takes more than 2^30 steps.
    if (test::fullSize()) {
        const Trace longest = map.trace(point, {-2.6e-5, -1.378e-4, 50}, {6.6e-5, -3.7e-5, 54.44});
        EXPECT_TRUE(longest.allsolid && !longest.invalid) << test::text(longest);
    }
    const Trace over = map.trace(point, {0, 0, 64}, {10, 5, 64});
    EXPECT_TRUE(!over.startsolid && !over.hit && !over.invalid) << test::text(over);
    const Trace down = map.trace(point, {0, 0, 100}, {0, 0, 0});
    EXPECT_EQ(down.dist, 64) << test::text(down);
    EXPECT_EQ(down.normal, (Vec3{0, 0, 1}));
    EXPECT_EQ(map.contentsAt(point, {0, 0, 32}), Contents::Solid);
    EXPECT_EQ(map.contentsAt(point, {0, 0, 64}), Contents::Empty);
    EXPECT_EQ(map.unstick(point, {0, 0, 64}, 8).status, UnstickStatus::Free);
    const Probe box{.box = Box{{-16, -16, -24}, {16, 16, 32}}};
    const Trace standing = map.trace(box, {0, 0, 88}, {10, 5, 80});
    EXPECT_TRUE(standing.hit && !standing.startsolid && !standing.invalid) << test::text(standing);
    EXPECT_EQ(standing.dist, 88);
}

/// Traces through a hull whose tree may look at nothing.
Trace traceByBrushes(const ClipMap& map, const TraceCase& input) {
    const format::Tables& tables = map.tables();
    detail::Trees trees;
    trees.tables = {tables.nodes.data(), tables.planes.data()};
    trees.roots[trees.count++] = tables.root(input.probe.hull.value, 0).blocking;
    trees.mask = static_cast<std::uint32_t>(input.probe.mask);
    const detail::TraceQuery query{input.start, input.end, input.probe, ModelId{}};
    std::int64_t none = 0;
    return detail::traceClosely(tables, query, trees, detail::lineOf(query), nullptr, none);
}

// Where hundreds of planes nearly meet in a line, a tree has more cells beside it than one trace may look at. Then the
// brushes answer. Here the tree may look at nothing.
TEST(OracleCrowds, BrushesAnswerWhereATreeTakesTooManySteps) {
    std::cout << "seed " << kSeed << '\n';
    test::Rng rng(kSeed);
    OpenMap opened;
    ASSERT_NO_FATAL_FAILURE(openFan(Fan::Peak, 60, opened));
    const SolidSet solids(growModel(opened.models.front(), {}));
    const Probe probe{.hull = *opened.open.map.findHull("point")};
    int hits = 0, inside = 0;
    for (int i = 0; i < 300; ++i) {
        const Box near{{-300, -300, -30}, {300, 300, 90}};
        const TraceCase input{probe, i % 3 == 0 ? Vec3{0, 0, rng.between(-9, 64)} : rng.pointIn(near),
                              i % 5 == 0 ? Vec3{0, 0, rng.between(-90, 90)} : rng.pointIn(near)};
        const Trace trace = traceByBrushes(opened.open.map, input);
        const Verdict verdict = compareTrace(solids, input, trace);
        EXPECT_TRUE(verdict.agrees) << verdict.reason;
        hits += trace.hit ? 1 : 0;
        inside += trace.startsolid ? 1 : 0;
    }
    EXPECT_GT(hits, 50);
    EXPECT_GT(inside, 50);
}

// A room that nobody reaches lies between two others. Cracks of 1/128 lead there, which the fill closes with it.
TEST(OracleCrowds, BrushesStopAtCracksThatTheFillClosed) {
    std::cout << "seed " << kSeed << '\n';
    test::Rng rng(kSeed);
    MapFile map = test::sceneMap("closed_cracks");
    constexpr double kFloor = 100, kCrack = 1.0 / 128;
    for (const double x : {-40.0, 20.0}) {
        map.entities[0].brushes.push_back(test::boxBrush({x, -272, 0}, {x + 20, 272, kFloor}));
        map.entities[0].brushes.push_back(test::boxBrush({x, -272, kFloor + kCrack}, {x + 20, 272, 160}));
    }
    map.entities.resize(1);
    for (const char* origin : {"-200 0 32", "200 0 32"}) {
        MapEntity& item = map.entities.emplace_back();
        item.keys.push_back({"classname", "light", {}});
        item.keys.push_back({"origin", origin, {}});
    }
    PointHull hull;
    ASSERT_NO_FATAL_FAILURE(openPointHull(std::move(map), hull));
    int closed = 0;
    for (int i = 0; i < 200; ++i) {
        const auto level = [&] { return kFloor + kCrack * rng.between(0.1, 0.9); };
        const Vec3 start{-100, rng.between(-90, 200), level()}, end{100, rng.between(-90, 200), level()};
        const TraceCase input = i % 2 == 0 ? hull.caseOf(start, end) : hull.caseOf(end, start);
        const Trace trace = traceByBrushes(hull.clip(), input), exact = input.ask(hull.clip());
        ASSERT_EQ(trace.hit, exact.hit) << test::text(trace) << '\n' << test::text(exact);
        EXPECT_NEAR(trace.hitFraction, exact.hitFraction, 1e-9);
        EXPECT_EQ(trace.normal, exact.normal);
        EXPECT_EQ(trace.contents, exact.contents);
        closed += exact.hit && !compareTrace(*hull.solids, input, exact).agrees ? 1 : 0;
    }
    EXPECT_EQ(closed, 200);
}

// The free space beside the edge borders on all wedges there, but only two planes bound it.
TEST(OracleCrowds, AThousandWedgesAtAnEdge) {
    constexpr int kCount = 1100;
    OpenMap opened;
    ASSERT_NO_FATAL_FAILURE(openFan(Fan::Half, kCount, opened));
    const ClipMap& map = opened.open.map;
    const Probe point{.box = Box{}};
    const Trace away = map.trace(point, {0, 0, 32}, {3, -20, 32});
    EXPECT_TRUE(!away.startsolid && !away.hit && !away.invalid) << test::text(away);
    const Trace beside = map.trace(point, {-20, 0, 32}, {20, 0, 32});
    EXPECT_TRUE(!beside.startsolid && !beside.hit && !beside.invalid) << test::text(beside);
    const Trace inwards = map.trace(point, {0, 0, 32}, {100, 7, 32});
    EXPECT_TRUE(inwards.hit && !inwards.startsolid && !inwards.invalid) << test::text(inwards);
    EXPECT_EQ(inwards.hitFraction, 0);
    const Trace at = map.trace(point, {0, -50, 32}, {0, 50, 32});
    EXPECT_TRUE(at.hit && !at.startsolid && !at.invalid) << test::text(at);
    // The trace enters the two wedges in the middle at their edge, along the face that they share, so a side that it
    // crosses is named. The two such sides are mirror images. The lower brush comes first.
    const Point corner = fanCorner(Fan::Half, kCount, kCount / 2 - 1, 0);
    const double far = std::hypot(corner[0], corner[1]);
    EXPECT_NEAR(at.normal.x, corner[1] / far, 1e-15);
    EXPECT_NEAR(at.normal.y, -corner[0] / far, 1e-15);
    EXPECT_EQ(at.normal.z, 0);
    EXPECT_EQ(at.dist, 0);
    EXPECT_EQ(at.hitFraction, 0.5);
}

}  // namespace
}  // namespace hullbake::oracle
