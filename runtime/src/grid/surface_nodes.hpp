// Trace through the nodes of a cell that starts on some of their planes, or lies in them.
// In: a subtree of GNOD and a stretch of a line. Out: free, a hit or unclear.
// Invariant: where the stretch lies in a plane, all combinations of sides are tried. It is free if one of them is. It
// hits if all that do not begin in solid hit at the same place, and all sides are solid behind it.
#pragma once

#include <bit>
#include <cmath>

#include "grid/cell_nodes_trace.hpp"

namespace hullbake::detail {

/// Returns false if space between two planes in which a trace lies may be thinner than rounding.
inline bool opensBetween(const Vec3& one, const Vec3& two) {
    constexpr double kParallel = 0.99;  // cosine
    return std::fabs(dot(one, two)) < kParallel;
}

/// What a trace has met on its way.
struct SurfacesMet {
    bool slides = false;  ///< it lies in a plane that has solid on one side
    bool starts = false;  ///< it starts on a plane
    bool departs = true;  ///< all planes that it starts on are axial, and it leaves them at no flat angle
};
/// Sine of the angle up to which a trace stays near a plane, with some room.
inline constexpr double kStaysNear = 2 * kGrazingSine;

class SurfaceNodes {
  public:
    /// `mask`: the contents that stop the trace.
    SurfaceNodes(const NodeTables& tables, std::uint32_t mask, const GridLine& line, double from, double until)
        : tables_(tables), mask_(mask), line_(line), from_(from), until_(until) {}

    /// Traces through a subtree. Without a plane that it starts on or slides in it is unclear.
    CellEnd run(ChildRef subtree, CellHit& hit, SurfacesMet& met) {
        isOnSurface_ = met.slides || met.starts;
        bool free = false, unclear = false, hits = false;
        std::uint32_t beside = 0;
        do {
            solidAtOnce_ = false;
            CellHit own;
            Trace trace(tables_, mask_, line_, *this);
            const CellEnd end =
                sides_ > 0 && forks_ ? trace.runFrom(fork_, from_, own) : trace.run(subtree, from_, until_, own);
            if (solidAtOnce_) {
                beside |= 1u << sides_;
            } else if (end == CellEnd::Free) {
                free = true;
            } else if (end == CellEnd::Unclear || (hits && !isSame(own.t, hit.t))) {
                unclear = true;
            } else {
                hit = own;
                hits = true;
            }
        } while (!(free && met.slides) && ++sides_ < 1u << count_);
        met.starts = met.starts || starts_;
        met.slides = met.slides || beside != 0;
        met.departs = met.departs && departs_;
        if (free) return CellEnd::Free;
        return !unclear && hits && isClosedBehind(subtree, hit.t, beside) ? CellEnd::Hit : CellEnd::Unclear;
    }

    // For CellNodesTrace. A first plane in which the stretch lies makes a fork, for the other side.
    bool goesOn() const { return isOnSurface_ || starts_; }
    void startsSolid(double until) {
        solidAtOnce_ = true;
        if (until < leastSolid_) leastSolid_ = until;
    }
    template <class Nodes>
    bool choose(const Nodes& trace, ChildRef child, double from, bool& back) {
        const NodeRecord& node = tables_.nodes[child];
        const std::uint32_t known = find(node);
        if (known == count_) {
            if (!chooseNew(node, from, trace.until(), back)) return false;
            if (count_ == 1 && known == 0 && from <= from_) {
                forks_ = true;
                trace.fork(child, fork_);
            }
            return true;
        }
        back = (sides_ >> known & 1) != 0;
        return true;
    }

  private:
    using Trace = CellNodesTrace<SurfaceNodes>;

    static constexpr std::uint32_t kMost = 2;  // a third plane may leave space thinner than rounding

