// Proves that heights of PGM, PNG and bare samples are read as they stand there, and that bad files are one error.
#include <gtest/gtest.h>

#include <algorithm>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "formats/heightfield.hpp"
#include "support/picture_bytes.hpp"
#include "support/random.hpp"
#include "support/test_size.hpp"

namespace hullbake {
namespace {

using test::pgmBytes, test::pngBytes, test::pngChunk, test::Random;

using Samples = std::vector<std::uint16_t>;

std::span<const std::byte> bytesOf(const std::string& text) {
    return std::as_bytes(std::span(text));
}

Heightfield parsed(const std::string& text) {
    auto read = parseHeights(bytesOf(text), "t");
    if (const auto* fault = std::get_if<Diagnostic>(&read)) {
        ADD_FAILURE() << fault->text();
        return {};
    }
    return std::get<Heightfield>(std::move(read));
}

std::string refused(const std::string& text) {
    const auto read = parseHeights(bytesOf(text), "t");
    const auto* fault = std::get_if<Diagnostic>(&read);
    return fault != nullptr ? fault->text() : "no error";
}

std::string refusedRaw(const std::string& text, const RawHeights& form) {
    const auto read = parseRawHeights(bytesOf(text), form, "t");
    const auto* fault = std::get_if<Diagnostic>(&read);
    return fault != nullptr ? fault->text() : "no error";
}

TEST(Heightfields, PlainPgmWithComments) {
    const Heightfield field = parsed("P2 # heights\n#of a hill\n3 2\r\n15\n0 1 2\n\t15 # last\n 4 5");
    EXPECT_EQ(field.columns, 3u);
    EXPECT_EQ(field.rows, 2u);
    EXPECT_EQ(field.largest, 15u);
    EXPECT_EQ(field.samples, (Samples{0, 1, 2, 15, 4, 5}));
    EXPECT_EQ(field.at(1, 0), 15u);
}

TEST(Heightfields, PgmOfBytes) {
    EXPECT_EQ(parsed("P5 2 2 255 " + std::string{'\0', '\xff', '\n', '#'}).samples, (Samples{0, 255, 10, 35}));
    const Samples wide{0, 65535, 256, 1, 77, 300};
    const Heightfield field = parsed(pgmBytes(3, wide, 65535));
    EXPECT_EQ(field.samples, wide);
    EXPECT_EQ(field.largest, 65535u);
}

TEST(Heightfields, PngOfEveryDepth) {
    Random random(7);
    std::size_t pictures = 0;
    for (const int bits : {1, 2, 4, 8, 16})
        for (const int color : {0, 4}) {
            if (color == 4 && bits < 8) continue;
            for (const std::uint32_t columns : {2u, 7u, 33u}) {
                Samples samples(columns * 5);
                for (std::uint16_t& sample : samples)
                    sample = static_cast<std::uint16_t>(random.whole(0, (1 << bits) - 1));
                const Heightfield field = parsed(pngBytes(columns, samples, bits, color));
                EXPECT_EQ(field.columns, columns);
                EXPECT_EQ(field.rows, 5u);
                EXPECT_EQ(field.largest, (1u << bits) - 1);
                EXPECT_EQ(field.samples, samples) << bits << ' ' << color << ' ' << columns;
                ++pictures;
            }
        }
    EXPECT_EQ(pictures, 21u);
}

TEST(Heightfields, BareSamples) {
    const std::string text{'\1', '\2', '\3', '\4', '\5', '\6', '\7', '\0'};
    const auto samples = [&](const RawHeights& form) {
        const auto read = parseRawHeights(bytesOf(text), form, "t");
        return std::holds_alternative<Heightfield>(read) ? std::get<Heightfield>(read).samples : Samples{};
    };
    EXPECT_EQ(samples({4, 2, false, false}), (Samples{1, 2, 3, 4, 5, 6, 7, 0}));
    EXPECT_EQ(samples({2, 2, true, false}), (Samples{0x201, 0x403, 0x605, 7}));
    EXPECT_EQ(samples({2, 2, true, true}), (Samples{0x102, 0x304, 0x506, 0x700}));
    EXPECT_EQ(refusedRaw(text, {4, 3, false, false}), "t: the file has 8 bytes, not the 12 of 4x3 samples");
    EXPECT_EQ(refusedRaw(text, {2, 2, false, false}), "t: the file has 8 bytes, not the 4 of 2x2 samples");
    EXPECT_EQ(refusedRaw("", {0, 2, false, false}), "t: 0x2 samples make no square; each side needs 2 at least");
    EXPECT_EQ(refusedRaw("", {20000, 2, false, false}), "t: 20000x2 samples are too many; a side has 16384 at most");
}

TEST(Heightfields, BadPgmIsOneErrorWithItsPlace) {
    EXPECT_EQ(refused(""), "t: the file is empty");
    EXPECT_EQ(refused("GIF89a"), "t: neither PGM nor PNG; for bare samples give their --size");
    EXPECT_EQ(refused("P6 2 2 255 xxxxxxxxxxxx"),
              "t: a picture of kind P6; heights are read from grey pictures, P2 or P5");
    EXPECT_EQ(refused("P2"), "t:1:3: expected the width, found the end of the file");
    EXPECT_EQ(refused("P2\n4 x2"), "t:2:3: expected the height, found 'x2'");
    EXPECT_EQ(refused("P2\n4 2x 9"), "t:2:3: expected the height, found '2x'");
    EXPECT_EQ(refused("P2\n0 2\n255\n"), "t:2:4: 0x2 samples make no square; each side needs 2 at least");
    EXPECT_EQ(refused("P2 1 2 255 0 0"), "t:1:7: 1x2 samples make no square; each side needs 2 at least");
    EXPECT_EQ(refused("P5 99999999999999999999 2 255 "),
              "t:1:4: the width 99999999999999999999 is larger than 4294967294");
    EXPECT_EQ(refused("P5 4294967294 2 255 "), "t:1:16: 4294967294x2 samples are too many; a side has 16384 at most");
    EXPECT_EQ(refused("P5 16384 16384 255 "), "t:1:15: 16384x16384 samples are too many; there may be 16777216 in all");
    EXPECT_EQ(refused("P2 2 2 0 0 0 0 0"), "t:1:9: the largest sample is 0");
    EXPECT_EQ(refused("P2 2 2 65536 0 0 0 0"), "t:1:8: the largest sample 65536 is larger than 65535");
    EXPECT_EQ(refused("P2\n2 2\n9\n1 2\n10 3"), "t:5:1: a sample 10 is larger than 9");
    EXPECT_EQ(refused("P2\n2 2\n9\n1 -2\n1 3"), "t:4:3: expected a sample, found '-2'");
    EXPECT_EQ(refused("P2\n2 2\n9\n1 2\n1 nan"), "t:5:3: expected a sample, found 'nan'");
    EXPECT_EQ(refused("P2\n2 2\n9\n1 2\n1\n"), "t:6:1: expected a sample, found the end of the file");
    EXPECT_EQ(refused("P2\n2 2\n9\n1 2\n1 2\n3"), "t:6:1: more follows the last sample");
    EXPECT_EQ(refused("P5 2 2 255 abc"), "t: the file ends too early: 1 byte of 4 are missing");
    EXPECT_EQ(refused("P5 2 2 256 abc"), "t: the file ends too early: 5 bytes of 8 are missing");
    EXPECT_EQ(refused("P5 2 2 255 abcde"), "t: 1 byte follow the last sample");
    EXPECT_EQ(refused("P5 2 2 255"), "t:1:11: expected a blank before the samples");
    EXPECT_EQ(refused("P5 2 2 9 \x01\x02\x03\x0a"),
              "t: sample 10 in row 2, column 2 is larger than 9, which the head of the file allows");
}

TEST(Heightfields, BadPngIsOneError) {
    const std::string good = pngBytes(3, {1, 2, 3, 4, 5, 6}, 8);
    ASSERT_EQ(refused(good), "no error");
    for (std::size_t size = 8; size < good.size() - 1; ++size) {
        const std::string message = refused(good.substr(0, size));
        EXPECT_TRUE(message.starts_with("t: no PNG that can be read: ")) << size << ": " << message;
    }
    std::string damaged = good;
    damaged[good.find("IDAT") + 12] ^= 1;
    EXPECT_TRUE(refused(damaged).starts_with("t: no PNG that can be read: IDAT: ")) << refused(damaged);
    std::string colours = good;
    const std::string head = test::bigEndian(3, 4) + test::bigEndian(2, 4) + std::string("\x08\x02\0\0\0", 5);
    colours.replace(8, pngChunk("IHDR", head).size(), pngChunk("IHDR", head));
    EXPECT_EQ(refused(colours), "t: the picture has colours; heights are read from grey pictures");
    const std::string huge =
        test::bigEndian(1u << 30, 4) + test::bigEndian(1u << 30, 4) + std::string("\x10\0\0\0\0", 5);
    std::string bomb = good;
    bomb.replace(8, pngChunk("IHDR", huge).size(), pngChunk("IHDR", huge));
    EXPECT_EQ(refused(bomb), "t: 1073741824x1073741824 samples are too many; a side has 16384 at most");
    EXPECT_EQ(refused(pngBytes(1, {1, 2, 3}, 8)), "t: 1x3 samples make no square; each side needs 2 at least");
}

// Any bytes give heights that are right in themselves, or one error.
TEST(Heightfields, MutatedFiles) {
    constexpr std::uint64_t kSeed = 20260301;
    Random random(kSeed);
    const std::vector<std::string> seeds = {"P2 3 2 15 0 1 2 15 4 5", pgmBytes(3, {1, 2, 3, 4, 5, 6}, 255),
                                            pgmBytes(2, {1, 2, 300, 4}, 500), pngBytes(5, Samples(20, 1), 2),
                                            pngBytes(3, {1, 2, 3, 4, 5, 6}, 16, 4)};
    std::size_t read = 0, errors = 0;
    const std::size_t rounds = test::sized<std::size_t>(20000, 400000);
    for (std::size_t i = 0; i < rounds; ++i) {
        std::string text = seeds[random.index(seeds.size())];
        for (int edit = random.whole(1, 3); edit > 0; --edit) {
            const std::size_t at = random.index(text.size());
            if (random.chance(0.2))
                text.resize(at + 1);
            else if (random.chance(0.3))
                text.insert(at, 1, static_cast<char>(random.whole('0', '9')));
            else
                text[at] = static_cast<char>(random.whole(0, 255));
        }
        const auto result = parseHeights(bytesOf(text), "t");
        if (const auto* fault = std::get_if<Diagnostic>(&result)) {
            ASSERT_FALSE(fault->message.empty());
            ++errors;
            continue;
        }
        const Heightfield& field = std::get<Heightfield>(result);
        ASSERT_EQ(field.samples.size(), std::size_t{field.columns} * field.rows) << "seed " << kSeed << ", " << i;
        ASSERT_LE(*std::max_element(field.samples.begin(), field.samples.end()), field.largest);
        ++read;
    }
    EXPECT_GE(read, rounds / 50);
    EXPECT_GE(errors, rounds / 4);
}

}  // namespace
}  // namespace hullbake
