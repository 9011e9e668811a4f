// Planes that stay where they are when a brush grows: they hold the origin of a body, not the body.
#pragma once

#include <algorithm>
#include <cmath>

#include "hullbake/trace.hpp"
#include "oracle/solids/rounded_solid.hpp"

namespace hullbake::oracle {

inline long double heightOver(const BarePlane& plane, const Vec3& p) {
    return static_cast<long double>(plane.normal.x) * p.x + static_cast<long double>(plane.normal.y) * p.y +
           static_cast<long double>(plane.normal.z) * p.z - plane.dist;
}

/// Returns the part of `part` in which the body's origin is deeper than `depth` behind the planes that stay where they
/// are.
inline WayPart behindBarePlanes(const BareBrush& brush, const Segment& way, long double depth, WayPart part) {
    for (const BarePlane& plane : brush.planes) {
        if (plane.grows) continue;
        const long double from = heightOver(plane, way.start) + depth, to = heightOver(plane, way.end) + depth;
        if (from >= 0 && to >= 0) return {};
        if (from < 0 && to < 0) continue;
        const long double at = from / (from - to);
        if (from >= 0)
            part.enter = std::max(part.enter, at);
        else
            part.leave = std::min(part.leave, at);
    }
    return part;
}

/// Returns true if the origin of a body is on a plane that stays where it is and has this normal.
inline bool isHeld(const BareBrush& brush, const Vec3& origin, const Vec3& normal, double slack) {
    return std::any_of(brush.planes.begin(), brush.planes.end(), [&](const BarePlane& plane) {
        return !plane.grows && length(plane.normal - normal) <= slack && std::fabs(heightOver(plane, origin)) <= slack;
    });
}

}  // namespace hullbake::oracle
