// Proves that the contents of the grid of free boxes agree with the tree that it was made from.
#include "compiler/grid/grid_builder.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <iostream>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "compiler/compiler_support.hpp"
#include "compiler/grid/tree_box_query.hpp"
#include "support/shared_maps.hpp"

namespace hullbake::test {
namespace {

using namespace format;

constexpr std::uint64_t kSeed = 20261126;

// A map's world in one hull, for the grid builder and for point queries.
struct World {
    World(const MapFile& map, const Box& box) {
        CompileSettings settings;
        settings.hulls = {{"hull", box}};
        settings.cellSize = 0;
        baked = bake(map, settings);
        for (const PlaneRecord& plane : baked.map.tables().planes)
            planes.push_back({{plane.normal[0], plane.normal[1], plane.normal[2]}, plane.dist});
        around = baked.map.model({}).bounds;
        around.mins = around.mins - Vec3{64, 64, 64};
        around.maxs = around.maxs + Vec3{64, 64, 64};
    }

    GridData grid(double cellSize = 64) const {
        return buildGrid({baked.map.tables().nodes, planes, baked.map.tables().roots[0].blocking, around, cellSize,
                          baked.map.tables().nodes.size()});
    }
    std::uint32_t contentsAt(const Vec3& p) const {
        return contentsIn(baked.map.tables().nodes, baked.map.tables().roots[0].blocking, p);
    }
    std::uint32_t contentsIn(std::span<const NodeRecord> nodes, ChildRef child, const Vec3& p) const {
        while (!isLeaf(child)) child = distance(nodes[child], p) < 0 ? nodes[child].back : nodes[child].front();
        return leafContents(child);
    }
    std::uint32_t contentsIn(const GridData& grid, std::uint32_t subtree, const Vec3& p) const {
        if (subtree == kManyNodes) return contentsAt(p);
        if (isLeaf(subtree) || (subtree & kCutFlag) == 0) return contentsIn(grid.nodes, subtree, p);
        const CutRecord& cut = grid.cuts[subtree & ~kCutFlag];
        int behind = 0;
        for (int i = 0; i < 8; ++i) behind |= (distance(grid.cutPlanes[cut.planes[i]], p) < 0 ? 1 : 0) << i;
        EXPECT_LT(behind, 64);
        return (cut.solid >> behind & 1) != 0 ? cut.contents : 0;
    }
    double distance(const NodeRecord& node, const Vec3& p) const {
        if (node.kind() != kGeneralPlane) return p[static_cast<int>(node.kind())] - node.axialDist();
        return distanceTo(planes[node.plane], p);
    }
    static double distance(const PlaneRecord& plane, const Vec3& p) {
        return plane.normal[0] * p.x + plane.normal[1] * p.y + plane.normal[2] * p.z - plane.dist;
    }

