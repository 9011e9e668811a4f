// Proves that the fill changes nothing that an entity can reach, by moving in the unfilled hull and comparing with the
// filled one.
#include <gtest/gtest.h>

#include <algorithm>
#include <deque>
#include <filesystem>
#include <iostream>
#include <set>
#include <tuple>

#include "compiler/compiler_support.hpp"
#include "compiler/fill/fill_by_leaves.hpp"
#include "compiler/fill/point_entities.hpp"
#include "support/shared_maps.hpp"
#include "support/turned_maps.hpp"

namespace hullbake::test {
namespace {

constexpr std::uint64_t kSeed = 20240704;

struct Reach {
    std::size_t points = 0, beside = 0, edges = 0, entities = 0, hulls = 0;

    void add(const Reach& other) {
        points += other.points, beside += other.beside, edges += other.edges;
        entities += other.entities, hulls += other.hulls;
    }
};

class Walk {
  public:
    Walk(const Baked& filled, const Baked& bare, std::string_view hull, double spacing, std::size_t most, bool slides)
        : filled_(filled),
          bare_(bare),
          probe_{.hull = filled.hull(hull)},
          spacing_(spacing),
          most_(most),
          slides_(slides),
          rng_(kSeed) {}

    /// Visits the points of a grid around `start`, wherever a move is clear in the unfilled hull. The grid is off all
    /// planes, as a path of zero width leads along edges where brushes touch.
    void from(const Vec3& origin) {
        if (any(bare_.map.contentsAt(probe_, origin) & kMaskBlocking)) return;
        Vec3 start = origin;
        for (int i = 0; i < 20 && start == origin; ++i)
            if (const Vec3 aside = origin + rng_.direction() * rng_.between(0.2, 2); clear(origin, aside))
                start = aside;
        if (start == origin) return;
        using Cell = std::tuple<int, int, int>;
        std::set<Cell> seen{{0, 0, 0}};
        std::deque<std::pair<Cell, Vec3>> open{{{0, 0, 0}, start}};
        ++reach.entities;
        for (std::size_t count = 0; !open.empty() && count < most_; ++count) {
            const auto [cell, p] = open.front();
            open.pop_front();
            compare(p);
            ++reach.points;
            // Also tests a nearby point, as corners and crevices lie beside the grid.
            const Vec3 beside = p + rng_.direction() * rng_.between(0, 2 * spacing_);
            if (clear(p, beside)) {
                compare(beside);
                ++reach.beside;
            }
            if (slides_) slide(p);
            for (int i = 0; i < 6; ++i) {
                Vec3 q = p;
                q[i / 2] += i % 2 == 0 ? spacing_ : -spacing_;
                auto [x, y, z] = cell;
                (i / 2 == 0 ? x : i / 2 == 1 ? y : z) += i % 2 == 0 ? 1 : -1;
                if (clear(p, q) && seen.insert({x, y, z}).second) open.push_back({{x, y, z}, q});
            }
        }
    }

    Reach reach;

  private:
    bool clear(const Vec3& from, const Vec3& to) const {
        const Trace trace = bare_.map.trace(probe_, from, to);
        return !trace.hit && !trace.startsolid;
    }

    // Slides from `p` to a face, an edge and a corner of the unfilled hull, and tests points closely beside each.
    void slide(Vec3 p) {
        Vec3 way = rng_.direction();
        for (int contact = 0; contact < 3; ++contact) {
            Probe probe = probe_;
            probe.skin = 1e-3;
            const Trace trace = bare_.map.trace(probe, p, p + way * 1000);
            if (!trace.hit || trace.startsolid) return;
            p = trace.endpos;
            way = way - trace.normal * dot(way, trace.normal);
            for (int i = 0; i < 4; ++i) {
                const Vec3 q = p + rng_.direction() * rng_.between(0, 0.01);
                if (!clear(p, q)) continue;
                compare(q);
                ++reach.edges;
            }
        }
    }

    void compare(const Vec3& p) {
        const Contents wanted = bare_.map.contentsAt(probe_, p), got = filled_.map.contentsAt(probe_, p);
        if (got != wanted && ++differ_ <= 3)
            ADD_FAILURE() << contentsName(wanted) << " became " << contentsName(got) << " at " << p.x << ' ' << p.y
                          << ' ' << p.z;
    }

