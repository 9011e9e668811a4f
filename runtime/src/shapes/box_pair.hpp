// Two boxes, one of them at rest in its own frame: the distance between them, or the least way to part them.
// Flat boxes, segments and points are boxes whose sides are 0.
#pragma once

#include "hullbake/contact.hpp"
#include "shapes/core.hpp"

namespace hullbake::detail {

/// The contact of two cores, in the frame of the first one.
struct CoreContact {
    Vec3 normal;          ///< unit, from the first to the second
    double distance = 0;  ///< less than 0: minus the depth
    Vec3 onFirst;         ///< on the first core's surface; that on the second lies by `normal * distance` further
    ContactFamily family = ContactFamily::None;
};

/// Returns the contact of two cores of which neither is a point.
CoreContact boxContact(const Core& a, const Core& b) noexcept;

/// Returns true if the distance of that contact is less than the sum of the radii.
bool boxesOverlap(const Core& a, const Core& b) noexcept;

/// As these, for cores whose axes may be no rotation as near as kExactRotation. Return false for such.
bool boxContactOfPlain(const Core& a, const Core& b, CoreContact& contact) noexcept;
bool boxesOverlapOfPlain(const Core& a, const Core& b, bool& overlap) noexcept;

}  // namespace hullbake::detail
