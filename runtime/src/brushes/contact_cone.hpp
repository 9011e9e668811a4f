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

    /// The box must not be flat, and the line behind the position not shorter than kClear. `at`: the box at the
    /// position, as the start of a line, laid out by the Ops of add(). It must outlive the cone.
    ContactCone(const BrushSet& set, const Line& line, Contents mask, const Vec3& place, const ClipLine& at)
        : set_(set), line_(line), mask_(mask), place_(place), at_(at) {}

    /// Adds a brush. Returns false if only a closer look can decide.
    template <class Ops>
    HULLBAKE_INLINE bool add(std::uint32_t index) {
        const format::BrushRecord& brush = set_.brushes[index];
        const Role role = roleOf(static_cast<Contents>(brush.contents), mask_);
        if (role == Role::None || !set_.rule.takesPart(brush)) return true;
        const BrushSet::Sides sides = set_.sidesOf(brush);
        if (sides.size() > 64) return false;
        std::uint64_t near = 0;
        if (!Ops::nearSides(brush, sides, set_.box, at_, kBrushReach, kClear, near)) return true;
        return role == Role::Blocks && take(index, near);
    }

    /// Returns true if brushes are entered, by an edge or a face, and free space is near. Finds the plane to name, and
    /// the contents there. Solid swallows all others.
    bool enters(Entered& entered) {
#ifndef HULLBAKE_SMALL
        if (isSeam_ && !entersSeam()) return false;
#endif
        const std::uint32_t contents = (contents_ & kSolidBit) != 0 ? kSolidBit : contents_;
        const bool alike = (contents & (contents - 1)) == 0 && (contents_ | left_) == contents;
        if (rank_ < 0 || (leaves_ && !isOpen()) || !(alike || contents == kSolidBit)) return false;
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
        Plane apart, slidOver;
        Way way = Way::Enters;
        std::uint64_t entered = 0, slid = 0;
        for (std::uint64_t left = near; left != 0; left &= left - 1) {
            const Plane plane = grownPlane(sides[static_cast<std::size_t>(std::countr_zero(left))], set_.box);
            const Way own = std::fabs(distanceTo(plane, place_)) <= kRounding ? wayOf(plane) : Way::Unclear;
            if (own == Way::Unclear) return false;
            if (left == near || own > way) apart = plane;
            way = std::max(way, own);
            const std::uint64_t bit = left & ~(left - 1);
            entered |= own == Way::Enters ? bit : 0;
            slid |= own == Way::Slides ? bit : 0;
            if (own == Way::Slides) slidOver = plane;
        }
        // A brush that is entered leaves room where the trace comes from, unless another one is left there. Any plane
        // of a brush has room in front, but most is beside one that the trace slides over.
        const Vec3& room = slid != 0 ? slidOver.normal : apart.normal;
        if (roomCount_ < kMostRooms) rooms_[roomCount_] = {room.x, room.y, room.z};
        ++roomCount_;
        leaves_ = leaves_ || way == Way::Leaves;
        if (near == 0) return false;
        (way == Way::Leaves ? left_ : contents_) |= set_.brushes[brush].contents;
        if (way == Way::Enters) {
            if ((near & (near - 1)) == 0) {
                const auto i = static_cast<std::uint32_t>(std::countr_zero(near));
                offer(sides[i], apart, brush, i);
            } else {
                offerSides(brush, near);
            }
            return true;
        }
        const bool beside = beside_.add(apart.normal);
#ifdef HULLBAKE_SMALL
        return beside;
#else
        isSeam_ = isSeam_ || !beside;
        return way == Way::Leaves ? beside : addToSeam({brush, entered}, slidOver.normal, (slid & (slid - 1)) == 0);
#endif
    }

    // Offers several sides of a brush, as bits.
    void offerSides(std::uint32_t brush, std::uint64_t entered) {
        const BrushSet::Sides sides = set_.sidesOf(set_.brushes[brush]);
        for (std::uint64_t left = entered; left != 0; left &= left - 1) {
            const auto i = static_cast<std::uint32_t>(std::countr_zero(left));
            offer(sides[i], grownPlane(sides[i], set_.box), brush, i);
        }
    }

#ifndef HULLBAKE_SMALL
    // A brush that the trace slides over, and its sides that are entered.
    struct SlidBrush {
        std::uint32_t brush;
        std::uint64_t entered;
    };

    // Adds a brush that the trace slides over by the side of that normal alone, if `isSide`. Returns false if it may
    // lie at a seam that only a closer look understands.
    bool addToSeam(const SlidBrush& slid, const Vec3& normal, bool isSide) {
        if (faces_ == 0 && begins_ == 0) seamNormal_ = normal;
        const bool behind = normal == -seamNormal_;
        seamIsPlane_ = seamIsPlane_ && isSide && (behind || normal == seamNormal_);
        const std::uint32_t side = behind ? 2 : 1;
        (slid.entered != 0 ? begins_ : faces_) |= side;
        if (slid.entered != 0) {
            if (slidCount_ == kMostSlid) return false;
            slid_[slidCount_++] = slid;
        }
        return true;
    }

    // Where brushes leave no room beside the trace: returns true if all of one side of the plane that it lies in is
    // solid, and brushes begin on the other side. Offers the sides by which they do. Nothing else may be met there.
    bool entersSeam() {
        if (rank_ >= 0 || leaves_ || !seamIsPlane_ || contents_ != kSolidBit || (faces_ ^ begins_) != 3 ||
            !std::has_single_bit(begins_))
            return false;
        for (std::uint32_t i = 0; i < slidCount_; ++i) offerSides(slid_[i].brush, slid_[i].entered);
        return true;
    }
#endif

    // Returns true if there is room in front of all brushes.
    bool isOpen() const {
        SlidePlanes planes;
        bool open = roomCount_ <= kMostRooms;
        for (std::uint32_t i = 0; open && i < roomCount_; ++i) open = planes.add(rooms_[i].vector());
        return open;
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
    const ClipLine& at_;
    static constexpr std::uint32_t kMostRooms = 8;
    SlidePlanes::Row rooms_[kMostRooms];  // a plane of each brush
    std::uint32_t roomCount_ = 0;
    SlidePlanes beside_;  // in front of all brushes that are not entered
    bool leaves_ = false;
    std::uint32_t contents_ = 0, left_ = 0;  // of brushes entered or slid over, and of those left
    Plane plane_;
    double rank_ = -1;
    std::uint32_t brush_ = 0, side_ = 0;
#ifndef HULLBAKE_SMALL
    static constexpr std::uint32_t kMostSlid = 8;
    SlidBrush slid_[kMostSlid];  // not initialised: the first slidCount_ are those that begin
    std::uint32_t slidCount_ = 0;
    Vec3 seamNormal_;                       // of the first side that the trace slides over
    std::uint32_t faces_ = 0, begins_ = 0;  // sides of its plane, as bits, on which a face is, or brushes begin
    bool isSeam_ = false, seamIsPlane_ = true;
#endif
};

}  // namespace hullbake::detail
