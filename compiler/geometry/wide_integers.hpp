// Fixed-size integers for exact decisions. They never allocate. Only a few .cpp files include this header, as it pulls
// in Boost.
#pragma once

#include <boost/multiprecision/cpp_int.hpp>

#include <cmath>
#include <cstdint>

#include "compiler/geometry/plane_equation.hpp"

namespace hullbake {

using Int128 = boost::multiprecision::int128_t;
/// Fits every determinant of four equations: 3 * kMaxNormalBits + kMaxDistBits + 6 bits.
using Int512 = boost::multiprecision::number<
    boost::multiprecision::cpp_int_backend<512, 512, boost::multiprecision::signed_magnitude,
                                           boost::multiprecision::unchecked, void>,
    boost::multiprecision::et_off>;
static_assert(3 * kMaxNormalBits + kMaxDistBits + 6 < 512);

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
    return value == 0 ? 0 : static_cast<unsigned>(boost::multiprecision::msb(value < 0 ? Int(-value) : value)) + 1;
}

inline double asDouble(std::int64_t value) {
    return static_cast<double>(value);
}
/// Converts the 63 leading binary digits, so every compiler gets equal results. Off by less than 2^-53 + 2^-62 of the
/// value.
template <class Int>
double asDouble(const Int& value) {
    const unsigned bits = bitsOf(value);
    if (bits <= 63) return static_cast<double>(static_cast<std::int64_t>(value));
    const int shift = static_cast<int>(bits) - 63;
    const Int magnitude = value < 0 ? Int(-value) : value;
    const double leading = std::ldexp(static_cast<double>(static_cast<std::int64_t>(Int(magnitude >> shift))), shift);
    return value < 0 ? -leading : leading;
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
    const Int da = wideTo<Int>(a.d), db = wideTo<Int>(b.d), dc = wideTo<Int>(c.d);
    MeetingPoint<Int> point{{Int(0), Int(0), Int(0)}, Int(0)};
    for (std::size_t i = 0; i < 3; ++i) {
        const std::size_t j = (i + 1) % 3, k = (i + 2) % 3;
        const Int bc = Int(b.n[j]) * Int(c.n[k]) - Int(b.n[k]) * Int(c.n[j]);
        const Int ca = Int(c.n[j]) * Int(a.n[k]) - Int(c.n[k]) * Int(a.n[j]);
        const Int ab = Int(a.n[j]) * Int(b.n[k]) - Int(a.n[k]) * Int(b.n[j]);
        point.x[i] = da * bc + db * ca + dc * ab;
        point.w += Int(a.n[i]) * bc;
    }
    return point;
}

}  // namespace hullbake
