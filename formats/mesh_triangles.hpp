// Divides the polygons of a mesh into triangles on the lattice.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <variant>
#include <vector>

#include "formats/lattice.hpp"
#include "formats/mesh.hpp"

namespace hullbake {

/// How a mesh lies in the world.
struct MeshForm {
    Vec3 scale{1, 1, 1};              ///< along the axes of the file; positive
    Vec3 origin;                      ///< where the origin of the file comes to
    bool yUp = false;                 ///< y of the file is up: (x, y, z) comes to (x, -z, y)
    std::string texture = "terrain";  ///< of polygons without a material, or with one that no texture can be called
};

/// A triangle, clockwise seen from its front.
struct MeshTriangle {
    std::array<std::uint32_t, 3> points{};  ///< indices into TriangleMesh::points, all different
    std::uint32_t polygon = 0;
};

struct TriangleMesh {
    std::vector<LatticePoint> points;  ///< all different
    std::vector<MeshTriangle> triangles;
    std::vector<SourcePos> flat;  ///< polygons without an area on the lattice; they are left out
};

/// Rounds the points to the lattice. Points that come to one place are one from then on. Returns the first polygon that
/// cannot be divided as it crosses itself, or that has a point past +-kMaxCoordinate.
std::variant<TriangleMesh, Diagnostic> divideMesh(const Mesh& mesh, const MeshForm& form, const std::string& path);

}  // namespace hullbake
