// Reads the probe of a C caller.
#pragma once

#include "c/c_values.hpp"
#include "c/sized_struct.hpp"

namespace hullbake::detail {

inline constexpr HullbakeProbe kDefaultProbe = HULLBAKE_PROBE_INIT;

/// Reads a probe. Returns NullArgument without a map or a probe, and BadSize for a size unknown to this library.
inline HullbakeStatus readProbe(const HullbakeMap* map, const HullbakeProbe* theirs, Probe& probe) {
    if (map == nullptr || theirs == nullptr) return HullbakeStatusNullArgument;
    HullbakeProbe read = kDefaultProbe;
    if (!readSized(theirs, HULLBAKE_PROBE_MIN, read)) return HullbakeStatusBadSize;
    probe = fromC(read);
    return HullbakeStatusOk;
}

}  // namespace hullbake::detail
