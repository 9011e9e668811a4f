// Two boxes, one feature of each of which decides their contact beyond doubt: nearly all pairs of turned boxes.
#pragma once

#include "hullbake/contact.hpp"

namespace hullbake::detail {

/// Finds the contact of two plain boxes, to the bit as box_pair.hpp does. Returns false if that has to be asked: the
/// shapes are not plain boxes, two sides are parallel or nearly so, or no axis shows points of both. `edges` may hold
/// any number. It keeps the pair of edges that counted last, which is tried first.
bool boxTouch(const Shape& a, const Vec3& originA, const Shape& b, const Vec3& originB, std::uint64_t& edges,
              BodyContact& contact) noexcept;

/// The same without vectors.
bool boxTouchByNumbers(const Shape& a, const Vec3& originA, const Shape& b, const Vec3& originB, std::uint64_t& edges,
                       BodyContact& contact) noexcept;

}  // namespace hullbake::detail
