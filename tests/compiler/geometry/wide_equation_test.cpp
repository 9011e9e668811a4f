// Compares equations of any length with rational arithmetic: planes through decimals, bevels, growth, meeting points
// and sides.
#include <gtest/gtest.h>

#include <boost/multiprecision/cpp_int.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>
#include <vector>

#include "compiler/geometry/exact_coordinate.hpp"
#include "compiler/geometry/exact_side.hpp"
#include "compiler/geometry/low_digits.hpp"
#include "compiler/geometry/meeting_memo.hpp"
#include "compiler/geometry/plane_equation.hpp"
#include "compiler/geometry/wide_integers.hpp"
#include "support/random.hpp"

namespace hullbake {
namespace {

using boost::multiprecision::cpp_int;
using Rational = boost::multiprecision::cpp_rational;

struct RationalPlane {
    Rational n[3], d;
};

// The plane of an equation in world units.
RationalPlane rationalOf(const PlaneEquation& equation) {
    RationalPlane plane;
    for (std::size_t a = 0; a < 3; ++a)
        plane.n[a] = equation.wide ? Rational(equation.wide->n[a]) : Rational(equation.n[a]);
    plane.d = (equation.wide ? Rational(equation.wide->d) : Rational(wideTo<cpp_int>(equation.d))) / 64;
    return plane;
}

Rational atPoint(const RationalPlane& plane, const Rational (&p)[3]) {
    return plane.n[0] * p[0] + plane.n[1] * p[1] + plane.n[2] * p[2] - plane.d;
}

bool meet(const RationalPlane (&planes)[3], Rational (&p)[3]) {
    const auto cofactor = [&](int row, int i) {
        const RationalPlane &b = planes[(row + 1) % 3], &c = planes[(row + 2) % 3];
        const int j = (i + 1) % 3, k = (i + 2) % 3;
        return Rational(b.n[j] * c.n[k] - b.n[k] * c.n[j]);
    };
    Rational det = 0;
    for (int i = 0; i < 3; ++i) det += planes[0].n[i] * cofactor(0, i);
    if (det == 0) return false;
    for (int i = 0; i < 3; ++i)
        p[i] = (planes[0].d * cofactor(0, i) + planes[1].d * cofactor(1, i) + planes[2].d * cofactor(2, i)) / det;
    return true;
}

int signOf(const Rational& value) {
    return value > 0 ? 1 : value < 0 ? -1 : 0;
}

struct Decimal {
    double value;
    Rational exact;
};

// A coordinate with `decimals` decimals, as a map would write it.
Decimal decimal(test::Rng& rng, int decimals, std::int64_t range) {
    std::int64_t power = 1;
    for (int i = 0; i < decimals; ++i) power *= 10;
    const std::int64_t most = range * power;
    const auto numerator = static_cast<std::int64_t>(rng.next() % static_cast<std::uint64_t>(2 * most + 1)) - most;
    return {static_cast<double>(numerator) / static_cast<double>(power), Rational(numerator, power)};
}

TEST(ExactCoordinates, AreTheDecimalsThatWereWritten) {
    const std::uint64_t seed = 3201;
    test::Rng rng(seed);
    SCOPED_TRACE(seed);
    for (int decimals = 0; decimals <= kCoarseDecimals; ++decimals)
        for (int i = 0; i < 2000; ++i) {
            const Decimal written = decimal(rng, decimals, decimals > 9 ? 400000 : 1000000);
            const ExactCoordinate exact = exactCoordinate(written.value);
            ASSERT_EQ(exact.moved, 0) << written.value;
            ASSERT_LE(exact.decimals, decimals);
            ASSERT_EQ(Rational(exact.numerator, boost::multiprecision::pow(cpp_int(10), unsigned(exact.decimals))),
                      written.exact)
                << written.value;
        }
}

// Numbers of eleven and twelve decimals are noise only if one of ten is a few units in the last place away.
TEST(ExactCoordinates, OfElevenAndTwelveDecimalsAreKept) {
    const std::uint64_t seed = 3202;
    test::Rng rng(seed);
    SCOPED_TRACE(seed);
    for (const int decimals : {11, 12}) {
        int kept = 0;
        for (int i = 0; i < 2000; ++i) {
            const Decimal written = decimal(rng, decimals, 4096);
            const ExactCoordinate exact = exactCoordinate(written.value);
            const Rational found(exact.numerator, pow(cpp_int(10), unsigned(exact.decimals)));
            kept += exact.moved == 0 ? 1 : 0;
            if (exact.moved > 0)
                ASSERT_LE(abs(found - written.exact), abs(written.exact) * Rational(0x1p-49)) << written.value;
            else
                ASSERT_EQ(found, written.exact) << written.value;
        }
        EXPECT_GE(kept, 1800) << decimals;
    }
}

TEST(ExactCoordinates, WithMoreDigitsAreRounded) {
    for (const double value : {std::sqrt(2.0) * 1e5, 1e-17, -std::sqrt(3.0) * 1000, 4095.1234567890123, -0.3 / 7}) {
        const ExactCoordinate fine = exactCoordinate(value, Rounding::Fine), coarse = exactCoordinate(value);
        EXPECT_LE(coarse.moved, 0.5e-10 + std::fabs(value) * 4 * kReadMove) << value;
        const Rational finely(fine.numerator, pow(cpp_int(10), unsigned(fine.decimals)));
        const Rational coarsely(coarse.numerator, pow(cpp_int(10), unsigned(coarse.decimals)));
        EXPECT_LE(abs(finely - Rational(value)), abs(Rational(value)) * Rational(kReadMove) + Rational(kFineMove));
        EXPECT_LE(fine.moved, std::fabs(value) * kReadMove + kFineMove);
        EXPECT_LE(abs(coarsely - Rational(value)), Rational(coarse.moved));
    }
}

// As long as a double holds them, these are the digits that were written.
TEST(ExactCoordinates, KeepAllDigitsWhereAskedTo) {
    const ExactCoordinate near = exactCoordinate(-4.12345678901234, Rounding::Fine);
    EXPECT_EQ(near.numerator, -412345678901234);
    EXPECT_EQ(near.decimals, 14);
    EXPECT_EQ(near.moved, 0);
    const ExactCoordinate far = exactCoordinate(5032.000000000961, Rounding::Fine);
    EXPECT_EQ(far.numerator, 5032000000000961);
    EXPECT_EQ(far.decimals, 12);
    EXPECT_EQ(far.moved, 5032.000000000961 * kReadMove) << "more digits may have been written";
    const ExactCoordinate tiny = exactCoordinate(1.25e-23, Rounding::Fine);
    EXPECT_EQ(tiny.numerator, 12);
    EXPECT_EQ(tiny.decimals, kFineDecimals);
    EXPECT_EQ(tiny.moved, kFineMove);
}

// As an editor writes 761.6 after it has rotated a brush.
TEST(ExactCoordinates, LoseTheNoiseOfAnEditor) {
    for (const double noise : {-761.5999999999999, -761.6000000000001, -761.6}) {
        const ExactCoordinate exact = exactCoordinate(noise);
        EXPECT_EQ(exact.numerator, -7616);
        EXPECT_EQ(exact.decimals, 1);
    }
    EXPECT_LE(exactCoordinate(-761.5999999999999).moved, 1e-12) << "not half of the tenth decimal";
    EXPECT_EQ(exactCoordinate(-1.4210854715202004e-14).numerator, 0);
    EXPECT_EQ(exactCoordinate(16.0625).numerator, 160625);
}

struct Face {
    PlaneEquation equation;
    Rational points[3][3];
};

Face randomFace(test::Rng& rng, int decimals) {
    Face face;
    std::array<Vec3, 3> points;
    for (std::size_t i = 0; i < 3; ++i)
        for (int a = 0; a < 3; ++a) {
            const Decimal at = decimal(rng, decimals, 2000);
            points[i][a] = at.value;
            face.points[i][a] = at.exact;
        }
    double moved = 0;
    face.equation = equationThrough(points, Rounding::Coarse, moved);
    EXPECT_EQ(moved, 0);
    return face;
}

class WideEquations : public testing::TestWithParam<int> {};

TEST_P(WideEquations, GoThroughTheirPoints) {
    test::Rng rng(40 + static_cast<std::uint64_t>(GetParam()));
    for (int i = 0; i < 300; ++i) {
        const Face face = randomFace(rng, GetParam());
        ASSERT_TRUE(face.equation.known());
        const RationalPlane plane = rationalOf(face.equation);
        for (const auto& p : face.points) ASSERT_EQ(atPoint(plane, p), 0);
        ASSERT_TRUE(flipped(flipped(face.equation)) == face.equation);
        ASSERT_FALSE(flipped(face.equation) == face.equation);
        // In doubles: a unit normal, and the points lie on the plane.
        const Plane rounded = planeOf(face.equation);
        ASSERT_NEAR(length(rounded.normal), 1, 1e-15);
        for (const auto& p : face.points)
            ASSERT_NEAR(
                distanceTo(rounded, {static_cast<double>(p[0]), static_cast<double>(p[1]), static_cast<double>(p[2])}),
                0, 1e-11);
    }
}

// Grows a plane by a whole box or one with decimals of its own. The direction stays the same, moved by the support.
void growAsRationalNumbers(PlaneEquation& plane, bool isWhole) {
    const Box box = isWhole ? Box{{-16, -17, -24}, {18, 16, 32}} : Box{{-16, -16.125, -24.1}, {16.3, 16, 32.001}};
    const char* const mins[3] = {"-16", isWhole ? "-17" : "-16125/1000", isWhole ? "-24" : "-241/10"};
    const char* const maxs[3] = {isWhole ? "18" : "163/10", "16", isWhole ? "32" : "32001/1000"};
    const RationalPlane before = rationalOf(plane);
    plane = grownBy(plane, box);
    const RationalPlane after = rationalOf(plane);
    ASSERT_TRUE(plane.known());
    const int k = plane.signs[0] != 0 ? 0 : plane.signs[1] != 0 ? 1 : 2;
    const Rational scale = after.n[k] / before.n[k];
    Rational moved = before.d;
    for (int a = 0; a < 3; ++a) {
        ASSERT_EQ(after.n[a], before.n[a] * scale);
        moved -= before.n[a] * Rational(before.n[a] > 0 ? mins[a] : maxs[a]);
    }
    ASSERT_EQ(after.d, moved * scale);
}

// Faces, their bevels and axial planes through their corners, half of them grown: every meeting point and every side.
TEST_P(WideEquations, MeetAndDecideAsRationalNumbers) {
    const std::uint64_t seed = 70 + static_cast<std::uint64_t>(GetParam());
    test::Rng rng(seed);
    SCOPED_TRACE(seed);
    int wide = 0, on = 0, bevels = 0, nearest = 0;
    for (int i = 0; i < 150; ++i) {
        const Face faces[4] = {randomFace(rng, GetParam()), randomFace(rng, GetParam()), randomFace(rng, GetParam()),
                               randomFace(rng, GetParam())};
        std::vector<PlaneEquation> planes;
        for (const Face& face : faces) planes.push_back(face.equation);
        for (int axis = 0; axis < 3; ++axis) {
            planes.push_back(axialThrough(planes[0], planes[1], planes[2], axis, axis != 1));
            ASSERT_TRUE(planes.back().known());
            const auto a = static_cast<std::size_t>(axis);
            if (planes[0].signs[a] * planes[1].signs[a] >= 0) continue;
            const PlaneEquation bevel = edgeBevel(planes[0], planes[1], axis);
            ASSERT_TRUE(bevel.known());
            ASSERT_EQ(bevel.signs[a], 0);
            planes.push_back(bevel);
            ++bevels;
        }
        if (i % 2 == 1)
            for (PlaneEquation& plane : planes) growAsRationalNumbers(plane, i % 4 == 1);
        for (std::size_t k = 0; k < 60; ++k) {
            const PlaneEquation* chosen[4];
            RationalPlane rational[4];
            for (int j = 0; j < 4; ++j) {
                chosen[j] = &planes[rng.index(planes.size())];
                rational[j] = rationalOf(*chosen[j]);
                wide += chosen[j]->wide != nullptr;
            }
            Rational p[3];
            Vec3 met;
            const bool meets = meet({rational[0], rational[1], rational[2]}, p);
            ASSERT_EQ(meetingPoint(*chosen[0], *chosen[1], *chosen[2], met), meets);
            bool decided = false;
            const int side = sideOfMeeting(*chosen[0], *chosen[1], *chosen[2], *chosen[3], decided);
            ASSERT_EQ(decided, meets);
            if (!meets) continue;
            ASSERT_EQ(side, signOf(atPoint(rational[3], p)));
            on += side == 0;
            for (int a = 0; a < 3; ++a) {
                const Rational off = abs(Rational(met[a]) - p[a]);
                ASSERT_LE(off, abs(p[a]) * Rational(0x1p-52) + Rational(0x1p-51 / 64)) << met[a];
                const bool isBox = chosen[0]->axis < 3 && chosen[1]->axis < 3 && chosen[2]->axis < 3;
                if (isBox || chosen[0]->normalBits + chosen[1]->normalBits + chosen[2]->normalBits <= 126) continue;
                // Long equations give the nearest doubles.
                ++nearest;
                for (const double towards : {-1e30, 1e30})
                    ASSERT_LE(off, abs(Rational(std::nextafter(met[a], towards)) - p[a])) << met[a];
            }
        }
    }
    EXPECT_GE(on, 500);
    EXPECT_GE(bevels, 100);
    if (GetParam() >= 6) {
        EXPECT_GE(wide, 10000);
        EXPECT_GE(nearest, 10000);
    }
}

INSTANTIATE_TEST_SUITE_P(Decimals, WideEquations, testing::Values(0, 1, 3, 6, 8, 10));

TEST(WideEquations, OfOneDirectionAreRecognised) {
    test::Rng rng(99);
    for (int i = 0; i < 300; ++i) {
        const Face face = randomFace(rng, 6);
        const PlaneEquation moved = grownBy(face.equation, {{-1.1, -2.3, -3.7}, {1, 2, 3}});
        EXPECT_TRUE(sameDirection(face.equation, moved));
        EXPECT_EQ(planeOf(face.equation).normal, planeOf(moved).normal);
        EXPECT_FALSE(sameDirection(face.equation, flipped(face.equation)));
        EXPECT_FALSE(sameDirection(face.equation, randomFace(rng, 6).equation));
    }
}

template <std::size_t kLimbs>
void compareLowDigits(test::Rng& rng) {
    const cpp_int modulus = cpp_int(1) << (64 * kLimbs);
    const auto random = [&] {
        LowDigits<kLimbs> digits(static_cast<std::int64_t>(rng.next()));
        // Runs of ones and zeros carry far.
        for (std::uint64_t& limb : digits.limbs)
            limb = rng.chance(0.3) ? ~std::uint64_t{0} : rng.chance(0.3) ? 0 : rng.next();
        return digits;
    };
    const auto valueOf = [](const LowDigits<kLimbs>& digits) {
        cpp_int value = 0;
        for (std::size_t i = kLimbs; i-- > 0;) value = (value << 64) + digits.limbs[i];
        return value;
    };
    for (int i = 0; i < 5000; ++i) {
        const LowDigits<kLimbs> a = random(), b = random();
        const cpp_int x = valueOf(a), y = valueOf(b);
        ASSERT_EQ(valueOf(a + b), (x + y) % modulus);
        ASSERT_EQ(valueOf(a - b), (x + modulus - y) % modulus);
        ASSERT_EQ(valueOf(a * b), (x * y) % modulus);
        ASSERT_EQ(a.sign(), x == 0 ? 0 : x < modulus / 2 ? 1 : -1);
        ASSERT_EQ(upperProductOfHalves(a.limbs[0], b.limbs[0]), upperProduct(a.limbs[0], b.limbs[0]));
    }
}

// Products of numbers with signs that are shorter than the result.
template <std::size_t kLimbs, std::size_t kA, std::size_t kB>
void compareProducts(test::Rng& rng) {
    const auto randomLimb = [&] { return rng.chance(0.3) ? ~std::uint64_t{0} : rng.chance(0.3) ? 0 : rng.next(); };
    const auto valueOf = []<std::size_t kCount>(const LowDigits<kCount>& digits) {
        cpp_int value = digits.limbs[kCount - 1] >> 63 != 0 ? -1 : 0;
        for (std::size_t i = kCount; i-- > 0;) value = value * (cpp_int(1) << 64) + digits.limbs[i];
        return value;
    };
    for (int i = 0; i < 5000; ++i) {
        LowDigits<kA> a(0);
        LowDigits<kB> b(0);
        for (std::uint64_t& limb : a.limbs) limb = randomLimb();
        for (std::uint64_t& limb : b.limbs) limb = randomLimb();
        const cpp_int wanted = valueOf(a) * valueOf(b), found = valueOf(productOf<kLimbs>(a, b));
        ASSERT_EQ((wanted - found) % (cpp_int(1) << (64 * kLimbs)), 0);
    }
}

TEST(NearMeetings, LowDigitsAreThoseOfLongIntegers) {
    const std::uint64_t seed = 3301;
    test::Rng rng(seed);
    SCOPED_TRACE(seed);
    compareLowDigits<1>(rng);
    compareLowDigits<2>(rng);
    compareLowDigits<3>(rng);
    compareLowDigits<4>(rng);
    compareLowDigits<5>(rng);
    compareProducts<2, 1, 1>(rng);
    compareProducts<3, 1, 2>(rng);
    compareProducts<3, 2, 3>(rng);
    compareProducts<4, 2, 3>(rng);
    for (int i = 0; i < 1000; ++i) {
        const cpp_int modulus = cpp_int(1) << 320;
        cpp_int value = 0;
        for (int k = rng.whole(0, 8); k > 0; --k) value = (value << 64) + (rng.chance(0.3) ? 0 : rng.next());
        if (rng.chance(0.5)) value = -value;
        cpp_int low = 0;
        const WideEquation::LowLimbs limbs = lowLimbsOf(value);
        for (std::size_t k = limbs.size(); k-- > 0;) low = (low << 64) + limbs[k];
        ASSERT_EQ(low, (value % modulus + modulus) % modulus);
    }
    EXPECT_EQ(LowDigits<4>(-1).sign(), -1);
    EXPECT_EQ(LowDigits<2>(1, -1).sign(), -1);
}

// Returns the double next to a sum of decimals, without noise.
double sumOf(double a, double b, int decimals) {
    const double power = std::pow(10.0, decimals);
    return std::round((a + b) * power) / power;
}

// Returns a plane through a point of so many decimals and two others near it, which have `fewer` decimals beyond it.
PlaneEquation faceNear(test::Rng& rng, const Vec3& at, int decimals, int fewer) {
    for (;;) {
        std::array<Vec3, 3> points = {at, at, at};
        for (std::size_t i = 1; i < 3; ++i)
            for (int a = 0; a < 3; ++a) points[i][a] = sumOf(at[a], decimal(rng, fewer, 100).value, decimals);
        double moved = 0;
        const PlaneEquation equation = equationThrough(points, Rounding::Coarse, moved);
        EXPECT_EQ(moved, 0);
        if (equation.known()) return equation;
    }
}

// Points with a coordinate near zero, far more exact than doubles are beside the others: they need the long division,
// which takes more digits than the determinants have.
TEST(MeetingPoints, OfLongEquationsAreTheNearestDoubles) {
    const std::uint64_t seed = 3303;
    test::Rng rng(seed);
    SCOPED_TRACE(seed);
    int tight = 0, met = 0;
    for (int i = 0; i < 3000; ++i) {
        const int decimals = 8 + i % 3;
        const Vec3 at{rng.whole(1, 9) / std::pow(10.0, decimals), decimal(rng, decimals, 2000).value,
                      decimal(rng, decimals, 2000).value};
        const auto face = [&] { return faceNear(rng, at, decimals, decimals); };
        const auto bevel = [&](std::size_t axis) {
            PlaneEquation one = face(), two = face();
            while (one.signs[axis] * two.signs[axis] >= 0) two = face();
            return edgeBevel(one, two, static_cast<int>(axis));
        };
        const PlaneEquation a = bevel(0), b = i % 2 == 0 ? bevel(1) : face(), c = face();
        if (!a.known() || !b.known()) continue;
        Vec3 found;
        if (!meetingPoint(a, b, c, found)) continue;
        ASSERT_EQ(found, at) << i;
        const int bits = a.normalBits + b.normalBits + c.normalBits + 3;
        tight += bits > 454 && bits <= 510;  // where 512 bits hold the determinants, but no quotient
        ++met;
    }
    EXPECT_GE(met, 2500);
    EXPECT_GE(tight, 200);
}

// Four planes that meet in one point or miss it by a unit of the last decimal: the side from the low digits of the
// determinant, for every number of these.
TEST(NearMeetings, AreDecidedAsRationalNumbers) {
    const std::uint64_t seed = 3302;
    test::Rng rng(seed);
    SCOPED_TRACE(seed);
    int on = 0, beside = 0, wide = 0, byLimbs[5] = {}, byLimbsBeside[5] = {}, shortByLimbs[5] = {};
    for (int i = 0; i < 8000; ++i) {
        const int decimals = i % 8;
        Vec3 at;
        for (int axis = 0; axis < 3; ++axis) at[axis] = decimal(rng, decimals, 2000).value;
        const PlaneEquation a = faceNear(rng, at, decimals, decimals), b = faceNear(rng, at, decimals, decimals),
                            c = faceNear(rng, at, decimals, decimals);
        const int most = std::max(decimals, 2);
        if (rng.chance(0.5))
            for (int axis = 0; axis < 3; ++axis)
                at[axis] = sumOf(at[axis], std::pow(10.0, -most) * rng.whole(-1, 1), most);
        const PlaneEquation by = faceNear(rng, at, most, most - 2);
        Rational p[3];
        if (!meet({rationalOf(a), rationalOf(b), rationalOf(c)}, p)) continue;
        const RationalPlane plane = rationalOf(by);
        const Rational above = atPoint(plane, p);
        double normal = 0;
        for (const Rational& component : plane.n) normal = std::hypot(normal, static_cast<double>(component));
        const double distance =
            std::max(std::fabs(static_cast<double>(above) / normal) * 1.0001, 0x1p-50 * (1 + 4000 * rng.unit()));
        if (distance >= kEquationUnit) continue;
        bool decided = false;
        ASSERT_EQ(sideOfNearMeeting(a, b, c, by, distance, decided), signOf(above)) << i;
        ASSERT_TRUE(decided);
        wide += a.wide || b.wide || c.wide || by.wide;
        const int bits =
            a.normalBits + b.normalBits + c.normalBits + by.normalBits + std::ilogb(distance / kEquationUnit);
        const int limbs = std::clamp(bits / 64, 0, 4);
        ++byLimbs[limbs];
        byLimbsBeside[limbs] += above != 0;
        shortByLimbs[limbs] += !a.wide && !b.wide && !c.wide && !by.wide;
        ++(above == 0 ? on : beside);
    }
    EXPECT_GE(on, 1500);
    EXPECT_GE(beside, 1500);
    EXPECT_GE(wide, 1000);
    for (int limbs = 0; limbs < 5; ++limbs) {
        EXPECT_GE(byLimbs[limbs], 300) << limbs;
        // One limb is too short for any of these; ExactSideTest has such points beside planes.
        EXPECT_GE(byLimbsBeside[limbs], limbs == 0 ? 0 : 100) << limbs;
    }
    EXPECT_GE(shortByLimbs[2], 300);
    EXPECT_GE(shortByLimbs[3], 100);
}

// What is remembered is what would be computed: of more planes than the tables have room for, in any order and facing.
TEST(MeetingMemos, AnswerAsWithoutThem) {
    const std::uint64_t seed = 3304;
    test::Rng rng(seed);
    SCOPED_TRACE(seed);
    std::vector<PlaneEquation> planes;
    for (int i = 0; i < 12; ++i) {
        planes.push_back(randomFace(rng, i % 7).equation);
        planes.push_back(grownBy(planes.back(), {{-16, -16, -24}, {16, 16, 32}}));
    }
    MeetingMemo memo;
    int meets = 0, on = 0;
    std::array<std::size_t, 4> chosen{};
    for (int i = 0; i < 30000; ++i) {
        // Half of the questions are of planes asked for just now.
        if (i % 2 == 0)
            for (std::size_t& one : chosen) one = rng.index(planes.size());
        else
            std::swap(chosen[rng.index(3)], chosen[rng.index(3)]);
        const auto idOf = [&](std::size_t k) { return static_cast<PlaneId>(2 * chosen[k] + rng.index(2)); };
        const PlaneEquation &a = planes[chosen[0]], &b = planes[chosen[1]], &c = planes[chosen[2]],
                            &by = planes[chosen[3]];
        const MeetingMemo::Planes three{a, b, c, idOf(0), idOf(1), idOf(2)};
        Vec3 wanted, found;
        const bool isPoint = meetingPoint(a, b, c, wanted);
        ASSERT_EQ(memo.point(three, found), isPoint);
        ASSERT_EQ(found, wanted);
        bool decided = false;
        const int side = sideOfMeeting(a, b, c, by, decided);
        ASSERT_EQ(memo.side(three, by, idOf(3), 2 * kEquationUnit), decided ? side : 0);
        meets += isPoint;
        on += decided && side == 0;
    }
    EXPECT_GE(meets, 20000);
    EXPECT_GE(on, 1000);
}

}  // namespace
}  // namespace hullbake
