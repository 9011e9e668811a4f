// The last look: the finished block is opened and sampled against the grown brushes that it was made from.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "compiler/growth/grow.hpp"

namespace hullbake {

struct SelfCheck {
    bool opens = false;
    std::string reason;      ///< when it does not open
    std::size_t points = 0;  ///< compared; those too close to a face to tell are left out
    std::size_t differ = 0;
    Vec3 firstDifference;
    std::size_t firstHull = 0;
};

/// A point and what the grown brushes hold there.
struct SamplePoint {
    Vec3 p;
    Contents contents;
};

/// Random points around a model's grown brushes, without those too close to a face to tell.
std::vector<SamplePoint> samplePointsOf(const GrownHull& hull, std::size_t model);

/// Compares contents at all of `samples`, of model m in hull h at h * models + m. Where a hull was filled
/// (`filled[hull]`), the world may be solid where the brushes are not.
SelfCheck checkBlock(std::span<const std::byte> block, std::span<const std::vector<SamplePoint>> samples,
                     const std::vector<bool>& filled);

}  // namespace hullbake
