// The node by whose plane a trace enters solid, where no other plane of the tree comes near.
// In: a tree, a line and about where it enters solid. Out: the node and the contents, or false.
#pragma once

#include "tree/tree_trace.hpp"

namespace hullbake::detail {

/// Returns true if the line crosses axial planes at angles of a greater sine only.
inline bool movesAlongAxes(const Line& line, double sine) {
    const Vec3& d = line.delta;
    return std::min(std::min(std::fabs(d.x), std::fabs(d.y)), std::fabs(d.z)) > sine * line.length;
}

/// Completes a contact whose t is known to rounding, as TreeTrace does. `trees` must contain exactly one tree.
inline bool findLoneEntry(const Trees& trees, const Line& line, Contact& contact) {
    const AxisPoint place(line.start + line.delta * contact.t);
    ChildRef child = trees.roots[0], behind = 0;
    contact.node = -1;
    for (int half = 0; half < 2; ++half) {
        while (!format::isLeaf(child)) {
            const NodeRecord& node = trees.tables.nodes[child];
            double d = node.kind() != format::kGeneralPlane
                           ? place.at[node.kind()] - node.axialDist()
                           : nodeDistance(trees.tables, node, {place.at[0], place.at[1], place.at[2]});
            if (!(std::fabs(d) > kTouchLength)) {
                if (contact.node >= 0) return false;
                contact.node = child;
                d = nodeDistance(trees.tables, node, line.start);
                behind = d < 0 ? node.front() : node.back;
            }
            child = d < 0 ? node.back : node.front();
        }
        if (contact.node < 0 || trees.blocks(child) != (half == 1)) return false;
        contact.contents = format::leafContents(child);
        child = behind;
    }
    return true;
}

}  // namespace hullbake::detail
