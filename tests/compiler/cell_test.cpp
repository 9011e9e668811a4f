// Convex cells and their cuts.
#include <gtest/gtest.h>

#include <iostream>

#include "compiler/cell.hpp"
#include "compiler/compiler_support.hpp"
#include "compiler/kept_cell.hpp"
#include "compiler/plane_table.hpp"

namespace hullbake::test {
namespace {

void expectClosed(const Cell& cell, double size) {
    Vec3 sum;
    for (const CellFace& face : cell.faces) {
        sum = sum + face.plane.normal * areaOf(face.winding);
        // The cap of the part in front faces the plane's way, into that part.
        EXPECT_TRUE(isConvex(face.winding, face.plane.normal) || isConvex(face.winding, -face.plane.normal));
        EXPECT_LT(distanceTo(face.plane, cell.interior()), 0);
    }
    EXPECT_LE(length(sum), 1e-9 * size * size);
}

// Packed and read back it is the same, by every digit.
void expectKept(const Cell& cell) {
    const KeptCell kept(facesOf(cell));
    EXPECT_EQ(kept.interior(), cell.interior());
    EXPECT_EQ(kept.bounds(), cell.bounds());
    EXPECT_EQ(kept.reachesVoid(), cell.reachesVoid());
    const Cell again = kept.cell();
    ASSERT_EQ(again.faces.size(), cell.faces.size());
    for (std::size_t f = 0; f < cell.faces.size(); ++f) {
        const CellFace &was = cell.faces[f], &is = again.faces[f];
        EXPECT_EQ(is.plane.normal, was.plane.normal);
        EXPECT_EQ(is.plane.dist, was.plane.dist);
        EXPECT_EQ(is.outer, was.outer);
        EXPECT_EQ(is.winding.plane, was.winding.plane);
        ASSERT_EQ(is.winding.vertices.size(), was.winding.vertices.size());
        ASSERT_EQ(kept.cornerCount(f), was.winding.vertices.size());
        for (std::size_t i = 0; i < was.winding.vertices.size(); ++i) {
            const WindingVertex &a = was.winding.vertices[i], &b = is.winding.vertices[i];
            EXPECT_TRUE(a.p == b.p && a.edge == b.edge && a.exact == b.exact);
            EXPECT_EQ(kept.corner(f, i), a.p);
        }
    }
}

TEST(CellTest, OfABox) {
    const Box box{{-64, -32, 0}, {64, 96, 40}};
    const Cell cell = cellOfBox(box);
    EXPECT_EQ(cell.faces.size(), 6u);
    EXPECT_EQ(cell.bounds(), box);
    EXPECT_EQ(cell.interior(), (Vec3{0, 32, 20}));
    EXPECT_DOUBLE_EQ(volumeOf(cell), 128.0 * 128 * 40);
    EXPECT_TRUE(cell.reachesVoid());
    for (const CellFace& face : cell.faces) EXPECT_TRUE(face.outer);
    expectClosed(cell, 128);
    expectKept(cell);
}

TEST(CellTest, SplitInTwo) {
    const Cell cell = cellOfBox({{0, 0, 0}, {64, 64, 64}});
    Cell front, back;
    Winding cap;
    ASSERT_EQ(splitCell(cell, {{0, 0, 1}, 16}, 6, front, back, cap), PlaneSide::Both);
    EXPECT_DOUBLE_EQ(volumeOf(front), 64.0 * 64 * 48);
    EXPECT_DOUBLE_EQ(volumeOf(back), 64.0 * 64 * 16);
    EXPECT_DOUBLE_EQ(areaOf(cap), 64.0 * 64);
    EXPECT_EQ(cap.plane, 6u);
    EXPECT_TRUE(isConvex(cap, {0, 0, 1}));
    EXPECT_FALSE(front.faces.back().outer) << "the cap is no way into the void";
    EXPECT_TRUE(front.reachesVoid());
    // The middle third reaches the void through its sides; cut those off too.
    Cell middle = cell, inner, outer;
    const Vec3 normals[] = {{1, 0, 0}, {-1, 0, 0}, {0, 1, 0}, {0, -1, 0}, {0, 0, 1}, {0, 0, -1}};
    for (const Vec3& normal : normals) {
        ASSERT_EQ(splitCell(middle, {normal, dot(normal, {32, 32, 32}) + 8}, 8, outer, inner, cap), PlaneSide::Both);
        EXPECT_TRUE(outer.reachesVoid());
        middle = inner;
    }
    EXPECT_FALSE(middle.reachesVoid());
    EXPECT_NEAR(volumeOf(middle), 16.0 * 16 * 16, 1e-9);
}

TEST(CellTest, PlaneBesideIt) {
    const Cell cell = cellOfBox({{0, 0, 0}, {64, 64, 64}});
    Cell front, back;
    Winding cap;
    EXPECT_EQ(splitCell(cell, {{0, 0, 1}, -1}, 6, front, back, cap), PlaneSide::Front);
    EXPECT_EQ(splitCell(cell, {{0, 0, 1}, 65}, 6, front, back, cap), PlaneSide::Back);
    EXPECT_EQ(splitCell(cell, {{0, 0, 1}, 0}, 6, front, back, cap), PlaneSide::Front)
        << "its own face cuts nothing off";
    EXPECT_EQ(splitCell(cell, {{0, 0, -1}, 0}, 6, front, back, cap), PlaneSide::Back);
    EXPECT_EQ(splitCell(cell, {{0, 0, 1}, 64 - 5e-7}, 6, front, back, cap), PlaneSide::Back) << "a sliver";
    EXPECT_TRUE(front.faces.empty());
    EXPECT_TRUE(back.faces.empty());
}

// Caps between axial faces are not clipped; they must be what clipping gives, from the first corner to the last.
TEST(CellTest, AxialCapsAreWhatClippingLeaves) {
    Rng rng(20241122);
    std::size_t caps = 0;
    for (int i = 0; i < 300; ++i) {
        Cell cell = cellOfBox({{-64, -64, -64}, {64, 64, 64}});
        PlaneTable planes;
        for (int k = 0; k < 8; ++k) {
            std::array<std::int64_t, 3> n{};
            n[static_cast<std::size_t>(rng.whole(0, 2))] = 1;
            const PlaneEquation equation = equationOf(n, rng.whole(-3000, 3000));
            const Plane plane = planeOf(equation);
            const PlaneId id = planes.add(plane, equation);
            Cell front, back;
            Winding cap;
            if (splitCell(planes.equations(), cell, plane, id, front, back, cap) != PlaneSide::Both) continue;
            const Box box = cell.bounds();
            Winding clipped = baseWinding(plane, id, (box.mins + box.maxs) * 0.5, length(box.maxs - box.mins) + 1);
            for (const CellFace& face : cell.faces)
                clipToBack(planes.equations(), clipped, face.plane, face.winding.plane);
            ASSERT_EQ(cap.vertices.size(), clipped.vertices.size());
            for (std::size_t v = 0; v < cap.vertices.size(); ++v) {
                EXPECT_EQ(cap.vertices[v].p, clipped.vertices[v].p);
                EXPECT_EQ(cap.vertices[v].edge, clipped.vertices[v].edge);
                EXPECT_EQ(cap.vertices[v].exact, clipped.vertices[v].exact);
            }
            ++caps;
            cell = rng.chance(0.5) ? front : back;
        }
    }
    EXPECT_GE(caps, 1000u);
}

TEST(CellTest, VolumesAddUp) {
    constexpr std::uint64_t kSeed = 20240616;
    std::cout << "seed " << kSeed << "\n";
    Rng rng(kSeed);
    std::size_t cuts = 0;
    for (int i = 0; i < 400; ++i) {
        const double size = rng.between(16, 2000);
        const Box box{{-size, -size, -size}, {size, size, size}};
        std::vector<Cell> cells{cellOfBox(box)};
        for (PlaneId id = 10; id < 24; id += 2) {
            Vec3 normal = rng.direction();
            if (rng.chance(0.5)) normal = {id % 3 == 0 ? 1.0 : 0, id % 3 == 1 ? 1.0 : 0, id % 3 == 2 ? 1.0 : 0};
            const Plane plane{normal, dot(normal, rng.pointIn(box) * 0.7)};
            std::vector<Cell> next;
            for (const Cell& cell : cells) {
                Cell front, back;
                Winding cap;
                if (splitCell(cell, plane, id, front, back, cap) != PlaneSide::Both) {
                    next.push_back(cell);
                    continue;
                }
                ++cuts;
                const double whole = volumeOf(cell);
                EXPECT_NEAR(volumeOf(front) + volumeOf(back), whole, 1e-5 * size * size);
                for (const Cell* part : {&front, &back}) {
                    expectClosed(*part, size * 50);
                    EXPECT_EQ(distanceTo(plane, part->interior()) > 0, part == &front);
                }
                EXPECT_LE(std::max(volumeOf(front), volumeOf(back)), whole * (1 + 1e-9) + 1e-6);
                next.push_back(std::move(front));
                next.push_back(std::move(back));
            }
            cells = std::move(next);
        }
        double sum = 0;
        for (const Cell& cell : cells) {
            sum += volumeOf(cell);
            if (i % 16 == 0) expectKept(cell);
        }
        EXPECT_NEAR(sum, 8 * size * size * size, 8 * size * size * size * 1e-8);
    }
    EXPECT_GE(cuts, 5000u);
}

}  // namespace
}  // namespace hullbake::test
