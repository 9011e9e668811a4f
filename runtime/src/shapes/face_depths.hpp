// How deep a point lies behind the faces of a core, and which edges are thereby no way out.
#pragma once

#include "shapes/support_core.hpp"

namespace hullbake::detail {

/// If a point of a body lies behind a face of another body by d, the bodies reach into each other along the face's
/// normal by at least d. Along a direction between the normals of two faces it is at least the less of both depths:
/// the direction is a sum of them with shares that make at least 1. So where both are deep, the edge between them
/// cannot part the bodies by a short way.
class FaceDepths {
  public:
    /// Measures all faces of a core. Without faces, nothing can be told.
    void measure(const SupportCore& core, const Vec3& point) noexcept;

    double ofFace(unsigned face) const { return depths_[face]; }
    /// A lower bound of the way out along all directions in which the edge is outermost; negative if there is none.
    double ofEdge(const SupportCore& core, unsigned edge) const noexcept;

  private:
    double depths_[kMaxConvexFaces];  // only those of the core's faces are set
};

}  // namespace hullbake::detail
