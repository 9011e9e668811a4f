#include "compiler/volume_tree.hpp"

#include <algorithm>
#include <numeric>

namespace hullbake {

using namespace format;

namespace {

using Group = std::span<std::uint32_t>;  // brush indices

struct Bounds {
    float mins[3] = {1e30f, 1e30f, 1e30f}, maxs[3] = {-1e30f, -1e30f, -1e30f};

    void add(const BrushRecord& brush) {
        for (int a = 0; a < 3; ++a) {
            mins[a] = std::min(mins[a], brush.mins[a]);
            maxs[a] = std::max(maxs[a], brush.maxs[a]);
        }
    }
};

Bounds boundsOf(std::span<const BrushRecord> brushes, Group group) {
    Bounds bounds;
    for (const std::uint32_t i : group) bounds.add(brushes[i]);
    return bounds;
}

// Halves a group at the median of the brushes' middles along the longest axis of those.
std::pair<Group, Group> halve(std::span<const BrushRecord> brushes, Group group) {
    double low[3] = {1e30, 1e30, 1e30}, high[3] = {-1e30, -1e30, -1e30};
    const auto middle = [&](std::uint32_t i, int a) { return double{brushes[i].mins[a]} + double{brushes[i].maxs[a]}; };
    for (const std::uint32_t i : group)
        for (int a = 0; a < 3; ++a) {
            low[a] = std::min(low[a], middle(i, a));
            high[a] = std::max(high[a], middle(i, a));
        }
    int axis = 0;
    for (int a = 1; a < 3; ++a)
        if (high[a] - low[a] > high[axis] - low[axis]) axis = a;
    const auto half = static_cast<std::ptrdiff_t>(group.size() / 2);
    std::sort(group.begin(), group.end(), [&](std::uint32_t l, std::uint32_t r) {
        const double ml = middle(l, axis), mr = middle(r, axis);
        return ml != mr ? ml < mr : l < r;
    });
    return {group.first(static_cast<std::size_t>(half)), group.subspan(static_cast<std::size_t>(half))};
}

// Up to eight groups, the largest halved first.
std::vector<Group> eighths(std::span<const BrushRecord> brushes, Group group) {
    std::vector<Group> groups{group};
    while (groups.size() < 8) {
        const auto largest =
            std::max_element(groups.begin(), groups.end(), [](Group l, Group r) { return l.size() < r.size(); });
        if (largest->size() < 2) break;
        const auto [one, two] = halve(brushes, *largest);
        *largest = one;
        groups.insert(largest + 1, two);
    }
    return groups;
}

}  // namespace

std::uint32_t appendVolumeTree(std::span<const BrushRecord> brushes, std::uint32_t first, std::uint32_t count,
                               std::vector<BvhNode>& nodes) {
    if (count == 0) return kNoIndex;
    std::vector<std::uint32_t> order(count);
    std::iota(order.begin(), order.end(), first);
    const auto root = static_cast<std::uint32_t>(nodes.size());
    std::vector<Group> queue{Group(order)};
    for (std::size_t at = 0; at < queue.size(); ++at) {
        BvhNode node{};
        const std::vector<Group> groups = eighths(brushes, queue[at]);
        for (std::size_t slot = 0; slot < 8; ++slot) {
            const bool used = slot < groups.size();
            const Bounds bounds = used ? boundsOf(brushes, groups[slot]) : Bounds{};
            for (int a = 0; a < 3; ++a) {
                node.mins[a][slot] = used ? bounds.mins[a] : kEmptySlot;
                node.maxs[a][slot] = used ? bounds.maxs[a] : kEmptySlot;
            }
            node.child[slot] = kNoIndex;
            if (!used) continue;
            if (groups[slot].size() == 1) {
                node.child[slot] = groups[slot].front() | kBvhLeaf;
            } else {
                node.child[slot] = root + static_cast<std::uint32_t>(queue.size());
                queue.push_back(groups[slot]);
            }
        }
        nodes.push_back(node);
    }
    return root;
}

}  // namespace hullbake
