// Answers the questions of the exact trace where too many brushes meet for a BrushSpace.
// In: a set of brushes, a mask and a line. Out: whether free space comes near a position, and how far it reaches.
// Invariant: every answer ends, whatever the number of brushes and sides, and takes no memory that grows with them.
//
// A position near free space is found by a search that leaves one brush after the other: the nearest point of a region
// lies in a brush, so it continues in front of each side of the brush. Regions do not overlap, and regions that do not
// come near the position end the search there. So the work is that of the cells between the planes near the position.
// Where the search has no room for more bounds, all corners, edges and faces near the position are tried one by one.
#pragma once

#include <array>

#include "brushes/brush_set.hpp"
#include "brushes/role.hpp"
#include "tree/contact.hpp"
#include "tree/small_region.hpp"
#include "tree/touching_leaves.hpp"

namespace hullbake::detail {

/// Free space around one position. Set: a BrushSet or a TurnedSet. kRoom: bounds that the search has room for.
template <class Set, std::uint32_t kRoom = 256>
class Crowd {
  public:
    /// The set must outlive the object.
    Crowd(const Set& set, Contents mask) : set_(set), mask_(mask) {}

    /// Tells whether free space comes within `reach` of a position. If none does, the contents are those of the brushes
    /// there.
    Touch touch(const Vec3& p, double reach);

  private:
    // An obstacle at a point: a brush to leave by one of its sides, or the space behind a bound that must be kept.
    struct Obstacle {
        std::uint32_t brush = format::kNoIndex;
        bool kept = false;
        Bound bound{};
    };
    struct Frame {
        std::uint32_t brush, side;  // the brush to leave, and the next of its sides
        std::uint32_t mark;         // number of bounds that all further ways have
        std::uint32_t active;       // number of brushes that come near the region
        bool hasLast;
        Bound last;  // of the way taken last
    };
    // A brush that comes near, and where the bounds of those of its sides are stored that do.
    struct Near {
        std::uint32_t brush;
        std::uint16_t first, count;
    };
    static constexpr std::uint32_t kFrames = kRoom, kListed = 4096, kStored = 1024;
    static constexpr std::uint32_t kFewBrushes = 32;  // so few take no time to look at
    static constexpr std::uint16_t kNotStored = 0xffff;

    template <class Visit>
    void forNear(const Visit& visit) const;
    template <class Visit>
    void forBounds(const Near& near, const Visit& visit) const;
    template <class Visit>
    void forFeatures(const Visit& visit) const;
    Role role(std::uint32_t index) const { return roleOf(static_cast<Contents>(set_.brushes[index].contents), mask_); }
    bool isObstacle(Role role) const {
        return role == Role::Liquid || (role == Role::Blocks && inside_ == format::kNoIndex);
    }
    Bound boundOf(const format::SideRecord& side) const {
        const Plane plane = grownPlane(side, set_.box);
        return {plane.normal, kRounding - distanceTo(plane, p_)};
    }

    bool gather();
    void list(std::uint32_t index, bool& all);
    bool leadsOut();
    bool search();
    void enter(std::uint32_t brush);
    void skipDistant();
    bool pointWithin(Vec3& x);
    bool nextWay(Frame& frame);
    bool push(const Bound& bound, std::uint32_t from, std::uint32_t& count);
    void drop(std::uint32_t from, std::uint32_t& count);
    bool obstacleAt(const Vec3& x, Obstacle& obstacle) const;
    bool tryFeatures() const;
    bool tryLine(const Bound& one, const Bound& two) const;
    double leaves(const Obstacle& obstacle, const Vec3& x, const Vec3& along) const;

    const Set& set_;
    Contents mask_;
    Vec3 p_;
    double reach_ = 0;
    std::uint32_t contents_ = 0;
    std::uint32_t inside_ = format::kNoIndex;  // brush that swallows others, in which the free space is looked for
    bool swallowed_ = false;                   // the whole neighbourhood is within such a brush
    bool full_ = false;                        // the search ran out of room
    bool listed_ = true;
    std::uint32_t nearCount_ = 0, storedCount_ = 0, activeCount_ = 0, count_ = 0, frameCount_ = 0;
    std::uint32_t turn_ = 0;          // of the direction in which the middle of a region is looked for
    std::array<Near, kListed> near_;  // not initialised, as the rest; those near the region come first
    std::array<Bound, kStored> stored_;
    std::array<Bound, kRoom> bounds_;
    std::array<Frame, kFrames> frames_;
};

/// The free space along a line, among however many brushes.
template <class Set>
class CrowdedLine {
  public:
    /// The arguments must outlive the object.
    CrowdedLine(const Set& set, Contents mask, const Line& line) : set_(set), mask_(mask), line_(line) {}

    Touch touch(double t) const { return near(t, kSurfaceTolerance * 1.0001); }
    /// Returns how far the line runs from `t` on through free space; with `wide`, within the tolerance of it. Returns
    /// no more than `until(t)`.
    double reach(double t, bool wide) const;
    /// Returns where the line next leaves a brush after `t`, or until(t).
    double leave(double t) const;
    /// Returns the end of the part of the line after `t` that one question looks at.
    double until(double t) const { return line_.length > 0 ? std::min(1.0, t + kPart / line_.length) : 1; }

  private:
    static constexpr double kPart = 1;  // units

    Touch near(double t, double reach) const {
        Crowd<Set> crowd(set_, mask_);
        return crowd.touch(line_.start + line_.delta * t, reach);
    }
    template <class Visit>
    void forBrushes(double from, double to, const Visit& visit) const;
    double nextEvent(double t, bool wide) const;
    double lastFree(double low, double high) const;

    const Set& set_;
    Contents mask_;
    const Line& line_;
};

}  // namespace hullbake::detail
