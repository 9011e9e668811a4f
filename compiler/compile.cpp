// The stages in order: hulls, models and subtrees run as tasks, results are placed by index.

#include "compiler/compile.hpp"

#include <fmt/format.h>
#include <tbb/global_control.h>
#include <tbb/parallel_for.h>
#include <tbb/parallel_invoke.h>
#include <tbb/task_arena.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <mutex>
#include <set>

#include "compiler/bake_model.hpp"
#include "compiler/brushes/scene.hpp"
#include "compiler/emit/emit.hpp"
#include "compiler/emit/self_check.hpp"
#include "compiler/grid/world_grid.hpp"
#include "compiler/growth/grow.hpp"
#include "compiler/job_list.hpp"
#include "formats/hull_writer.hpp"
#include "hullbake/trace.hpp"

namespace hullbake {

namespace {

constexpr std::size_t kLargeMap = 20000;  // brushes
constexpr double kVoidMargin = 64;        // units of void around everything, for the flood from outside

std::string faultOf(const CompileSettings& settings) {
    if (settings.hulls.empty()) return "no hull to compile";
    if (!validCellSize(settings.cellSize))
        return fmt::format("cells of {} units: the size must be a power of two from 1 to 65536, or 0",
                           settings.cellSize);
    if (settings.hulls.size() > 32) return fmt::format("{} hulls are too many, 32 is the limit", settings.hulls.size());
    std::set<std::string> names;
    for (const HullSpec& hull : settings.hulls) {
        if (hull.name.empty()) return "a hull has no name";
        if (!std::all_of(hull.name.begin(), hull.name.end(),
                         [](char c) { return c > ' ' && c < 127 && c != '"' && c != '\\'; }))
            return "a hull's name has odd characters";
        if (!names.insert(hull.name).second) return fmt::format("two hulls are named \"{}\"", hull.name);
        for (int a = 0; a < 3; ++a)
            if (!(hull.box.mins[a] <= hull.box.maxs[a]) || !(hull.box.mins[a] >= -4096) || !(hull.box.maxs[a] <= 4096))
                return fmt::format("the box of hull \"{}\" is inverted or larger than 4096 units", hull.name);
    }
    return {};
}

class Progress {
  public:
    explicit Progress(const CompileContext& context) : context_(context) {}

    std::function<void(std::size_t, std::size_t)> baking() {
        if (!context_.progress) return {};
        return [this](std::size_t done, std::size_t found) {
            const std::scoped_lock lock(mutex_);
            total_ += found;
            done_ = std::min(done_ + done, total_);
            context_.progress("bake", done_, total_);
        };
    }

    void stage(std::string_view name) {
        if (context_.progress) context_.progress(name, 0, 1);
    }

  private:
    const CompileContext& context_;
    std::mutex mutex_;
    std::size_t done_ = 0, total_ = 0;
};

class Compiler {
  public:
    Compiler(const MapFile& map, std::string_view sourceText, const CompileSettings& settings,
             const CompileContext& context)
        : map_(map), sourceText_(sourceText), settings_(settings), progress_(context) {}

    CompileResult run() {
        const auto start = std::chrono::steady_clock::now();
        const std::string fault = faultOf(settings_);
        if (!fault.empty()) {
            error(fault);
            return std::move(result_);
        }
        try {
            compile();
        } catch (const std::length_error& failure) {
            result_.blob.clear();
            error(failure.what());
        }
        const auto line = [](const Remark& r) { return r.where.pos.line - 1; };  // 0, the whole map, wraps to the end
        std::stable_sort(result_.report.remarks.begin(), result_.report.remarks.end(),
                         [&](const Remark& a, const Remark& b) { return line(a) < line(b); });
        for (std::size_t i = 0; i < kStageNames.size(); ++i)
            result_.report.stages.push_back({std::string(kStageNames[i]), clock_.milliseconds(static_cast<Stage>(i))});
        result_.report.milliseconds =
            std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
        return std::move(result_);
    }

  private:
    struct Job {
        std::size_t hull, model;
        bool liquid;

        bool isWorld() const { return model == 0 && !liquid; }
    };

    void remark(Severity severity, SourcePos pos, std::string text) {
        result_.report.remarks.push_back({severity, {map_.path, pos, std::move(text)}});
    }
    void error(std::string text) { remark(Severity::Error, {0, 0}, std::move(text)); }

    void compile() {
        progress_.stage("solids");
        {
            const StageClock::Scope scope(clock_, Stage::Solids);
            scene_ = makeScene(map_, settings_.hulls, result_.report);
            entities_ = pointEntities(map_);
        }
        if (scene_.brushes.empty()) return error("the map has no brush that could be compiled");
        build();
        report();
        {
            const StageClock::Scope scope(clock_, Stage::Emit);
            result_.blob = emitHull({sections_, trees_, grids_});
        }
        // The check asks for no hash.
        std::uint64_t hash = 0;
        SelfCheck found;
        tbb::parallel_invoke(
            [&] {
                const StageClock::Scope scope(clock_, Stage::Emit);
                hash = contentHashOf(result_.blob);
            },
            [&] {
                const StageClock::Scope scope(clock_, Stage::Check);
                found = check();
            });
        sealHull(result_.blob, hash);
        report(found);
    }

