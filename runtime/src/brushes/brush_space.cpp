#include "brushes/brush_space.hpp"

#include <algorithm>
#include <cmath>

#include "brushes/bvh_sweep.hpp"
#include "brushes/part_near.hpp"
#include "brushes/turned_set.hpp"
#include "tree/exact_trace.hpp"

namespace hullbake::detail {

namespace {

// Upper bound of the brushes in a window. Exact traces through more of them take long.
constexpr std::uint32_t kWindow = 48;
// Lower bound of the length of a window, units. A shorter one cannot hold the trace.
constexpr double kLeastWindow = 1e-6;

// Returns true if two planes part by less than rounding over twice the tolerance.
bool nearlyParallel(const Vec3& a, const Vec3& b) {
    constexpr double kSameAngle = 2e-5;
    const Vec3 apart = a - b;
    return dot(apart, apart) <= kSameAngle * kSameAngle;
}

}  // namespace

template <class Set>
Facing BrushSpace<Set>::facing(Ref a, Ref b) const {
    const Plane one = plane(a), two = plane(b);
    if (one.normal == two.normal) return std::fabs(one.dist - two.dist) <= kRounding ? Facing::Same : Facing::Other;
    if (one.normal == -two.normal) return std::fabs(one.dist + two.dist) <= kRounding ? Facing::Flipped : Facing::Other;
    return Facing::Other;
}

template <class Set>
Side BrushSpace<Set>::implied(const Choice& choice, Ref ref) const {
    const Plane one = plane(choice.node), two = plane(ref);
    const bool flipped = dot(one.normal, two.normal) < 0;
    if (!nearlyParallel(one.normal, flipped ? -two.normal : two.normal)) return Side::Both;
    // Distances of both planes in front of the position, along the first one's normal.
    const double a = -distanceTo(one, place_), d = distanceTo(two, place_), b = flipped ? d : -d;
    if (choice.side == Side::Back ? b < a - kRounding : b > a + kRounding) return Side::Both;
    return (choice.side == Side::Back) != flipped ? Side::Back : Side::Front;
}

template <class Set>
const format::SideRecord& BrushSpace<Set>::keptSide(std::uint32_t entry, std::uint32_t index) const {
    KeptSide& kept = keptSides_[(entry * 31 + index) % keptSides_.size()];
    if (kept.entry != entry || kept.index != index) {
        budget_ -= kCostOfTurning;
        kept = {entry, index, set_.sidesOf(brush(entry))[index]};
    }
    return kept.side;
}

template <class Set>
const typename BrushSpace<Set>::Leads& BrushSpace<Set>::leads(std::uint32_t entry) const {
    Leads& kept = keptLeads_[entry % keptLeads_.size()];
    if (kept.entry != entry) {
        kept.entry = entry;
        kept.count = 0;
        findLeads(kept);
    }
    return kept;
}

// Finds the leads of a brush: from each group of nearly parallel sides near the position the innermost one. A side that
// the position is clearly outside of replaces all others.
template <class Set>
void BrushSpace<Set>::findLeads(Leads& leads) const {
    Plane planes[kMaxLeads];
    const auto sides = set_.sidesOf(brush(leads.entry));
    for (std::uint32_t i = 0; i < sides.size(); ++i) {
        const format::SideRecord& side = keptSide(leads.entry, i);
        if (!sideCounts(side, set_.box)) continue;
        const Plane plane = grownPlane(side, set_.box);
        const double d = distanceTo(plane, place_);
        if (d < -kSurfaceTolerance) continue;
        std::uint32_t k = 0;
        while (k < leads.count && !nearlyParallel(planes[k].normal, plane.normal)) ++k;
        const bool outside = d > kSurfaceTolerance;
        if (outside) leads.count = k = 0;
        if (k == kMaxLeads || (k < leads.count && distanceTo(planes[k], place_) >= d)) continue;
        leads.count = std::max(leads.count, k + 1);
        leads.side[k] = static_cast<std::uint16_t>(i);
        planes[k] = plane;
        if (outside) return;
    }
}

template <class Set>
typename BrushSpace<Set>::Ref BrushSpace<Set>::next(std::uint32_t entry, std::uint32_t step) const {
    const auto sides = set_.sidesOf(brush(entry));
    if constexpr (Set::kTurned) {
        if (step < leads(entry).count) return entry << 16 | step;
        const std::uint32_t steps = sides.size() + kMaxLeads;
        for (step = std::max(step, kMaxLeads); step < steps; ++step, --budget_)
            if (sideCounts(side(entry << 16 | step), set_.box)) return entry << 16 | step;
    } else {
        // A side that the position is clearly outside of comes before all others. Other sides near the position would
        // divide the space there into parts that may be thinner than rounding.
        for (std::uint32_t i = 0; step == 0 && i < sides.size(); ++i, --budget_)
            if (sideCounts(sides[i], set_.box) && distanceTo(grownPlane(sides[i], set_.box), place_) > kBoundsNear)
                return entry << 16 | i;
        for (; step < sides.size(); ++step, --budget_)
            if (sideCounts(sides[step], set_.box)) return entry << 16 | step;
    }
    return kLeaf | entry;
}

template <class Set>
bool BrushSpace<Set>::cover(double t) const {
    const Vec3 place = line_.start + line_.delta * t;
    if constexpr (Set::kTurned)
        if (!(place == place_)) keptLeads_.fill({});
    place_ = place;
    if (t == from_) return true;
    const double ahead = line_.length > 0 ? kTouchLength / line_.length : 0;
    if (t > from_ && t <= to_ && (to_ >= 1 || to_ - t >= ahead)) return true;
    return gather(t);
}

template <class Set>
double BrushSpace<Set>::leftAfter(double t) const {
    double first = to_;
    for (std::uint32_t i = 0; i < size_; ++i) {
        const Part part = partNear(set_, brush(i), line_, 0);
        budget_ -= static_cast<std::int64_t>(set_.sidesOf(brush(i)).size());
        if (part.enter <= part.leave && part.leave > t) first = std::min(first, part.leave);
    }
    return first;
}

template <class Set>
bool BrushSpace<Set>::gather(double t) const {
    from_ = t;
    to_ = 1;
    size_ = 0;
    if constexpr (Set::kTurned) {
        keptSides_.fill({});
        keptLeads_.fill({});
    }
    if (set_.root == format::kNoIndex) return true;
    const Sweep sweep = sweepOf(set_, line_.start + line_.delta * t, line_.delta * (1 - t));
    std::uint32_t stack[8 * format::kMaxBvhDepth];  // each level leaves at most seven siblings
    std::uint32_t pending = 0;
    stack[pending++] = set_.root;
    while (pending > 0 && budget_ > 0) {
        const format::BvhNode& node = set_.volumes[stack[--pending]];
        budget_ -= 8;
        const double limit = t < 1 ? (to_ - t) / (1 - t) : 1;
        const Met met = meetVector(node, sweep, static_cast<float>(limit) * (1 + kSweepRounding));
        for (int slot = 0; slot < 8; ++slot) {
            const std::uint32_t child = node.child[slot];
            if ((met.mask >> slot & 1) == 0) continue;
            if ((child & format::kBvhLeaf) == 0)
                stack[pending++] = child;
            else if (!add(child & ~format::kBvhLeaf, t))
                return false;
        }
    }
    if (size_ > kWindow) shortenTo(kWindow, t);
    const auto before = [](const Entry& a, const Entry& b) {
        return a.role != b.role ? a.role < b.role : a.brush < b.brush;
    };
    std::sort(entries_.begin(), entries_.begin() + size_, before);
    return true;
}

// Adds a brush. Returns false if there is no room for it.
template <class Set>
bool BrushSpace<Set>::add(std::uint32_t index, double t) const {
    const format::BrushRecord& record = set_.brushes[index];
    const Role role = roleOf(static_cast<Contents>(record.contents), mask_);
    if (role == Role::None || !set_.rule.takesPart(record)) return true;
    budget_ -= static_cast<std::int64_t>(set_.sidesOf(record).size());
    const Part part = partNear(set_, record, line_);
    if (part.enter > part.leave || part.leave < t || beyond(part.enter)) return true;
    if (size_ == entries_.size() && !shortenTo(kMaxBrushesAtPlace / 2, t)) return false;
    if (!beyond(part.enter)) entries_[size_++] = {part.enter, index, role};
    return true;
}

// Ends the window where brush number `size`, in the order of entry, begins. Returns false if that is too short.
template <class Set>
bool BrushSpace<Set>::shortenTo(std::uint32_t size, double t) const {
    const auto begin = entries_.begin(), end = begin + size_;
    std::nth_element(begin, begin + size, end, [](const Entry& a, const Entry& b) { return a.enter < b.enter; });
    const double to = entries_[size].enter;
    if ((to - t) * line_.length < kLeastWindow) return false;
    to_ = to;
    const auto kept = std::partition(begin, end, [to](const Entry& entry) { return entry.enter < to; });
    size_ = static_cast<std::uint32_t>(kept - begin);
    return true;
}

template class BrushSpace<BrushSet>;
template class BrushSpace<TurnedSet>;

}  // namespace hullbake::detail
