#include "compiler/fill/point_entities.hpp"

#include <utility>

#include "compiler/brushes/entity_values.hpp"

namespace hullbake {

std::vector<PointEntity> pointEntities(const MapFile& map, const std::vector<std::string>& starts) {
    std::vector<PointEntity> entities;
    for (const MapEntity& entity : map.entities) {
        PointEntity point;
        if (!entity.brushes.empty() || !parseOrigin(entity.value("origin"), point.origin)) continue;
        point.classname = entity.classname();
        point.pos = entity.pos;
        point.playerStart = isPlayerStart(point.classname, starts);
        entities.push_back(std::move(point));
    }
    return entities;
}

}  // namespace hullbake
