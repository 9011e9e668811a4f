// Reuses planes for off-grid faces that almost coincide.
//
// In: solids, one after the other. Out: the solids, where an off-grid face may have an earlier plane instead of its
// own. Maps with rotated brushes, saved with a few decimals, have many such planes.
// Invariant: no face moves by more than kPlaneReuse; deviation() reports the largest move.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "compiler/base/index_table.hpp"
#include "compiler/brushes/solid.hpp"

namespace hullbake {

class PlaneReuse {
  public:
    /// Enters the solid's face planes, or replaces those of off-grid faces by planes entered before. Returns true if
    /// any was replaced; the caller must then rebuild the windings.
    bool settle(Solid& solid);

    std::size_t planeCount() const { return planes_.size(); }
    /// Returns how many of the planes have an equation.
    std::size_t exactCount() const;
    std::size_t reused() const { return reused_; }
    double deviation() const { return deviation_; }

  private:
    struct Entry {
        Plane plane;
        GridNormal grid;
        PlaneEquation equation;
        std::uint64_t cell;  // bucket key
    };
    std::uint64_t cellKey(const Vec3& normal, double dist, int dx, int dy, int dz, int dd) const;
    const Entry* findNear(const SolidSide& side) const;
    bool settleSide(SolidSide& side);
    void replace(SolidSide& side, const Entry& by);
    void enter(const SolidSide& side);

    std::vector<Entry> planes_;
    IndexTable cells_;  // indices into planes_
    std::size_t reused_ = 0;
    double deviation_ = 0;
};

}  // namespace hullbake
