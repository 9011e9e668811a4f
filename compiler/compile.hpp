// The compiler as a library: a parsed map and settings in, the `.hull` block and a report out. No globals, no files.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "formats/map.hpp"
#include "hullbake/ieee.hpp"
#include "hullbake/math.hpp"

namespace hullbake {

/// A named hull box.
struct HullSpec {
    std::string name;
    Box box;
};

/// The hull sets of the games: "quake", "halflife", "hexen2", "quake2", "quake3". Empty for any other name.
std::vector<HullSpec> gameHulls(std::string_view game);
/// The names above, in order.
std::vector<std::string_view> gameNames();

/// A power of two from 1 to 65536, or 0.
bool validCellSize(double units);

struct CompileSettings {
    std::vector<HullSpec> hulls = gameHulls("quake");  ///< at most 32, names unique
    int threads = 0;                                   ///< 0: all processors
    bool fill = true;                                  ///< turn what no entity reaches into solid (world only)
    double cellSize = 64;  ///< units: of the cells that tell traces what is free around them; 0: no cells
};

/// What the compiler tells while it works. Calls may come from any of its threads, one at a time.
struct CompileContext {
    /// `done` of `total` units of work, 0 <= done <= total. Optional.
    std::function<void(std::string_view stage, std::size_t done, std::size_t total)> progress;
};

enum class Severity : std::uint8_t { Note, Warning, Error };

struct Remark {
    Severity severity = Severity::Note;
    Diagnostic where;
};

struct StageTime {
    std::string name;
    double milliseconds = 0;  ///< wall time of the stage; for stages that run per hull, summed over hulls and models
};

struct HullReport {
    std::string name;
    std::size_t grownBrushes = 0, grownPlanes = 0, bevels = 0;
    std::size_t exactPlanes = 0;     ///< grown planes with an integer equation
    std::size_t boundaryFaces = 0;   ///< fragments of grown faces on the boundary of the union, world
    std::size_t firstTreeNodes = 0;  ///< 0 where the fill went by the surface
    std::size_t worldNodes = 0;      ///< of the tree that ships, blocking and liquid
    std::size_t modelNodes = 0;      ///< of all other models
    std::size_t depth = 0;           ///< deepest tree of this hull
    bool filled = false;
    bool leaked = false;
    std::vector<Vec3> leakTrail;  ///< from the entity to the void, when leaked
    std::string leakEntity;       ///< classname of the entity that reached the void
    SourcePos leakPos;            ///< its place in the map
};

struct CompileReport {
    std::size_t entities = 0, brushes = 0, faces = 0, models = 0;
    std::size_t planes = 0;        ///< distinct planes of the brushes' faces, each facing by itself
    std::size_t exactPlanes = 0;   ///< those with an integer equation: from on-grid faces
    std::size_t planesReused = 0;  ///< off-grid planes replaced by one that was there
    double planeDeviation = 0;     ///< units: the furthest that reuse moved a face, widened by 128
    std::vector<HullReport> hulls;
    std::vector<StageTime> stages;
    std::vector<Remark> remarks;  ///< in the order of the map's text; those on the whole map last
    double milliseconds = 0;      ///< the whole compile
};

struct CompileResult {
    std::vector<std::byte> blob;  ///< empty when a remark is an Error
    CompileReport report;
};

/// Compiles `map`. The bytes depend on the map, `sourceText` (hashed only) and the settings, on nothing else. Brushes
/// that are no solids are reported as warnings and left out; what makes a compile impossible is an Error.
CompileResult compileMap(const MapFile& map, std::string_view sourceText, const CompileSettings& settings,
                         const CompileContext& context = {});

}  // namespace hullbake
