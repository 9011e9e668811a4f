// Writes polygons in space as OBJ and as glTF 2.0.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "tools/draw/boundary.hpp"
#include "tools/draw/picture.hpp"

namespace hullbake::draw {

/// Faces that are one object of a file.
struct MeshGroup {
    std::string name;
    Colour colour = 0;
    double opacity = 1;
    std::vector<SurfaceFace> faces;
    std::vector<std::string> materials;  ///< of each face, for OBJ
};

/// Returns the bare brushes in groups by contents, then world and brush entities apart. Materials are texture names.
std::vector<MeshGroup> brushMeshes(const ClipMap& map);
/// Returns a boundary in groups by what its faces come from. Materials are those names.
std::vector<MeshGroup> boundaryMeshes(const std::string& name, const std::vector<SurfaceFace>& faces);

/// Returns an OBJ: coordinates of the map (z up), an object for each group, polygons with normals, and `usemtl` with
/// the material of each face. White space in names becomes `_`. Coordinates are rounded to 1/10,000 unit.
std::string objOf(std::span<const MeshGroup> groups);

/// Returns a glTF 2.0 with its buffer inside: a node and a mesh for each group, below one node that turns z up into
/// glTF's y up. Lengths are units of the map. Colours are those of a picture.
std::string gltfOf(std::span<const MeshGroup> groups);

}  // namespace hullbake::draw
