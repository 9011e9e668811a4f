// The bare brushes of one model as one box meets them: which of them count, where their planes lie once they are grown,
// and the walk over the bounding volumes for questions about one place.
#pragma once

#include <cstdint>
#include <span>

#include "hullbake/contents.hpp"
#include "hullbake/format.hpp"
#include "hullbake/math.hpp"
#include "hullbake/trace.hpp"
#include "simd/target.hpp"

namespace hullbake::detail {

/// How far from the brushes' bounds the box may be, in units: more than any tolerance of those who ask.
inline constexpr double kNearBrush = 0.01;

/// A side's plane grown by `box`.
HULLBAKE_INLINE Plane grownPlane(const format::SideRecord& side, const Box& box) {
    const Vec3 normal{side.normal[0], side.normal[1], side.normal[2]};
    const double shift = (side.flags & format::kSideNotGrown) != 0 ? 0 : support(normal, box);
    return {normal, side.dist + shift};
}

inline double grownDistance(const format::SideRecord& side, const Box& box, const Vec3& p) {
    return distanceTo(grownPlane(side, box), p);
}

/// Which brushes take part when a box is moved.
struct BrushRule {
    std::uint32_t needed = 0;   ///< bits that a brush's hullMask must have
    std::uint32_t forClip = 0;  ///< the same for one of clip alone
    bool clips = true;          ///< clip takes part at all

    bool takesPart(const format::BrushRecord& brush) const {
        const bool clip = static_cast<Contents>(brush.contents) == Contents::Clip;
        const std::uint32_t bits = clip ? forClip : needed;
        return (clips || !clip) && (brush.hullMask & bits) == bits;
    }
};

struct BrushSet {
    static constexpr bool kTurned = false;
    using Sides = std::span<const format::SideRecord>;

    std::span<const format::BrushRecord> brushes;
    std::span<const format::SideRecord> sides;
    std::span<const format::BvhNode> volumes;
    std::uint32_t root = format::kNoIndex;  ///< into `volumes`
    Box box;
    BrushRule rule;

    /// Sides of a brush that takes part, those included that do not count for the box.
    Sides sidesOf(const format::BrushRecord& brush) const { return sides.subspan(brush.firstSide, brush.sideCount); }

    /// Calls visit(brush) for the brushes near enough to `origin` that the box touches their bounds, whether they take
    /// part or not.
    template <class Visit>
    void forBrushesAt(const Vec3& origin, const Visit& visit) const {
        forBrushesWithin(origin, origin, kNearBrush, visit);
    }
    /// The same for all origins between `lowest` and `highest`, and for boxes that come within `room` units of the
    /// bounds.
    template <class Visit>
    void forBrushesWithin(const Vec3& lowest, const Vec3& highest, double room, const Visit& visit) const;
    /// The same for those within `room` units of a part of space.
    template <class Visit>
    void forBrushesIn(const Box& place, const Visit& visit, double room = kNearBrush) const;
};

/// What stands for a side that a brush does not have, among those of turned brushes: nothing lies in front of it.
inline constexpr std::uint32_t kSideIsNone = 0x80000000u;
inline constexpr format::SideRecord kNoSide{{1, 0, 0}, 1e30, 0, kSideIsNone | format::kSideIsBevel};

/// Whether a side is a plane of the brush grown by the box, and does not merely touch the sum in an edge or a vertex by
/// the look of the box: a point has no bevels, and an edge bevel needs an edge of the box.
inline bool sideCounts(const format::SideRecord& side, const Box& box) {
    if ((side.flags & format::kSideIsBevel) == 0) return true;
    if ((side.flags & kSideIsNone) != 0) return false;
    if (box.mins == box.maxs) return false;
    const bool flatX = box.mins.x == box.maxs.x, flatY = box.mins.y == box.maxs.y, flatZ = box.mins.z == box.maxs.z;
    if (!flatX && !flatY && !flatZ) return true;
    const bool zeroX = side.normal[0] == 0, zeroY = side.normal[1] == 0, zeroZ = side.normal[2] == 0;
    if (int{zeroX} + int{zeroY} + int{zeroZ} != 1) return true;  // across an axis
    return !((zeroX && flatX) || (zeroY && flatY) || (zeroZ && flatZ));
}

/// The space that the box reaches from its origin and that its origin stands in: a face that is not grown may stand out
/// beyond the grown brush when the box lies wholly on one side of its origin.
inline Box reachOf(const Box& box) {
    Box reach = box;
    for (int a = 0; a < 3; ++a) {
        if (reach.mins[a] > 0) reach.mins[a] = 0;
        if (reach.maxs[a] < 0) reach.maxs[a] = 0;
    }
    return reach;
}

template <class Visit>
void BrushSet::forBrushesWithin(const Vec3& lowest, const Vec3& highest, double room, const Visit& visit) const {
    const Box reach = reachOf(box);
    forBrushesIn({lowest + reach.mins, highest + reach.maxs}, visit, room);
}

template <class Visit>
void BrushSet::forBrushesIn(const Box& place, const Visit& visit, double room) const {
    if (root == format::kNoIndex) return;
    const Vec3 &low = place.mins, &high = place.maxs;
    std::uint32_t stack[8 * format::kMaxBvhDepth];  // each level leaves at most seven siblings behind
    std::uint32_t pending = 0;
    stack[pending++] = root;
    while (pending > 0) {
        const format::BvhNode& node = volumes[stack[--pending]];
        for (int slot = 0; slot < 8; ++slot) {
            const std::uint32_t child = node.child[slot];
            bool near = child != format::kNoIndex;
            for (int a = 0; a < 3; ++a)
                near = near && low[a] <= node.maxs[a][slot] + room && high[a] >= node.mins[a][slot] - room;
            if (!near) continue;
            if ((child & format::kBvhLeaf) != 0)
                visit(child & ~format::kBvhLeaf);
            else
                stack[pending++] = child;
        }
    }
}

}  // namespace hullbake::detail
