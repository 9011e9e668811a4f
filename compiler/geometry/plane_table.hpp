// The planes of one hull, each stored once with both facings.
//
// In: planes in the order in which growth creates them. Out: ids, which stay valid up to the block. Invariant: no plane
// contains -0.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "compiler/base/index_table.hpp"
#include "compiler/geometry/cut_plane.hpp"
#include "compiler/geometry/plane_equation.hpp"
#include "compiler/geometry/tolerances.hpp"
#include "compiler/geometry/winding.hpp"
#include "hullbake/format.hpp"

namespace hullbake {

/// Planes by id. Even ids face the canonical way: the first component of the normal that is not zero is positive. Odd
/// ids face the other way. Adding is not thread-safe, reading is.
class PlaneTable {
  public:
    /// Adds a plane and returns its id. `equation` is the plane's, or unknown. Two planes with equations are one if
    /// these are equal. A plane without one is merged with a plane of equal normal within kSamePlaneDist, and vice
    /// versa.
    PlaneId add(const Plane& plane, const PlaneEquation& equation = {});
    /// Requires an id from this table.
    const Plane& operator[](PlaneId id) const { return planes_[id]; }
    /// Returns the plane with its id; valid until the next add().
    CutPlane cutPlane(PlaneId id) const { return {planes_[id], id}; }
    /// Returns the plane of any id, including auxiliary planes. These are in no table because trees are built in
    /// parallel.
    Plane resolved(PlaneId id) const;
    /// Returns the lowest id of a plane with bitwise equal doubles, or `id`, which is even, if there is none. Planes of
    /// different equations may round to equal doubles, and auxiliary planes may coincide with planes of the table.
    PlaneId firstEqual(PlaneId id) const;
    /// Returns the planes, indexed by id.
    std::span<const Plane> planes() const { return planes_; }
    std::size_t size() const { return planes_.size() / 2; }
    const PlaneEquations& equations() const { return equations_; }
    /// See PlaneEquations::setAllOnGrid.
    void setAllOnGrid(bool all) { equations_.setAllOnGrid(all); }
    /// See PlaneEquations::setHubs.
    void setHubs(std::vector<std::uint64_t> hubs) { equations_.setHubs(std::move(hubs)); }
    /// Returns how many planes have an equation.
    std::size_t exactCount() const { return exactCount_; }

  private:
    struct Key {
        Vec3 normal;
        long long cell;
        bool operator==(const Key&) const = default;
    };
    static std::uint64_t hashOf(const Key& key);
    PlaneId find(const Key& key, double dist, const PlaneEquation& equation) const;

    std::vector<Plane> planes_;
    PlaneEquations equations_{PlaneEquations::Ids::Paired};  // indexed by even ids
    std::size_t exactCount_ = 0;
    std::vector<Key> keys_;  // one for each pair of ids
    IndexTable index_;       // indices into keys_
};

/// Converts a plane of a table to a record of the file.
inline format::PlaneRecord recordOf(const Plane& plane) {
    return {{plane.normal.x, plane.normal.y, plane.normal.z}, plane.dist};
}

/// Returns 0..2 if a plane's normal is along that axis, else 3. A component of 1 does not suffice: beside others below
/// 1e-8 it is rounded to 1.
constexpr int planeAxis(const Plane& plane) {
    for (int a = 0; a < 3; ++a)
        if (plane.normal[a] == 1 || plane.normal[a] == -1)
            return plane.normal[(a + 1) % 3] == 0 && plane.normal[(a + 2) % 3] == 0 ? a : 3;
    return 3;
}

}  // namespace hullbake
