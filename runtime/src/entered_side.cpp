// Where a trace enters solid at an edge, several planes meet, and not all of them belong to the brush that is entered.
// The bare brushes know: each is grown by the hull's box, and the segment clipped against it.

#include <algorithm>
#include <cmath>

#include "brushes_at.hpp"

namespace hullbake {

using namespace format;

namespace {

constexpr double kAtContact = 2 * kSurfaceTolerance;

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
        : sides_(sides), box_(box), input_(input), delta_(input.end - input.start), length_(length(delta_)), t_(t),
          contact_(input.start + delta_ * t) {}

    // Whether the segment is inside the closed brush just behind the contact.
    bool entered() {
        double enter = -1e30, leave = 1e30;
        for (const SideRecord& side : sides_) {
            const double d0 = grownDistance(side, box_, input_.start), d1 = grownDistance(side, box_, input_.end);
            if (std::fabs(d0) <= kSurfaceTolerance && std::fabs(d1) <= kSurfaceTolerance) {
                grazes_ = true;  // along a seam the brush is entered, along its open surface the tree reports no contact
                continue;
            }
            if (d0 > kSurfaceTolerance && d1 > kSurfaceTolerance) return false;
            if (d0 > d1) enter = std::max(enter, d0 / (d0 - d1));
            else if (d1 > d0) leave = std::min(leave, d0 / (d0 - d1));
            else if (d0 > kSurfaceTolerance) return false;
        }
        return std::fabs(enter - t_) * length_ <= kAtContact && (leave - t_) * length_ > kSurfaceTolerance;
    }

    void offerSides(std::uint32_t brush, Best& best) const {
        for (std::uint32_t i = 0; i < sides_.size(); ++i) {
            const SideRecord& side = sides_[i];
            const Plane plane = grownPlane(side, box_);
            const Vec3& normal = plane.normal;
            const double facing = -dot(normal, delta_) / length_;  // 0..1 for those entered
            if (!(facing > 0) || distanceTo(plane, input_.end) >= 0 || std::fabs(distanceTo(plane, contact_)) > kAtContact) continue;
            const bool axial = std::fabs(normal.x) == 1 || std::fabs(normal.y) == 1 || std::fabs(normal.z) == 1;
            const bool face = (side.flags & kSideIsBevel) == 0;
            const double rank = (grazes_ ? 0 : 8) + (face ? 4 : 0) + (axial ? 2 : 0) + facing;
            best.offer(plane, rank, brush, i);
        }
    }

  private:
    std::span<const SideRecord> sides_;
    const Box& box_;
    const TraceInput& input_;
    Vec3 delta_;
    double length_, t_;
    Vec3 contact_;
    bool grazes_ = false;
};

}  // namespace

bool ClipMap::enteredSide(const TraceInput& input, double t, Plane& plane) const noexcept {
    const Box box = hull(input.hull).box;
    const Vec3 contact = input.start + (input.end - input.start) * t;
    Best best;
    forBrushesAt(contact, box, input.model, [&](std::uint32_t index) {
        const BrushRecord& brush = brushes_[index];
        const bool blocks = (brush.contents & static_cast<std::uint32_t>(input.mask)) != 0;
        if (!blocks || (brush.hullMask >> input.hull.value & 1) == 0) return;
        BrushClip clip(sides_.subspan(brush.firstSide, brush.sideCount), box, input, t);
        if (clip.entered()) clip.offerSides(index, best);
    });
    if (best.found) plane = best.plane;
    return best.found;
}

}  // namespace hullbake
