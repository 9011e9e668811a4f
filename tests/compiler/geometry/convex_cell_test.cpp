// Proves the cuts of convex cells.
#include <gtest/gtest.h>

#include <cmath>
#include <iostream>

#include "compiler/compiler_support.hpp"
#include "compiler/geometry/base_winding.hpp"
#include "compiler/geometry/convex_cell.hpp"
#include "compiler/geometry/packed_cell.hpp"
#include "compiler/geometry/plane_table.hpp"
#include "compiler/geometry/split_winding.hpp"

namespace hullbake::test {
namespace {

void expectClosed(const ConvexCell& cell, double size) {
    Vec3 sum;
    for (const CellFace& face : cell.faces) {
        sum = sum + face.plane.normal * areaOf(face.winding);
        // The front part's cap faces along the plane's normal, into that part.
        EXPECT_TRUE(isConvex(face.winding, face.plane.normal) || isConvex(face.winding, -face.plane.normal));
        EXPECT_LT(distanceTo(face.plane, cell.interior()), 0);
    }
    EXPECT_LE(length(sum), 1e-9 * size * size);
}

/// Cuts cells by planes whose equations it keeps.
class ExactCuts {
  public:
    PlaneSide split(const ConvexCell& cell, const Plane& plane, ConvexCell& front, ConvexCell& back, Winding& cap) {
        const PlaneEquation equation = equationNear(plane, plane.normal * plane.dist);
        const PlaneId id = planes_.add(planeOf(equation), equation);
        const PlaneSide side = hullbake::splitCell(planes_.equations(), cell, planes_.cutPlane(id), front, back, cap);
        const bool near = PackedCell(facesOf(cell)).comesNear(planes_.cutPlane(id).plane());
        clear_ += near ? 0 : 1;
        EXPECT_TRUE(near || side != PlaneSide::Both);
        return side;
    }

    // Returns how many planes all corners of their cell were clear of, on one side.
    std::size_t clear() const { return clear_; }

