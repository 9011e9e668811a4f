// Proves exact decisions: the filter against the exact answer, vertices on and next to planes, planes without
// equations.
#include <gtest/gtest.h>

#include <algorithm>
#include <boost/multiprecision/cpp_int.hpp>
#include <iostream>
#include <numeric>

#include "compiler/brushes/bevels.hpp"
#include "compiler/compiler_support.hpp"
#include "compiler/geometry/base_winding.hpp"
#include "compiler/geometry/exact_side.hpp"
#include "compiler/geometry/plane_table.hpp"
#include "compiler/geometry/split_winding.hpp"
#include "compiler/growth/grow.hpp"
#include "compiler/growth/merge_coplanar.hpp"

namespace hullbake::test {
namespace {

// The reference uses unlimited integers and independent formulas: it solves rows by elimination, not by determinants.
using Big = boost::multiprecision::cpp_int;
using Fraction = boost::multiprecision::cpp_rational;
using Normal = std::array<std::int64_t, 3>;

struct IntegerPlane {
    Normal n;
    std::int64_t d;
};

bool solve(const IntegerPlane (&planes)[3], Fraction (&p)[3]) {
    Fraction rows[3][4];
    for (int r = 0; r < 3; ++r) {
        for (std::size_t a = 0; a < 3; ++a) rows[r][a] = planes[r].n[a];
        rows[r][3] = planes[r].d;
    }
    for (int c = 0; c < 3; ++c) {
        int pivot = c;
        while (pivot < 3 && rows[pivot][c] == 0) ++pivot;
        if (pivot == 3) return false;
        std::swap(rows[c], rows[pivot]);
        for (int r = 0; r < 3; ++r) {
            if (r == c || rows[r][c] == 0) continue;
            const Fraction factor = rows[r][c] / rows[c][c];
            for (int k = c; k < 4; ++k) rows[r][k] -= factor * rows[c][k];
        }
    }
    for (int a = 0; a < 3; ++a) p[a] = rows[a][3] / rows[a][a];
    return true;
}

int signOf(const Fraction& value) {
    return value > 0 ? 1 : value < 0 ? -1 : 0;
}

int trueSide(const Fraction (&p)[3], const IntegerPlane& plane) {
    return signOf(p[0] * plane.n[0] + p[1] * plane.n[1] + p[2] * plane.n[2] - plane.d);
}

Normal randomNormal(Rng& rng, int bits) {
    const int most = (1 << bits) - 1;
    for (;;) {
        Normal n{};
        for (std::int64_t& c : n) c = rng.chance(0.15) ? 0 : rng.whole(-most, most);
        const std::int64_t divisor = std::gcd(std::gcd(n[0], n[1]), n[2]);
        if (divisor == 0) continue;
        for (std::int64_t& c : n) c /= divisor;
        return n;
    }
}

std::int64_t distThrough(const Normal& n, const Normal& p) {
    return n[0] * p[0] + n[1] * p[1] + n[2] * p[2];
}

PlaneEquation equationOf(const IntegerPlane& plane) {
    return hullbake::equationOf(plane.n, plane.d);
}

// A triangle of which only vertex 0 matters: the intersection of planes 0 (own), 2 (edge before) and 4 (edge). Plane 6
// is tested.
struct Corner3 {
    PlaneTable table;
    Winding winding;
    PlaneId tested = kNoPlane;

