// Where a trace enters solid at an edge, several planes meet, and not all of them belong to the brush that is entered.
// The bare brushes know: each is grown by the hull's box, and the segment clipped against it.

#include <algorithm>
#include <cmath>

#include "brushes_at.hpp"

namespace hullbake {

using namespace format;

namespace {

constexpr double kAtContact = 2 * kSurfaceTolerance;  // units along the trace between its contact and a brush's entry
constexpr double kShortlyBefore = 0.1;                // units along the trace
constexpr double kSameEntry = 1e-7;  // units across a side: closer than this to the brush's entry, it is entered there

struct Best {
    Plane plane;
    double rank = -1;
    std::uint32_t brush = 0, side = 0;
    bool found = false;

    void offer(const Plane& candidate, double candidateRank, std::uint32_t brushIndex, std::uint32_t sideIndex) {
        const bool earlier = brushIndex != brush ? brushIndex < brush : sideIndex < side;
        if (found && (candidateRank < rank || (candidateRank == rank && !earlier))) return;
        plane = candidate;
        rank = candidateRank;
        brush = brushIndex;
        side = sideIndex;
        found = true;
    }
};

// One brush against the segment.
class BrushClip {
  public:
    BrushClip(std::span<const SideRecord> sides, const Box& box, const TraceInput& input, double t)
        : sides_(sides),
          box_(box),
          input_(input),
          delta_(input.end - input.start),
          length_(hullbake::length(delta_)),
          t_(t),
          pointBox_(box.mins == box.maxs) {}

    // Whether the segment is inside the closed brush just behind the contact.
    bool entered() {
        if (!clip() || enter_ > 1 || (leave_ - t_) * length_ <= kSurfaceTolerance) return false;
        // Along the trace, or across the side for one that is met at a shallow angle.
        return std::fabs(enter_ - t_) * std::min(length_, approach_) <= kAtContact;
    }

    // Whether the segment is inside behind the contact, entered not long before.
    bool holds() {
        return clip() && enter_ >= 0 && (t_ - enter_) * length_ <= kShortlyBefore &&
               (leave_ - t_) * length_ > kSurfaceTolerance;
    }
    double enter() const { return enter_; }
    double length() const { return length_; }

    // Whether it leaves the brush at the contact, or touches it there.
    bool left() { return clip() && std::fabs(leave_ - t_) * length_ <= kAtContact; }

    // The sides entered at the contact; with `turned` those that are left, facing the trace.
    void offerSides(std::uint32_t brush, bool turned, Best& best) const {
        const Vec3 contact = input_.start + delta_ * (turned ? leave_ : enter_);
        for (std::uint32_t i = 0; i < sides_.size(); ++i) {
            const SideRecord& side = sides_[i];
            if (pointBox_ && (side.flags & kSideIsBevel) != 0) continue;  // a point meets faces only
            Plane plane = grownPlane(side, box_);
            if (turned) plane = {-plane.normal, -plane.dist};
            const Vec3& normal = plane.normal;
            const double facing = -dot(normal, delta_) / length_;  // 0..1 for those entered
            if (!(facing > 0) || std::fabs(distanceTo(plane, contact)) > kSameEntry ||
                slidesAlong(distanceTo(plane, input_.start), distanceTo(plane, input_.end)))
                continue;
            const bool axial = std::fabs(normal.x) == 1 || std::fabs(normal.y) == 1 || std::fabs(normal.z) == 1;
            const bool face = (side.flags & kSideIsBevel) == 0;
            const double rank = (turned ? 0 : 16) + (grazes_ ? 0 : 8) + (face ? 4 : 0) + (axial ? 2 : 0) + facing;
            best.offer(plane, rank, brush, i);
        }
    }

  private:
    // Within the tolerance of a plane all the way, given the ends' distances, and not just because the segment is
    // short.
    bool slidesAlong(double d0, double d1) const {
        constexpr double kParallel = 0.01;
        return std::fabs(d0) <= kSurfaceTolerance && std::fabs(d1) <= kSurfaceTolerance &&
               std::fabs(d0 - d1) < kParallel * length_;
    }

    // Cuts the segment to [enter_, leave_]; false when it passes the brush by.
    bool clip() {
        enter_ = -1e30;
        leave_ = approach_ = 1e30;
        for (const SideRecord& side : sides_) {
            const Plane plane = grownPlane(side, box_);
            const double d0 = distanceTo(plane, input_.start), d1 = distanceTo(plane, input_.end);
            if (slidesAlong(d0, d1)) {
                grazes_ =
                    true;  // along a seam the brush is entered, along its open surface the tree reports no contact
                continue;
            }
            if (d0 > kSurfaceTolerance && d1 > kSurfaceTolerance) return false;
            if (d0 > d1) {
                const double t = d0 / (d0 - d1);
                if (t > enter_) approach_ = d0 - d1;
                enter_ = std::max(enter_, t);
            } else if (d1 > d0) {
                leave_ = std::min(leave_, d0 / (d0 - d1));
            } else if (d0 > kSurfaceTolerance) {
                return false;
            }
        }
        return true;
    }

    std::span<const SideRecord> sides_;
    const Box& box_;
    const TraceInput& input_;
    Vec3 delta_;
    double length_, t_;
    bool pointBox_;
    double enter_ = -1e30, leave_ = 1e30;
    double approach_ = 1e30;  // units by which the segment nears the side entered last
    bool grazes_ = false;
};

}  // namespace

bool ClipMap::enteredSide(const TraceInput& input, double t, Plane& plane) const noexcept {
    const Box box = hull(input.hull).box;
    const Vec3 contact = input.start + (input.end - input.start) * t;
    Best best, late;
    double lateEnter = -1e30, firstEnter = 1e30;
    forBrushesAt(contact, box, input.model, [&](std::uint32_t index) {
        const BrushRecord& brush = brushes_[index];
        if ((brush.hullMask >> input.hull.value & 1) == 0) return;
        BrushClip clip(sides_.subspan(brush.firstSide, brush.sideCount), box, input, t);
        const auto contents = static_cast<Contents>(brush.contents);
        if (any(contents & input.mask)) {
            if (clip.entered()) {
                const double later = (clip.enter() - firstEnter) * clip.length();
                if (later > kSameEntry) return;
                if (later < -kSameEntry) best = {};
                firstEnter = std::min(firstEnter, clip.enter());
                clip.offerSides(index, false, best);
            } else if (clip.holds() && clip.enter() > lateEnter) {
                // At an acute edge the tolerance may let a trace in a little: then the last side entered is the one.
                lateEnter = clip.enter();
                late = {};
                clip.offerSides(index, false, late);
            }
        } else if (contents == Contents::Solid && clip.left()) {
            // Solid swallows what the mask asks for: leaving it may be what enters that.
            clip.offerSides(index, true, best);
        }
    });
    if (!best.found) best = late;
    if (best.found) plane = best.plane;
    return best.found;
}

}  // namespace hullbake
