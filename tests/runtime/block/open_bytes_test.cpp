// Proves that ClipMap::open refuses blocks that were cut, flipped, moved or made by another version.
#include <gtest/gtest.h>

#include <array>
#include <cstring>
#include <iostream>
#include <map>
#include <memory>
#include <string>

#include "formats/hull_writer.hpp"
#include "runtime/block/hull_block.hpp"
#include "runtime/runtime_support.hpp"

namespace hullbake::test {
namespace {

using namespace format;

TEST(OpenBytes, TheSmallBlocksOpen) {
    for (HullBlock block : {smallBlock(), largerBlock()}) {
        const OpenResult opened = block.open();
        EXPECT_TRUE(opened);
        EXPECT_EQ(opened.status, Status::Ok);
        EXPECT_EQ(std::string(opened.section), "");
        EXPECT_EQ(opened.map.hullCount(), 2u);
        EXPECT_EQ(opened.map.modelCount(), 2u);
        EXPECT_EQ(opened.map.tables().header->byteCount, block.bytes.size());
        std::size_t hits = 0;
        EXPECT_EQ(askEverything(opened.map, 5, 2000, hits), "");
        EXPECT_GE(hits, 200u);
        for (const std::string_view id : kSections) EXPECT_GT(block.entry(id).count, 0u) << id;
    }
}

// Opens a copy of exactly this size on the heap, so that a sanitizer detects reads of one byte too many.
OpenResult openCopy(const std::byte* from, std::size_t size) {
    const std::vector<std::byte> copy(from, from + size);
    OpenResult result = ClipMap::open(copy);
    result.map = {};
    return result;
}

TEST(OpenBytes, EveryTruncationIsRefused) {
    const HullBlock block = smallBlock();
    for (std::size_t size = 0; size < block.bytes.size(); ++size) {
        const OpenResult opened = openCopy(block.bytes.data(), size);
        ASSERT_EQ(opened.status, size < sizeof(FileHeader) ? Status::TooSmall : Status::WrongSize) << size;
        ASSERT_EQ(opened.offset, size < sizeof(FileHeader) ? 0u : offsetof(FileHeader, byteCount)) << size;
    }
    // The block is cut and its header says so: the table now refers to sections outside the block.
    std::size_t cut = 0;
    for (std::size_t size = sizeof(FileHeader); size < block.bytes.size() - kAlignment; size += 8, ++cut) {
        HullBlock shorter{{block.bytes.begin(), block.bytes.begin() + static_cast<std::ptrdiff_t>(size)}};
        shorter.header().byteCount = size;
        shorter.seal();
        ASSERT_EQ(shorter.open().status, Status::BadSectionTable) << size;
    }
    EXPECT_GE(cut, 300u);
}

TEST(OpenBytes, PaddingIsRefused) {
    HullBlock block = smallBlock();
    for (const std::size_t extra : {1, 8, 64, 4096}) {
        HullBlock longer = block;
        longer.bytes.resize(block.bytes.size() + extra);
        EXPECT_EQ(longer.open().status, Status::WrongSize);
    }
    EXPECT_EQ(ClipMap::open({}).status, Status::TooSmall);
}

Status statusOfFlip(std::size_t at) {
    if (at < offsetof(FileHeader, major)) return Status::WrongMagic;
    if (at < offsetof(FileHeader, minor)) return Status::WrongVersion;
    if (at < offsetof(FileHeader, endianTag)) return Status::HashMismatch;
    if (at < offsetof(FileHeader, byteCount)) return Status::WrongEndian;
    if (at < offsetof(FileHeader, contentHash)) return Status::WrongSize;
    return Status::HashMismatch;
}

TEST(OpenBytes, EveryFlippedByteIsRefused) {
    constexpr std::uint64_t kSeed = 31;
    std::cout << "seed " << kSeed << '\n';
    HullBlock block = smallBlock();
    Random random(kSeed);
    std::size_t flips = 0;
    for (std::size_t at = 0; at < block.bytes.size(); ++at) {
        const std::byte was = block.bytes[at];
        // The patterns are each bit alone, all bits, and two random ones.
        std::array<unsigned, 11> patterns{1, 2, 4, 8, 16, 32, 64, 128, 255};
        patterns[9] = 1 + static_cast<unsigned>(random.index(255));
        patterns[10] = 1 + static_cast<unsigned>(random.index(255));
        for (const unsigned pattern : patterns) {
            block.bytes[at] = was ^ static_cast<std::byte>(pattern);
            ASSERT_EQ(block.open().status, statusOfFlip(at)) << "byte " << at << " ^ " << pattern;
            ++flips;
        }
        block.bytes[at] = was;
    }
    EXPECT_TRUE(block.open());
    EXPECT_GE(flips, 30000u);
}

// Only the hash check is skipped: a block opened without hash must give the status that it gives with the right hash.
TEST(OpenBytes, WithoutItsHashABlockIsCheckedAsMuch) {
    constexpr std::uint64_t kSeed = 32;
    std::cout << "seed " << kSeed << '\n';
    const HullBlock good = smallBlock();
    Random random(kSeed);
    std::size_t refused = 0, opened = 0;
    for (std::size_t at = 0; at < good.bytes.size(); ++at) {
        HullBlock block = good;
        block.bytes[at] ^= static_cast<std::byte>(1 + random.index(255));
        const OpenResult without = ClipMap::openWithoutHash(block.bytes);
        block.seal();
        const OpenResult with = block.open();
        ASSERT_EQ(without.status, with.status) << "byte " << at;
        ASSERT_EQ(without.offset, with.offset) << "byte " << at;
        ASSERT_STREQ(without.section, with.section) << "byte " << at;
        ASSERT_EQ(without.map.hullCount(), with.map.hullCount()) << "byte " << at;
        ++(with ? opened : refused);
    }
    std::cout << refused << " refused, " << opened << " opened\n";
    EXPECT_GE(refused, 1000u);
    EXPECT_GE(opened, 500u);
}

TEST(OpenBytes, OnlyAlignedMemoryOpens) {
    const HullBlock block = smallBlock();
    const auto memory = std::make_unique<std::uint64_t[]>(block.bytes.size() / 8 + 2);
    auto* base = reinterpret_cast<std::byte*>(memory.get());
    for (std::size_t shift = 0; shift <= 8; ++shift) {
        std::memcpy(base + shift, block.bytes.data(), block.bytes.size());
        const OpenResult opened = ClipMap::open({base + shift, block.bytes.size()});
        EXPECT_EQ(opened.status, shift % 8 == 0 ? Status::Ok : Status::Misaligned) << shift;
    }
}

TEST(OpenBytes, VersionsAndByteOrder) {
    HullBlock block = smallBlock();
    for (const std::uint16_t minor : std::initializer_list<std::uint16_t>{kMinor + 1, 77, 0xffff}) {
        block.header().minor = minor;
        block.seal();
        EXPECT_TRUE(block.open()) << minor;
    }
    for (const std::uint16_t major : std::initializer_list<std::uint16_t>{kMajor + 1, kMajor - 1, 0xffff}) {
        HullBlock other = block;
        other.header().major = major;
        other.seal();
        const OpenResult opened = other.open();
        EXPECT_EQ(opened.status, Status::WrongVersion);
        EXPECT_EQ(opened.offset, offsetof(FileHeader, major));
    }
    block.header().endianTag = 0x04030201;
    block.seal();
    EXPECT_EQ(block.open().status, Status::WrongEndian);
    EXPECT_EQ(block.open().offset, offsetof(FileHeader, endianTag));
}

// Files of versions 1.0 and 1.1 have no shapes of the world's brushes. All but the turned world answers as before.
TEST(OpenBytes, OlderMinorsHaveAWorldThatDoesNotTurn) {
    const HullBlock block = smallBlock();
    ASSERT_TRUE(block.open().map.turnable({0}));
    for (const std::uint16_t minor : std::initializer_list<std::uint16_t>{0, 1}) {
        HullBlock old{withoutWorldShapes(block.bytes)};
        old.header().minor = minor;
        old.seal();
        const OpenResult opened = old.open();
        ASSERT_TRUE(opened) << statusText(opened.status) << ' ' << opened.section;
        EXPECT_FALSE(opened.map.turnable({0}));
        EXPECT_TRUE(opened.map.turnable({1}));
        std::size_t hits = 0;
        EXPECT_EQ(askEverything(opened.map, 5, 500, hits), "");
        EXPECT_GE(hits, 50u);
        TraceCall call;
        call.probe.box = Box{{-8, -8, -8}, {8, 8, 8}};
        call.start = {0, 0, 200};
        call.end = {0, 0, -200};
        const Trace now = traceOf(block.open().map, call), then = traceOf(opened.map, call);
        EXPECT_TRUE(now.hit);
        EXPECT_EQ(text(now), text(then));
        call.probe.transform = Transform::rotated({0, 45, 0});
        EXPECT_FALSE(traceOf(block.open().map, call).invalid);
        EXPECT_EQ(traceOf(opened.map, call).refusal, Refusal::UnturnableModel);
    }
}

TEST(OpenBytes, TextModeDamageIsNamed) {
    const HullBlock block = smallBlock();
    // Conversions of text files: CR LF to LF, LF to CR LF, the high bit cleared.
    HullBlock unixed = block, stripped = block;
    unixed.bytes.erase(unixed.bytes.begin() + 4);
    EXPECT_EQ(unixed.open().status, Status::WrongMagic);
    stripped.bytes[0] &= std::byte{0x7f};
    EXPECT_EQ(stripped.open().status, Status::WrongMagic);
    HullBlock dosed = block;
    dosed.bytes.insert(dosed.bytes.begin() + 7, std::byte{'\r'});
    EXPECT_EQ(dosed.open().status, Status::WrongMagic);
}

TEST(OpenBytes, UnknownSectionsAreSkipped) {
    HullBlock block = smallBlock();
    const std::array<std::array<char, 3>, 5> odd{};  // an element size that none of the records has
    HullWriter writer;
    writer.add<std::array<char, 3>>("NEW1", odd);
    for (const SectionEntry& entry : block.entries()) {
        const std::string id(entry.id, 4);
        const std::string_view bytes(reinterpret_cast<const char*>(block.bytes.data()) + entry.offset,
                                     entry.count * entry.elementSize);
        writer.add(id, bytes);
    }
    writer.add("NEW2", std::string_view{});
    HullBlock rebuilt{writer.finish(1, block.header().maxDepth)};
    for (const SectionEntry& entry : block.entries()) {
        SectionEntry& copy = rebuilt.entry(std::string_view(entry.id, 4));
        copy.elementSize = entry.elementSize;
        copy.count = entry.count;
    }
    rebuilt.header().minor = kMinor + 1;
    rebuilt.seal();
    const OpenResult opened = rebuilt.open();
    ASSERT_TRUE(opened) << statusText(opened.status) << ' ' << opened.section;
    // Both blocks contain the same map, so the answers must be equal.
    const OpenResult original = block.open();
    Random random(8);
    std::size_t hits = 0;
    for (int i = 0; i < 2000; ++i) {
        TraceCall call;
        call.probe = hullProbe({0});
        call.start = random.pointIn({{-150, -150, 0}, {150, 150, 120}});
        call.end = random.pointIn({{-150, -150, -60}, {150, 150, 60}});
        const Trace trace = traceOf(opened.map, call);
        ASSERT_TRUE(sameBits(trace, traceOf(original.map, call)));
        hits += trace.hit ? 1 : 0;
    }
    EXPECT_GE(hits, 500u);
}

}  // namespace
}  // namespace hullbake::test
