// Compares the bounds of many brushes with boxes, against one comparison after the other.
#include "compiler/growth/neighbour_bounds.hpp"

#include <gtest/gtest.h>

#include <iostream>

#include "support/random.hpp"
#include "support/test_size.hpp"

namespace hullbake::test {
namespace {

// Coordinates are whole, or differ by about kOnPlane, so that many boxes touch, contain one another and are equal.
Box randomBounds(Rng& random, int size) {
    Box box;
    for (int a = 0; a < 3; ++a) {
        box.mins[a] = random.whole(-4, 4);
        box.maxs[a] = box.mins[a] + random.whole(0, size);
        if (random.chance(0.2)) box.mins[a] += random.whole(-3, 3) * 0.5 * kOnPlane;
        if (random.chance(0.2)) box.maxs[a] += random.whole(-3, 3) * 0.5 * kOnPlane;
    }
    return box;
}

bool boundsTouch(const Box& a, const Box& b) {
    for (int i = 0; i < 3; ++i)
        if (a.mins[i] > b.maxs[i] + kOnPlane || b.mins[i] - kOnPlane > a.maxs[i]) return false;
    return true;
}
bool boundsContain(const Box& a, const Box& b) {
    for (int i = 0; i < 3; ++i)
        if (a.mins[i] > b.mins[i] || b.maxs[i] > a.maxs[i]) return false;
    return true;
}

TEST(NeighbourBounds, AgreeWithSingleComparisons) {
    constexpr std::uint64_t kSeed = 33;
    std::cout << "seed " << kSeed << "\n";
    Rng random(kSeed);
    std::size_t touching = 0, holding = 0;
    NeighbourBounds near, neighbours;
    const int rounds = sized(300, 30000);
    for (int round = 0; round < rounds; ++round) {
        std::vector<GrownBrush> brushes(static_cast<std::size_t>(random.whole(1, 250)));
        std::vector<const GrownBrush*> all;
        std::vector<std::uint32_t> numbers, expected;
        for (GrownBrush& brush : brushes) {
            brush.bounds = randomBounds(random, 20);
            all.push_back(&brush);
            if (random.whole(0, 2) != 0) numbers.push_back(static_cast<std::uint32_t>(all.size() - 1));
        }
        const Box around = randomBounds(random, 8);
        Box face;
        for (int a = 0; a < 3; ++a) {
            face.mins[a] = random.whole(static_cast<int>(around.mins[a]), static_cast<int>(around.maxs[a]));
            face.maxs[a] = random.whole(static_cast<int>(face.mins[a]), static_cast<int>(around.maxs[a]));
        }
        const auto without = static_cast<std::uint32_t>(random.whole(0, static_cast<int>(brushes.size()) - 1));
        for (const std::uint32_t number : numbers)
            if (number != without && boundsTouch(brushes[number].bounds, around)) expected.push_back(number);
        near.look(all, numbers);
        neighbours.lookAtTouching(near, around, without);
        ASSERT_EQ(std::vector<std::uint32_t>(neighbours.numbers().begin(), neighbours.numbers().end()), expected);
        std::size_t next = neighbours.nextHolding(face, 0);
        for (std::size_t i = 0; i < neighbours.size(); ++i) {
            if (!boundsContain(brushes[neighbours[i]].bounds, face)) continue;
            ASSERT_EQ(next, i);
            next = neighbours.nextHolding(face, i + 1);
            ++holding;
        }
        ASSERT_EQ(next, neighbours.size());
        neighbours.compare(face);
        for (std::size_t i = 0; i < neighbours.size(); ++i) {
            ASSERT_EQ(neighbours.touch(i), boundsTouch(brushes[neighbours[i]].bounds, face));
            touching += neighbours.touch(i);
        }
    }
    EXPECT_GE(touching, static_cast<std::size_t>(9 * rounds));
    EXPECT_GE(holding, static_cast<std::size_t>(3 * rounds));
}

}  // namespace
}  // namespace hullbake::test
