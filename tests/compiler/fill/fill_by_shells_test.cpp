// Proves the parts of the fill by shells, and that its result equals that of the fill by leaves and portals.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <iostream>
#include <memory>
#include <set>
#include <sstream>

#include "compiler/bake_model.hpp"
#include "compiler/brushes/sealing.hpp"
#include "compiler/compiler_support.hpp"
#include "compiler/fill/fill_by_shells.hpp"
#include "compiler/fill/point_entities.hpp"
#include "compiler/fill/portals.hpp"
#include "compiler/fill/shells.hpp"
#include "support/shared_maps.hpp"

namespace hullbake::test {
namespace {

constexpr Box kPlayer{{-16, -16, -24}, {16, 16, 32}};

// The blocking brushes of a world in one hull, up to the boundary of their union.
struct World {
    World(const MapFile& map, const Box& box) : hulls{{"hull", box}} {
        CompileReport report;
        const BrushScene scene = makeScene(map, gameRules("any"), hulls, report);
        hull = growHull(scene, hulls[0], 0);
        for (std::uint32_t i = hull.modelBegin[0]; i < hull.modelBegin[1]; ++i) {
            GrownBrush& brush = hull.brushes[i];
            if (any(brush.contents & kMaskPassable) || brush.faces.empty()) continue;
            brushes.push_back(&brush);
            growBounds(around, brush.bounds.mins);
            growBounds(around, brush.bounds.maxs);
        }
        const Vec3 margin{64, 64, 64};
        for (int a = 0; a < 3; ++a) {
            around.mins[a] = std::floor(around.mins[a]) - margin[a];
            around.maxs[a] = std::ceil(around.maxs[a]) + margin[a];
        }
        index = std::make_unique<BrushIndex>(hull.planes, brushes);
        boundary = unionBoundary(hull.planes, *index);
        entities = pointEntities(map);
    }

    bool isExact() const { return hull.planes.exactCount() == hull.planes.size(); }
    // Returns the shells of the sealing pieces, after `rounds` of cutting.
    Shells shells(int rounds = 4) const {
        SealingSurface surface = sealingSurface(hull.planes, *index, boundary);
        Shells found;
        for (int round = 0; round <= rounds; ++round) {
            found = shellsOf(hull.planes, surface, SurfaceRays(hull.planes, surface.pieces));
            if (!found.closed || found.touched.empty()) break;
            cutTouched(hull.planes, found.touched, surface);
        }
        return found;
    }
    std::size_t shellCount() const {
        const Shells found = shells();
        if (!found.closed || !found.touched.empty()) return 0;
        return std::set<std::uint32_t>(found.of.begin(), found.of.end()).size();
    }

