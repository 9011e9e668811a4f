// Plane by which a node splits its cell.
#pragma once

#include "compiler/geometry/cut_plane.hpp"
#include "hullbake/math.hpp"

namespace hullbake {

struct SplitPlane {
    Plane plane;            ///< faces the canonical way
    PlaneId id = kNoPlane;  ///< even; auxiliary planes have an axialPlaneId, as they are never too far out

    operator CutPlane() const { return {plane, id}; }
};

}  // namespace hullbake
