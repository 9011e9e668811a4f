// Stage 2: from faces of the map to convex solids with vertices and edges.
//
// In: the points of each face. Out: a Solid per brush, its planes unit-length and outward, its windings on them.
// Brushes that are no solids are reported with their place and left out; redundant and doubled faces are dropped and
// noted. On-grid planes are reduced to smallest integers first, so that equal planes have equal doubles.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "compiler/compile.hpp"
#include "compiler/geometry/plane_equation.hpp"
#include "compiler/geometry/winding.hpp"

namespace hullbake {

/// The normal of an on-grid plane as smallest integers; all zero when the face's points are off-grid.
using GridNormal = std::array<std::int64_t, 3>;

/// A side without its polygon.
struct SidePlane {
    Plane plane;
    GridNormal grid{};
    PlaneEquation equation;  ///< of `plane`, where it comes from on-grid faces; else unknown
    std::uint32_t face = 0;  ///< index into MapBrush::faces; for a bevel that of a face at its edge
    bool bevel = false;      ///< an axial plane or edge bevel: touches the solid, cuts nothing off
    bool grown = true;       ///< false for faces textured `bevel`
};

struct SolidSide : SidePlane {
    Winding winding;  ///< empty for bevels; plane and edges are indices into Solid::sides
};

struct Solid {
    std::vector<SolidSide> sides;  ///< faces first, in the order of the map
    Box bounds = kEmptyBox;
    bool valid = false;
    std::string fault;               ///< why it is not valid
    std::vector<std::string> notes;  ///< what was repaired
};

/// Coordinates of on-grid faces are whole multiples of this.
inline constexpr double kGrid = 1.0 / 16;
/// A solid thinner than this across any of its faces is flat. Units.
inline constexpr double kMinThickness = 1e-3;
/// Vertices closer than this are one, when not both are exact: an edge between them needs no bevel.
inline constexpr double kMinEdge = 1e-5;

/// Builds one brush's solid, without bevels.
Solid makeSolid(const MapBrush& brush);

/// Builds windings and bounds from the sides' planes; called again when planes were replaced.
void buildWindings(Solid& solid);

/// Appends the axial planes that are not faces and the bevels of all edges (DESIGN section 1): with them the planes of
/// the solid grown by any axis-aligned box are just these, shifted by the box's support. Before that the bounds, which
/// were those of the vertices, become those of what the planes enclose.
void addBevels(Solid& solid);

}  // namespace hullbake
