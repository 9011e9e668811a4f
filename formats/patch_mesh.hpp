// Flattens curved patches into meshes of triangles.
//
// In: patches of one map: control points of quadratic Bezier surfaces, or points of a mesh. Out: rows and columns of
// points on a lattice of 1/64 unit. Invariant: patches that share an edge with the same control points share all points
// of that edge, so that no crack is between them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "formats/for_each.hpp"
#include "formats/lattice.hpp"
#include "formats/map.hpp"

namespace hullbake {

/// Rows of points. Each four neighbours are the corners of a cell.
struct PatchMesh {
    std::uint32_t rows = 0, columns = 0;
    std::vector<LatticePoint> points;  ///< row by row
    const LatticePoint& at(std::size_t row, std::size_t column) const { return points[row * columns + column]; }
};

/// Upper bounds of cells: a short text can ask for any number, and a cell takes some 40 KB of a compile.
inline constexpr std::size_t kMostCellsOfCurve = 32768;    ///< of one curved patch
inline constexpr std::size_t kMostCellsOfCurves = 131072;  ///< of all curved patches of a map
inline constexpr std::size_t kMostPatchCells = 500000;     ///< of these and all meshes

struct PatchOverflow {
    std::size_t patch = 0;  ///< the one that has more than the bound, or with which all have more
    std::size_t bound = 0;
};

struct FlatPatches {
    std::vector<PatchMesh> meshes;            ///< one for each patch
    std::optional<PatchOverflow> overflow{};  ///< meshes are missing then
};

/// Returns a mesh for each patch, empty for one that has no points, an even number of them in a row or column, or
/// points past +-kMaxCoordinate. `error` is how far a mesh may lie from its surface, in units; at least
/// kLeastCurveError. The points of meshes are rounded to the lattice, which moves them by at most 1/128 unit along each
/// axis.
FlatPatches flattenPatches(const std::vector<const MapPatch*>& patches, double error,
                           const ForEach& forEach = oneAfterAnother);

inline constexpr double kLeastCurveError = 1.0 / 16;

}  // namespace hullbake
