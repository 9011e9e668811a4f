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

double middleOf(const BrushRecord& brush, int axis) {
    return double{brush.mins[axis]} + double{brush.maxs[axis]};
}

void sortAlong(std::span<const BrushRecord> brushes, Group group, int axis) {
    std::sort(group.begin(), group.end(), [&](std::uint32_t l, std::uint32_t r) {
        const double ml = middleOf(brushes[l], axis), mr = middleOf(brushes[r], axis);
        return ml != mr ? ml < mr : l < r;
    });
}

struct Split {
    int axis = 0;
    std::size_t first = 0;  // size of the first part
};

// At the median of the brushes' middles along the longest axis of those.
Split medianSplit(std::span<const BrushRecord> brushes, Group group) {
    double low[3] = {1e30, 1e30, 1e30}, high[3] = {-1e30, -1e30, -1e30};
    for (const std::uint32_t i : group)
        for (int a = 0; a < 3; ++a) {
            low[a] = std::min(low[a], middleOf(brushes[i], a));
            high[a] = std::max(high[a], middleOf(brushes[i], a));
        }
    Split split{0, group.size() / 2};
    for (int a = 1; a < 3; ++a)
        if (high[a] - low[a] > high[split.axis] - low[split.axis]) split.axis = a;
    return split;
}

// How likely a moving box meets these bounds: the surface of the bounds grown by a box of a player's size.
double costOf(const Bounds& bounds) {
    constexpr double kBox = 48;
    const double x = double{bounds.maxs[0]} - double{bounds.mins[0]} + kBox;
    const double y = double{bounds.maxs[1]} - double{bounds.mins[1]} + kBox;
    const double z = double{bounds.maxs[2]} - double{bounds.mins[2]} + kBox;
    return x * y + y * z + z * x;
}

// Where the parts are the least likely to be met, each by the number of its brushes (Goldsmith and Salmon, "Automatic
// creation of object hierarchies for ray tracing", 1987).
Split cheapestSplit(std::span<const BrushRecord> brushes, Group group) {
    Split best;
    double least = 1e300;
    std::vector<double> behind(group.size());
    for (int axis = 0; axis < 3; ++axis) {
        sortAlong(brushes, group, axis);
        Bounds bounds;
        for (std::size_t i = group.size(); i-- > 1;) {
            bounds.add(brushes[group[i]]);
            behind[i] = costOf(bounds) * static_cast<double>(group.size() - i);
        }
        bounds = {};
        for (std::size_t i = 1; i < group.size(); ++i) {
            bounds.add(brushes[group[i - 1]]);
            const double cost = costOf(bounds) * static_cast<double>(i) + behind[i];
            if (cost >= least) continue;
            least = cost;
            best = {axis, i};
        }
    }
    return best;
}

// Up to eight groups, the most likely to be met halved first; by their numbers instead when `balanced`.
std::vector<Group> eighths(std::span<const BrushRecord> brushes, Group group, bool balanced) {
    const auto weight = [&](Group part) {
        const auto count = static_cast<double>(part.size());
        return part.size() < 2 ? 0 : balanced ? count : costOf(boundsOf(brushes, part));
    };
    std::vector<Group> groups{group};
    std::vector<double> weights{weight(group)};
    while (groups.size() < 8) {
        const auto heaviest = std::max_element(weights.begin(), weights.end()) - weights.begin();
        const Group whole = groups[static_cast<std::size_t>(heaviest)];
        if (whole.size() < 2) break;
        const Split split = balanced ? medianSplit(brushes, whole) : cheapestSplit(brushes, whole);
        sortAlong(brushes, whole, split.axis);
        const Group parts[2] = {whole.first(split.first), whole.subspan(split.first)};
        groups[static_cast<std::size_t>(heaviest)] = parts[0];
        weights[static_cast<std::size_t>(heaviest)] = weight(parts[0]);
        groups.insert(groups.begin() + heaviest + 1, parts[1]);
        weights.insert(weights.begin() + heaviest + 1, weight(parts[1]));
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
    std::size_t levelEnd = 1;
    std::uint32_t depth = 1;
    for (std::size_t at = 0; at < queue.size(); ++at) {
        if (at == levelEnd) {
            levelEnd = queue.size();
            ++depth;
        }
        BvhNode node{};
        // From half the depth that queries allow on, balance keeps the rest within it: 2^32 brushes take 11 levels.
        const std::vector<Group> groups = eighths(brushes, queue[at], depth >= kMaxBvhDepth / 2);
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
