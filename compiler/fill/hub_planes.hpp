// Planes that halve the polygons around points where very many of them meet, such as the apex of a cone.
//
// In: the polygons of a tree. Out: planes exactly through such points. A cell at such a point has all polygons around
// it, and only planes through the point divide them: by their own planes they are peeled one by one.
#pragma once

#include <span>
#include <vector>

#include "compiler/fill/fill_planes.hpp"
#include "compiler/geometry/winding.hpp"

namespace hullbake {

enum class Hubs {
    Open,   ///< corners of the polygons
    Buried  ///< also where polygons would meet if they were not cut off, as sides of a cone whose apex is in a wall
};

/// Adds planes through each of the up to 64 points where most polygons meet, and at least 64 do. Returns their ids.
std::vector<PlaneId> addHubPlanes(FillPlanes& planes, std::span<const Winding* const> polygons, Hubs hubs);

}  // namespace hullbake
