// Recursive descent that clips the box at axial planes and keeps it whole at slanted ones.

#include "compiler/grid/tree_box_query.hpp"

#include <cmath>

namespace hullbake {

using namespace format;

namespace {

// Reduces a box to the bounds of its part on one side of a plane, and a margin for all roundings. Returns false if no
// part of it is there.
bool clipToSide(Box& box, const Plane& plane, bool front) {
    constexpr double kMargin = 1.0 / 64, kSteep = 1.0 / 1024;
    const BoxToPlane all = distances(plane, box);
    const double most = front ? all.most : -all.least;
    if (most < -kMargin) return false;
    for (int a = 0; a < 3; ++a) {
        const double along = front ? plane.normal[a] : -plane.normal[a];
        if (std::fabs(along) < kSteep) continue;
        // How far the plane lies from the end of the box that is deepest on that side.
        const double reach = most / std::fabs(along) + kMargin;
        if (along > 0)
            box.mins[a] = std::max(box.mins[a], box.maxs[a] - reach);
        else
            box.maxs[a] = std::min(box.maxs[a], box.mins[a] + reach);
    }
    return true;
}

// Returns the greatest float that is not above `x`.
float atMost(double x) {
    const auto near = static_cast<float>(x);
    return static_cast<double>(near) > x ? std::nextafter(near, -1e30F) : near;
}

}  // namespace

void TreeBoxQuery::Bounds::add(const Bounds& other) {
    for (int a = 0; a < 3; ++a) {
        mins[a] = std::min(mins[a], other.mins[a]);
        maxs[a] = std::max(maxs[a], other.maxs[a]);
    }
}

void TreeBoxQuery::boundSolid(const Box& world) {
    solid_.assign(nodes_.size(), {});
    findSolid(root_, world);
}

// Returns the bounds of the solid below a node within a box. Subtrees that are shared get the bounds of all places.
TreeBoxQuery::Bounds TreeBoxQuery::findSolid(ChildRef child, const Box& box) {
    Bounds bounds;
    if (isLeaf(child)) {
        if (leafContents(child) == 0) return bounds;
        for (int a = 0; a < 3; ++a) {
            bounds.mins[a] = atMost(box.mins[a]);
            bounds.maxs[a] = -atMost(-box.maxs[a]);
        }
        return bounds;
    }
    const NodeRecord& node = nodes_[child];
    const BoxToPlane d = distances(node, planes_, box);
    Box front = box, back = box;
    bool inFront = d.most > 0, behind = d.least < 0;
    if (d.isCut() && node.kind() == kGeneralPlane) {
        inFront = clipToSide(front, planes_[node.plane], true);
        behind = clipToSide(back, planes_[node.plane], false);
    } else if (d.isCut()) {
        front = cutInFront(back, node);
    }
    if (inFront) bounds.add(findSolid(node.front(), front));
    if (behind) bounds.add(findSolid(node.back, back));
    solid_[child].add(bounds);
    return bounds;
}

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
        if (!solid_.empty() && !solid_[child].meets(slab.box)) return;
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
    // Visits the nearer side first, so that it limits the rest.
    const bool nearest = slab.up ? plane.normal[slab.axis] < 0 : plane.normal[slab.axis] > 0;
    for (const bool front : {nearest, !nearest}) {
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
