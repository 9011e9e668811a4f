// The brushes near a stretch of a trace as a space for the slow walk: a chain of planes, made up while it is walked.
//
//   brush 1, side 1 --back--> side 2 --back--> ... --back--> in brush 1
//        |front                 |front
//        +----------------------+----> brush 2, side 1 ... and in front of one side of each brush: free
//
// That is a BSP tree of the union of the brushes, as exact as their planes. Only a window of the trace is held at a
// time, so that the scratch has a fixed size.
#pragma once

#include <array>

#include "brush_set.hpp"
#include "walk.hpp"

namespace hullbake::detail {

/// As many brushes may come within the tolerance of one place. A query that needs more answers `invalid`.
inline constexpr std::uint32_t kMaxBrushesAtPlace = 1024;

/// What a brush is to a query.
enum class Role : std::uint8_t {
    None,
    Liquid,  ///< stops it; not swallowed
    Hole,    ///< solid that the mask does not ask for: it swallows what else blocks there
    Blocks,  ///< stops it
};
Role roleOf(Contents contents, Contents mask);

class BrushChain {
  public:
    using Ref = std::uint32_t;  ///< entry << 16 | side, or a leaf
    static constexpr bool kPrunes = true;
    static constexpr int count = 1;

    /// The set, the line and the budget must outlive the chain. The budget is counted down by the sides looked at.
    BrushChain(const BrushSet& set, Contents mask, const Line& line, std::int64_t& budget)
        : set_(set), mask_(mask), line_(line), budget_(budget) {}

    /// Makes the chain hold for the trace's point at `t` and for some of the way ahead. False when too many brushes are
    /// there.
    bool cover(double t) const;
    /// Up to here the chain holds.
    double until() const { return to_; }

    Ref root(int) const { return first(0); }
    static bool isLeaf(Ref ref) { return (ref & kLeaf) != 0; }
    bool blocks(Ref leaf) const { return leaf != kFree && entries_[leaf & ~kLeaf].role != Role::Hole; }
    std::uint32_t contents(Ref leaf) const { return leaf == kFree ? 0 : brush(leaf & ~kLeaf).contents; }
    Ref front(Ref ref) const { return first((ref >> 16) + 1); }
    Ref back(Ref ref) const { return next(ref >> 16, (ref & 0xffff) + 1); }
    Plane plane(Ref ref) const { return grownPlane(side(ref), set_.box); }
    double distance(Ref ref, const Vec3& p) const { return distanceTo(plane(ref), p); }
    Facing facing(Ref a, Ref b) const;
    /// Of the side: holds while the chain changes.
    std::uint32_t id(Ref ref) const { return brush(ref >> 16).firstSide + (ref & 0xffff); }
    Plane planeOf(std::uint32_t id) const { return grownPlane(set_.sides[id], set_.box); }

  private:
    static constexpr Ref kLeaf = 0x80000000u, kFree = 0xffffffffu;

    struct Entry {
        double enter;  // fraction of the trace
        std::uint32_t brush;
        Role role;
    };

    const format::BrushRecord& brush(std::uint32_t entry) const { return set_.brushes[entries_[entry].brush]; }
    const format::SideRecord& side(Ref ref) const { return set_.sides[id(ref)]; }
    Ref first(std::uint32_t entry) const { return entry < size_ ? next(entry, 0) : kFree; }
    Ref next(std::uint32_t entry, std::uint32_t side) const;

    bool beyond(double t) const { return to_ < 1 ? t >= to_ : t > 1; }
    bool gather(double t) const;
    bool add(std::uint32_t index, double t) const;
    bool cutTo(std::uint32_t size, double t) const;

    const BrushSet& set_;
    Contents mask_;
    const Line& line_;
    std::int64_t& budget_;
    // The window is made anew as the walk goes on; to the walk it is the same space. Entries beyond size_ have no value:
    // setting them takes longer than most walks.
    mutable std::array<Entry, kMaxBrushesAtPlace> entries_;
    mutable std::uint32_t size_ = 0;
    mutable double from_ = 2, to_ = -1;
};

}  // namespace hullbake::detail
