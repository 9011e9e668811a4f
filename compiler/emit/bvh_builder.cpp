// Splits groups of brushes by the surface area heuristic, eight to a node; balances them deep down.

#include "compiler/emit/bvh_builder.hpp"

#include <algorithm>
#include <numeric>

namespace hullbake {

using namespace format;

namespace {

struct Bounds {
    float mins[3] = {1e30f, 1e30f, 1e30f}, maxs[3] = {-1e30f, -1e30f, -1e30f};

    void add(const BrushRecord& brush) {
        for (int a = 0; a < 3; ++a) {
            mins[a] = std::min(mins[a], brush.mins[a]);
            maxs[a] = std::max(maxs[a], brush.maxs[a]);
        }
    }
};

// Returns a measure of how likely a moving box hits these bounds: the surface of the bounds grown by a player-sized
// box.
double costOf(const Bounds& bounds) {
    constexpr double kBox = 48;
    const double x = double{bounds.maxs[0]} - double{bounds.mins[0]} + kBox;
    const double y = double{bounds.maxs[1]} - double{bounds.mins[1]} + kBox;
    const double z = double{bounds.maxs[2]} - double{bounds.mins[2]} + kBox;
    return x * y + y * z + z * x;
}

// A group of a model's brushes: one range in each of the lists below, with equal brushes in all three.
struct Group {
    std::size_t begin, end;
    int axis = 0;  // list for bounds: the sign of a zero bound depends on the order
    std::size_t size() const { return end - begin; }
};

struct Split {
    int axis = 0;
    std::size_t first = 0;  // size of the first part
};

// Brushes of a model, sorted along each axis by their middles. Halves of a sorted list stay sorted.
class SortedBrushes {
  public:
    SortedBrushes(std::span<const BrushRecord> brushes, std::uint32_t first, std::uint32_t count)
        : brushes_(brushes.subspan(first, count)), first_(first), isFirst_(count) {
        std::vector<double> middles(count);
        for (int a = 0; a < 3; ++a) {
            for (std::uint32_t i = 0; i < count; ++i) middles[i] = middleOf(i, a);
            sorted_[a].resize(count);
            std::iota(sorted_[a].begin(), sorted_[a].end(), 0u);
            std::sort(sorted_[a].begin(), sorted_[a].end(), [&](std::uint32_t l, std::uint32_t r) {
                return middles[l] != middles[r] ? middles[l] < middles[r] : l < r;
            });
        }
    }

    Group all() const { return {0, brushes_.size()}; }
    std::uint32_t firstOf(Group group) const { return first_ + sorted_[0][group.begin]; }

    Bounds boundsOf(Group group) const {
        Bounds bounds;
        for (std::size_t i = group.begin; i < group.end; ++i) bounds.add(brushes_[sorted_[group.axis][i]]);
        return bounds;
    }

    // Makes up to eight groups. Always halves the group that is most likely hit, or the largest one if `balanced`.
    std::vector<Group> eighths(Group group, bool balanced) {
        const auto weight = [&](Group part) {
            const auto count = static_cast<double>(part.size());
            return part.size() < 2 ? 0 : balanced ? count : costOf(boundsOf(part));
        };
        std::vector<Group> groups{group};
        std::vector<double> weights{weight(group)};
        while (groups.size() < 8) {
            const auto heaviest = std::max_element(weights.begin(), weights.end()) - weights.begin();
            const Group whole = groups[static_cast<std::size_t>(heaviest)];
            if (whole.size() < 2) break;
            const Split split = balanced ? medianSplit(whole) : cheapestSplit(whole);
            part(whole, split);
            const std::size_t middle = whole.begin + split.first;
            const Group parts[2] = {{whole.begin, middle, split.axis}, {middle, whole.end, split.axis}};
            groups[static_cast<std::size_t>(heaviest)] = parts[0];
            weights[static_cast<std::size_t>(heaviest)] = weight(parts[0]);
            groups.insert(groups.begin() + heaviest + 1, parts[1]);
            weights.insert(weights.begin() + heaviest + 1, weight(parts[1]));
        }
        return groups;
    }

  private:
    double middleOf(std::uint32_t brush, int axis) const {
        return double{brushes_[brush].mins[axis]} + double{brushes_[brush].maxs[axis]};
    }

