#include "oracle/moves/move_fuzz.hpp"

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <memory>
#include <optional>
#include <utility>
#include <variant>

#include "formats/map_reader.hpp"
#include "oracle/base/parallel.hpp"
#include "oracle/base/random_boxes.hpp"
#include "oracle/judge/compare_trace.hpp"
#include "oracle/moves/held_window.hpp"
#include "oracle/moves/random_movers.hpp"
#include "oracle/solids/file_solids.hpp"

namespace hullbake::oracle {
namespace {

constexpr std::size_t kTaskMoves = 2000;  // moves of one task
constexpr std::size_t kTaskWindows = 10;  // windows of one task
constexpr std::size_t kFuzzBoxes = 12;
constexpr std::size_t kKeptOfFault = 3;  // differences to keep of each fault
/// Movers in a row without a free start after which a task ends.
constexpr int kMostUnplaced = 100;
/// Cosine of the angle between two normals below which their planes form a crevice.
constexpr double kCreviceCosine = -1e-3;

/// A box with the solids in its way.
struct BoxSolids {
    Box box;
    ModelId model;
    std::optional<HullId> hull;  ///< hull whose rules select the brushes
    std::optional<MoveSolids> solids;
    std::optional<Targets> targets;
};

struct MoveTask {
    std::uint64_t seed = 0;
    std::size_t moves = 0;
    std::size_t windows = 0;
    std::size_t unplaced = 0;
    std::vector<std::array<MoveTally, kMoverKinds>> rows;
    std::vector<MoveDifference> differences;
};

std::string roughText(const Vec3& v) {
    std::array<char, 100> buffer{};
    std::snprintf(buffer.data(), buffer.size(), "%.6g,%.6g,%.6g", v.x, v.y, v.z);
    return buffer.data();
}

bool hasCrevice(const std::vector<Vec3>& planes) {
    for (std::size_t i = 0; i < planes.size(); ++i)
        for (std::size_t j = i + 1; j < planes.size(); ++j)
            if (dot(planes[i], planes[j]) < kCreviceCosine) return true;
    return false;
}

class Fuzz {
  public:
    Fuzz(const ClipMap& map, const MoveFuzzSettings& settings)
        : map_(map), settings_(settings), threads_(threadCount(settings.threads)), solids_(readSolids(map)) {
        auto entities = parseMap(map.entityText(), "entities");
        if (auto* file = std::get_if<MapFile>(&entities)) entities_ = std::move(*file);
    }

    MoveFuzzResult run() {
        listCases();
        forEach(boxSolids_.size(), threads_, [&](std::size_t i) { grow(*boxSolids_[i]); });
        findSmallest();
        for (std::size_t i = 0; i < cases_.size(); ++i) finish(i);
        addTasks();
        std::atomic<std::size_t> done{0};
        forEach(tasks_.size(), threads_, [&](std::size_t i) {
            move(tasks_[i]);
            hold(tasks_[i]);
            if (settings_.progress)
                settings_.progress(static_cast<double>(++done) / static_cast<double>(tasks_.size()));
        });
        return sumUp();
    }

  private:
    void addCase(std::string name, const Probe& probe, std::size_t boxSolids) {
        if (probe.model == kAllModels) name += ", all models";
        cases_.push_back({std::move(name), probe, nullptr, nullptr, {}});
        solidsOf_.push_back(boxSolids);
    }

    std::size_t addBoxSolids(const Box& box, ModelId model, std::optional<HullId> hull) {
        boxSolids_.push_back(std::make_unique<BoxSolids>());
        BoxSolids& boxSolids = *boxSolids_.back();
        boxSolids.box = box;
        boxSolids.model = model;
        boxSolids.hull = hull;
        return boxSolids_.size() - 1;
    }

    /// Lists the cases. Lists baked hulls a second time, because half of all movers use them.
    void listCases() {
        const bool models = map_.modelCount() > 1;
        for (std::uint32_t h = 0; h < map_.hullCount(); ++h) {
            const HullInfo hull = map_.hull(HullId{h});
            for (const ModelId model : {ModelId{}, kAllModels}) {
                if (model == kAllModels && !models) continue;
                const std::size_t boxSolids = addBoxSolids(hull.box, model, HullId{h});
                Probe probe{.hull = HullId{h}, .model = model};
                const std::string name{hull.name};
                baked_.push_back(cases_.size());
                addCase(name, probe, boxSolids);
                probe.box = hull.box;
                if (ClipMap::validBox(hull.box) && sameRules(h)) addCase(name + ", query", probe, boxSolids);
            }
        }
        const std::vector<Box> boxes = randomBoxes(settings_.seed, kFuzzBoxes);
        for (std::size_t i = 0; i < boxes.size(); ++i) {
            const Probe probe{.box = boxes[i], .model = models && i % 2 == 1 ? kAllModels : ModelId{}};
            addCase("box " + roughText(boxes[i].mins) + ":" + roughText(boxes[i].maxs), probe,
                    addBoxSolids(boxes[i], probe.model, {}));
        }
    }

