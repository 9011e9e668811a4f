// The solids of a `.hull` file for the oracle, when its map is not at hand: the faces of the bare brushes are taken
// from the file, and all that follows from them (vertices, edges, growth) is found anew by brute force.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "hullbake/clip_map.hpp"
#include "oracle/solids/grown_brush.hpp"

namespace hullbake::oracle {

/// A brush of the file, before it is grown.
struct FileBrush {
    BareBrush brush;
    Contents contents = Contents::Solid;
    std::uint32_t model = 0, hullMask = 0;
    std::uint32_t entity = 0, number = 0, line = 0;  ///< its place in the map
};

struct FileSolids {
    std::vector<FileBrush> brushes;  ///< in the order of the file
    std::size_t unsolved = 0;        ///< brushes left out because their faces make no solid
};

FileSolids readSolids(const ClipMap& map);

/// The brushes that `box` meets in `model`, grown by it. With a hull by that hull's rules of which
/// brushes count (`box` is its box), otherwise by those of Probe::box.
std::vector<GrownBrush> growSolids(const ClipMap& map, const FileSolids& solids, ModelId model, const Box& box,
                                   std::optional<HullId> hull = {});

}  // namespace hullbake::oracle
