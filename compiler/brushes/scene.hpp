// Stages 2 and 3 together: the map's brushes as solids with contents, sorted into models, on one set of planes.
#pragma once

#include <string>
#include <vector>

#include "compiler/brushes/solid.hpp"
#include "compiler/compile.hpp"
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

/// A face off the grid takes over a plane that is there already when its face, widened by the largest hull, lies this
/// close to it. Units. Far below what the trace contract allows, above what six decimals lose.
inline constexpr double kPlaneReuse = 1e-4;

struct Scene {
    std::vector<SceneBrush> brushes;  ///< by model, within it in the order of the map
    std::vector<SceneModel> models;   ///< 0 is the world, always there
};

/// True for a hull whose box has no size: `clip` does not exist in it.
bool isPointHull(const HullSpec& hull);

/// Builds the scene and adds counts and remarks to the report. Solids are made in parallel.
Scene makeScene(const MapFile& map, const std::vector<HullSpec>& hulls, CompileReport& report);

}  // namespace hullbake
