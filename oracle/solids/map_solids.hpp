// Reads the brushes of a map by the oracle's own rules.
//
// In: a parsed map. Out: the solids of each model with their contents, bare or grown by a box.
// Invariant: repeats the rules of the compiler on purpose and shares no code with it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "formats/map.hpp"
#include "oracle/solids/grown_brush.hpp"

namespace hullbake::oracle {

/// A bare brush that fills space.
struct MapSolid {
    BareBrush brush;
    Contents contents = Contents::Solid;
    std::uint32_t entity = 0, number = 0, line = 0;
    std::vector<std::string> hulls;  ///< names of the hulls that contain it; empty for all hulls
};

struct MapModel {
    std::uint32_t entity = 0;  ///< number of the brush entity, 0 for the world
    std::vector<MapSolid> solids;
};

/// Returns the models. Model 0 is the world. The others follow the brush entities in the order of the file, including
/// empty ones.
std::vector<MapModel> readModels(const MapFile& map);

/// Returns the solids of `model` that are in the hull of that name, grown by `box`.
std::vector<GrownBrush> growModel(const MapModel& model, const Box& box, std::string_view hull = {});

enum class EntityKind : std::uint8_t {
    World,    ///< worldspawn and entities that join it
    Model,    ///< a model of its own
    Nothing,  ///< an entity whose brushes fill no space
};

/// Returns the contents of a brush in an entity of that kind, Contents::Empty if it fills nothing.
Contents brushContents(const MapBrush& brush, EntityKind kind);

}  // namespace hullbake::oracle
