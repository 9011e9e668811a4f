// Presents the brushes around a trace as free and solid cells, however many meet in one place.
// In: a set of brushes, a mask and a line. Out: a Space for the exact trace, and the cells that touch a position.
//
// BrushSpace stores the brushes of a place and divides the place by all their planes. Crowd stores no brush. It takes
// one point of what is left of the place, and asks all brushes near it which of them contain the point. It divides what
// is left by a plane of that brush. It ends when what is left lies in one brush or outside all. It stores only the
// planes that divide, and a well chosen point keeps them few. A brush that what is left does not reach divides nothing.
// Beside one brush, as at the apex of a cone, most positions need no division. No free cell lasts longer than the space
// in front of the side that the trace crosses last, so that one is visited first. Cost: linear in the sides where such
// a cell decides, else about the square of the brushes that meet. Invariant: answers are those of BrushSpace where that
// has room for the brushes.
#pragma once

#include <array>

#include "brushes/brush_space.hpp"
#include "brushes/bvh_sweep.hpp"
#include "brushes/crowd_limits.hpp"
#include "brushes/nearest_common_point.hpp"
#include "brushes/part_near.hpp"
#include "brushes/turned_set.hpp"
#include "tree/exact_trace.hpp"

namespace hullbake::detail {

/// Upper bound of the sides that one query visits when brushes crowd. A thousand brushes around one line need about
/// 2^27, and up to 2^31 where a trace runs beside that line.
inline constexpr std::int64_t kCrowdBudget = std::int64_t{1} << 32;

/// Whether the free cell that lasts longest is visited before the place is divided. That only saves time.
#ifdef HULLBAKE_SMALL
inline constexpr bool kVisitsLasting = false;
#else
inline constexpr bool kVisitsLasting = true;
#endif

/// A convex part of free or solid space near a position.
struct CrowdCell {
    Vec3 place;                              ///< a point of it, relative to the position
    std::uint32_t brush = format::kNoIndex;  ///< the brush it lies in, if any
    Lasts lasts = Lasts::Unknown;            ///< no free cell lasts longer in this sense
    bool noneWithin = false;                 ///< nor does the trace stay in any
};

/// Calls a function for each cell. It returns true if that is enough.
class CellVisit {
  public:
    template <class Visit>
    explicit CellVisit(const Visit& visit)
        : visit_(&visit), call_([](const void* self, const CrowdCell& cell, bool blocks) {
              return (*static_cast<const Visit*>(self))(cell, blocks);
          }) {}
    bool operator()(const CrowdCell& cell, bool blocks) const { return call_(visit_, cell, blocks); }

  private:
    const void* visit_;
    bool (*call_)(const void*, const CrowdCell&, bool);
};

/// Order in which brushes claim space that several of them contain.
struct CrowdRank {
    Role role = Role::None;
    std::uint32_t brush = format::kNoIndex;
    bool before(const CrowdRank& other) const { return role != other.role ? role < other.role : brush < other.brush; }
};

template <class Set>
class Crowd {
  public:
    using Ref = std::int64_t;  ///< brush << 16 | side
    using Cell = CrowdCell;
    using Limits = CrowdLimits;
    static constexpr bool kHasTree = false, kPrunes = false;
    static constexpr bool kLasts = kVisitsLasting;
    static constexpr int count = 1;

    /// The set, the line and the budget must outlive the crowd. The budget is counted down by the sides visited.
    Crowd(const Set& set, Contents mask, const Line& line, std::int64_t& budget)
        : set_(set), mask_(mask), line_(line), budget_(budget) {}

    /// Returns true if no free cell lasts longer than this one.
    static bool lastsLongest(const Cell& cell, Lasts lasts) {
        return cell.lasts == lasts || (cell.noneWithin && lasts == Lasts::Within);
    }
    /// Returns true if the trace stays in no free cell, wherever this one was visited.
    static bool noneHolds(const Cell& cell) { return cell.noneWithin; }
    static bool cover(double) { return true; }
    static double until() { return 1; }
    /// Returns a position up to which no free space is within the tolerance. At `t` none is.
    double solidUntil(double t) const;
    /// Returns where the first brush is left after `t`, or 1.
    double leftAfter(double t) const;

    static std::int64_t id(Ref ref) { return ref; }
    Plane plane(Ref ref) const {
        const auto sides = set_.sidesOf(set_.brushes[static_cast<std::size_t>(ref >> 16)]);
        return grownPlane(sides[static_cast<std::uint32_t>(ref & 0xffff)], set_.box);
    }
    Plane planeOf(std::int64_t id) const { return plane(id); }

