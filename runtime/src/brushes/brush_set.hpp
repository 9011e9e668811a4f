// The brushes of one model as obstacles of one box.
// Provides which brushes take part, their planes grown by the box, and a visit of the brushes near a position by the
// bounding-volume tree.
#pragma once

#include <bit>
#include <cstdint>
#include <span>

#include "hullbake/contents.hpp"
#include "hullbake/format.hpp"
#include "hullbake/math.hpp"
#include "hullbake/trace.hpp"
#include "simd/target.hpp"

namespace hullbake::detail {

/// Units around the bounds of brushes within which brushes are visited: more than any tolerance of the callers.
inline constexpr double kNearBrush = 0.01;

/// Returns a side's plane grown by `box`.
HULLBAKE_INLINE Plane grownPlane(const format::SideRecord& side, const Box& box) {
    const Vec3 normal{side.normal[0], side.normal[1], side.normal[2]};
    const double shift = (side.flags & format::kSideNotGrown) != 0 ? 0 : support(normal, box);
    return {normal, side.dist + shift};
}

inline double grownDistance(const format::SideRecord& side, const Box& box, const Vec3& p) {
    return distanceTo(grownPlane(side, box), p);
}

/// Decides which brushes take part when a box is moved.
struct BrushRule {
    std::uint32_t needed = 0;   ///< bits that a brush's hullMask must have
    std::uint32_t forClip = 0;  ///< bits that it must have if its contents are Clip alone
    bool clips = true;          ///< Clip takes part at all

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
    std::uint32_t root = format::kNoIndex;  ///< index into `volumes`
    Box box;
    BrushRule rule;

    /// Returns the sides of a brush that takes part, including those that do not count for the box.
    Sides sidesOf(const format::BrushRecord& brush) const { return sides.subspan(brush.firstSide, brush.sideCount); }

    /// Calls visit(brush) for the brushes whose bounds come within `room` units of the box at `origin`, whether they
    /// take part or not.
    template <class Visit>
    void forBrushesAt(const Vec3& origin, const Visit& visit, double room = kNearBrush) const {
        forBrushesWithin(origin, origin, room, visit);
    }
    /// Calls visit(brush) for all origins between `lowest` and `highest`, and for bounds that come within `room` units
    /// of the box.
    template <class Visit>
    void forBrushesWithin(const Vec3& lowest, const Vec3& highest, double room, const Visit& visit) const;
    /// Calls visit(brush) for the brushes whose bounds come within `room` units of a box in space.
    template <class Visit>
    void forBrushesIn(const Box& place, const Visit& visit, double room = kNearBrush) const;
};

/// Placeholder for a side that a turned brush lacks: nothing lies in front of it.
inline constexpr std::uint32_t kSideIsNone = 0x80000000u;
inline constexpr format::SideRecord kNoSide{{1, 0, 0}, 1e30, 0, kSideIsNone | format::kSideIsBevel};

/// Returns true if a side bounds the brush grown by the box, rather than touching it in an edge or a vertex only. A
/// point has no bevels, and an edge bevel needs an edge of the box.
inline bool sideCounts(const format::SideRecord& side, const Box& box) {
    if ((side.flags & format::kSideIsBevel) == 0) return true;
    if ((side.flags & kSideIsNone) != 0) return false;
    if (box.mins == box.maxs) return false;
    const bool flatX = box.mins.x == box.maxs.x, flatY = box.mins.y == box.maxs.y, flatZ = box.mins.z == box.maxs.z;
    if (!flatX && !flatY && !flatZ) return true;
    const bool zeroX = side.normal[0] == 0, zeroY = side.normal[1] == 0, zeroZ = side.normal[2] == 0;
    if (int{zeroX} + int{zeroY} + int{zeroZ} != 1) return true;  // not across exactly one axis
    return !((zeroX && flatX) || (zeroY && flatY) || (zeroZ && flatZ));
}

/// Returns the bounds of the box and its origin. A side that is not grown may stand out beyond the grown brush if the
/// box lies wholly on one side of its origin.
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

#ifdef HULLBAKE_AVX
HULLBAKE_BEGIN_AVX
/// Computes childrenNear(). Requires kHasAvx.
HULLBAKE_NOINLINE inline unsigned childrenNearAvx(const format::BvhNode& node, const Box& place, double room) {
    const __m256d rooms = _mm256_set1_pd(room);
    unsigned near = 0;
    for (int half = 0; half < 8; half += 4) {
        __m256d all = _mm256_cmp_pd(rooms, rooms, _CMP_EQ_OQ);
        for (int a = 0; a < 3; ++a) {
            const __m256d least = _mm256_cvtps_pd(_mm_loadu_ps(&node.mins[a][half]));
            const __m256d most = _mm256_cvtps_pd(_mm_loadu_ps(&node.maxs[a][half]));
            all = _mm256_and_pd(all,
                                _mm256_cmp_pd(_mm256_set1_pd(place.mins[a]), _mm256_add_pd(most, rooms), _CMP_LE_OQ));
            all = _mm256_and_pd(all,
                                _mm256_cmp_pd(_mm256_set1_pd(place.maxs[a]), _mm256_sub_pd(least, rooms), _CMP_GE_OQ));
        }
        near |= static_cast<unsigned>(_mm256_movemask_pd(all)) << half;
    }
    return near;
}
HULLBAKE_END_TARGET
#endif

/// Returns the slots of a node whose bounds come within `room` units of a box in space, as bits.
inline unsigned childrenNear(const format::BvhNode& node, const Box& place, double room) {
#ifdef HULLBAKE_AVX
    if (kHasAvx) return childrenNearAvx(node, place, room);
#endif
    unsigned slots = 0;
    for (int slot = 0; slot < 8; ++slot) {
        bool near = true;
        for (int a = 0; a < 3; ++a)
            near = near && place.mins[a] <= node.maxs[a][slot] + room && place.maxs[a] >= node.mins[a][slot] - room;
        slots |= (near ? 1u : 0u) << slot;
    }
    return slots;
}

template <class Visit>
void BrushSet::forBrushesIn(const Box& place, const Visit& visit, double room) const {
    if (root == format::kNoIndex) return;
    std::uint32_t stack[8 * format::kMaxBvhDepth];  // each level leaves at most seven siblings
    std::uint32_t pending = 0;
    stack[pending++] = root;
    while (pending > 0) {
        const format::BvhNode& node = volumes[stack[--pending]];
        for (unsigned left = childrenNear(node, place, room); left != 0; left &= left - 1) {
            const std::uint32_t child = node.child[std::countr_zero(left)];
            if (child == format::kNoIndex) continue;
            if ((child & format::kBvhLeaf) != 0)
                visit(child & ~format::kBvhLeaf);
            else
                stack[pending++] = child;
        }
    }
}

}  // namespace hullbake::detail