    /// Returns true if queries with the hull's box follow the hull's rules. Among hulls of equal boxes, the first
    /// decides.
    bool sameRules(std::uint32_t hull) const {
        for (std::uint32_t h = 0; h < hull; ++h)
            if (map_.hull(HullId{h}).box == map_.hull(HullId{hull}).box) return false;
        return true;
    }

    void grow(BoxSolids& boxSolids) const {
        std::vector<std::vector<GrownBrush>> models;
        const auto count = static_cast<std::uint32_t>(boxSolids.model == kAllModels ? map_.modelCount() : 1);
        for (std::uint32_t model = 0; model < count; ++model)
            models.push_back(growSolids(map_, solids_, ModelId{model}, boxSolids.box, boxSolids.hull));
        boxSolids.solids.emplace(std::move(models));
        boxSolids.targets.emplace(entities_, boxSolids.solids->all());
    }

    void findSmallest() {
        double least = 1e300;
        for (std::uint32_t h = 0; h < map_.hullCount(); ++h) {
            const Vec3 size = map_.hull(HullId{h}).box.maxs - map_.hull(HullId{h}).box.mins;
            if (size.x + size.y + size.z < least) least = size.x + size.y + size.z, smallest_ = HullId{h};
        }
    }

    bool freeIn(HullId hull, const Vec3& p) const { return !any(map_.contentsAt({.hull = hull}, p) & kMaskBlocking); }

    void finish(std::size_t i) {
        MoverCase& moverCase = cases_[i];
        const BoxSolids& boxSolids = *boxSolids_[solidsOf_[i]];
        moverCase.solids = &*boxSolids.solids;
        moverCase.targets = &*boxSolids.targets;
        if (!moverCase.probe.box) {
            moverCase.reached = [this, hull = moverCase.probe.hull](const Vec3& p) { return freeIn(hull, p); };
            judges_.emplace_back(*moverCase.solids, moverCase.reached);
            return;
        }
        // Queries know nothing of the outside. The smallest hull answers for the middle of the box instead.
        const Vec3 middle = (boxSolids.box.mins + boxSolids.box.maxs) * 0.5;
        moverCase.reached = [this, middle](const Vec3& p) {
            return map_.hullCount() == 0 || freeIn(smallest_, p + middle);
        };
        judges_.emplace_back(*moverCase.solids, std::function<bool(const Vec3&)>{});
    }

    void addTasks() {
        std::uint64_t seed = settings_.seed;
        const auto add = [&](std::size_t moves, std::size_t windows) {
            seed += 0x9e3779b97f4a7c15ull;
            MoveTask task;
            task.seed = SplitMix(seed).next();
            task.moves = moves;
            task.windows = windows;
            tasks_.push_back(std::move(task));
        };
        for (std::size_t from = 0; from < settings_.moves; from += kTaskMoves)
            add(std::min(kTaskMoves, settings_.moves - from), 0);
        for (std::size_t from = 0; from < settings_.windows; from += kTaskWindows)
            add(0, std::min(kTaskWindows, settings_.windows - from));
    }

    std::size_t drawCase(SplitMix& random) const {
        const bool baked = !baked_.empty() && random.chance(0.5);
        return baked ? baked_[random.index(baked_.size())] : random.index(cases_.size());
    }

    void move(MoveTask& task) const {
        task.rows.resize(cases_.size());
        SplitMix random(task.seed);
        MoveRecord record;
        MoveVerdict verdict;
        int failures = 0;
        while (task.moves > 0 && failures < kMostUnplaced) {
            const std::size_t i = drawCase(random);
            Mover mover(cases_[i], random.next());
            if (!mover.placed()) {
                ++task.unplaced;
                ++failures;
                continue;
            }
            failures = 0;
            bool first = true;
            while (task.moves > 0 && !mover.done()) {
                mover.drawMove(record);
                runMove(map_, record);
                judges_[i].judge(record, verdict);
                if (!stallsAgain(judges_[i], record, verdict)) dropStalls(verdict);
                MoveTally& tally = task.rows[i][static_cast<std::size_t>(record.kind)];
                tally.movers += first ? 1u : 0u;
                first = false;
                count(record, verdict, tally);
                keep(task, cases_[i], record, verdict);
                --task.moves;
                // A fault leaves the mover where it cannot be. Its next tick proves nothing.
                if (!verdict.findings.empty()) break;
                mover.finishMove(record);
            }
        }
    }

    void hold(MoveTask& task) const {
        SplitMix random(task.seed);
        HeldWindow window;
        int failures = 0;
        while (task.windows > 0 && failures < kMostUnplaced) {
            const std::size_t i = drawCase(random);
            if (!drawWindow(map_, cases_[i], random.next(), window)) {
                ++failures;
                continue;
            }
            failures = 0;
            --task.windows;
            runWindow(map_, window);
            MoveTally& tally = task.rows[i][static_cast<std::size_t>(window.first.kind)];
            ++tally.windows;
            tally.rests += comesToRest(window) ? 1u : 0u;
            const std::string fault = trembling(window);
            if (fault.empty()) continue;
            ++tally.faults[static_cast<std::size_t>(MoveFault::Tremble)];
            keep(task, {MoveFault::Tremble, cases_[i].name, fault, moveText(window.first), restText(window)});
        }
    }