    /// Visits the cells that come within the tolerance of a position. Stops when `visit` says that a free one is
    /// enough. `onlyOne`: the extent of free cells does not matter.
    Touch cellsNear(const Vec3& p, bool onlyOne, const CellVisit& visit) const;

    /// Calls visit(ref, approach) for the planes of a cell near the trace's point at `t`. Leaves out brushes that the
    /// trace reaches only after `until`, which the visit may reduce.
    template <class Visit>
    void forPlanes(const CrowdCell& cell, double t, const double& until, const Visit& visit) const;

  private:
    using Rank = CrowdRank;
    static constexpr Rank kLast{Role{0xff}, format::kNoIndex};

    /// A plane that divides the place.
    struct Cut {
        std::uint32_t brush;
        std::uint16_t side;
        bool front;    // side of the plane that is looked at
        bool pending;  // the other side is still to be looked at
    };
    static constexpr std::uint32_t kMostCuts = 2048;

    // Returns true if space of the second role ends where a brush of the first begins.
    static bool bordersOn(Role other, Role holder) {
        return holder > Role::Blocks || (holder == Role::Blocks && other == Role::Swallows) ||
               (holder == Role::Swallows && other == Role::Liquid);
    }
    bool borderedByOthers(Role holder) const {
        const bool swallows = any(mask_ & kMaskBlocking) && !any(mask_ & Contents::Solid);
        return holder > Role::Blocks || (swallows && holder != Role::Liquid);
    }

    // Tolerances that the place reaches around the position.
    double widening() const { return kLasts ? widening_ : 1; }
    double reach() const { return kCellReach * widening(); }
    double room() const { return kLasts ? std::max(kNearBrush, 2 * reach()) : kNearBrush; }
    Rank rankOf(std::uint32_t index) const;
    template <class Visit>
    bool forNearSides(std::uint32_t index, const Vec3& p, const Visit& visit) const;
    template <class Visit>
    void forBrushesNear(const Vec3& p, const Rank& before, const Visit& visit) const;
    template <class Visit>
    void forBrushesAlong(double t, const double& until, const Visit& visit) const;

    bool hasOneBrush(const Vec3& p) const;
    std::uint32_t lastSide(std::uint32_t index, const Vec3& p, Lasts lasts) const;
    bool hasLasting(const Vec3& p, CrowdCell& cell) const;
    bool visitLasting(const Vec3& p, bool onlyOne, const CellVisit& visit) const;
    Limit limitOf(const Cut& cut, const Vec3& p) const;
    bool reaches(const Vec3& p, std::uint32_t index) const;
    bool nearest(const Vec3& p, const Cut* more, const Vec3& target, Vec3& x) const;
    bool hasRoom(const Vec3& p, const Cut* more, Vec3& x) const;
    Vec3 pointWithin(const Vec3& p, const Vec3& nearest) const;
    bool pointOutside(const Vec3& p, const Rank& before, Vec3& x) const;

    void visitCells(const Vec3& p, const Rank& before, bool onlyOne, const CellVisit& visit, Touch& touch) const;
    Rank holder(const Vec3& p, const Vec3& x, const Rank& before) const;
    bool cutAlongBrush(const Vec3& p, std::uint32_t index, Cut& cut) const;
    bool cutBeside(const Vec3& p, const Vec3& x, const Rank& holder, const Rank& before, Cut& cut) const;
    bool push(const Cut& cut) const;
    void addHidden(const Vec3& p, Touch& touch) const;
    bool isVisible(const Vec3& p, const Rank& rank) const;

