// Whole numbers of a fixed length that wrap around, like unsigned integers.
//
// In: integers in two's complement. Out: the low digits of their sums and products. A number whose magnitude is known
// to be below half the range is known in full by them.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace hullbake {

#if defined(__SIZEOF_INT128__) && !defined(__wasm__)
__extension__ typedef unsigned __int128 UnsignedInt128;
#endif

/// Returns the upper 64 of the 128 bits of a product.
inline std::uint64_t upperProductOfHalves(std::uint64_t a, std::uint64_t b) {
    constexpr std::uint64_t kHalf = 0xffffffffu;
    const std::uint64_t lowA = a & kHalf, highA = a >> 32, lowB = b & kHalf, highB = b >> 32;
    const std::uint64_t low = lowA * lowB, one = highA * lowB + (low >> 32), two = lowA * highB + (one & kHalf);
    return highA * highB + (one >> 32) + (two >> 32);
}
/// The same, in the processor's own way where the compiler offers it.
inline std::uint64_t upperProduct(std::uint64_t a, std::uint64_t b) {
#if defined(__SIZEOF_INT128__) && !defined(__wasm__)
    return static_cast<std::uint64_t>((static_cast<UnsignedInt128>(a) * b) >> 64);
#else
    return upperProductOfHalves(a, b);
#endif
}

/// Adds a * b + carry to the limb. Returns what goes to the next one.
inline std::uint64_t addProduct(std::uint64_t& limb, std::uint64_t a, std::uint64_t b, std::uint64_t carry) {
    const std::uint64_t low = a * b;
    std::uint64_t high = upperProduct(a, b);
    limb += low;
    high += limb < low ? 1 : 0;
    limb += carry;
    return high + (limb < carry ? 1 : 0);
}

/// The low 64 * kLimbs bits of an integer.
template <std::size_t kLimbs>
struct LowDigits {
    std::array<std::uint64_t, kLimbs> limbs;  ///< the lowest first

    /// From two's complement of 128 bits.
    LowDigits(std::uint64_t low, std::int64_t high) {
        limbs.fill(high < 0 ? ~std::uint64_t{0} : 0);
        limbs[0] = low;
        if constexpr (kLimbs > 1) limbs[1] = static_cast<std::uint64_t>(high);
    }
    /// From the low limbs of a longer number.
    template <std::size_t kMore>
    requires(kMore >= kLimbs) explicit LowDigits(const std::array<std::uint64_t, kMore>& longer) {
        for (std::size_t i = 0; i < kLimbs; ++i) limbs[i] = longer[i];
    }
    explicit LowDigits(std::int64_t value) : LowDigits(static_cast<std::uint64_t>(value), value < 0 ? -1 : 0) {}

    /// Returns the sign of the number, if its magnitude is below 2^(64 * kLimbs - 1).
    int sign() const {
        if (limbs[kLimbs - 1] >> 63 != 0) return -1;
        for (const std::uint64_t limb : limbs)
            if (limb != 0) return 1;
        return 0;
    }

    friend LowDigits operator+(const LowDigits& a, const LowDigits& b) {
        LowDigits sum = a;
        std::uint64_t carry = 0;
        for (std::size_t i = 0; i < kLimbs; ++i) {
            const std::uint64_t part = b.limbs[i] + carry;
            carry = part < carry ? 1 : 0;
            sum.limbs[i] += part;
            carry += sum.limbs[i] < part ? 1 : 0;
        }
        return sum;
    }
    friend LowDigits operator-(const LowDigits& a, const LowDigits& b) {
        LowDigits rest = a;
        std::uint64_t borrow = 0;
        for (std::size_t i = 0; i < kLimbs; ++i) {
            const std::uint64_t part = b.limbs[i] + borrow;
            borrow = part < borrow ? 1 : 0;
            borrow += rest.limbs[i] < part ? 1 : 0;
            rest.limbs[i] -= part;
        }
        return rest;
    }
    friend LowDigits operator*(const LowDigits& a, const LowDigits& b) {
        LowDigits product(0);
        for (std::size_t i = 0; i < kLimbs; ++i) {
            std::uint64_t carry = 0;
            for (std::size_t k = 0; i + k + 1 < kLimbs; ++k)
                carry = addProduct(product.limbs[i + k], a.limbs[i], b.limbs[k], carry);
            product.limbs[kLimbs - 1] += a.limbs[i] * b.limbs[kLimbs - 1 - i] + carry;
        }
        return product;
    }
};

/// Returns the low digits of the product of two shorter numbers with signs, which takes fewer steps than that of longer
/// ones. Requires that kA + kB >= kLimbs.
template <std::size_t kLimbs, std::size_t kA, std::size_t kB>
requires(kA <= kLimbs && kB <= kLimbs && kA + kB >= kLimbs) LowDigits<kLimbs> productOf(const LowDigits<kA>& a,
                                                                                        const LowDigits<kB>& b) {
    LowDigits<kLimbs> product(0);
    for (std::size_t i = 0; i < kA; ++i) {
        std::uint64_t carry = 0;
        for (std::size_t k = 0; k < kB && i + k < kLimbs; ++k)
            carry = addProduct(product.limbs[i + k], a.limbs[i], b.limbs[k], carry);
        if (i + kB < kLimbs) product.limbs[i + kB] = carry;
    }
    // So far both were taken without their signs: a negative one is then too large by a power of two.
    const std::uint64_t isNegativeA = 0 - (a.limbs[kA - 1] >> 63), isNegativeB = 0 - (b.limbs[kB - 1] >> 63);
    LowDigits<kLimbs> excess(0);
    for (std::size_t k = 0; kA + k < kLimbs; ++k) excess.limbs[kA + k] = b.limbs[k] & isNegativeA;
    LowDigits<kLimbs> other(0);
    for (std::size_t k = 0; kB + k < kLimbs; ++k) other.limbs[kB + k] = a.limbs[k] & isNegativeB;
    return product - excess - other;
}

}  // namespace hullbake
