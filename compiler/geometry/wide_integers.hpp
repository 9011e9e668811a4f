// Fixed-size integers for exact decisions. They never allocate. Only a few .cpp files include this header, as it pulls
// in Boost.
#pragma once

#include <boost/multiprecision/cpp_int.hpp>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <type_traits>

#include "compiler/geometry/double_double.hpp"
#include "compiler/geometry/plane_equation.hpp"

namespace hullbake {

#if defined(__SIZEOF_INT128__) && !defined(__wasm__)
/// The compiler's own type, which is several times as fast. WebAssembly would need a library for its division.
__extension__ typedef __int128 Int128;
#else
using Int128 = boost::multiprecision::int128_t;
#endif
/// Fits every determinant of four equations: 3 * kMaxNormalBits + kMaxDistBits + 6 bits.
using Int512 = boost::multiprecision::number<
    boost::multiprecision::cpp_int_backend<512, 512, boost::multiprecision::signed_magnitude,
                                           boost::multiprecision::unchecked, void>,
    boost::multiprecision::et_off>;
/// Number of low limbs kept of each integer of a wide equation: those that sideOfNearMeeting may need.
inline constexpr std::size_t kMostLowLimbs = 5;

/// An equation in about 106 digits, scaled by a power of two so that no component of n exceeds 1.
struct ApproximateEquation {
    DoubleDouble n[3], d;
};

/// Fits those of four wide equations.
using Int4096 = boost::multiprecision::number<
    boost::multiprecision::cpp_int_backend<4096, 4096, boost::multiprecision::signed_magnitude,
                                           boost::multiprecision::unchecked, void>,
    boost::multiprecision::et_off>;
static_assert(3 * kMaxNormalBits + kMaxDistBits + 6 < 512);
static_assert(4 * kMaxWideBits + 6 < 4096);

/// Stored in as many limbs as the values need.
struct WideEquation {
    using LowLimbs = std::array<std::uint64_t, kMostLowLimbs>;

