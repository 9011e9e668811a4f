// Traces a segment through all grown brushes: the nearest entry is the contact.
//
// In: grown brushes, a segment or a point, a mask and a tolerance. Out: the answers that are right.
// The solid set is the interior of the closure of the union of the brushes. Sliding along a face is free, and the seam
// of two touching brushes is solid. A point is inside if the cube of half size `depth` around it is covered.
// A plane is neither entered nor left if the whole segment stays within `depth` of it. Rounding decides how such a
// segment crosses it.
// Invariant: slow, simple and independent of the compiler.
// Source: docs/trace_contract.md.
#pragma once

#include <cstdint>
#include <vector>

#include "hullbake/contents.hpp"
#include "hullbake/math.hpp"
#include "hullbake/trace.hpp"
#include "oracle/solids/brush_tree.hpp"
#include "oracle/solids/grown_brush.hpp"
#include "oracle/trace/point_cover.hpp"

namespace hullbake::oracle {

/// Contents that a point may have. On a boundary between two contents either answer is right.
struct PointAnswer {
    bool blocked = false;                 ///< inside the union of everything that blocks
    bool wet = false;                     ///< inside the union of liquids
    Contents certain = Contents::Empty;   ///< of all brushes that contain it deeper than `depth`
    Contents possible = Contents::Empty;  ///< of all brushes whose boundary is within `depth`

    /// Returns true if `got` is right in the bits of `half`: kMaskBlocking, kMaskPassable or all. For all bits
    /// together, solid replaces liquids too.
    bool accepts(Contents got, Contents half = kMaskAll) const;
};

/// A plane that a trace may report as the one it hit.
struct EnteredPlane {
    Plane plane;  ///< faces the mover
    PlaneKind kind = PlaneKind::Face;
    std::uint32_t brush = 0;  ///< index into SolidSet::brushes()
};

struct TraceAnswer {
    bool hit = false, startsolid = false, allsolid = false;
    double hitFraction = 1;             ///< 0 if allsolid
    std::vector<EnteredPlane> planes;   ///< all planes entered at the contact; empty without a hit
    std::vector<PointAnswer> contents;  ///< just behind the contact: each of them is right
    /// An equally right contact of a trace that is less deep than the tolerance. Either the exact entry into the solid
    /// ahead, if that is earlier, or the point from which no free space is within the tolerance.
    struct Alternative {
        double fraction = -1;
        std::vector<EnteredPlane> planes;
    };
    std::vector<Alternative> alternatives;
};

/// A part of a segment between two fractions.
struct Stretch {
    double from = 0, to = 0;
    bool solid = false;
};

/// A segment at one tolerance: its solid and free runs, and its ends as points.
struct SegmentProfile {
    std::vector<Stretch> runs;
    bool startsInside = false, endsInside = false;
};

enum class Search : std::uint8_t { Tree, AllBrushes };

class SolidSet {
  public:
    explicit SolidSet(std::vector<GrownBrush> brushes);

    const std::vector<GrownBrush>& brushes() const { return brushes_; }
    /// Returns the bounds of all brushes, or a unit cube at the origin without brushes.
    const Box& bounds() const { return bounds_; }

    PointAnswer contents(const Vec3& p, const Tolerance& tolerance = {}, Search search = Search::Tree) const;
    /// Returns true if `p` stops a trace with that mask.
    bool inside(const Vec3& p, Contents mask, const Tolerance& tolerance = {}, Search search = Search::Tree) const;
    TraceAnswer trace(const Vec3& start, const Vec3& end, Contents mask, const Tolerance& tolerance = {},
                      Search search = Search::Tree) const;
    SegmentProfile profile(const Vec3& start, const Vec3& end, Contents mask, const Tolerance& tolerance) const;

    /// Returns true if the segment overlaps no closed brush of the mask with all planes moved out by `room`. Fast. A
    /// segment that overlaps one may still be free.
    bool clear(const Vec3& start, const Vec3& end, Contents mask, double room = Tolerance{}.glue) const;
    /// Returns the brushes of the mask, ascending, that have `p` at most `distance` in front of each plane. Includes
    /// those that contain `p`.
    std::vector<std::uint32_t> within(const Vec3& p, double distance, Contents mask) const;

  private:
    std::vector<std::uint32_t> near(const Vec3& start, const Vec3& end, Search search) const;

    std::vector<GrownBrush> brushes_;
    BrushTree tree_;
    Box bounds_;
};

}  // namespace hullbake::oracle
