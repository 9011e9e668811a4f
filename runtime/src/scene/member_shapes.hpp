// Queries of a probe with a shape for one member of its scene.
// A placed model is asked like the model of a probe, a body like the world of a map that has one brush.
#pragma once

#include "hullbake/clip_map.hpp"

namespace hullbake::detail {

/// As traceMember and contentsOfMember, for a valid probe with a shape.
Trace traceMemberByShape(const format::Tables& tables, const Probe& probe, MemberId member, const Vec3& start,
                         const Vec3& end);
Contents contentsOfMemberByShape(const format::Tables& tables, const Probe& probe, MemberId member, const Vec3& origin);

/// Finds what of the member in it `trace`, the answer to a valid probe with a shape, has touched.
ContactPoint contactOfMember(const format::Tables& tables, const Probe& probe, const Vec3& start, const Vec3& end,
                             const Trace& trace);

/// As touchesLevelFace, for the member in `trace`.
bool memberHasLevelFace(const format::Tables& tables, const Probe& probe, const Vec3& start, const Vec3& end,
                        const Trace& trace, double leastZ);

}  // namespace hullbake::detail