  private:
    PlaneTable planes_;
    std::size_t clear_ = 0;
};

// Expects a packed cell to unpack to the same digits.
void expectKept(const ConvexCell& cell) {
    const PackedCell kept(facesOf(cell));
    EXPECT_EQ(kept.interior(), cell.interior());
    EXPECT_EQ(kept.bounds(), cell.bounds());
    EXPECT_EQ(kept.reachesVoid(), cell.reachesVoid());
    const ConvexCell again = kept.cell();
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
    const ConvexCell cell = cellOfBox(box);
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
    const ConvexCell cell = cellOfBox({{0, 0, 0}, {64, 64, 64}});
    ConvexCell front, back;
    Winding cap;
    ASSERT_EQ(splitCell(cell, {{0, 0, 1}, 16}, 6, front, back, cap), PlaneSide::Both);
    EXPECT_DOUBLE_EQ(volumeOf(front), 64.0 * 64 * 48);
    EXPECT_DOUBLE_EQ(volumeOf(back), 64.0 * 64 * 16);
    EXPECT_DOUBLE_EQ(areaOf(cap), 64.0 * 64);
    EXPECT_EQ(cap.plane, 6u);
    EXPECT_TRUE(isConvex(cap, {0, 0, 1}));
    EXPECT_FALSE(front.faces.back().outer) << "the cap is no way into the void";
    EXPECT_TRUE(front.reachesVoid());
    // The middle third reaches the void through its sides, so cut those off too.
    ConvexCell middle = cell, inner, outer;
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
    const ConvexCell cell = cellOfBox({{0, 0, 0}, {64, 64, 64}});
    ConvexCell front, back;
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

// Caps between axial faces are not clipped. They must equal the result of clipping, from the first corner to the last.
TEST(CellTest, AxialCapsAreWhatClippingLeaves) {
    Rng rng(20241122);
    std::size_t caps = 0;
    for (int i = 0; i < 300; ++i) {
        ConvexCell cell = cellOfBox({{-64, -64, -64}, {64, 64, 64}});
        PlaneTable planes;
        for (int k = 0; k < 8; ++k) {
            std::array<std::int64_t, 3> n{};
            n[static_cast<std::size_t>(rng.whole(0, 2))] = 1;
            const PlaneEquation equation = equationOf(n, rng.whole(-3000, 3000));
            const Plane plane = planeOf(equation);
            const PlaneId id = planes.add(plane, equation);
            ConvexCell front, back;
            Winding cap;
            if (splitCell(planes.equations(), cell, {plane, id}, front, back, cap) != PlaneSide::Both) continue;
            const Box box = cell.bounds();
            Winding clipped = baseWinding({plane, id}, (box.mins + box.maxs) * 0.5, length(box.maxs - box.mins) + 1);
            for (const CellFace& face : cell.faces)
                clipToBack(planes.equations(), clipped, {face.plane, face.winding.plane});
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

// Cuts the cell by the plane, if they intersect, and keeps the side that contains `p`. Expects the cap to lie behind
// all planes so far. `caps` counts the caps.
void cutTowards(ExactCuts& cuts, ConvexCell& cell, std::vector<Plane>& kept, const Plane& plane, const Vec3& p,
                std::size_t& caps) {
    ConvexCell front, back;
    Winding cap;
    const bool inFront = distanceTo(plane, p) >= 0;
    if (cuts.split(cell, plane, front, back, cap) == PlaneSide::Both) {
        for (const WindingVertex& vertex : cap.vertices)
            for (const Plane& bound : kept) ASSERT_LE(distanceTo(bound, vertex.p), 1e-7) << "plane " << kept.size();
        cell = inFront ? front : back;
        ++caps;
    }
    kept.push_back(inFront ? Plane{-plane.normal, -plane.dist} : plane);
}

// A sheet of a few ten thousandths lies between walls that were turned and rounded. Two sides of a gap through it
// nearly coincide.
TEST(CellTest, CapsStayInsideWhereFacesAllButCoincide) {
    const Vec3 inGap{-157.846337196, -179.370818694, 341.486990514};
    const Plane planes[] = {
        {{0.097506508038297982, -0.00093785812180637897, 0.99523444540084161}, 424.684578458359},
        {{0.97697203058814197, -0.19060298546494325, -0.095896576478689668}, -152.77015432551636},
        {{0.097506508316407711, -0.00093785668326898787, 0.99523444537494976}, 168.68468226880407},
        {{0.097508027560790578, -0.00093815308078693156, 0.99523429624887882}, 324.57396024226381},
        {{0.18978484245289268, 0.98166672573287073, -0.017667856803685142}, -212.13501581407579},
        {{0.1897848713672986, 0.98166672545444456, -0.01766756167800726}, -172.94705985448329},
        {{0.097507732437690675, -0.00093967962507506963, 0.99523432372334386}, 324.57428927078581},
        {{0.097506506884751667, -0.0009378564039596132, 0.99523444551547724}, 324.69929476137054},
        {{0.97697208710917793, -0.1906026931078357, -0.095896581740836331}, -152.77046074056875},
        {{0.18978472180664904, 0.98166672689367918, -0.017669088222758703}, -212.01045144281849},
    };
    ConvexCell cell = cellOfBox({{-267.640625, -436.25, 84.171875}, {143.75, -76.796875, 519.75}});
    std::vector<Plane> kept;
    ExactCuts cuts;
    std::size_t caps = 0;
    for (const Plane& plane : planes) ASSERT_NO_FATAL_FAILURE(cutTowards(cuts, cell, kept, plane, inGap, caps));
    EXPECT_EQ(caps, 10u);
    EXPECT_LE(length(cell.bounds().maxs - cell.bounds().mins), 0.3) << "an eighth across";
    for (const Plane& bound : kept) EXPECT_LE(distanceTo(bound, cell.interior()), 1e-9);
}

// Repeats the case above with random sheets and sides.
TEST(CellTest, CapsOfSheetsStayInside) {
    constexpr std::uint64_t kSeed = 20261122;
    std::cout << "seed " << kSeed << "\n";
    Rng rng(kSeed);
    std::size_t caps = 0;
    for (int i = 0; i < 2000; ++i) {
        SCOPED_TRACE("sheet " + std::to_string(i));
        const Vec3 p = rng.pointIn({{-400, -400, -400}, {400, 400, 400}}), across = rng.direction();
        const Vec3 along = unit(cross(across, rng.direction())), up = cross(across, along);
        const auto near = [&](const Vec3& normal, double distance) {
            const Vec3 n = unit(normal + rng.direction() * rng.between(0, 3e-6));
            return Plane{n, dot(n, p) + distance};
        };
        ConvexCell cell = cellOfBox({{-512, -512, -512}, {512, 512, 512}});
        std::vector<Plane> kept;
        ExactCuts cuts;
        const double thin = rng.between(1e-5, 4e-4), gap = 0.06;
        const Plane side = near(up, gap);
        Plane beside{unit(side.normal + along * rng.between(-3e-6, 3e-6)), 0};
        beside.dist = dot(beside.normal, p) + gap + rng.between(-1e-6, 1e-6);
        for (const Plane& plane : {near(across, thin), side, near(along, -gap), near(along, 40), beside, near(up, -gap),
                                   near(across, -thin), near(along, gap)})
            ASSERT_NO_FATAL_FAILURE(cutTowards(cuts, cell, kept, plane, p, caps));
    }
    EXPECT_GE(caps, 14000u) << "seven for each sheet, and `beside` where it shows";
}

// Planes nearly coincide with existing faces, off by angles and distances about the tolerance. Some corners of a face
// lie on the plane, some before and some behind it. Both parts must close, and no volume may be lost.
TEST(CellTest, PartsCloseWherePlanesAllButCoincide) {
    constexpr std::uint64_t kSeed = 20261123;
    std::cout << "seed " << kSeed << "\n";
    Rng rng(kSeed);
    std::size_t cuts = 0, nearly = 0, clear = 0;
    const auto gapOf = [](const ConvexCell& cell) {
        Vec3 sum;
        double longest = 1;
        for (const CellFace& face : cell.faces) {
            sum = sum + face.plane.normal * areaOf(face.winding);
            longest = std::max(longest, length(face.bounds.maxs - face.bounds.mins));
        }
        return length(sum) / longest;
    };
    for (int i = 0; i < 1500 && !testing::Test::HasFailure(); ++i) {
        SCOPED_TRACE("cell " + std::to_string(i));
        ConvexCell cell = cellOfBox({{-512, -512, -512}, {512, 512, 512}});
        ExactCuts exact;
        for (int k = 0; k < 12; ++k) {
            Vec3 normal = rng.direction();
            Vec3 through = rng.pointIn({{-300, -300, -300}, {300, 300, 300}});
            const bool isNearly = k > 2 && rng.chance(0.6);
            if (isNearly) {
                const CellFace& face =
                    cell.faces[static_cast<std::size_t>(rng.whole(0, static_cast<int>(cell.faces.size()) - 1))];
                normal = unit(face.plane.normal + rng.direction() * std::pow(10, rng.between(-9, -5)));
                through = centreOf(face.winding) + normal * rng.between(-3e-6, 3e-6);
                if (rng.chance(0.5)) normal = -normal;
            }
            const Plane plane{normal, dot(normal, through)};
            ConvexCell front, back;
            Winding cap;
            if (exact.split(cell, plane, front, back, cap) != PlaneSide::Both) continue;
            ++cuts;
            nearly += isNearly;
            EXPECT_LE(gapOf(front), 1e-8) << "in front of plane " << k;
            EXPECT_LE(gapOf(back), 1e-8) << "behind plane " << k;
            EXPECT_NEAR(volumeOf(front) + volumeOf(back), volumeOf(cell), 1e-3);
            cell = volumeOf(front) > volumeOf(back) ? front : back;
        }
        clear += exact.clear();
    }
    EXPECT_GE(cuts, 8000u);
    EXPECT_GE(nearly, 4000u);
    EXPECT_GE(clear, 500u) << "planes that PackedCell says are clear of the cell";
}

TEST(CellTest, VolumesAddUp) {
    constexpr std::uint64_t kSeed = 20240616;
    std::cout << "seed " << kSeed << "\n";
    Rng rng(kSeed);
    std::size_t cuts = 0;
    for (int i = 0; i < 400; ++i) {
        const double size = std::round(rng.between(16, 2000));
        const Box box{{-size, -size, -size}, {size, size, size}};
        std::vector<ConvexCell> cells{cellOfBox(box)};
        ExactCuts exact;
        for (int k = 0; k < 7; ++k) {
            Vec3 normal = rng.direction();
            if (rng.chance(0.5)) normal = {k % 3 == 0 ? 1.0 : 0, k % 3 == 1 ? 1.0 : 0, k % 3 == 2 ? 1.0 : 0};
            const Plane plane{normal, dot(normal, rng.pointIn(box) * 0.7)};
            std::vector<ConvexCell> next;
            for (const ConvexCell& cell : cells) {
                ConvexCell front, back;
                Winding cap;
                if (exact.split(cell, plane, front, back, cap) != PlaneSide::Both) {
                    next.push_back(cell);
                    continue;
                }
                ++cuts;
                const double whole = volumeOf(cell);
                EXPECT_NEAR(volumeOf(front) + volumeOf(back), whole, 1e-5 * size * size);
                for (const ConvexCell* part : {&front, &back}) {
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
        for (const ConvexCell& cell : cells) {
            sum += volumeOf(cell);
            if (i % 16 == 0) expectKept(cell);
        }
        EXPECT_NEAR(sum, 8 * size * size * size, 8 * size * size * size * 1e-8);
    }
    EXPECT_GE(cuts, 5000u);
}

}  // namespace
}  // namespace hullbake::test
