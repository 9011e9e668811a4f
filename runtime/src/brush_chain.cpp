#include "brush_chain.hpp"

#include <algorithm>
#include <cmath>

#include "slow_walk.hpp"
#include "volume_test.hpp"

namespace hullbake::detail {

namespace {

// Units: brushes that come closer to a place than this may matter there.
constexpr double kChainReach = 2 * kSurfaceTolerance;
// Brushes that a window should hold: walks through more of them take long.
constexpr std::uint32_t kWindow = 48;
// Units: a window cut shorter than this is none.
constexpr double kLeastWindow = 1e-6;

struct Part {
    double enter, leave;  // fractions, enter > leave when there is none
};

// The part of the trace within about kChainReach of the brush.
Part partNear(const BrushSet& set, const format::BrushRecord& brush, const Line& line) {
    Part part{0, 1};
    for (const format::SideRecord& side : set.sidesOf(brush)) {
        if (!sideCounts(side, set.box)) continue;
        const Plane plane = grownPlane(side, set.box);
        const double d0 = distanceTo(plane, line.start) - kChainReach, d1 = distanceTo(plane, line.end) - kChainReach;
        if (d0 > 0 && d1 > 0) return {1, 0};
        if (d0 > 0)
            part.enter = std::max(part.enter, d0 / (d0 - d1));
        else if (d1 > 0)
            part.leave = std::min(part.leave, d0 / (d0 - d1));
    }
    return part;
}

}  // namespace

Role roleOf(Contents contents, Contents mask) {
    const bool swallows = any(mask & kMaskBlocking) && !any(mask & Contents::Solid);
    if (any(contents & mask & kMaskLiquid)) return Role::Liquid;
    if (swallows && any(contents & Contents::Solid)) return Role::Hole;
    return any(contents & mask) ? Role::Blocks : Role::None;
}

Facing BrushChain::facing(Ref a, Ref b) const {
    const Plane one = plane(a), two = plane(b);
    if (one.normal == two.normal) return std::fabs(one.dist - two.dist) <= kRounding ? Facing::Same : Facing::Other;
    if (one.normal == -two.normal) return std::fabs(one.dist + two.dist) <= kRounding ? Facing::Flipped : Facing::Other;
    return Facing::Other;
}

BrushChain::Ref BrushChain::next(std::uint32_t entry, std::uint32_t side) const {
    const auto sides = set_.sidesOf(brush(entry));
    for (; side < sides.size() && !sideCounts(sides[side], set_.box); ++side) --budget_;
    return side < sides.size() ? entry << 16 | side : kLeaf | entry;
}

bool BrushChain::cover(double t) const {
    if (t == from_) return true;
    const double ahead = line_.length > 0 ? kSlide / line_.length : 0;
    if (t > from_ && t <= to_ && (to_ >= 1 || to_ - t >= ahead)) return true;
    return gather(t);
}

bool BrushChain::gather(double t) const {
    from_ = t;
    to_ = 1;
    size_ = 0;
    if (set_.root == format::kNoIndex) return true;
    const Sweep sweep(reachOf(set_.box), line_.start + line_.delta * t, line_.delta * (1 - t));
    std::uint32_t stack[8 * format::kMaxBvhDepth];  // each level leaves at most seven siblings behind
    std::uint32_t pending = 0;
    stack[pending++] = set_.root;
    while (pending > 0 && budget_ > 0) {
        const format::BvhNode& node = set_.volumes[stack[--pending]];
        budget_ -= 8;
        const double limit = t < 1 ? (to_ - t) / (1 - t) : 1;
        const Met met = meetVector(node, sweep, static_cast<float>(limit) * (1 + kSweepRounding));
        for (int slot = 0; slot < 8; ++slot) {
            const std::uint32_t child = node.child[slot];
            if ((met.mask >> slot & 1) == 0 || child == format::kNoIndex) continue;
            if ((child & format::kBvhLeaf) == 0)
                stack[pending++] = child;
            else if (!add(child & ~format::kBvhLeaf, t))
                return false;
        }
    }
    if (size_ > kWindow) cutTo(kWindow, t);
    const auto before = [](const Entry& a, const Entry& b) {
        return a.role != b.role ? a.role < b.role : a.brush < b.brush;
    };
    std::sort(entries_.begin(), entries_.begin() + size_, before);
    return true;
}

// False when there is no room for it.
bool BrushChain::add(std::uint32_t index, double t) const {
    const format::BrushRecord& record = set_.brushes[index];
    const Role role = roleOf(static_cast<Contents>(record.contents), mask_);
    if (role == Role::None || !set_.rule.takesPart(record)) return true;
    budget_ -= record.sideCount;
    const Part part = partNear(set_, record, line_);
    if (part.enter > part.leave || part.leave < t || beyond(part.enter)) return true;
    if (size_ == entries_.size() && !cutTo(kMaxBrushesAtPlace / 2, t)) return false;
    if (!beyond(part.enter)) entries_[size_++] = {part.enter, index, role};
    return true;
}

// Ends the window where the brush comes in that is number `size` in the order of entry.
bool BrushChain::cutTo(std::uint32_t size, double t) const {
    const auto begin = entries_.begin(), end = begin + size_;
    std::nth_element(begin, begin + size, end, [](const Entry& a, const Entry& b) { return a.enter < b.enter; });
    const double to = entries_[size].enter;
    if ((to - t) * line_.length < kLeastWindow) return false;
    to_ = to;
    const auto kept = std::partition(begin, end, [to](const Entry& entry) { return entry.enter < to; });
    size_ = static_cast<std::uint32_t>(kept - begin);
    return true;
}

}  // namespace hullbake::detail
