#include "oracle/campaign/verify.hpp"

#include <algorithm>
#include <atomic>
#include <memory>

#include "oracle/base/parallel.hpp"
#include "oracle/base/random_boxes.hpp"
#include "oracle/campaign/filled_hull_rules.hpp"
#include "oracle/solids/file_brushes.hpp"
#include "oracle/solids/map_solids.hpp"

namespace hullbake::oracle {
namespace {

constexpr std::size_t kTaskTraces = 5000;  // traces of one task
constexpr std::size_t kLeastModelTraces = 500;
constexpr std::size_t kKeptOfHull = 5;
constexpr std::size_t kTaskCasts = 500;  // casts of shapes of one task
constexpr std::size_t kLeastModelCasts = 20;
constexpr std::size_t kVerifyBoxes = 4;

/// A probe of the world, with the name of its hull.
struct Asked {
    std::string hull;  ///< empty for a random box
    Box box;
    Probe probe;

    /// Returns true if the box is expanded at query time.
    bool query() const { return probe.box.has_value(); }
};

/// Returns all probes of the world, the baked hulls first. Leaves out hull boxes too large for a query.
std::vector<Asked> askedBoxes(const ClipMap& map, std::uint64_t seed) {
    std::vector<Asked> asked;
    for (const bool query : {false, true})
        for (std::uint32_t h = 0; h < map.hullCount(); ++h) {
            const HullInfo hull = map.hull(HullId{h});
            const Vec3 size = hull.box.maxs - hull.box.mins;
            if (query && !(size.x <= kMaxBoxSize && size.y <= kMaxBoxSize && size.z <= kMaxBoxSize)) continue;
            Probe probe{.hull = HullId{h}};
            if (query) probe.box = hull.box;
            asked.push_back({std::string(hull.name), hull.box, probe});
        }
    for (const Box& box : randomBoxes(seed, kVerifyBoxes)) asked.push_back({"", box, {.box = box}});
    return asked;
}

/// Returns the hulls of the file, in its order.
std::vector<FileHull> hullsOf(const ClipMap& map) {
    std::vector<FileHull> hulls;
    for (std::uint32_t h = 0; h < map.hullCount(); ++h) {
        const HullInfo hull = map.hull(HullId{h});
        hulls.push_back({std::string(hull.name), hull.box.mins == hull.box.maxs});
    }
    return hulls;
}

/// A probe of one model, with the solids that it meets.
struct Subject {
    Probe probe;
    SolidSet solids;
    Targets targets;
    bool filled = false;

    Subject(const ClipMap& baked, const Asked& asked, ModelId model, std::vector<GrownBrush> grown,
            const MapFile& places)
        : probe(asked.probe), solids(std::move(grown)), targets(places, solids) {
        probe.model = model;
        filled = !asked.query() && model.value == 0 && isFilled(baked, probe, solids);
    }
};

struct Task {
    std::size_t asked = 0;
    std::uint32_t model = 0;
    std::uint64_t seed = 0;
    std::size_t traces = 0;
    CampaignResult result;
    std::vector<QueryDifference> differences;
};

struct ShapeTask {
    ShapeForm form = ShapeForm::Ball;
    std::uint32_t model = 0;
    std::uint64_t seed = 0;
    std::size_t casts = 0;
    ShapeCampaignResult result;
};

class Verification {
  public:
    Verification(const ClipMap& baked, const MapFile& map, const VerifySettings& settings)
        : baked_(baked),
          map_(map),
          settings_(settings),
          models_(readModels(map, settings.rules, hullsOf(baked))),
          asked_(askedBoxes(baked, settings.seed)) {
        threads_ = threadCount(settings.threads);
    }

