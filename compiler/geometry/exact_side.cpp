// Evaluates determinants in the smallest integer type that fits: 64 or 128 bits, else about 100 digits in doubles, and
// 512 or 4096 bits where these do not decide.

#include "compiler/geometry/exact_side.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "compiler/geometry/wide_integers.hpp"

namespace hullbake {

namespace {

// Computes the bits of the coordinates x[i] of `meet`: sums of three products of a distance with a difference of two
// products.
unsigned numeratorBits(const PlaneEquation& a, const PlaneEquation& b, const PlaneEquation& c) {
    const int all = a.normalBits + b.normalBits + c.normalBits;
    return static_cast<unsigned>(
        all + 3 + std::max({a.distBits - a.normalBits, b.distBits - b.normalBits, c.distBits - c.normalBits}));
}

unsigned denominatorBits(const PlaneEquation& a, const PlaneEquation& b, const PlaneEquation& c) {
    return static_cast<unsigned>(a.normalBits + b.normalBits + c.normalBits + 3);
}

// Divides whole part and remainder separately, so that no digit is lost before the last addition.
template <class Int>
double quotient(const Int& x, const Int& w) {
    const Int whole = x / w;
    const Int rest = x - whole * w;
    return asDouble(whole) + asDouble(rest) / asDouble(w);
}

// Divides doubles directly if both are exact: one rounding, and much faster.
double quotient(std::int64_t x, std::int64_t w) {
    constexpr std::int64_t kExact = std::int64_t{1} << 53;
    if (std::abs(x) <= kExact && std::abs(w) <= kExact) return asDouble(x) / asDouble(w);
    return quotient<std::int64_t>(x, w);
}

template <class Int>
bool roundedPoint(const PlaneEquation& a, const PlaneEquation& b, const PlaneEquation& c, Vec3& p) {
    const MeetingPoint<Int> point = meet<Int>(a, b, c);
    if (point.w == 0) return false;
    for (int i = 0; i < 3; ++i) {
        if constexpr (sizeof(Int) > sizeof(Int128))
            p[i] = nearestQuotient(point.x[i], point.w) * kEquationUnit;
        else
            p[i] = quotient(point.x[i], point.w) * kEquationUnit;
    }
    return true;
}

// Meeting point of three planes in about 100 digits, with bounds of its errors.
struct ApproximatePoint {
    DoubleDouble x[3], w;
    double xError[3], wError;
};

// Relative error of a sum of products of three numbers. Above what seven roundings of DoubleDouble add up to.
constexpr double kApproximateError = 0x1p-98;

ApproximatePoint approximatePoint(const PlaneEquation& one, const PlaneEquation& two, const PlaneEquation& three) {
    const ApproximateEquation a = approximated(one), b = approximated(two), c = approximated(three);
    ApproximatePoint point{};
    double most = 0;
    for (std::size_t i = 0; i < 3; ++i) {
        const std::size_t j = (i + 1) % 3, k = (i + 2) % 3;
        const DoubleDouble bc = b.n[j] * c.n[k] - b.n[k] * c.n[j], ca = c.n[j] * a.n[k] - c.n[k] * a.n[j],
                           ab = a.n[j] * b.n[k] - a.n[k] * b.n[j];
        const auto size = [&](const ApproximateEquation& p, const ApproximateEquation& q) {
            return std::fabs(p.n[j].high * q.n[k].high) + std::fabs(p.n[k].high * q.n[j].high);
        };
        point.x[i] = a.d * bc + b.d * ca + c.d * ab;
        point.xError[i] = kApproximateError * (std::fabs(a.d.high) * size(b, c) + std::fabs(b.d.high) * size(c, a) +
                                               std::fabs(c.d.high) * size(a, b));
        point.w = point.w + a.n[i] * bc;
        most += std::fabs(a.n[i].high) * size(b, c);
    }
    point.wError = kApproximateError * most;
    return point;
}

// Computes the point rounded to the nearest doubles. Returns false if that is not certain.
bool quickPoint(const PlaneEquation& a, const PlaneEquation& b, const PlaneEquation& c, Vec3& p) {
    const ApproximatePoint point = approximatePoint(a, b, c);
    const double w = std::fabs(point.w.high);
    if (!(w > 0x1p10 * point.wError)) return false;
    Vec3 found;
    for (int i = 0; i < 3; ++i) {
        const DoubleDouble at = point.x[i] / point.w;
        // The errors of numerator and denominator, and of the division.
        const double error =
            1.01 * (point.xError[i] + std::fabs(at.high) * point.wError) / w + kApproximateError * std::fabs(at.high);
        found[i] = at.high + at.low;
        if (at.high + (at.low + error) != found[i] || at.high + (at.low - error) != found[i]) return false;
        found[i] *= kEquationUnit;
    }
    p = found;
    return true;
}

// Computes sideOfMeeting where it is certain. Returns false if it is not.
bool quickSide(const PlaneEquation& a, const PlaneEquation& b, const PlaneEquation& c, const PlaneEquation& by,
               int& side) {
    const ApproximatePoint point = approximatePoint(a, b, c);
    if (!(std::fabs(point.w.high) > 0x1p10 * point.wError)) return false;
    const ApproximateEquation plane = approximated(by);
    DoubleDouble sum = -(plane.d * point.w);
    double error = std::fabs(plane.d.high) * (point.wError + kApproximateError * std::fabs(point.w.high));
    for (int i = 0; i < 3; ++i) {
        sum = sum + plane.n[i] * point.x[i];
        error += std::fabs(plane.n[i].high) * (point.xError[i] + kApproximateError * std::fabs(point.x[i].high));
    }
    if (!(std::fabs(sum.high) > 2 * error)) return false;
    side = (sum.high > 0) == (point.w.high > 0) ? 1 : -1;
    return true;
}

// Computes roundedPoint when `across` is axial with a component of 1 or -1 and 64 bits suffice. Its coordinate is
// known, so two equations for two unknowns remain, with the same determinants. Returns false if there is no point.
bool roundedAcross(const PlaneEquation& across, const PlaneEquation& b, const PlaneEquation& c, Vec3& p) {
    const std::size_t i = across.axis, j = (i + 1) % 3, k = (i + 2) % 3;
    const std::int64_t facing = across.n[i], w = facing * (b.n[j] * c.n[k] - b.n[k] * c.n[j]);
    if (w == 0) return false;
    const std::int64_t coordinate = facing * static_cast<std::int64_t>(across.d.low);
    const std::int64_t db = facing * (static_cast<std::int64_t>(b.d.low) - b.n[i] * coordinate);
    const std::int64_t dc = facing * (static_cast<std::int64_t>(c.d.low) - c.n[i] * coordinate);
    p[static_cast<int>(i)] =
        (coordinate == 0 ? asDouble(coordinate) / asDouble(w) : asDouble(coordinate)) * kEquationUnit;
    p[static_cast<int>(j)] = quotient(db * c.n[k] - dc * b.n[k], w) * kEquationUnit;
    p[static_cast<int>(k)] = quotient(dc * b.n[j] - db * c.n[j], w) * kEquationUnit;
    return true;
}

bool isUnitAxial(const PlaneEquation& equation) {
    return equation.axis < 3 && equation.normalBits == 1;
}

template <class Int>
int sign(const Int& value) {
    return value > 0 ? 1 : value < 0 ? -1 : 0;
}

template <class Int>
int sideOfPoint(const PlaneEquation& a, const PlaneEquation& b, const PlaneEquation& c, const PlaneEquation& by,
                bool& decided) {
    const MeetingPoint<Int> point = meet<Int>(a, b, c);
    decided = point.w != 0;
    const Int side = normalTo<Int>(by, 0) * point.x[0] + normalTo<Int>(by, 1) * point.x[1] +
                     normalTo<Int>(by, 2) * point.x[2] - distTo<Int>(by) * point.w;
    return sign(side) * sign(point.w);
}

}  // namespace

double longAxialCoordinate(const PlaneEquation& equation) {
    if (equation.wide)
        return nearestQuotient(distTo<Int4096>(equation), normalTo<Int4096>(equation, equation.axis)) * kEquationUnit;
    return wideToDouble(equation.d) * kEquationUnit / asDouble(equation.n[equation.axis]);
}

bool meetingPoint(const PlaneEquation& a, const PlaneEquation& b, const PlaneEquation& c, Vec3& p) {
    if (!a.known() || !b.known() || !c.known()) return false;
    if (a.axis + b.axis + c.axis == 3 && a.axis < 3 && b.axis < 3 && a.axis != b.axis) {
        // The planes are axial on three different axes.
        for (const PlaneEquation* one : {&a, &b, &c}) p[one->axis] = axialCoordinate(*one);
        return true;
    }
    const unsigned bits = std::max(numeratorBits(a, b, c), denominatorBits(a, b, c));
    if (bits <= 62) {
        if (isUnitAxial(a)) return roundedAcross(a, b, c, p);
        if (isUnitAxial(b)) return roundedAcross(b, c, a, p);
        if (isUnitAxial(c)) return roundedAcross(c, a, b, p);
        return roundedPoint<std::int64_t>(a, b, c, p);
    }
    if (bits <= 126) return roundedPoint<Int128>(a, b, c, p);
    if (quickPoint(a, b, c, p)) return true;
    return bits <= 510 ? roundedPoint<Int512>(a, b, c, p) : roundedPoint<Int4096>(a, b, c, p);
}

int sideOfMeeting(const PlaneEquation& a, const PlaneEquation& b, const PlaneEquation& c, const PlaneEquation& by,
                  bool& decided) {
    // Three terms of a component times a coordinate, minus the distance times w.
    const unsigned bits =
        std::max(by.normalBits + numeratorBits(a, b, c) + 2, by.distBits + denominatorBits(a, b, c)) + 1;
    if (bits <= 62) return sideOfPoint<std::int64_t>(a, b, c, by, decided);
    if (bits <= 126) return sideOfPoint<Int128>(a, b, c, by, decided);
    if (int side = 0; quickSide(a, b, c, by, side)) {
        decided = true;
        return side;
    }
    return bits <= 510 ? sideOfPoint<Int512>(a, b, c, by, decided) : sideOfPoint<Int4096>(a, b, c, by, decided);
}

}  // namespace hullbake
