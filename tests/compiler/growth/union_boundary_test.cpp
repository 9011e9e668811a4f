// Proves the boundary of the union of grown brushes against a count of grid cells.
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <iostream>

#include "compiler/growth/growth_support.hpp"
#include "compiler/growth/union_boundary.hpp"

namespace hullbake::test {
namespace {

// Stores the boundary of a map's brushes in one hull.
struct Boundary : GrownMap {
    std::vector<Winding> pieces;

    Boundary(const std::vector<MapBrush>& made, const Box& box = {}) : GrownMap(worldMap(made), box) {
        pieces = unionBoundary(hull.planes, BrushIndex(hull.planes, brushes)).polygons;
    }

    double area() const {
        double sum = 0;
        for (const Winding& piece : pieces) sum += areaOf(piece);
        return sum;
    }

    /// Returns the number of pieces with that facing that cover a point of their plane.
    std::size_t covering(const Vec3& p, const Vec3& normal) const {
        std::size_t count = 0;
        for (const Winding& piece : pieces) {
            const Plane& plane = hull.planes[piece.plane];
            count += plane.normal == normal && std::fabs(distanceTo(plane, p)) < 1e-6 && covers(piece, normal, p);
        }
        return count;
    }
};

TEST(BoundaryTest, OneBox) {
    const Boundary boundary({boxBrush({0, 0, 0}, {32, 64, 128})});
    EXPECT_EQ(boundary.pieces.size(), 6u);
    EXPECT_DOUBLE_EQ(boundary.area(), 2 * (32 * 64 + 64 * 128 + 32 * 128));
    for (const Winding& piece : boundary.pieces) EXPECT_TRUE(isConvex(piece, boundary.hull.planes[piece.plane].normal));
}

TEST(BoundaryTest, GrownBox) {
    const Boundary boundary({boxBrush({0, 0, 0}, {32, 64, 128})}, {{-16, -16, -24}, {16, 16, 32}});
    EXPECT_DOUBLE_EQ(boundary.area(), 2 * (64 * 96 + 96 * 184 + 64 * 184));
}

TEST(BoundaryTest, TouchingBoxesLoseTheirSeam) {
    const Boundary boundary({boxBrush({0, 0, 0}, {64, 64, 64}), boxBrush({64, 0, 0}, {128, 64, 64})});
    EXPECT_DOUBLE_EQ(boundary.area(), 2 * 64 * 64 + 4 * 128 * 64);
    EXPECT_EQ(boundary.covering({64, 32, 32}, {1, 0, 0}), 0u);
    EXPECT_EQ(boundary.covering({64, 32, 32}, {-1, 0, 0}), 0u);
    // The shorter brush leaves the rest of the taller one's face.
    const Boundary step({boxBrush({0, 0, 0}, {64, 64, 64}), boxBrush({64, 0, 0}, {128, 64, 24})});
    EXPECT_DOUBLE_EQ(step.area(), 6 * 64 * 64 + 2 * (64 * 64 + 2 * 64 * 24) - 2 * 64 * 24);
    EXPECT_EQ(step.covering({64, 32, 12}, {1, 0, 0}), 0u);
    EXPECT_EQ(step.covering({64, 32, 40}, {1, 0, 0}), 1u);
}

TEST(BoundaryTest, CoincidentFacesStandOnce) {
    // The brushes overlap, with tops, fronts and backs flush.
    const Boundary flush({boxBrush({0, 0, 0}, {64, 64, 64}), boxBrush({32, 0, 0}, {96, 64, 64})});
    EXPECT_DOUBLE_EQ(flush.area(), 2 * (96 * 64 + 96 * 64 + 64 * 64));
    EXPECT_EQ(flush.covering({48, 32, 64}, {0, 0, 1}), 1u);
    // A smaller brush in the corner of a larger one adds no face, whichever comes first.
    const MapBrush large = boxBrush({0, 0, 0}, {64, 64, 64}), small = boxBrush({0, 0, 0}, {32, 32, 32});
    EXPECT_DOUBLE_EQ(Boundary({large, small}).area(), 6 * 64 * 64);
    EXPECT_DOUBLE_EQ(Boundary({small, large}).area(), 6 * 64 * 64);
    // The case above with slanted brushes.
    const MapBrush wedge = hullBrush({{0, 0, 0}, {64, 0, 0}, {0, 64, 0}, {64, 64, 0}, {64, 0, 48}, {64, 64, 48}});
    const MapBrush narrow = hullBrush({{0, 0, 0}, {64, 0, 0}, {0, 32, 0}, {64, 32, 0}, {64, 0, 48}, {64, 32, 48}});
    EXPECT_NEAR(Boundary({narrow, wedge}).area(), Boundary({wedge}).area(), 1e-9);
}

TEST(BoundaryTest, BrushInsideABrushVanishes) {
    EXPECT_DOUBLE_EQ(Boundary({boxBrush({0, 0, 0}, {64, 64, 64}), boxBrush({8, 8, 8}, {56, 56, 56})}).area(),
                     6 * 64 * 64);
}

TEST(BoundaryTest, FloorUnderMany) {
    // Posts stand on a floor and boxes are half sunk into it, so close that each piece has many neighbours.
    constexpr int kPosts = 12;
    std::vector<MapBrush> brushes{boxBrush({0, 0, -16}, {kPosts * 32.0, kPosts * 32.0, 0})};
    for (int i = 0; i < kPosts * kPosts; ++i) {
        const int place = i * 7 % (kPosts * kPosts);  // in mixed order
        const double x = place % kPosts * 32.0, y = place / kPosts * 32.0;
        brushes.push_back(boxBrush({x + 8, y + 8, i % 2 == 0 ? 0.0 : -8.0}, {x + 24, y + 24, 32}));
    }
    const Boundary boundary(brushes);
    const double side = kPosts * 32.0, posts = kPosts * kPosts;
    EXPECT_DOUBLE_EQ(boundary.area(), 2 * side * side + 4 * 16 * side + posts * 4 * 16 * 32);
    for (int x = 4; x < side; x += 8)
        for (int y = 4; y < side; y += 8) {
            const bool isUnder = x % 32 > 8 && x % 32 < 24 && y % 32 > 8 && y % 32 < 24;
            EXPECT_EQ(boundary.covering({x + 0.5, y + 0.25, 0}, {0, 0, 1}), isUnder ? 0u : 1u) << x << " " << y;
        }
}

TEST(BoundaryTest, OtherContentsKeepABoundary) {
    // Stone and sky lie side by side: the face between them must stay.
    const Boundary beside({boxBrush({0, 0, 0}, {64, 64, 64}), boxBrush({64, 0, 0}, {128, 64, 64}, "sky1")});
    EXPECT_GE(beside.covering({64, 32, 32}, {1, 0, 0}) + beside.covering({64, 32, 32}, {-1, 0, 0}), 1u);
    // Stone swallows the sky that runs into it, but sky does not swallow stone.
    const Boundary into({boxBrush({0, 0, 0}, {64, 64, 64}), boxBrush({32, 0, 0}, {128, 64, 64}, "sky1")});
    EXPECT_EQ(into.covering({64, 32, 32}, {1, 0, 0}), 1u) << "stone in sky";
    EXPECT_EQ(into.covering({32, 32, 32}, {-1, 0, 0}), 0u) << "sky in stone";
    EXPECT_EQ(into.covering({48, 32, 64}, {0, 0, 1}), 1u) << "flush tops";
    // A sky and a clip overlap: the boundary distinguishes the contents of all parts.
    const Boundary both({boxBrush({0, 0, 0}, {64, 64, 64}, "sky1"), boxBrush({32, 0, 0}, {128, 64, 64}, "playerclip")});
    EXPECT_GE(both.covering({32, 32, 32}, {-1, 0, 0}), 1u);
    EXPECT_GE(both.covering({64, 32, 32}, {1, 0, 0}), 1u);
}

constexpr int kCells = 12;
using Grid = std::array<Contents, kCells * kCells * kCells>;

Contents& at(Grid& grid, int x, int y, int z) {
    return grid[static_cast<std::size_t>((x * kCells + y) * kCells + z)];
}

// Returns empty contents outside the grid.
Contents look(Grid& grid, const std::array<int, 3>& c) {
    for (const int i : c)
        if (i < 0 || i >= kCells) return Contents::Empty;
    return at(grid, c[0], c[1], c[2]);
}

struct RandomBoxes {
    std::vector<MapBrush> brushes;
    Grid grid{};