    const Baked &filled_, &bare_;
    Probe probe_;
    double spacing_;
    std::size_t most_, differ_ = 0;
    bool slides_;
    Rng rng_;
};

void walkMap(const MapFile& map, double spacing, std::size_t most, Reach& total, bool slides = false) {
    const Baked filled = bake(map);
    CompileSettings settings;
    settings.fill = false;
    const Baked bare = bake(map, settings);
    const std::vector<PointEntity> entities = pointEntities(map);
    for (const HullReport& hull : filled.result.report.hulls) {
        if (!hull.filled || (slides && hull.name == "point")) continue;  // points slide into cracks that are closed
        SCOPED_TRACE(hull.name);
        ++total.hulls;
        Walk walk(filled, bare, hull.name, spacing, most, slides);
        for (const PointEntity& entity : entities)
            if (!remarkedAt(filled.result.report, entity.pos.line, "lies in the void")) walk.from(entity.origin);
        total.add(walk.reach);
    }
}

void walkFile(const std::string& path, double spacing, std::size_t most, Reach& total) {
    SCOPED_TRACE(path);
    walkMap(loadMap(path), spacing, most, total);
}

void print(const Reach& reach) {
    std::cout << "seed " << kSeed << ": " << reach.points << " places and " << reach.beside << " beside them, "
              << reach.edges << " at walls, from " << reach.entities << " entities in " << reach.hulls << " hulls\n";
}

TEST(FillReach, NothingChangesInOurMaps) {
    Reach total;
    for (const auto& path : ownMaps()) walkFile(path.string(), 11.7, 2500, total);
    print(total);
    EXPECT_GE(total.hulls, 120u);
    EXPECT_GE(total.entities, 150u);
    EXPECT_GE(total.points, 250000u);
    EXPECT_GE(total.beside, 200000u);
}

TEST(FillReach, NothingChangesInRealMaps) {
    const auto path = sharedFile("maps/quake/e1m1.map");
    if (!path) GTEST_SKIP() << missingShared("maps/quake/e1m1.map");
    Reach total;
    walkFile(*path, 23.3, 300, total);
    print(total);
    EXPECT_GE(total.entities, 300u);
    EXPECT_GE(total.points, 100000u);
}

// Slivers of free space along edges, between planes that rounding has parted. A ball of 1/64 does not fit into one, and
// fits beside it.
TEST(FillReach, SliversAlongEdgesStayFree) {
    const auto path = std::filesystem::path(HULLBAKE_SOURCE_ROOT) / "maps" / "scenes" / "tiled_ramp.map";
    const MapFile map = loadMap(path.string());
    Reach total;
    for (const Vec3& degrees : {Vec3{5, 71, 0}, Vec3{0, 5, 71}, Vec3{5, 0, 71}, Vec3{71, 0, 5}}) {
        SCOPED_TRACE(testing::Message() << degrees.x << ' ' << degrees.y << ' ' << degrees.z);
        walkMap(turnedMap(map, degrees, 5), 11.7, 2500, total, true);
    }
    print(total);
    EXPECT_GE(total.hulls, 8u);
    EXPECT_GE(total.edges, 70000u);
}

// Rooms behind a slot through a wall. A crack is no passage; an entity of its own keeps the room behind it.
TEST(FillReach, RoomsBehindCracks) {
    for (const double width : {1.0 / 32, 1.0 / 100, 1.0 / 1000})
        for (const bool item : {false, true}) {
            SCOPED_TRACE(std::to_string(width) + (item ? ", an item" : ", nothing") + " behind it");
            std::vector<MapBrush> brushes = roomBrushes({{-128, -128, 0}, {300, 128, 128}}, 16);
            brushes.push_back(boxBrush({128, -128, 0}, {144, 128, 60}));
            brushes.push_back(boxBrush({128, -128, 60 + width}, {144, 128, 128}));
            MapFile map = worldMap(brushes);
            addPoint(map, "info_player_start", "0 0 24");
            if (item) addPoint(map, "item_health", "200 0 40");
            const Baked baked = bake(map, pointOnly());
            EXPECT_TRUE(baked.result.report.hulls[0].filled);
            EXPECT_EQ(baked.at({0, 0, 60}), Contents::Empty);
            EXPECT_EQ(baked.at({220, 30, 60}), item || width > 1.0 / 64 ? Contents::Empty : Contents::Solid);
        }
}

// Two walls meet at angles down to a fraction of a degree. Their crevice must be free to its end, however thin.
TEST(FillReach, CrevicesAreFreeToTheirEnds) {
    std::size_t thin = 0;
    Rng rng(kSeed);
    for (const double depth : {16.0, 4.0, 1.0, 0.25}) {
        std::vector<MapBrush> brushes = roomBrushes({{-128, -128, 0}, {128, 128, 128}}, 16);
        brushes.push_back(prismBrush({{64, -128}, {-64, -128 + depth}, {-64, -128}}, 0, 128));
        brushes.push_back(
            prismBrush({{64, -128}, {64, 0}, {-64, -128 + 2 * depth + 20}, {-64, -128 + 2 * depth}}, 0, 128));
        // Wedges boxes in where the crevice is as thin: their faces separate its end from its wide part.
        std::vector<Box> wedged;
        for (int i = 0; i < 6; ++i) {
            const double x = 64 - 128 * rng.between(0.002, 0.012) / depth, z = 10 + 18 * i;
            wedged.push_back({{x - rng.between(0.1, 4), -128, z}, {x, -100, z + rng.between(1, 12)}});
            brushes.push_back(boxBrush(wedged.back().mins, wedged.back().maxs));
        }
        MapFile map = worldMap(brushes);
        addPoint(map, "info_player_start", "-100 -100 24");
        const Baked baked = bake(map, pointOnly());
        ASSERT_TRUE(baked.result.report.hulls[0].filled);
        ASSERT_TRUE(baked.result.report.remarks.empty());
        for (int i = 0; i < 4000; ++i) {
            const double along = std::pow(rng.unit(), 3);  // 0 at the seam
            const double x = 64 - 128 * along, low = -128 + depth * along, high = -128 + 2 * depth * along;
            if (high - low < 1e-4) continue;
            const Vec3 p{x, low + (high - low) * rng.between(0.1, 0.9), rng.between(1, 127)};
            const bool blocked = std::any_of(wedged.begin(), wedged.end(), [&](const Box& box) {
                return p.x > box.mins.x && p.x < box.maxs.x && p.z > box.mins.z && p.z < box.maxs.z;
            });
            EXPECT_EQ(baked.at(p), blocked ? Contents::Solid : Contents::Empty) << high - low << " wide";
            thin += high - low < 1.0 / 64;
        }
    }
    EXPECT_GE(thin, 2500u);
}

}  // namespace
}  // namespace hullbake::test
