// Proves the grid of free boxes: the vector paths agree with the scalar ones to the last bit, and cuts agree with their
// bits.
#include <gtest/gtest.h>

#include <array>
#include <bit>
#include <cstring>
#include <iostream>
#include <limits>
#include <set>
#include <vector>

#include "compiler/compiler_support.hpp"
#include "runtime/grid/random_grid.hpp"
#include "runtime/src/grid/grid_trace_x8.hpp"
#include "support/shared_maps.hpp"

namespace hullbake::test {
namespace {

using namespace detail;
using namespace format;

constexpr std::uint64_t kSeed = 20261123;

#ifdef HULLBAKE_AVX

bool same(const GridPoint& a, const GridPoint& b) {
    return std::memcmp(a.at, b.at, 3 * sizeof(double)) == 0;
}

bool same(const GridView::Place& a, const GridView::Place& b) {
    return std::memcmp(a.at, b.at, 3 * sizeof a.at[0]) == 0 && a.cell == b.cell && a.slot == b.slot &&
           a.boxes == b.boxes;
}

TEST(GridOps, AllAxesAtOnceAnswerAsOneByOne) {
    if (!kHasAvx) GTEST_SKIP() << "this processor has no AVX";
    std::cout << "seed " << kSeed << '\n';
    Rng rng(kSeed);
    std::size_t inside = 0, outside = 0, held = 0, notHeld = 0, touched = 0, inAll = 0, inCell = 0;
    std::array<std::size_t, 3> axes{};
    for (int round = 0; round < 400; ++round) {
        const RandomGrid made(rng);
        const format::Tables tables = made.tables();
        const GridView grid(tables, 0);
        for (int i = 0; i < 500; ++i) {
            const Vec3 from = made.point(rng);
            Vec3 to = made.point(rng);
            for (int a = 0; a < 3; ++a)
                if (rng.chance(0.2)) to[a] = from[a] + (rng.chance(0.5) ? 0 : rng.between(-1e-31, 1e-31));
            GridLine line{}, wide{};
            GridOpsScalar::lay(from, to, line);
            GridOpsAvx::lay(from, to, wide);
            ASSERT_TRUE(same(line.start, wide.start) && same(line.end, wide.end) && same(line.delta, wide.delta));
            ASSERT_TRUE(same(line.inverse, wide.inverse) && line.squared == wide.squared);
            const double t = rng.between(0, 1);
            ASSERT_TRUE(same(GridOpsScalar::along(line, t), GridOpsAvx::along(wide, t)));
            const int axis = rng.whole(0, 2);
            ASSERT_TRUE(same(GridOpsScalar::alongOn(line, t, axis, 7), GridOpsAvx::alongOn(wide, t, axis, 7)));

            const GridPoint p = GridOpsScalar::point(from);
            ASSERT_TRUE(same(p, GridOpsAvx::point(from)));
            const FreeBoxRecord &one = made.anyBox(rng), &two = made.anyBox(rng);
            const bool holds = GridOpsScalar::holds(one, p);
            ASSERT_EQ(holds, GridOpsAvx::holds(one, p));
            (holds ? held : notHeld) += 1;
            GridPoint onSide = p;
            for (int a = 0; a < 3; ++a)
                if (rng.chance(0.3)) onSide.at[a] = one.sides[rng.whole(0, 1)][a] + rng.between(-2e-9, 2e-9);
            const bool touches = GridOpsScalar::touches(one, onSide);
            ASSERT_EQ(touches, GridOpsAvx::touches(one, onSide));
            touched += touches && !GridOpsScalar::holds(one, onSide);
            ASSERT_FALSE(GridOpsScalar::holds(kNoBox, p) || GridOpsAvx::holds(kNoBox, p));
            const GridExit exit = GridOpsScalar::exitOf(one, line), other = GridOpsAvx::exitOf(one, wide);
            ASSERT_TRUE(exit.t == other.t && exit.safe == other.safe && exit.axis == other.axis);

            GridView::Place place{}, found{};
            const bool isInside = GridOpsScalar::find(grid, p, place);
            ASSERT_EQ(isInside, GridOpsAvx::find(grid, p, found));
            (isInside ? inside : outside) += 1;
            if (!isInside) continue;
            ASSERT_TRUE(same(place, found));
            int first = 0, second = 0;
            const double end = GridOpsScalar::endOfCell(grid, place, line, first);
            ASSERT_EQ(end, GridOpsAvx::endOfCell(grid, found, wide, second));
            ASSERT_EQ(first, second);
            ++axes[static_cast<std::size_t>(first)];
            const bool all = GridOpsScalar::isInAll(one, two, grid, place, p, axis);
            ASSERT_EQ(all, GridOpsAvx::isInAll(one, two, grid, found, p, axis));
            const bool cell = GridOpsScalar::isInCell(grid, place, p);
            ASSERT_EQ(cell, GridOpsAvx::isInCell(grid, found, p));
            inAll += all;
            inCell += cell;
        }
    }
    std::cout << inside << " places in the grid, " << outside << " not; " << held << " in a box, " << notHeld
              << " not; " << inAll << " in all, " << inCell << " deep in their cell\n";
    for (const std::size_t count : {inside, outside, notHeld, inCell, axes[0], axes[1], axes[2]})
        EXPECT_GT(count, 10000u);
    EXPECT_GT(held, 1000u);
    EXPECT_GT(touched, 200u);
    EXPECT_GT(inAll, 200u);
}

HULLBAKE_BEGIN_AVX
bool traceAvx(const GridView& grid, const PlaneRecord* planes, const TraceQuery& query, Trace& trace) {
    return GridTrace<GridOpsAvx>(grid, planes, query).run(trace);
}
HULLBAKE_END_TARGET

bool same(const Trace& a, const Trace& b) {
    return a.hit == b.hit && a.fraction == b.fraction && a.endpos == b.endpos && a.hitFraction == b.hitFraction &&
           a.normal == b.normal && a.dist == b.dist && a.contents == b.contents;
}

// Draws a probe of the world: usually for all that blocks, now and then for solid alone.
Probe anyProbe(std::uint32_t hull, Rng& rng) {
    Probe probe;
    probe.hull = {hull};
    if (!rng.chance(0.9)) probe.mask = Contents::Solid;
    return probe;
}

// Draws segments through the world, some of which start where others ended.
class Ways {
  public:
    Ways(const ClipMap& map, Rng& rng) : rng_(rng), bounds_(map.model({}).bounds), last_(bounds_.mins) {}

