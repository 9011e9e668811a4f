// The brushes that touch a position of a trace, where every plane near it passes through it.
// In: brushes, a line and a position on it. Out: whether free space comes near, and the plane entered there.
// Invariant: it answers only what neither rounding nor the tolerance decides, and then as contactPlane() does.
#pragma once

#include "brushes/brush_set.hpp"
#include "brushes/brush_space.hpp"
#include "brushes/slide_planes.hpp"
#include "tree/contact.hpp"

namespace hullbake::detail {

class ContactCone {
  public:
    /// Least length of a line, units, and least depth of a position behind planes that it is not on. Behind the plane
    /// entered, solid is then deeper than the tolerance.
    static constexpr double kClear = 1.0 / 64;

    /// The box must not be flat, and the line behind the position not shorter than kClear.
    ContactCone(const BrushSet& set, const Line& line, Contents mask, const Vec3& place)
        : set_(set), line_(line), mask_(mask), place_(place) {}

    /// Adds a brush. Returns false if only a closer look can decide.
    HULLBAKE_NOINLINE bool add(std::uint32_t index) {
        const format::BrushRecord& brush = set_.brushes[index];
        const auto contents = static_cast<Contents>(brush.contents);
        const Role role = roleOf(contents, mask_);
        if (role == Role::None || !set_.rule.takesPart(brush)) return true;
        const BrushSet::Sides sides = set_.sidesOf(brush);
        Touched touched;
        bool clear = true;
        for (std::uint32_t i = 0; i < sides.size(); ++i) {
            const double d = grownDistance(sides[i], set_.box, place_);
            if (d > kBrushReach) return true;
            if (d < -kClear) continue;
            clear = clear && std::fabs(d) <= kRounding && touched.add(i);
        }
        if (!clear || touched.count == 0 || role != Role::Blocks || !any(contents & Contents::Solid)) return false;
        return take(sides, touched, index);
    }

    /// Returns true if brushes are entered, by an edge or a face, and free space is near. Finds the plane to name.
    bool enters(Plane& plane) const {
        if (rank_ < 0) return false;
        plane = plane_;
        return true;
    }

  private:
    // The sides of a brush whose planes pass through the position.
    struct Touched {
        static constexpr std::uint32_t kMost = 4;
        std::uint32_t side[kMost], count = 0;

        bool add(std::uint32_t i) {
            if (count == kMost) return false;
            side[count++] = i;
            return true;
        }
    };
    enum class Way : std::uint8_t { Enters, Slides, Leaves, Unclear };

    Way wayOf(const Plane& plane) const {
        const double rises = dot(plane.normal, line_.delta), steep = kFlatSine * line_.length;
        if (rises > steep) return Way::Leaves;
        if (rises < -steep) return Way::Enters;
        const double farther =
            std::max(std::fabs(distanceTo(plane, line_.start)), std::fabs(distanceTo(plane, line_.end)));
        return farther <= kRounding ? Way::Slides : Way::Unclear;
    }

    // Adds a brush that the position lies on. The trace leaves it, slides over it or enters it.
    bool take(BrushSet::Sides sides, const Touched& touched, std::uint32_t brush) {
        Plane planes[Touched::kMost], apart;
        Way way = Way::Enters;
        for (std::uint32_t k = 0; k < touched.count; ++k) {
            planes[k] = grownPlane(sides[touched.side[k]], set_.box);
            const Way own = wayOf(planes[k]);
            if (own == Way::Unclear) return false;
            if (k == 0 || own > way) apart = planes[k];
            way = std::max(way, own);
        }
        if (!room_.add(apart.normal)) return false;
        if (way != Way::Enters) return true;
        for (std::uint32_t k = 0; k < touched.count; ++k)
            offer(sides[touched.side[k]], planes[k], brush, touched.side[k]);
        return true;
    }

    // Offers a side that is entered, by the ranks of contactPlane().
    void offer(const format::SideRecord& side, const Plane& plane, std::uint32_t brush, std::uint32_t index) {
        const Vec3& normal = plane.normal;
        const bool axial = std::fabs(normal.x) == 1 || std::fabs(normal.y) == 1 || std::fabs(normal.z) == 1;
        const bool face = (side.flags & format::kSideIsBevel) == 0;
        const double facing = -dot(normal, line_.delta) / line_.length;
        const double rank = 8 + (face ? 4 : 0) + (axial ? 2 : 0) + facing;
        const bool earlier = brush != brush_ ? brush < brush_ : index < side_;
        if (rank < rank_ || (rank == rank_ && !earlier)) return;
        rank_ = rank;
        plane_ = plane;
        brush_ = brush;
        side_ = index;
    }

    const BrushSet& set_;
    const Line& line_;
    Contents mask_;
    Vec3 place_;
    SlidePlanes room_;
    Plane plane_;
    double rank_ = -1;
    std::uint32_t brush_ = 0, side_ = 0;
};

}  // namespace hullbake::detail
