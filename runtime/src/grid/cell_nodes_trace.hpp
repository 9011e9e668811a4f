// Traces through the nodes that divide one grid cell.
// In: a subtree of GNOD and a stretch of a line that starts free. Out: free, a hit or unclear.
// The side of a plane follows from where along the trace it is crossed. Crossings too close to call are unclear.
#pragma once

#include <algorithm>

#include "grid/grid_view.hpp"
#include "simd/target.hpp"

namespace hullbake::detail {

/// Chooses no side of a plane that a trace stays near, or begins or ends at.
struct NoSides {
    template <class Trace>
    static bool choose(const Trace&, ChildRef, double, bool&) {
        return false;
    }
    static constexpr bool goesOn() { return true; }
    static void startsSolid(double) {}
};

/// `Sides` chooses the side of planes that a stretch begins on or lies in. It tells at the first leaf whether to go on,
/// and is told if solid is there at once, and until where.
template <class Sides = NoSides>
class CellNodesTrace {
  public:
    /// `mask`: the contents that stop the trace.
    CellNodesTrace(const NodeTables& tables, std::uint32_t mask, const GridLine& line, Sides& sides)
        : tables_(tables), mask_(mask), line_(line), sides_(sides) {}

    /// Traces through a subtree from `from`, where the trace is free, to `until`.
    HULLBAKE_INLINE CellEnd run(ChildRef child, double from, double until, CellHit& hit) {
        until_ = until;
        return goOn(child, from, hit);
    }

    /// A subtree beyond a plane that the trace crosses, visited later.
    struct Waiting {
        double until;
        ChildRef child;
        std::uint32_t node;
    };
    /// Upper bound of those.
    static constexpr int kMostWaiting = 16;

    /// A node that a trace comes to before it has crossed any plane, from where it can go on again.
    struct Fork {
        ChildRef node;
        double until;  ///< of the piece
        int count;
        Waiting waiting[kMostWaiting];
    };
    /// Stores the node and what waits.
    HULLBAKE_INLINE void fork(ChildRef node, Fork& out) const {
        out.node = node;
        out.until = until_;
        out.count = count_;
        std::copy_n(waiting_, count_, out.waiting);
    }
    /// As run(), from a fork of another trace.
    HULLBAKE_INLINE CellEnd runFrom(const Fork& fork, double from, CellHit& hit) {
        until_ = fork.until;
        count_ = fork.count;
        std::copy_n(fork.waiting, count_, waiting_);
        return goOn(fork.node, from, hit);
    }

    /// Returns where the present piece ends.
    double until() const { return until_; }

  private:
    HULLBAKE_INLINE CellEnd goOn(ChildRef child, double from, CellHit& hit) {
        std::uint32_t node = 0;  // whose plane the piece was entered by
        for (int pieces = 0; pieces < kMostPieces; ++pieces) {
            while (!format::isLeaf(child))
                if (!descend(child, from)) return CellEnd::Unclear;
            if (pieces == 0 && !sides_.goesOn()) return CellEnd::Unclear;
            if ((format::leafContents(child) & mask_) != 0) {
                if (pieces == 0) sides_.startsSolid(until_);
                if (pieces == 0 || !isDeep(from)) return CellEnd::Unclear;
                hit = {from, nodePlane(tables_, tables_.nodes[node]), format::leafContents(child)};
                return CellEnd::Hit;
            }
            if (count_ == 0) return CellEnd::Free;
            const Waiting& waiting = waiting_[--count_];
            from = until_;
            until_ = waiting.until;
            child = waiting.child;
            node = waiting.node;
        }
        return CellEnd::Unclear;
    }

    // Upper bound of the pieces of one trace. Only a crafted tree, which shares subtrees repeatedly, has more.
    static constexpr int kMostPieces = 64;

    // Descends one node. Returns false if the stretch [from, until_] stays near the plane, or begins or ends there.
    HULLBAKE_INLINE bool descend(ChildRef& child, double from) {
        const NodeRecord& record = tables_.nodes[child];
        const std::uint32_t axis = record.kind();
        if (axis == format::kGeneralPlane) return descendSlanted(child, from);
        const ChildRef front = record.front(), back = record.back;
        const double inverse = line_.inverse.at[axis];
        const double crossed = (record.axialDist() - line_.start.at[axis]) * inverse;
        const double margin = kSettledEnd * std::fabs(inverse);
        // Swap the children without a branch: the direction of a trace is as good as random.
        const ChildRef swapped = (front ^ back) & (0u - static_cast<ChildRef>(inverse > 0));
        const ChildRef first = front ^ swapped, second = back ^ swapped;
        if (crossed - margin > until_) {
            child = first;
            return true;
        }
        if (crossed + margin < from) {
            child = second;
            return true;
        }
        if (crossed - margin > from && crossed + margin < until_) return cross(child, first, second, crossed);
        return choose(child, record, from);
    }

    HULLBAKE_INLINE bool descendSlanted(ChildRef& child, double from) {
        const NodeRecord& record = tables_.nodes[child];
        const PlaneRecord& plane = tables_.planes[record.plane];
        const double* n = plane.normal;
        const double d = n[0] * line_.start.at[0] + n[1] * line_.start.at[1] + n[2] * line_.start.at[2] - plane.dist;
        const double v = along(plane);
        const double d0 = d + v * from, d1 = d + v * until_;
        if (d0 > kSettledEnd && d1 > kSettledEnd) {
            child = record.front();
            return true;
        }
        if (d0 < -kSettledEnd && d1 < -kSettledEnd) {
            child = record.back;
            return true;
        }
        if (!(std::min(std::fabs(d0), std::fabs(d1)) > kSettledEnd)) return choose(child, record, from);
        return v < 0 ? cross(child, record.front(), record.back, d / -v)
                     : cross(child, record.back, record.front(), d / -v);
    }

    HULLBAKE_INLINE bool choose(ChildRef& child, const NodeRecord& record, double from) {
        bool back = false;
        if (!sides_.choose(*this, child, from, back)) return false;
        child = back ? record.back : record.front();
        return true;
    }

    HULLBAKE_INLINE bool cross(ChildRef& child, ChildRef first, ChildRef second, double crossed) {
        if (count_ == kMostWaiting) return false;
        waiting_[count_++] = {until_, second, child};
        until_ = crossed;
        child = first;
        return true;
    }

    // Returns how far the whole trace moves along the plane's normal.
    double along(const PlaneRecord& plane) const {
        const double* n = plane.normal;
        return n[0] * line_.delta.at[0] + n[1] * line_.delta.at[1] + n[2] * line_.delta.at[2];
    }

    // Returns true if solid entered at `from` is certainly more than a touch. It must be long enough and not end at a
    // plane crossed so flatly that all of it may be less deep than the tolerance.
    bool isDeep(double from) const {
        const double part = until_ - from;
        if (!(part * part * line_.squared > kTouchLength * kTouchLength)) return false;
        if (count_ == 0) return true;
        const NodeRecord& last = tables_.nodes[waiting_[count_ - 1].node];
        const double v =
            last.kind() == format::kGeneralPlane ? along(tables_.planes[last.plane]) : line_.delta.at[last.kind()];
        return v * v >= kFlatSine * kFlatSine * line_.squared;
    }

    const NodeTables tables_;
    const std::uint32_t mask_;
    const GridLine& line_;
    Sides& sides_;
    double until_ = 1;
    int count_ = 0;
    Waiting waiting_[kMostWaiting];
};

}  // namespace hullbake::detail