    Segment next() {
        Segment way;
        way.start = rng_.chance(0.4) ? last_ : rng_.pointIn(bounds_);
        way.end = way.start + rng_.direction() * (rng_.chance(0.5) ? 64 : 1024);
        return way;
    }
    void endedAt(const Vec3& p) { last_ = p; }

  private:
    Rng& rng_;
    Box bounds_;
    Vec3 last_;
};

TEST(GridOps, WholeTracesAnswerTheSame) {
    if (!kHasAvx) GTEST_SKIP() << "this processor has no AVX";
    std::cout << "seed " << kSeed << '\n';
    Rng rng(kSeed);
    std::size_t hits = 0, misses = 0, left = 0;
    for (const auto& path : ownMaps()) {
        SCOPED_TRACE(path.string());
        const Baked baked = bake(loadMap(path.string()), {});
        const ClipMap& map = baked.map;
        for (std::uint32_t h = 0; h < map.hullCount(); ++h) {
            const GridView grid(map.tables(), h);
            Ways ways(map, rng);
            for (int i = 0; i < 2000; ++i) {
                const Segment way = ways.next();
                const Probe probe = anyProbe(h, rng);
                const TraceQuery query{way.start, way.end, probe, {}};
                Trace one, other;
                const bool told = GridTrace<GridOpsScalar>(grid, map.tables().planes.data(), query).run(one);
                ASSERT_EQ(told, traceAvx(grid, map.tables().planes.data(), query, other));
                ASSERT_TRUE(same(one, other));
                ++(!told ? left : one.hit ? hits : misses);
                if (told) ways.endedAt(one.endpos);
            }
        }
    }
    std::cout << hits << " hits, " << misses << " misses, " << left << " left to the tree\n";
    EXPECT_GT(hits, 10000u);
    EXPECT_GT(misses, 10000u);
    EXPECT_GT(left, 10000u);
}
#endif

#ifdef HULLBAKE_AVX512
HULLBAKE_BEGIN_AVX512
unsigned traceEight(const GridView& grid, const PlaneRecord* planes, const Probe& probe,
                    const std::vector<Segment>& ways, Trace* answers) {
    return GridTrace8(grid, planes, probe, ways).run(answers);
}
HULLBAKE_END_TARGET

// Turns one of the eight segments into one that the grid refuses.
void spoil(Segment& way, Rng& rng) {
    switch (rng.whole(0, 2)) {
        case 0:
            way.start.y = std::numeric_limits<double>::quiet_NaN();
            break;
        case 1:
            way.end.z = 3e5;
            break;
        default:
            way.end = way.start;
            break;
    }
}

// Turns the probe into one that the grid refuses.
void spoil(Probe& probe, const ClipMap& map, Rng& rng) {
    switch (rng.whole(0, 4)) {
        case 0:
            probe.skin = -1;
            break;
        case 1:
            probe.model = ModelId{1};
            break;
        case 2:
            probe.mask = kMaskAll;
            break;
        case 3:
            probe.box = map.hull(probe.hull).box;
            break;
        default:
            probe.transform = Transform::moved({8, 0, -8});
            break;
    }
}

// Compares all bits, except NaNs: an invalid trace returns its start.
bool sameAnswer(const Trace& a, const Trace& b) {
    if (a.invalid || b.invalid) return a.invalid && b.invalid;
    return same(a, b) && a.model == b.model && a.startsolid == b.startsolid && a.allsolid == b.allsolid;
}

struct EightCounts {
    std::size_t hits = 0, misses = 0, left = 0, spoilt = 0, others = 0;
};

// Traces up to eight segments with one probe, together and each alone.
void askEight(const ClipMap& map, const GridView& grid, const Probe& probe, Ways& ways, Rng& rng, EightCounts& sum) {
    std::vector<Segment> some(rng.chance(0.5) ? 8 : static_cast<std::size_t>(rng.whole(1, 8)));
    std::vector<bool> good(some.size(), true);
    for (std::size_t i = 0; i < some.size(); ++i) {
        some[i] = ways.next();
        if (rng.chance(0.05)) good[i] = (spoil(some[i], rng), false);
    }
    Trace answers[8];
    const PlaneRecord* planes = map.tables().planes.data();
    const unsigned told = traceEight(grid, planes, probe, some, answers);
    ASSERT_EQ(told >> some.size(), 0u);
    for (std::size_t i = 0; i < some.size(); ++i) {
        Trace alone;
        const TraceQuery query{some[i].start, some[i].end, probe, {}};
        const bool tells = good[i] && GridTrace<GridOpsScalar>(grid, planes, query).run(alone);
        ASSERT_EQ(tells, (told >> i & 1) != 0);
        ++(!good[i] ? sum.spoilt : !tells ? sum.left : alone.hit ? sum.hits : sum.misses);
        if (!tells) continue;
        ASSERT_TRUE(same(alone, answers[i]));
        ASSERT_FALSE(answers[i].startsolid || answers[i].allsolid || answers[i].invalid);
        ways.endedAt(alone.endpos);
    }
    if (!rng.chance(0.04)) return;
    Probe other = probe;
    spoil(other, map, rng);
    ASSERT_EQ(map.traceBatch(other, some, answers), some.size());
    for (std::size_t i = 0; i < some.size(); ++i) {
        ASSERT_TRUE(sameAnswer(answers[i], map.trace(other, some[i].start, some[i].end)));
        ++sum.others;
    }
}

TEST(GridOps, EightTracesAnswerAsEachAlone) {
    if (!kHasAvx512) GTEST_SKIP() << "this processor has no AVX-512";
    std::cout << "seed " << kSeed << '\n';
    Rng rng(kSeed);
    EightCounts sum;
    const auto ask = [&](const MapFile& file, int rounds) {
        const Baked baked = bake(file, {});
        const ClipMap& map = baked.map;
        for (std::uint32_t h = 0; h < map.hullCount(); ++h) {
            if (map.tables().grids[h].blocks[0] == 0 || map.tables().freeBoxes.empty()) continue;
            const GridView grid(map.tables(), h);
            Ways ways(map, rng);
            for (int round = 0; round < rounds && !HasFatalFailure(); ++round)
                askEight(map, grid, anyProbe(h, rng), ways, rng, sum);
        }
    };
    for (const auto& path : ownMaps()) {
        SCOPED_TRACE(path.string());
        ask(loadMap(path.string()), 500);
        if (HasFatalFailure()) return;
    }
    for (int i = 0; i < 4; ++i) {
        SCOPED_TRACE(i);
        ask(worldMap(thicketBrushes(rng)), 2000);
        if (HasFatalFailure()) return;
    }
    std::cout << sum.hits << " hits, " << sum.misses << " misses, " << sum.left << " left to the tree, " << sum.spoilt
              << " not for the grid, " << sum.others << " of other probes\n";
    EXPECT_GT(sum.hits, 20000u);
    EXPECT_GT(sum.misses, 20000u);
    EXPECT_GT(sum.left, 20000u);
    EXPECT_GT(sum.spoilt, 2000u);
    EXPECT_GT(sum.others, 1000u);
}
#endif

// --- cuts ---

struct Case {
    CutRecord cut{};
    std::vector<PlaneRecord> planes{PlaneRecord{{0, 0, 0}, -1}};
    int count = 0;
};

Case randomCase(Rng& rng) {
    Case made;
    made.count = rng.whole(1, kMostCuts);
    made.cut.contents = 1;
    for (int i = 0; i < made.count; ++i) {
        Vec3 normal = rng.direction();
        if (rng.chance(0.5)) {
            normal = {};
            normal[rng.whole(0, 2)] = 1;
        }
        // Some planes go through one point, as at a corner.
        const double dist = rng.chance(0.2) ? 0 : rng.between(-24, 24);
        made.cut.planes[i] = static_cast<std::uint32_t>(made.planes.size());
        made.planes.push_back({{normal.x, normal.y, normal.z}, dist});
    }
    // Most states are solid where a tree would have a few solid leaves.
    for (int i = 0; i < 2; ++i) {
        std::uint64_t leaf = ~std::uint64_t{0};
        for (int k = 0; k < made.count; ++k)
            if (rng.chance(0.8)) {
                std::uint64_t behind = 0;
                for (int state = 0; state < 64; ++state) behind |= std::uint64_t{state >> k & 1 ? 1u : 0u} << state;
                leaf &= rng.chance(0.5) ? behind : ~behind;
            }
        made.cut.solid |= leaf;
    }
    return made;
}

int behindAt(const Case& in, const GridLine& line, double t) {
    int behind = 0;
    for (int i = 0; i < in.count; ++i) {
        const PlaneRecord& p = in.planes[in.cut.planes[i]];
        double d = -p.dist;
        for (int a = 0; a < 3; ++a) d += p.normal[a] * (line.start.at[a] + line.delta.at[a] * t);
        behind |= (d < 0 ? 1 : 0) << i;
    }
    return behind;
}

// Returns the fraction at which the trace enters solid, tested at the middles of all its pieces, or 2 if it does not.
double firstSolid(const Case& in, const GridLine& line, double from, double until) {
    std::set<double> times{from, until};
    for (int i = 0; i < in.count; ++i) {
        const PlaneRecord& p = in.planes[in.cut.planes[i]];
        double d = -p.dist, v = 0;
        for (int a = 0; a < 3; ++a) {
            d += p.normal[a] * line.start.at[a];
            v += p.normal[a] * line.delta.at[a];
        }
        if (v != 0 && -d / v > from && -d / v < until) times.insert(-d / v);
    }
    for (auto next = times.begin(); std::next(next) != times.end(); ++next)
        if (isSolid(in.cut, static_cast<std::uint32_t>(behindAt(in, line, (*next + *std::next(next)) / 2))))
            return *next;
    return 2;
}

double distanceAt(const PlaneRecord& p, const GridLine& line, double t) {
    double d = -p.dist;
    for (int a = 0; a < 3; ++a) d += p.normal[a] * (line.start.at[a] + line.delta.at[a] * t);
    return d;
}

// Returns true for a start in solid, an end near a plane, or a crossing near another plane.
bool mayBeUnclear(const Case& in, const GridLine& line, double from, double until) {
    constexpr double kRounded = 1e-9;
    if (isSolid(in.cut, static_cast<std::uint32_t>(behindAt(in, line, from)))) return true;
    for (int i = 0; i < in.count; ++i) {
        const PlaneRecord& p = in.planes[in.cut.planes[i]];
        const double d0 = distanceAt(p, line, from), d1 = distanceAt(p, line, until);
        if (std::min(std::fabs(d0), std::fabs(d1)) < kSettledEnd + kRounded) return true;
        if ((d0 < 0) == (d1 < 0)) continue;
        const double t = from + (until - from) * d0 / (d0 - d1);
        for (int k = 0; k < in.count; ++k)
            if (k != i && std::fabs(distanceAt(in.planes[in.cut.planes[k]], line, t)) < kTouchLength + kRounded)
                return true;
    }
    return false;
}

TEST(CellCuts, AnswerWhatTheirBitsSay) {
    std::cout << "seed " << kSeed << '\n';
    Rng rng(kSeed);
    std::size_t hits = 0, free = 0, unclear = 0, crossing = 0;
    for (int round = 0; round < 200000; ++round) {
        const Case in = randomCase(rng);
        Vec3 from = rng.pointIn({{-32, -32, -32}, {32, 32, 32}}), to = rng.pointIn({{-32, -32, -32}, {32, 32, 32}});
        const double kind = rng.unit();
        if (kind < 0.1) from = (from + to) * 0.5 - (to - from) * 0.5;
        if (kind >= 0.1 && kind < 0.2) to = from * -1;  // through the corner
        if (kind >= 0.2 && kind < 0.4) to[rng.whole(0, 2)] = from[rng.whole(0, 2)];
        if (kind >= 0.4 && kind < 0.5) from[rng.whole(0, 2)] = in.planes.back().dist + rng.between(-3e-5, 3e-5);
        GridLine line{};
        GridOpsScalar::lay(from, to, line);
        const double begin = rng.chance(0.5) ? 0 : rng.between(0, 0.5),
                     until = rng.chance(0.5) ? 1 : rng.between(0.5, 1);
        CellHit hit{}, wide{};
        const CellEnd end = CellCutsScalar::trace(in.cut, in.planes.data(), line, begin, until, hit);
#ifdef HULLBAKE_AVX
        if (kHasAvx) {
            ASSERT_EQ(end, CellCutsAvx::trace(in.cut, in.planes.data(), line, begin, until, wide)) << round;
            if (end == CellEnd::Hit) {
                ASSERT_TRUE(hit.t == wide.t && hit.plane.normal == wide.plane.normal &&
                            hit.plane.dist == wide.plane.dist && hit.contents == wide.contents)
                    << round;
            }
        }
#endif
        const double first = firstSolid(in, line, begin, until);
        crossing += std::popcount(static_cast<unsigned>(behindAt(in, line, begin) ^ behindAt(in, line, until))) > 1;
        if (end == CellEnd::Unclear) {
            ++unclear;
            ASSERT_TRUE(mayBeUnclear(in, line, begin, until)) << round;
            continue;
        }
        ++(end == CellEnd::Hit ? hits : free);
        if (end == CellEnd::Free) {
            ASSERT_EQ(first, 2) << round;
            continue;
        }
        ASSERT_NEAR(hit.t, first, 1e-12) << round;
        const Vec3 at = from + (to - from) * hit.t;
        ASSERT_NEAR(dot(hit.plane.normal, at), hit.plane.dist, 1e-10) << "on its plane";
    }
    std::cout << hits << " hits, " << free << " pass, " << unclear << " unclear, mostly starts in solid; " << crossing
              << " cross several planes\n";
    EXPECT_GT(hits, 20000u);
    EXPECT_GT(free, 50000u);
    EXPECT_GT(unclear, 10000u);
    EXPECT_GT(crossing, 50000u);
}

// Crossings within 1e-3 of another plane, and ends within 2e-5 of any plane, are left to the tree.
TEST(CellCuts, KnowWhenTheyDoNotKnow) {
    Case in;
    in.count = 2;
    in.planes.push_back({{1, 0, 0}, 0});
    in.planes.push_back({{0, 1, 0}, 0});
    in.cut.planes[0] = 1;
    in.cut.planes[1] = 2;
    in.cut.contents = 1;
    for (int state = 0; state < 64; ++state) in.cut.solid |= std::uint64_t{(state & 3) == 3 ? 1u : 0u} << state;
    const auto end = [&](const Vec3& from, const Vec3& to) {
        GridLine line{};
        GridOpsScalar::lay(from, to, line);
        CellHit hit{};
        return CellCutsScalar::trace(in.cut, in.planes.data(), line, 0, 1, hit);
    };
    EXPECT_EQ(end({8, -4, 0}, {-8, -4, 0}), CellEnd::Hit);
    EXPECT_EQ(end({8, 4, 0}, {-8, 4, 0}), CellEnd::Free);
    EXPECT_EQ(end({-8, -4, 0}, {8, -4, 0}), CellEnd::Unclear) << "starts in solid";
    EXPECT_EQ(end({8, -0.002, 0}, {-8, -0.002, 0}), CellEnd::Hit);
    EXPECT_EQ(end({8, -0.0009, 0}, {-8, -0.0009, 0}), CellEnd::Unclear) << "along the edge";
    EXPECT_EQ(end({8, 0.0009, 0}, {-8, 0.0009, 0}), CellEnd::Unclear);
    EXPECT_EQ(end({8, 8, 0}, {-8, -8, 0}), CellEnd::Unclear) << "through the edge";
    EXPECT_EQ(end({1e-5, -4, 0}, {-8, -4, 0}), CellEnd::Unclear) << "from the surface";
    EXPECT_EQ(end({8, -4, 0}, {1e-5, -4, 0}), CellEnd::Unclear) << "to it";
    EXPECT_EQ(end({3e-5, -4, 0}, {-8, -4, 0}), CellEnd::Hit);
}

}  // namespace
}  // namespace hullbake::test