    std::vector<HullSpec> hulls;
    GrownHull hull;
    std::vector<const GrownBrush*> brushes;
    Box around = kEmptyBox;
    std::unique_ptr<BrushIndex> index;
    Boundary boundary;
    std::vector<PointEntity> entities;
};

TEST(SurfaceTest, RoomsAndCratesHaveShells) {
    const Box room{{-128, -128, 0}, {128, 128, 192}};
    std::vector<MapBrush> brushes = roomBrushes(room, 16);
    EXPECT_EQ(World(worldMap(brushes), {}).shellCount(), 2u) << "the walls, from outside and from inside";
    brushes.push_back(boxBrush({-16, -16, 64}, {16, 16, 96}));
    EXPECT_EQ(World(worldMap(brushes), {}).shellCount(), 3u) << "a crate that floats";
    brushes.back() = boxBrush({-16, -16, 0}, {16, 16, 96});
    EXPECT_EQ(World(worldMap(brushes), {}).shellCount(), 2u) << "a crate on the floor";
    brushes.push_back(boxBrush({16, 16, 0}, {48, 48, 96}));
    EXPECT_EQ(World(worldMap(brushes), {}).shellCount(), 2u) << "two that meet at an edge";
}

// Free space that touches only at an edge is not connected. Walls surround the edge, with two rooms across it.
TEST(SurfaceTest, RoomsThatMeetAtAnEdgeAreTwo) {
    std::vector<MapBrush> brushes{boxBrush({-80, -80, -16}, {80, 80, 0}), boxBrush({-80, -80, 64}, {80, 80, 80})};
    brushes.push_back(boxBrush({-64, 0, 0}, {0, 64, 64}));
    brushes.push_back(boxBrush({0, -64, 0}, {64, 0, 64}));
    brushes.push_back(boxBrush({-80, -80, 0}, {-64, 80, 64}));
    brushes.push_back(boxBrush({64, -80, 0}, {80, 80, 64}));
    brushes.push_back(boxBrush({-64, -80, 0}, {64, -64, 64}));
    brushes.push_back(boxBrush({-64, 64, 0}, {64, 80, 64}));
    EXPECT_EQ(World(worldMap(brushes), {}).shellCount(), 3u) << "the outside and both rooms";
}

TEST(SurfaceTest, SurfacesWithHolesOrRoundedCornersHaveNone) {
    const MapFile map = worldMap(roomBrushes({{-128, -128, 0}, {128, 128, 192}}, 16));
    const World world(map, kPlayer);
    SealingSurface surface = sealingSurface(world.hull.planes, *world.index, world.boundary);
    ASSERT_GT(surface.sealing, 8u);
    for (std::size_t gone = 0; gone < surface.sealing; ++gone) {
        SealingSurface rest = surface;
        rest.pieces.erase(rest.pieces.begin() + static_cast<std::ptrdiff_t>(gone));
        --rest.sealing;
        EXPECT_FALSE(shellsOf(world.hull.planes, rest, SurfaceRays(world.hull.planes, rest.pieces)).closed) << gone;
    }
    Winding rounded = *surface.pieces[3].winding;
    rounded.vertices[1].exact = false;
    surface.pieces[3].winding = &rounded;
    EXPECT_FALSE(shellsOf(world.hull.planes, surface, SurfaceRays(world.hull.planes, surface.pieces)).closed);
}

// A leaning slab whose edge touches a wall divides the room, although neither has an edge there.
TEST(SurfaceTest, EdgesThatTouchAWallPartTheRoom) {
    std::vector<MapBrush> brushes = roomBrushes({{-64, -64, 0}, {64, 64, 64}}, 16);
    const auto slab = [](double x) {
        return hullBrush(
            {{x, -64, 32}, {x - 128, -64, 48}, {x - 128, -64, 16}, {x, 64, 32}, {x - 128, 64, 48}, {x - 128, 64, 16}});
    };
    brushes.push_back(slab(64));
    EXPECT_FALSE(World(worldMap(brushes), {}).shells(0).touched.empty());
    EXPECT_EQ(World(worldMap(brushes), {}).shellCount(), 3u);
    brushes.back() = slab(63);
    EXPECT_EQ(World(worldMap(brushes), {}).shellCount(), 2u);
}

// A slab of sky lies flush with a solid's face, in front of it, and through it. Counted as one solid, all of it is
// closed.
TEST(SurfaceTest, SkyAndSolidAreOneSolid) {
    std::vector<MapBrush> brushes = roomBrushes({{-128, -128, 0}, {128, 128, 192}}, 16);
    brushes.push_back(boxBrush({-96, -96, 96}, {0, 96, 112}, "sky1"));
    brushes.push_back(boxBrush({-32, -32, 0}, {0, 32, 160}));
    brushes.push_back(boxBrush({0, 0, 0}, {32, 32, 192}));
    brushes.push_back(boxBrush({64, -128, 64}, {128, 128, 128}, "sky1"));
    for (const Box& box : {Box{}, kPlayer}) {
        const World world(worldMap(brushes), box);
        EXPECT_EQ(world.shellCount(), 2u);
    }
}

// Finds the first piece on a ray by testing all pieces.
RayEnd castAtAll(const World& world, const std::vector<SurfacePiece>& pieces, const Vec3& from, const Vec3& way,
                 double reach, RayHit& hit) {
    bool any = false;
    for (std::uint32_t i = 0; i < pieces.size(); ++i) {
        const Plane& plane = world.hull.planes[pieces[i].winding->plane];
        const double slope = dot(plane.normal, way), t = -distanceTo(plane, from) / slope;
        if (slope == 0 || t < 0 || t > reach || (any && t >= hit.distance)) continue;
        if (!covers(*pieces[i].winding, plane.normal, from + way * t)) continue;
        any = true;
        hit = {i, t, slope < 0};
    }
    return any ? RayEnd::Hit : RayEnd::Miss;
}

TEST(SurfaceTest, RaysMeetWhatLiesFirst) {
    constexpr std::uint64_t kSeed = 20261123;
    std::cout << "seed " << kSeed << '\n';
    Rng rng(kSeed);
    std::size_t hits = 0, misses = 0, unsure = 0, backs = 0;
    for (int round = 0; round < 30; ++round) {
        std::vector<MapBrush> brushes;
        for (int i = rng.whole(1, 40); i > 0; --i) {
            const Vec3 corner = rng.gridPointIn({{-256, -256, -256}, {224, 224, 224}});
            brushes.push_back(rng.chance(0.5)
                                  ? boxBrush(corner, corner + rng.gridPointIn({{1, 1, 1}, {64, 64, 64}}))
                                  : moved(prismBrush(regularRing(rng.whole(3, 9), 40), 0, 48), [&](const Vec3& p) {
                                        return corner + Vec3{std::round(p.x), std::round(p.y), p.z};
                                    }));
        }
        const World world(worldMap(brushes), {});
        const SealingSurface surface = sealingSurface(world.hull.planes, *world.index, world.boundary);
        const SurfaceRays rays(world.hull.planes, surface.pieces);
        for (int i = 0; i < 500; ++i) {
            const Vec3 from = rng.pointIn({{-300, -300, -300}, {300, 300, 300}});
            const Vec3 towards = rng.pointIn({{-200, -200, -200}, {200, 200, 200}}) - from;
            const Vec3 way = towards * (1 / length(towards));
            const double reach = rng.chance(0.3) ? rng.between(1, 100) : 1e4;
            RayHit hit{}, wanted{};
            const RayEnd end = rays.cast(from, way, reach, surface.pieces.size(), hit);
            if (end == RayEnd::Unsure) {
                ++unsure;
                continue;
            }
            ASSERT_EQ(end, castAtAll(world, surface.pieces, from, way, reach, wanted)) << round << ' ' << i;
            (end == RayEnd::Hit ? hits : misses) += 1;
            if (end != RayEnd::Hit) continue;
            ASSERT_EQ(hit.piece, wanted.piece);
            ASSERT_EQ(hit.front, wanted.front);
            ASSERT_NEAR(hit.distance, wanted.distance, 1e-9);
            backs += !hit.front;
        }
    }
    EXPECT_GT(hits, 2000u);
    EXPECT_GT(misses, 1000u);
    EXPECT_GT(backs, 100u);
    EXPECT_LT(unsure, 20u);
}

TEST(SurfaceTest, RaysAlongFacesAndThroughEdgesAreUnsure) {
    const World world(worldMap({boxBrush({0, 0, 0}, {64, 64, 64})}), {});
    const SealingSurface surface = sealingSurface(world.hull.planes, *world.index, world.boundary);
    const SurfaceRays rays(world.hull.planes, surface.pieces);
    const auto end = [&](const Vec3& from, const Vec3& to) {
        RayHit hit{};
        return rays.cast(from, (to - from) * (1 / length(to - from)), 1e4, surface.pieces.size(), hit);
    };
    EXPECT_EQ(end({-10, 20, 64}, {80, 20, 64}), RayEnd::Unsure) << "in the plane of the top";
    EXPECT_EQ(end({-10, 20, 30}, {0, 20, 64}), RayEnd::Unsure) << "an edge";
    EXPECT_EQ(end({-10, -10, -10}, {0, 0, 0}), RayEnd::Unsure) << "a corner";
    EXPECT_EQ(end({-10, 20, 30}, {0, 21, 40}), RayEnd::Hit);
    EXPECT_EQ(end({-10, 20, 30}, {0, 20, 64.1}), RayEnd::Miss);
}

// --- repeated shells after cutting ---

struct Looks {
    std::size_t cut = 0, closed = 0, touchedAgain = 0, pieces = 0, lines = 0;
};

// Reusing the lines where nothing was cut must give the result of visiting all lines.
void compareSecondLook(const World& world, Looks& sum) {
    const PlaneTable& planes = world.hull.planes;
    SealingSurface surface = sealingSurface(planes, *world.index, world.boundary);
    const Shells before = shellsOf(planes, surface, SurfaceRays(planes, surface.pieces));
    if (!before.closed || before.touched.empty()) return;
    const CutPieces cut = cutTouched(planes, before.touched, surface);
    ASSERT_EQ(cut.first.back(), surface.sealing);
    if (!cut.everywhere) return;
    const SurfaceRays rays(planes, surface.pieces);
    const Shells all = shellsOf(planes, surface, rays), some = shellsAfter(planes, surface, rays, before, cut);
    ASSERT_EQ(some.closed, all.closed);
    ++sum.cut;
    if (!all.closed) return;
    ++sum.closed;
    EXPECT_EQ(some.touched, all.touched);
    EXPECT_EQ(some.of, all.of);
    sum.touchedAgain += !all.touched.empty();
    sum.pieces += before.touched.size();
    sum.lines += before.lineEnds.size();
}

// --- the whole fill ---

// Fills by leaves, as the compiler does.
struct FilledByLeaves {
    explicit FilledByLeaves(const World& world) {
        TreeOptions options;
        options.keepGeometry = true;
        options.classify = [&](const CellFaces& cell) {
            double clearance = 0;
            return world.index->contentsAt(interiorOf(cell), clearance);
        };
        root = buildTree(world.hull.planes, world.boundary.polygons, cellOfBox(world.around), options);
        leaves = numberLeaves(*root);
        Portals portals = makePortals(*root, world.hull.planes.equations());
        const BallSpace space(world.hull.planes, *world.index, kPassage);
        FillPlanes planes(world.hull.planes);
        fill = fillByLeaves(planes, space, *root, leaves, portals, world.entities, world.hulls[0].box);
        std::vector<bool> wanted = fill.reached;
        for (const TreeNode* leaf : leaves)
            wanted[leaf->leaf] = wanted[leaf->leaf] || any(leaf->contents & ~Contents::Solid);
        kept = touchesReached(*root, planes.table(), wanted, world.boundary.polygons);
    }

