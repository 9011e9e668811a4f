// Evaluates determinants in the smallest integer type that fits: 64 or 128 bits, else about 100 digits in doubles, and
// 512 or 4096 bits where these do not decide. Of small determinants only the low digits.

#include "compiler/geometry/exact_side.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "compiler/geometry/low_digits.hpp"
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

// Computes the same without a division of 128 bits, which takes longer than all the rest.
double quotient(const Int128& x, const Int128& w) {
    constexpr double kMostWhole = 0x1p50;  // up to here the estimate is off by less than one
    const double estimate = asDouble(x) / asDouble(w);
    if (!(std::fabs(estimate) < kMostWhole)) return quotient<Int128>(x, w);
    Int128 whole = static_cast<std::int64_t>(estimate), rest = x - whole * w;
    // The rest of a division has the sign of x and is less than w.
    const Int128 size = w < 0 ? Int128(-w) : w;
    const int step = (x < 0) == (w < 0) ? 1 : -1;
    if (rest != 0 && (rest < 0) != (x < 0)) {
        whole -= step;
        rest += x < 0 ? Int128(-size) : size;
    } else if ((rest < 0 ? Int128(-rest) : rest) >= size) {
        whole += step;
        rest -= x < 0 ? Int128(-size) : size;
    }
    return asDouble(whole) + asDouble(rest) / asDouble(w);
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

// Far more than what is lost of products below the smallest double.
constexpr double kUnderflow = 0x1p-900;

// Cofactors of three normals in doubles, and their determinant. With u = 2^-53, each is off by 8u of its size at most,
// the sum of the magnitudes of its terms.
struct RoughCofactors {
    double of[3][3], size[3][3];  // by plane and axis
    double w = 0, wSize = 0;

    explicit RoughCofactors(const ApproximateEquation (&planes)[3]) {
        for (std::size_t plane = 0; plane < 3; ++plane) {
            const DoubleDouble(&b)[3] = planes[(plane + 1) % 3].n, (&c)[3] = planes[(plane + 2) % 3].n;
            for (std::size_t i = 0; i < 3; ++i) {
                const std::size_t j = (i + 1) % 3, k = (i + 2) % 3;
                const double one = b[j].high * c[k].high, two = b[k].high * c[j].high;
                of[plane][i] = one - two;
                size[plane][i] = std::fabs(one) + std::fabs(two);
            }
        }
        for (std::size_t i = 0; i < 3; ++i) {
            w += planes[0].n[i].high * of[0][i];
            wSize += std::fabs(planes[0].n[i].high) * size[0][i];
        }
    }
};

// Distance of a point from a plane times the length of its normal, and how far it may be off.
struct Residual {
    double value, error;
};

Residual residualAt(const ApproximateEquation& plane, const double (&p)[3]) {
    DoubleDouble sum = -plane.d;
    double size = std::fabs(plane.d.high);
    for (int i = 0; i < 3; ++i) {
        const DoubleDouble product = exactProduct(plane.n[i].high, p[i]);
        sum = sum + quickSum(product.high, product.low + plane.n[i].low * p[i]);
        size += std::fabs(product.high);
    }
    return {sum.high, kApproximateError * size + kUnderflow};
}

// Computes the point rounded to the nearest doubles. Returns false if that is not certain. Solves the equations in
// doubles, and once more for what is left over, which is found in about 100 digits. What the second solution is off by
// is bounded: 16u of its terms, the errors of what is left over, and that of w.
bool quickPoint(const PlaneEquation& a, const PlaneEquation& b, const PlaneEquation& c, Vec3& p) {
    constexpr double kError = 0x1p-49;
    const ApproximateEquation planes[3] = {approximated(a), approximated(b), approximated(c)};
    const RoughCofactors cofactors(planes);
    const double w = std::fabs(cofactors.w);
    // Products of two errors are then far below the hundredth that is added at the end.
    if (!(w > std::max(0x1p-33 * cofactors.wSize, kUnderflow))) return false;
    double first[3];
    for (std::size_t i = 0; i < 3; ++i)
        first[i] = (planes[0].d.high * cofactors.of[0][i] + planes[1].d.high * cofactors.of[1][i] +
                    planes[2].d.high * cofactors.of[2][i]) /
                   cofactors.w;
    const Residual left[3] = {residualAt(planes[0], first), residualAt(planes[1], first), residualAt(planes[2], first)};
    Vec3 found;
    for (std::size_t i = 0; i < 3; ++i) {
        double sum = 0, error = 0;
        for (std::size_t k = 0; k < 3; ++k) {
            sum += cofactors.of[k][i] * left[k].value;
            error += cofactors.size[k][i] * (kError * std::fabs(left[k].value) + left[k].error);
        }
        const double more = -sum / cofactors.w;
        error = 1.01 * (error + std::fabs(more) * kError * cofactors.wSize) / w + 0x1p-52 * std::fabs(more);
        const double at = first[i] + more;
        if (first[i] + (more + error) != at || first[i] + (more - error) != at) return false;
        found[static_cast<int>(i)] = at * kEquationUnit;
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

// Returns a component of the normal in doubles, off by 2^-53 of itself. Those of a wide equation are scaled.
double roughComponent(const PlaneEquation& equation, std::size_t i) {
    return equation.wide ? equation.wide->approximate.n[i].high : asDouble(equation.n[i]);
}

// Returns the sign of the determinant of three normals, or 0 where doubles do not tell. With u = 2^-53, a product of
// three components is off by 5u relative at most, and their sum by 5u more.
int roughSign(const PlaneEquation& a, const PlaneEquation& b, const PlaneEquation& c) {
    double w = 0, most = 0;
    for (std::size_t i = 0; i < 3; ++i) {
        const std::size_t j = (i + 1) % 3, k = (i + 2) % 3;
        const double one = roughComponent(b, j) * roughComponent(c, k),
                     two = roughComponent(b, k) * roughComponent(c, j);
        w += roughComponent(a, i) * (one - two);
        most += std::fabs(roughComponent(a, i)) * (std::fabs(one) + std::fabs(two));
    }
    const double error = 0x1p-49 * most + kUnderflow;
    return w > error ? 1 : w < -error ? -1 : 0;
}

// The numbers of an equation: n, then d.
template <std::size_t kLimbs>
std::array<LowDigits<kLimbs>, 4> lowDigitsOf(const PlaneEquation& equation) {
    using Digits = LowDigits<kLimbs>;
    const auto& n = equation.n;
    if (!equation.wide) return {Digits(n[0]), Digits(n[1]), Digits(n[2]), Digits(equation.d.low, equation.d.high)};
    const auto& low = equation.wide->low;
    return {Digits(low[0]), Digits(low[1]), Digits(low[2]), Digits(low[3])};
}

// Returns the sign of n.x - d of `by` at the point of the others, times w. Its magnitude, times w, must be below
// 2^(64 * kLimbs - 1). The product is a determinant of 4 x 4: the sum over pairs of columns of the minors of two rows,
// times those of the other two.
template <std::size_t kLimbs>
int signOfLowDigits(const PlaneEquation& a, const PlaneEquation& b, const PlaneEquation& c, const PlaneEquation& by) {
    using Digits = LowDigits<kLimbs>;
    using Row = std::array<Digits, 4>;
    const Row ra = lowDigitsOf<kLimbs>(a), rb = lowDigitsOf<kLimbs>(b), rc = lowDigitsOf<kLimbs>(c),
              rd = lowDigitsOf<kLimbs>(by);
    const auto minor = [](const Row& p, const Row& q, std::size_t i, std::size_t j) {
        return p[i] * q[j] - p[j] * q[i];
    };
    const Digits plus = minor(ra, rb, 0, 1) * minor(rc, rd, 2, 3) + minor(ra, rb, 0, 3) * minor(rc, rd, 1, 2) +
                        minor(ra, rb, 1, 2) * minor(rc, rd, 0, 3) + minor(ra, rb, 2, 3) * minor(rc, rd, 0, 1);
    const Digits minus = minor(ra, rb, 0, 2) * minor(rc, rd, 1, 3) + minor(ra, rb, 1, 3) * minor(rc, rd, 0, 2);
    return (minus - plus).sign();
}

// Computes the same for equations that are not wide: their normals take one limb and their distances two.
template <std::size_t kLimbs>
int signOfShort(const PlaneEquation& a, const PlaneEquation& b, const PlaneEquation& c, const PlaneEquation& by) {
    const auto normals = [](const PlaneEquation& p, const PlaneEquation& q, std::size_t i, std::size_t j) {
        return productOf<2>(LowDigits<1>(p.n[i]), LowDigits<1>(q.n[j])) -
               productOf<2>(LowDigits<1>(p.n[j]), LowDigits<1>(q.n[i]));
    };
    const auto withDists = [](const PlaneEquation& p, const PlaneEquation& q, std::size_t i) {
        return productOf<3>(LowDigits<1>(p.n[i]), LowDigits<2>(q.d.low, q.d.high)) -
               productOf<3>(LowDigits<1>(q.n[i]), LowDigits<2>(p.d.low, p.d.high));
    };
    LowDigits<kLimbs> sum(0);
    for (std::size_t i = 0; i < 3; ++i) {
        const std::size_t j = (i + 1) % 3, k = (i + 2) % 3;
        sum = sum + productOf<kLimbs>(normals(a, b, j, k), withDists(c, by, i)) +
              productOf<kLimbs>(normals(c, by, j, k), withDists(a, b, i));
    }
    return (LowDigits<kLimbs>(0) - sum).sign();
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
    // Quotients are computed with 56 more bits than the denominator has.
    return bits + 56 <= 510 ? roundedPoint<Int512>(a, b, c, p) : roundedPoint<Int4096>(a, b, c, p);
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

int sideOfWholePoint(const PlaneEquation& equation, const Vec3& p) {
    Int128 sum = -distTo<Int128>(equation);
    for (int a = 0; a < 3; ++a)
        sum += Int128(equation.n[static_cast<std::size_t>(a)]) * static_cast<std::int64_t>(p[a] / kEquationUnit);
    return sign(sum);
}

int sideOfNearMeeting(const PlaneEquation& a, const PlaneEquation& b, const PlaneEquation& c, const PlaneEquation& by,
                      double distance, bool& decided) {
    constexpr int kMostBits = 64 * static_cast<int>(kMostLowLimbs) - 1;
    if (!(distance > 0 && distance < kEquationUnit)) return sideOfMeeting(a, b, c, by, decided);
    // The determinant is at most the product of the lengths of the four normals, times the distance in the equations'
    // unit. Each length is below sqrt(3) * 2^normalBits.
    const int bits =
        a.normalBits + b.normalBits + c.normalBits + by.normalBits + 4 + std::ilogb(distance / kEquationUnit) + 1;
    const int w = bits < kMostBits ? roughSign(a, b, c) : 0;
    if (w == 0) return sideOfMeeting(a, b, c, by, decided);
    decided = true;
    const bool isShort = !a.wide && !b.wide && !c.wide && !by.wide;
    const int sign = bits < 63    ? signOfLowDigits<1>(a, b, c, by)
                     : bits < 127 ? signOfLowDigits<2>(a, b, c, by)
                     : bits < 191 ? (isShort ? signOfShort<3>(a, b, c, by) : signOfLowDigits<3>(a, b, c, by))
                     : bits < 255 ? (isShort ? signOfShort<4>(a, b, c, by) : signOfLowDigits<4>(a, b, c, by))
                                  : signOfLowDigits<kMostLowLimbs>(a, b, c, by);
    return sign * w;
}

}  // namespace hullbake
