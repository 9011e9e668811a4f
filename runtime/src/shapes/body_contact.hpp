// What the C++ and the C interface of contacts share.
#pragma once

#include "hullbake/contact.hpp"

namespace hullbake::detail {

/// As `overlaps`, and tells whether the query is invalid.
bool overlapOf(const Shape& a, const Vec3& originA, const Shape& b, const Vec3& originB, ContactCache& cache,
               bool& invalid) noexcept;

}  // namespace hullbake::detail
