// std::from_chars for double: the part of a number is found here, short ones are read here, strtod reads the rest.
#include <charconv>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <system_error>

namespace {

/// A decimal number as text: digits and the exponent of the last of them.
struct Decimal {
    const char* end = nullptr;
    std::uint64_t digits = 0;  // valid if `count` is at most 18
    int count = 0, exponent = 0;
    bool any = false, nonzero = false;
};

bool isDigit(const char* at, const char* last) {
    return at != last && *at >= '0' && *at <= '9';
}

void takeDigits(Decimal& number, const char*& at, const char* last, bool afterPoint) {
    for (; isDigit(at, last); ++at) {
        number.any = true;
        number.nonzero = number.nonzero || *at != '0';
        if (number.nonzero && ++number.count <= 18) number.digits = number.digits * 10 + (*at - '0');
        if (afterPoint) --number.exponent;
    }
}

Decimal scan(const char* at, const char* last) {
    Decimal number;
    takeDigits(number, at, last, false);
    if (at != last && *at == '.' && (number.any || isDigit(at + 1, last))) takeDigits(number, ++at, last, true);
    number.end = at;
    if (!number.any || at == last || (*at != 'e' && *at != 'E')) return number;
    ++at;
    const bool minus = at != last && *at == '-';
    if (at != last && (*at == '-' || *at == '+')) ++at;
    if (!isDigit(at, last)) return number;
    int exponent = 0;
    for (; isDigit(at, last); ++at)
        if (exponent < 100000) exponent = exponent * 10 + (*at - '0');
    number.exponent += minus ? -exponent : exponent;
    number.end = at;
    return number;
}

/// Both factors are exact, so that one rounding is made: the right one.
bool readShort(const Decimal& number, double& value) {
    static constexpr double kPowers[] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,  1e8,  1e9,  1e10, 1e11,
                                         1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};
    if (number.count > 18 || number.digits > (std::uint64_t{1} << 53)) return false;
    if (number.exponent < -22 || number.exponent > 22) return false;
    const double digits = static_cast<double>(number.digits);
    value = number.exponent < 0 ? digits / kPowers[-number.exponent] : digits * kPowers[number.exponent];
    return true;
}

}  // namespace

std::from_chars_result std::from_chars(const char* first, const char* last, double& value) {
    const bool minus = first != last && *first == '-';
    const Decimal number = scan(first + (minus ? 1 : 0), last);
    if (!number.any) return {first, std::errc::invalid_argument};
    double read = 0;
    if (!readShort(number, read)) {
        read = std::strtod(std::string(first + (minus ? 1 : 0), number.end).c_str(), nullptr);
        if (std::isinf(read) || (read == 0 && number.nonzero)) return {number.end, std::errc::result_out_of_range};
    }
    value = minus ? -read : read;
    return {number.end, {}};
}
