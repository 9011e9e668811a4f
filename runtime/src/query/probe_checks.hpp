// Checks of probes and positions, and the transform of a probe's model.
#pragma once

#include "block/box_checks.hpp"
#include "brushes/shape_subject.hpp"
#include "hullbake/clip_map.hpp"

namespace hullbake::detail {

/// Returns true if queries accept the probe's hull or box, its model and its skin.
inline bool isValidProbe(const format::Tables& tables, const Probe& probe) {
    const bool known = probe.model == kAllModels ? !tables.models.empty() : probe.model.value < tables.models.size();
    if (probe.shape != nullptr)
        return known && isValidSkin(probe.skin) && acceptsShape(tables, *probe.shape, probe.model);
    return known && isValidSkin(probe.skin) &&
           (probe.box ? ClipMap::validBox(*probe.box) : probe.hull.value < tables.hulls.size());
}

/// Returns true if queries accept the transform of a valid probe that has one, and the position seen from its model.
bool acceptsTransform(const format::Tables& tables, const Probe& probe, const Vec3& position);

/// Returns the answer of ClipMap::accepts, the scene left out.
inline bool accepts(const format::Tables& tables, const Probe& probe, const Vec3& position) {
    return isInRange(position) && isValidProbe(tables, probe) &&
           (!probe.transform || acceptsTransform(tables, probe, position));
}

/// Returns true if the game has turned the probe's model.
inline bool turns(const Probe& probe) {
    return probe.transform && probe.transform->turns();
}

/// Returns the displacement of the probe's model, which must not be turned.
inline Vec3 displacementOf(const Probe& probe) {
    return probe.transform ? probe.transform->displacement : Vec3{};
}

}  // namespace hullbake::detail
