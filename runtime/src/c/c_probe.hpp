// The probe of a C caller.
#pragma once

#include "c/c_values.hpp"
#include "c/sized_struct.hpp"

namespace hullbake::detail {

inline constexpr HullbakeProbe kDefaultProbe = HULLBAKE_PROBE_INIT;

/// Reads the probe that a map is asked with. NullArgument without a map or a probe; BadSize for a size that this
/// library does not know.
inline HullbakeStatus readProbe(const HullbakeMap* map, const HullbakeProbe* theirs, Probe& probe) {
    if (map == nullptr || theirs == nullptr) return HullbakeStatusNullArgument;
    HullbakeProbe read = kDefaultProbe;
    if (!readSized(theirs, HULLBAKE_PROBE_MIN, read)) return HullbakeStatusBadSize;
    probe = fromC(read);
    return HullbakeStatusOk;
}

}  // namespace hullbake::detail
