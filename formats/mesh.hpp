// Polygons of a mesh as a file has them, and the reader of OBJ.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "formats/map.hpp"
#include "hullbake/math.hpp"

namespace hullbake {

/// Upper bound of the corners of all polygons of a mesh.
inline constexpr std::size_t kMostMeshCorners = 1500000;
/// Upper bounds of the points and the materials that a file may list, used or not.
inline constexpr std::size_t kMostMeshPoints = 6000000, kMostMeshMaterials = 100000;
/// Upper bound of the corners of one polygon.
inline constexpr std::size_t kMostPolygonCorners = 1024;

/// A polygon, counterclockwise seen from its front. It has three corners at least.
struct MeshPolygon {
    std::uint32_t first = 0, count = 0;  ///< its part of Mesh::corners
    std::uint32_t group = 0;             ///< polygons of one group have the same number
    std::uint32_t material = 0;          ///< index into Mesh::materials
    SourcePos pos;
};

struct Mesh {
    std::vector<Vec3> points;
    std::vector<std::uint32_t> corners;  ///< indices into `points`
    std::vector<MeshPolygon> polygons;
    std::vector<std::string> materials;  ///< the first is empty: none
};

/// Reads Wavefront OBJ: `v`, `f`, `g`, `o` and `usemtl`. Texture coordinates, normals, smoothing, lines and points are
/// passed over. Free-form curves and surfaces are an error. A mesh without a polygon is one, too.
std::variant<Mesh, Diagnostic> parseObj(std::string_view text, const std::string& path);

}  // namespace hullbake
