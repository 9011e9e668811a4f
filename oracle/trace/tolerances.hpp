// Defines tolerances that several files of the oracle share.
//
// Invariant: a bound that two files apply is defined here once.
// Source: docs/trace_contract.md for the error of a contact and the width that the fill passes.
#pragma once

#include "hullbake/math.hpp"
#include "hullbake/trace.hpp"

namespace hullbake::oracle {

/// Precision with which points and segments are classified.
struct Tolerance {
    /// Units: half the size of the cube around a point. The point is inside when the whole cube is covered.
    double depth = kSurfaceTolerance;
    /// Share of `depth`: what is left of the cube and is thinner than this is rounding of the planes and does not
    /// count.
    double sliver = 2e-4;
    /// Units: a segment ignores cracks that are narrower. Rounding opens such cracks in exact seams.
    double glue = 1e-8;
    /// Units: a stretch within `depth` of a surface that the segment then leaves counts as crossing the surface when it
    /// is shorter than this. A longer stretch lies on the surface, and so outside.
    double crossing = 1e-3;
    /// Units: half the size of the cube that decides whether a trace starts inside. `depth` applies when it is larger.
    double start = 0;
    /// Units: a crack that is solid where the segment starts, or leaves solid, for no longer than this is followed. The
    /// segment must not be deeper in a brush there than rounding.
    double opening = 0;
};

/// Largest error of a contact, in units: along the segment, or across the surface when the segment grazes it. The
/// trace contract allows 0.001.
inline constexpr double kContactTolerance = 0.001;

/// Largest difference of two equal planes: length of the difference of the normals, and units of distance. Planes are
/// compared where they pass the contact, so that coordinates far out do not enlarge the error.
inline constexpr double kPlaneTolerance = 1e-6;

/// Largest depth, in units, of a point that some accepted answer calls free: five times the contract's tolerance.
inline constexpr double kDeepestTolerance = 5 * kSurfaceTolerance;

/// Depth, in units, that casts of shapes may reach, and units from it within which rounding decides.
inline constexpr long double kShapeDepth = kSurfaceTolerance, kShapeUndecided = 2e-9L;

/// Units: casts of shapes leave brushes out that are farther from the way.
inline constexpr double kShapeNear = 0.01;

/// Distance, in units, to the sample points beside a point: far above every tolerance, far below any feature of a map.
inline constexpr double kSampleDistance = 1e-3;

/// Width, in units, below which the outside fill closes a passage where the file records no other.
inline constexpr double kClosedWidth = 1.0 / 64;

}  // namespace hullbake::oracle
