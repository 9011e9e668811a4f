// Reads the oracle's solids from a `.hull` file whose map is not at hand.
//
// In: an opened file. Out: bare brushes, and brushes grown by a box.
// Invariant: only the faces of the bare brushes come from the file. Vertices, edges and growth are computed anew.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "hullbake/clip_map.hpp"
#include "oracle/solids/grown_brush.hpp"

namespace hullbake::oracle {

/// A bare brush of the file.
struct FileBrush {
    BareBrush brush;
    Contents contents = Contents::Solid;
    std::uint32_t model = 0, hullMask = 0;
    std::uint32_t entity = 0, number = 0, line = 0;  ///< position in the map
};

struct FileSolids {
    std::vector<FileBrush> brushes;  ///< in the order of the file
    std::size_t unsolved = 0;        ///< brushes left out because their faces enclose no solid
};

/// Returns the bare brushes of all models.
FileSolids readSolids(const ClipMap& map);

/// Returns the brushes of `model` that count for `box`. With `hull`, the rules of that hull select them and `box` must
/// be its box. Without, the rules of Probe::box do.
std::vector<const FileBrush*> solidsFor(const ClipMap& map, const FileSolids& solids, ModelId model, const Box& box,
                                        std::optional<HullId> hull = {});

/// Returns these brushes, grown by the box.
std::vector<GrownBrush> growSolids(const ClipMap& map, const FileSolids& solids, ModelId model, const Box& box,
                                   std::optional<HullId> hull = {});

}  // namespace hullbake::oracle
