// Compares the brushes of a .hull file with those of its map, and adopts the planes of the file.
//
// In: the parsed map and the opened file. Out: solids with the file's planes, or a reason why a brush differs.
// Off the grid, faces that were meant to touch miss each other by a rounded decimal. The compiler moves such a face
// onto a plane that exists already, and reports the largest move. This class checks that report. Later comparisons use
// the adopted planes.
// Invariant: brushes on the integer grid must be in the file exactly.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "formats/map.hpp"
#include "hullbake/clip_map.hpp"
#include "oracle/solids/map_solids.hpp"

namespace hullbake::oracle {

class PlaneAdopter {
  public:
    /// `bound`: the largest move of a face off the grid, in units. Map and file must outlive the adopter.
    PlaneAdopter(const MapFile& map, const ClipMap& baked, double bound);

    /// Compares `solid` with its record in the file. Off the grid it then takes the planes of the record. Returns an
    /// empty string if they agree, otherwise a reason; then `solid` is unchanged.
    std::string adopt(MapSolid& solid);

    /// Returns the largest distance, in units, of a corner from the plane that replaced its face.
    double deviation() const { return deviation_; }
    /// Returns the number of brushes of the file that no adopted solid matched.
    std::size_t unclaimed() const;

  private:
    const format::BrushRecord* twinOf(const MapSolid& solid) const;
    std::string findPlanes(const MapSolid& solid, const format::BrushRecord& record, double bound, BareBrush& adopted,
                           double& furthest) const;

    const MapFile& map_;
    const ClipMap& baked_;
    double bound_, deviation_ = 0;
    using Key = std::array<std::uint32_t, 3>;  ///< entity, number, and 1 for the record of a liquid
    std::map<Key, const format::BrushRecord*> records_;
    std::vector<bool> claimed_;
};

}  // namespace hullbake::oracle