    std::array<boost::multiprecision::cpp_int, 3> n;
    boost::multiprecision::cpp_int d;
    ApproximateEquation approximate;  ///< of n and d
    std::array<LowLimbs, 4> low;      ///< low digits of n and d in two's complement, the lowest first
    friend bool operator==(const WideEquation& a, const WideEquation& b) { return a.n == b.n && a.d == b.d; }
};

/// Returns the low digits of a number in two's complement.
inline WideEquation::LowLimbs lowLimbsOf(const boost::multiprecision::cpp_int& value) {
    // Boost stores magnitude and sign. Its limbs have 64 bits or, on some systems, 32.
    constexpr std::size_t kPart = sizeof(boost::multiprecision::limb_type), kParts = sizeof(std::uint64_t) / kPart;
    const auto& parts = value.backend();
    const std::size_t count = std::min<std::size_t>(parts.size(), kParts * kMostLowLimbs);
    WideEquation::LowLimbs limbs{};
    for (std::size_t i = 0; i < count; ++i)
        limbs[i / kParts] |= static_cast<std::uint64_t>(parts.limbs()[i]) << (8 * kPart * (i % kParts));
    if (!parts.sign()) return limbs;
    std::uint64_t carry = 1;
    for (std::uint64_t& limb : limbs) {
        limb = ~limb + carry;
        carry = carry != 0 && limb == 0 ? 1 : 0;
    }
    return limbs;
}
/// Sets the low digits of an equation whose numbers are set.
inline void setLowLimbs(WideEquation& equation) {
    for (std::size_t a = 0; a < 3; ++a) equation.low[a] = lowLimbsOf(equation.n[a]);
    equation.low[3] = lowLimbsOf(equation.d);
}

inline bool fitsInt64(const WideInteger& value) {
    return value.high == (static_cast<std::int64_t>(value.low) < 0 ? -1 : 0);
}

/// Converts the value to another type, which must be wide enough.
template <class Int>
Int wideTo(const WideInteger& value) {
    if (fitsInt64(value)) return Int(static_cast<std::int64_t>(value.low));
    if constexpr (sizeof(Int) > sizeof(std::int64_t))
        return Int(value.high) * (Int(1) << 64) + Int(value.low);
    else
        return Int(0);
}

/// Converts a number of a wide equation, of which the low digits are given too, to a type that must be wide enough.
template <class Int>
Int fromLong(const boost::multiprecision::cpp_int& value, const WideEquation::LowLimbs& low) {
    if constexpr (sizeof(Int) > sizeof(Int128))
        return Int(value);
    else
        return wideTo<Int>(WideInteger{low[0], static_cast<std::int64_t>(low[1])});
}

/// Converts a component of the normal to a type that must be wide enough.
template <class Int>
Int normalTo(const PlaneEquation& equation, std::size_t axis) {
    if constexpr (sizeof(Int) > sizeof(std::int64_t))
        if (equation.wide) return fromLong<Int>(equation.wide->n[axis], equation.wide->low[axis]);
    return Int(equation.n[axis]);
}
/// Converts the distance to a type that must be wide enough.
template <class Int>
Int distTo(const PlaneEquation& equation) {
    if constexpr (sizeof(Int) > sizeof(std::int64_t))
        if (equation.wide) return fromLong<Int>(equation.wide->d, equation.wide->low[3]);
    return wideTo<Int>(equation.d);
}

/// Requires |value| < 2^127.
template <class Int>
WideInteger wideFrom(const Int& value) {
    const Int magnitude = value < 0 ? Int(-value) : value;
    const Int mask = (Int(1) << 64) - 1;
    std::uint64_t low = static_cast<std::uint64_t>(Int(magnitude & mask));
    std::uint64_t high = static_cast<std::uint64_t>(Int(magnitude >> 64));
    if (value < 0) {
        low = ~low + 1;
        high = ~high + (low == 0 ? 1 : 0);
    }
    return {low, static_cast<std::int64_t>(high)};
}

/// Returns the number of binary digits of |value|.
template <class Int>
unsigned bitsOf(const Int& value) {
    if constexpr (std::is_same_v<Int, Int128> && !std::is_same_v<Int, boost::multiprecision::int128_t>) {
        const Int magnitude = value < 0 ? Int(-value) : value;
        const auto high = static_cast<std::uint64_t>(magnitude >> 64), low = static_cast<std::uint64_t>(magnitude);
        return static_cast<unsigned>(high != 0 ? 64 + std::bit_width(high) : std::bit_width(low));
    } else {
        return value == 0 ? 0 : static_cast<unsigned>(boost::multiprecision::msb(value < 0 ? Int(-value) : value)) + 1;
    }
}

inline double asDouble(std::int64_t value) {
    return static_cast<double>(value);
}
/// Returns 2^exponent, which must be a normal number.
constexpr double powerOfTwo(int exponent) {
    return std::bit_cast<double>(static_cast<std::uint64_t>(exponent + 1023) << 52);
}
/// Converts the 63 leading binary digits, so every compiler gets equal results. Off by less than 2^-53 + 2^-62 of the
/// value.
template <class Int>
double asDouble(const Int& value) {
    const unsigned bits = bitsOf(value);
    if (bits <= 63) return static_cast<double>(static_cast<std::int64_t>(value));
    const int shift = static_cast<int>(bits) - 63;
    const Int magnitude = value < 0 ? Int(-value) : value;
    const double digits = static_cast<double>(static_cast<std::int64_t>(Int(magnitude >> shift)));
    const double leading = sizeof(Int) > sizeof(Int128) ? std::ldexp(digits, shift) : digits * powerOfTwo(shift);
    return value < 0 ? -leading : leading;
}

/// Returns value * 2^-scale in about 106 digits; the digits beyond are cut off.
template <class Int>
DoubleDouble scaledDown(const Int& value, int scale) {
    const Int magnitude = value < 0 ? Int(-value) : value;
    const int bits = static_cast<int>(bitsOf(magnitude)), cut = bits > 106 ? bits - 106 : 0;
    const Int digits = magnitude >> cut, top = digits >> 53;
    const double high = static_cast<double>(static_cast<std::int64_t>(top)),
                 low = static_cast<double>(static_cast<std::int64_t>(Int(digits - (top << 53))));
    const DoubleDouble sum = quickSum(std::ldexp(high, cut + 53 - scale), std::ldexp(low, cut - scale));
    return value < 0 ? -sum : sum;
}
/// Returns the equation in doubles, whatever its length.
ApproximateEquation approximated(const PlaneEquation& equation);

/// Returns `value` as a number in [2^62, 2^63) times 2^exponent, by its leading digits. Requires value > 0.
template <class Int>
double leadingDigits(const Int& value, int& exponent) {
    const int shift = static_cast<int>(bitsOf(value)) - 63;
    exponent = shift;
    const Int digits = shift >= 0 ? Int(value >> shift) : Int(value << -shift);
    return static_cast<double>(static_cast<std::int64_t>(digits));
}
/// Returns x / w in doubles. Off by less than 2^-52 of the quotient. Requires that w is not zero.
template <class Int>
double ratio(const Int& x, const Int& w) {
    if (x == 0) return w > 0 ? 0.0 : -0.0;
    int above = 0, below = 0;
    const double top = leadingDigits(x < 0 ? Int(-x) : x, above), bottom = leadingDigits(w < 0 ? Int(-w) : w, below);
    const double quotient = std::ldexp(top / bottom, above - below);
    return (x < 0) == (w < 0) ? quotient : -quotient;
}

/// Returns x / w rounded to the nearest double, halves to even. Requires that w is not zero, the result is below 2^62,
/// and Int has room for 56 more bits than x and w have.
template <class Int>
double nearestQuotient(const Int& x, const Int& w) {
    if (x == 0) return 0;
    const Int top = x < 0 ? Int(-x) : x, bottom = w < 0 ? Int(-w) : w;
    // Digits of the quotient: 55 or 56, of which the last tells whether anything follows.
    const int shift = 55 - (static_cast<int>(bitsOf(top)) - static_cast<int>(bitsOf(bottom)));
    const Int scaled = shift >= 0 ? Int(top << shift) : top, divisor = shift >= 0 ? bottom : Int(bottom << -shift);
    const Int quotient = scaled / divisor;
    auto digits = static_cast<std::int64_t>(quotient);
    if (quotient * divisor != scaled) digits |= 1;
    const double rounded = std::ldexp(static_cast<double>(digits), -shift);
    return (x < 0) == (w < 0) ? rounded : -rounded;
}

inline double wideToDouble(const WideInteger& value) {
    return fitsInt64(value) ? asDouble(static_cast<std::int64_t>(value.low)) : asDouble(wideTo<Int128>(value));
}

/// The point x[i] / w where three planes meet; w is zero if there is none.
template <class Int>
struct MeetingPoint {
    Int x[3], w;
};

/// Computes the meeting point. Int must fit the distBits of one equation plus the normalBits of the other two plus 3
/// bits. It must also fit all three normalBits plus 3 bits.
template <class Int>
MeetingPoint<Int> meet(const PlaneEquation& a, const PlaneEquation& b, const PlaneEquation& c) {
    const Int da = distTo<Int>(a), db = distTo<Int>(b), dc = distTo<Int>(c);
    Int na[3], nb[3], nc[3];
    for (std::size_t i = 0; i < 3; ++i) {
        na[i] = normalTo<Int>(a, i);
        nb[i] = normalTo<Int>(b, i);
        nc[i] = normalTo<Int>(c, i);
    }
    MeetingPoint<Int> point{{Int(0), Int(0), Int(0)}, Int(0)};
    for (std::size_t i = 0; i < 3; ++i) {
        const std::size_t j = (i + 1) % 3, k = (i + 2) % 3;
        const Int bc = nb[j] * nc[k] - nb[k] * nc[j];
        const Int ca = nc[j] * na[k] - nc[k] * na[j];
        const Int ab = na[j] * nb[k] - na[k] * nb[j];
        point.x[i] = da * bc + db * ca + dc * ab;
        point.w += na[i] * bc;
    }
    return point;
}

}  // namespace hullbake