    VerifyResult run() {
        compareBrushes();
        world_.resize(asked_.size());
        forEach(asked_.size(), threads_, [&](std::size_t i) { world_[i] = std::make_unique<Subject>(subject(i, 0)); });
        addTasks();
        addShapeTasks();
        const std::size_t all = tasks_.size() + shapeTasks_.size();
        std::atomic<std::size_t> done{0};
        forEach(all, threads_, [&](std::size_t i) {
            if (i < tasks_.size())
                ask(tasks_[i]);
            else
                askShapes(shapeTasks_[i - tasks_.size()]);
            if (settings_.progress) settings_.progress(static_cast<double>(++done) / static_cast<double>(all));
        });
        sumUp();
        sumUpShapes();
        return std::move(result_);
    }

  private:
    void compareBrushes() {
        if (models_.size() != baked_.modelCount()) {
            ++result_.brushDiffer;
            result_.brushDifferences.push_back({0, 0, 0,
                                                "the map has " + std::to_string(models_.size()) + " models, the file " +
                                                    std::to_string(baked_.modelCount())});
            models_.resize(std::min(models_.size(), baked_.modelCount()));
        }
        FileBrushes file(map_, baked_);
        for (const MapModel& model : models_)
            for (const MapSolid& solid : model.solids) {
                ++result_.brushes;
                const std::string reason = file.compare(solid);
                if (reason.empty()) continue;
                ++result_.brushDiffer;
                if (result_.brushDifferences.size() < kKeptOfHull)
                    result_.brushDifferences.push_back({solid.entity, solid.number, solid.line, reason});
            }
        result_.planeDeviation = file.deviation();
        if (file.unclaimed() == 0) return;
        result_.brushDiffer += file.unclaimed();
        result_.brushDifferences.push_back(
            {0, 0, 0, "the file has " + std::to_string(file.unclaimed()) + " brushes that are not in the map"});
    }

    Subject subject(std::size_t asked, std::uint32_t model) const {
        const Asked& box = asked_[asked];
        return Subject(baked_, box, ModelId{model}, growModel(models_[model], box.box, box.hull),
                       model == 0 ? map_ : MapFile{});
    }

    void addTasks() {
        std::uint64_t seed = settings_.seed;
        const auto add = [&](std::size_t asked, std::uint32_t model, std::size_t traces) {
            for (std::size_t from = 0; from < traces; from += kTaskTraces) {
                seed += 0x9e3779b97f4a7c15ull;
                Task task;
                task.asked = asked;
                task.model = model;
                task.seed = SplitMix(seed).next();
                task.traces = std::min(kTaskTraces, traces - from);
                tasks_.push_back(std::move(task));
            }
        };
        const std::size_t ofBox = (settings_.traces + kVerifyBoxes - 1) / kVerifyBoxes;
        for (std::size_t i = 0; i < asked_.size(); ++i) add(i, 0, asked_[i].hull.empty() ? ofBox : settings_.traces);
        if (models_.size() < 2) return;
        const std::size_t each =
            std::max(std::min(kLeastModelTraces, settings_.traces), settings_.traces / 4 / models_.size());
        for (std::uint32_t model = 1; model < models_.size(); ++model)
            for (std::size_t i = 0; i < asked_.size(); ++i)
                if (!asked_[i].hull.empty()) add(i, model, each);
    }

    void ask(Task& task) {
        std::unique_ptr<Subject> own;
        if (task.model != 0) own = std::make_unique<Subject>(subject(task.asked, task.model));
        const Subject& subject = own ? *own : *world_[task.asked];
        const Asked& asked = asked_[task.asked];
        CampaignSettings settings{task.seed, task.traces, task.traces};
        settings.filled = subject.filled;
        settings.closed = settings_.closed;
        task.result = runCampaign(baked_, subject.probe, subject.solids, subject.targets, settings);
        for (const Difference& difference : task.result.differences) {
            QueryDifference found{asked.hull, asked.box, asked.query(), task.model, difference};
            if (difference.nearest >= 0) {
                const GrownBrush& brush = subject.solids.brushes()[static_cast<std::size_t>(difference.nearest)];
                found.entity = brush.entity;
                found.number = brush.number;
                found.line = brush.line;
                found.hasBrush = true;
            }
            task.differences.push_back(std::move(found));
        }
    }

