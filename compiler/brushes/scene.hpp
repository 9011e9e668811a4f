// Builds the scene: the map's brushes as solids with contents, sorted into models, on one set of planes.
//
// In: the parsed map, the rules of its game, and the hulls. Out: the scene, and remarks on brushes that were dropped.
// Invariant: brushes are sorted by model, and within a model in the order of the map.
#pragma once

#include <string>
#include <vector>

#include "compiler/brushes/solid.hpp"
#include "compiler/brushes/sum_corners.hpp"
#include "compiler/hull_sets.hpp"
#include "compiler/report.hpp"
#include "formats/rules.hpp"
#include "hullbake/contents.hpp"

namespace hullbake {

/// Planes and bounds of a solid, all that is needed once its bevels are known.
struct SolidPlanes {
    std::vector<SidePlane> sides;  ///< the solid's sides, bevels included
    Box bounds = kEmptyBox;
    SumCorners corners;  ///< known if any face of the map is off the grid
};

struct SceneBrush {
    SolidPlanes solid;
    Contents contents = Contents::Solid;
    std::uint32_t hullMask = 0;  ///< bit h: belongs to hull h
    std::uint32_t entity = 0, number = 0;
    const MapBrush* source = nullptr;
};

struct SceneModel {
    std::uint32_t entity = 0;
    std::uint32_t firstBrush = 0, brushCount = 0;
    Box bounds{};  ///< of the brushes before expansion; zero without brushes
    Vec3 origin;
};

struct BrushScene {
    std::vector<SceneBrush> brushes;  ///< sorted by model, then in the order of the map
    std::vector<SceneModel> models;   ///< model 0 is the world and always exists
};

/// Builds the scene and adds counts and remarks to the report, but for the planes. Solids are built in parallel.
BrushScene makeScene(const MapFile& map, const GameRules& rules, const std::vector<HullSpec>& hulls,
                     CompileReport& report);

/// Returns the number of planes of all faces; each facing counts. It takes one thread, and the report alone needs it.
std::size_t countPlanes(const BrushScene& scene);

}  // namespace hullbake
