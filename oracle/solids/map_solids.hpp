// What a map's brushes mean, by rules of the oracle's own: contents, models, and the grown solids of each.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "formats/map.hpp"
#include "oracle/solids/grown_brush.hpp"

namespace hullbake::oracle {

/// A brush that fills space, before it is grown.
struct MapSolid {
    BareBrush brush;
    Contents contents = Contents::Solid;
    std::uint32_t entity = 0, number = 0, line = 0;
    std::vector<std::string> hulls;  ///< the names of those that it takes part in; all when empty
};

struct MapModel {
    std::uint32_t entity = 0;  ///< of a brush entity; 0 for the world
    std::vector<MapSolid> solids;
};

/// Model 0 is the world; the others follow the brush entities in the order of the file, empty ones included.
std::vector<MapModel> readModels(const MapFile& map);

/// The solids of `model` that take part in the hull of that name and box, grown.
std::vector<GrownBrush> growModel(const MapModel& model, const Box& box, std::string_view hull = {});

enum class EntityKind : std::uint8_t {
    World,    ///< worldspawn and what merges into it
    Model,    ///< a model of its own
    Nothing,  ///< merges into the world, or is a model, but nothing of it fills space
};

/// Contents of a brush in an entity of that kind; Contents::Empty when it fills nothing.
Contents brushContents(const MapBrush& brush, EntityKind kind);

}  // namespace hullbake::oracle
