// The reference: a segment against every grown brush, nearest entry wins. Slow, simple, independent of the compiler.
//
// The solid set is the interior of the closure of the union of the grown brushes: sliding exactly along a face is free,
// the seam of two touching brushes is solid. A point counts as inside when the cube of half size `depth` around it is
// covered; `depth` is the contract's kSurfaceTolerance unless a query tells otherwise.
//
// A trace borders the segment at every place where it comes within `depth` of entering or leaving a brush. Between two
// borders nothing changes: most stretches lie deep in one brush or clear of all; for the rest the middle is decided by
// coversNeighbourhood. The places of entry are those of the exact planes, not of the borders. A plane that the whole
// segment stays within `depth` of is neither entered nor left: which way such a segment crosses it is an accident of
// rounding.
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

/// What a point may be said to be in. On boundaries between two contents either answer is right.
struct PointAnswer {
    bool blocked = false;                 ///< inside the union of what blocks
    bool wet = false;                     ///< inside the union of liquids
    Contents certain = Contents::Empty;   ///< of all brushes that it is deep in
    Contents possible = Contents::Empty;  ///< of all brushes on whose boundary it is

    /// Whether `got` is a right answer for all bits together (solid swallows liquids too), or for one half of them,
    /// kMaskBlocking or kMaskLiquid.
    bool accepts(Contents got, Contents half = kMaskAll) const;
};

/// A plane that a trace may name as the one it hit.
struct EnteredPlane {
    Plane plane;  ///< facing the mover
    PlaneKind kind = PlaneKind::Face;
    std::uint32_t brush = 0;  ///< into SolidSet::brushes()
};

struct TraceAnswer {
    bool hit = false, startsolid = false, allsolid = false;
    double hitFraction = 1;             ///< 0 when allsolid
    std::vector<EnteredPlane> planes;   ///< all that are entered at the contact; empty without a hit
    std::vector<PointAnswer> contents;  ///< just behind the contact: any of them is right
    /// Contacts that are as good, for traces less deep than the tolerance: where the exact solid begins that they lead
    /// into, if that is earlier, and where nothing free is within the tolerance any more.
    struct Alternative {
        double fraction = -1;
        std::vector<EnteredPlane> planes;
    };
    std::vector<Alternative> alternatives;
};

/// A part of a segment, between two fractions of it.
struct Stretch {
    double from = 0, to = 0;
    bool solid = false;
};

/// A segment as one look judges it: what it is from place to place, and its ends as points.
struct SegmentProfile {
    std::vector<Stretch> runs;
    bool startsInside = false, endsInside = false;
};

enum class Search : std::uint8_t { Tree, AllBrushes };

class SolidSet {
  public:
    explicit SolidSet(std::vector<GrownBrush> brushes);

    const std::vector<GrownBrush>& brushes() const { return brushes_; }
    /// Of all brushes; a unit cube at the origin without any.
    const Box& bounds() const { return bounds_; }

    PointAnswer contents(const Vec3& p, const Tolerance& tolerance = {}, Search search = Search::Tree) const;
    /// Whether a trace with that mask is stopped by what is at `p`.
    bool inside(const Vec3& p, Contents mask, const Tolerance& tolerance = {}, Search search = Search::Tree) const;
    TraceAnswer trace(const Vec3& start, const Vec3& end, Contents mask, const Tolerance& tolerance = {},
                      Search search = Search::Tree) const;
    SegmentProfile profile(const Vec3& start, const Vec3& end, Contents mask, const Tolerance& tolerance) const;

    /// Whether the segment meets no closed brush of the mask. Quick; a segment that does may still be free.
    bool clear(const Vec3& start, const Vec3& end, Contents mask) const;
    /// The brushes of the mask that `p` is inside of, or no further than `distance` in front of each of their planes.
    std::vector<std::uint32_t> within(const Vec3& p, double distance, Contents mask) const;

  private:
    std::vector<std::uint32_t> near(const Vec3& start, const Vec3& end, Search search) const;

    std::vector<GrownBrush> brushes_;
    BrushTree tree_;
    Box bounds_;
};

}  // namespace hullbake::oracle
