// Point entities of a map, where the fill starts.
#pragma once

#include <string>
#include <vector>

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

/// Returns the entities without brushes that have a valid `origin`.
std::vector<PointEntity> pointEntities(const MapFile& map);

}  // namespace hullbake
