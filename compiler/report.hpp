// Report of a compile: remarks with their positions in the map, counts and times.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "formats/map.hpp"
#include "hullbake/math.hpp"

namespace hullbake {

enum class Severity : std::uint8_t { Note, Warning, Error };

struct Remark {
    Severity severity = Severity::Note;
    Diagnostic where;
};

struct StageTime {
    std::string name;
    double milliseconds = 0;  ///< wall time; for stages that run per hull, summed over hulls and models
};

struct HullReport {
    std::string name;
    std::size_t grownBrushes = 0, grownPlanes = 0, bevels = 0;
    std::size_t boundaryFaces = 0;   ///< fragments of grown faces on the boundary of the union, world
    std::size_t firstTreeNodes = 0;  ///< 0 if the fill used shells of the surface
    std::size_t worldNodes = 0;      ///< of the trees in the file, blocking and liquid
    std::size_t modelNodes = 0;      ///< of all other models
    std::size_t depth = 0;           ///< of the deepest tree of this hull
    bool filled = false;
    bool leaked = false;
    std::vector<Vec3> leakTrail;  ///< from the entity to the void, if leaked
    std::string leakEntity;       ///< classname of the entity that reached the void
    SourcePos leakPos;            ///< its position in the map
};

struct CompileReport {
    std::size_t entities = 0, brushes = 0, faces = 0, models = 0;
    std::size_t planes = 0;       ///< distinct planes of the brushes' faces; each facing counts
    double planeDeviation = 0;    ///< world units; upper bound of how far rounded coordinates moved a face
    std::size_t checkFaults = 0;  ///< points where the finished file differs from the grown brushes
    std::vector<HullReport> hulls;
    std::vector<StageTime> stages;
    std::vector<MapLeftOut> leftOut;  ///< what of the map is not compiled or not used, by kind
    std::vector<Remark> remarks;      ///< in the order of the map's text; remarks on the whole map last
    double milliseconds = 0;          ///< whole compile
};

}  // namespace hullbake
