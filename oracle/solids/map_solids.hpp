// Reads the brushes of a map by the rules of its game.
//
// In: a parsed map and the rules. Out: the solids of each model with their contents, bare or grown by a box.
// Invariant: applies the rules by code of its own and shares none with the compiler.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "formats/map.hpp"
#include "formats/rules.hpp"
#include "oracle/solids/grown_brush.hpp"

namespace hullbake::oracle {

/// A bare brush that fills space.
struct MapSolid {
    BareBrush brush;
    Contents contents = Contents::Solid;
    std::uint32_t entity = 0, number = 0, line = 0;
    std::vector<HullNames> hulls;  ///< it is in the hulls that each of these lists names
};

/// A hull of the file that a map is compared with.
struct FileHull {
    std::string name;
    bool point = false;  ///< its box is a point: clip is not in it
};

struct MapModel {
    std::uint32_t entity = 0;  ///< number of the brush entity, 0 for the world
    std::vector<MapSolid> solids;
};

/// Returns the models. Model 0 is the world. The others follow the brush entities in the order of the file, including
/// empty ones. `hulls` are all hulls in the order of the file: numbers in `_hulls` count by them, and a brush that is
/// in all of them has no list.
std::vector<MapModel> readModels(const MapFile& map, const GameRules& rules = gameRules("any"),
                                 const std::vector<FileHull>& hulls = {});

/// Returns the solids of `model` that are in the hull of that name, grown by `box`.
std::vector<GrownBrush> growModel(const MapModel& model, const Box& box, std::string_view hull = {});

/// What the faces of a brush say.
struct BrushWord {
    Contents contents = Contents::Empty;  ///< Empty: it fills nothing
    HullNames hulls;                      ///< the only hulls that have it; empty: all
    std::vector<bool> grows;              ///< for each face
};

BrushWord brushWord(const MapBrush& brush, const GameRules& rules, bool inWorld);

}  // namespace hullbake::oracle