    std::unique_ptr<TreeNode> root;
    std::vector<TreeNode*> leaves;
    FillResult fill;
    std::vector<bool> kept;
};

struct Compared {
    Looks looks;
    std::size_t hulls = 0, told = 0, polygons = 0, dropped = 0, free = 0, filled = 0, sealed = 0, outside = 0;
};

void comparePlaces(const World& world, const ShellFill& surface, const FilledByLeaves& leaves, Rng& rng,
                   Compared& sum) {
    for (int i = 0; i < 2000; ++i) {
        const Vec3 p = rng.pointIn(world.around);
        double clearance = 0;
        const Contents contents = world.index->contentsAt(p, clearance);
        if (clearance < 1e-3) continue;
        const ShellFill::Region region = surface.regionOf(p);
        if (any(contents & kSealing)) {
            ASSERT_EQ(region, ShellFill::Region::Sealed);
            ++sum.sealed;
            continue;
        }
        const TreeNode& leaf = leafAt(*leaves.root, p);
        const bool reached = leaves.fill.reached[leaf.leaf];
        ASSERT_EQ(region, reached ? ShellFill::Region::Reached : ShellFill::Region::Elsewhere)
            << p.x << ' ' << p.y << ' ' << p.z;
        (reached ? sum.free : sum.filled) += 1;
    }
}

// Compares the results of both fills.
void compareFills(const MapFile& map, const Box& box, Rng& rng, Compared& sum) {
    const World world(map, box);
    if (!world.isExact() || world.brushes.empty()) return;
    ++sum.hulls;
    compareSecondLook(world, sum.looks);
    ShellFill surface(world.hull.planes, *world.index, world.boundary);
    if (!surface.run(world.entities, box, world.around, kPassage)) return;
    ++sum.told;
    const FilledByLeaves leaves(world);
    ASSERT_TRUE(leaves.fill.filled);
    EXPECT_EQ(surface.outside(), leaves.fill.outside);
    sum.outside += surface.outside().size();
    const std::vector<bool> kept = surface.keptPolygons();
    for (std::size_t i = 0; i < kept.size(); ++i) {
        const Vec3 middle = centreOf(world.boundary.polygons[i]);
        EXPECT_EQ(kept[i], leaves.kept[i]) << "the polygon around " << middle.x << ' ' << middle.y << ' ' << middle.z;
        sum.dropped += !kept[i];
    }
    sum.polygons += kept.size();
    comparePlaces(world, surface, leaves, rng, sum);
}

void compareFills(const std::vector<std::string>& paths, Compared& sum) {
    constexpr std::uint64_t kSeed = 20261124;
    std::cout << "seed " << kSeed << '\n';
    Rng rng(kSeed);
    for (const std::string& path : paths) {
        const MapFile map = loadMap(path);
        for (const Box& box : {Box{}, kPlayer, Box{{-32, -32, -24}, {32, 32, 64}}}) {
            SCOPED_TRACE(path + ", box " + std::to_string(box.maxs.x));
            compareFills(map, box, rng, sum);
            if (testing::Test::HasFatalFailure()) return;
        }
    }
    std::cout << sum.told << " of " << sum.hulls << " exact hulls told by the surface, " << sum.dropped << " of "
              << sum.polygons << " polygons dropped; points: " << sum.free << " reached, " << sum.filled << " filled, "
              << sum.sealed << " sealed; " << sum.looks.cut << " with " << sum.looks.pieces << " pieces touched at "
              << sum.looks.lines << " lines, " << sum.looks.touchedAgain << " of them again\n";
}

TEST(FillByShellsTest, TellsWhatLeavesTellOnOwnMaps) {
    std::vector<std::string> paths;
    for (const auto& path : ownMaps()) paths.push_back(path.string());
    Compared sum;
    compareFills(paths, sum);
    EXPECT_GT(sum.told, 60u);
    EXPECT_GT(sum.dropped, 1000u);
    EXPECT_GT(sum.free, 5000u);
    EXPECT_GT(sum.filled, 5000u);
    EXPECT_GT(sum.sealed, 5000u);
}

TEST(FillByShellsTest, TellsWhatLeavesTellOnRealMaps) {
    std::vector<std::string> paths;
    for (const char* name : {"dm1", "e1m1", "e2m2", "e3m4", "start"})
        if (const auto path = sharedFile(std::string("maps/quake/") + name + ".map")) paths.push_back(*path);
    if (paths.size() < 5) GTEST_SKIP() << missingShared("maps/quake/e1m1.map");
    Compared sum;
    compareFills(paths, sum);
    EXPECT_EQ(sum.hulls, 15u);
    EXPECT_EQ(sum.told, 15u);
    EXPECT_GT(sum.dropped, 20000u);
}

// Returns a sealed room of random brushes on a coarse grid: overlapping, flush, touching at edges and corners. Gaps are
// wide or absent, as the two fills treat narrow ones differently.
MapFile randomRoom(Rng& rng) {
    constexpr int kSize = 96;  // small, so that many brushes coincide
    const auto place = [&] { return Vec3{rng.whole(-6, 6) * 16.0, rng.whole(-6, 6) * 16.0, rng.whole(-6, 6) * 16.0}; };
    const auto side = [&] { return rng.whole(1, 4) * 16.0; };
    std::vector<MapBrush> brushes = roomBrushes({{-kSize, -kSize, -kSize}, {kSize, kSize, kSize}}, 16);
    for (int i = rng.whole(5, 60); i > 0; --i) {
        const char* const texture = rng.chance(0.7) ? "stone" : rng.chance(0.5) ? "sky1" : "clip";
        const Vec3 corner = place(), size{side(), side(), side()};
        if (rng.chance(0.6)) {
            brushes.push_back(boxBrush(corner, corner + size, texture));
            continue;
        }
        const double lean = rng.whole(-1, 1) * 16.0;
        brushes.push_back(hullBrush({corner, corner + Vec3{size.x, 0, 0}, corner + Vec3{lean, size.y, 0},
                                     corner + Vec3{0, lean, size.z}, corner + Vec3{size.x, size.y, lean}},
                                    texture));
    }
    MapFile map = worldMap(brushes);
    for (int i = rng.whole(1, 5); i > 0; --i) {
        const Vec3 p = rng.chance(0.5) ? place() : rng.gridPointIn({{-95, -95, -95}, {95, 95, 95}});
        std::ostringstream origin;
        origin << p.x << ' ' << p.y << ' ' << p.z;
        addPoint(map, rng.chance(0.5) ? "info_player_start" : "light", origin.str());
    }
    if (rng.chance(0.2)) addPoint(map, "light", rng.chance(0.5) ? "0 200 7" : "-144 3 0");
    return map;
}

TEST(FillByShellsTest, TellsWhatLeavesTellOfRandomRooms) {
    constexpr std::uint64_t kSeed = 20261125;
    std::cout << "seed " << kSeed << '\n';
    Rng rng(kSeed);
    Compared sum;
    for (int round = 0; round < 300; ++round) {
        const MapFile map = randomRoom(rng);
        const Box boxes[] = {{}, {{-4, -4, -6}, {4, 4, 8}}, {{-3, -5, 0}, {1, 2, 9}}};
        SCOPED_TRACE(round);
        compareFills(map, boxes[round % 3], rng, sum);
        if (HasFatalFailure()) return;
    }
    std::cout << sum.told << " of " << sum.hulls << " told by the surface, " << sum.dropped << " of " << sum.polygons
              << " polygons dropped; points: " << sum.free << " reached, " << sum.filled << " filled, " << sum.sealed
              << " sealed; " << sum.looks.cut << " touched, " << sum.looks.closed << " closed then, "
              << sum.looks.touchedAgain << " touched again\n";
    EXPECT_GT(sum.looks.closed, 50u);
    EXPECT_GT(sum.told, 250u);
    EXPECT_GT(sum.outside, 20u);
    EXPECT_GT(sum.dropped, 1000u);
    EXPECT_GT(sum.free, 20000u);
    EXPECT_GT(sum.filled, 20000u);
}

TEST(FillByShellsTest, DoesNotTellOfLeaksAndOfNobody) {
    const Box room{{-128, -128, 0}, {128, 128, 192}};
    const auto told = [](const MapFile& map, const Box& box = kPlayer) {
        const World world(map, box);
        ShellFill surface(world.hull.planes, *world.index, world.boundary);
        return surface.run(world.entities, box, world.around, kPassage);
    };
    MapFile map = worldMap(roomBrushes(room, 16));
    EXPECT_FALSE(told(map)) << "nobody";
    addPoint(map, "info_player_start", "0 0 24");
    EXPECT_TRUE(told(map));
    addPoint(map, "light", "0 0 400");
    EXPECT_TRUE(told(map)) << "a light in the void";
    std::vector<MapBrush> brushes = roomBrushes(room, 16);
    for (MapBrush& wall : roomBrushes({{300, -64, 0}, {428, 64, 128}}, 16)) brushes.push_back(std::move(wall));
    brushes.back() = boxBrush({284, -80, 144 + 1.0 / 128}, {444, 80, 160});
    map = worldMap(brushes);
    addPoint(map, "info_player_start", "0 0 24");
    addPoint(map, "light", "364 0 64");
    EXPECT_FALSE(told(map, {})) << "a light that may be in the void only through a crack";
    MapFile open = worldMap({brushes.begin(), brushes.begin() + 5});
    addPoint(open, "info_player_start", "0 0 24");
    EXPECT_FALSE(told(open)) << "a leak";
}

// A box of walls inside a room is solid, unless an entity is inside.
TEST(FillByShellsTest, SpacesWithinSpaces) {
    std::vector<MapBrush> brushes = roomBrushes({{-512, -512, 0}, {512, 512, 512}}, 16);
    for (MapBrush& wall : roomBrushes({{-128, -128, 128}, {128, 128, 384}}, 16)) brushes.push_back(std::move(wall));
    brushes.push_back(boxBrush({-8, -8, 200}, {8, 8, 216}));
    for (const bool inside : {false, true}) {
        MapFile map = worldMap(brushes);
        addPoint(map, "info_player_start", "300 300 64");
        if (inside) addPoint(map, "light", "64 64 300");
        const World world(map, {});
        ShellFill surface(world.hull.planes, *world.index, world.boundary);
        ASSERT_TRUE(surface.run(world.entities, {}, world.around, kPassage));
        using Region = ShellFill::Region;
        EXPECT_EQ(surface.regionOf({300, 200, 100}), Region::Reached);
        EXPECT_EQ(surface.regionOf({30, 20, 300}), inside ? Region::Reached : Region::Elsewhere);
        EXPECT_EQ(surface.regionOf({0, 0, 208}), Region::Sealed) << "what floats in there";
        EXPECT_EQ(surface.regionOf({900, 0, 0}), Region::Elsewhere) << "the void";
    }
}

// Samples must start all over reached space and end at the first obstacle.
TEST(FillByShellsTest, SamplesFillReachedSpace) {
    std::vector<MapBrush> brushes = roomBrushes({{-512, -512, 0}, {512, 512, 512}}, 16);
    for (MapBrush& wall : roomBrushes({{-128, -128, 128}, {128, 128, 384}}, 16)) brushes.push_back(std::move(wall));
    brushes.push_back(prismBrush({{-60, -60}, {60, -60}, {0, 60}}, 0, 90));
    brushes.push_back(boxBrush({300, -512, 0}, {332, 512, 200}, "clip"));
    MapFile map = worldMap(brushes);
    addPoint(map, "info_player_start", "200 200 64");
    const World world(map, kPlayer);
    ShellFill surface(world.hull.planes, *world.index, world.boundary);
    ASSERT_TRUE(surface.run(world.entities, kPlayer, world.around, kPassage));
    const auto samples = sampleSegments(surface.reachedSpace(), world.around, 2000);
    std::size_t sums[2][2][2] = {}, stopped = 0;
    for (const SampleSegment& sample : samples) {
        EXPECT_EQ(surface.regionOf(sample.from), ShellFill::Region::Reached);
        const Vec3 way = sample.to - sample.from;
        double clearance = 0;
        for (const double t : {0.3, 0.6, 0.999})
            EXPECT_FALSE(any(world.index->contentsAt(sample.from + way * t, clearance) & Contents::Solid));
        EXPECT_LE(length(way), 512);
        world.index->contentsAt(sample.to, clearance);
        stopped += clearance < 1e-6;
        ++sums[sample.from.x > 0][sample.from.y > 0][sample.from.z > 240];
    }
    EXPECT_GT(samples.size(), 1000u);
    EXPECT_GT(stopped, 300u);
    for (const auto& plane : sums)
        for (const auto& row : plane)
            for (const std::size_t count : row) {
                EXPECT_GT(count, samples.size() / 10);
                EXPECT_LT(count, samples.size() / 6);
            }
}

}  // namespace
}  // namespace hullbake::test
