// The plane that a node splits its cell by.
#pragma once

#include "compiler/geometry/cut_plane.hpp"
#include "hullbake/math.hpp"

namespace hullbake {

struct SplitPlane {
    Plane plane;            ///< faces the canonical way
    PlaneId id = kNoPlane;  ///< even; auxiliary planes have one of axialPlaneId, none lies too far out

    operator CutPlane() const { return {plane, id}; }
};

}  // namespace hullbake
