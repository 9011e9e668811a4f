// The planes of a hull together with those that the fill adds.
//
// In: the hull's table, which other models read at the same time. Out: a table with more planes. It is a copy, made
// when the first plane is added.
#pragma once

#include <memory>

#include "compiler/geometry/plane_table.hpp"

namespace hullbake {

class FillPlanes {
  public:
    /// `known` must outlive this.
    explicit FillPlanes(const PlaneTable& known) : known_(known) {}

    const PlaneTable& table() const { return own_ != nullptr ? *own_ : known_; }
    const PlaneEquations& equations() const { return table().equations(); }

    /// Adds a plane through `point`, whose equation is that of `plane` rounded (equationNear). Returns its even id.
    PlaneId addNear(const Plane& plane, const Vec3& point);
    /// Adds the plane of a known equation. Returns its even id.
    PlaneId addExact(const PlaneEquation& equation) { return add(equation) & ~1u; }
    /// Adds the plane of an axial id.
    PlaneId addAxial(PlaneId axial);

    /// Returns true if a plane was added.
    bool hasAdded() const { return own_ != nullptr; }
    /// Returns the copy, or null if no plane was added.
    std::unique_ptr<PlaneTable> take() { return std::move(own_); }

  private:
    PlaneId add(const PlaneEquation& equation);

    const PlaneTable& known_;
    std::unique_ptr<PlaneTable> own_;
};

}  // namespace hullbake
