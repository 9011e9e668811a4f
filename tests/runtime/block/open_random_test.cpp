// Proves that blocks damaged at random and sealed again are refused, or answer every query in range.
#include <gtest/gtest.h>

#include <array>
#include <bit>
#include <cmath>
#include <cstring>
#include <iostream>
#include <limits>
#include <map>
#include <string>
#include <vector>

#include "runtime/block/hull_block.hpp"
#include "runtime/runtime_support.hpp"
#include "support/test_size.hpp"

namespace hullbake::test {
namespace {

using namespace format;

// Writes a number that is likely to cause faults, in one of the widths of the file's fields.
void writeOdd(HullBlock& block, std::size_t at, Random& random) {
    constexpr std::array<std::uint64_t, 8> kWords = {0,          1,           0x7fffffff,         0x80000000,
                                                     0xffffffff, 0x100000000, 0x7fffffffffffffff, ~0ull};
    constexpr std::array<double, 8> kDoubles = {0,  -0.0, 1, -1, 1e300, 1e-300, std::numeric_limits<double>::infinity(),
                                                0.5};
    const std::size_t kind = random.index(3);
    std::uint64_t word = kWords[random.index(kWords.size())];
    if (kind == 1) word = std::bit_cast<std::uint64_t>(kDoubles[random.index(kDoubles.size())]);
    if (kind == 2) word = random.index(40);
    const std::size_t width = std::size_t{1} << random.index(4);
    at -= at % width;
    std::memcpy(block.bytes.data() + at, &word, width);
}

// Damages one to six bytes or fields. Every other turn aims at the records that queries visit.
void damage(HullBlock& block, Random& random, std::size_t turn) {
    constexpr std::array<std::string_view, 8> kAims = {"NODE", "PLAN", "BRSH", "SIDE", "BVHN", "ROOT", "GBRU", "GLST"};
    std::size_t from = sizeof(FileHeader), size = block.bytes.size() - from;
    if (turn % 2 == 1) {
        const SectionEntry& aim = block.entry(kAims[random.index(kAims.size())]);
        from = aim.offset;
        size = aim.count * aim.elementSize;
    }
    for (std::size_t i = 1 + random.index(6); i > 0; --i) {
        const std::size_t at = from + random.index(size);
        const std::size_t kind = random.index(3);
        if (kind == 0) block.bytes[at] ^= static_cast<std::byte>(1u << random.index(8));
        if (kind == 1) block.bytes[at] = static_cast<std::byte>(random.index(256));
        if (kind == 2) writeOdd(block, at, random);
    }
}

TEST(OpenRandom, WhateverOpensAnswers) {
    constexpr std::uint64_t kSeed = 20011;
    std::cout << "seed " << kSeed << '\n';
    Random random(kSeed);
    const std::array<HullBlock, 2> whole = {smallBlock(), largerBlock()};
    std::map<Status, std::size_t> counts;
    std::size_t hits = 0;
    constexpr std::size_t kFullTurns = 100000;
    const std::size_t turns = sized(10000, kFullTurns);
    for (std::size_t turn = 0; turn < turns; ++turn) {
        HullBlock block = whole[turn / 2 % 2];
        damage(block, random, turn);
        block.seal();
        const OpenResult opened = block.open();
        ++counts[opened.status];
        if (!opened) {
            ASSERT_EQ(opened.map.hullCount(), 0u);
            ASSERT_LE(opened.offset, block.bytes.size());
            continue;
        }
        ASSERT_EQ(askEverything(opened.map, turn, 20, hits), "") << "turn " << turn;
    }
    for (const auto& [status, count] : counts) std::cout << count << ' ' << statusText(status) << '\n';
    const auto least = [&](std::size_t ofFull) { return scaledMinimum(ofFull, turns, kFullTurns); };
    EXPECT_GE(counts[Status::Ok], least(10000));
    EXPECT_GE(hits, least(50000));
    EXPECT_GE(counts[Status::BadSectionTable], least(300));
    EXPECT_GE(counts[Status::MissingSection], least(100));
    EXPECT_GE(counts[Status::BadRecord], least(5000));
    EXPECT_GE(counts[Status::BadTree], least(1000));
    EXPECT_EQ(counts[Status::HashMismatch], 0u) << "the hash is sealed again";
}

constexpr ChildRef kEmpty = leafOf(Contents::Empty);

// Adds a complete tree of `levels` with `leaf` at every end. Every plane contains the origin, so that a query there
// touches all.
ChildRef addBush(std::vector<NodeRecord>& nodes, std::vector<PlaneRecord>& planes, int levels, ChildRef leaf,
                 Random& random) {
    const auto root = static_cast<std::uint32_t>(nodes.size()), count = (1u << levels) - 1;
    for (std::uint32_t i = 0; i < count; ++i) {
        const auto plane = static_cast<std::uint32_t>(planes.size());
        const Vec3 normal = random.direction();
        planes.push_back({{normal.x, normal.y, normal.z}, 0});
        const std::uint32_t front = 2 * i + 1;
        nodes.push_back(front < count ? generalNode(plane, root + front, root + front + 1)
                                      : generalNode(plane, leaf, leaf));
    }
    return root;
}

// The worst case of a valid file: in both trees all planes go through one point. A query there may cost the product of
// the trees' sizes. It must still end, with an answer or with `invalid`.
TEST(OpenRandom, AThicketOfPlanesThroughOnePoint) {
    constexpr std::uint64_t kSeed = 6;
    std::cout << "seed " << kSeed << '\n';
    Random random(kSeed);
    std::vector<NodeRecord> nodes;
    std::vector<PlaneRecord> planes;
    RootRecord root{};
    root.blocking = addBush(nodes, planes, 7, kEmpty, random);
    root.liquid = addBush(nodes, planes, 7, leafOf(Contents::Water), random);
    const HullBlock block = craftedBlock(nodes, root, planes, 16);
    const OpenResult opened = block.open();
    ASSERT_TRUE(opened) << statusText(opened.status) << " in " << opened.section;
    std::size_t asked = 0;
    for (const Contents mask : {kMaskAll, kMaskBlocking, kMaskLiquid})
        for (const Vec3& end : {Vec3{}, Vec3{8, 0, 0}, Vec3{0, 0, -3}}) {
            TraceCall call{hullProbe({0}), {}, end};
            call.probe.mask = mask;
            const Trace trace = traceOf(opened.map, call);
            EXPECT_TRUE(trace.invalid || trace.startsolid == any(mask & kMaskLiquid))
                << text(call) << " answered " << text(trace);
            EXPECT_EQ(trace.refusal, trace.invalid ? Refusal::TooMuchWork : Refusal::None);
            ++asked;
        }
    EXPECT_EQ(asked, 9u);
    EXPECT_EQ(opened.map.contentsAt(hullProbe({0}), {}), Contents::Water);
}

}  // namespace
}  // namespace hullbake::test
