// Trace through the nodes of a cell that starts on some of their planes, or lies in them.
// In: a subtree of GNOD and a stretch of a line. Out: free, a hit or unclear.
// Invariant: where the stretch lies in a plane, all combinations of sides are tried. It is free if one of them is. It
// hits if all that do not begin in solid hit at the same place, and all sides are solid behind it.
#pragma once

#include <cmath>

#include "grid/cell_nodes_trace.hpp"

namespace hullbake::detail {

/// Returns false if space between two planes in which a trace lies may be thinner than rounding.
inline bool opensBetween(const Vec3& one, const Vec3& two) {
    constexpr double kParallel = 0.99;  // cosine
    return std::fabs(dot(one, two)) < kParallel;
}

class SurfaceNodes {
  public:
    /// `mask`: the contents that stop the trace.
    SurfaceNodes(const NodeTables& tables, std::uint32_t mask, const GridLine& line, double from, double until)
        : tables_(tables), mask_(mask), line_(line), from_(from), until_(until) {}

    /// Traces through a subtree. Sets `slides` where the stretch lies in a plane that has solid on one side, and
    /// `starts` where it starts on a plane.
    CellEnd run(ChildRef subtree, CellHit& hit, bool& slides, bool& starts) {
        bool free = false, unclear = false, hits = false, beside = false;
        do {
            solidAtOnce_ = false;
            CellHit own;
            const CellEnd end = CellNodesTrace(tables_, mask_, line_, *this).run(subtree, from_, until_, own);
            if (solidAtOnce_) {
                beside = true;
            } else if (end == CellEnd::Free) {
                free = true;
            } else if (end == CellEnd::Unclear || (hits && own.t != hit.t)) {
                unclear = true;
            } else {
                hit = own;
                hits = true;
            }
        } while (++sides_ < 1u << count_);
        starts = starts || starts_;
        slides = slides || beside;
        if (free) return CellEnd::Free;
        return !unclear && hits && isClosedBehind(subtree, hit.t) ? CellEnd::Hit : CellEnd::Unclear;
    }

    /// Returns true if the stretch starts on a plane of the nodes around it.
    bool startsOnPlane(ChildRef child) const {
        while (!format::isLeaf(child)) {
            const NodeRecord& node = tables_.nodes[child];
            const double d = away(nodePlane(tables_, node), from_);
            if (std::fabs(d) <= kRounding) return true;
            child = d < 0 ? node.back : node.front();
        }
        return false;
    }

    // For CellNodesTrace.
    void startsSolid() { solidAtOnce_ = true; }
    bool choose(const NodeTables&, const NodeRecord& node, const GridLine&, double from, bool& back) {
        const Plane plane = nodePlane(tables_, node);
        const double d0 = away(plane, from_), d1 = away(plane, until_);
        if (!(std::fabs(d0) <= kRounding)) return false;
        starts_ = true;
        if (!(std::fabs(d1) <= kRounding)) {
            back = d1 < 0;
            return std::fabs(d1) > kSettledEnd && from <= from_;
        }
        std::uint32_t known = find(node);
        if (known == count_) {
            if (count_ == kMost || (count_ > 0 && !opensBetween(nodePlane(tables_, along_[0]).normal, plane.normal)))
                return false;
            along_[count_++] = node;
        }
        back = (sides_ >> known & 1) != 0;
        return true;
    }

  private:
    static constexpr std::uint32_t kMost = 2;  // a third plane may leave space thinner than rounding

    double away(const Plane& plane, double t) const {
        const double d = plane.normal.x * line_.start.at[0] + plane.normal.y * line_.start.at[1] +
                         (plane.normal.z * line_.start.at[2] - plane.dist);
        return d + t * (plane.normal.x * line_.delta.at[0] + plane.normal.y * line_.delta.at[1] +
                        plane.normal.z * line_.delta.at[2]);
    }
    // Returns the number of a plane in which the stretch lies, or count_.
    std::uint32_t find(const NodeRecord& node) const {
        std::uint32_t i = 0;
        while (i < count_ && !samePlane(along_[i], node)) ++i;
        return i;
    }

    // Returns true if solid lies a touch behind the entry on all sides of the planes in which the stretch lies.
    bool isClosedBehind(ChildRef subtree, double t) {
        const double behind = t + 2 * kTouchLength / std::sqrt(line_.squared);
        bool closed = behind < until_;
        for (sides_ = 0; closed && sides_ < 1u << count_; ++sides_) closed = isSolidAt(subtree, behind);
        return closed;
    }
    bool isSolidAt(ChildRef child, double t) const {
        while (!format::isLeaf(child)) {
            const NodeRecord& node = tables_.nodes[child];
            const std::uint32_t known = find(node);
            bool back = (sides_ >> known & 1) != 0;
            if (known == count_) {
                const double d = away(nodePlane(tables_, node), t);
                if (!(std::fabs(d) > kSettledEnd)) return false;
                back = d < 0;
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
    bool starts_ = false, solidAtOnce_ = false;
};

}  // namespace hullbake::detail
