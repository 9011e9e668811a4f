// The last look: the finished block is opened and probed against the grown brushes that it was made from.
#pragma once

#include <cstddef>
#include <span>

#include "compiler/grow.hpp"

namespace hullbake {

struct SelfCheck {
    bool opens = false;
    std::string reason;      ///< when it does not open
    std::size_t points = 0;  ///< compared; those too close to a face to tell are left out
    std::size_t differ = 0;
    Vec3 firstDifference;
    std::size_t firstHull = 0;
};

/// Compares contents at random points of every hull and model. Where a hull was filled (`filled[hull]`), the world may
/// be solid where the brushes are not.
SelfCheck checkBlock(std::span<const std::byte> block, std::span<const GrownHull> hulls,
                     const std::vector<bool>& filled);

}  // namespace hullbake
