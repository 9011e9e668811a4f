// Proves that the polygon of a cell between almost coincident planes covers everything that its planes enclose.
#include "compiler/tree/sliver_cell.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <iostream>
#include <memory>

#include "compiler/compiler_support.hpp"

namespace hullbake::test {
namespace {

struct Bound {
    Plane plane;
    bool front;  ///< true if the cell is in front
};

Vec3 unit(const Vec3& v) {
    return v * (1 / length(v));
}

// Adds four sides across, around the middle.
void addSides(std::vector<Bound>& bounds, Rng& rng) {
    for (int i = 0; i < 4; ++i) {
        const double angle = i * 1.5707963 + rng.between(-0.6, 0.6);
        bounds.push_back({{{std::cos(angle), 0, std::sin(angle)}, rng.between(20, 150)}, false});
    }
}

bool isInside(const std::vector<Bound>& bounds, const Vec3& p) {
    return std::all_of(bounds.begin(), bounds.end(),
                       [&](const Bound& bound) { return (distanceTo(bound.plane, p) > 0) == bound.front; });
}

// Cuts the cell out of a box that extends 2,048 units to either side.
ConvexCell cellBetween(PlaneTable& planes, const std::vector<Bound>& bounds) {
    ConvexCell cell = cellOfBox({{-2048, -2048, -2048}, {2048, 2048, 2048}});
    for (const Bound& bound : bounds) {
        const PlaneId id = planes.add(bound.plane);
        ConvexCell front, back;
        Winding cap;
        const PlaneSide side = splitCell(planes.equations(), cell, planes.cutPlane(id), front, back, cap);
        const bool asAdded = dot(planes[id].normal, bound.plane.normal) > 0;
        if (side == PlaneSide::Both) cell = bound.front == asAdded ? front : back;
    }
    return cell;
}

// Returns true if `p`, on the polygon's plane, is inside or at most `room` away.
bool holds(const Winding& polygon, const Vec3& normal, const Vec3& p, double room) {
    const Vec3 centre = centreOf(polygon);
    for (std::size_t i = 0; i < polygon.vertices.size(); ++i) {
        const Vec3 &a = polygon.vertices[i].p, &b = polygon.vertices[(i + 1) % polygon.vertices.size()].p;
        Vec3 inwards = unit(cross(normal, b - a));
        if (dot(inwards, centre - a) < 0) inwards = -inwards;
        if (dot(inwards, p - a) < -room) return false;
    }
    return true;
}

// Random wedges, as between rotated and rounded brushes: millionths of a unit thick at one end, zero at the other.
// Every point inside by the signs of all distances must be inside the polygon. The cells' own polygons lack corners.
TEST(SliverCell, HoldsAllThatItsPlanesHold) {
    constexpr std::uint64_t kSeed = 91;
    std::cout << "seed " << kSeed << "\n";
    Rng rng(kSeed);
    std::size_t thinCells = 0, inside = 0, lost = 0;
    for (int turn = 0; turn < 400; ++turn) {
        PlaneTable planes;
        const Vec3 tilt{rng.between(-3e-8, 3e-8), 1, rng.between(-3e-8, 3e-8)};
        std::vector<Bound> bounds = {{{{0, 1, 0}, 0}, true}, {{unit(tilt), rng.between(-2e-6, 4e-6)}, false}};
        addSides(bounds, rng);
        const ConvexCell cell = cellBetween(planes, bounds);
        if (cell.faces.size() < 4 || !isSliver(facesOf(cell))) continue;
        ++thinCells;
        const SliverCell thin = thinCellOf(cell);
        const Vec3 normal = cell.faces[thin.face].plane.normal;
        for (int i = 0; i < 200; ++i) {
            Vec3 p{rng.between(-150, 150), 0, rng.between(-150, 150)};
            const double top = (bounds[1].plane.dist - bounds[1].plane.normal.x * p.x - bounds[1].plane.normal.z * p.z);
            if (top <= 1e-9) continue;
            p.y = top / 2;
            if (!isInside(bounds, p)) continue;
            ++inside;
            lost += !holds(thin.polygon, normal, p, 1e-3);
        }
    }
    EXPECT_GE(thinCells, 200u);
    EXPECT_GE(inside, 2000u);
    EXPECT_EQ(lost, 0u);
}

// Returns the part of a sliver that a tree leads `p` to, and the number of planes that separate it from the rest.
SliverCell partAround(const Vec3& p, const ConvexCell& cell, const BrushIndex& index, const PlaneTable& planes,
                      int& depth) {
    SliverCell part = thinCellOf(cell), front, back;
    for (depth = 0; depth < 50; ++depth) {
        const auto by = partingPlane(index, planes, part);
        if (!by || !splitSliver(planes.equations(), part, *by, front, back)) break;
        part = distanceTo(by->plane, p) > 0 ? front : back;
    }
    return part;
}

// Returns a brush around the sheet, with its lower face along the sheet and its sides across.
GrownBrush brushAcross(PlaneTable& planes, Rng& rng) {
    GrownBrush brush;
    const auto add = [&](const Plane& plane) { brush.planes.push_back(planes.add(plane)); };
    add({unit({rng.between(-6e-8, 6e-8), -1, rng.between(-6e-8, 6e-8)}), rng.between(-4e-6, 4e-6)});
    add({{0, 1, 0}, 64});
    const double turned = rng.between(0, 1.5);
    for (int i = 0; i < 4; ++i) {
        const double angle = i * 1.5707963 + turned;
        add({{std::cos(angle), 0, std::sin(angle)}, rng.between(5, 120)});
    }
    brush.bounds = {{-200, -1, -200}, {200, 64, 200}};
    return brush;
}

// Split by the brushes that overlap it, the cell becomes a tree. A point must reach a part whose polygon contains it.
// Faces of brushes along the cell cross its polygon too, and so do faces of its own.
TEST(SliverCell, PointsComeToThePartsTheyAreIn) {
    constexpr std::uint64_t kSeed = 20261123;
    std::cout << "seed " << kSeed << "\n";
    Rng rng(kSeed);
    std::size_t parted = 0, inside = 0, lost = 0;
    for (int turn = 0; turn < 400; ++turn) {
        PlaneTable planes;
        const auto tilt = [&] { return unit({rng.between(-3e-8, 3e-8), 1, rng.between(-3e-8, 3e-8)}); };
        std::vector<Bound> bounds = {
            {{{0, 1, 0}, 0}, true}, {{tilt(), rng.between(0, 5e-6)}, false}, {{tilt(), rng.between(0, 5e-6)}, false}};
        addSides(bounds, rng);
        const ConvexCell cell = cellBetween(planes, bounds);
        if (cell.faces.size() < 4 || !isSliver(facesOf(cell))) continue;
        const GrownBrush made[] = {brushAcross(planes, rng), brushAcross(planes, rng)};
        const GrownBrush* const brushes[] = {&made[0], &made[1]};
        const BrushIndex index(planes, brushes);
        for (int i = 0; i < 100; ++i) {
            Vec3 p{rng.between(-150, 150), 0, rng.between(-150, 150)};
            const auto topOf = [&](const Bound& bound) {
                return bound.plane.dist - bound.plane.normal.x * p.x - bound.plane.normal.z * p.z;
            };
            const double top = std::min(topOf(bounds[1]), topOf(bounds[2]));
            if (top <= 1e-9) continue;
            p.y = top * rng.between(0.05, 0.95);
            if (!isInside(bounds, p)) continue;
            ++inside;
            int depth = 0;
            const SliverCell part = partAround(p, cell, index, planes, depth);
            parted += depth > 0;
            lost += !holds(part.polygon, cell.faces[part.face].plane.normal, p, 1e-3);
        }
    }
    EXPECT_GE(inside, 5000u);
    EXPECT_GE(parted, 4000u);
    EXPECT_EQ(lost, 0u);
}

// Returns three sides around the y axis, none opposite another, and two ends.
std::vector<Bound> needleBounds(Rng& rng) {
    std::vector<Bound> bounds;
    const double turned = rng.between(0, 2), width = rng.between(1.5e-6, 4e-6);
    for (int i = 0; i < 3; ++i) {
        const double angle = turned + i * 2.0943951 + rng.between(-0.15, 0.15);
        bounds.push_back({{unit({std::cos(angle), rng.between(-5e-9, 5e-9), std::sin(angle)}), width}, false});
    }
    bounds.push_back({{{0, 1, 0}, rng.between(50, 150)}, false});
    bounds.push_back({{unit({rng.between(-1, 1), -1, rng.between(-1, 1)}), rng.between(30, 100)}, false});
    return bounds;
}

// Returns a brush that contains part of the axis.
GrownBrush brushAlong(PlaneTable& planes, double from, double to, Rng& rng) {
    GrownBrush brush;
    const auto add = [&](const Plane& plane) { brush.planes.push_back(planes.add(plane)); };
    const Vec3 end = unit({rng.between(-0.5, 0.5), 1, rng.between(-0.5, 0.5)});
    add({end, end.y * to});
    add({-end, -end.y * from});
    for (const double side : {-1.0, 1.0}) {
        add({{side, 0, 0}, 64});
        add({{0, 0, side}, 64});
    }
    brush.contents = Contents::Solid;
    brush.bounds = {{-64, -200, -64}, {64, 200, 64}};
    return brush;
}

// Needles are narrower than the polygons that would split them. Each part must get the contents of the brush that
// contains it.
TEST(SliverCell, NeedlesArePartedWhereBrushesEnd) {
    constexpr std::uint64_t kSeed = 20261124;
    std::cout << "seed " << kSeed << "\n";
    Rng rng(kSeed);
    std::size_t needles = 0, held = 0, open = 0;
    for (int turn = 0; turn < 300; ++turn) {
        PlaneTable planes;
        const std::vector<Bound> bounds = needleBounds(rng);
        const ConvexCell cell = cellBetween(planes, bounds);
        if (cell.faces.size() < 5) continue;
        ++needles;
        ASSERT_TRUE(isSliver(facesOf(cell)));
        const double from = rng.between(-20, 10), to = from + rng.between(1, 30);
        const GrownBrush made = brushAlong(planes, from, to, rng);
        const GrownBrush* const brushes[] = {&made};
        const BrushIndex index(planes, brushes);
        for (int i = 0; i < 50; ++i) {
            const Vec3 p{0, rng.between(-40, 60), 0};
            if (!isInside(bounds, p) || std::fabs(p.y - from) < 1e-3 || std::fabs(p.y - to) < 1e-3) continue;
            int depth = 0;
            const SliverCell part = partAround(p, cell, index, planes, depth);
            EXPECT_TRUE(isInside(bounds, part.middle)) << "needle " << needles;
            const bool isHeld = p.y > from && p.y < to;
            (isHeld ? held : open) += 1;
            EXPECT_EQ(any(contentsOfSliver(index, planes, part.middle)), isHeld)
                << "needle " << needles << " at " << p.y;
        }
    }
    EXPECT_GE(needles, 200u);
    EXPECT_GE(held, 1000u);
    EXPECT_GE(open, 1000u);
}

// Returns a tree that is solid between two heights and open elsewhere.
std::unique_ptr<TreeNode> closedBetween(double from, double to) {
    const auto leaf = [](Contents contents) {
        auto node = std::make_unique<TreeNode>();
        node->contents = contents;
        return node;
    };
    auto above = std::make_unique<TreeNode>();
    above->plane = {{0, 1, 0}, to};
    above->front = leaf(Contents::Empty);
    above->back = leaf(Contents::Solid);
    auto root = std::make_unique<TreeNode>();
    root->plane = {{0, 1, 0}, from};
    root->front = std::move(above);
    root->back = leaf(Contents::Empty);
    return root;
}

// No brush marks where the fill closed volume that a needle passes through, so the needle closes. A needle wide enough
// to be distinguished from solid stays open.
TEST(SliverCell, NeedlesDoNotCrossWhatTheFillClosed) {
    constexpr std::uint64_t kSeed = 20261125;
    std::cout << "seed " << kSeed << "\n";
    Rng rng(kSeed);
    std::size_t needles = 0;
    for (int turn = 0; turn < 100; ++turn) {
        PlaneTable planes;
        const ConvexCell cell = cellBetween(planes, needleBounds(rng));
        if (cell.faces.size() < 5) continue;
        ++needles;
        const SliverCell thin = thinCellOf(cell);
        const Box bounds = cell.bounds();
        const double middle = thin.middle.y, from = rng.between(middle + 1, bounds.maxs.y - 10);
        EXPECT_EQ(contentsOfSliver(*closedBetween(from, from + 1), thin), Contents::Solid) << "needle " << needles;
        EXPECT_EQ(contentsOfSliver(*closedBetween(bounds.maxs.y, bounds.maxs.y + 1), thin), Contents::Empty);
        EXPECT_EQ(contentsOfSliver(*closedBetween(middle - 1, middle + 1), thin), Contents::Solid);
    }
    EXPECT_GE(needles, 80u);

    PlaneTable planes;
    std::vector<Bound> sheet = {{{{0, 0, 1}, 0}, true}, {{{0, 0, 1}, 5e-6}, false}};
    for (const double side : {-1.0, 1.0}) {
        sheet.push_back({{{0, side, 0}, 100}, false});
        sheet.push_back({{{side, 0, 0}, 100}, false});
    }
    const ConvexCell wide = cellBetween(planes, sheet);
    ASSERT_TRUE(isSliver(facesOf(wide)));
    EXPECT_EQ(contentsOfSliver(*closedBetween(20, 21), thinCellOf(wide)), Contents::Empty);
}

}  // namespace
}  // namespace hullbake::test
