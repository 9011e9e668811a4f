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

/// The four boxes that every table runs for: "point", "centred", "feet" (origin at the feet), "corner" (at a corner).
std::vector<HullSpec> testHulls();

/// A compiled map; `map` is a view into `block`, so this only moves.
struct BakedMap {
    BakedMap() = default;
    BakedMap(BakedMap&&) = default;
    BakedMap& operator=(BakedMap&&) = default;

    std::vector<std::byte> block;
    ClipMap map;
    /// The hull of that name; a test failure and hull 0 when there is none.
    HullId hull(std::string_view name) const;
};

/// Compiles and opens; anything that the compiler remarks on is a test failure. Without fill unless asked for.
BakedMap bake(const MapFile& map, const std::vector<HullSpec>& hulls = testHulls(), bool fill = false);
BakedMap bakeText(std::string_view text, const std::vector<HullSpec>& hulls = testHulls(), bool fill = false);

/// Probes with everything else at its default.
Probe hullProbe(HullId hull, ModelId model = {});
Probe boxProbe(const Box& box, ModelId model = {});

/// One trace: the probe and its way.
struct TraceCall {
    Probe probe;
    Vec3 start, end;
};
/// The answers to it.
Trace traceOf(const ClipMap& map, const TraceCall& call);
Surface surfaceOf(const ClipMap& map, const TraceCall& call, const Trace& trace);

/// What the contract promises of every answer, whatever was hit; an empty string, or what is wrong.
std::string contractFault(const ClipMap& map, const TraceCall& call, const Trace& trace);
/// True when the probe stands in something that stops it.
bool blockedAt(const ClipMap& map, const Probe& probe, const Vec3& p);

std::string text(const TraceCall& call);

}  // namespace hullbake::test
