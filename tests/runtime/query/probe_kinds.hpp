// Runs the tests of the contract with both kinds of probe. A failure prints the kind: ".../Baked" or ".../Expanded".
#pragma once

#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include "runtime/runtime_support.hpp"

namespace hullbake::test {

/// The engine that answers for a hull's box: the baked hull, or the bare brushes, expanded by that box at query time.
enum class ProbeKind : std::uint8_t { Baked, Expanded };
inline constexpr std::array kProbeKinds = {ProbeKind::Baked, ProbeKind::Expanded};

inline std::string nameOfKind(const testing::TestParamInfo<ProbeKind>& info) {
    return info.param == ProbeKind::Baked ? "Baked" : "Expanded";
}

/// Returns the probe of that kind. A hull that the map lacks stays a hull: only hulls can be unknown.
inline Probe probeOf(ProbeKind kind, const ClipMap& map, HullId hull) {
    Probe probe = hullProbe(hull);
    if (kind == ProbeKind::Expanded && hull.value < map.hullCount()) probe.box = map.hull(hull).box;
    return probe;
}

/// A test suite that runs once for each kind of probe.
class EachProbeKind : public testing::TestWithParam<ProbeKind> {
  protected:
    static Probe probeFor(const ClipMap& map, HullId hull) { return probeOf(GetParam(), map, hull); }
    static Probe probeFor(const BakedMap& baked, std::string_view hull) {
        return probeFor(baked.map, baked.hull(hull));
    }
};

}  // namespace hullbake::test

/// Instantiates a suite derived from EachProbeKind.
#define HULLBAKE_FOR_EACH_PROBE_KIND(suite) \
    INSTANTIATE_TEST_SUITE_P(Probes, suite, testing::ValuesIn(hullbake::test::kProbeKinds), hullbake::test::nameOfKind)
