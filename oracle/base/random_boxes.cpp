#include "oracle/base/random_boxes.hpp"

#include <algorithm>
#include <array>

#include "oracle/base/random.hpp"

namespace hullbake::oracle {
namespace {

constexpr double kLargest = 512;

/// One kind of box. Draws the largest and the other sizes separately.
struct Kind {
    double low, high;          ///< bounds of its sizes, units
    int flat;                  ///< number of axes along which the size is zero
    double longest;            ///< units: upper bound of one axis, 0 if it is like the others
    bool besideOrigin, whole;  ///< `whole`: sizes in whole units
};

constexpr std::array<Kind, 12> kKinds = {{{0, 0, 3, 0, false, false},         // a point, not at its origin
                                          {8, 64, 0, 0, false, true},         // ordinary
                                          {0.001, 1, 0, 0, false, false},     // tiny
                                          {4, 64, 1, 0, false, true},         // flat
                                          {0.01, 0.1, 0, 512, false, false},  // a needle
                                          {16, 80, 0, 0, true, false},        // beside its origin
                                          {256, 512, 0, 512, false, true},    // the largest
                                          {0, 0, 3, 200, false, true},        // a line
                                          {1, 100, 0, 0, false, false},       // off the grid
                                          {20, 200, 1, 0, true, false},       // flat, beside its origin
                                          {0.5, 4, 0, 128, false, false},     // a pole
                                          {64, 256, 0, 0, false, false}}};    // large

Box drawBox(const Kind& kind, SplitMix& random) {
    const std::size_t first = random.index(3);
    Box box;
    for (std::size_t i = 0; i < 3; ++i) {
        const int axis = static_cast<int>((first + i) % 3);
        double size = static_cast<int>(i) < kind.flat ? 0 : random.range(kind.low, kind.high);
        if (i == 0 && kind.longest > 0) size = random.range(kind.longest / 2, kind.longest);
        // Places the origin inside the box, or at a distance beside it.
        double low = kind.besideOrigin ? random.range(1, 40) : -size * random.range(-0.1, 1.1);
        if (kind.besideOrigin && random.chance(0.5)) low = -low - size;
        if (kind.flat == 3) low = random.range(-24, 24);
        if (kind.whole) low = std::floor(low), size = std::ceil(size);
        box.mins[axis] = low + 0.0;  // turns -0 into 0
        box.maxs[axis] = box.mins[axis] + (size == 0 ? 0 : std::min(size, kLargest));
        // Rounding of the sum may exceed the limit.
        if (box.maxs[axis] - box.mins[axis] > kLargest) box.maxs[axis] = box.mins[axis] + (kLargest - 1);
    }
    return box;
}

}  // namespace

std::vector<Box> randomBoxes(std::uint64_t seed, std::size_t count) {
    SplitMix random(seed);
    std::vector<Box> boxes;
    for (std::size_t i = 0; i < count; ++i) boxes.push_back(drawBox(kKinds[i % kKinds.size()], random));
    return boxes;
}

}  // namespace hullbake::oracle
