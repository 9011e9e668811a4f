// How a trace comes nearer to a plane.
#pragma once

#include "tree/tolerances.hpp"

namespace hullbake::detail {

/// Relation of the trace to a plane of a cell: distances of its ends on the cell's side.
struct Approach {
    double start, end;
    double sign;  ///< of the plane's normal, so that it points into the cell

    double at(double t) const { return start + (end - start) * t; }
    bool falls() const { return end < start; }
    bool rises() const { return end > start; }
    double reaches(double distance) const { return (start - distance) / (start - end); }
    /// Returns true if the whole trace approaches the plane by more than rounding. It then leaves the cell at the
    /// plane, however flat the angle: beyond the end of a crack, a stretch that rounding explains is deep in solid.
    bool isSloped() const { return start - end > 10 * kRounding; }
};

}  // namespace hullbake::detail
