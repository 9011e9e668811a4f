// Proves equal bytes for any number of threads, and equal answers for maps that differ only in order, position or
// handedness.
#include <gtest/gtest.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <iostream>
#include <sstream>

#include "compiler/compiler_support.hpp"
#include "support/shared_maps.hpp"

namespace hullbake::test {
namespace {

std::string demoPath() {
    return std::string(HULLBAKE_SOURCE_ROOT) + "/maps/demo/demo.map";
}
std::string scenePath(const std::string& name) {
    return std::string(HULLBAKE_SOURCE_ROOT) + "/maps/scenes/" + name + ".map";
}

std::vector<std::byte> bytesOf(const MapFile& map, const std::string& text, int threads) {
    CompileSettings settings;
    settings.threads = threads;
    CompileResult result = compileMap(map, text, settings);
    EXPECT_FALSE(result.blob.empty());
    return std::move(result.blob);
}

void expectSameBytes(const std::string& path, int repeats) {
    SCOPED_TRACE(path);
    std::string text;
    const MapFile map = loadMap(path, &text);
    const std::vector<std::byte> first = bytesOf(map, text, 1);
    for (int i = 0; i < repeats; ++i)
        for (const int threads : {2, 5})
            EXPECT_TRUE(bytesOf(map, text, threads) == first) << threads << " threads, run " << i;
    EXPECT_TRUE(bytesOf(loadMap(path), text, 1) == first) << "read again";
}

TEST(DeterminismTest, ThreadsDoNotChangeTheBytesOfOwnMaps) {
    std::size_t maps = 0;
    for (const auto& path : ownMaps()) {
        expectSameBytes(path.string(), path.stem() == "demo" ? 3 : 1);
        ++maps;
    }
    EXPECT_GE(maps, 44u);
}

TEST(DeterminismTest, ThreadsDoNotChangeTheBytesOfARealMap) {
    const auto path = sharedFile("maps/quake/e1m1.map");
    if (!path) GTEST_SKIP() << missingShared("maps/quake/e1m1.map");
    expectSameBytes(*path, 1);
}

TEST(DeterminismTest, TextAndSettingsAreHashed) {
    std::string text;
    const MapFile map = loadMap(scenePath("touching_boxes"), &text);
    const Baked base = bake(map, {}, text);
    EXPECT_EQ(bake(map, {}, text).map.tables().header->sourceHash, base.map.tables().header->sourceHash);
    EXPECT_NE(bake(map, {}, text + " ").map.tables().header->sourceHash, base.map.tables().header->sourceHash);
    CompileSettings other;
    other.fill = false;
    EXPECT_NE(bake(map, other, text).map.tables().header->sourceHash, base.map.tables().header->sourceHash);
    EXPECT_NE(bake(map, pointOnly(), text).map.tables().header->sourceHash, base.map.tables().header->sourceHash);
    CompileSettings threads;
    threads.threads = 3;
    EXPECT_EQ(bake(map, threads, text).map.tables().header->sourceHash, base.map.tables().header->sourceHash);
}

// A map and a changed version of it, with the mapping of points between them.
struct Twins {
    Baked one, two;
    std::function<Vec3(const Vec3&)> place = [](const Vec3& p) { return p; };
    std::size_t points = 0, solid = 0, empty = 0, hits = 0;

    // Compares contents at random points in and around the world, in all hulls, and traces between the points.
    void compare(Rng& rng, std::size_t count) {
        const Box bounds = one.map.model({}).bounds;
        const Box around{bounds.mins - Vec3{40, 40, 40}, bounds.maxs + Vec3{40, 40, 40}};
        ASSERT_EQ(one.map.modelCount(), two.map.modelCount());
        for (std::size_t i = 0; i < count; ++i) {
            const HullId hull{static_cast<std::uint32_t>(i % one.map.hullCount())};
            const Vec3 p = rng.pointIn(around);
            const Probe probe{.hull = hull};
            const Contents contents = one.map.contentsAt(probe, p);
            EXPECT_EQ(two.map.contentsAt(probe, place(p)), contents) << p.x << ' ' << p.y << ' ' << p.z;
            ++points;
            ++(contents == Contents::Empty ? empty : solid);
            if (contents == Contents::Empty && i % 4 == 0) trace(probe, p, rng.pointIn(around));
        }
    }

    void trace(const Probe& probe, const Vec3& from, const Vec3& to) {
        const Trace a = one.map.trace(probe, from, to);
        const Trace b = two.map.trace(probe, place(from), place(to));
        EXPECT_EQ(a.hit, b.hit);
        EXPECT_NEAR(a.hitFraction * length(to - from), b.hitFraction * length(to - from), 1e-3);
        hits += a.hit;
    }

