// The brushes of a .hull file against those of its map. Off-grid maps have faces that miss each other by a rounded
// decimal: the compiler lets such a face reuse a plane that is there already and states by how much that moves it at
// most. Here that statement is checked, and the planes that the file holds become the oracle's: what is compared
// afterwards is the hull of the brushes as they were settled. Brushes on the integer grid must be in the file exactly.
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "formats/map.hpp"
#include "hullbake/clip_map.hpp"
#include "oracle/solids/map_solids.hpp"

namespace hullbake::oracle {

class SettledPlanes {
  public:
    /// `bound`: units, the most that a face off the grid may have been moved. All must outlive this.
    SettledPlanes(const MapFile& map, const ClipMap& baked, double bound);

    /// Compares `solid` with its record in the file and, off the grid, gives it the planes found there. Empty when they
    /// agree; otherwise a reason, and the solid stays as the map has it.
    std::string adopt(MapSolid& solid);

    /// Units: the furthest that a corner of a face lay from the plane adopted.
    double deviation() const { return deviation_; }
    /// Brushes of the file that no solid asked for.
    std::size_t unclaimed() const;

  private:
    const format::BrushRecord* twinOf(const MapSolid& solid) const;
    std::string settle(const MapSolid& solid, const format::BrushRecord& record, double bound, BareBrush& settled,
                       double& furthest) const;

    const MapFile& map_;
    const ClipMap& baked_;
    double bound_, deviation_ = 0;
    std::map<std::pair<std::uint32_t, std::uint32_t>, const format::BrushRecord*> records_;
    std::vector<bool> claimed_;
};

}  // namespace hullbake::oracle
