// Proves that the leak proof ends soon where the ball cannot get around the tips of walls.
#include <gtest/gtest.h>

#include <algorithm>
#include <iostream>
#include <numbers>
#include <utility>
#include <vector>

#include "compiler/bake_model.hpp"
#include "compiler/fill/leak_proof.hpp"
#include "compiler/growth/growth_support.hpp"
#include "compiler/growth/union_boundary.hpp"
#include "support/test_size.hpp"

namespace hullbake::test {
namespace {

// Returns a room whose wall has two acute tips that meet but for a hundred thousandth, above one another in two parts.
MapFile roomBetweenTips(Rng& rng, const Rotation& turn) {
    std::vector<MapBrush> brushes = roomBrushes({{-128, -128, 0}, {328, 128, 192}}, 16);
    brushes.erase(brushes.begin() + 1);  // towards +x: the void begins behind the tips
    const double between = rng.between(20, 180), side = rng.chance(0.5) ? 1 : -1;
    for (const auto& [low, high] : {std::pair{-16.0, between}, {between, 208.0}}) {
        const double thickness = rng.between(8, 40), back = thickness * rng.between(0.4, 2.4);
        const double tip = 5e-6, flat = 200, behind = flat + side * thickness;
        for (const double to : {1.0, -1.0}) {
            std::vector<Corner> corners{
                {flat, to * tip}, {behind, to * (tip + back)}, {behind, to * 144}, {flat, to * 144}};
            if (to * side < 0) std::reverse(corners.begin(), corners.end());
            brushes.push_back(prismBrush(corners, low, high));
        }
    }
    for (MapBrush& brush : brushes) brush = moved(std::move(brush), [&](const Vec3& p) { return rounded(turn(p), 9); });
    return worldMap(std::move(brushes));
}

// Floods from the void to a point of the point hull, as the fill by leaves does. Returns how many leaves were cut.
std::size_t cutsOnTheWayTo(const MapFile& map, const Vec3& point) {
    GrownMap grown(map);
    GrownHull& hull = grown.hull;
    const Vec3 margin{64, 64, 64};
    const Box around{grown.around.mins - margin, grown.around.maxs + margin};
    const BrushIndex index(hull.planes, grown.brushes);
    TreeOptions options;
    options.keepGeometry = true;
    options.classify = [&](const CellFaces& cell) {
        double clearance = 0;
        return index.contentsAt(interiorOf(cell), clearance);
    };
    const auto root = buildTree(hull.planes, unionBoundary(hull.planes, index).polygons, cellOfBox(around), options);
    std::vector<TreeNode*> leaves = numberLeaves(*root);
    Portals portals = makePortals(*root, hull.planes.equations());
    const BallSpace space(hull.planes, index, kPassage);
    FillPlanes planes(hull.planes);
    const std::size_t before = leaves.size();
    LeakProof proof(planes, space, *root, leaves, portals);
    for (bool done = false; !done;) {
        const std::uint32_t leaf = leafAt(*root, point).leaf;
        done = !proof.holds(leaf) || proof.refine({{leaf, point}});
    }
    EXPECT_FALSE(proof.holds(leafAt(*root, point).leaf));
    return leaves.size() - before;
}

// Each round would cut every part of the sheet between the tips once more, so that some hundred become thousands.
TEST(LeakProofTest, CutsBetweenTipsAreFew) {
    constexpr std::uint64_t kSeed = 20261129;
    std::cout << "seed " << kSeed << "\n";
    Rng rng(kSeed);
    std::size_t many = 0;
    for (int i = 0; i < sized(30, 120); ++i) {
        SCOPED_TRACE(i);
        const double x = rng.between(0, 2 * std::numbers::pi), y = rng.between(0, 2 * std::numbers::pi);
        const Rotation turn(x, y, rng.between(0, 2 * std::numbers::pi));
        const std::size_t cuts = cutsOnTheWayTo(roomBetweenTips(rng, turn), turn({0, 0, 24}));
        EXPECT_LT(cuts, 1500u);
        many += cuts >= 512;
    }
    std::cout << many << " sheets cut 512 times\n";
    EXPECT_GE(many, sized(1u, 4u));
}

}  // namespace
}  // namespace hullbake::test
