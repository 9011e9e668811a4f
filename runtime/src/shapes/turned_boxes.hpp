// Two boxes, one feature of each of which decides their contact beyond doubt: nearly all pairs of turned boxes.
#pragma once

#include <cmath>

#include "hullbake/contact.hpp"

namespace hullbake::detail {

/// Answers what the short way declines. `cache` may be null.
using ContactOtherwise = BodyContact (*)(const Shape& a, const Vec3& originA, const Shape& b, const Vec3& originB,
                                         ContactCache* cache);

/// The product of the heights of two boxes' upright axes from which on two sides are taken as parallel.
inline constexpr double kBothUpright = 1 - 1e-5;

/// Returns true for boxes that contactOfTurned declines for sure.
inline bool areUpright(const Shape& a, const Shape& b) {
    return std::fabs(a.axes[2].z * b.axes[2].z) > kBothUpright;
}

/// Returns the contact of two boxes, to the bit as box_pair.hpp does. Leaves it to `otherwise` if the shapes are not
/// plain boxes, two sides are parallel or nearly so, or no axis and no corner shows points of both. The cache may hold
/// any number. It keeps the pair of edges that counted last, which is tried first.
BodyContact contactOfTurned(const Shape& a, const Vec3& originA, const Shape& b, const Vec3& originB,
                            ContactCache* cache, ContactOtherwise otherwise) noexcept;

/// The same without vectors.
BodyContact contactOfTurnedByNumbers(const Shape& a, const Vec3& originA, const Shape& b, const Vec3& originB,
                                     ContactCache* cache, ContactOtherwise otherwise) noexcept;

}  // namespace hullbake::detail
