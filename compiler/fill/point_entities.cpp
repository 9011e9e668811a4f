#include "compiler/fill/point_entities.hpp"

#include <utility>

#include "compiler/brushes/contents_rules.hpp"
#include "compiler/brushes/entity_values.hpp"

namespace hullbake {

std::vector<PointEntity> pointEntities(const MapFile& map) {
    std::vector<PointEntity> entities;
    for (const MapEntity& entity : map.entities) {
        PointEntity point;
        if (!entity.brushes.empty() || !parseOrigin(entity.value("origin"), point.origin)) continue;
        point.classname = entity.classname();
        point.pos = entity.pos;
        point.playerStart = isPlayerStart(point.classname);
        entities.push_back(std::move(point));
    }
    return entities;
}

}  // namespace hullbake
