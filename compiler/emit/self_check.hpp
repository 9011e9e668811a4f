// Final check: opens the finished block and compares sampled points with the grown brushes that it was made from.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "compiler/growth/grow.hpp"

namespace hullbake {

struct SelfCheck {
    bool opens = false;
    std::string reason;      ///< reason if it does not open
    std::size_t points = 0;  ///< points compared, without those too close to a face
    std::size_t differ = 0;
    Vec3 firstDifference;
    std::size_t firstHull = 0;
};

/// A point and the contents of the grown brushes there.
struct SamplePoint {
    Vec3 p;
    Contents contents;
};

/// Returns random points around a model's grown brushes, without those too close to a face to be certain.
std::vector<SamplePoint> samplePointsOf(const GrownHull& hull, std::size_t model);

/// Compares contents at all `samples`; those of model m in hull h are at index h * models + m. In a filled hull
/// (`filled[hull]`), the world may be solid where the brushes are not.
SelfCheck checkBlock(std::span<const std::byte> block, std::span<const std::vector<SamplePoint>> samples,
                     const std::vector<bool>& filled);

}  // namespace hullbake
