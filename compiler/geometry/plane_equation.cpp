// Arithmetic of plane equations: 64 bits where they suffice, otherwise 128, 512 or 4096.

#include "compiler/geometry/plane_equation.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <memory>
#include <numeric>
#include <utility>

#include "compiler/geometry/wide_integers.hpp"

namespace hullbake {

namespace {

constexpr int kAxialDistShift = 3;
constexpr std::int64_t kAxialBias = std::int64_t{1} << 27;  // distances up to +-2^27 * kEquationUnit = 2^21 units

constexpr int kUnitsPerWorldUnit = 64;
static_assert(kUnitsPerWorldUnit * kEquationUnit == 1);

Int512 powerOfTen(int exponent) {
    return boost::multiprecision::pow(Int512(10), static_cast<unsigned>(exponent));
}

unsigned bitsOf64(std::int64_t value) {
    return static_cast<unsigned>(
        std::bit_width(value < 0 ? ~static_cast<std::uint64_t>(value) + 1 : static_cast<std::uint64_t>(value)));
}

unsigned bitsOfWide(const WideInteger& value) {
    return fitsInt64(value) ? bitsOf64(static_cast<std::int64_t>(value.low)) : bitsOf(wideTo<Int128>(value));
}

// Sets axis and signs from n.
template <class Components>
void setSigns(PlaneEquation& equation, const Components& n) {
    int used = 0;
    equation.axis = 3;
    for (std::size_t a = 0; a < 3; ++a) {
        equation.signs[a] = static_cast<std::int8_t>(n[a] > 0 ? 1 : n[a] < 0 ? -1 : 0);
        if (equation.signs[a] == 0) continue;
        equation.axis = static_cast<std::uint8_t>(a);
        ++used;
    }
    if (used != 1) equation.axis = 3;
}

template <class Int>
unsigned longestOf(const std::array<Int, 3>& n) {
    return std::max({bitsOf(n[0]), bitsOf(n[1]), bitsOf(n[2])});
}

// Sets the fields derived from n and d. Returns an unknown equation if n or d has too many bits.
PlaneEquation completed(PlaneEquation equation) {
    unsigned bits = 0;
    for (const std::int64_t component : equation.n) bits = std::max(bits, bitsOf64(component));
    const unsigned distBits = bitsOfWide(equation.d);
    if (bits > kMaxNormalBits || distBits > kMaxDistBits) return {};
    equation.normalBits = static_cast<std::uint16_t>(bits);
    equation.distBits = static_cast<std::uint16_t>(distBits);
    setSigns(equation, equation.n);
    return equation;
}

// Makes an equation of integers without a common divisor.
template <class Int>
PlaneEquation equationFrom(const std::array<Int, 3>& n, const Int& d) {
    const unsigned bits = longestOf(n), distBits = bitsOf(d);
    PlaneEquation equation;
    if (bits == 0 || bits > kMaxWideBits || distBits > kMaxWideBits) return {};
    if (bits <= kMaxNormalBits && distBits <= kMaxDistBits) {
        for (std::size_t a = 0; a < 3; ++a) equation.n[a] = static_cast<std::int64_t>(n[a]);
        equation.d = wideFrom(d);
        return completed(equation);
    }
    using boost::multiprecision::cpp_int;
    const int scale = static_cast<int>(bits);
    WideEquation wide{
        {cpp_int(n[0]), cpp_int(n[1]), cpp_int(n[2])},
        cpp_int(d),
        {{scaledDown(n[0], scale), scaledDown(n[1], scale), scaledDown(n[2], scale)}, scaledDown(d, scale)},
        {}};
    setLowLimbs(wide);
    equation.wide = std::make_shared<const WideEquation>(std::move(wide));
    equation.normalBits = static_cast<std::uint16_t>(bits);
    equation.distBits = static_cast<std::uint16_t>(distBits);
    setSigns(equation, n);
    return equation;
}

PlaneEquation reduced(const std::array<std::int64_t, 3>& n, std::int64_t d) {
    const std::int64_t divisor = std::gcd(std::gcd(n[0], n[1]), std::gcd(n[2], d));
    return equationOf({n[0] / divisor, n[1] / divisor, n[2] / divisor}, d / divisor);
}

template <class Int>
PlaneEquation reduced(const std::array<Int, 3>& n, const Int& d) {
    using boost::multiprecision::gcd;
    Int divisor = gcd(n[0], n[1]);
    divisor = gcd(divisor, n[2]);
    divisor = gcd(divisor, d);
    if (divisor <= 1) return equationFrom(n, d);
    return equationFrom(std::array<Int, 3>{Int(n[0] / divisor), Int(n[1] / divisor), Int(n[2] / divisor)},
                        Int(d / divisor));
}

// Makes an equation of a normal of at most kMaxNormalBits and a distance of at most kMaxDistBits.
PlaneEquation reducedNarrow(const std::array<Int128, 3>& n, const Int128& d) {
    PlaneEquation equation;
    for (std::size_t a = 0; a < 3; ++a) equation.n[a] = static_cast<std::int64_t>(n[a]);
    std::int64_t divisor = std::gcd(std::gcd(equation.n[0], equation.n[1]), equation.n[2]);
    if (divisor > 1) divisor = std::gcd(divisor, static_cast<std::int64_t>(Int128(d % Int128(divisor))));
    if (divisor > 1)
        for (std::int64_t& component : equation.n) component /= divisor;
    equation.d = wideFrom(divisor > 1 ? Int128(d / Int128(divisor)) : d);
    return completed(equation);
}

// Returns true if so many bits, beside that of the sign, suffice for `meet` and for its negated result.
bool meetsIn(int bits, const PlaneEquation& a, const PlaneEquation& b, const PlaneEquation& c) {
    const int all = a.normalBits + b.normalBits + c.normalBits;
    const int longer = std::max({a.distBits - a.normalBits, b.distBits - b.normalBits, c.distBits - c.normalBits, 0});
    return all + longer + 3 <= bits;
}

// Returns the sign of the difference of two axial planes' coordinates, times the signs of both components.
template <class Int>
int signOfDifference(const PlaneEquation& a, const PlaneEquation& b) {
    const Int first = distTo<Int>(a) * normalTo<Int>(b, b.axis), second = distTo<Int>(b) * normalTo<Int>(a, a.axis);
    return first > second ? 1 : first < second ? -1 : 0;
}

template <class Int>
PlaneEquation planeThroughIn(const PlaneEquation& a, const PlaneEquation& b, const PlaneEquation& c,
                             const std::array<std::int64_t, 3>& normal) {
    const MeetingPoint<Int> point = meet<Int>(a, b, c);
    if (point.w == 0) return {};
    std::array<Int, 3> n;
    Int d = 0;
    for (std::size_t i = 0; i < 3; ++i) {
        const Int component = point.w > 0 ? normal[i] : -normal[i];
        n[i] = component * point.w;
        d += component * point.x[static_cast<int>(i)];
    }
    return reduced(n, d);
}

// Computes axialThrough in 128 bits if the point has a whole coordinate, as the corners that mappers draw have. Returns
// false if it has not.
bool wholeAxialThrough(const PlaneEquation& a, const PlaneEquation& b, const PlaneEquation& c, int axis, bool facesUp,
                       PlaneEquation& through) {
    const MeetingPoint<Int128> point = meet<Int128>(a, b, c);
    if (point.w == 0 || point.x[axis] % point.w != 0) return false;
    const Int128 units = point.x[axis] / point.w;
    if (bitsOf(units) > kMaxNormalBits) return false;
    const std::int64_t facing = facesUp ? 1 : -1;
    std::array<std::int64_t, 3> n{};
    n[static_cast<std::size_t>(axis)] = facing;
    through = equationOf(n, facing * static_cast<std::int64_t>(units));
    return true;
}

bool wholeUnits(double value, std::int64_t& units) {
    const double scaled = value / kEquationUnit;
    if (!(std::fabs(scaled) < 1e15) || scaled != std::floor(scaled)) return false;
    units = static_cast<std::int64_t>(scaled);
    return true;
}

}  // namespace

PlaneEquation equationOf(const std::array<std::int64_t, 3>& n, std::int64_t dist) {
    PlaneEquation equation;
    equation.n = n;
    equation.d = {static_cast<std::uint64_t>(dist), dist < 0 ? -1 : 0};
    return completed(equation);
}

bool PlaneEquation::equalWide(const PlaneEquation& a, const PlaneEquation& b) {
    return a.wide && b.wide && *a.wide == *b.wide;
}

PlaneEquation equationThrough(const std::array<Vec3, 3>& points, Rounding rounding, double& moved) {
    // Takes all coordinates to their common denominator.
    ExactCoordinate at[3][3];
    int decimals = 0;
    for (std::size_t i = 0; i < 3; ++i)
        for (int a = 0; a < 3; ++a) {
            at[i][a] = exactCoordinate(points[i][a], rounding);
            moved = std::max(moved, at[i][a].moved);
            decimals = std::max(decimals, at[i][a].decimals);
        }
    Int512 p[3][3];
    for (std::size_t i = 0; i < 3; ++i)
        for (std::size_t a = 0; a < 3; ++a)
            p[i][a] = Int512(at[i][a].numerator) * powerOfTen(decimals - at[i][a].decimals);
    std::array<Int512, 3> u, v, n;
    for (std::size_t a = 0; a < 3; ++a) {
        u[a] = p[0][a] - p[1][a];
        v[a] = p[2][a] - p[1][a];
    }
    for (std::size_t a = 0; a < 3; ++a) {
        const std::size_t b = (a + 1) % 3, c = (a + 2) % 3;
        n[a] = u[b] * v[c] - u[c] * v[b];
    }
    if (n[0] == 0 && n[1] == 0 && n[2] == 0) return {};
    const Int512 dist = (n[0] * p[1][0] + n[1] * p[1][1] + n[2] * p[1][2]) * kUnitsPerWorldUnit;
    const Int512 denominator = powerOfTen(decimals);
    for (Int512& component : n) component *= denominator;
    return reduced(n, dist);
}

PlaneEquation equationOfPlane(const Vec3& normal, double dist, const Vec3& origin, bool& isRounded) {
    // Takes the normal to one denominator, distance and origin to another.
    ExactDecimal n[3], o[3], d = exactDecimal(dist);
    int normalDecimals = 0, decimals = d.decimals;
    isRounded = isRounded || d.isRounded;
    for (int a = 0; a < 3; ++a) {
        n[a] = exactDecimal(normal[a]);
        o[a] = exactDecimal(origin[a]);
        isRounded = isRounded || n[a].isRounded || o[a].isRounded;
        normalDecimals = std::max(normalDecimals, n[a].decimals);
        decimals = std::max(decimals, o[a].decimals);
    }
    const auto whole = [](const ExactDecimal& value, int power) -> Int512 {
        return Int512(value.digits) * powerOfTen(power - value.decimals);
    };
    std::array<Int512, 3> components;
    Int512 product = -whole(d, decimals) * powerOfTen(normalDecimals);
    for (std::size_t a = 0; a < 3; ++a) {
        components[a] = whole(n[a], normalDecimals);
        product += components[a] * whole(o[a], decimals);
    }
    if (components[0] == 0 && components[1] == 0 && components[2] == 0) return {};
    for (Int512& component : components) component *= powerOfTen(decimals);
    return reduced(components, Int512(product * kUnitsPerWorldUnit));
}

PlaneEquation equationNear(const Plane& plane, const Vec3& point) {
    constexpr int kNormalPlaces = 36, kPointPlaces = 40;
    std::array<Int512, 3> n;
    Int512 dist = 0;
    for (std::size_t a = 0; a < 3; ++a) {
        const int axis = static_cast<int>(a);
        n[a] = Int512(std::llround(std::ldexp(plane.normal[axis], kNormalPlaces)));
        dist += n[a] * Int512(std::llround(std::ldexp(point[axis], kPointPlaces)));
    }
    // Distances are whole, so that the equation stays short.
    return reduced(n, Int512((dist * kUnitsPerWorldUnit) >> kPointPlaces));
}

PlaneEquation flipped(const PlaneEquation& equation) {
    PlaneEquation turned = equation;
    for (std::int8_t& sign : turned.signs) sign = static_cast<std::int8_t>(-sign);
    if (equation.wide) {
        WideEquation wide = *equation.wide;
        for (auto& component : wide.n) component = -component;
        wide.d = -wide.d;
        for (DoubleDouble& component : wide.approximate.n) component = -component;
        wide.approximate.d = -wide.approximate.d;
        setLowLimbs(wide);
        turned.wide = std::make_shared<const WideEquation>(std::move(wide));
        return turned;
    }
    for (std::int64_t& component : turned.n) component = -component;
    turned.d.low = ~equation.d.low + 1;
    turned.d.high = static_cast<std::int64_t>(~static_cast<std::uint64_t>(equation.d.high) +
                                              (turned.d.low == 0 ? std::uint64_t{1} : std::uint64_t{0}));
    return turned;
}

namespace {

template <class Int>
PlaneEquation edgeBevelIn(const PlaneEquation& one, const PlaneEquation& two, int axis) {
    const auto along = static_cast<std::size_t>(axis), b = (along + 1) % 3, c = (along + 2) % 3;
    const Int n1 = normalTo<Int>(one, along), n2 = normalTo<Int>(two, along);
    const Int w1 = n2 < 0 ? Int(-n2) : n2, w2 = n1 < 0 ? Int(-n1) : n1;
    std::array<Int, 3> n{};
    for (const std::size_t a : {b, c}) n[a] = w1 * normalTo<Int>(one, a) + w2 * normalTo<Int>(two, a);
    if (n[b] == 0 || n[c] == 0) return {};
    const Int d = w1 * distTo<Int>(one) + w2 * distTo<Int>(two);
    if constexpr (sizeof(Int) <= sizeof(Int128))
        return reducedNarrow(n, d);
    else
        return reduced(n, d);
}

template <class Int>
bool sameDirectionIn(const PlaneEquation& a, const PlaneEquation& b) {
    for (std::size_t i = 0; i < 3; ++i) {
        const std::size_t j = (i + 1) % 3;
        if (normalTo<Int>(a, i) * normalTo<Int>(b, j) != normalTo<Int>(a, j) * normalTo<Int>(b, i)) return false;
    }
    return true;
}

}  // namespace

PlaneEquation edgeBevel(const PlaneEquation& one, const PlaneEquation& two, int axis) {
    const unsigned bits = one.normalBits + two.normalBits,
                   distBits = std::max(one.distBits, two.distBits) + std::max(one.normalBits, two.normalBits);
    if (bits + 1 <= kMaxNormalBits && distBits + 1 <= kMaxDistBits) return edgeBevelIn<Int128>(one, two, axis);
    return std::max(bits, distBits) + 1 <= 510 ? edgeBevelIn<Int512>(one, two, axis)
                                               : edgeBevelIn<Int4096>(one, two, axis);
}

ApproximateEquation approximated(const PlaneEquation& equation) {
    if (equation.wide) return equation.wide->approximate;
    const auto whole = [](std::int64_t value) {
        const double high = static_cast<double>(value);
        return DoubleDouble{high, static_cast<double>(value - static_cast<std::int64_t>(high))};
    };
    ApproximateEquation result;
    for (std::size_t a = 0; a < 3; ++a) result.n[a] = whole(equation.n[a]);
    const WideInteger& d = equation.d;
    // The low half counts from zero up, the high half has the sign.
    const auto scaled = [](const DoubleDouble& value, double power) {
        return DoubleDouble{value.high * power, value.low * power};
    };
    result.d = fitsInt64(d) ? whole(static_cast<std::int64_t>(d.low))
                            : scaled(whole(d.high), 0x1p64) + (scaled(whole(static_cast<std::int64_t>(d.low >> 1)), 2) +
                                                               DoubleDouble{static_cast<double>(d.low & 1), 0});
    return result;
}

bool sameDirection(const PlaneEquation& a, const PlaneEquation& b) {
    if (a.signs != b.signs || a.axis != b.axis) return false;
    if (a.axis < 3) return true;
    const unsigned bits = a.normalBits + b.normalBits;
    if (bits <= 62) return sameDirectionIn<std::int64_t>(a, b);
    return bits <= 126 ? sameDirectionIn<Int128>(a, b) : sameDirectionIn<Int4096>(a, b);
}

PlaneEquation axialThrough(const PlaneEquation& a, const PlaneEquation& b, const PlaneEquation& c, int axis,
                           bool facesUp) {
    if (!a.known() || !b.known() || !c.known()) return {};
    std::array<std::int64_t, 3> normal{};
    normal[static_cast<std::size_t>(axis)] = facesUp ? 1 : -1;
    if (meetsIn(62, a, b, c)) return planeThroughIn<std::int64_t>(a, b, c, normal);
    const bool isNarrow = !a.wide && !b.wide && !c.wide;
    PlaneEquation through;
    if (isNarrow && meetsIn(126, a, b, c) && wholeAxialThrough(a, b, c, axis, facesUp, through)) return through;
    return planeThrough(a, b, c, normal);
}

PlaneEquation planeThrough(const PlaneEquation& a, const PlaneEquation& b, const PlaneEquation& c,
                           const std::array<std::int64_t, 3>& normal) {
    if (!a.known() || !b.known() || !c.known()) return {};
    // A sum of three products with components of 16 bits is up to 18 bits longer than a coordinate.
    return meetsIn(490, a, b, c) ? planeThroughIn<Int512>(a, b, c, normal) : planeThroughIn<Int4096>(a, b, c, normal);
}

namespace {

using Corner = std::array<ExactCoordinate, 3>;

template <class Int>
PlaneEquation shiftedIn(const PlaneEquation& equation, const Corner& corner, int decimals) {
    const Int denominator = Int(powerOfTen(decimals));
    Int shift = 0;
    std::array<Int, 3> n;
    for (std::size_t a = 0; a < 3; ++a) {
        const Int at = Int(corner[a].numerator) * Int(powerOfTen(decimals - corner[a].decimals));
        const Int component = normalTo<Int>(equation, a);
        shift += component * at * kUnitsPerWorldUnit;
        n[a] = component * denominator;
    }
    const Int d = distTo<Int>(equation) * denominator - shift;
    if (decimals != 0) return reduced(n, d);
    // A whole corner leaves the normal as it is, without a common divisor.
    const unsigned distBits = bitsOf(d);
    const bool isWide = equation.normalBits > kMaxNormalBits || distBits > kMaxDistBits;
    if (!equation.wide || !isWide || distBits > kMaxWideBits) return equationFrom(n, d);
    WideEquation wide = *equation.wide;
    wide.d = boost::multiprecision::cpp_int(d);
    wide.approximate.d = scaledDown(d, static_cast<int>(equation.normalBits));
    wide.low[3] = lowLimbsOf(wide.d);
    PlaneEquation shifted = equation;
    shifted.wide = std::make_shared<const WideEquation>(std::move(wide));
    shifted.distBits = static_cast<std::uint16_t>(distBits);
    return shifted;
}

// Shifts a plane by a box with decimals, or one that is too long for 128 bits.
PlaneEquation widelyGrown(const PlaneEquation& equation, const Box& box) {
    constexpr int kCornerBits = 110;  // more than those of a coordinate's numerator or denominator, and of its units
    Corner corner;
    int decimals = 0;
    for (std::size_t a = 0; a < 3; ++a) {
        const int axis = static_cast<int>(a);
        corner[a] = exactCoordinate(equation.signs[a] > 0 ? box.mins[axis] : box.maxs[axis]);
        decimals = std::max(decimals, corner[a].decimals);
    }
    return std::max<int>(equation.normalBits, equation.distBits) + kCornerBits <= 510
               ? shiftedIn<Int512>(equation, corner, decimals)
               : shiftedIn<Int4096>(equation, corner, decimals);
}

}  // namespace

PlaneEquation grownBy(const PlaneEquation& equation, const Box& box) {
    if (!equation.known()) return {};
    if (equation.wide) return widelyGrown(equation, box);
    Int128 shift = 0;
    for (int a = 0; a < 3; ++a) {
        const std::int64_t n = equation.n[static_cast<std::size_t>(a)];
        std::int64_t corner = 0;
        if (!wholeUnits(n > 0 ? box.mins[a] : box.maxs[a], corner)) return widelyGrown(equation, box);
        shift -= Int128(n) * corner;
    }
    PlaneEquation grown = equation;
    grown.d = wideFrom(Int128(wideTo<Int128>(equation.d) + shift));
    grown = completed(grown);
    return grown.known() ? grown : widelyGrown(equation, box);
}

namespace {

// Returns the plane of components without a common divisor. They are scaled, as their squares may exceed a double.
template <class Int>
Plane widePlane(const PlaneEquation& equation) {
    using boost::multiprecision::gcd;
    std::array<Int, 3> n;
    for (std::size_t a = 0; a < 3; ++a) n[a] = normalTo<Int>(equation, a);
    Int divisor = gcd(n[0], n[1]);
    divisor = gcd(divisor, n[2]);
    Vec3 v;
    const int scale = 63 - static_cast<int>(longestOf(n)) + static_cast<int>(bitsOf(divisor));
    for (std::size_t a = 0; a < 3; ++a) {
        n[a] /= divisor;
        if (n[a] == 0) continue;
        int exponent = 0;
        const double digits = leadingDigits(n[a] < 0 ? Int(-n[a]) : n[a], exponent);
        v[static_cast<int>(a)] = equation.signs[a] * std::ldexp(digits, exponent + scale);
    }
    const double len = length(v);
    const double dist = std::ldexp(ratio(distTo<Int>(equation), divisor), scale);
    return {{v.x / len, v.y / len, v.z / len}, dist * kEquationUnit / len};
}

}  // namespace

Plane planeOf(const PlaneEquation& equation) {
    if (equation.wide) {
        const bool isMedium = std::max(equation.normalBits, equation.distBits) <= 440;  // leaves room for shifts
        return isMedium ? widePlane<Int512>(equation) : widePlane<Int4096>(equation);
    }
    // Divides by the common divisor first, so that planes of one direction get the same normal, bit by bit.
    const auto& n = equation.n;
    const std::int64_t ofTwo = std::gcd(n[0], n[1]), divisor = ofTwo == 1 ? 1 : std::gcd(ofTwo, n[2]);
    const auto divided = [&](std::size_t axis) {
        const std::int64_t exact = divisor == 1 ? n[axis] : n[axis] / divisor;
        return static_cast<double>(exact);
    };
    const Vec3 v{divided(0), divided(1), divided(2)};
    const double len = length(v);
    const double dist = wideToDouble(equation.d) * kEquationUnit;
    return {{v.x / len, v.y / len, v.z / len}, dist / static_cast<double>(divisor) / len};
}

int compareAxial(const PlaneEquation& a, const PlaneEquation& b) {
    const bool isShort = a.distBits + b.normalBits <= 62 && b.distBits + a.normalBits <= 62;
    const bool isNarrow = !a.wide && !b.wide;
    const int sign = isShort    ? signOfDifference<std::int64_t>(a, b)
                     : isNarrow ? signOfDifference<Int512>(a, b)
                                : signOfDifference<Int4096>(a, b);
    return a.signs[a.axis] == b.signs[b.axis] ? sign : -sign;
}

PlaneId axialPlaneId(const Plane& plane) {
    for (int a = 0; a < 3; ++a) {
        if (std::fabs(plane.normal[a]) != 1) continue;
        if (plane.normal[(a + 1) % 3] != 0 || plane.normal[(a + 2) % 3] != 0) return kNoPlane;
        const double facing = plane.normal[a];
        std::int64_t units = 0;
        if (!wholeUnits(plane.dist * facing, units) || std::abs(units) >= kAxialBias) return kNoPlane;
        return kAxialIdBit | static_cast<PlaneId>(units + kAxialBias) << kAxialDistShift |
               static_cast<PlaneId>(a) << 1 | (facing < 0 ? 1u : 0u);
    }
    return kNoPlane;
}

PlaneEquation axialEquation(PlaneId id) {
    const std::int64_t units = static_cast<std::int64_t>((id & ~kAxialIdBit) >> kAxialDistShift) - kAxialBias;
    const std::size_t axis = id >> 1 & 3;
    PlaneEquation equation;
    equation.n[axis] = 1;
    equation.d = {static_cast<std::uint64_t>(units), units < 0 ? -1 : 0};
    equation.normalBits = 1;
    equation.distBits = static_cast<std::uint16_t>(bitsOf64(units));
    equation.axis = static_cast<std::uint8_t>(axis);
    equation.signs[axis] = 1;
    return equation;
}

}  // namespace hullbake
