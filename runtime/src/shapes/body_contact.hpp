// The contact of two bodies, for the calls of the C++ and the C interface and for casts.
#pragma once

#include "hullbake/contact.hpp"
#include "shapes/core.hpp"

namespace hullbake::detail {

/// Returns true if contacts accept a shape at a place.
bool isAccepted(const Shape& shape, const Vec3& origin) noexcept;

/// Returns the contact of two cores that `isSwapped` leaves in their order.
BodyContact orderedContact(const Core& a, const Core& b, ContactCache& cache) noexcept;

/// Returns the contact of two cores in any order.
BodyContact contactOfCores(const Core& a, const Core& b, ContactCache& cache) noexcept;

/// As `overlaps`, and tells whether the query is invalid.
bool overlapOf(const Shape& a, const Vec3& originA, const Shape& b, const Vec3& originB, ContactCache& cache,
               bool& invalid) noexcept;

}  // namespace hullbake::detail
