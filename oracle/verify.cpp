#include "oracle/verify.hpp"

#include <algorithm>
#include <atomic>
#include <memory>
#include <thread>

#include "oracle/map_solids.hpp"
#include "oracle/settled_planes.hpp"

namespace hullbake::oracle {
namespace {

constexpr std::size_t kChunk = 5000;  // traces of one task
constexpr std::size_t kModelTraces = 500;
constexpr std::size_t kKept = 5;

/// Runs task(0) .. task(count - 1), in any order.
template <typename Task>
void forEach(std::size_t count, unsigned threads, const Task& task) {
    std::atomic<std::size_t> next{0};
    const auto work = [&] {
        for (std::size_t i = next++; i < count; i = next++) task(i);
    };
    std::vector<std::thread> others;
    for (unsigned i = 1; i < threads && i < count; ++i) others.emplace_back(work);
    work();
    for (std::thread& other : others) other.join();
}

/// One hull of one model, ready to be asked.
struct Subject {
    HullId hull;
    ModelId model;
    SolidSet solids;
    Targets targets;
    bool filled;

    Subject(const ClipMap& baked, HullId hullId, ModelId modelId, std::vector<GrownBrush> grown, const MapFile& places)
        : hull(hullId),
          model(modelId),
          solids(std::move(grown)),
          targets(places, solids),
          filled(modelId.value == 0 && isFilled(baked, hullId, modelId, solids)) {}
};

struct Task {
    std::uint32_t hull = 0, model = 0;
    std::uint64_t seed = 0;
    std::size_t traces = 0;
    CampaignResult result;
    std::vector<QueryDifference> differences;
};

class Verification {
  public:
    Verification(const ClipMap& baked, const MapFile& map, const VerifySettings& settings)
        : baked_(baked), map_(map), settings_(settings), models_(readModels(map)) {
        threads_ = settings.threads != 0 ? settings.threads : std::max(1u, std::thread::hardware_concurrency());
    }

    VerifyResult run() {
        compareBrushes();
        const auto hulls = static_cast<std::uint32_t>(baked_.hullCount());
        world_.resize(hulls);
        forEach(hulls, threads_, [&](std::size_t h) {
            world_[h] = std::make_unique<Subject>(subject(static_cast<std::uint32_t>(h), 0));
        });
        addTasks(hulls);
        std::atomic<std::size_t> done{0};
        forEach(tasks_.size(), threads_, [&](std::size_t i) {
            ask(tasks_[i]);
            if (settings_.progress)
                settings_.progress(static_cast<double>(++done) / static_cast<double>(tasks_.size()));
        });
        sumUp(hulls);
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
        SettledPlanes settled(map_, baked_, kSettledBound);
        for (MapModel& model : models_)
            for (MapSolid& solid : model.solids) {
                ++result_.brushes;
                const std::string reason = settled.adopt(solid);
                if (reason.empty()) continue;
                ++result_.brushDiffer;
                if (result_.brushDifferences.size() < kKept)
                    result_.brushDifferences.push_back({solid.entity, solid.number, solid.line, reason});
            }
        result_.planeDeviation = settled.deviation();
        if (settled.unclaimed() == 0) return;
        result_.brushDiffer += settled.unclaimed();
        result_.brushDifferences.push_back(
            {0, 0, 0, "the file has " + std::to_string(settled.unclaimed()) + " brushes that are not in the map"});
    }

    Subject subject(std::uint32_t hull, std::uint32_t model) const {
        const HullInfo info = baked_.hull(HullId{hull});
        return Subject(baked_, HullId{hull}, ModelId{model}, growModel(models_[model], info.box, info.name),
                       model == 0 ? map_ : MapFile{});
    }

    void addTasks(std::uint32_t hulls) {
        std::uint64_t seed = settings_.seed;
        const auto add = [&](std::uint32_t hull, std::uint32_t model, std::size_t traces) {
            for (std::size_t from = 0; from < traces; from += kChunk) {
                seed += 0x9e3779b97f4a7c15ull;
                Task task;
                task.hull = hull;
                task.model = model;
                task.seed = SplitMix(seed).next();
                task.traces = std::min(kChunk, traces - from);
                tasks_.push_back(std::move(task));
            }
        };
        for (std::uint32_t hull = 0; hull < hulls; ++hull) add(hull, 0, settings_.traces);
        if (models_.size() < 2) return;
        const std::size_t each =
            std::max(std::min(kModelTraces, settings_.traces), settings_.traces / 4 / models_.size());
        for (std::uint32_t model = 1; model < models_.size(); ++model)
            for (std::uint32_t hull = 0; hull < hulls; ++hull) add(hull, model, each);
    }

    void ask(Task& task) {
        std::unique_ptr<Subject> own;
        if (task.model != 0) own = std::make_unique<Subject>(subject(task.hull, task.model));
        const Subject& subject = own ? *own : *world_[task.hull];
        CampaignSettings settings{task.seed, task.traces, task.traces};
        settings.filled = subject.filled;
        task.result = runCampaign(baked_, subject.hull, subject.model, subject.solids, subject.targets, settings);
        for (const Difference& difference : task.result.differences) {
            QueryDifference found{std::string(baked_.hull(subject.hull).name), task.model, difference};
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

    void sumUp(std::uint32_t hulls) {
        for (const bool world : {true, false}) {
            if (!world && models_.size() < 2) break;
            for (std::uint32_t hull = 0; hull < hulls; ++hull) {
                HullResult sum;
                sum.hull = baked_.hull(HullId{hull}).name;
                sum.world = world;
                sum.filled = world && world_[hull]->filled;
                sum.models = world ? 1 : models_.size() - 1;
                std::size_t kept = 0;
                for (Task& task : tasks_) {
                    if (task.hull != hull || (task.model == 0) != world) continue;
                    sum.tally.add(task.result.tally);
                    for (QueryDifference& difference : task.differences)
                        if (kept++ < kKept) result_.differences.push_back(std::move(difference));
                }
                result_.total.add(sum.tally);
                result_.hulls.push_back(std::move(sum));
            }
        }
    }

    const ClipMap& baked_;
    const MapFile& map_;
    const VerifySettings& settings_;
    unsigned threads_ = 1;
    std::vector<MapModel> models_;
    std::vector<std::unique_ptr<Subject>> world_;  // by hull
    std::vector<Task> tasks_;
    VerifyResult result_;
};

}  // namespace

VerifyResult verify(const ClipMap& baked, const MapFile& map, const VerifySettings& settings) {
    return Verification(baked, map, settings).run();
}

}  // namespace hullbake::oracle
