// Which probes and positions queries take, and where a probe's model stands.
#pragma once

#include "block/box_checks.hpp"
#include "hullbake/clip_map.hpp"

namespace hullbake::detail {

/// Whether queries take the probe's hull or box, its model and its skin.
inline bool isValidProbe(const format::Tables& tables, const Probe& probe) {
    const bool known = probe.model == kAllModels ? !tables.models.empty() : probe.model.value < tables.models.size();
    return known && isValidSkin(probe.skin) &&
           (probe.box ? ClipMap::validBox(*probe.box) : probe.hull.value < tables.hulls.size());
}

/// Whether queries take the transform of a valid probe that has one, and the position seen from its model.
bool acceptsTransform(const format::Tables& tables, const Probe& probe, const Vec3& position);

/// As ClipMap::accepts.
inline bool accepts(const format::Tables& tables, const Probe& probe, const Vec3& position) {
    return isInRange(position) && isValidProbe(tables, probe) &&
           (!probe.transform || acceptsTransform(tables, probe, position));
}

/// Whether the game has turned the probe's model.
inline bool turns(const Probe& probe) {
    return probe.transform && probe.transform->turns();
}

/// How far the game has moved the probe's model, which is not turned.
inline Vec3 displacementOf(const Probe& probe) {
    return probe.transform ? probe.transform->displacement : Vec3{};
}

}  // namespace hullbake::detail
