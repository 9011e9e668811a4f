// Queries of a baked tree about axis-aligned boxes: whether one is free, whether it is solid, how far it can grow.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>

#include "hullbake/format.hpp"
#include "hullbake/math.hpp"

namespace hullbake {

/// How a box lies to a plane: signed distances of its corners.
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

/// Cuts a box by a node's plane: returns what is in front and leaves what is behind. What a slanted plane cuts off is
/// no box: then both are all of it.
inline Box cutInFront(Box& box, const format::NodeRecord& node) {
    Box front = box;
    if (node.kind() != format::kGeneralPlane) {
        const int axis = static_cast<int>(node.kind());
        front.mins[axis] = box.maxs[axis] = node.axialDist();
    }
    return front;
}

/// A blocking tree as boxes ask it. A leaf below slanted planes counts where its planes, one by one, leave it a part of
/// the box, so that answers err towards "not free" and "not solid".
class TreeBoxQuery {
  public:
    TreeBoxQuery(std::span<const format::NodeRecord> nodes, std::span<const Plane> planes, format::ChildRef root)
        : nodes_(nodes), planes_(planes), root_(root) {}

    bool isFree(const Box& box) const { return isFree(root_, box); }
    /// Contents of the solid that fills all of the box; 0 when it is not solid throughout, or not of one kind.
    std::uint32_t solidIn(const Box& box) const;
    /// Moves a side of a free box outwards to where it meets something, or to `limit`.
    void extend(Box& box, int axis, bool up, double limit) const;

    /// Visits the parts of a box that lie in one free leaf each, as far as no slanted plane cuts them.
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
    void reach(format::ChildRef child, Slab slab, double& limit) const;
    void reachSlanted(const format::NodeRecord& node, const Slab& slab, double& limit) const;
    bool isFree(format::ChildRef child, Box box) const;
    bool isSolid(format::ChildRef child, Box box, std::uint32_t& contents) const;

    std::span<const format::NodeRecord> nodes_;
    std::span<const Plane> planes_;
    format::ChildRef root_;
};

}  // namespace hullbake