    bool make(const IntegerPlane (&planes)[3], const IntegerPlane& by) {
        PlaneId ids[3];
        for (int i = 0; i < 3; ++i) ids[i] = table.add(planeOf(equationOf(planes[i])), equationOf(planes[i]));
        tested = table.add(planeOf(equationOf(by)), equationOf(by));
        Vec3 p;
        if (!meetingPoint(equationOf(planes[0]), equationOf(planes[1]), equationOf(planes[2]), p)) return false;
        winding.plane = ids[0];
        winding.vertices.push_back({p, ids[2], true});
        winding.vertices.push_back({p, kNoPlane, false});
        winding.vertices.push_back({p, ids[1], false});
        return true;
    }
    int side() const { return sideOfVertex(table.equations(), winding, 0, table.cutPlane(tested)); }
};

// Finds a plane near the corner p of three planes. `sum`: it goes through the corner, as a sum of the planes, or misses
// it by one unit, which no double can resolve. Otherwise it takes the distance nearest to the corner, or one next to
// it.
bool planeNear(const IntegerPlane (&planes)[3], const Fraction (&p)[3], int bits, bool sum, Rng& rng,
               IntegerPlane& plane) {
    plane.n = randomNormal(rng, bits);
    const Fraction reach = p[0] * plane.n[0] + p[1] * plane.n[1] + p[2] * plane.n[2];
    const Big whole = boost::multiprecision::numerator(reach) / boost::multiprecision::denominator(reach);
    if (whole > Big(std::int64_t{1} << 60) || whole < Big(-(std::int64_t{1} << 60))) return false;
    plane.d = static_cast<std::int64_t>(whole) + (rng.chance(0.6) ? 0 : rng.whole(-1, 1));
    if (!sum) return true;
    plane = {{0, 0, 0}, rng.whole(-1, 1)};
    for (const IntegerPlane& one : planes) {
        const std::int64_t weight = rng.whole(-(1 << 18), 1 << 18);
        for (std::size_t a = 0; a < 3; ++a) plane.n[a] += weight * one.n[a];
        plane.d += weight * one.d;
    }
    return plane.n != Normal{};
}

TEST(ExactSideTest, FilterNeverContradictsTheExactAnswer) {
    constexpr std::uint64_t kSeed = 20240701;
    std::cout << "seed " << kSeed << "\n";
    Rng rng(kSeed);
    std::size_t filtered = 0, near = 0, on = 0, wide = 0, doubleWrong = 0, wholeOn = 0, wholeBeside = 0;
    for (int i = 0; i < 60000; ++i) {
        const int bits = i % 3 == 0 ? 4 : i % 3 == 1 ? 13 : 21;
        // The range is up to 2^17 map units, in units of equations.
        const int most = rng.chance(0.5) ? 1 << 23 : 1 << 12;
        const Normal at{rng.whole(-most, most), rng.whole(-most, most), rng.whole(-most, most)};
        IntegerPlane planes[3];
        for (IntegerPlane& plane : planes) {
            plane.n = randomNormal(rng, bits);
            // Half of the corners are whole points. The others lie near whole points.
            plane.d = distThrough(plane.n, at) + (i % 2 == 0 ? 0 : rng.whole(-2, 2));
        }
        Fraction p[3];
        if (!solve(planes, p)) continue;
        IntegerPlane by;
        if (!planeNear(planes, p, bits, i % 5 == 0, rng, by)) continue;
        const int expected = trueSide(p, by);

        bool decided = false;
        const PlaneEquation e[3] = {equationOf(planes[0]), equationOf(planes[1]), equationOf(planes[2])};
        ASSERT_EQ(sideOfMeeting(e[0], e[1], e[2], equationOf(by), decided), expected) << i;
        ASSERT_TRUE(decided);
        Vec3 met;
        ASSERT_TRUE(meetingPoint(e[0], e[1], e[2], met));
        if (std::all_of(p, p + 3, [](const Fraction& x) { return denominator(x) == 1; }) && isWholePoint(met)) {
            ++(expected == 0 ? wholeOn : wholeBeside);
            ASSERT_EQ(sideOfWholePoint(equationOf(by), met), expected) << i;
        }
        bool inRange = true;
        for (int a = 0; a < 3; ++a) {
            const Fraction error = abs(Fraction(met[a]) - p[a] * Fraction(kEquationUnit));
            ASSERT_LE(error, Fraction(0x1p-53 * (std::abs(met[a]) + 4 * kEquationUnit)) * Fraction(1.0001)) << i;
            inRange = inRange && std::abs(met[a]) <= 1 << 19;
        }
        if (!inRange) continue;
        wide += expected != 0 && bits == 21;
        const Plane plane = planeOf(equationOf(by));
        const double distance = distanceTo(plane, met);
        if (std::fabs(distance) > sideError(met, plane)) {
            ++filtered;
            ASSERT_EQ(distance > 0 ? 1 : -1, expected) << "the bound is no bound, try " << i;
        } else {
            ++near;
            doubleWrong += expected != 0 && (distance > 0 ? 1 : distance < 0 ? -1 : 0) != expected;
        }
        on += expected == 0;
        Corner3 corner;
        if (!corner.make(planes, by)) continue;
        ASSERT_EQ(corner.side(), expected) << i;
    }
    std::cout << filtered << " by the filter, " << near << " nearer, " << on << " on the plane, " << wide
              << " beside it with 21 bits; doubles alone get " << doubleWrong << " wrong\n";
    EXPECT_GE(filtered, 10000u);
    EXPECT_GE(near, 5000u);
    EXPECT_GE(on, 5000u);
    EXPECT_GE(wide, 3000u);
    EXPECT_GE(doubleWrong, 1000u);
    EXPECT_GE(wholeOn, 1000u);
    EXPECT_GE(wholeBeside, 1000u);
}

TEST(ExactSideTest, OneUnitOfTheDeterminantApart) {
    // The normals are consecutive convergents of the golden ratio, so they differ by 1 / (a * b), and the distances by
    // as little.
    const Normal steep{1346269, 832040, 0}, next{832040, 514229, 0};  // their 2x2 determinant is -1
    const IntegerPlane own{{0, 0, 1}, 640}, first{steep, 0}, second{next, 0};
    const IntegerPlane planes[3] = {own, first, second};
    Fraction p[3];
    ASSERT_TRUE(solve(planes, p));
    for (const std::int64_t off : {-1, 0, 1}) {
        // Builds a plane through the corner (the z axis), moved by 1 in d, which is 2^-27 map units.
        const IntegerPlane by{{1346269 + 832040, 832040 + 514229, 0}, off};
        Corner3 corner;
        ASSERT_TRUE(corner.make(planes, by));
        EXPECT_EQ(corner.side(), -off) << off;
        Corner3 turned;
        ASSERT_TRUE(turned.make(planes, {{-by.n[0], -by.n[1], 0}, -off}));
        EXPECT_EQ(turned.side(), off) << "facing the other way";
        EXPECT_LT(std::fabs(distanceTo(corner.table[corner.tested], corner.winding.vertices[0].p)), kOnPlane)
            << "the tolerance would call all three the same";
    }
}

TEST(ExactSideTest, TheToleranceWasWrongHere) {
    // A flat roof rises 2^-7 over 2^14 units: one grid step from the edge it stands 5e-7 above the floor. A rule with a
    // tolerance would drop that vertex onto the floor.
    PlaneTable table;
    const auto add = [&](const IntegerPlane& plane) {
        return table.add(planeOf(equationOf(plane)), equationOf(plane));
    };
    const IntegerPlane roof{{-1, 0, 1 << 21}, 0}, left{{1, 0, 0}, 64}, side{{0, 1, 0}, 0}, floor{{0, 0, 1}, 0};
    Vec3 p;
    ASSERT_TRUE(meetingPoint(equationOf(roof), equationOf(left), equationOf(side), p));
    EXPECT_LT(p.z, kOnPlane);
    EXPECT_GT(p.z, 0);
    Winding winding;
    winding.plane = add(roof);
    winding.vertices.push_back({p, add(left), true});
    winding.vertices.push_back({{1, 64, p.z}, kNoPlane, false});
    winding.vertices.push_back({{64, 0, p.z}, add(side), false});
    const PlaneId floorId = add(floor);
    EXPECT_EQ(sideOfVertex(table.equations(), winding, 0, table.cutPlane(floorId)), 1);
    EXPECT_EQ(sideOfVertex(table.equations(), winding, 1, table.cutPlane(floorId)), 0) << "a vertex that is not exact";
    EXPECT_EQ(sideOf(winding, table[floorId]), PlaneSide::On) << "the tolerance alone";
}

TEST(ExactSideTest, OffGridPlanesKeepTheTolerance) {
    PlaneTable table;
    const PlaneEquation axes[3] = {hullbake::equationOf({1, 0, 0}, 0), hullbake::equationOf({0, 1, 0}, 0),
                                   hullbake::equationOf({0, 0, 1}, 0)};
    PlaneId ids[3];
    for (int i = 0; i < 3; ++i) ids[i] = table.add(planeOf(axes[i]), axes[i]);
    Winding winding;
    winding.plane = ids[0];
    winding.vertices.push_back({{0, 0, 0}, ids[2], true});
    winding.vertices.push_back({{0, 64, 0}, kNoPlane, false});
    winding.vertices.push_back({{0, 0, 64}, ids[1], false});
    for (const double dist : {-1.1e-6, -0.9e-6, 0.0, 0.9e-6, 1.1e-6}) {
        const Plane plane{{0.6, 0.8, 0}, dist};
        const PlaneId id = table.add(plane);
        EXPECT_EQ(sideOfVertex(table.equations(), winding, 0, {plane, id}), dist > kOnPlane    ? -1
                                                                            : dist < -kOnPlane ? 1
                                                                                               : 0);
    }
    EXPECT_EQ(table.exactCount(), 3u);
}

TEST(ExactSideTest, CutsOfExactWindingsAreExact) {
    constexpr std::uint64_t kSeed = 20240702;
    std::cout << "seed " << kSeed << "\n";
    Rng rng(kSeed);
    std::size_t vertices = 0, thin = 0;
    for (int i = 0; i < 400; ++i) {
        PlaneTable table;
        const auto add = [&](const IntegerPlane& plane) {
            return table.add(planeOf(equationOf(plane)), equationOf(plane));
        };
        const IntegerPlane own{randomNormal(rng, 8), rng.whole(-999, 999)};
        const PlaneId ownId = add(own);
        std::vector<Winding> parts{baseWinding(table.cutPlane(ownId), {}, 4096)};
        for (const Normal& n : {Normal{1, 0, 0}, Normal{-1, 0, 0}, Normal{0, 1, 0}, Normal{0, -1, 0}, Normal{0, 0, 1},
                                Normal{0, 0, -1}}) {
            const PlaneId id = add({n, 64 * 512});
            clipToBack(table.equations(), parts[0], table.cutPlane(id));
        }
        for (int cut = 0; cut < 12; ++cut) {
            // Many planes go through one point, and many nearly coincide.
            const IntegerPlane by{randomNormal(rng, cut % 2 == 0 ? 3 : 10), cut % 3 == 0 ? 0 : rng.whole(-3, 3)};
            const PlaneId id = add(by);
            std::vector<Winding> next;
            for (const Winding& part : parts) {
                Winding front, back;
                const PlaneSide side = splitWinding(table.equations(), part, table.cutPlane(id), &front, &back);
                if (side == PlaneSide::On) next.push_back(part);
                for (const Winding* piece : {&front, &back}) {
                    if (piece->empty()) continue;
                    EXPECT_EQ(sideOf(table.equations(), *piece, table.cutPlane(id)),
                              piece == &front ? PlaneSide::Front : PlaneSide::Back);
                    next.push_back(*piece);
                }
            }
            parts.swap(next);
        }
        for (const Winding& part : parts) {
            thin += widthOf(part, table[ownId].normal) < kOnPlane;
            for (const WindingVertex& vertex : part.vertices) {
                ++vertices;
                ASSERT_TRUE(vertex.exact);
                ASSERT_LE(std::fabs(distanceTo(table[ownId], vertex.p)), sideError(vertex.p, table[ownId]));
            }
        }
    }
    std::cout << vertices << " vertices, " << thin << " pieces thinner than the tolerance\n";
    EXPECT_GE(vertices, 10000u);
}

TEST(ExactSideTest, GrownPlanesKeepTheirEquations) {
    Solid solid = makeSolid(hullBrush({{0, 0, 0}, {64, 0, 16}, {0, 48, 8}, {16, 16, 80}, {40, 56, 24}}));
    ASSERT_TRUE(solid.valid);
    addBevels(solid);
    const Box box{{-16, -15.5, -24}, {16, 16, 32}};
    std::size_t bevels = 0;
    for (const SolidSide& side : solid.sides) {
        ASSERT_TRUE(side.equation.known());
        bevels += side.bevel;
        const PlaneEquation grown = grownBy(side.equation, box);
        ASSERT_TRUE(grown.known());
        EXPECT_EQ(grown.n, side.equation.n);
        const Plane plane = planeOf(grown);
        EXPECT_EQ(plane.normal, side.plane.normal);
        EXPECT_NEAR(plane.dist, side.plane.dist + support(side.plane.normal, box), 1e-11);
    }
    EXPECT_GE(bevels, 8u);
}

TEST(ExactSideTest, EquationsOfNearlyEqualPlanesStayApart) {
    PlaneTable table;
    // Axial planes go through corners that no double distinguishes: 1/3 and its neighbour of 40 bits.
    const PlaneEquation third = hullbake::equationOf({3, 0, 0}, 1);
    const std::int64_t n = 3 * (std::int64_t{1} << 55) + 3;
    const PlaneEquation other = hullbake::equationOf({n - 1, 0, 0}, (std::int64_t{1} << 55) + 1);
    ASSERT_TRUE(third.known() && other.known());
    EXPECT_EQ(planeOf(third).dist, planeOf(other).dist);
    const PlaneId a = table.add(planeOf(third), third), b = table.add(planeOf(other), other);
    EXPECT_NE(a, b);
    EXPECT_EQ(compareAxial(other, third), 1);
    EXPECT_EQ(compareAxial(third, other), -1);
    EXPECT_EQ(table.add(planeOf(flipped(third)), flipped(third)), a ^ 1);
    // A plane without an equation becomes the first plane within the tolerance.
    EXPECT_EQ(table.add({{1, 0, 0}, planeOf(third).dist + 0.9e-8}), a);
    EXPECT_NE(table.add({{1, 0, 0}, planeOf(third).dist + 1.1e-8}), a);
}

TEST(ExactSideTest, APlaneBecomesExactWhenItsEquationArrives) {
    PlaneTable table;
    const PlaneId id = table.add({{0, 0, 1}, 64 + 0.5e-8});
    EXPECT_EQ(table.exactCount(), 0u);
    const PlaneEquation exact = hullbake::equationOf({0, 0, 1}, 64 * 64);
    EXPECT_EQ(table.add(planeOf(exact), exact), id);
    EXPECT_EQ(table.exactCount(), 1u);
    EXPECT_EQ(table[id].dist, 64);
    EXPECT_EQ(table[id ^ 1].dist, -64);
    EXPECT_EQ(table.size(), 1u);
}

TEST(ExactSideTest, AxialIdsSpellTheirPlanes) {
    Rng rng(5);
    for (int i = 0; i < 3000; ++i) {
        const int axis = rng.whole(0, 2);
        const double facing = rng.chance(0.5) ? 1 : -1;
        Plane plane{{}, rng.whole(-(1 << 24), 1 << 24) * kEquationUnit};
        plane.normal[axis] = facing;
        const PlaneId id = axialPlaneId(plane);
        ASSERT_TRUE(isAxialPlaneId(id));
        EXPECT_EQ(id & 1, facing < 0 ? 1u : 0u);
        const Plane canonical = planeOf(axialEquation(id));
        EXPECT_EQ(canonical.normal[axis], 1);
        EXPECT_EQ(canonical.dist, plane.dist * facing);
        plane.dist += kEquationUnit / 3;
        EXPECT_EQ(axialPlaneId(plane), kNoPlane);
    }
    EXPECT_EQ(axialPlaneId({{0.6, 0.8, 0}, 1}), kNoPlane);
}

// The planes by which the fill cuts leaves.
TEST(ExactSideTest, EquationsNearAPlaneAreShortAndClose) {
    const std::uint64_t seed = 20261127;
    std::cout << "seed " << seed << "\n";
    Rng rng(seed);
    for (int i = 0; i < 5000; ++i) {
        Vec3 normal = rng.pointIn({{-1, -1, -1}, {1, 1, 1}});
        if (i % 3 == 0) normal[i % 2] *= 1e-9;
        normal = normal * (1 / length(normal));
        const double far = i % 2 == 0 ? 4096 : 262144;
        const Vec3 point = rng.pointIn({{-far, -far, -far}, {far, far, far}});
        const Plane plane{normal, dot(normal, point)};
        const PlaneEquation equation = equationNear(plane, point);
        ASSERT_TRUE(equation.known());
        EXPECT_FALSE(equation.wide) << "long equations are slow";
        EXPECT_LE(equation.normalBits, 37);
        EXPECT_LE(equation.distBits, 63);
        const Plane near = planeOf(equation);
        EXPECT_LE(length(near.normal - normal), 0x1p-35);
        // Doubles round to about 1e-10 units far from the origin.
        EXPECT_LE(std::fabs(distanceTo(near, point)), 1e-12 + 1e-15 * far);
    }
}

TEST(ExactSideTest, EquationsOfTheLongestIntegersDecide) {
    const std::int64_t big = std::int64_t{1} << 61;
    EXPECT_TRUE(hullbake::equationOf({big, 0, 1}, 5).known());
    EXPECT_FALSE(hullbake::equationOf({2 * big, 0, 1}, 5).known());
    bool decided = true;
    const PlaneEquation a = hullbake::equationOf({1, 0, 0}, 5), b = hullbake::equationOf({0, 1, 0}, 5);
    EXPECT_EQ(sideOfMeeting(a, b, flipped(a), b, decided), 0);
    EXPECT_FALSE(decided) << "no point";
    // With the longest equations that fit, no product may overflow.
    const PlaneEquation x = hullbake::equationOf({big, 1, 0}, big), y = hullbake::equationOf({-1, big, 1}, -big),
                        z = hullbake::equationOf({1, -1, big}, big - 1);
    const IntegerPlane rows[3] = {{{big, 1, 0}, big}, {{-1, big, 1}, -big}, {{1, -1, big}, big - 1}};
    Fraction p[3];
    ASSERT_TRUE(solve(rows, p));
    for (const IntegerPlane& by : {IntegerPlane{{big, -1, big}, 1}, IntegerPlane{{1, 1, 1}, 1}, rows[1]}) {
        EXPECT_EQ(sideOfMeeting(x, y, z, equationOf(by), decided), trueSide(p, by));
        EXPECT_TRUE(decided);
    }
}

}  // namespace
}  // namespace hullbake::test
