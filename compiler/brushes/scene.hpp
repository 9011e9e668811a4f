// The map's brushes as solids with contents, sorted into models, on one set of planes.
//
// In: the parsed map and the hulls. Out: the scene, and remarks on what was left out. Invariant: brushes stand by
// model, within a model in the order of the map.
#pragma once

#include <string>
#include <vector>

#include "compiler/brushes/solid.hpp"
#include "compiler/hull_sets.hpp"
#include "compiler/report.hpp"
#include "hullbake/contents.hpp"

namespace hullbake {

/// What counts of a solid once its bevels are known.
struct SolidPlanes {
    std::vector<SidePlane> sides;  ///< as those of the solid, bevels included
    Box bounds = kEmptyBox;
};

struct SceneBrush {
    SolidPlanes solid;
    Contents contents = Contents::Solid;
    std::uint32_t hullMask = 0;  ///< bit h: takes part in hull h
    std::uint32_t entity = 0, number = 0;
    const MapBrush* source = nullptr;
};

struct SceneModel {
    std::uint32_t entity = 0;
    std::uint32_t firstBrush = 0, brushCount = 0;
    Box bounds{};  ///< of the bare brushes; zero without any
    Vec3 origin;
};

struct Scene {
    std::vector<SceneBrush> brushes;  ///< by model, within it in the order of the map
    std::vector<SceneModel> models;   ///< 0 is the world, always there
};

/// Builds the scene and adds counts and remarks to the report. Solids are made in parallel.
Scene makeScene(const MapFile& map, const std::vector<HullSpec>& hulls, CompileReport& report);

}  // namespace hullbake
