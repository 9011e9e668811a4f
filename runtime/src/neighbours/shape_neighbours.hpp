// What is around a shape at rest: overlaps, touched planes and the way out.
// In: a probe with a shape that is no box at rest, valid or not. Out: as the queries of ClipMap.
#pragma once

#include "hullbake/clip_map.hpp"

namespace hullbake::detail {

NeighbourCount overlapOfShape(const format::Tables& tables, const Probe& probe, const Vec3& origin,
                              std::span<Overlap> out);
NeighbourCount touchingOfShape(const format::Tables& tables, const Probe& probe, const Vec3& origin, double distance,
                               std::span<TouchedPlane> out);
Unstick unstickShape(const format::Tables& tables, const Probe& probe, const Vec3& origin, double maxDistance);

}  // namespace hullbake::detail
