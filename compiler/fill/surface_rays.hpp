// Casts rays against the pieces of a surface, through a tree of bounding volumes.
//
// In: an origin and a direction. Out: the first piece hit, nothing, or that the result is unsure. Invariant: rounding
// never decides a hit.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "compiler/fill/sealing_surface.hpp"
#include "compiler/geometry/plane_table.hpp"

namespace hullbake {

struct RayHit {
    std::uint32_t piece;  ///< index into the pieces
    double distance;      ///< world units from the origin
    bool front;           ///< true if the ray came from its front
};

/// Result of a ray.
enum class RayEnd : std::uint8_t {
    Hit,
    Miss,
    Unsure,  ///< passed an edge so closely, or along a piece, that rounding decides: use another direction
};

class SurfaceRays {
  public:
    /// Keeps references to both arguments.
    SurfaceRays(const PlaneTable& planes, const std::vector<SurfacePiece>& pieces);

    /// Finds the first of the pieces before number `end` that the ray hits within `reach` units. `direction` must have
    /// length 1.
    RayEnd cast(const Vec3& origin, const Vec3& direction, double reach, std::size_t end, RayHit& hit) const;

    /// Returns the pieces before number `end` that touch a box, in unspecified order.
    std::vector<std::uint32_t> touching(const Box& box, std::size_t end) const;

    /// Returns the pieces before number `end` that contain a part of the segment, away from their edges.
    std::vector<std::uint32_t> holding(const Vec3& a, const Vec3& b, std::size_t end) const;

  private:
    /// One of a node's two parts: a node, or the pieces of a leaf.
    struct Part {
        std::uint32_t first, count;  ///< pieces of a leaf; for a node its number and 0
    };
    struct Node {
        double sides[12];  ///< bounds: low and high, by axis, of either part
        Part parts[2];

        double& side(std::size_t high, int axis, std::size_t part) {
            return sides[6 * high + 2 * static_cast<std::size_t>(axis) + part];
        }
        double side(std::size_t high, int axis, std::size_t part) const {
            return sides[6 * high + 2 * static_cast<std::size_t>(axis) + part];
        }
        bool touches(std::size_t part, const Box& box) const;
    };
    struct Look;

    Part build(std::uint32_t first, std::uint32_t count, Box middles, int depth, Box& bounds);
    std::uint32_t halved(std::uint32_t first, std::uint32_t count, Box& front, Box& back, int depth);
    void look(std::uint32_t piece, Look& ray) const;
    template <class Visit>
    void forNear(const Box& box, std::size_t end, const Visit& visit) const;

    const PlaneTable& planes_;
    const std::vector<SurfacePiece>& pieces_;
    std::vector<Box> bounds_;           // indexed by piece
    std::vector<Vec3> middles_;         // indexed by piece, times two
    std::vector<std::uint32_t> order_;  // pieces; those of a leaf are contiguous
    std::vector<Node> nodes_;
    Part root_{};
};

}  // namespace hullbake
