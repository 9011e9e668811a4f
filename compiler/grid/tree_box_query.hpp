// Queries of a baked tree with axis-aligned boxes: is a box free, is it solid, how far can it grow.
//
// In: a tree and a box. Out: the answer. Invariant: answers err towards "not free" and "not solid".
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "hullbake/format.hpp"
#include "hullbake/math.hpp"

namespace hullbake {

/// Signed distances of a box's corners from a plane.
struct BoxToPlane {
    double least, most;
    bool isCut() const { return least < 0 && most > 0; }
};

inline BoxToPlane distances(const Plane& plane, const Box& box) {
    BoxToPlane out{-plane.dist, -plane.dist};
    for (int a = 0; a < 3; ++a) {
        const double low = plane.normal[a] * box.mins[a], high = plane.normal[a] * box.maxs[a];
        out.least += std::min(low, high);
        out.most += std::max(low, high);
    }
    return out;
}

inline BoxToPlane distances(const format::NodeRecord& node, std::span<const Plane> planes, const Box& box) {
    if (node.kind() == format::kGeneralPlane) return distances(planes[node.plane], box);
    const int axis = static_cast<int>(node.kind());
    return {box.mins[axis] - node.axialDist(), box.maxs[axis] - node.axialDist()};
}

/// Cuts a box by a node's plane: returns the front half and leaves the back half in `box`. For a slanted plane both
/// halves are the whole box (conservative).
inline Box cutInFront(Box& box, const format::NodeRecord& node) {
    Box front = box;
    if (node.kind() != format::kGeneralPlane) {
        const int axis = static_cast<int>(node.kind());
        front.mins[axis] = box.maxs[axis] = node.axialDist();
    }
    return front;
}

/// Box queries of a blocking tree. A leaf below slanted planes counts if each of its planes alone leaves it a part of
/// the box. So answers err towards "not free" and "not solid".
class TreeBoxQuery {
  public:
    TreeBoxQuery(std::span<const format::NodeRecord> nodes, std::span<const Plane> planes, format::ChildRef root)
        : nodes_(nodes), planes_(planes), root_(root) {}

    /// Finds bounds of what is solid below each node within `world`. From then on extend() passes over nodes without
    /// solid near the box, and only looks within `world`.
    void boundSolid(const Box& world);

    bool isFree(const Box& box) const { return isFree(root_, box); }
    /// Returns the contents of the solid that fills the whole box; 0 if it is not entirely solid or the contents
    /// differ.
    std::uint32_t solidIn(const Box& box) const;
    /// Moves a side of a free box outwards until it touches solid, or to `limit`.
    void extend(Box& box, int axis, bool up, double limit) const;

    /// Visits the parts of a box that each lie in one free leaf. Skips parts that a slanted plane cuts.
    template <class Visit>
    void eachFreePart(const Box& box, const Visit& visit) const {
        eachFreePart(root_, box, visit);
    }

    std::span<const format::NodeRecord> nodes() const { return nodes_; }
    std::span<const Plane> planes() const { return planes_; }
    format::ChildRef root() const { return root_; }

  private:
    template <class Visit>
    void eachFreePart(format::ChildRef child, Box box, const Visit& visit) const {
        while (!format::isLeaf(child)) {
            const format::NodeRecord& node = nodes_[child];
            const BoxToPlane d = distances(node, planes_, box);
            if (!d.isCut()) {
                child = d.least < 0 ? node.back : node.front();
                continue;
            }
            if (node.kind() == format::kGeneralPlane) return;
            const Box front = cutInFront(box, node);
            eachFreePart(node.front(), front, visit);
            child = node.back;
        }
        if (format::leafContents(child) == 0) visit(box);
    }

    struct Slab {
        Box box;
        int axis;
        bool up;
    };
    // Bounds, rounded outwards. Empty at first.
    struct Bounds {
        float mins[3] = {1e30F, 1e30F, 1e30F}, maxs[3] = {-1e30F, -1e30F, -1e30F};

        void add(const Bounds& other);
        bool meets(const Box& box) const {
            return mins[0] < box.maxs.x && maxs[0] > box.mins.x && mins[1] < box.maxs.y && maxs[1] > box.mins.y &&
                   mins[2] < box.maxs.z && maxs[2] > box.mins.z;
        }
    };
    Bounds findSolid(format::ChildRef child, const Box& box);

    void reach(format::ChildRef child, Slab slab, double& limit) const;
    void reachSlanted(const format::NodeRecord& node, const Slab& slab, double& limit) const;
    bool isFree(format::ChildRef child, Box box) const;
    bool isSolid(format::ChildRef child, Box box, std::uint32_t& contents) const;

    std::span<const format::NodeRecord> nodes_;
    std::span<const Plane> planes_;
    format::ChildRef root_;
    std::vector<Bounds> solid_;  // by node; empty where they were not asked for
};

}  // namespace hullbake
