// Shared by the runtime's tests: maps compiled and opened, single traces, and the contract that every answer must obey.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "compiler/compile.hpp"
#include "formats/map.hpp"
#include "hullbake/hullbake.hpp"
#include "support/maps.hpp"
#include "support/random.hpp"
#include "support/vectors.hpp"

namespace hullbake::test {

/// Returns the four boxes of every table: "point", "centred", "feet" (origin at the feet), "corner" (at a corner).
std::vector<HullSpec> testHulls();

/// A compiled map. `map` is a view into `block`, so this type is movable but not copyable.
struct BakedMap {
    BakedMap() = default;
    BakedMap(BakedMap&&) = default;
    BakedMap& operator=(BakedMap&&) = default;

    std::vector<std::byte> block;
    ClipMap map;
    /// Returns the hull of that name. A missing hull is a test failure and gives hull 0.
    HullId hull(std::string_view name) const;
};

/// Compiles and opens a map, by default without fill. Any remark of the compiler is a test failure.
BakedMap bake(const MapFile& map, const std::vector<HullSpec>& hulls = testHulls(), bool fill = false);
BakedMap bakeText(std::string_view text, const std::vector<HullSpec>& hulls = testHulls(), bool fill = false);

/// Returns probes whose other fields have their defaults.
Probe hullProbe(HullId hull, ModelId model = {});
Probe boxProbe(const Box& box, ModelId model = {});

/// One trace: probe, start and end.
struct TraceCall {
    Probe probe;
    Vec3 start, end;
};
/// Return the map's answers to `call`.
Trace traceOf(const ClipMap& map, const TraceCall& call);
Surface surfaceOf(const ClipMap& map, const TraceCall& call, const Trace& trace);

/// Checks the promises that the contract makes of every answer. Returns an empty string, or the fault.
std::string contractFault(const ClipMap& map, const TraceCall& call, const Trace& trace);
/// Returns true if the probe at `p` overlaps something that its mask stops at.
bool blockedAt(const ClipMap& map, const Probe& probe, const Vec3& p);

std::string text(const TraceCall& call);

}  // namespace hullbake::test
