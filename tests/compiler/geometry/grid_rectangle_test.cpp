// Proves that rectangles on the grid are cut bit for bit like any polygon, and which polygons and planes are not on the
// grid.
#include <gtest/gtest.h>

#include <algorithm>
#include <iostream>
#include <vector>

#include "compiler/compiler_support.hpp"
#include "compiler/geometry/grid_rectangle.hpp"
#include "compiler/geometry/plane_table.hpp"
#include "compiler/geometry/split_winding.hpp"

namespace hullbake::test {
namespace {

// Adds a plane across an axis, at a multiple of kEquationUnit.
PlaneId addAxial(PlaneTable& planes, std::size_t axis, bool up, std::int64_t at) {
    std::array<std::int64_t, 3> n{};
    n[axis] = up ? 1 : -1;
    const PlaneEquation equation = equationOf(n, up ? at : -at);
    return planes.add(planeOf(equation), equation);
}

// Axial rectangles and planes of both facings, at few positions, so that many touch.
struct Case {
    PlaneTable planes;
    Winding winding;
    PlaneId by = kNoPlane;
};

Case randomCase(Rng& rng) {
    constexpr int kFar = 1 << 20;
    Case out;
    const auto axis = static_cast<std::size_t>(rng.whole(0, 2));
    const std::size_t b = (axis + 1) % 3, c = (axis + 2) % 3;
    const bool top = rng.chance(0.5);
    const int unit = rng.chance(0.2) ? kFar : 1;
    const auto at = [&] { return std::int64_t{rng.whole(-3, 3)} * unit; };
    std::int64_t sides[2][2];
    for (auto& pair : sides) {
        do {
            for (auto& side : pair) side = at();
        } while (pair[0] >= pair[1]);
    }
    out.winding.plane = addAxial(out.planes, axis, top, at());
    const PlaneId low[2] = {addAxial(out.planes, b, false, sides[0][0]), addAxial(out.planes, c, false, sides[1][0])};
    const PlaneId high[2] = {addAxial(out.planes, b, true, sides[0][1]), addAxial(out.planes, c, true, sides[1][1])};
    const PlaneId edges[4] = {low[0], high[1], high[0], low[1]};
    const Plane& own = out.planes[out.winding.plane];
    std::vector<WindingVertex> corners;
    for (std::size_t i = 0; i < 4; ++i) {
        const std::size_t corner = top ? i : 3 - i;
        Vec3 p;
        p[static_cast<int>(axis)] = own.dist * own.normal[static_cast<int>(axis)];
        p[static_cast<int>(b)] = static_cast<double>(sides[0][corner / 2]) * kEquationUnit;
        p[static_cast<int>(c)] = static_cast<double>(sides[1][corner == 1 || corner == 2 ? 1 : 0]) * kEquationUnit;
        corners.push_back({p, edges[top ? i : (corner + 3) % 4], true});
    }
    std::rotate(corners.begin(), corners.begin() + rng.whole(0, 3), corners.end());
    for (const WindingVertex& corner : corners) out.winding.vertices.push_back(corner);
    out.by = addAxial(out.planes, static_cast<std::size_t>(rng.whole(0, 2)), rng.chance(0.5), at());
    return out;
}

void expectSame(const Winding& got, const Winding& wanted) {
    EXPECT_EQ(got.plane, wanted.plane);
    ASSERT_EQ(got.vertices.size(), wanted.vertices.size());
    for (std::size_t i = 0; i < got.vertices.size(); ++i) {
        EXPECT_EQ(got.vertices[i].p, wanted.vertices[i].p) << "corner " << i;
        EXPECT_EQ(got.vertices[i].edge, wanted.vertices[i].edge) << "corner " << i;
        EXPECT_EQ(got.vertices[i].exact, wanted.vertices[i].exact) << "corner " << i;
    }
}

TEST(GridRectangleTest, CutsAsAnyPolygonIsCut) {
    constexpr std::uint64_t kSeed = 311;
    std::cout << "seed " << kSeed << '\n';
    Rng rng(kSeed);
    std::size_t found[4] = {};
    for (int i = 0; i < 20000; ++i) {
        const Case it = randomCase(rng);
        const PlaneEquations& equations = it.planes.equations();
        const Plane& by = it.planes[it.by];
        ASSERT_TRUE(isGridRectangle(equations, it.winding));
        ASSERT_TRUE(equations.isGridPlane(it.by));
        Winding wantedFront, wantedBack;
        const PlaneSide wanted = hullbake::splitWinding(equations, it.winding, {by, it.by}, &wantedFront, &wantedBack);
        const PlaneSides sides = sidesOfBox(boundsOf(it.winding), by);
        ASSERT_EQ(sides.side(), wanted);
        ASSERT_EQ(sides.touches, WindingSides(equations, it.winding, {by, it.by}).touches);
        ++found[static_cast<std::size_t>(wanted)];
        if (wanted != PlaneSide::Both) continue;
        Winding front, back;
        splitRectangle(it.winding, {by, it.by}, front, back);
        expectSame(front, wantedFront);
        expectSame(back, wantedBack);
        EXPECT_TRUE(isGridRectangle(equations, front));
        EXPECT_TRUE(isGridRectangle(equations, back));
        if (HasFailure()) FAIL() << "case " << i;
    }
    for (const std::size_t count : found) EXPECT_GE(count, 800u);
}

TEST(GridRectangleTest, OthersAreNone) {
    Rng rng(312);
    Case it = randomCase(rng);
    const PlaneEquations& equations = it.planes.equations();
    ASSERT_TRUE(isGridRectangle(equations, it.winding));
    EXPECT_FALSE(equations.isGridPlane(kNoPlane));
    // Slanted, off the grid, too far for a double, and between the grid's steps.
    const PlaneEquation slanted = equationOf({1, 1, 0}, 64), far = equationOf({1, 0, 0}, (std::int64_t{1} << 60) + 1),
                        between = equationOf({3, 0, 0}, 64);
    const PlaneId others[] = {it.planes.add(planeOf(slanted), slanted), it.planes.add({{1, 0, 0}, 0.3}),
                              it.planes.add(planeOf(far), far), it.planes.add(planeOf(between), between)};
    for (const PlaneId other : others) {
        EXPECT_FALSE(equations.isGridPlane(other));
        Winding winding = it.winding;
        winding.vertices[2].edge = other;
        EXPECT_FALSE(isGridRectangle(equations, winding));
        winding = it.winding;
        winding.plane = other;
        EXPECT_FALSE(isGridRectangle(equations, winding));
    }
    Winding winding = it.winding;
    winding.vertices[1].exact = false;
    EXPECT_FALSE(isGridRectangle(equations, winding));
    winding = it.winding;
    winding.vertices.push_back(winding.vertices.back());
    EXPECT_FALSE(isGridRectangle(equations, winding));
}

}  // namespace
}  // namespace hullbake::test
