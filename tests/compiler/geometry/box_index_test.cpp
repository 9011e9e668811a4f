// Proves that the index of boxes finds what a loop over all boxes finds.
#include "compiler/geometry/box_index.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <iostream>

#include "support/random.hpp"
#include "support/test_size.hpp"

namespace hullbake::test {
namespace {

// Sides are often whole numbers, so that many boxes touch without a gap.
double randomPlace(Rng& rng, double reach) {
    const double place = rng.between(-reach, reach);
    return rng.chance(0.7) ? std::floor(place) : place;
}

Box randomBox(Rng& rng, double reach, double most) {
    Box box;
    for (int a = 0; a < 3; ++a) {
        box.mins[a] = randomPlace(rng, reach);
        box.maxs[a] = box.mins[a] + (rng.chance(0.1) ? 0 : std::ceil(rng.between(0, most)));
    }
    return box;
}

TEST(BoxIndex, FindsWhatALoopFinds) {
    constexpr std::uint64_t kSeed = 20261129;
    std::cout << "seed " << kSeed << "\n";
    Rng rng(kSeed);
    std::size_t found = 0, none = 0, touching = 0, missed = 0;
    for (int round = sized(300, 3000); round > 0; --round) {
        // Around 8, 64 and 512 another level begins.
        const int count = rng.chance(0.5) ? rng.whole(0, 20) : rng.whole(50, 700);
        const double reach = rng.chance(0.5) ? 40 : 100000;
        std::vector<Box> boxes;
        for (int i = 0; i < count; ++i)
            boxes.push_back(rng.chance(0.02) ? kEmptyBox : randomBox(rng, reach, reach / 4));
        const BoxIndex index(boxes);
        for (int i = 0; i < 100; ++i) {
            Box box = randomBox(rng, 1.2 * reach, rng.chance(0.2) ? 2 * reach : reach / 8);
            if (count > 0 && rng.chance(0.5)) {
                // Beside a side of a box, at, just within and just beyond the tolerance.
                const Box& other = boxes[static_cast<std::size_t>(rng.whole(0, count - 1))];
                const int axis = rng.whole(0, 2);
                const double gap = kOnPlane * rng.whole(0, 2) + (rng.chance(0.5) ? 1e-9 : -1e-9);
                box.mins[axis] = other.maxs[axis] + gap;
                box.maxs[axis] = box.mins[axis] + 1;
            }
            std::vector<std::uint32_t> wanted;
            for (std::uint32_t k = 0; k < boxes.size(); ++k) {
                if (boxesTouch(boxes[k], box, kOnPlane)) wanted.push_back(k);
                const bool isNear = boxesTouch(boxes[k], box, 2.5 * kOnPlane);
                touching += isNear && !boxesTouch(boxes[k], box, -kOnPlane) ? 1 : 0;
                missed += isNear && !boxesTouch(boxes[k], box, kOnPlane) ? 1 : 0;
            }
            ASSERT_EQ(index.meeting(box), wanted);
            found += wanted.size();
            none += wanted.empty() ? 1 : 0;
        }
    }
    std::cout << found << " found, " << none << " times none, " << touching << " at a side, " << missed
              << " of these not\n";
    EXPECT_GE(found, 10000u);
    EXPECT_GE(none, 100u);
    EXPECT_GE(touching, 1000u);
    EXPECT_GE(missed, 100u);
}

}  // namespace
}  // namespace hullbake::test
