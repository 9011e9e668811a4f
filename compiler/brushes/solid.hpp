// From faces of the map to convex solids with vertices and edges.
//
// In: the points of each face. Out: a Solid per brush, its planes unit-length and outward, its windings on them.
// Brushes that are no solids are reported with their place and left out; redundant and doubled faces are dropped and
// noted. On-grid planes are reduced to smallest integers first, so that equal planes have equal doubles.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "compiler/brushes/tolerances.hpp"
#include "compiler/geometry/plane_equation.hpp"
#include "compiler/geometry/winding.hpp"
#include "formats/map.hpp"

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

/// Builds one brush's solid, without bevels.
Solid makeSolid(const MapBrush& brush);

/// Builds windings and bounds from the sides' planes; called again when planes were replaced.
void buildWindings(Solid& solid);

}  // namespace hullbake