    // All hulls at a time; those of a large map one after the other, as each takes much memory and has work for all
    // threads.
    void build() {
        const std::size_t hulls = settings_.hulls.size();
        grown_.resize(hulls);
        trees_.resize(scene_.models.size() * hulls);
        probes_.resize(trees_.size());
        if (settings_.cellSize > 0) grids_.resize(hulls);
        bakes_.resize(jobs().size());
        if (isLarge()) {
            for (std::size_t h = 0; h < hulls; ++h) build(h, h + 1);
        } else {
            build(0, hulls);
        }
        makeGrids();
    }

    void build(std::size_t first, std::size_t last) {
        progress_.stage("grow");
        JobList work;
        worldsLeft_ = hullsLeft_ = last - first;
        for (std::size_t h = first; h < last; ++h)
            work.add([&, h] {
                grow(h);
                work.add([&, h] { bakeWorld(h, first, last, work); });
                if (--hullsLeft_ == 0) addOthers(first, last, work);
            });
        work.wait();
    }

    void bakeWorld(std::size_t hull, std::size_t first, std::size_t last, JobList& work) {
        bake({hull, 0, false});
        if (makesGridAtOnce(hull)) work.add([this, hull] { makeGrid(hull, 0); });
        // Short and last, beside the last grid.
        if (--worldsLeft_ == 0) addSmallWork(first, last, work);
    }

    void addOthers(std::size_t first, std::size_t last, JobList& work) {
        for (const Job& job : jobs())
            if (job.hull >= first && job.hull < last && !job.isWorld()) work.add([this, job] { bake(job); });
    }

    // How many nodes there will be in all is not known before the last tree; but a quarter of what is too many hardly
    // ever become so.
    bool makesGridAtOnce(std::size_t hull) const {
        return !grids_.empty() && 4 * grids_.size() * trees_[hull].blocking.nodes.size() <= kHugeTrees;
    }

    bool isLarge() const { return scene_.brushes.size() > kLargeMap; }

    void grow(std::size_t hull) {
        const StageClock::Scope scope(clock_, Stage::Grow);
        grown_[hull] = growHull(scene_, settings_.hulls[hull], static_cast<std::uint32_t>(hull));
    }

    // In the order of the bakes.
    std::vector<Job> jobs() const {
        std::vector<Job> jobs;
        for (std::size_t m = 0; m < scene_.models.size(); ++m)
            for (const bool liquid : {false, true})
                for (std::size_t h = 0; h < settings_.hulls.size(); ++h) jobs.push_back({h, m, liquid});
        return jobs;
    }

    // What waits for no tree.
    void addSmallWork(std::size_t first, std::size_t last, JobList& work) {
        if (first == 0)
            work.add([this] {
                const StageClock::Scope scope(clock_, Stage::Emit);
                sections_ = mapSections(map_, sourceText_, scene_, settings_);
            });
        for (std::size_t h = first; h < last; ++h)
            work.add([this, h] {
                const StageClock::Scope scope(clock_, Stage::Check);
                for (std::size_t m = 0; m < scene_.models.size(); ++m)
                    probes_[h * scene_.models.size() + m] = probesOf(grown_[h], m);
            });
    }

    void makeGrid(std::size_t hull, std::size_t allNodes) {
        const StageClock::Scope scope(clock_, Stage::Grid);
        grids_[hull] =
            worldGrid(scene_, settings_.hulls[hull], hull, trees_[hull].blocking, settings_.cellSize, allNodes);
    }

    // Those that were not made beside the trees, or all again.
    void makeGrids() {
        std::size_t nodes = 0;
        for (const ModelTrees& trees : trees_) nodes += trees.blocking.nodes.size() + trees.liquid.nodes.size();
        tbb::parallel_for(std::size_t{0}, grids_.size(), [&](std::size_t h) {
            if (nodes > kHugeTrees || grids_[h].record.cellSize == 0) makeGrid(h, nodes);
        });
    }

    void bake(const Job& job) {
        GrownHull& hull = grown_[job.hull];
        BakeInput input{.planes = hull.planes,
                        .brushes = {},
                        .around = kEmptyBox,
                        .entities = nullptr,
                        .hullBox = settings_.hulls[job.hull].box,
                        .clock = clock_,
                        .progress = progress_.baking()};
        for (std::uint32_t i = hull.modelBegin[job.model]; i < hull.modelBegin[job.model + 1]; ++i) {
            GrownBrush& brush = hull.brushes[i];
            if (any(brush.contents & kMaskLiquid) != job.liquid || brush.faces.empty()) continue;
            input.brushes.push_back(&brush);
            growBounds(input.around, brush.bounds.mins);
            growBounds(input.around, brush.bounds.maxs);
        }
        for (int a = 0; a < 3; ++a) {
            // On the grid: the box's planes have equations, too, and the box moves with the map.
            input.around.mins[a] = std::floor((input.around.mins[a] - kVoidMargin) / kEquationUnit) * kEquationUnit;
            input.around.maxs[a] = std::ceil((input.around.maxs[a] + kVoidMargin) / kEquationUnit) * kEquationUnit;
        }
        if (job.model == 0 && !job.liquid && settings_.fill) input.entities = &entities_;
        BakeResult& out = bakes_[(2 * job.model + (job.liquid ? 1 : 0)) * grown_.size() + job.hull];
        out = bakeModel(input);
        ModelTrees& trees = trees_[job.model * grown_.size() + job.hull];
        (job.liquid ? trees.liquid : trees.blocking) = std::move(out.tree);
    }

