// Decimal numbers to doubles, correctly rounded. Few digits and small exponents are one exact multiplication or
// division of doubles (Clinger, "How to read floating point numbers accurately", 1990); the others go by whole numbers
// of many words.
#include "entities/decimal.hpp"

#include <cmath>
#include <cstdint>

namespace hullbake::detail {

namespace {

constexpr int kMaxPower = 300;   // of ten: larger numbers are refused, smaller ones are zero
constexpr int kMaxDigits = 19;   // fit into 64 bits
constexpr int kExactPower = 22;  // powers of ten up to this are doubles
constexpr double kPowers[kExactPower + 1] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,  1e8,  1e9,  1e10, 1e11,
                                             1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};

// A whole number of up to 1,280 bits. The largest here are 10^319 times 2^55, which has 1,115.
class BigNumber {
  public:
    explicit BigNumber(std::uint64_t value)
        : words_{static_cast<std::uint32_t>(value), static_cast<std::uint32_t>(value >> 32)} {}

    void multiply(std::uint32_t factor) {
        std::uint64_t carry = 0;
        for (std::uint32_t& word : words_) {
            carry += std::uint64_t{word} * factor;
            word = static_cast<std::uint32_t>(carry);
            carry >>= 32;
        }
    }
    void multiplyByPowerOfTen(int power) {
        for (; power >= 9; power -= 9) multiply(1000000000);
        for (; power > 0; --power) multiply(10);
    }
    void shiftLeft(int bits) {
        for (; bits >= 31; bits -= 31) multiply(std::uint32_t{1} << 31);
        multiply(std::uint32_t{1} << bits);
    }
    int bitCount() const {
        for (int i = kWords - 1; i >= 0; --i)
            for (int b = 31; b >= 0; --b)
                if ((words_[i] >> b & 1) != 0) return i * 32 + b + 1;
        return 0;
    }
    bool isAtLeast(const BigNumber& other) const {
        for (int i = kWords - 1; i >= 0; --i)
            if (words_[i] != other.words_[i]) return words_[i] > other.words_[i];
        return true;
    }
    void subtract(const BigNumber& other) {
        std::int64_t borrow = 0;
        for (int i = 0; i < kWords; ++i) {
            borrow += std::int64_t{words_[i]} - other.words_[i];
            words_[i] = static_cast<std::uint32_t>(borrow);
            borrow = borrow < 0 ? -1 : 0;
        }
    }
    bool isZero() const { return bitCount() == 0; }

  private:
    static constexpr int kWords = 40;
    std::uint32_t words_[kWords] = {};
};

// Returns digits * 10^power, rounded to 53 bits. Divides bit by bit: the path of rare numbers.
double roundedProduct(std::uint64_t digits, int power) {
    BigNumber above(digits), below(1);
    if (power >= 0)
        above.multiplyByPowerOfTen(power);
    else
        below.multiplyByPowerOfTen(-power);
    // Scale so that the quotient lies in [2^53, 2^55): 53 bits, and one or two for the rounding.
    const int scale = 54 - (above.bitCount() - below.bitCount());
    if (scale >= 0)
        above.shiftLeft(scale);
    else
        below.shiftLeft(-scale);
    // Long division: the divisor's multiples by 2^54 .. 1. Doubling the rest is cheaper than halving the divisor.
    BigNumber divisor = below;
    divisor.shiftLeft(54);
    std::uint64_t quotient = 0;
    for (int bit = 54; bit >= 0; --bit) {
        quotient <<= 1;
        if (above.isAtLeast(divisor)) {
            above.subtract(divisor);
            quotient |= 1;
        }
        above.multiply(2);
    }
    const int spare = quotient >> 54 != 0 ? 2 : 1;
    const std::uint64_t half = std::uint64_t{1} << (spare - 1), rest = quotient & (2 * half - 1);
    std::uint64_t whole = quotient >> spare;
    if (rest > half || (rest == half && (!above.isZero() || (whole & 1) != 0))) ++whole;
    return std::ldexp(static_cast<double>(whole), spare - scale);
}

double nearestDouble(std::uint64_t digits, int power) {
    if (digits == 0 || power < -kMaxPower - kMaxDigits) return 0;
    if (digits >> 53 == 0 && power >= -kExactPower && power <= kExactPower) {
        const double whole = static_cast<double>(digits);
        return power < 0 ? whole / kPowers[-power] : whole * kPowers[power];
    }
    const double value = roundedProduct(digits, power);
    return value < 1e-300 ? 0 : value;
}

struct Mantissa {
    std::uint64_t digits = 0;
    int power = 0;     // of ten, that the digits are to be multiplied by
    bool any = false;  // a digit was read
};

bool isDigit(char c) {
    return c >= '0' && c <= '9';
}

// Takes the digits and the point off the front.
Mantissa takeMantissa(std::string_view& text) {
    Mantissa mantissa;
    bool behindPoint = false;
    int kept = 0;
    for (; !text.empty(); text.remove_prefix(1)) {
        const char c = text.front();
        if (c == '.' && !behindPoint) {
            behindPoint = true;
            continue;
        }
        if (!isDigit(c)) break;
        mantissa.any = true;
        if (kept < kMaxDigits) {
            mantissa.digits = mantissa.digits * 10 + static_cast<unsigned>(c - '0');
            kept += mantissa.digits != 0 ? 1 : 0;
            mantissa.power -= behindPoint ? 1 : 0;
        } else {
            mantissa.power += behindPoint ? 0 : 1;
        }
    }
    return mantissa;
}

// Takes an exponent off the front, if one is there. Bounded: longer ones count as 100,000.
int takeExponent(std::string_view& text) {
    if (text.empty() || (text.front() != 'e' && text.front() != 'E')) return 0;
    std::string_view rest = behind(text, 1);
    const bool negative = !rest.empty() && rest.front() == '-';
    if (!rest.empty() && (rest.front() == '-' || rest.front() == '+')) rest.remove_prefix(1);
    if (rest.empty() || !isDigit(rest.front())) return 0;
    int exponent = 0;
    for (; !rest.empty() && isDigit(rest.front()); rest.remove_prefix(1))
        exponent = exponent < 100000 ? exponent * 10 + (rest.front() - '0') : exponent;
    text = rest;
    return negative ? -exponent : exponent;
}

}  // namespace

std::optional<double> takeDecimal(std::string_view& text) noexcept {
    std::string_view rest = text;
    const bool negative = !rest.empty() && rest.front() == '-';
    if (!rest.empty() && (rest.front() == '-' || rest.front() == '+')) rest.remove_prefix(1);
    const Mantissa mantissa = takeMantissa(rest);
    if (!mantissa.any) return std::nullopt;
    const int exponent = takeExponent(rest);
    // The text may be longer than an int is wide only in theory: mantissa.power is bounded by its length.
    const long long power = static_cast<long long>(mantissa.power) + exponent;
    if (mantissa.digits != 0 && power > kMaxPower) return std::nullopt;
    const double value = power < -2LL * kMaxPower ? 0 : nearestDouble(mantissa.digits, static_cast<int>(power));
    if (value > 1e300) return std::nullopt;
    text = rest;
    return negative && value != 0 ? -value : value;
}

}  // namespace hullbake::detail
