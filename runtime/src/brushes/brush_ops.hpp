// Operations of BrushTrace, scalar and AVX.
// Invariant: both versions do the same operations in the same order, so they agree to the last bit.
#pragma once

#include "brushes/bvh_sweep.hpp"
#include "brushes/cell_list_sweep.hpp"
#include "brushes/clip_sides.hpp"

namespace hullbake::detail {

/// Least depth in units that proves that a point lies within a brush.
inline constexpr double kCertainDepth = 2 * kSurfaceTolerance;

/// Scalar version, which BrushTrace completes by a loop over the sides of a brush.
struct BrushOpsScalar {
    using Lanes = GridOpsScalar;
    static ClipLine layOut(const SweptBox& swept) { return clipLine(swept); }
    static Met meet(const format::BvhNode& node, const Sweep& sweep, float limit) {
        return meetVector(node, sweep, limit);
    }
    static Sweep sweepAlong(const ClipLine& line, const GridLine& way) { return detail::sweepAlong(line, way); }
    static unsigned meetListed(const format::BrushRecord* brushes, const std::uint32_t* listed, const Sweep& sweep,
                               Interval interval) {
        return detail::meetListed(brushes, listed, sweep, interval);
    }
    static unsigned meetBoth(const format::BrushRecord* brushes, const std::uint32_t* first,
                             const std::uint32_t* second, const Sweep& sweep) {
        return detail::meetBoth(brushes, first, second, sweep);
    }
    static ClipResult clip(const format::BrushRecord&, std::span<const format::SideRecord>, const ClipLine&,
                           SegmentClip&) {
        return ClipResult::Unclear;
    }
    static MetSide metSide(const format::SideRecord& side, const Box& box, const ClipLine& line) {
        return detail::metSide(side, box, {line.start[0], line.start[1], line.start[2]},
                               {line.end[0], line.end[1], line.end[2]});
    }
    /// Finds the sides that the start comes within `room` of, from behind: bit i is that of side i, of at most 64.
    /// Returns false if it is more than `reach` in front of one.
    static bool nearSides(const format::BrushRecord&, std::span<const format::SideRecord> sides, const Box& box,
                          const ClipLine& line, double reach, double room, std::uint64_t& near) {
        for (std::size_t i = 0; i < sides.size(); ++i) {
            const double d = grownDistance(sides[i], box, {line.start[0], line.start[1], line.start[2]});
            if (d > reach) return false;
            near |= (d >= -room ? std::uint64_t{1} : 0) << i;
        }
        return true;
    }
    /// Returns true if `p` is deep within the brush.
    template <class Sides>
    static bool isDeep(const format::BrushRecord&, const Sides& sides, const Box& box, const ClipLine&, const Vec3& p) {
        for (const format::SideRecord& side : sides)
            if (sideCounts(side, box) && grownDistance(side, box, p) > -kCertainDepth) return false;
        return true;
    }
};

#ifdef HULLBAKE_AVX
HULLBAKE_BEGIN_AVX
/// AVX version. Requires kHasAvx, and for clip, metSide and isDeep a box with a volume.
struct BrushOpsAvx {
    using Lanes = GridOpsAvx;
    static ClipLine layOut(const SweptBox& swept) { return clipLineAvx(swept); }
    static Met meet(const format::BvhNode& node, const Sweep& sweep, float limit) {
        return meetWide(node, sweep, limit);
    }
    static Sweep sweepAlong(const ClipLine& line, const GridLine& way) { return sweepAlongWide(line, way); }
    static unsigned meetListed(const format::BrushRecord* brushes, const std::uint32_t* listed, const Sweep& sweep,
                               Interval interval) {
        return meetListedWide(brushes, listed, sweep, interval);
    }
    static unsigned meetBoth(const format::BrushRecord* brushes, const std::uint32_t* first,
                             const std::uint32_t* second, const Sweep& sweep) {
        return meetBothWide(brushes, first, second, sweep);
    }
    static ClipResult clip(const format::BrushRecord& brush, std::span<const format::SideRecord> sides,
                           const ClipLine& line, SegmentClip& out) {
        return (brush.flags & format::kBrushIsBox) != 0 ? clipByBox(brush, line, out) : clipBySides4(sides, line, out);
    }
    static MetSide metSide(const format::SideRecord& side, const Box&, const ClipLine& line) {
        return metSideWide(side, line);
    }
    static bool nearSides(const format::BrushRecord& brush, std::span<const format::SideRecord> sides, const Box&,
                          const ClipLine& line, double reach, double room, std::uint64_t& near) {
        return (brush.flags & format::kBrushIsBox) != 0 ? nearSidesOfBox(brush, line, reach, room, near)
                                                        : nearSides4(sides, line, reach, room, near);
    }
    static bool isDeep(const format::BrushRecord& brush, std::span<const format::SideRecord> sides, const Box&,
                       const ClipLine& line, const Vec3& p) {
        const bool box = (brush.flags & format::kBrushIsBox) != 0;
        return (box ? distanceToBox(brush, line, p) : distanceByFours(sides, line, p)) <= -kCertainDepth;
    }
};
HULLBAKE_END_TARGET
#endif

}  // namespace hullbake::detail
