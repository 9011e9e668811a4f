// Presents the brushes near a part of a trace as a BSP tree, for the exact trace.
// In: a set of brushes, a mask and a line. Out: a Space, as touching_leaves.hpp and exact_trace.hpp need it.
//
//   brush 1, side 1 --back--> side 2 --back--> ... --back--> in brush 1
//        |front                 |front
//        +----------------------+----> brush 2, side 1 ... and in front of one side of each brush: free
//
// Invariant: the chain is a BSP tree of the union of the brushes, as exact as their planes. It is computed while it is
// visited, and only for a window of the trace, so the scratch memory has a fixed size.
#pragma once

#include <array>

#include "brushes/brush_set.hpp"
#include "tree/contact.hpp"
#include "tree/touching_leaves.hpp"

namespace hullbake::detail {

/// Upper bound of the brushes that come within the tolerance of one position. With more, a Crowd answers.
inline constexpr std::uint32_t kMaxBrushesAtPlace = 1024;

/// Effect of a brush on a query.
enum class Role : std::uint8_t {
    None,
    Liquid,    ///< stops it; solid does not swallow it
    Swallows,  ///< solid that the mask does not include: it swallows what else blocks there
    Blocks,    ///< stops it
};
/// Returns true if the mask lacks solid but includes contents that solid swallows.
inline bool solidSwallows(Contents mask) {
    return any(mask & kMaskBlocking) && !any(mask & Contents::Solid);
}
inline Role roleOf(Contents contents, Contents mask) {
    if (any(contents & mask & kMaskPassable)) return Role::Liquid;
    if (solidSwallows(mask) && any(contents & Contents::Solid)) return Role::Swallows;
    return any(contents & mask) ? Role::Blocks : Role::None;
}

/// A Space of brushes. Set: a BrushSet or a TurnedSet.
template <class Set>
class BrushSpace {
  public:
    using Ref = std::uint32_t;  ///< entry << 16 | step, or a leaf; a step is a side, and for turned brushes the first
                                ///< kMaxLeads steps are leads
    static constexpr bool kPrunes = true, kImplies = Set::kTurned, kHasTree = true;
    using Cell = Choices;
    using Limits = NoLimits;
    static constexpr int count = 1;
    static constexpr bool kLasts = false;

    /// The set, the line and the budget must outlive the chain. The budget is counted down by the sides visited.
    BrushSpace(const Set& set, Contents mask, const Line& line, std::int64_t& budget)
        : set_(set), mask_(mask), line_(line), budget_(budget) {}

    /// Makes the chain valid for the trace's point at `t` and a part of the trace after it. Returns false if too many
    /// brushes are there.
    bool cover(double t) const;
    /// Returns t up to which the chain is valid.
    double until() const { return to_; }
    /// Returns where the first brush is left after `t`, or until().
    double leftAfter(double t) const;

    /// Returns the distance from all planes of a cell at which it has room, units. At 0 the thinnest cells have some.
    double room() const { return room_; }
    void setRoom(double room) const { room_ = room; }

    Ref root(int) const { return first(0); }
    static bool isLeaf(Ref ref) { return (ref & kLeaf) != 0; }
    bool blocks(Ref leaf) const { return leaf != kFree && entries_[leaf & ~kLeaf].role != Role::Swallows; }
    std::uint32_t contents(Ref leaf) const { return leaf == kFree ? 0 : brush(leaf & ~kLeaf).contents; }
    Ref front(Ref ref) const { return first((ref >> 16) + 1); }
    Ref back(Ref ref) const { return next(ref >> 16, (ref & 0xffff) + 1); }
    Plane plane(Ref ref) const { return grownPlane(side(ref), set_.box); }
    double distance(Ref ref, const Vec3& p) const { return distanceTo(plane(ref), p); }
    Facing facing(Ref a, Ref b) const;
    /// Returns the side of another plane on which the chosen side lies around the position, or Both. Slightly turned
    /// brushes have many planes that nearly coincide.
    Side implied(const Choice& choice, Ref ref) const;
    /// Returns a number of the side that stays valid while the chain changes.
    std::int64_t id(Ref ref) const { return std::int64_t{entries_[ref >> 16].brush} << 16 | sideIndex(ref); }
    Plane planeOf(std::int64_t id) const {
        const auto sides = set_.sidesOf(set_.brushes[static_cast<std::size_t>(id >> 16)]);
        return grownPlane(sides[static_cast<std::uint32_t>(id & 0xffff)], set_.box);
    }

  private:
    static constexpr Ref kLeaf = 0x80000000u, kFree = 0xffffffffu;
    static constexpr std::int64_t kCostOfTurning = 4;  // some sides visit all corners of their brush

    struct Entry {
        double enter;  // fraction of the trace
        std::uint32_t brush;
        Role role;
    };

    const format::BrushRecord& brush(std::uint32_t entry) const { return set_.brushes[entries_[entry].brush]; }
    std::uint32_t sideIndex(Ref ref) const {
        const std::uint32_t step = ref & 0xffff;
        if constexpr (!Set::kTurned) return step;
        return step < kMaxLeads ? leads(ref >> 16).side[step] : step - kMaxLeads;
    }
    const format::SideRecord& side(Ref ref) const {
        if constexpr (!Set::kTurned) return set_.sides[brush(ref >> 16).firstSide + (ref & 0xffff)];
        return keptSide(ref >> 16, sideIndex(ref));
    }
    Ref first(std::uint32_t entry) const { return entry < size_ ? next(entry, 0) : kFree; }
    Ref next(std::uint32_t entry, std::uint32_t step) const;

    bool beyond(double t) const { return to_ < 1 ? t >= to_ : t > 1; }
    bool gather(double t) const;
    bool add(std::uint32_t index, double t) const;
    bool shortenTo(std::uint32_t size, double t) const;

    const Set& set_;
    Contents mask_;
    const Line& line_;
    std::int64_t& budget_;
    // The window moves along the trace, but the space it presents stays the same. Entries beyond size_ are not
    // initialised: that would take longer than most queries.
    mutable std::array<Entry, kMaxBrushesAtPlace> entries_;
    mutable std::uint32_t size_ = 0;
    mutable double from_ = 2, to_ = -1, room_ = kRounding;

    // Caches sides of turned brushes. Sides that bound a brush at the position (leads) come before the sides they hide
    // there. Otherwise each hidden side would split the space around the position for nothing.
    static constexpr std::uint32_t kMaxLeads = 8;
    struct KeptSide {
        std::uint32_t entry = kFree, index = 0;
        format::SideRecord side;
    };
    struct Leads {
        std::uint32_t entry = kFree, count = 0;
        std::uint16_t side[kMaxLeads];
    };
    const format::SideRecord& keptSide(std::uint32_t entry, std::uint32_t index) const;
    const Leads& leads(std::uint32_t entry) const;
    void findLeads(Leads& leads) const;
    mutable std::array<KeptSide, Set::kTurned ? 128 : 1> keptSides_;
    mutable std::array<Leads, Set::kTurned ? 64 : 1> keptLeads_;
    mutable Vec3 place_;
};

}  // namespace hullbake::detail
