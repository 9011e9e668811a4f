// Reasons of refusals. Called only after a query was refused, so that checks of valid queries stay short.
#pragma once

#include "hullbake/format.hpp"
#include "hullbake/probe.hpp"
#include "hullbake/refusal.hpp"

namespace hullbake::detail {

/// Returns why queries refuse the probe at that position, or None if they do not.
Refusal refusalAt(const format::Tables& tables, const Probe& probe, const Vec3& position);

/// Returns why traces refuse the probe between two positions, or None if they do not.
Refusal refusalOfTrace(const format::Tables& tables, const Probe& probe, const Vec3& start, const Vec3& end);

}  // namespace hullbake::detail