    const Set& set_;
    Contents mask_;
    const Line& line_;
    std::int64_t& budget_;
    mutable std::array<Cut, kMostCuts> cuts_;
    mutable std::uint32_t cutCount_ = 0;
    mutable double widening_ = 1;
};

/// Least distance of a point from a plane that it lies in front of.
inline constexpr double kInFrontOf = kRounding - kLimitSlack;

template <class Set>
template <class Visit>
void Crowd<Set>::forBrushesAlong(double t, const double& until, const Visit& visit) const {
    if (set_.root == format::kNoIndex) return;
    const Sweep sweep = sweepOf(set_, line_.start + line_.delta * t, line_.delta * (1 - t));
    std::uint32_t stack[8 * format::kMaxBvhDepth];  // each level leaves at most seven siblings
    std::uint32_t pending = 0;
    stack[pending++] = set_.root;
    while (pending > 0 && budget_ > 0) {
        const format::BvhNode& node = set_.volumes[stack[--pending]];
        budget_ -= 8;
        const double limit = t < 1 ? std::max(0.0, (until - t) / (1 - t)) : 1;
        const Met met = meetVector(node, sweep, static_cast<float>(limit) * (1 + kSweepRounding));
        for (int slot = 0; slot < 8; ++slot) {
            const std::uint32_t child = node.child[slot];
            if ((met.mask >> slot & 1) == 0) continue;
            if ((child & format::kBvhLeaf) == 0)
                stack[pending++] = child;
            else
                visit(child & ~format::kBvhLeaf);
        }
    }
}

template <class Set>
template <class Visit>
void Crowd<Set>::forPlanes(const CrowdCell& cell, double t, const double& until, const Visit& visit) const {
    const Vec3 p = line_.start + line_.delta * t;
    const auto offer = [&](std::uint32_t index, std::uint32_t side, double sign) {
        const Ref ref = Ref{index} << 16 | side;
        const Plane own = plane(ref);
        visit(ref, Approach{sign * distanceTo(own, line_.start), sign * distanceTo(own, line_.end), sign});
    };
    const Rank holder = cell.brush == format::kNoIndex ? kLast : rankOf(cell.brush);
    if (cell.brush != format::kNoIndex) {
        const auto sides = set_.sidesOf(set_.brushes[cell.brush]);
        for (std::uint32_t i = 0; i < sides.size(); ++i)
            if (sideCounts(sides[i], set_.box)) offer(cell.brush, i, -1);
        budget_ -= static_cast<std::int64_t>(sides.size());
        if (!borderedByOthers(holder.role)) return;
    }
    bool cutsBound = false;
    forBrushesAlong(t, until, [&](std::uint32_t index) {
        const Rank rank = rankOf(index);
        if (rank.role == Role::None || !bordersOn(rank.role, holder.role)) return;
        const format::BrushRecord& brush = set_.brushes[index];
        const auto sides = set_.sidesOf(brush);
        budget_ -= 2 * static_cast<std::int64_t>(sides.size());
        const Part part = partNear(set_, brush, line_);
        if (part.enter > part.leave || part.leave < t || part.enter > until) return;
        if constexpr (kLasts) {
            if (cell.lasts != Lasts::Unknown) {
                const std::uint32_t last = lastSide(index, p, cell.lasts);
                if (last != format::kNoIndex) offer(index, last, 1);
                return;
            }
        }
        // A side that all space around the position is in front of, or the one that the cell is furthest in front of.
        std::uint32_t chosen = format::kNoIndex;
        double furthest = -1;
        for (std::uint32_t i = 0; i < sides.size(); ++i) {
            const format::SideRecord& side = sides[i];  // or a copy, whose lifetime the reference extends
            if (!sideCounts(side, set_.box)) continue;
            const Plane own = grownPlane(side, set_.box);
            const double d = distanceTo(own, p);
            if (d > kBoundsNear) return offer(index, i, 1);
            const double away = d + dot(own.normal, cell.place);
            if (d < -kSurfaceTolerance || away < kInFrontOf || away <= furthest) continue;
            furthest = away;
            chosen = i;
        }
        if (chosen == format::kNoIndex) return;
        if (reaches(p, index))
            offer(index, chosen, 1);
        else
            cutsBound = true;
    });
    if (!cutsBound) return;
    budget_ -= cutCount_;
    for (std::uint32_t i = 0; i < cutCount_; ++i) offer(cuts_[i].brush, cuts_[i].side, cuts_[i].front ? 1 : -1);
}

/// Visits the cells within the tolerance of a point, until a free one is found.
template <class Set>
Touch touchPoint(const Crowd<Set>& crowd, const Vec3& p, std::int64_t&) {
    return crowd.cellsNear(p, true, CellVisit([](const CrowdCell&, bool) { return true; }));
}

/// Visits what touches a position at rest, by a BrushSpace if that has room for the brushes, and else by a Crowd. The
/// budget is counted down by the nodes and sides visited; at zero the answer means nothing.
template <class Set>
Touch touchBrushes(const Set& set, Contents mask, const Vec3& p, std::int64_t& budget);

/// Visits the cells that touch a position, as the version for other spaces does.
template <class Set, class OnCell, class IsEnough>
Touch touchingCells(const Crowd<Set>& crowd, const Vec3& p, const OnCell& onCell, const IsEnough& isEnough,
                    std::int64_t&) {
    const auto visit = [&](const CrowdCell& cell, bool blocks) {
        onCell(cell, 0, blocks);
        return !blocks && isEnough(cell);
    };
    return crowd.cellsNear(p, false, CellVisit(visit));
}

}  // namespace hullbake::detail
