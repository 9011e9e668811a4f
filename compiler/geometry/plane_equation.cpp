// Arithmetic of plane equations: 64 bits where they suffice, otherwise 128 or 512.

#include "compiler/geometry/plane_equation.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <numeric>

#include "compiler/geometry/wide_integers.hpp"

namespace hullbake {

namespace {

constexpr int kAxialDistShift = 3;
constexpr std::int64_t kAxialBias = std::int64_t{1} << 27;  // distances up to +-2^27 * kEquationUnit = 2^21 units

unsigned bitsOf64(std::int64_t value) {
    return static_cast<unsigned>(
        std::bit_width(value < 0 ? ~static_cast<std::uint64_t>(value) + 1 : static_cast<std::uint64_t>(value)));
}

unsigned bitsOfWide(const WideInteger& value) {
    return fitsInt64(value) ? bitsOf64(static_cast<std::int64_t>(value.low)) : bitsOf(wideTo<Int128>(value));
}

// Sets the fields derived from n and d. Returns an unknown equation if n or d has too many bits.
PlaneEquation completed(PlaneEquation equation) {
    unsigned bits = 0;
    int used = 0;
    for (std::size_t a = 0; a < 3; ++a) {
        bits = std::max(bits, bitsOf64(equation.n[a]));
        if (equation.n[a] == 0) continue;
        equation.axis = static_cast<std::uint8_t>(a);
        ++used;
    }
    if (used != 1) equation.axis = 3;
    const unsigned distBits = bitsOfWide(equation.d);
    if (bits > kMaxNormalBits || distBits > kMaxDistBits) return {};
    equation.normalBits = static_cast<std::uint8_t>(bits);
    equation.distBits = static_cast<std::uint8_t>(distBits);
    return equation;
}

PlaneEquation reduced(const std::array<std::int64_t, 3>& n, std::int64_t d) {
    const std::int64_t divisor = std::gcd(std::gcd(n[0], n[1]), std::gcd(n[2], d));
    return equationOf({n[0] / divisor, n[1] / divisor, n[2] / divisor}, d / divisor);
}

PlaneEquation reduced(const std::array<Int512, 3>& n, const Int512& d) {
    using boost::multiprecision::gcd;
    const Int512 divisor = gcd(gcd(n[0], n[1]), gcd(n[2], d));
    PlaneEquation equation;
    for (std::size_t a = 0; a < 3; ++a) {
        const Int512 component = n[a] / divisor;
        if (bitsOf(component) > kMaxNormalBits) return {};
        equation.n[a] = static_cast<std::int64_t>(component);
    }
    const Int512 dist = d / divisor;
    if (bitsOf(dist) > kMaxDistBits) return {};
    equation.d = wideFrom(dist);
    return completed(equation);
}

// Returns true if 64 bits suffice for `meet` and for its negated result.
bool meetsIn64(const PlaneEquation& a, const PlaneEquation& b, const PlaneEquation& c) {
    const int all = a.normalBits + b.normalBits + c.normalBits;
    const int longer = std::max({a.distBits - a.normalBits, b.distBits - b.normalBits, c.distBits - c.normalBits, 0});
    return all + longer + 3 <= 62;
}

// Returns the sign of the difference of two axial planes' coordinates, times the signs of both components.
template <class Int>
int signOfDifference(const PlaneEquation& a, const PlaneEquation& b) {
    const Int first = wideTo<Int>(a.d) * b.n[b.axis], second = wideTo<Int>(b.d) * a.n[a.axis];
    return first > second ? 1 : first < second ? -1 : 0;
}

template <class Int>
PlaneEquation axialThroughIn(const PlaneEquation& a, const PlaneEquation& b, const PlaneEquation& c, int axis,
                             bool facesUp) {
    const MeetingPoint<Int> point = meet<Int>(a, b, c);
    if (point.w == 0) return {};
    const bool turn = (point.w > 0) != facesUp;
    std::array<Int, 3> n{};
    n[static_cast<std::size_t>(axis)] = turn ? Int(-point.w) : point.w;
    const Int& x = point.x[axis];
    return reduced(n, turn ? Int(-x) : x);
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

PlaneEquation flipped(const PlaneEquation& equation) {
    PlaneEquation turned = equation;
    for (std::int64_t& component : turned.n) component = -component;
    turned.d.low = ~equation.d.low + 1;
    turned.d.high = static_cast<std::int64_t>(~static_cast<std::uint64_t>(equation.d.high) +
                                              (turned.d.low == 0 ? std::uint64_t{1} : std::uint64_t{0}));
    return turned;
}

PlaneEquation combined(const PlaneEquation& one, std::int64_t weightOne, const PlaneEquation& two,
                       std::int64_t weightTwo) {
    if (!one.known() || !two.known()) return {};
    const Int512 w1 = std::abs(weightOne), w2 = std::abs(weightTwo);
    std::array<Int512, 3> n;
    for (std::size_t a = 0; a < 3; ++a) n[a] = w1 * one.n[a] + w2 * two.n[a];
    return reduced(n, w1 * wideTo<Int512>(one.d) + w2 * wideTo<Int512>(two.d));
}

PlaneEquation axialThrough(const PlaneEquation& a, const PlaneEquation& b, const PlaneEquation& c, int axis,
                           bool facesUp) {
    if (!a.known() || !b.known() || !c.known()) return {};
    return meetsIn64(a, b, c) ? axialThroughIn<std::int64_t>(a, b, c, axis, facesUp)
                              : axialThroughIn<Int512>(a, b, c, axis, facesUp);
}

PlaneEquation grownBy(const PlaneEquation& equation, const Box& box) {
    if (!equation.known()) return {};
    Int128 shift = 0;
    for (int a = 0; a < 3; ++a) {
        const std::int64_t n = equation.n[static_cast<std::size_t>(a)];
        std::int64_t corner = 0;
        if (!wholeUnits(n > 0 ? box.mins[a] : box.maxs[a], corner)) return {};
        shift -= Int128(n) * corner;
    }
    PlaneEquation grown = equation;
    grown.d = wideFrom(Int128(wideTo<Int128>(equation.d) + shift));
    return completed(grown);
}

Plane planeOf(const PlaneEquation& equation) {
    // Divides by the common divisor first, so that planes of one direction get the same normal, bit by bit.
    const auto& n = equation.n;
    const std::int64_t divisor = std::gcd(std::gcd(n[0], n[1]), n[2]);
    const Vec3 v{static_cast<double>(n[0] / divisor), static_cast<double>(n[1] / divisor),
                 static_cast<double>(n[2] / divisor)};
    const double len = length(v);
    const double dist = wideToDouble(equation.d) * kEquationUnit;
    return {{v.x / len, v.y / len, v.z / len}, dist / static_cast<double>(divisor) / len};
}

int compareAxial(const PlaneEquation& a, const PlaneEquation& b) {
    const bool isShort = a.distBits + b.normalBits <= 62 && b.distBits + a.normalBits <= 62;
    const int sign = isShort ? signOfDifference<std::int64_t>(a, b) : signOfDifference<Int512>(a, b);
    return (a.n[a.axis] > 0) == (b.n[b.axis] > 0) ? sign : -sign;
}

PlaneId axialPlaneId(const Plane& plane) {
    for (int a = 0; a < 3; ++a) {
        if (std::fabs(plane.normal[a]) != 1) continue;
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
    std::array<std::int64_t, 3> n{};
    n[id >> 1 & 3] = 1;
    return equationOf(n, units);
}

}  // namespace hullbake
