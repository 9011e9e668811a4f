// What is around a shape at rest: overlaps, touched planes and the way out.
// In: a probe with a shape that is no box at rest, valid or not. Out: as the queries of ClipMap.
#pragma once

#include <optional>

#include "hullbake/clip_map.hpp"

namespace hullbake::detail {

/// Returns the probe with a box instead of its shape, or nothing if that is no box at rest.
std::optional<Probe> plainProbe(const Probe& probe);

NeighbourCount overlapOfShape(const format::Tables& tables, const Probe& probe, const Vec3& origin,
                              std::span<Overlap> out);
NeighbourCount touchingOfShape(const format::Tables& tables, const Probe& probe, const Vec3& origin, double distance,
                               std::span<TouchedPlane> out);
Unstick unstickShape(const format::Tables& tables, const Probe& probe, const Vec3& origin, double maxDistance);

}  // namespace hullbake::detail
