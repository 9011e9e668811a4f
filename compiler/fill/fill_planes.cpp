// Copies the table of the hull when the first plane is added.

#include "compiler/fill/fill_planes.hpp"

namespace hullbake {

PlaneId FillPlanes::addNear(const Plane& plane, const Vec3& point) {
    return addExact(equationNear(plane, point));
}

PlaneId FillPlanes::addAxial(PlaneId axial) {
    return add(axialEquation(axial));
}

PlaneId FillPlanes::add(const PlaneEquation& equation) {
    if (own_ == nullptr) {
        own_ = std::make_unique<PlaneTable>(known_);
        own_->setAllOnGrid(false);
    }
    return own_->add(planeOf(equation), equation);
}

}  // namespace hullbake
