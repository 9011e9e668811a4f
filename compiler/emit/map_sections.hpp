// Builds the sections of a `.hull` block that depend only on the map, its bare brushes and the settings, not on any
// tree.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "compiler/brushes/scene.hpp"
#include "compiler/emit/shape_sections.hpp"
#include "compiler/settings.hpp"
#include "hullbake/format.hpp"

namespace hullbake {

struct MapSections {
    std::vector<format::HullRecord> hulls;
    std::vector<format::ModelRecord> models;
    std::vector<format::BrushRecord> brushes;
    std::vector<format::SideRecord> sides;
    std::vector<format::FaceRecord> faces;
    std::vector<format::BvhNode> volumes;
    Shapes shapes, worldShapes;
    std::string strings, entities, meta;
    std::uint64_t sourceHash = 0;  ///< hash of the map's text and the settings
};

/// Returns the hash of a map's text and of the settings.
std::uint64_t sourceHashOf(std::string_view sourceText, const CompileSettings& settings);

/// Returns the sections. `sourceHash` is that of sourceHashOf.
MapSections mapSections(const MapFile& map, std::uint64_t sourceHash, const BrushScene& scene,
                        const CompileSettings& settings);

}  // namespace hullbake
