// Proves the sweep against eight bounds at once: scalar and vector code agree to the last bit and miss no overlap.
#include <gtest/gtest.h>

#include <bit>
#include <cstdint>
#include <iostream>

#include "runtime/runtime_support.hpp"
#include "runtime/src/brushes/bvh_sweep.hpp"

namespace hullbake::test {
namespace {

using namespace detail;

format::BvhNode randomNode(Random& random, double spread) {
    format::BvhNode node{};
    for (int slot = 0; slot < 8; ++slot) {
        const bool empty = random.index(8) == 0;
        node.child[slot] = empty ? format::kNoIndex : format::kBvhLeaf;
        for (int a = 0; a < 3; ++a) {
            const double low = std::round(random.between(-spread, spread));
            node.mins[a][slot] = empty ? format::kEmptySlot : static_cast<float>(low);
            node.maxs[a][slot] = empty ? format::kEmptySlot : static_cast<float>(low + random.between(0, spread / 4));
        }
    }
    return node;
}

// Draws segments of which some are axial, some very short, and some start on a bound.
Segment randomSweep(Random& random, double spread, std::size_t turn) {
    Segment segment;
    for (int a = 0; a < 3; ++a) {
        segment.start[a] = std::round(random.between(-spread, spread));
        segment.end[a] = random.between(-spread, spread);
        if (turn % 4 == 1 && a != 0) segment.end[a] = segment.start[a];
        if (turn % 4 == 2) segment.end[a] = segment.start[a] + random.between(-1e-30, 1e-30);
    }
    return segment;
}

// Tests in double precision, without any margin.
bool touches(const format::BvhNode& node, int slot, const Box& box, const Segment& segment) {
    double enter = 0, leave = 1;
    for (int a = 0; a < 3; ++a) {
        const double low = double{node.mins[a][slot]} - box.maxs[a], high = double{node.maxs[a][slot]} - box.mins[a];
        const double from = segment.start[a], way = segment.end[a] - from;
        if (way == 0) {
            if (from < low || from > high) return false;
            continue;
        }
        const double one = (low - from) / way, two = (high - from) / way;
        enter = std::max(enter, std::min(one, two));
        leave = std::min(leave, std::max(one, two));
    }
    return enter <= leave;
}

std::size_t differences(const Met& one, const Met& two) {
    std::size_t differing = one.mask != two.mask ? 1 : 0;
    for (int slot = 0; slot < 8; ++slot)
        differing += std::bit_cast<std::uint32_t>(one.enter[slot]) != std::bit_cast<std::uint32_t>(two.enter[slot]);
    return differing;
}

TEST(VolumeTest, ScalarAndVectorAnswersAreTheSameBits) {
#ifdef HULLBAKE_AVX
    std::cout << (kHasAvx ? "with" : "without") << " 256-bit vectors\n";
#endif

    constexpr std::uint64_t kSeed = 31337;
    std::cout << "seed " << kSeed << '\n';
    Random random(kSeed);
    std::size_t met = 0, passed = 0, missed = 0, differing = 0;
    for (std::size_t i = 0; i < 200000; ++i) {
        const double spread = i % 2 == 0 ? 256 : 200000;
        const format::BvhNode node = randomNode(random, spread);
        const Box box{{-16, -16, -24}, {16, 16, 32}};
        const Segment segment = randomSweep(random, spread, i);
        const Sweep sweep(reachOf(box), segment.start, segment.end - segment.start);
        const auto limit = static_cast<float>(i % 3 == 0 ? random.unit() : 1);
        const Met scalar = meetScalar(node, sweep, limit), vector = meetVector(node, sweep, limit);
        differing += differences(scalar, vector);
#ifdef HULLBAKE_AVX
        if (kHasAvx) differing += differences(scalar, meetWide(node, sweep, limit));
#endif
        for (int slot = 0; slot < 8; ++slot) {
            const bool seen = (scalar.mask >> slot & 1) != 0;
            ++(seen ? met : passed);
            if (limit == 1 && !seen && touches(node, slot, box, segment)) ++missed;
        }
    }
    EXPECT_EQ(differing, 0u);
    EXPECT_EQ(missed, 0u);
    EXPECT_GE(met, 5000u);
    EXPECT_GE(passed, 200000u);
}

}  // namespace
}  // namespace hullbake::test
