// What of a `.hull` block follows from the map and its bare brushes alone, without any tree.
#pragma once

#include <string>
#include <vector>

#include "compiler/scene.hpp"
#include "compiler/shapes.hpp"
#include "hullbake/format.hpp"

namespace hullbake {

struct BrushSections {
    std::vector<format::HullRecord> hulls;
    std::vector<format::ModelRecord> models;
    std::vector<format::BrushRecord> brushes;
    std::vector<format::SideRecord> sides;
    std::vector<format::FaceRecord> faces;
    std::vector<format::BvhNode> volumes;
    Shapes shapes;
    std::string strings, entities;
};

BrushSections brushSections(const MapFile& map, const Scene& scene, const std::vector<HullSpec>& hulls);

}  // namespace hullbake
