// Opens the point hull of a map, turned or not, and reads the map with the oracle.
#pragma once

#include <gtest/gtest.h>

#include <optional>
#include <utility>

#include "oracle/oracle_map.hpp"
#include "oracle/trace/solid_set.hpp"
#include "oracle/trace/trace_case.hpp"
#include "support/maps.hpp"
#include "support/turned_maps.hpp"

namespace hullbake::oracle {

/// The point hull of a map, and the solids that it was made of.
struct PointHull {
    OpenMap opened;
    Probe probe;
    std::optional<SolidSet> solids;

    const ClipMap& clip() const { return opened.open.map; }
    TraceCase caseOf(const Vec3& start, const Vec3& end) const { return {probe, start, end}; }
};

/// Opens the point hull of a map.
inline void openPointHull(MapFile map, PointHull& hull) {
    ASSERT_NO_FATAL_FAILURE(openMap(std::move(map), {}, hull.opened));
    const auto point = hull.clip().findHull("point");
    ASSERT_TRUE(point);
    hull.probe.hull = *point;
    hull.solids.emplace(growModel(hull.opened.models.front(), Box{}, "point"));
}

/// Opens a scene that was turned and rounded.
inline void openTurned(const char* scene, const Vec3& degrees, PointHull& hull, int decimals = 5) {
    openPointHull(test::turnedMap(test::sceneMap(scene), degrees, decimals), hull);
}

}  // namespace hullbake::oracle
