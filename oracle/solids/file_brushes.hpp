// Compares the brushes of a .hull file with those of its map.
//
// In: the parsed map and the opened file. Out: a reason why a brush of the file is another than that of the map.
// The oracle's own planes come from the decimals of the map. The file must hold the same planes, up to rounding.
// Invariant: brushes on the integer grid must be in the file exactly.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "formats/map.hpp"
#include "hullbake/clip_map.hpp"
#include "oracle/solids/map_solids.hpp"

namespace hullbake::oracle {

/// Largest distance, in units, of a corner of a face from the file's plane. On the integer grid only rounding is
/// allowed.
inline constexpr double kFilePlaneBound = 1e-6;

class FileBrushes {
  public:
    /// Map and file must outlive the object.
    FileBrushes(const MapFile& map, const ClipMap& baked);

    /// Compares `solid` with its record in the file. Returns an empty string if they agree, otherwise a reason.
    std::string compare(const MapSolid& solid);

    /// Returns the largest distance, in units, of a corner of a face from the file's plane, of all brushes that agree.
    double deviation() const { return deviation_; }
    /// Returns the number of brushes of the file that no compared solid matched.
    std::size_t unclaimed() const;

  private:
    const format::BrushRecord* twinOf(const MapSolid& solid) const;
    std::string comparePlanes(const MapSolid& solid, const format::BrushRecord& record, double& furthest) const;

    const MapFile& map_;
    const ClipMap& baked_;
    double deviation_ = 0;
    using Key = std::array<std::uint32_t, 3>;  ///< entity, number, and 1 for the record of a liquid
    std::map<Key, const format::BrushRecord*> records_;
    std::vector<bool> claimed_;
};

}  // namespace hullbake::oracle