    Baked baked;
    std::vector<Plane> planes;  // of the block
    Box around;
};

Box boxOf(const FreeBoxRecord& record) {
    Box box;
    for (int a = 0; a < 3; ++a) {
        box.mins[a] = record.sides[0][a];
        box.maxs[a] = record.sides[1][a];
    }
    return box;
}

Box shrunk(Box box, double by) {
    box.mins = box.mins + Vec3{by, by, by};
    box.maxs = box.maxs - Vec3{by, by, by};
    return box;
}

// Looks up the stored data of each cell.
struct Told {
    const FreeBoxRecord* box = nullptr;
    std::uint32_t cell = 0;
    std::uint32_t subtree = 0;
    Box bounds;
};

template <class Visit>
void eachCell(const GridData& grid, const Visit& visit) {
    const GridRecord& record = grid.record;
    std::size_t number = 0;
    for (std::uint32_t z = 0; z < record.blocks[2]; ++z)
        for (std::uint32_t y = 0; y < record.blocks[1]; ++y)
            for (std::uint32_t x = 0; x < record.blocks[0]; ++x) {
                const BlockRecord& block = grid.blocks[number++];
                for (std::uint32_t i = 0; i < kBlockCells; ++i) {
                    Told told;
                    const std::uint32_t at[3] = {x * 4 + i % 4, y * 4 + i / 4 % 4, z * 4 + i / 16};
                    for (int a = 0; a < 3; ++a) {
                        told.bounds.mins[a] = record.origin[a] + at[a] * record.cellSize;
                        told.bounds.maxs[a] = told.bounds.mins[a] + record.cellSize;
                    }
                    if (block.cells == kSolidCells) {
                        told.subtree = kLeafFlag | static_cast<std::uint32_t>(Contents::Solid);
                    } else if (block.cells == kFreeCells) {
                        told.subtree = kLeafFlag;
                        told.cell = 1 << 8;
                    } else {
                        told.cell = grid.cells[block.cells - kOwnCells + i];
                        told.subtree = grid.subtrees[block.cells - kOwnCells + i];
                    }
                    if (cellBox(told.cell) != 0) told.box = &grid.boxes[block.boxes + cellBox(told.cell) - 1];
                    visit(told);
                }
            }
}

struct Counts {
    std::size_t cells = 0, boxed = 0, divided = 0, cut = 0, many = 0, walls = 0, freePoints = 0, wallPoints = 0,
                cellPoints = 0, served = 0, free = 0;
};

void checkBox(const World& world, const FreeBoxRecord& record, Rng& rng, Counts& sum) {
    const Box box = boxOf(record);
    for (int a = 0; a < 3; ++a) ASSERT_LT(box.mins[a], box.maxs[a]);
    for (int i = 0; i < 40; ++i) {
        Vec3 p = rng.pointIn(shrunk(box, 1e-7));
        for (int a = 0; a < 3; ++a)
            if (rng.chance(0.4)) p[a] = rng.chance(0.5) ? box.mins[a] + 1e-7 : box.maxs[a] - 1e-7;
        ASSERT_EQ(world.contentsAt(p), 0u) << p.x << ' ' << p.y << ' ' << p.z;
        ++sum.freePoints;
    }
}

void checkWalls(const World& world, const Told& told, Rng& rng, Counts& sum) {
    const Box box = boxOf(*told.box);
    for (int side = 0; side < 6; ++side) {
        if ((told.cell >> side & 1) == 0) continue;
        ++sum.walls;
        const int axis = side / 2;
        const bool up = side % 2 == 1;
        const double at = up ? box.maxs[axis] : box.mins[axis];
        ASSERT_TRUE(at >= told.bounds.mins[axis] && at <= told.bounds.maxs[axis]) << "the side lies in the cell";
        Box part;
        for (int a = 0; a < 3; ++a) {
            part.mins[a] = std::max(box.mins[a], told.bounds.mins[a]) + 1e-7;
            part.maxs[a] = std::min(box.maxs[a], told.bounds.maxs[a]) - 1e-7;
        }
        for (int i = 0; i < 12; ++i) {
            Vec3 p = rng.pointIn(part);
            p[axis] = at + (up ? 1 : -1) * (i % 3 == 0 ? 1e-7 : rng.between(1e-7, kWallDepth - 1e-7));
            ASSERT_EQ(world.contentsAt(p), told.box->wallContents) << p.x << ' ' << p.y << ' ' << p.z;
            ++sum.wallPoints;
        }
    }
}

void checkGrid(const World& world, const GridData& grid, Rng& rng, Counts& sum) {
    for (const FreeBoxRecord& box : grid.boxes) {
        checkBox(world, box, rng, sum);
        if (testing::Test::HasFatalFailure()) return;
    }
    eachCell(grid, [&](const Told& told) {
        if (testing::Test::HasFatalFailure()) return;
        ++sum.cells;
        const bool isCut = !isLeaf(told.subtree) && (told.subtree & kCutFlag) != 0;
        sum.divided += !isLeaf(told.subtree) || told.subtree == kManyNodes;
        sum.cut += isCut;
        sum.many += told.subtree == kManyNodes;
        for (int i = 0; i < 4; ++i) {
            const Vec3 p = rng.pointIn(told.bounds);
            const std::uint32_t contents = world.contentsAt(p);
            const std::uint32_t local = world.contentsIn(grid, told.subtree, p);
            ASSERT_EQ(local != 0, contents != 0) << p.x << ' ' << p.y << ' ' << p.z;
            if (isCut) {
                ASSERT_EQ(local, contents) << p.x << ' ' << p.y << ' ' << p.z;
            }
            ++sum.cellPoints;
            if (contents != 0) continue;
            ++sum.free;
            if (told.box != nullptr) {
                const Box box = boxOf(*told.box);
                bool in = true;
                for (int a = 0; a < 3; ++a) in = in && p[a] > box.mins[a] && p[a] < box.maxs[a];
                sum.served += in;
            }
        }
        if (told.box == nullptr) return;
        ++sum.boxed;
        checkWalls(world, told, rng, sum);
    });
    for (std::size_t i = 0; i < grid.nodes.size(); ++i)
        for (const ChildRef child : {grid.nodes[i].front(), grid.nodes[i].back})
            EXPECT_TRUE(isLeaf(child) || grid.heights[child] < grid.heights[i]);
}

void print(const Counts& sum) {
    std::cout << sum.cells << " cells, " << sum.boxed << " with boxes, " << sum.divided << " divided, " << sum.cut
              << " of them by few planes, " << sum.many << " by many nodes, " << sum.walls
              << " walls; points: " << sum.freePoints << " in boxes, " << sum.wallPoints << " in walls, "
              << sum.cellPoints << " in cells, " << sum.free << " of them free, " << sum.served << " in their box\n";
}

TEST(GridBuilderTest, TellsTheTruthOnOwnMaps) {
    std::cout << "seed " << kSeed << '\n';
    Rng rng(kSeed);
    Counts sum;
    for (const auto& path : ownMaps()) {
        SCOPED_TRACE(path.string());
        const World world(loadMap(path.string()), {{-16, -16, -24}, {16, 16, 32}});
        checkGrid(world, world.grid(), rng, sum);
        if (HasFatalFailure()) return;
    }
    print(sum);
    EXPECT_GT(sum.boxed, 2000u);
    EXPECT_GT(sum.divided, 2000u);
    EXPECT_GT(sum.cut, 1000u);
    EXPECT_GT(sum.divided - sum.cut - sum.many, 100u);
    EXPECT_GT(sum.walls, 1000u);
    EXPECT_GT(sum.freePoints, 50000u);
    EXPECT_GT(sum.free, 5000u);
}

TEST(GridBuilderTest, TellsTheTruthOnRealMaps) {
    std::cout << "seed " << kSeed << '\n';
    Rng rng(kSeed);
    Counts sum;
    for (const char* name : {"dm1", "e1m1", "e3m4"}) {
        const auto path = sharedFile(std::string("maps/quake/") + name + ".map");
        if (!path) GTEST_SKIP() << missingShared("maps/quake/e1m1.map");
        const MapFile map = loadMap(*path);
        for (const Box& box : {Box{}, Box{{-16, -16, -24}, {16, 16, 32}}})
            for (const double size : {16.0, 64.0}) {
                const World world(map, box);
                checkGrid(world, world.grid(size), rng, sum);
                if (HasFatalFailure()) return;
            }
    }
    print(sum);
    EXPECT_GT(sum.walls, 20000u);
    EXPECT_GT(static_cast<double>(sum.served), 0.75 * static_cast<double>(sum.free)) << "boxes serve most free places";
}

TEST(GridBuilderTest, ARoomIsOneBoxWithWalls) {
    const Box room{{-100, -100, 0}, {100, 100, 100}};
    MapFile map = worldMap(roomBrushes(room, 16));
    addPoint(map, "info_player_start", "0 0 24");
    const World world(map, {});
    const GridData grid = world.grid();
    std::set<std::vector<double>> boxes;
    for (const FreeBoxRecord& box : grid.boxes)
        boxes.insert(
            {box.sides[0][0], box.sides[0][1], box.sides[0][2], box.sides[1][0], box.sides[1][1], box.sides[1][2]});
    EXPECT_EQ(boxes.count({-100, -100, 0, 100, 100, 100}), 1u) << "all of the room";
    std::size_t walls[6] = {};
    eachCell(grid, [&](const Told& told) {
        if (told.box == nullptr || boxOf(*told.box).mins.x != -100 || boxOf(*told.box).maxs.z != 100) return;
        for (int side = 0; side < 6; ++side) walls[side] += told.cell >> side & 1;
    });
    for (int side = 0; side < 6; ++side) EXPECT_GT(walls[side], 2u) << side;
}

TEST(GridBuilderTest, CellsOfManyNodesAreLeftToTheTree) {
    std::cout << "seed " << kSeed << '\n';
    Rng rng(kSeed);
    const World world(worldMap(thicketBrushes(rng)), {});
    Counts large, small;
    checkGrid(world, world.grid(256), rng, large);
    checkGrid(world, world.grid(16), rng, small);
    print(large);
    print(small);
    EXPECT_GT(large.many, 4u);
    EXPECT_EQ(small.many, 0u);
}

TEST(GridBuilderTest, TooManyCellsBecomeLarger) {
    std::vector<MapBrush> brushes = roomBrushes({{-128, -128, 0}, {128, 128, 128}}, 16);
    brushes.push_back(boxBrush({60000, 60000, 8000}, {60064, 60064, 8064}));
    brushes.push_back(boxBrush({-60000, -60000, -8000}, {-59936, -59936, -7936}));
    const World world(worldMap(brushes), {});
    const GridData grid = world.grid(8);
    EXPECT_GT(grid.record.cellSize, 64);
    EXPECT_LE(grid.blocks.size(), std::size_t{1} << 13);
    Rng rng(kSeed);
    Counts sum;
    checkGrid(world, grid, rng, sum);
}

TEST(GridBuilderTest, NothingFreeMakesNoCells) {
    const std::vector<NodeRecord> nodes;
    const GridData grid = buildGrid({nodes,
                                     {},
                                     kLeafFlag | static_cast<std::uint32_t>(Contents::Solid),
                                     {{-64, -64, -64}, {64, 64, 64}},
                                     64,
                                     nodes.size()});
    EXPECT_TRUE(grid.blocks.empty());
    EXPECT_EQ(grid.record.blocks[0], 0u);
    const GridData open = buildGrid({nodes, {}, kLeafFlag, {{-64, -64, -64}, {64, 64, 64}}, 64, nodes.size()});
    ASSERT_FALSE(open.blocks.empty());
    for (const BlockRecord& block : open.blocks) EXPECT_EQ(block.cells, kFreeCells);
}

// --- boxes against a tree ---

TEST(BoxTreeTest, GrowsToWhatItMeets) {
    Rng rng(kSeed);
    std::size_t stopped = 0, open = 0;
    for (int round = 0; round < 20; ++round) {
        std::vector<MapBrush> brushes;
        for (int i = rng.whole(3, 12); i > 0; --i) {
            const Vec3 corner = rng.gridPointIn({{-256, -256, -256}, {224, 224, 224}});
            const Vec3 lean = rng.gridPointIn({{-1, -1, 0}, {1, 1, 0}});
            brushes.push_back(rng.chance(0.5) ? boxBrush(corner, corner + rng.gridPointIn({{8, 8, 8}, {96, 96, 96}}))
                                              : moved(prismBrush(regularRing(rng.whole(3, 7), 60), 0, 48),
                                                      [&](const Vec3& p) { return corner + p + lean * p.z; }));
        }
        const World world(worldMap(brushes), {});
        const TreeBoxQuery tree(world.baked.map.tables().nodes, world.planes,
                                world.baked.map.tables().roots[0].blocking);
        TreeBoxQuery bounded = tree;
        bounded.boundSolid({{-700, -700, -700}, {700, 700, 700}});
        for (int i = 0; i < 400; ++i) {
            const Vec3 p = rng.pointIn({{-280, -280, -280}, {280, 280, 280}});
            const Box box{p - Vec3{2, 2, 2}, p + Vec3{2, 2, 2}};
            if (!tree.isFree(box)) continue;
            const int axis = rng.whole(0, 2);
            const bool up = rng.chance(0.5);
            const double limit = p[axis] + (up ? 400 : -400);
            double reached = 0;
            for (const TreeBoxQuery* query : {&tree, &std::as_const(bounded)}) {
                Box grown = box;
                query->extend(grown, axis, up, limit);
                for (int k = 0; k < 50; ++k) EXPECT_EQ(world.contentsAt(rng.pointIn(shrunk(grown, 1e-7))), 0u);
                const double side = up ? grown.maxs[axis] : grown.mins[axis];
                if (query == &tree) reached = side;
                EXPECT_GE(up ? side - reached : reached - side, 0) << "bounds stop no box";
                ++(side == limit ? open : stopped);
                if (side == limit) continue;
                (up ? grown.maxs[axis] : grown.mins[axis]) += up ? 0.01 : -0.01;
                EXPECT_FALSE(tree.isFree(grown)) << "it stopped before it met anything";
            }
        }
    }
    std::cout << stopped << " stopped, " << open << " open\n";
    EXPECT_GT(stopped, 200u);
    EXPECT_GT(open, 200u);
}

}  // namespace
}  // namespace hullbake::test
