// Converts faces of the map to convex solids with vertices and edges.
//
// In: the points or the plane of each face. Out: a Solid for each brush, with unit-length outward planes and windings
// on them. A brush that is not a solid is reported with its position and skipped. Redundant and doubled faces are
// dropped and noted. Invariant: every side has an equation, reduced to smallest integers, so equal planes have equal
// doubles.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "compiler/brushes/tolerances.hpp"
#include "compiler/geometry/plane_equation.hpp"
#include "compiler/geometry/winding.hpp"
#include "formats/map.hpp"

namespace hullbake {

/// A side without its polygon.
struct SidePlane {
    Plane plane;
    PlaneEquation equation;  ///< of `plane`
    double moved = 0;  ///< world units; most that a number of the face, or its plane, differs from what was written
    std::uint32_t face = 0;  ///< index into MapBrush::faces; for a bevel, a face that it takes its surface from
    bool bevel = false;      ///< an axial plane or edge bevel: touches the solid and clips nothing off
    bool grown = true;       ///< false for faces textured `bevel`
    bool onGrid = false;     ///< true if the face's points, or its axial plane, are on the grid
    bool hidden = false;     ///< true if no union of grown brushes has a boundary on it (hidden_sides.hpp)
};

struct SolidSide : SidePlane {
    Winding winding;  ///< empty for bevels; plane and edges are indices into Solid::sides
};

struct Solid {
    std::vector<SolidSide> sides;  ///< faces first, in the order of the map
    Box bounds = kEmptyBox;
    double moved = 0;  ///< world units; upper bound of how far rounded coordinates moved a face at its corners
    bool valid = false;
    std::string fault;               ///< reason why it is not valid
    std::vector<std::string> notes;  ///< repairs that were made
};

/// Builds one brush's solid, without bevels. Check `valid` before use.
Solid makeSolid(const MapBrush& brush);

/// Builds windings and bounds from the sides' planes.
void buildWindings(Solid& solid);

}  // namespace hullbake