    void addShapeTasks() {
        std::uint64_t seed = ~settings_.seed;
        const auto add = [&](std::uint32_t model, std::size_t casts) {
            if (!baked_.turnable({model}) || models_[model].solids.empty()) return;
            for (std::size_t form = 0; form < kShapeForms; ++form)
                for (std::size_t from = 0; from < casts; from += kTaskCasts) {
                    seed += 0x9e3779b97f4a7c15ull;
                    shapeTasks_.push_back({static_cast<ShapeForm>(form),
                                           model,
                                           SplitMix(seed).next(),
                                           std::min(kTaskCasts, casts - from),
                                           {}});
                }
        };
        if (settings_.shapes == 0 || models_.empty()) return;
        add(0, settings_.shapes);
        for (std::uint32_t model = 1; model < models_.size(); ++model)
            add(model, std::max(std::min(kLeastModelCasts, settings_.shapes), settings_.shapes / 4 / models_.size()));
    }

    void askShapes(ShapeTask& task) {
        task.result = runShapeCampaign(baked_, {task.model}, models_[task.model], task.form, task.seed, task.casts);
    }

    void sumUpShapes() {
        for (const bool world : {true, false})
            for (std::size_t form = 0; form < kShapeForms; ++form) {
                ShapeResult sum{static_cast<ShapeForm>(form), world, 0, {}};
                std::size_t kept = 0;
                std::uint32_t last = ~0u;
                for (ShapeTask& task : shapeTasks_) {
                    if (task.form != sum.form || (task.model == 0) != world) continue;
                    sum.models += task.model != last;
                    last = task.model;
                    sum.tally.add(task.result.tally);
                    for (ShapeDifference& difference : task.result.differences)
                        if (kept++ < kKeptOfHull)
                            result_.shapeDifferences.push_back({task.model, std::move(difference)});
                }
                if (sum.models == 0) continue;
                result_.shapeTotal.add(sum.tally);
                result_.shapes.push_back(std::move(sum));
            }
    }

    void sumUp() {
        for (const bool world : {true, false}) {
            if (!world && models_.size() < 2) break;
            for (std::size_t i = 0; i < asked_.size(); ++i) {
                const Asked& asked = asked_[i];
                if (!world && asked.hull.empty()) continue;
                HullResult sum;
                sum.hull = asked.hull;
                sum.box = asked.box;
                sum.query = asked.query();
                sum.world = world;
                sum.filled = world && world_[i]->filled;
                sum.models = world ? 1 : models_.size() - 1;
                addUp(i, sum);
                result_.total.add(sum.tally);
                result_.hulls.push_back(std::move(sum));
            }
        }
    }

    void addUp(std::size_t asked, HullResult& sum) {
        std::size_t kept = 0;
        for (Task& task : tasks_) {
            if (task.asked != asked || (task.model == 0) != sum.world) continue;
            sum.tally.add(task.result.tally);
            for (QueryDifference& difference : task.differences)
                if (kept++ < kKeptOfHull) result_.differences.push_back(std::move(difference));
        }
    }

    const ClipMap& baked_;
    const MapFile& map_;
    const VerifySettings& settings_;
    unsigned threads_ = 1;
    std::vector<MapModel> models_;
    std::vector<Asked> asked_;
    std::vector<std::unique_ptr<Subject>> world_;  // one for each of asked_
    std::vector<Task> tasks_;
    std::vector<ShapeTask> shapeTasks_;
    VerifyResult result_;
};

}  // namespace

VerifyResult verify(const ClipMap& baked, const MapFile& map, const VerifySettings& settings) {
    return Verification(baked, map, settings).run();
}

}  // namespace hullbake::oracle
