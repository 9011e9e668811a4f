// One section of a curved patch: its points, and how far a mesh of them lies from it.
//
// In: nine control points of a quadratic Bezier surface. Out: points of its mesh, rounded to the lattice, and the
// mesh's deviation. Invariant: points of an edge depend on the edge's own controls alone, and have the same bits from
// both of its ends.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "formats/lattice.hpp"
#include "formats/map.hpp"

namespace hullbake {

using CurveControls = std::array<std::array<Vec3, 3>, 3>;  // by row and column

/// Returns the controls of the section that begins at a row and column of a patch.
CurveControls controlsOf(const MapPatch& patch, std::size_t row, std::size_t column);

/// Returns true if the surface has a sharp edge between a section and the next one, below it or beside it.
bool isSharp(const CurveControls& one, const CurveControls& next, bool below);

LatticePoint roundedToLattice(const Vec3& p);

/// Returns the end of piece i of n of a section: a point of its mesh.
LatticePoint meshPoint(const CurveControls& controls, std::uint32_t row, std::uint32_t rows, std::uint32_t column,
                       std::uint32_t columns);

/// How far one corner of a cell may lie from the plane of the others for the cell to be one brush, in units.
inline constexpr double kMostRidge = 1.0 / 8;

/// Returns true if the diagonal from the first corner divides a cell of a curved patch, false for the other one. The
/// corners run clockwise seen from the front. A cell that is a plane but for kMostRidge is divided by its ridge, so it
/// is convex; any other by its shorter diagonal.
bool isCutFromFirst(const std::array<Vec3, 4>& corners);

/// How far a mesh lies from a section, in units.
struct CurveDeviation {
    double rowEdges = 0, columnEdges = 0;  ///< of curves that bound the patch, along its rows and its columns
    double inside = 0;                     ///< of the surface from the planes of the triangles
    std::size_t cells = 0;                 ///< that were measured, and a row of them for the start
};

class CurveSection {
  public:
    /// Which edges of the section bound the patch, or are sharp edges of it.
    struct Bounds {
        bool firstRow = false, lastRow = false, firstColumn = false, lastColumn = false;
    };

    CurveSection(const CurveControls& controls, Bounds bounds) : controls_(controls), bounds_(bounds) {}

    /// Returns the deviation of a mesh of rows by columns of cells, or the first one found above `limit`.
    CurveDeviation deviation(std::uint32_t rows, std::uint32_t columns, double limit) const;

    /// Returns the longest second difference along rows and along columns.
    std::array<double, 2> bends() const;

  private:
    CurveControls controls_;
    Bounds bounds_;
};

}  // namespace hullbake
