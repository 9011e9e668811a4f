// The planes of one hull, each stored once with both facings. In: planes as growth makes them. Out: ids, which name the
// planes up to the block. Invariant: no plane has -0 in it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "compiler/base/index_table.hpp"
#include "compiler/geometry/cut_plane.hpp"
#include "compiler/geometry/plane_equation.hpp"
#include "compiler/geometry/tolerances.hpp"
#include "compiler/geometry/winding.hpp"
#include "hullbake/format.hpp"

namespace hullbake {

/// Planes by id; even ids face the canonical way (the first component of the normal that is not zero is positive), odd
/// ones the other. Adding is not thread-safe, reading is.
class PlaneTable {
  public:
    /// `equation` is that of the plane, or unknown. Planes with equations are one when these are equal. A plane without
    /// takes over one of the same normal within kSamePlaneDist, and the other way round.
    PlaneId add(const Plane& plane, const PlaneEquation& equation = {});
    /// `id` is one of the table's own.
    const Plane& operator[](PlaneId id) const { return planes_[id]; }
    /// The plane with its id; valid until the next call of add.
    CutPlane cutPlane(PlaneId id) const { return {planes_[id], id}; }
    /// Returns the plane of an id, auxiliary ones included: these stand in no table, as trees are built in parallel.
    Plane resolved(PlaneId id) const;
    /// The lowest id of a plane with the very same doubles; `id`, an even one, where there is none. Planes of different
    /// equations may round to the same doubles, and auxiliary planes may lie on planes of the table.
    PlaneId firstEqual(PlaneId id) const;
    /// The planes by their ids.
    std::span<const Plane> planes() const { return planes_; }
    std::size_t size() const { return planes_.size() / 2; }
    const PlaneEquations& equations() const { return equations_; }
    /// How many planes have an equation.
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
    PlaneEquations equations_{PlaneEquations::Ids::Paired};  // of the even ids
    std::size_t exactCount_ = 0;
    std::vector<Key> keys_;  // of every other plane
    IndexTable index_;       // likewise
};

/// A plane of a table as the file has it.
inline format::PlaneRecord recordOf(const Plane& plane) {
    return {{plane.normal.x, plane.normal.y, plane.normal.z}, plane.dist};
}

/// 0..2 for the axis that a plane's normal runs along, else 3.
constexpr int planeAxis(const Plane& plane) {
    for (int a = 0; a < 3; ++a)
        if (plane.normal[a] == 1 || plane.normal[a] == -1) return a;
    return 3;
}

}  // namespace hullbake
