// A cutting plane together with its id.
#pragma once

#include "compiler/geometry/plane_id.hpp"
#include "hullbake/math.hpp"

namespace hullbake {

/// Refers to the plane, which must outlive it. The id names the plane in either facing; kNoPlane if it has no id.
class CutPlane {
  public:
    CutPlane() = default;
    CutPlane(const Plane& plane, PlaneId id) : plane_(&plane), id_(id) {}

    const Plane& plane() const { return *plane_; }
    PlaneId id() const { return id_; }

  private:
    const Plane* plane_ = nullptr;
    PlaneId id_ = kNoPlane;
};

}  // namespace hullbake