    void report() {
        const std::vector<Job> list = jobs();
        for (std::size_t h = 0; h < grown_.size(); ++h) {
            HullReport report;
            report.name = settings_.hulls[h].name;
            report.grownBrushes = grown_[h].brushes.size();
            report.grownPlanes = grown_[h].planes.size();
            report.exactPlanes = grown_[h].planes.exactCount();
            report.bevels = grown_[h].bevels;
            result_.report.hulls.push_back(std::move(report));
        }
        for (std::size_t i = 0; i < list.size(); ++i) {
            const BakeResult& bake = bakes_[i];
            HullReport& report = result_.report.hulls[list[i].hull];
            report.depth = std::max(report.depth, bake.depth);
            (list[i].model == 0 ? report.worldNodes : report.modelNodes) += bake.nodes;
            if (list[i].model != 0) continue;
            report.boundaryFaces += bake.boundaryFaces;
            report.firstTreeNodes += bake.firstTreeNodes;
            if (!list[i].liquid && settings_.fill) reportFill(bake.fill, report);
        }
    }

    void reportFill(const FillResult& fill, HullReport& report) {
        report.filled = fill.filled;
        report.leaked = fill.leaked;
        report.leakTrail = fill.trail;
        if (fill.leaked) {
            report.leakEntity = fill.leakEntity->classname;
            report.leakPos = fill.leakEntity->pos;
            remark(Severity::Warning, report.leakPos,
                   fmt::format("leak in hull {}: {} reaches the void; the hull is not filled", report.name,
                               report.leakEntity));
        } else if (!fill.filled) {
            remark(Severity::Warning, {0, 0},
                   fmt::format("no entity stands free inside hull {}: it is not filled", report.name));
        }
        for (const PointEntity* entity : fill.outside)
            if (outside_.insert({entity->pos.line, entity->pos.column}).second)
                remark(Severity::Warning, entity->pos, fmt::format("{} lies in the void", entity->classname));
    }

    SelfCheck check() const {
        std::vector<bool> filled;
        for (const HullReport& hull : result_.report.hulls) filled.push_back(hull.filled);
        return checkBlock(result_.blob, probes_, filled);
    }

    void report(const SelfCheck& check) {
        if (!check.opens) {
            result_.blob.clear();
            return error(fmt::format("the finished file does not open: {}", check.reason));
        }
        if (check.differ == 0) return;
        const Vec3& p = check.firstDifference;
        remark(
            Severity::Warning, {0, 0},
            fmt::format("self-check: {} of {} points differ from the grown brushes, the first in hull {} at {} {} {}",
                        check.differ, check.points, settings_.hulls[check.firstHull].name, p.x, p.y, p.z));
    }

    const MapFile& map_;
    std::string_view sourceText_;
    const CompileSettings& settings_;
    Progress progress_;
    StageClock clock_;
    Scene scene_;
    std::vector<PointEntity> entities_;
    std::vector<GrownHull> grown_;
    std::vector<BakeResult> bakes_;
    std::atomic<std::size_t> hullsLeft_ = 0, worldsLeft_ = 0;  // to be grown and to be baked
    std::vector<ModelTrees> trees_;                            // [model * hulls + hull]
    std::vector<GridData> grids_;                              // by hull; none when there are no cells
    std::vector<std::vector<Probe>> probes_;                   // [hull * models + model]
    MapSections sections_;
    std::set<std::pair<std::uint32_t, std::uint32_t>> outside_;
    CompileResult result_;
};

}  // namespace

bool validCellSize(double units) {
    int exponent = 0;
    return units == 0 ||
           (units >= format::kMinCellSize && units <= format::kMaxCellSize && std::frexp(units, &exponent) == 0.5);
}

CompileResult compileMap(const MapFile& map, std::string_view sourceText, const CompileSettings& settings,
                         const CompileContext& context) {
    const int threads = settings.threads > 0 ? settings.threads : tbb::this_task_arena::max_concurrency();
    tbb::global_control limit(tbb::global_control::max_allowed_parallelism, static_cast<std::size_t>(threads));
    tbb::task_arena arena(threads);
    CompileResult result;
    arena.execute([&] { result = Compiler(map, sourceText, settings, context).run(); });
    return result;
}

}  // namespace hullbake
