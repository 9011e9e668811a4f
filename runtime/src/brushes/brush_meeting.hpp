// How a segment meets one grown brush, one side after the other.
// In: the sides of a brush and a line. Out: where the line enters and leaves, and whether it stays near a plane.
// Invariant: clip_sides.hpp does the same operations in the same order, so both agree to the last bit.
#pragma once

#include <span>

#include "brushes/brush_set.hpp"
#include "brushes/clip_sides.hpp"
#include "tree/contact.hpp"

namespace hullbake::detail {

/// Result of clipping the segment by one grown brush.
struct Meeting : SegmentClip {
    enum class Near : std::uint8_t { No, Along, Yes };
    Near near = Near::No;  // Yes: an end lies near a plane, or the trace stays near one; Along: in one, and no other
    bool outside = false;  // the segment touches the brush at most
    std::uint32_t along;   // the side in whose plane the whole segment lies, if near is Along
};

/// Clips by the plane of side `i`. Returns false if the segment stays in front of it.
HULLBAKE_INLINE bool meetPlane(const Line& line, std::uint32_t i, const Plane& plane, Meeting& meeting) {
    using Near = Meeting::Near;
    double d0 = distanceTo(plane, line.start), d1 = distanceTo(plane, line.end);
    if (d0 > kSurfaceTolerance && d1 > kSurfaceTolerance) return false;
    meeting.start = std::max(meeting.start, d0);
    if (std::min(std::fabs(d0), std::fabs(d1)) <= kSurfaceTolerance) {
        const double farther = std::max(std::fabs(d0), std::fabs(d1));
        if (farther <= kRounding && meeting.near == Near::No) {
            meeting.near = Near::Along;
            meeting.along = i;
        } else if (farther <= kSurfaceTolerance || isNearPlane(d0) || isNearPlane(d1) ||
                   std::fabs(d0 - d1) < kGrazingSine * line.length) {
            meeting.near = Near::Yes;
        }
        if (std::fabs(d0) <= kRounding) d0 = 0;
        if (std::fabs(d1) <= kRounding) d1 = 0;
    }
    if (d0 >= 0 && d1 >= 0) {
        meeting.outside = true;
    } else if (d0 > 0) {
        const double t = d0 / (d0 - d1);
        if (t > meeting.enter) {
            meeting.second = meeting.enter;
            meeting.enter = t;
            meeting.side = i;
        } else {
            meeting.second = std::max(meeting.second, t);
        }
    } else if (d1 > 0) {
        meeting.leave = std::min(meeting.leave, d0 / (d0 - d1));
    }
    return true;
}

/// Clips by all sides, grown by the box. `flat`: isFlat of the box. Returns false if the segment stays in front of one.
HULLBAKE_NOINLINE inline bool meetSides(std::span<const format::SideRecord> sides, const Box& box, bool flat,
                                        const Line& line, Meeting& meeting) {
    for (std::uint32_t i = 0; i < sides.size(); ++i)
        if (!(flat && !sideCounts(sides[i], box)) && !meetPlane(line, i, grownPlane(sides[i], box), meeting))
            return false;
    return true;
}

/// Returns t where the segment comes within kBrushReach of the brush with these sides, or SegmentClip::kNever.
template <class Sides>
HULLBAKE_NOINLINE double reachedAt(const Sides& sides, const Box& box, const Line& line) {
    double enter = 0, leave = 1;
    for (const format::SideRecord& side : sides) {
        if (!sideCounts(side, box)) continue;
        const double d0 = grownDistance(side, box, line.start) - kBrushReach;
        const double d1 = grownDistance(side, box, line.end) - kBrushReach;
        if (d0 > 0 && d1 > 0) return SegmentClip::kNever;
        if (d0 > 0)
            enter = std::max(enter, d0 / (d0 - d1));
        else if (d1 > 0)
            leave = std::min(leave, d0 / (d0 - d1));
    }
    return enter <= leave ? enter : SegmentClip::kNever;
}

}  // namespace hullbake::detail
