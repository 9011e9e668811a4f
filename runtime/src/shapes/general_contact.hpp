// The contact of two cores of which at least one is a cylinder or a convex set.
#pragma once

#include "shapes/box_pair.hpp"

namespace hullbake::detail {

struct GeneralContact : CoreContact {
    bool exact = false;
    int steps = 0;
};

/// Returns the contact of two cores, in the frame of their origins, from the centre of the first. Whatever the cache
/// holds, it only saves work.
GeneralContact generalContact(const Core& a, const Core& b, ContactCache& cache) noexcept;

/// Returns true if the distance of that contact is less than the sum of the radii.
bool generalOverlap(const Core& a, const Core& b, ContactCache& cache) noexcept;

}  // namespace hullbake::detail