    // Returns true if both places on the line are the same, to rounding.
    bool isSame(double one, double other) const {
        return (one - other) * (one - other) * line_.squared <= kRounding * kRounding;
    }
    // Distance of the line from a plane.
    struct Slope {
        double start, rises;  // at the start, and its change along all of the line
        double at(double t) const { return start + t * rises; }
    };
    Slope slopeTo(const NodeRecord& node) const {
        const std::uint32_t axis = node.kind();
        if (axis != format::kGeneralPlane) return {line_.start.at[axis] - node.axialDist(), line_.delta.at[axis]};
        const PlaneRecord& plane = tables_.planes[node.plane];
        const double* const n = plane.normal;
        return {n[0] * line_.start.at[0] + n[1] * line_.start.at[1] + (n[2] * line_.start.at[2] - plane.dist),
                n[0] * line_.delta.at[0] + n[1] * line_.delta.at[1] + n[2] * line_.delta.at[2]};
    }
    // Chooses the side of a plane in which the stretch was not yet found to lie.
    bool chooseNew(const NodeRecord& node, double from, double until, bool& back) {
        const Slope slope = slopeTo(node);
        const double d0 = slope.at(from_), d1 = slope.at(until_);
        if (!(std::fabs(d0) <= kRounding)) return chooseAtEnds(slope, from, until, back);
        starts_ = true;
        departs_ = departs_ && node.kind() != format::kGeneralPlane &&
                   slope.rises * slope.rises > kStaysNear * kStaysNear * line_.squared;
        if (!(std::fabs(d1) <= kRounding)) {
            back = d1 < 0;
            return std::fabs(d1) > kSettledEnd && from <= from_;
        }
        if (count_ == kMost ||
            (count_ > 0 && !opensBetween(nodePlane(tables_, along_[0]).normal, nodePlane(tables_, node).normal)))
            return false;
        back = (sides_ >> count_ & 1) != 0;
        along_[count_++] = node;
        return true;
    }
    // Chooses the side of a plane that is crossed where the piece begins or ends, by another plane: what lies between
    // both is passed or entered in no length.
    bool chooseAtEnds(const Slope& slope, double from, double until, bool& back) const {
        const double rises = slope.rises;
        const auto isCrossedAt = [&](double t) {
            const double d = slope.at(t);
            return d * d * line_.squared <= rises * rises * (kRounding * kRounding);
        };
        const bool begins = from > from_ && isCrossedAt(from);
        back = begins == (rises < 0);
        return rises * rises >= kFlatSine * kFlatSine * line_.squared &&
               (begins || (until < until_ && isCrossedAt(until)));
    }
    // Returns the number of a plane in which the stretch lies, or count_.
    std::uint32_t find(const NodeRecord& node) const {
        std::uint32_t i = 0;
        while (i < count_ && !samePlane(along_[i], node)) ++i;
        return i;
    }

    // Returns true if solid lies from the entry to a touch behind it on the sides, as bits, that begin in solid. The
    // others are entered.
    bool isClosedBehind(ChildRef subtree, double t, std::uint32_t beside) {
        if (reaches(t, leastSolid_, 4 * kTouchLength) && reaches(t, until_, 2 * kTouchLength)) return true;
        const double behind = t + 2 * kTouchLength / std::sqrt(line_.squared);
        bool closed = behind < until_;
        for (; closed && beside != 0; beside &= beside - 1) {
            sides_ = static_cast<std::uint32_t>(std::countr_zero(beside));
            closed = isSolid(subtree, t, behind);
        }
        return closed;
    }
    // Returns true if the line is longer than `length` units from t to `end`.
    bool reaches(double t, double end, double length) const {
        return end > t && (end - t) * (end - t) * line_.squared > length * length;
    }
    // Returns true if one leaf, which is solid, holds all from `t` to `behind`.
    bool isSolid(ChildRef child, double t, double behind) const {
        while (!format::isLeaf(child)) {
            const NodeRecord& node = tables_.nodes[child];
            const std::uint32_t known = find(node);
            bool back = (sides_ >> known & 1) != 0;
            if (known == count_) {
                const Slope slope = slopeTo(node);
                const double d = slope.at(behind), before = slope.at(t);
                back = d < 0;
                if (!(std::fabs(d) > kSettledEnd) || (back ? before : -before) > kRounding) return false;
            }
            child = back ? node.back : node.front();
        }
        return (format::leafContents(child) & mask_) != 0;
    }

    const NodeTables tables_;
    const std::uint32_t mask_;
    const GridLine& line_;
    const double from_, until_;
    NodeRecord along_[kMost];
    std::uint32_t count_ = 0, sides_ = 0;  // planes in which the stretch lies, and on which to go behind
    double leastSolid_ = 2;                // until where the pieces reach that begin in solid
    bool isOnSurface_ = false, starts_ = false, departs_ = true, solidAtOnce_ = false, forks_ = false;
    Trace::Fork fork_;  // if forks_: the node of the first such plane, before any is crossed
};

}  // namespace hullbake::detail
