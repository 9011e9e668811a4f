// Turns a mesh of triangles into brushes: convex bodies into their hulls, other triangles into thin pieces behind them.
//
// Invariant: each triangle is whole a part of the front of a brush, and triangles that share an edge have brushes
// behind that edge without a gap. So nothing passes where the mesh is closed.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <variant>

#include "formats/mesh_triangles.hpp"

namespace hullbake {

struct MeshCount {
    std::size_t triangles = 0;
    std::size_t hulls = 0;        ///< closed convex bodies, one brush each
    std::size_t shells = 0;       ///< brushes behind triangles
    std::size_t wedges = 0;       ///< brushes that close the gap behind an edge
    std::size_t grains = 0;       ///< brushes of 1/64 unit at points
    std::vector<SourcePos> flat;  ///< polygons without an area, which are left out
    std::size_t brushes() const { return hulls + shells + wedges + grains; }
};

/// Upper bound of the triangles of a body that becomes one hull: a brush may have 2,048 faces.
inline constexpr std::size_t kMostHullTriangles = 1024;

/// Makes the brushes of a mesh and hands out each, lent until the next.
///
/// - The triangles of one group that are connected, closed and convex become their hull.
/// - Any other triangle becomes a piece kShellThickness thick behind it. Around a point whose triangles look to one
/// side
///   all pieces share the point behind it. Elsewhere each piece goes straight back, the gaps between pieces are closed
///   by wedges, and pieces are cut where they would come out of the front of a neighbour.
///
/// Where two sheets lie closer than the pieces are thick: there a piece
/// comes out of the other sheet's front.
/// Faults are those of divideMesh.
std::variant<MeshCount, Diagnostic> makeMeshBrushes(const Mesh& mesh, const MeshForm& form, const std::string& path,
                                                    const std::function<void(const MapBrush&)>& take);

/// Tells of the polygons that makeMeshBrushes left out.
void addFlatPolygons(const MeshCount& count, MapFile& map);

}  // namespace hullbake
