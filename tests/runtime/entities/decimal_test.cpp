// Decimal numbers: compared with the C library's strtod, in the locale "C".
#include "entities/decimal.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <string>

#include "support/random.hpp"

namespace hullbake::test {
namespace {

using detail::takeDecimal;

constexpr std::uint64_t kSeed = 20261126;

double read(std::string_view text) {
    const auto number = takeDecimal(text);
    EXPECT_TRUE(number.has_value());
    EXPECT_TRUE(text.empty()) << text;
    return number.value_or(std::nan(""));
}

TEST(Decimal, Plain) {
    for (const char* text : {"0",
                             "1",
                             "-1",
                             "+5",
                             "64.5",
                             ".5",
                             "5.",
                             "-.25",
                             "0.1",
                             "1e3",
                             "1E-3",
                             "-2.5e+2",
                             "9007199254740993",
                             "0.30000000000000004",
                             "123456789012345678",
                             "4.9e-200",
                             "1e300",
                             "000000000000000000000000012.50000000000000000000000000",
                             "16777216.5",
                             "1e22",
                             "1e23"})
        EXPECT_EQ(read(text), std::strtod(text, nullptr)) << text;
    EXPECT_FALSE(std::signbit(read("-0")));
    EXPECT_EQ(read("1e-301"), 0);
    EXPECT_EQ(read("0e99999999999"), 0);
    EXPECT_EQ(read("1e-99999999999999999999"), 0);
}

TEST(Decimal, NoNumber) {
    for (const char* text : {"", "-", "+", ".", "-.", "e5", "abc", "nan", "inf", "1e301", "-1e400", "1e99999999999"}) {
        std::string_view rest = text;
        EXPECT_FALSE(takeDecimal(rest).has_value()) << text;
        EXPECT_EQ(rest, text);
    }
}

TEST(Decimal, StopsBehindTheNumber) {
    const char* const cases[][2] = {{"1.5.2", ".2"}, {"7e", "e"}, {"7e+", "e+"}, {"3x", "x"}, {"1 2", " 2"}};
    for (const auto& [text, rest] : cases) {
        std::string_view left = text;
        EXPECT_TRUE(takeDecimal(left).has_value());
        EXPECT_EQ(left, rest);
    }
}

// Numbers of every length and size, and those that lie half way between two doubles.
TEST(Decimal, EqualsTheCLibrary) {
    Random random(kSeed);
    int fast = 0, slow = 0;
    for (int i = 0; i < 200000; ++i) {
        std::string digits = std::to_string(1 + random.index(9));
        const int count = static_cast<int>(random.index(19));
        for (int d = 0; d < count; ++d) digits += static_cast<char>('0' + random.index(10));
        const int power = static_cast<int>(random.index(560)) - 280;
        (digits.size() < 16 && std::abs(power) <= 22 ? fast : slow)++;
        std::string text = digits + "e" + std::to_string(power);
        if (power > 300 - count) continue;
        if (std::fabs(std::strtod(text.c_str(), nullptr)) < 1e-299) continue;
        ASSERT_EQ(read(text), std::strtod(text.c_str(), nullptr)) << text << ", seed " << kSeed;
        digits.insert(random.index(digits.size() + 1), ".");
        text = "-" + digits;
        ASSERT_EQ(read(text), std::strtod(text.c_str(), nullptr)) << text << ", seed " << kSeed;
    }
    EXPECT_GT(fast, 5000);
    EXPECT_GT(slow, 50000);
}

TEST(Decimal, RoundsTiesToEven) {
    Random random(kSeed);
    int odd = 0, even = 0;
    for (int i = 0; i < 20000; ++i) {
        // An odd number of 54 bits lies half way between two doubles.
        const std::uint64_t whole = (std::uint64_t{1} << 53) + 2 * (random.next() >> 13) + 1;
        const std::string text = std::to_string(whole);
        ((whole >> 1 & 1) != 0 ? odd : even)++;
        ASSERT_EQ(read(text), std::strtod(text.c_str(), nullptr)) << text;
    }
    EXPECT_GT(odd, 5000);
    EXPECT_GT(even, 5000);
}

}  // namespace
}  // namespace hullbake::test
