// Places that are surely free.
#pragma once

#include "block/box_checks.hpp"
#include "hullbake/probe.hpp"

namespace hullbake::detail {

/// Returns true only if a trace of no length of the probe, which moves accept, does not start solid at `at`. False
/// where that takes a closer look. Tells no contents, so that it costs much less than such a trace.
bool isSurelyFree(const format::Tables& tables, const Probe& probe, ModelId model, const Vec3& at);

}  // namespace hullbake::detail
