// The entities of a map that stand at a point: where the fill starts from.
#pragma once

#include <string>
#include <vector>

#include "formats/map.hpp"
#include "hullbake/math.hpp"

namespace hullbake {

/// Something with an origin in the map.
struct PointEntity {
    Vec3 origin;
    std::string classname;
    SourcePos pos;
    bool playerStart = false;
};

/// Entities without brushes that have an `origin`.
std::vector<PointEntity> pointEntities(const MapFile& map);

}  // namespace hullbake
