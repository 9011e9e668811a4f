// Finds closed convex bodies among triangles.
#pragma once

#include <functional>
#include <vector>

#include "formats/mesh_triangles.hpp"

namespace hullbake {

/// Returns, for each triangle, whether it belongs to a closed convex body of its group. Hands out the brush of each
/// body. `lookOf` says what the faces of a triangle are given.
std::vector<bool> takeConvexBodies(const TriangleMesh& mesh, const Mesh& source,
                                   const std::function<FaceLook(const MeshTriangle&)>& lookOf,
                                   const std::function<void(const MapBrush&)>& take);

}  // namespace hullbake
