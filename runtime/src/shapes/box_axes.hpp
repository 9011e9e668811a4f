// The gaps between two boxes along fifteen axes, four numbers at a time.
// In: two cores that are boxes, segments or points. Out: how their sides lie to each other, and the gaps, in rows.
// Numbers of the cores are read one by one: a vector that is loaded right after its numbers were stored one by one
// would have to wait for them. Source: S. Gottschalk and others, OBBTree: a hierarchical structure for rapid
// interference detection, 1996.
#pragma once

#include "shapes/core.hpp"
#include "simd/four_lanes.hpp"

namespace hullbake::detail {

/// The widest gap of two boxes.
struct WidestGap {
    double gap;
    int axis;   ///< the first of the widest ones
    int first;  ///< the first that is hardly less
};

/// Rows have a number for each of three axes; the fourth means nothing. Axis i of row r has the number 3 r + i. Rows 0
/// and 1 are the axes of the first and the second box, row 2 + i is square to axis i of the first and each of the
/// second.
struct BoxAxes {
    using Row = double[4];
    static constexpr int kAxisCount = 15;

    Row across[3];     ///< row i: the second box's axes along axis i of the first
    Row shift[2];      ///< from the first centre to the second, along the axes of either
    Row gaps[5];       ///< a low number where axes are parallel
    Row sines[3];      ///< between axis i of the first box and those of the second, where their gap is clear
    unsigned unclear;  ///< bit 4 i + j: axis j of row 2 + i lies so near to others that its gap is not known
    bool rotations;    ///< the axes of both are rotations, as near as kExactRotation
    WidestGap widest;

    /// Finds all gaps, or only `across`, `shift`, `rotations` and a gap where the sides alone have one of `enough` or
    /// more. `same`: gaps that are less than the widest by no more are hardly less.
    void find(const Core& a, const Core& b, double enough, double same);
    /// Finds the widest again, after gaps were changed.
    void findWidest(double same);
    /// Returns the first of the corners that are nearest to the other box, as BoxCorners numbers them.
    int nearestCorner(const Vec3& halfA, const Vec3& halfB) const;

    double& gap(int axis) { return gaps[axis / 3][axis % 3]; }

    // Bodies of these. `Four`: FourScalar or FourAvx.
    template <class Four>
    void lay(const Core& a, const Core& b, double enough, double same);

  private:
    template <class Four>
    void layFaces(const Core& a, const Core& b, Four (&rows)[3], Four (&found)[5]);
    template <class Four>
    void layEdges(const Core& a, const Core& b, const Four (&rows)[3], Four (&found)[5]);
};

}  // namespace hullbake::detail