    RandomBoxes(Rng& rng, int count, const std::vector<std::pair<std::string, Contents>>& kinds) {
        for (int i = 0; i < count; ++i) {
            int low[3], high[3];
            for (int a = 0; a < 3; ++a) {
                low[a] = rng.whole(0, kCells - 2);
                high[a] = rng.whole(low[a] + 1, std::min(kCells, low[a] + 6));
            }
            const auto& [texture, contents] =
                kinds[static_cast<std::size_t>(rng.whole(0, static_cast<int>(kinds.size()) - 1))];
            brushes.push_back(boxBrush({1.0 * low[0], 1.0 * low[1], 1.0 * low[2]},
                                       {1.0 * high[0], 1.0 * high[1], 1.0 * high[2]}, texture));
            for (int x = low[0]; x < high[0]; ++x)
                for (int y = low[1]; y < high[1]; ++y)
                    for (int z = low[2]; z < high[2]; ++z)
                        at(grid, x, y, z) = resolveOverlap(at(grid, x, y, z) | contents);
        }
    }

    /// Calls visit(contents below, contents above, middle of the unit square between, axis) for each pair of
    /// neighbouring cells.
    template <class Visit>
    void forSquares(const Visit& visit) {
        for (int axis = 0; axis < 3; ++axis)
            for (int x = -1; x <= kCells; ++x)
                for (int y = -1; y <= kCells; ++y)
                    for (int z = -1; z <= kCells; ++z) {
                        const std::array<int, 3> below{x, y, z};
                        std::array<int, 3> above = below;
                        const auto a = static_cast<std::size_t>(axis);
                        ++above[a];
                        Vec3 middle{x + 0.5, y + 0.5, z + 0.5};
                        middle[axis] += 0.5;
                        visit(look(grid, below), look(grid, above), middle, axis);
                    }
    }
};

TEST(BoundaryTest, AreaOfRandomBoxesIsThatOfTheGrid) {
    constexpr std::uint64_t kSeed = 20240618;
    std::cout << "seed " << kSeed << "\n";
    Rng rng(kSeed);
    std::size_t squares = 0;
    for (int i = 0; i < 200; ++i) {
        RandomBoxes boxes(rng, rng.whole(1, 14), {{"stone", Contents::Solid}});
        const Boundary boundary(boxes.brushes);
        std::size_t area = 0;
        boxes.forSquares([&](Contents below, Contents above, const Vec3& middle, int axis) {
            if (below == above) return;
            ++area;
            Vec3 normal;
            normal[axis] = above == Contents::Empty ? 1 : -1;
            EXPECT_EQ(boundary.covering(middle, normal), 1u) << middle.x << ' ' << middle.y << ' ' << middle.z;
        });
        EXPECT_NEAR(boundary.area(), static_cast<double>(area), 1e-9);
        squares += area;
    }
    EXPECT_GE(squares, 20000u);
}

TEST(BoundaryTest, MixedContentsAreBoundedWhereverTheyDiffer) {
    constexpr std::uint64_t kSeed = 20240619;
    std::cout << "seed " << kSeed << "\n";
    Rng rng(kSeed);
    std::size_t empty = 0, mixed = 0;
    for (int i = 0; i < 600; ++i) {
        // The point hull ignores clips. The other three blocking kinds overlap.
        RandomBoxes boxes(rng, rng.whole(2, 10),
                          {{"stone", Contents::Solid},
                           {"sky1", Contents::Sky},
                           {"playerclip", Contents::Playerclip},
                           {"monsterclip", Contents::Monsterclip}});
        const Boundary boundary(boxes.brushes);
        boxes.forSquares([&](Contents below, Contents above, const Vec3& middle, int axis) {
            if (below == above) return;
            ++(below == Contents::Empty || above == Contents::Empty ? empty : mixed);
            Vec3 normal;
            normal[axis] = 1;
            EXPECT_GE(boundary.covering(middle, normal) + boundary.covering(middle, -normal), 1u)
                << middle.x << ' ' << middle.y << ' ' << middle.z;
        });
    }
    EXPECT_GE(empty, 30000u);
    EXPECT_GE(mixed, 9000u);
}

}  // namespace
}  // namespace hullbake::test
