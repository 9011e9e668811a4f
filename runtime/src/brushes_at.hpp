// The walk over the bounding volumes of a model's brushes, for questions about one place.
#pragma once

#include "hullbake/clip_map.hpp"

namespace hullbake {

/// How far from the brushes' bounds the box may be, in units: more than any tolerance of those who ask.
inline constexpr double kNearBrush = 0.01;

template <class Visit>
void ClipMap::forBrushesAt(const Vec3& origin, const Box& box, ModelId model, const Visit& visit) const noexcept {
    const std::uint32_t root = models_[model.value].bvhRoot;
    if (root == format::kNoIndex) return;
    const Vec3 low = origin + box.mins, high = origin + box.maxs;
    std::uint32_t stack[8 * format::kMaxBvhDepth];  // each level leaves at most seven siblings behind
    std::uint32_t pending = 0;
    stack[pending++] = root;
    while (pending > 0) {
        const format::BvhNode& node = bvh_[stack[--pending]];
        for (int slot = 0; slot < 8; ++slot) {
            const std::uint32_t child = node.child[slot];
            bool near = child != format::kNoIndex;
            for (int a = 0; a < 3; ++a)
                near = near && low[a] <= node.maxs[a][slot] + kNearBrush && high[a] >= node.mins[a][slot] - kNearBrush;
            if (!near) continue;
            if ((child & format::kBvhLeaf) != 0)
                visit(child & ~format::kBvhLeaf);
            else
                stack[pending++] = child;
        }
    }
}

/// A side's plane grown by `box`.
inline Plane grownPlane(const format::SideRecord& side, const Box& box) {
    const Vec3 normal{side.normal[0], side.normal[1], side.normal[2]};
    const double shift = (side.flags & format::kSideNotGrown) != 0 ? 0 : support(normal, box);
    return {normal, side.dist + shift};
}

inline double grownDistance(const format::SideRecord& side, const Box& box, const Vec3& p) {
    return distanceTo(grownPlane(side, box), p);
}

}  // namespace hullbake
