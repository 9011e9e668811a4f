// Recursive descent that clips the box at axial planes and keeps it whole at slanted ones.

#include "compiler/grid/tree_box_query.hpp"

namespace hullbake {

using namespace format;

bool TreeBoxQuery::isFree(ChildRef child, Box box) const {
    while (!isLeaf(child)) {
        const NodeRecord& node = nodes_[child];
        const BoxToPlane d = distances(node, planes_, box);
        if (d.isCut()) {
            const Box front = cutInFront(box, node);
            if (!isFree(node.front(), front)) return false;
            child = node.back;
        } else {
            child = d.least < 0 ? node.back : node.front();
        }
    }
    return leafContents(child) == 0;
}

std::uint32_t TreeBoxQuery::solidIn(const Box& box) const {
    std::uint32_t contents = 0;
    return isSolid(root_, box, contents) ? contents : 0;
}

bool TreeBoxQuery::isSolid(ChildRef child, Box box, std::uint32_t& contents) const {
    while (!isLeaf(child)) {
        const NodeRecord& node = nodes_[child];
        const BoxToPlane d = distances(node, planes_, box);
        if (d.isCut()) {
            const Box front = cutInFront(box, node);
            if (!isSolid(node.front(), front, contents)) return false;
            child = node.back;
        } else {
            child = d.least < 0 ? node.back : node.front();
        }
    }
    const std::uint32_t here = leafContents(child);
    if (contents == 0) contents = here;
    return here != 0 && here == contents;
}

void TreeBoxQuery::extend(Box& box, int axis, bool up, double limit) const {
    double& side = up ? box.maxs[axis] : box.mins[axis];
    if (!(up ? side < limit : side > limit)) return;
    Slab slab{box, axis, up};
    (up ? slab.box.mins[axis] : slab.box.maxs[axis]) = side;
    (up ? slab.box.maxs[axis] : slab.box.mins[axis]) = limit;
    reach(root_, slab, limit);
    side = limit;
}

// Reduces `limit` to the first solid leaf in the slab.
void TreeBoxQuery::reach(ChildRef child, Slab slab, double& limit) const {
    for (;;) {
        const double nearSide = slab.up ? slab.box.mins[slab.axis] : slab.box.maxs[slab.axis];
        if (slab.up ? nearSide >= limit : nearSide <= limit) return;
        if (isLeaf(child)) {
            if (leafContents(child) != 0) limit = nearSide;
            return;
        }
        const NodeRecord& node = nodes_[child];
        if (node.kind() == kGeneralPlane) return reachSlanted(node, slab, limit);
        const int axis = static_cast<int>(node.kind());
        const double dist = node.axialDist();
        if (slab.box.mins[axis] >= dist) {
            child = node.front();
        } else if (slab.box.maxs[axis] <= dist) {
            child = node.back;
        } else {
            // Visits the nearer side first, so that it limits the rest.
            const bool backFirst = axis != slab.axis || slab.up;
            Slab first = slab;
            (backFirst ? first.box.maxs[axis] : first.box.mins[axis]) = dist;
            (backFirst ? slab.box.mins[axis] : slab.box.maxs[axis]) = dist;
            reach(backFirst ? node.back : node.front(), first, limit);
            child = backFirst ? node.front() : node.back;
        }
    }
}

void TreeBoxQuery::reachSlanted(const NodeRecord& node, const Slab& slab, double& limit) const {
    const Plane& plane = planes_[node.plane];
    const BoxToPlane d = distances(plane, slab.box);
    for (const bool front : {true, false}) {
        // Upper bound of the slab's distance into that side of the plane, and its slope along the axis.
        const double most = front ? d.most : -d.least;
        if (!(most > 0)) continue;
        const double along = plane.normal[slab.axis] * (front == slab.up ? 1 : -1);
        Slab part = slab;
        const double before = along * (slab.box.maxs[slab.axis] - slab.box.mins[slab.axis]) - most;
        if (along > 0 && before > 0) {
            const double skip = before / along;
            if (slab.up)
                part.box.mins[slab.axis] += skip;
            else
                part.box.maxs[slab.axis] -= skip;
        }
        reach(front ? node.front() : node.back, part, limit);
    }
}

}  // namespace hullbake