    // Returns true if the mover stalls once more when it goes on. A mover whose support ended in this tick moves in the
    // next. Also returns true for a move without a stall.
    bool stallsAgain(const MoveJudge& judge, const MoveRecord& move, const MoveVerdict& verdict) const {
        if (!hasStall(verdict)) return true;
        MoveRecord next = move;
        next.before.origin = move.after.origin;
        if (next.before.onGround) next.before = move.after;
        next.before.velocity = move.before.velocity;
        runMove(map_, next);
        MoveVerdict again;
        judge.judge(next, again);
        return hasStall(again);
    }
    static bool isStall(const MoveFinding& finding) { return finding.fault == MoveFault::Stall; }
    static bool hasStall(const MoveVerdict& verdict) {
        return std::any_of(verdict.findings.begin(), verdict.findings.end(), isStall);
    }
    static void dropStalls(MoveVerdict& verdict) {
        verdict.findings.erase(std::remove_if(verdict.findings.begin(), verdict.findings.end(), isStall),
                               verdict.findings.end());
    }

    static void count(const MoveRecord& move, const MoveVerdict& verdict, MoveTally& tally) {
        ++tally.moves;
        tally.contacts += move.planes.empty() ? 0u : 1u;
        tally.crevices += hasCrevice(move.planes) ? 1u : 0u;
        tally.steps += move.steps;
        tally.landings += move.landed ? 1u : 0u;
        tally.examined += verdict.stallExamined ? 1u : 0u;
        tally.undecided += verdict.stallUndecided ? 1u : 0u;
        tally.pieces += verdict.pieces;
        tally.longLooks += verdict.longLooks;
        tally.traces += move.traces;
        tally.touchings += move.touchings;
        for (const MoveFinding& finding : verdict.findings) ++tally.faults[static_cast<std::size_t>(finding.fault)];
    }

    static void keep(MoveTask& task, const MoverCase& moverCase, const MoveRecord& move, const MoveVerdict& verdict) {
        for (const MoveFinding& finding : verdict.findings)
            keep(task, {finding.fault, moverCase.name, finding.reason, moveText(move), answerText(move)});
    }

    static void keep(MoveTask& task, MoveDifference difference) {
        const auto same = std::count_if(task.differences.begin(), task.differences.end(),
                                        [&](const MoveDifference& d) { return d.fault == difference.fault; });
        if (static_cast<std::size_t>(same) < kKeptOfFault) task.differences.push_back(std::move(difference));
    }

    static std::string restText(const HeldWindow& window) {
        return "ended at " + text(window.positions.back()) + " after " + std::to_string(window.positions.size() - 1) +
               " ticks";
    }

    MoveFuzzResult sumUp() {
        MoveFuzzResult result;
        result.brushes = solids_.brushes.size() + solids_.unsolved;
        result.unsolved = solids_.unsolved;
        for (const MoverCase& moverCase : cases_) result.rows.push_back({moverCase.name, {}});
        std::array<std::size_t, kMoveFaults> kept{};
        for (MoveTask& task : tasks_) {
            result.unplaced += task.unplaced;
            for (std::size_t i = 0; i < cases_.size(); ++i)
                for (std::size_t k = 0; k < kMoverKinds; ++k) {
                    result.rows[i].kinds[k].add(task.rows[i][k]);
                    result.kinds[k].add(task.rows[i][k]);
                    result.total.add(task.rows[i][k]);
                }
            for (MoveDifference& difference : task.differences)
                if (kept[static_cast<std::size_t>(difference.fault)]++ < kKeptOfFault)
                    result.differences.push_back(std::move(difference));
        }
        return result;
    }

    const ClipMap& map_;
    const MoveFuzzSettings& settings_;
    unsigned threads_;
    FileSolids solids_;
    MapFile entities_;
    HullId smallest_;
    std::vector<std::unique_ptr<BoxSolids>> boxSolids_;
    std::vector<MoverCase> cases_;
    std::vector<std::size_t> solidsOf_, baked_;  // for each case; cases that are baked hulls
    std::vector<MoveJudge> judges_;              // one for each case
    std::vector<MoveTask> tasks_;
};

}  // namespace

void MoveTally::add(const MoveTally& other) {
    movers += other.movers;
    moves += other.moves;
    contacts += other.contacts;
    crevices += other.crevices;
    steps += other.steps;
    landings += other.landings;
    examined += other.examined;
    undecided += other.undecided;
    pieces += other.pieces;
    longLooks += other.longLooks;
    traces += other.traces;
    touchings += other.touchings;
    windows += other.windows;
    rests += other.rests;
    for (std::size_t i = 0; i < kMoveFaults; ++i) faults[i] += other.faults[i];
}

std::size_t MoveTally::faultCount() const {
    std::size_t sum = 0;
    for (const std::size_t count : faults) sum += count;
    return sum;
}

MoveFuzzResult fuzzMoves(const ClipMap& map, const MoveFuzzSettings& settings) {
    return Fuzz(map, settings).run();
}

}  // namespace hullbake::oracle
