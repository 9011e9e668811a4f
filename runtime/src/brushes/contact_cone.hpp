// The brushes that touch a position of a trace, where every plane near it passes through it.
// In: brushes, a line and a position on it. Out: whether free space comes near, and the plane entered there.
// Invariant: it answers only what neither rounding nor the tolerance decides, and then as contactPlane() does.
#pragma once

#include <bit>

#include "brushes/brush_ops.hpp"
#include "brushes/brush_set.hpp"
#include "brushes/brush_space.hpp"
#include "brushes/slide_planes.hpp"
#include "tree/contact.hpp"

namespace hullbake::detail {

class ContactCone {
    static constexpr auto kSolidBit = static_cast<std::uint32_t>(Contents::Solid);

  public:
    struct Entered {
        Plane plane;
        std::uint32_t contents;
        bool alike;  // nothing else is met there
        bool isSolid() const { return contents == kSolidBit; }
    };

    /// Least length of a line, units, and least depth of a position behind planes that it is not on. Behind the plane
    /// entered, solid is then deeper than the tolerance.
    static constexpr double kClear = 1.0 / 64;

    /// The box must not be flat, and the line behind the position not shorter than kClear.
    ContactCone(const BrushSet& set, const Line& line, Contents mask, const Vec3& place)
        : set_(set), line_(line), mask_(mask), place_(place), at_(clipLine({set.box, place, line.end})) {}

    /// Adds a brush. Returns false if only a closer look can decide.
    template <class Ops>
    HULLBAKE_INLINE bool add(std::uint32_t index) {
        const format::BrushRecord& brush = set_.brushes[index];
        const Role role = roleOf(static_cast<Contents>(brush.contents), mask_);
        if (role == Role::None || !set_.rule.takesPart(brush)) return true;
        const BrushSet::Sides sides = set_.sidesOf(brush);
        if (sides.size() > 64) return false;
        std::uint64_t near = 0;
        if (!Ops::nearSides(sides, set_.box, at_, kBrushReach, kClear, near)) return true;
        return role == Role::Blocks && take(index, near);
    }

    /// Returns true if brushes are entered, by an edge or a face, and free space is near. Finds the plane to name, and
    /// the contents there. Solid swallows all others.
    bool enters(Entered& entered) const {
        const std::uint32_t contents = (contents_ & kSolidBit) != 0 ? kSolidBit : contents_;
        const bool alike = std::has_single_bit(contents) && (contents_ | left_) == contents;
        if (rank_ < 0 || (leaves_ && !open_) || !(alike || contents == kSolidBit)) return false;
        entered = {plane_, contents, alike};
        return true;
    }

  private:
    enum class Way : std::uint8_t { Enters, Slides, Leaves, Unclear };

    Way wayOf(const Plane& plane) const {
        const double rises = dot(plane.normal, line_.delta), steep = kFlatSine * line_.length;
        if (rises > steep) return Way::Leaves;
        if (rises < -steep) return Way::Enters;
        const double farther =
            std::max(std::fabs(distanceTo(plane, line_.start)), std::fabs(distanceTo(plane, line_.end)));
        return farther <= kRounding ? Way::Slides : Way::Unclear;
    }

    // Adds a brush that the position lies on or in, or close to. The trace leaves it, slides over it or enters it.
    HULLBAKE_NOINLINE bool take(std::uint32_t brush, std::uint64_t near) {
        const BrushSet::Sides sides = set_.sidesOf(set_.brushes[brush]);
        Plane apart;
        Way way = Way::Enters;
        for (std::uint64_t left = near; left != 0; left &= left - 1) {
            const Plane plane = grownPlane(sides[static_cast<std::size_t>(std::countr_zero(left))], set_.box);
            const Way own = std::fabs(distanceTo(plane, place_)) <= kRounding ? wayOf(plane) : Way::Unclear;
            if (own == Way::Unclear) return false;
            if (left == near || own > way) apart = plane;
            way = std::max(way, own);
        }
        // A brush that is entered leaves room where the trace comes from, unless another one is left there.
        open_ = room_.add(apart.normal) && open_;
        leaves_ = leaves_ || way == Way::Leaves;
        if (near == 0 || (way != Way::Enters && !beside_.add(apart.normal))) return false;
        (way == Way::Leaves ? left_ : contents_) |= set_.brushes[brush].contents;
        for (std::uint64_t left = way == Way::Enters ? near : 0; left != 0; left &= left - 1) {
            const auto i = static_cast<std::uint32_t>(std::countr_zero(left));
            offer(sides[i], grownPlane(sides[i], set_.box), brush, i);
        }
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
    ClipLine at_;                // the position, as the start of a line
    SlidePlanes room_, beside_;  // in front of all brushes, and of those that are not entered
    bool open_ = true, leaves_ = false;
    std::uint32_t contents_ = 0, left_ = 0;  // of brushes entered or slid over, and of those left
    Plane plane_;
    double rank_ = -1;
    std::uint32_t brush_ = 0, side_ = 0;
};

}  // namespace hullbake::detail