    // Splits at the median of the brushes' middles, along the axis of their largest extent.
    Split medianSplit(Group group) const {
        Split split{0, group.size() / 2};
        double longest = -1;
        for (int a = 0; a < 3; ++a) {
            const double extent = middleOf(sorted_[a][group.end - 1], a) - middleOf(sorted_[a][group.begin], a);
            if (extent <= longest) continue;
            longest = extent;
            split.axis = a;
        }
        return split;
    }

    // Splits where the parts are least likely to be hit, each weighted by its number of brushes. Source: Goldsmith and
    // Salmon, "Automatic creation of object hierarchies for ray tracing", 1987.
    Split cheapestSplit(Group group) {
        Split best;
        double least = 1e300;
        behind_.resize(group.size());
        for (int axis = 0; axis < 3; ++axis) {
            const std::uint32_t* const order = sorted_[axis].data() + group.begin;
            Bounds bounds;
            for (std::size_t i = group.size(); i-- > 1;) {
                bounds.add(brushes_[order[i]]);
                behind_[i] = costOf(bounds) * static_cast<double>(group.size() - i);
            }
            bounds = {};
            for (std::size_t i = 1; i < group.size(); ++i) {
                bounds.add(brushes_[order[i - 1]]);
                const double cost = costOf(bounds) * static_cast<double>(i) + behind_[i];
                if (cost >= least) continue;
                least = cost;
                best = {axis, i};
            }
        }
        return best;
    }

    // Moves the brushes of the first part to the front of all lists.
    void part(Group group, Split split) {
        for (std::size_t i = group.begin; i < group.end; ++i)
            isFirst_[sorted_[split.axis][i]] = i < group.begin + split.first ? 1 : 0;
        second_.resize(group.size());
        for (int a = 0; a < 3; ++a) {
            if (a == split.axis) continue;
            std::size_t first = group.begin, seconds = 0;
            for (std::size_t i = group.begin; i < group.end; ++i) {
                // Writes to both places: a branch would be mispredicted half of the time.
                const std::uint32_t brush = sorted_[a][i];
                sorted_[a][first] = second_[seconds] = brush;
                first += isFirst_[brush];
                seconds += 1u - isFirst_[brush];
            }
            std::copy_n(second_.begin(), seconds, sorted_[a].begin() + static_cast<std::ptrdiff_t>(first));
        }
    }

    std::span<const BrushRecord> brushes_;  // of the model
    std::uint32_t first_;
    std::vector<std::uint32_t> sorted_[3];
    std::vector<std::uint8_t> isFirst_;  // by brush: 1 if it belongs to the first part
    std::vector<std::uint32_t> second_;
    std::vector<double> behind_;
};

}  // namespace

std::uint32_t appendVolumeTree(std::span<const BrushRecord> brushes, std::uint32_t first, std::uint32_t count,
                               std::vector<BvhNode>& nodes) {
    if (count == 0) return kNoIndex;
    SortedBrushes sorted(brushes, first, count);
    const auto root = static_cast<std::uint32_t>(nodes.size());
    std::vector<Group> queue{sorted.all()};
    std::size_t levelEnd = 1;
    std::uint32_t depth = 1;
    for (std::size_t at = 0; at < queue.size(); ++at) {
        if (at == levelEnd) {
            levelEnd = queue.size();
            ++depth;
        }
        BvhNode node{};
        // Balances from half of the depth that queries allow: then 2^32 brushes need 11 more levels.
        const std::vector<Group> groups = sorted.eighths(queue[at], depth >= kMaxBvhDepth / 2);
        for (std::size_t slot = 0; slot < 8; ++slot) {
            const bool used = slot < groups.size();
            const Bounds bounds = used ? sorted.boundsOf(groups[slot]) : Bounds{};
            for (int a = 0; a < 3; ++a) {
                node.mins[a][slot] = used ? bounds.mins[a] : kEmptySlot;
                node.maxs[a][slot] = used ? bounds.maxs[a] : kEmptySlot;
            }
            node.child[slot] = kNoIndex;
            if (!used) continue;
            if (groups[slot].size() == 1) {
                node.child[slot] = sorted.firstOf(groups[slot]) | kBvhLeaf;
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
