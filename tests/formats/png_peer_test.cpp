// Compares our own PNG and zlib with libpng and zlib: in what they read, what they refuse, and what they make of ours.
#include <gtest/gtest.h>
#include <png.h>
#include <zlib.h>

#include <array>
#include <csetjmp>
#include <cstdint>
#include <cstring>
#include <set>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "formats/deflate.hpp"
#include "formats/inflate.hpp"
#include "formats/png_heights.hpp"
#include "formats/png_picture.hpp"
#include "support/random.hpp"
#include "support/test_size.hpp"

namespace hullbake {
namespace {

using test::Random;
using Bytes = std::vector<std::uint8_t>;

constexpr std::uint64_t kSeed = 20261127;

std::span<const std::byte> bytesOf(const std::string& text) {
    return std::as_bytes(std::span(text));
}

/// Bytes as they occur: noise, one value, runs, slopes, and pieces that come again.
Bytes someBytes(Random& random, std::size_t size) {
    Bytes bytes(size);
    const int kind = random.whole(0, 4);
    for (std::size_t i = 0; i < size; ++i) {
        const auto noise = static_cast<std::uint8_t>(random.whole(0, 255));
        switch (kind) {
            case 0:
                bytes[i] = noise;
                break;
            case 1:
                bytes[i] = 77;
                break;
            case 2:
                bytes[i] = i == 0 || random.chance(0.02) ? noise : bytes[i - 1];
                break;
            case 3:
                bytes[i] = static_cast<std::uint8_t>(i / 3 + (random.chance(0.1) ? 1 : 0));
                break;
            default:
                bytes[i] = i < 40 || random.chance(0.01) ? noise : bytes[i - 37];
                break;
        }
    }
    return bytes;
}

/// Packs by zlib. Its strategies make stored, fixed and own codes, with and without copies.
std::string packedByZlib(const Bytes& bytes, int level, int strategy) {
    z_stream stream{};
    EXPECT_EQ(deflateInit2(&stream, level, Z_DEFLATED, 15, 8, strategy), Z_OK);
    std::string out(deflateBound(&stream, bytes.size()), '\0');
    stream.next_in = const_cast<Bytef*>(bytes.data());
    stream.avail_in = static_cast<uInt>(bytes.size());
    stream.next_out = reinterpret_cast<Bytef*>(out.data());
    stream.avail_out = static_cast<uInt>(out.size());
    EXPECT_EQ(deflate(&stream, Z_FINISH), Z_STREAM_END);
    out.resize(stream.total_out);
    deflateEnd(&stream);
    return out;
}

struct Unpacked {
    bool isWhole = false;
    Bytes bytes;
    std::size_t used = 0;
};

/// Unpacks by zlib what follows the head of a stream, without its check sum.
Unpacked unpackedByZlib(const std::string& packed, std::size_t most) {
    z_stream stream{};
    EXPECT_EQ(inflateInit2(&stream, -15), Z_OK);
    Unpacked unpacked{false, Bytes(most + 1), 0};
    stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(packed.data() + 2));
    stream.avail_in = static_cast<uInt>(packed.size() - 2);
    stream.next_out = unpacked.bytes.data();
    stream.avail_out = static_cast<uInt>(unpacked.bytes.size());
    unpacked.isWhole = inflate(&stream, Z_FINISH) == Z_STREAM_END && stream.total_out <= most;
    unpacked.bytes.resize(stream.total_out);
    unpacked.used = 2 + stream.total_in;
    inflateEnd(&stream);
    return unpacked;
}

TEST(PngPeer, UnpacksWhatZlibPacks) {
    Random random(kSeed);
    const int rounds = test::sized(60, 2000);
    for (int round = 0; round < rounds; ++round) {
        const Bytes bytes = someBytes(random, random.index(round % 8 == 0 ? 200000 : 600));
        for (const int strategy : {Z_DEFAULT_STRATEGY, Z_FILTERED, Z_HUFFMAN_ONLY, Z_RLE, Z_FIXED}) {
            const std::string packed = packedByZlib(bytes, random.whole(0, 9), strategy);
            Bytes out(bytes.size());
            ASSERT_EQ(unpackZlib(bytesOf(packed), out), "") << "seed " << kSeed << ", " << round << ' ' << strategy;
            ASSERT_EQ(out, bytes);
            // A byte less, a byte more, and any shorter stream are faults.
            if (!bytes.empty()) {
                ASSERT_NE(unpackZlib(bytesOf(packed), std::span(out).first(out.size() - 1)), "");
            }
            out.push_back(0);
            ASSERT_NE(unpackZlib(bytesOf(packed), out), "");
            out.pop_back();
            ASSERT_NE(unpackZlib(bytesOf(packed).first(random.index(packed.size())), out), "");
        }
    }
}

TEST(PngPeer, ZlibUnpacksWhatWePack) {
    Random random(kSeed + 1);
    std::size_t ours = 0, theirs = 0;
    const int rounds = test::sized(60, 2000);
    for (int round = 0; round < rounds; ++round) {
        const Bytes bytes = someBytes(random, random.index(round % 8 == 0 ? 200000 : 600));
        const std::string packed = packZlib(bytes);
        Bytes out(bytes.size() + 1);
        uLongf size = out.size();
        ASSERT_EQ(uncompress(out.data(), &size, reinterpret_cast<const Bytef*>(packed.data()), packed.size()), Z_OK);
        out.resize(size);
        ASSERT_EQ(out, bytes) << "seed " << kSeed << ", " << round;
        Bytes own(bytes.size());
        ASSERT_EQ(unpackZlib(bytesOf(packed), own), "");
        ASSERT_EQ(own, bytes);
        ours += packed.size();
        theirs += packedByZlib(bytes, 6, Z_FIXED).size();
    }
    EXPECT_LE(ours * 100, theirs * 110) << theirs;
}

// Damaged streams: both refuse them, or both read the same bytes. The check sum is made anew, or it would refuse all.
TEST(PngPeer, DamagedStreamsAreReadAsByZlib) {
    Random random(kSeed + 2);
    const int rounds = test::sized(20000, 1000000);
    int whole = 0, refused = 0;
    for (int round = 0; round < rounds; ++round) {
        const Bytes bytes = someBytes(random, 1 + random.index(300));
        const int strategies[] = {Z_DEFAULT_STRATEGY, Z_HUFFMAN_ONLY, Z_FIXED};
        std::string packed = packedByZlib(bytes, random.chance(0.1) ? 0 : 9, strategies[random.index(3)]);
        for (int edit = random.whole(1, 2); edit > 0; --edit) {
            char& byte = packed[2 + random.index(packed.size() - 2)];
            byte = random.chance(0.5) ? static_cast<char>(byte ^ 1 << random.whole(0, 7))
                                      : static_cast<char>(random.whole(0, 255));
        }
        const Unpacked peer = unpackedByZlib(packed, 100000);
        Bytes out(peer.bytes.size());
        if (peer.isWhole) {
            packed.resize(peer.used);
            const std::uint32_t sum = adler32(std::span<const std::uint8_t>(peer.bytes));
            for (const int shift : {24, 16, 8, 0}) packed += static_cast<char>(sum >> shift & 255);
        }
        const std::string fault = unpackZlib(bytesOf(packed), out);
        ASSERT_EQ(fault.empty(), peer.isWhole) << fault << ", seed " << kSeed << ", " << round;
        if (peer.isWhole) {
            ASSERT_EQ(out, peer.bytes) << "seed " << kSeed << ", " << round;
        }
        ++(peer.isWhole ? whole : refused);
    }
    EXPECT_GE(whole, rounds / 20);
    EXPECT_GE(refused, rounds / 20);
}

struct Picture {
    png_uint_32 columns = 0, rows = 0;
    int bits = 8, colour = PNG_COLOR_TYPE_GRAY;
    std::vector<Bytes> lines;  ///< as libpng takes and gives them, narrow pixels packed
};

void appendTo(png_structp png, png_bytep data, png_size_t size) {
    static_cast<std::string*>(png_get_io_ptr(png))->append(reinterpret_cast<const char*>(data), size);
}

void takeFrom(png_structp png, png_bytep data, png_size_t size) {
    auto& rest = *static_cast<std::span<const std::byte>*>(png_get_io_ptr(png));
    if (size > rest.size()) png_error(png, "the end");
    std::memcpy(data, rest.data(), size);
    rest = rest.subspan(size);
}

void ignore(png_structp, png_const_charp) {}

/// Writes by libpng with any filters, level and part of the file. Interlaced ones are written pass by pass.
std::string writtenByLibpng(Picture& picture, Random& random, bool isInterlaced) {
    std::string text;
    png_structp png = png_create_write_struct(PNG_LIBPNG_VER_STRING, nullptr, nullptr, ignore);
    png_infop info = png_create_info_struct(png);
    png_set_write_fn(png, &text, appendTo, nullptr);
    png_set_IHDR(png, info, picture.columns, picture.rows, picture.bits, picture.colour,
                 isInterlaced ? PNG_INTERLACE_ADAM7 : PNG_INTERLACE_NONE, PNG_COMPRESSION_TYPE_DEFAULT,
                 PNG_FILTER_TYPE_DEFAULT);
    const int filters[] = {PNG_FILTER_NONE, PNG_FILTER_SUB,   PNG_FILTER_UP,
                           PNG_FILTER_AVG,  PNG_FILTER_PAETH, PNG_ALL_FILTERS};
    png_set_filter(png, 0, filters[random.index(std::size(filters))]);
    png_set_compression_level(png, random.whole(0, 9));
    png_set_compression_buffer_size(png, static_cast<png_size_t>(random.whole(60, 8000)));
    if (random.chance(0.3)) png_set_gAMA(png, info, 0.5);
    std::vector<png_bytep> lines;
    for (Bytes& line : picture.lines) lines.push_back(line.data());
    png_set_rows(png, info, lines.data());
    png_write_png(png, info, PNG_TRANSFORM_IDENTITY, nullptr);
    png_destroy_write_struct(&png, &info);
    return text;
}

/// Reads by libpng, as it stands or with narrow pixels as bytes. Returns false if it refuses.
bool readByLibpng(const std::string& text, int transforms, Picture& picture) {
    std::span<const std::byte> rest = bytesOf(text);
    png_structp png = png_create_read_struct(PNG_LIBPNG_VER_STRING, nullptr, nullptr, ignore);
    png_infop info = png_create_info_struct(png);
    png_set_read_fn(png, &rest, takeFrom);
    if (setjmp(png_jmpbuf(png)) != 0) {
        png_destroy_read_struct(&png, &info, nullptr);
        return false;
    }
    png_set_user_limits(png, kMostHeightsAlong, kMostHeightsAlong);
    png_read_png(png, info, transforms, nullptr);
    png_get_IHDR(png, info, &picture.columns, &picture.rows, &picture.bits, &picture.colour, nullptr, nullptr, nullptr);
    png_bytepp lines = png_get_rows(png, info);
    for (png_uint_32 row = 0; row < picture.rows; ++row)
        picture.lines.emplace_back(lines[row], lines[row] + png_get_rowbytes(png, info));
    png_destroy_read_struct(&png, &info, nullptr);
    return true;
}

std::vector<std::uint16_t> samplesOf(const Picture& picture) {
    std::vector<std::uint16_t> samples;
    for (const Bytes& line : picture.lines)
        for (std::size_t column = 0; column < picture.columns; ++column)
            samples.push_back(picture.bits == 16
                                  ? static_cast<std::uint16_t>(line[2 * column] << 8 | line[2 * column + 1])
                                  : std::uint16_t{line[column]});
    return samples;
}

constexpr int kSamples = PNG_TRANSFORM_PACKING | PNG_TRANSFORM_STRIP_ALPHA;

Picture somePicture(Random& random) {
    Picture picture;
    picture.columns = static_cast<png_uint_32>(random.whole(2, random.chance(0.1) ? 300 : 20));
    picture.rows = static_cast<png_uint_32>(random.whole(2, 20));
    picture.bits = 1 << random.whole(0, 4);
    const bool hasAlpha = picture.bits >= 8 && random.chance(0.4);
    if (hasAlpha) picture.colour = PNG_COLOR_TYPE_GRAY_ALPHA;
    const std::size_t pixelBits = static_cast<std::size_t>(picture.bits) * (hasAlpha ? 2 : 1);
    for (png_uint_32 row = 0; row < picture.rows; ++row)
        picture.lines.push_back(someBytes(random, (picture.columns * pixelBits + 7) / 8));
    return picture;
}

TEST(PngPeer, ReadsWhatLibpngWrites) {
    Random random(kSeed + 3);
    const int rounds = test::sized(400, 20000);
    std::set<std::string> kinds;
    for (int round = 0; round < rounds; ++round) {
        Picture picture = somePicture(random);
        const bool isInterlaced = random.chance(0.5);
        const std::string text = writtenByLibpng(picture, random, isInterlaced);
        Picture peer;
        ASSERT_TRUE(readByLibpng(text, kSamples, peer));
        const auto read = readPngHeights(bytesOf(text));
        ASSERT_TRUE(std::holds_alternative<Heightfield>(read)) << std::get<std::string>(read) << ", seed " << kSeed;
        const Heightfield& field = std::get<Heightfield>(read);
        ASSERT_EQ(field.columns, peer.columns);
        ASSERT_EQ(field.rows, peer.rows);
        ASSERT_EQ(field.largest, (1u << picture.bits) - 1);
        ASSERT_EQ(field.samples, samplesOf(peer)) << "seed " << kSeed << ", " << round;
        kinds.insert(std::to_string(picture.bits) + (picture.colour == 0 ? "" : "a") + (isInterlaced ? "i" : ""));
    }
    EXPECT_EQ(kinds.size(), 14u);  // five depths, two of them with alpha, interlaced or not
}

// What we read of damaged files, libpng reads too, and as we do. We refuse some that it mends.
TEST(PngPeer, DamagedFilesAreNeverReadOtherwise) {
    Random random(kSeed + 4);
    const int rounds = test::sized(4000, 200000);
    int read = 0, refused = 0;
    for (int round = 0; round < rounds; ++round) {
        Picture picture = somePicture(random);
        std::string text = writtenByLibpng(picture, random, random.chance(0.5));
        const std::size_t at = 8 + random.index(text.size() - 8);
        if (random.chance(0.2)) {
            text.resize(at);
        } else {
            text[at] = static_cast<char>(text[at] ^ 1 << random.whole(0, 7));
        }
        const auto ours = readPngHeights(bytesOf(text));
        if (std::holds_alternative<std::string>(ours)) {
            EXPECT_FALSE(std::get<std::string>(ours).empty());
            ++refused;
            continue;
        }
        Picture peer;
        ASSERT_TRUE(readByLibpng(text, kSamples, peer)) << "seed " << kSeed << ", " << round;
        ASSERT_EQ(std::get<Heightfield>(ours).samples, samplesOf(peer)) << "seed " << kSeed << ", " << round;
        ++read;
    }
    EXPECT_GE(read, rounds / 200);
    EXPECT_GE(refused, rounds / 2);
}

TEST(PngPeer, LibpngReadsWhatWeWrite) {
    Random random(kSeed + 5);
    for (int round = 0; round < 200; ++round) {
        const std::size_t width = 1 + random.index(round % 20 == 0 ? 400 : 30), height = 1 + random.index(30);
        const Bytes pixels = someBytes(random, width * height * 3);
        std::string png, error;
        ASSERT_TRUE(encodePng(pixels, width, height, png, error)) << error;
        Picture peer;
        ASSERT_TRUE(readByLibpng(png, PNG_TRANSFORM_IDENTITY, peer));
        ASSERT_EQ(peer.colour, PNG_COLOR_TYPE_RGB);
        ASSERT_EQ(peer.columns, width);
        ASSERT_EQ(peer.rows, height);
        Bytes read;
        for (const Bytes& line : peer.lines) read.insert(read.end(), line.begin(), line.end());
        ASSERT_EQ(read, pixels) << "seed " << kSeed << ", " << round;
    }
    std::string png, error;
    EXPECT_FALSE(encodePng(Bytes(9), 2, 2, png, error));
    EXPECT_EQ(error, "the pixels are not those of the picture");
    EXPECT_FALSE(encodePng({}, 0, 2, png, error));
}

}  // namespace
}  // namespace hullbake
