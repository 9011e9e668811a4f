// Members of a scene that are passed over: most are far from where a probe is.
#pragma once

#include <cstdint>

#include "block/box_checks.hpp"
#include "hullbake/scene.hpp"

namespace hullbake::detail {

inline constexpr double kAside = 1;  ///< units: a member that stays farther away does not matter

/// A box in space, enlarged by what may matter beside it.
struct Surroundings {
    explicit Surroundings(const Box& place)
        : low(place.mins - Vec3{kAside, kAside, kAside}), high(place.maxs + Vec3{kAside, kAside, kAside}) {}

    Vec3 low, high;
};

/// Returns the first member from `i` on, models before bodies, that does not surely lie beyond the surroundings, or the
/// number of members. What is not finite does not surely.
std::uint32_t passMembers(const format::Tables& tables, const Scene& scene, const Surroundings& around,
                          std::uint32_t i);

}  // namespace hullbake::detail
