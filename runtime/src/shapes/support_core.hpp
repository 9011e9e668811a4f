// A core as its corners, or as a cylinder, in the frame of a pair: what its farthest points, faces and edges are.
#pragma once

#include "shapes/core.hpp"

namespace hullbake::detail {

/// An edge of a core. A direction square to it is one along which the edge is outermost if it leads away from both
/// ways into the faces beside it.
struct CoreEdge {
    Vec3 from, along;  ///< a point of it and its unit direction
    Vec3 inward[2];    ///< square to the edge, into the faces beside it; zero for a segment, which has none
};

/// A core around a place. It refers to the core.
class SupportCore {
  public:
    SupportCore(const Core& core, const Vec3& place) noexcept;

    /// Returns how far the core reaches along a unit vector, from the origin of the frame.
    double reach(const Vec3& n) const noexcept;
    /// Returns a point that is farthest along a direction of any length.
    Vec3 farthest(const Vec3& direction) const noexcept;

    bool isRound() const { return core_.rank == CoreRank::Cylinder; }
    const Core& core() const { return core_; }
    const Vec3& place() const { return place_; }
    unsigned cornerCount() const { return cornerCount_; }
    Vec3 corner(unsigned i) const { return {x_[i], y_[i], z_[i]}; }
    /// Directions that are square to faces, outwards.
    unsigned faceCount() const noexcept;
    Vec3 faceNormal(unsigned i) const noexcept;
    unsigned edgeCount() const noexcept;
    CoreEdge edge(unsigned i) const noexcept;

  private:
    CoreEdge convexEdge(const ConvexShape::Edge& edge) const;
    void add(const Vec3& corner) {
        x_[cornerCount_] = corner.x, y_[cornerCount_] = corner.y, z_[cornerCount_] = corner.z;
        ++cornerCount_;
    }

    const Core& core_;
    Vec3 place_;
    unsigned cornerCount_ = 0;
    double x_[kMaxConvexPoints], y_[kMaxConvexPoints], z_[kMaxConvexPoints];  // only those of the corners are set
};

}  // namespace hullbake::detail
