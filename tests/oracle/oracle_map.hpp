// A map compiled, opened, and read by the oracle.
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <variant>
#include <vector>

#include "compiler/compile.hpp"
#include "formats/map_reader.hpp"
#include "hullbake/clip_map.hpp"
#include "oracle/solids/adopted_planes.hpp"
#include "oracle/solids/map_solids.hpp"

namespace hullbake::oracle {

struct OpenMap {
    MapFile map;
    std::vector<std::byte> blob;
    OpenResult open;
    std::vector<MapModel> models;  ///< off-grid planes as the compiler settled them
};

/// Without hulls, those of the compiler's default settings. A test failure for a map that cannot be read or opened.
inline void openMap(const std::string& path, const std::vector<HullSpec>& hulls, OpenMap& opened) {
    auto read = readMap(path);
    if (const auto* error = std::get_if<Diagnostic>(&read)) FAIL() << error->text();
    opened.map = std::move(std::get<MapFile>(read));
    CompileSettings settings;
    if (!hulls.empty()) settings.hulls = hulls;
    CompileResult result = compileMap(opened.map, "", settings);
    opened.blob = std::move(result.blob);
    opened.open = ClipMap::open(opened.blob);
    ASSERT_TRUE(opened.open) << statusText(opened.open.status);
    opened.models = readModels(opened.map);
    PlaneAdopter settled(opened.map, opened.open.map, result.report.planeDeviation);
    for (MapModel& model : opened.models)
        for (MapSolid& solid : model.solids) EXPECT_EQ(settled.adopt(solid), "") << "line " << solid.line;
}

}  // namespace hullbake::oracle
