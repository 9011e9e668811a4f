#include "shapes/face_depths.hpp"

#include <algorithm>

namespace hullbake::detail {

void FaceDepths::measure(const SupportCore& core, const Vec3& point) noexcept {
    const Core& c = core.core();
    const Vec3 own = c.intoOwn(point - core.place());
    if (c.rank == CoreRank::Convex) {
        for (unsigned i = 0; i < c.convex->faceCount; ++i)
            depths_[i] = c.convex->faces[i].dist - dot(c.convex->faces[i].normal, own);
    } else if (c.rank == CoreRank::Box) {
        for (std::size_t i = 0; i < 3; ++i) {
            const int axis = static_cast<int>(i);
            depths_[2 * i] = c.half[axis] - own[axis];
            depths_[2 * i + 1] = c.half[axis] + own[axis];
        }
    } else if (c.rank == CoreRank::Cylinder) {
        depths_[0] = c.half.z - own.z;
        depths_[1] = c.half.z + own.z;
    }
}

double FaceDepths::ofEdge(const SupportCore& core, unsigned edge) const noexcept {
    const Core& c = core.core();
    if (c.rank == CoreRank::Convex) {
        if (c.convex->extent != ConvexExtent::Solid) return -1;
        const ConvexShape::Edge& own = c.convex->edges[edge];
        if (own.faces[0] >= c.convex->faceCount || own.faces[1] >= c.convex->faceCount) return -1;
        // By the edge's own corner: the plane of a brush's face may be off its corners by rounding.
        const Vec3& corner = c.convex->corners[own.corners[0] % kMaxConvexPoints];
        const auto depth = [&](unsigned face) {
            const Plane& plane = c.convex->faces[face];
            return depths_[face] + (dot(plane.normal, corner) - plane.dist);
        };
        return std::min(depth(own.faces[0]), depth(own.faces[1]));
    }
    if (c.rank != CoreRank::Box) return -1;
    const unsigned axis = edge / 4, next = (axis + 1) % 3, last = (axis + 2) % 3;
    return std::min(depths_[2 * next + edge % 2], depths_[2 * last + edge % 4 / 2]);
}

}  // namespace hullbake::detail
