// Proves the brush lists of grid cells: no brush is missing, by plain arithmetic with the brushes' sides. Both ways to
// trace along the lists give equal answers.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <iostream>
#include <string>
#include <vector>

#include "compiler/compiler_support.hpp"
#include "runtime/src/brushes/brush_trace.hpp"
#include "support/shared_maps.hpp"

namespace hullbake::test {
namespace {

using namespace format;
using namespace detail;

constexpr std::uint64_t kSeed = 20261123;

struct Counts {
    std::size_t cells = 0, listed = 0, near = 0, unlisted = 0, many = 0, none = 0;
};

Box cellBox(const GridRecord& grid, const std::array<std::uint32_t, 3>& at) {
    Box box;
    for (int a = 0; a < 3; ++a) {
        box.mins[a] = grid.origin[a] + at[static_cast<std::size_t>(a)] * grid.cellSize;
        box.maxs[a] = box.mins[a] + grid.cellSize;
    }
    return box;
}

// Visits every own cell of a hull's grid, with its number in GCEL.
template <class Visit>
void eachOwnCell(const ClipMap& map, std::size_t hull, const Visit& visit) {
    const GridRecord& grid = map.tables().grids[hull];
    std::size_t number = grid.firstBlock;
    for (std::uint32_t z = 0; z < grid.blocks[2]; ++z)
        for (std::uint32_t y = 0; y < grid.blocks[1]; ++y)
            for (std::uint32_t x = 0; x < grid.blocks[0]; ++x) {
                const BlockRecord& block = map.tables().gridBlocks[number++];
                if (block.cells < kOwnCells) continue;
                for (std::uint32_t i = 0; i < kBlockCells; ++i)
                    visit(block.cells + i, cellBox(grid, {x * 4 + i % 4, y * 4 + i / 4 % 4, z * 4 + i / 16}));
            }
}

std::vector<std::uint32_t> listAt(const ClipMap& map, std::uint32_t list) {
    std::vector<std::uint32_t> brushes;
    while (list != kNoBrushes && (brushes.empty() || (map.tables().gridLists[list - 1] & kLastListed) == 0))
        brushes.push_back(map.tables().gridLists[list++] & ~kLastListed);
    return brushes;
}

// Returns a lower bound of the distance between p and the brush grown by the box.
double outside(const ClipMap& map, const BrushRecord& brush, const Box& box, const Vec3& p) {
    double most = -1e30;
    for (const SideRecord& side : map.tables().sides.subspan(brush.firstSide, brush.sideCount))
        most = std::max(most, grownDistance(side, box, p));
    return most;
}

void checkCell(const ClipMap& map, std::uint32_t hull, std::uint32_t cell, const Box& bounds, Rng& rng, Counts& sum) {
    const std::uint32_t list = map.tables().gridListOf[cell];
    ++sum.cells;
    sum.many += list == kManyBrushes;
    sum.none += list == kNoBrushes;
    if (list == kManyBrushes) return;
    const std::vector<std::uint32_t> listed = listAt(map, list);
    ASSERT_LE(listed.size(), kMostListed);
    ASSERT_TRUE(std::is_sorted(listed.begin(), listed.end()));
    ASSERT_EQ(std::adjacent_find(listed.begin(), listed.end()), listed.end());
    sum.listed += listed.size();
    const Box box = map.hull({hull}).box;
    for (const std::uint32_t index : listed) {
        const BrushRecord& brush = map.tables().brushes[index];
        ASSERT_NE(brush.hullMask >> hull & 1, 0u);
        for (int a = 0; a < 3; ++a) {
            ASSERT_LE(brush.mins[a] - box.maxs[a], bounds.maxs[a] + 2 * kListMargin);
            ASSERT_GE(brush.maxs[a] - box.mins[a], bounds.mins[a] - 2 * kListMargin);
        }
    }
    // Include a margin around the cell, because traces are rounded.
    constexpr double kAround = kListMargin / 4;
    const Vec3 around{kAround, kAround, kAround};
    for (int i = 0; i < 2; ++i) {
        const Vec3 p = rng.pointIn({bounds.mins - around, bounds.maxs + around});
        for (std::uint32_t b = 0; b < map.model({}).brushCount; ++b) {
            const BrushRecord& brush = map.tables().brushes[b];
            if ((brush.hullMask >> hull & 1) == 0 || outside(map, brush, box, p) > kAround) continue;
            ++sum.near;
            sum.unlisted += std::find(listed.begin(), listed.end(), b) == listed.end();
        }
    }
}

void checkMap(const MapFile& file, double cellSize, Rng& rng, Counts& sum) {
    CompileSettings settings;
    settings.cellSize = cellSize;
    const Baked baked = bake(file, settings);
    const ClipMap& map = baked.map;
    ASSERT_EQ(map.tables().gridListOf.size(), map.tables().gridCells.size());
    for (std::uint32_t h = 0; h < map.hullCount(); ++h)
        eachOwnCell(map, h, [&](std::uint32_t cell, const Box& bounds) {
            if (testing::Test::HasFatalFailure()) return;
            checkCell(map, h, cell, bounds, rng, sum);
        });
}

TEST(BrushLists, NoBrushNearACellIsMissing) {
    std::cout << "seed " << kSeed << '\n';
    Rng rng(kSeed);
    Counts sum;
    for (const auto& path : ownMaps()) {
        SCOPED_TRACE(path.string());
        checkMap(loadMap(path.string()), 64, rng, sum);
    }
    for (int i = 0; i < 16; ++i) checkMap(worldMap(thicketBrushes(rng)), i % 4 == 0 ? 64 : 256, rng, sum);
    std::cout << sum.cells << " cells, " << sum.many << " near many brushes, " << sum.none << " near none, "
              << sum.listed << " brushes listed, " << sum.near << " near a point\n";
    EXPECT_EQ(sum.unlisted, 0u);
    EXPECT_GT(sum.cells, 10000u);
    EXPECT_GT(sum.many, 50u);
    EXPECT_GT(sum.none, 1000u);
    EXPECT_GT(sum.near, 20000u);
}

#ifdef HULLBAKE_AVX

using Look = BrushTrace<BrushSet>;

struct Answer {
    bool told = false, settled = false;
    Trace trace;
};

// Traces cell by cell.
template <class Test>
HULLBAKE_INLINE Answer alongAnswerOf(const BrushSet& set, const GridView& grid, const TraceQuery& query) {
    Answer answer;
    const Line line = lineOf(query);
    Look look(set, line, query.probe.mask, false, SweptBox{set.box, query.start, query.end}, Test{});
    answer.told = look.template traceByCells<Test>(grid, query);
    answer.settled = answer.told && look.template settle<Test>(query, answer.trace);
    return answer;
}

// Traces by the lists of the ends.
template <class Test>
HULLBAKE_INLINE Answer nearAnswerOf(const BrushSet& set, const GridView& grid, const TraceQuery& query) {
    Answer answer;
    GridView::Place place;
    if (startIn<typename Test::Lanes>(grid, query, place) == GridStart::Outside) return answer;
    const Line line = lineOf(query);
    Look look(set, line, query.probe.mask, false, SweptBox{set.box, query.start, query.end}, Test{});
    NearBrushes near;
    answer.told = gatherNear<Test>(grid, place.slot, query, set.brushes.data(), look.clipLine(), near);
    if (answer.told) look.template traceBrushes<Test>(near);
    answer.settled = answer.told && look.template settle<Test>(query, answer.trace);
    return answer;
}

HULLBAKE_BEGIN_AVX
Answer wideAlongOf(const BrushSet& set, const GridView& grid, const TraceQuery& query) {
    return alongAnswerOf<BrushOpsAvx>(set, grid, query);
}
Answer wideNearOf(const BrushSet& set, const GridView& grid, const TraceQuery& query) {
    return nearAnswerOf<BrushOpsAvx>(set, grid, query);
}
HULLBAKE_END_TARGET

bool isSame(const Answer& one, const Answer& other) {
    const Trace &a = one.trace, &b = other.trace;
    return one.told == other.told && one.settled == other.settled && a.hit == b.hit && a.fraction == b.fraction &&
           a.endpos == b.endpos && a.normal == b.normal && a.dist == b.dist && a.contents == b.contents;
}

TEST(BrushLists, TracesAlongThemAnswerTheSameInVectors) {
    if (!kHasAvx) GTEST_SKIP() << "this processor has no AVX";
    std::cout << "seed " << kSeed << '\n';
    Rng rng(kSeed);
    std::size_t hits = 0, misses = 0, unsettled = 0, untold = 0, nearHits = 0, nearMisses = 0;
    for (const auto& path : ownMaps()) {
        SCOPED_TRACE(path.string());
        const Baked baked = bake(loadMap(path.string()), {});
        const ClipMap& map = baked.map;
        const Box bounds = map.model({}).bounds;
        for (std::uint32_t h = 1; h < map.hullCount(); ++h) {
            const GridView grid(map.tables(), h);
            BrushSet set{map.tables().brushes, map.tables().sides, {}, 0, map.hull({h}).box, {}};
            set.rule.needed = set.rule.forClip = 1u << h;
            Vec3 last = bounds.mins;
            for (int i = 0; i < 4000; ++i) {
                const Vec3 start = rng.chance(0.5) ? last : rng.pointIn(bounds);
                Vec3 end = start + rng.direction() * (rng.chance(0.5) ? 64 : 1024);
                if (rng.chance(0.1)) end.z = start.z;
                Probe probe;
                probe.hull = {h};
                const TraceQuery query{start, end, probe, {}};
                const Answer one = alongAnswerOf<BrushOpsScalar>(set, grid, query);
                ASSERT_TRUE(isSame(one, wideAlongOf(set, grid, query))) << i;
                const Answer near = nearAnswerOf<BrushOpsScalar>(set, grid, query);
                ASSERT_TRUE(isSame(near, wideNearOf(set, grid, query))) << i;
                // Where one way gives no answer, the other may.
                if (near.settled && one.settled) {
                    ASSERT_TRUE(isSame(near, one)) << i;
                    ++(near.trace.hit ? nearHits : nearMisses);
                }
                ++(!one.told ? untold : !one.settled ? unsettled : one.trace.hit ? hits : misses);
                if (one.settled) last = one.trace.endpos;
            }
        }
    }
    std::cout << hits << " hits, " << misses << " misses, " << unsettled << " to be looked at closely, " << untold
              << " not told; of short ones " << nearHits << " hits, " << nearMisses << " misses\n";
    EXPECT_GT(hits, 20000u);
    EXPECT_GT(misses, 3000u);
    EXPECT_GT(unsettled, 300u);
    EXPECT_GT(untold, 3000u);
    EXPECT_GT(nearHits, 5000u);
    EXPECT_GT(nearMisses, 1000u);
}

#endif

}  // namespace
}  // namespace hullbake::test
