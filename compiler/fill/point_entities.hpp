// Point entities of a map, where the fill starts.
#pragma once

#include <string>
#include <vector>

#include "compiler/player_starts.hpp"
#include "formats/map.hpp"
#include "hullbake/math.hpp"

namespace hullbake {

/// An entity with an origin and without brushes.
struct PointEntity {
    Vec3 origin;
    std::string classname;
    SourcePos pos;
    bool playerStart = false;
};

/// Returns the entities without brushes that have a valid `origin`. `starts` are the class names of player starts.
std::vector<PointEntity> pointEntities(const MapFile& map,
                                       const std::vector<std::string>& starts = knownPlayerStarts());

}  // namespace hullbake