    void expectEnough(std::size_t least) const {
        std::cout << points << " points, " << solid << " not empty, " << hits << " hits\n";
        EXPECT_GE(points, least);
        EXPECT_GE(solid, least / 10);
        EXPECT_GE(empty, least / 10);
        EXPECT_GE(hits, least / 100);
    }
};

void shuffle(std::vector<MapBrush>& brushes, Rng& rng) {
    for (std::size_t i = brushes.size(); i > 1; --i)
        std::swap(brushes[i - 1], brushes[static_cast<std::size_t>(rng.whole(0, static_cast<int>(i) - 1))]);
}

// Skips off-grid maps: which of two nearly coincident planes represents both does depend on the order.
std::vector<std::string> gridMaps() {
    std::vector<std::string> paths{demoPath()};
    for (const char* name :
         {"overlapping_solids", "liquids_overlap", "sky_and_solid", "clip_kinds", "coincident_faces", "touching_boxes",
          "seam_tiles_floor", "terrain_prisms", "tetrahedra", "slope_heights", "leak_eighth"})
        paths.push_back(scenePath(name));
    return paths;
}

TEST(DeterminismTest, OrderOfBrushesDoesNotChangeTheSet) {
    constexpr std::uint64_t kSeed = 20240621;
    std::cout << "seed " << kSeed << "\n";
    Rng rng(kSeed);
    Twins all;
    for (const std::string& path : gridMaps()) {
        SCOPED_TRACE(path);
        MapFile map = loadMap(path);
        all.one = bake(map);
        for (MapEntity& entity : map.entities) shuffle(entity.brushes, rng);
        all.two = bake(map);
        all.compare(rng, path == demoPath() ? 20000 : 3000);
    }
    all.expectEnough(50000);
}

MapFile placed(MapFile map, const std::function<Vec3(const Vec3&)>& place, bool mirror) {
    for (MapEntity& entity : map.entities) {
        for (MapBrush& brush : entity.brushes)
            brush = mirror ? mirrored(std::move(brush)) : moved(std::move(brush), place);
        for (MapKey& key : entity.keys) {
            if (key.key != "origin") continue;
            std::istringstream in(key.value);
            Vec3 p;
            in >> p.x >> p.y >> p.z;
            p = place(p);
            std::ostringstream out;
            out.precision(17);
            out << p.x << ' ' << p.y << ' ' << p.z;
            key.value = out.str();
        }
    }
    return map;
}

void expectSameShape(const HullReport& a, const HullReport& b) {
    EXPECT_EQ(a.bevels, b.bevels);
    EXPECT_EQ(a.grownPlanes, b.grownPlanes);
    EXPECT_EQ(a.boundaryFaces, b.boundaryFaces);
    EXPECT_EQ(a.firstTreeNodes, b.firstTreeNodes);
    EXPECT_EQ(a.worldNodes, b.worldNodes);
    EXPECT_EQ(a.modelNodes, b.modelNodes);
    EXPECT_EQ(a.depth, b.depth);
}

TEST(DeterminismTest, ShiftedMapsGiveShiftedAnswers) {
    constexpr std::uint64_t kSeed = 20240622;
    std::cout << "seed " << kSeed << "\n";
    Rng rng(kSeed);
    Twins all;
    for (const Vec3& shift : {Vec3{4096, -8192, 32768}, Vec3{131072, 131072, -131072}})
        for (const std::string& path :
             {demoPath(), scenePath("terrain_prisms"), scenePath("tetrahedra"), scenePath("leaning_column")}) {
            SCOPED_TRACE(path);
            const MapFile map = loadMap(path);
            all.place = [&](const Vec3& p) { return p + shift; };
            all.one = bake(map);
            all.two = bake(placed(map, all.place, false));
            // Points map bit for bit, as sixteenths survive the shift, so rounding of points explains no difference.
            const Box bounds = all.one.map.model({}).bounds;
            ASSERT_EQ(all.two.map.model({}).bounds, (Box{bounds.mins + shift, bounds.maxs + shift}));
            all.compare(rng, 5000);
            for (std::size_t h = 0; h < 3; ++h) {
                EXPECT_EQ(all.two.result.report.hulls[h].filled, all.one.result.report.hulls[h].filled);
                expectSameShape(all.two.result.report.hulls[h], all.one.result.report.hulls[h]);
            }
        }
    all.expectEnough(40000);
}

TEST(DeterminismTest, MirroredMapsGiveMirroredAnswers) {
    constexpr std::uint64_t kSeed = 20240623;
    std::cout << "seed " << kSeed << "\n";
    Rng rng(kSeed);
    Twins all;
    all.place = [](const Vec3& p) { return Vec3{-p.x, p.y, p.z}; };
    for (const std::string& path : gridMaps()) {
        SCOPED_TRACE(path);
        const MapFile map = loadMap(path);
        // The hulls of quake are symmetric, so one that is not is added.
        CompileSettings settings, reflected;
        settings.hulls.push_back({"aside", {{-5, -8, 0}, {40, 12, 56}}});
        reflected.hulls.push_back({"aside", {{-40, -8, 0}, {5, 12, 56}}});
        all.one = bake(map, settings);
        all.two = bake(placed(map, all.place, true), reflected);
        all.compare(rng, 4000);
        for (std::size_t h = 0; h < 4; ++h)
            EXPECT_EQ(all.two.result.report.hulls[h].bevels, all.one.result.report.hulls[h].bevels);
    }
    all.expectEnough(40000);
}

}  // namespace
}  // namespace hullbake::test
