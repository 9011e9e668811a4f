// The pipeline: the stages of a compile in the order of the work.

#include "compiler/compile.hpp"

#include <tbb/global_control.h>
#include <tbb/parallel_for.h>
#include <tbb/parallel_invoke.h>
#include <tbb/task_arena.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "compiler/brushes/scene.hpp"
#include "compiler/emit/emit.hpp"
#include "compiler/emit/self_check.hpp"
#include "compiler/fill/point_entities.hpp"
#include "compiler/growth/hidden_sides.hpp"
#include "compiler/hull_stages.hpp"
#include "compiler/progress.hpp"
#include "compiler/report_builder.hpp"
#include "compiler/schedule.hpp"
#include "compiler/stage_clock.hpp"
#include "formats/hull_writer.hpp"

namespace hullbake {

namespace {

// Input of a compile. The map is already parsed: formats/map_reader.cpp is the stage before.
struct CompileInput {
    const MapFile& map;
    std::string_view sourceText;
    const CompileSettings& settings;
    const CompileContext& context;
};

// What the stages build. The members refer to those before them.
struct Built {
    BrushScene scene;
    std::vector<PointEntity> entities;
    std::optional<HullStages> hulls;
    std::optional<MapSections> sections;
    std::optional<TreeSections> treeSections;
};

template <class Work>
auto timed(StageClock& clock, Stage stage, const Work& work) {
    const StageClock::Scope scope(clock, stage);
    return work();
}

// Returns, by hull, whether the fill has made unreached space solid.
std::vector<bool> filledHulls(const CompileReport& report) {
    std::vector<bool> filled;
    for (const HullReport& hull : report.hulls) filled.push_back(hull.filled);
    return filled;
}

// Checks the finished block while its hash is computed, as the check needs no hash.
SelfCheck checkAndSeal(std::vector<std::byte>& blob, const HullStages& hulls, const std::vector<bool>& filled,
                       StageClock& clock) {
    std::uint64_t hash = 0;
    SelfCheck found;
    tbb::parallel_invoke(
        [&] { hash = timed(clock, Stage::Emit, [&] { return contentHashOf(blob); }); },
        [&] { found = timed(clock, Stage::Check, [&] { return checkBlock(blob, hulls.samples(), filled); }); });
    sealHull(blob, hash);
    return found;
}

// Leaves no task behind, not even by an exception: tasks refer to the stages.
void bakeHulls(const HullWork& work, const std::vector<HullRange>& ranges, HullStages& hulls, Progress& progress) {
    try {
        for (const HullRange& range : ranges) {
            progress.enter(Stage::Grow);
            runHulls(work, range, hulls.jobs());
        }
    } catch (...) {
        hulls.finishTrees();
        throw;
    }
    hulls.finishTrees();
}

// Returns the block; empty after an error.
std::vector<std::byte> bakeMap(const CompileInput& in, StageClock& clock, ReportBuilder& report) {
    Progress progress(in.context);
    const std::uint64_t sourceHash =
        timed(clock, Stage::Emit, [&] { return sourceHashOf(in.sourceText, in.settings); });
    if (in.context.textIsHashed) in.context.textIsHashed();

    // Solids: the map's brushes as convex solids with contents, sorted into models, on one set of planes.
    progress.enter(Stage::Solids);
    const auto built = std::make_shared<Built>();
    if (in.context.leftOver != nullptr) *in.context.leftOver = built;
    BrushScene& scene = built->scene;
    scene = timed(clock, Stage::Solids, [&] {
        BrushScene made = makeScene(in.map, in.settings.rules, in.settings.hulls, report.report());
        tbb::parallel_invoke([&] { report.report().planes = countPlanes(made); }, [&] { markHiddenSides(made); });
        return made;
    });
    built->entities = timed(clock, Stage::Solids, [&] { return pointEntities(in.map, in.settings.playerStarts); });
    if (scene.brushes.empty()) {
        report.error("the map has no brush that could be compiled");
        return {};
    }

    HullStages& hulls = built->hulls.emplace(scene, built->entities, in.settings, clock, progress);
    std::optional<MapSections>& sections = built->sections;
    HullWork work;
    // Grow: every brush by the reflected hull box, on the planes of one hull.
    work.grow = [&](std::size_t hull) { hulls.grow(hull); };
    // Boundary, first tree, fill, second tree: from grown brushes to the tree of the file (bake_model.cpp).
    work.bake = [&](const BakeJob& job) { hulls.bake(job); };
    // Grid: cells of free space over the world of one hull.
    work.gridIsDue = [&](std::size_t hull) { return hulls.gridIsDue(hull); };
    work.makeGrid = [&](std::size_t hull) { hulls.makeGrid(hull); };
    // Beside the trees: the sections that depend on the map alone, and sample points for the check.
    work.describe = [&] {
        timed(clock, Stage::Emit, [&] { sections.emplace(mapSections(in.map, sourceHash, scene, in.settings)); });
    };
    work.takeSamples = [&](std::size_t hull) { hulls.takeSamples(hull); };
    bakeHulls(work, hullRanges(in.settings.hulls.size(), scene.brushes.size()), hulls, progress);
    report.addHulls(hulls, in.settings);

    // Emit: the block without its hash. What does not depend on the grids is made beside them.
    std::optional<TreeSections>& treeSections = built->treeSections;
    tbb::parallel_invoke([&] { hulls.finishGrids(); },
                         [&] {
                             if (!sections) work.describe();
                             timed(clock, Stage::Emit, [&] { treeSections.emplace(hulls.trees()); });
                         });
    std::vector<std::byte> blob = timed(clock, Stage::Emit, [&] {
        return emitHull({*sections, hulls.trees(), *treeSections, hulls.grids()});
    });

    // Check: opens the block and compares it with the grown brushes.
    const SelfCheck found = checkAndSeal(blob, hulls, filledHulls(report.report()), clock);
    report.addCheck(found, in.settings);
    if (!found.opens) blob.clear();
    return blob;
}

CompileResult compile(const CompileInput& in) {
    CompileResult result;
    StageClock clock;
    ReportBuilder report(in.map, result.report);
    if (std::string fault = faultOf(in.settings); !fault.empty()) {
        report.error(std::move(fault));
        return result;
    }
    try {
        result.blob = bakeMap(in, clock, report);
    } catch (const std::length_error& failure) {
        report.error(failure.what());
    }
    report.finish(clock);
    return result;
}

// Calls work() with that many threads for its tasks; 0: all processors.
template <class Work>
void onThreads(int threads, const Work& work) {
    if (threads <= 0) threads = tbb::this_task_arena::max_concurrency();
    tbb::global_control limit(tbb::global_control::max_allowed_parallelism, static_cast<std::size_t>(threads));
    tbb::task_arena arena(threads);
    arena.execute(work);
}

}  // namespace

ForEach forEachOnThreads(int threads) {
    return [threads](std::size_t count, const std::function<void(std::size_t)>& work) {
        onThreads(threads, [&] { tbb::parallel_for(std::size_t{0}, count, work); });
    };
}

CompileResult compileMap(const MapFile& map, std::string_view sourceText, const CompileSettings& settings,
                         const CompileContext& context) {
    CompileResult result;
    onThreads(settings.threads, [&] { result = compile({map, sourceText, settings, context}); });
    return result;
}

}  // namespace hullbake
