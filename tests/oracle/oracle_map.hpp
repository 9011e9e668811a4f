// Compiles and opens a map, and reads it with the oracle.
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "compiler/compile.hpp"
#include "formats/map_reader.hpp"
#include "hullbake/clip_map.hpp"
#include "oracle/solids/file_brushes.hpp"
#include "oracle/solids/map_solids.hpp"

namespace hullbake::oracle {

struct OpenMap {
    MapFile map;
    std::vector<std::byte> blob;
    OpenResult open;
    std::vector<MapModel> models;
};

/// Opens a map. Without hulls, uses those of the compiler's default settings. Fails the test if the map cannot be
/// opened.
inline void openMap(MapFile map, const std::vector<HullSpec>& hulls, OpenMap& opened) {
    opened.map = std::move(map);
    CompileSettings settings;
    if (!hulls.empty()) settings.hulls = hulls;
    CompileResult result = compileMap(opened.map, "", settings);
    opened.blob = std::move(result.blob);
    opened.open = ClipMap::open(opened.blob);
    ASSERT_TRUE(opened.open) << statusText(opened.open.status);
    opened.models = readModels(opened.map);
    FileBrushes file(opened.map, opened.open.map);
    for (const MapModel& model : opened.models)
        for (const MapSolid& solid : model.solids) EXPECT_EQ(file.compare(solid), "") << "line " << solid.line;
}

/// Opens the map at `path`, which must be readable, in the same way.
inline void openMap(const std::string& path, const std::vector<HullSpec>& hulls, OpenMap& opened) {
    auto read = readMap(path);
    if (const auto* error = std::get_if<Diagnostic>(&read)) FAIL() << error->text();
    openMap(std::move(std::get<MapFile>(read)), hulls, opened);
}

}  // namespace hullbake::oracle
