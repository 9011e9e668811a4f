#include "tools/runs/world_judge.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "tools/base/output.hpp"

namespace hullbake::cli {
namespace {

double boxDepth(const Box& a, const Vec3& atA, const Box& b, const Vec3& atB) {
    double depth = 1e30;
    for (int axis = 0; axis < 3; ++axis) {
        depth = std::min(depth, atA[axis] + a.maxs[axis] - atB[axis] - b.mins[axis]);
        depth = std::min(depth, atB[axis] + b.maxs[axis] - atA[axis] - a.mins[axis]);
    }
    return depth;
}

}  // namespace

/// The box `other`, there, grown by `box`.
oracle::GrownBrush WorldJudge::sumOf(const Box& box, const Box& other, const Vec3& at) {
    oracle::GrownBrush sum;
    for (int axis = 0; axis < 3; ++axis) {
        Vec3 unit;
        unit[axis] = 1;
        sum.planes.push_back({unit, at[axis] + other.maxs[axis] - box.mins[axis]});
        sum.planes.push_back({-unit, box.maxs[axis] - at[axis] - other.mins[axis]});
    }
    return sum;
}

void WorldTally::add(const WorldTally& other) {
    ticks += other.ticks;
    worlds += other.worlds;
    events += other.events;
    pairs += other.pairs;
    ways += other.ways;
    carried += other.carried;
    tilted += other.tilted;
    contacts += other.contacts;
    blocked += other.blocked;
    rollbacks += other.rollbacks;
    crushed += other.crushed;
    jumped += other.jumped;
    deeper += other.deeper;
    touches += other.touches;
    insides += other.insides;
}

WorldJudge::WorldJudge(const ClipMap& map, const oracle::FileSolids& solids, const WorldRun& run,
                       const WorldPlayer& player)
    : map_(map), solids_(solids), run_(run), player_(player) {
    inside_.resize(run.bodies.size() * run.triggers.size());
    letIn_.resize(run.bodies.size() * run.models.size());
    depths_ = measure(places());
}

oracle::BoxInModel& WorldJudge::inModel(std::size_t body, std::uint32_t model) {
    return inModels_.try_emplace({body, model}, map_, solids_, ModelId{model}, run_.bodies[body].box).first->second;
}

double WorldJudge::depthInModel(std::size_t body, std::size_t model, const Vec3& origin) {
    return depthInModel(body, model, player_.models()[model], origin);
}

double WorldJudge::depthInModel(std::size_t body, std::size_t model, const PlacedModel& placed, const Vec3& origin) {
    if (!placed.transform.turns())
        return inModel(body, placed.model.value).depth(origin - placed.transform.displacement, kMaskBlocking);
    return turnedModel(model, placed).depth(body, run_.bodies[body].box, origin, kMaskBlocking);
}

oracle::TurnedModel& WorldJudge::turnedModel(std::size_t model, const PlacedModel& placed) {
    oracle::TurnedModel& turned = turned_.try_emplace(model, map_, solids_, placed.model).first->second;
    turned.place(placed.transform);
    return turned;
}

double WorldJudge::depthOfTrigger(std::size_t body, std::size_t trigger) {
    const Trigger& volume = player_.triggers()[trigger];
    const Vec3 at = player_.bodies()[body].origin - volume.transform.displacement;
    if (!volume.box) return inModel(body, volume.model.value).depth(at, volume.contents);
    return boxDepth(player_.bodies()[body].box, at, *volume.box, {});
}

std::vector<Vec3> WorldJudge::places() const {
    std::vector<Vec3> places;
    for (const Body& body : player_.bodies()) places.push_back(body.origin);
    return places;
}

// Measures the bodies at these places, beside the models where they are now.
WorldJudge::Depths WorldJudge::measure(const std::vector<Vec3>& places) {
    Depths depths;
    const std::vector<Body>& bodies = player_.bodies();
    for (std::size_t i = 0; i < bodies.size(); ++i) {
        depths.world.push_back(inModel(i, 0).depth(places[i], kMaskBlocking));
        for (std::size_t k = 0; k < player_.models().size(); ++k)
            depths.models.push_back(depthInModel(i, k, places[i]));
        for (std::size_t k = 0; k < bodies.size(); ++k)
            depths.bodies.push_back(k < i ? boxDepth(bodies[i].box, places[i], bodies[k].box, places[k]) : -1);
    }
    return depths;
}

void WorldJudge::before() {
    models_ = player_.models();
    movers_ = player_.movers();
    places_ = places();
    walkers_.clear();
    rode_.clear();
    for (std::size_t i = 0; i < player_.bodies().size(); ++i) {
        walkers_.push_back(player_.walker(i));
        rode_.push_back(rides(i));
    }
}

bool WorldJudge::overlapsAny(const Depths& depths, std::size_t body) const {
    const std::size_t bodies = places_.size(), models = models_.size();
    const auto isIn = [](double depth) { return depth > kDeepest - kRounding; };
    bool any = isIn(depths.world[body]);
    for (std::size_t k = 0; k < models; ++k) any = any || isIn(depths.models[body * models + k]);
    for (std::size_t k = 0; k < bodies; ++k)
        any = any || (k != body && isIn(depths.bodies[std::max(body, k) * bodies + std::min(body, k)]));
    return any;
}

// A mover is told as its rule says, and only a step with a Rollback is taken back.
std::string WorldJudge::judgeRules() const {
    bool mayRollBack = false;
    for (const PlayedEvent& event : player_.events()) {
        const bool blocked = event.what == "blocked", crushed = event.what == "crushed";
        if ((!blocked && !crushed && event.what != "overlapped") || event.mover == UINT32_MAX) continue;
        const Mover& mover = run_.movers[event.mover];
        if (event.what == "overlapped" && player_.hasJumped(mover.model)) continue;
        const Blocked rule = mover.blocked;
        mayRollBack = mayRollBack || rule == Blocked::Rollback;
        const bool isRule = blocked   ? rule == Blocked::Stop || rule == Blocked::Rollback
                            : crushed ? rule == Blocked::Crush
                                      : rule == Blocked::Through;
        if (!isRule) return fmt::format("mover {} has another rule than \"{}\"", event.mover, event.what);
    }
    if (player_.rolledBack() && !mayRollBack) return "a step is taken back, and no mover asks for that";
    return {};
}

// A mover that has jumped is told of each body in it. What is in it, or in what it carries, is let in. Depths count
// from where the models have jumped to.
std::string WorldJudge::judgeJumps(Depths& was, WorldTally& tally) {
    const std::size_t models = models_.size();
    for (std::size_t m = 0; m < movers_.size(); ++m) {
        const std::size_t k = movers_[m].model;
        if (!player_.hasJumped(k)) continue;
        for (std::size_t i = 0; i < places_.size(); ++i) {
            double& depth = was.models[i * models + k];
            depth = depthInModel(i, k, player_.starts()[k], places_[i]);
            if (depth > kDeepest - kRounding) letIn_[i * models + k] = true;
            tally.jumped += letIn_[i * models + k] ? 1 : 0;
            const bool told = std::any_of(player_.events().begin(), player_.events().end(), [&](const PlayedEvent& e) {
                return e.what == "overlapped" && e.body == i && e.mover == m;
            });
            if (!told && !player_.rolledBack() && depth > kDeepest + kRounding)
                return fmt::format("body {} is {} deep in model {}, which has jumped, and is not told", i, depth, k);
            if (told && depth < kDeepest - kRounding && run_.movers[m].blocked != Blocked::Through)
                return fmt::format("body {} is told to be in model {}, which has jumped, and is not", i, k);
        }
    }
    return {};
}

// Returns how far the body's farthest corner was from a pivot before the step.
double WorldJudge::farthestFrom(const Vec3& pivot, std::size_t body) const {
    const Box& box = run_.bodies[body].box;
    Vec3 far;
    for (int axis = 0; axis < 3; ++axis)
        far[axis] = std::max(std::fabs(places_[body][axis] + box.mins[axis] - pivot[axis]),
                             std::fabs(places_[body][axis] + box.maxs[axis] - pivot[axis]));
    return length(far);
}

// Returns a bound of how far the model's mover, and what carries it, have gone at the body: their legs and arcs.
double WorldJudge::wayAtBody(std::size_t body, std::size_t model) const {
    constexpr double kRadiansOfDegree = 3.14159265358979323846 / 180;
    const auto pivotOf = [&](std::uint32_t m) {
        const Transform& transform = player_.starts()[movers_[m].model].transform;
        return transform.pivot + transform.displacement;
    };
    std::vector<std::uint32_t> chain;
    for (std::uint32_t i = 0; i < movers_.size(); ++i)
        for (std::uint32_t m = i; movers_[i].model == model && m != kNoMover; m = movers_[m].parent) chain.push_back(m);
    double way = 0;
    for (std::size_t c = chain.size(); c-- > 0;) {
        const Mover &before = movers_[chain[c]], &after = player_.movers()[chain[c]];
        const Vec3 pivot = pivotOf(chain[c]);
        double reach = farthestFrom(pivot, body);
        for (std::size_t below = 0; below < c; ++below) reach = std::max(reach, length(pivotOf(chain[below]) - pivot));
        reach += way + length(player_.driven()[body] - places_[body]);
        way += length(placeOnLeg(after) - placeOnLeg(before));
        if (!(before.axis == Vec3{}))
            way += std::fabs(degreesOnLeg(after) - degreesOnLeg(before)) * kRadiansOfDegree * reach;
    }
    return way;
}

// Returns how much deeper a step has taken the body into one brush of a mover.
double WorldJudge::deeperInside(std::size_t body, std::size_t model) {
    const PlacedModel &from = player_.starts()[model], &to = player_.models()[model];
    const Vec3& at = player_.driven()[body];
    if (from.transform.turns() || to.transform.turns())
        return turnedModel(model, to).deeperBy(body, run_.bodies[body].box, from.transform, places_[body], at,
                                               kMaskBlocking, kDeepest);
    return inModel(body, to.model.value)
        .deeperBy(places_[body] - from.transform.displacement, at - to.transform.displacement, kMaskBlocking, kDeepest);
}

// Judges what the movers and pushes have done. Movers that crush or pass through may enter a body that was told as
// crushed or passed through in that step. Then these two do not stop each other until both are apart, so that it may
// get deeper: as far as the mover goes, and by nothing else. So may what is in a mover that has jumped. Nothing else
// may, however little it was inside before. The world holds what is in it.
std::string WorldJudge::judgeStep(const Depths& was, const Depths& now, WorldTally& tally) {
    const std::size_t bodies = places_.size(), models = models_.size();
    std::vector<bool> yields(bodies);
    for (const PlayedEvent& event : player_.events())
        if (event.what == "crushed" ||
            (event.what == "overlapped" && run_.movers.at(event.mover).blocked == Blocked::Through))
            yields[event.body] = true;
    std::vector<bool> enters(models);
    for (const Mover& mover : run_.movers)
        enters[mover.model] = mover.blocked == Blocked::Crush || mover.blocked == Blocked::Through;
    const auto isWrong = [&](double depth, double before) {
        ++tally.pairs;
        return depth > std::max(kDeepest, before) + kRounding;
    };
    for (std::size_t i = 0; i < bodies; ++i) {
        if (isWrong(now.world[i], was.world[i]))
            return fmt::format("body {} is moved {} deep into the world", i, now.world[i]);
        for (std::size_t k = 0; k < models; ++k) {
            const double depth = now.models[i * models + k], before = was.models[i * models + k];
            const std::size_t pair = i * models + k;
            if (!isWrong(depth, before)) continue;
            letIn_[pair] = letIn_[pair] || (yields[i] && enters[k]);
            if (!letIn_[pair])
                return fmt::format("body {} is moved {} deep into model {}, before {}", i, depth, k, before);
            ++tally.deeper;
            const double way = wayAtBody(i, k);
            if (deeperInside(i, k) > way + kRounding)
                return fmt::format("body {} is moved {} deep into model {}, before {}, which goes only {}", i, depth, k,
                                   before, way);
        }
        for (std::size_t k = 0; k < i; ++k) {
            const double depth = now.bodies[i * bodies + k], before = was.bodies[i * bodies + k];
            if (isWrong(depth, before))
                return fmt::format("body {} is moved {} deep into body {}, before {}", i, depth, k, before);
        }
    }
    return {};
}

void WorldJudge::forgetParted(const Depths& depths) {
    for (std::size_t i = 0; i < letIn_.size(); ++i)
        if (depths.models[i] <= kDeepest) letIn_[i] = false;
}

// A walk takes nobody deeper into anything, whatever it is stuck in.
std::string WorldJudge::judgeWalks(const Depths& was, const Depths& now, WorldTally& tally) const {
    const std::size_t bodies = places_.size(), models = models_.size();
    const auto isWrong = [&](double depth, double before) {
        ++tally.pairs;
        return depth > std::max(kDeepest, before) + kRounding;
    };
    for (std::size_t i = 0; i < bodies; ++i) {
        if (isWrong(now.world[i], was.world[i]))
            return fmt::format("body {} walks {} deep into the world", i, now.world[i]);
        for (std::size_t k = 0; k < models; ++k)
            if (isWrong(now.models[i * models + k], was.models[i * models + k]))
                return fmt::format("body {} walks {} deep into model {}, before {}", i, now.models[i * models + k], k,
                                   was.models[i * models + k]);
        for (std::size_t k = 0; k < i; ++k)
            if (isWrong(now.bodies[i * bodies + k], was.bodies[i * bodies + k]))
                return fmt::format("bodies {} and {} walk {} deep into one another, before {}", i, k,
                                   now.bodies[i * bodies + k], was.bodies[i * bodies + k]);
    }
    return {};
}

// A walk leads through nothing, however thin: not through the world, a model, or a body. These are where they are while
// it walks: the bodies before it have walked. Not judged is one that began inside something.
std::string WorldJudge::judgeWays(const Depths& driven, WorldTally& tally) {
    for (std::size_t i = 0; i < places_.size(); ++i) {
        const std::span<const Vec3> way = player_.way(i);
        if (overlapsAny(driven, i)) continue;
        for (std::size_t k = 1; k < way.size(); ++k) {
            if (way[k] == way[k - 1]) continue;
            ++tally.ways;
            std::string fault = judgeWay(i, way[k - 1], way[k]);
            if (!fault.empty()) return fault;
        }
    }
    return {};
}

std::string WorldJudge::judgeWay(std::size_t body, const Vec3& from, const Vec3& to) {
    constexpr double kThrough = kDeepest + kRounding;
    const Box& box = run_.bodies[body].box;
    if (inModel(body, 0).goesDeeper(from, to, kMaskBlocking, kThrough))
        return fmt::format("body {} walks through the world", body);
    for (std::size_t k = 0; k < models_.size(); ++k) {
        const PlacedModel& placed = player_.models()[k];
        const Vec3& shift = placed.transform.displacement;
        const bool through =
            placed.transform.turns()
                ? turnedModel(k, placed).goesDeeper(body, box, from, to, kMaskBlocking, kThrough)
                : inModel(body, placed.model.value).goesDeeper(from - shift, to - shift, kMaskBlocking, kThrough);
        if (through) return fmt::format("body {} walks through model {}", body, k);
    }
    for (std::size_t k = 0; k < places_.size(); ++k) {
        if (k == body) continue;
        const oracle::GrownBrush sum =
            sumOf(box, run_.bodies[k].box, k < body ? player_.bodies()[k].origin : player_.driven()[k]);
        if (oracle::goesDeeper(sum, from, to, kThrough)) return fmt::format("body {} walks through body {}", body, k);
    }
    return {};
}

std::string WorldJudge::judgeTriggers(WorldTally& tally) {
    const std::size_t triggers = run_.triggers.size();
    for (const PlayedEvent& event : player_.events()) {
        if (event.trigger == UINT32_MAX) continue;
        ++tally.touches;
        const std::size_t bit = event.body * triggers + event.trigger;
        const bool enters = event.what == "enter";
        if (inside_[bit] == enters)
            return fmt::format("body {} is told twice to {} trigger {}", event.body, event.what, event.trigger);
        inside_[bit] = enters;
    }
    for (std::size_t i = 0; i < player_.bodies().size(); ++i)
        for (std::size_t k = 0; k < triggers; ++k) {
            ++tally.insides;
            const double depth = depthOfTrigger(i, k);
            if (player_.isInside(i, k) != inside_[i * triggers + k])
                return fmt::format("body {} and trigger {}: the bit is not that of the last event", i, k);
            if (std::fabs(depth - kSurfaceTolerance) > kRounding &&
                inside_[i * triggers + k] != (depth > kSurfaceTolerance))
                return fmt::format("body {} is {} deep in trigger {}, and told to be {}", i, depth, k,
                                   inside_[i * triggers + k] ? "inside" : "outside");
        }
    return {};
}

std::string WorldJudge::judge(const std::vector<bool>& still, WorldTally& tally) {
    ++tally.ticks;
    tally.events += player_.events().size();
    for (const PlayedEvent& event : player_.events()) {
        tally.contacts += event.what == "contact" ? 1 : 0;
        tally.blocked += event.what == "blocked" ? 1 : 0;
        tally.crushed += event.what == "crushed" || event.what == "overlapped" ? 1 : 0;
    }
    tally.rollbacks += player_.rolledBack() ? 1 : 0;
    Depths was = std::exchange(depths_, measure(places()));
    const Depths driven = measure(player_.driven());
    std::string fault = player_.tooMuch() ? "a step had more events than it may take" : judgeRules();
    if (fault.empty()) fault = judgeJumps(was, tally);
    if (fault.empty()) fault = judgeStep(was, driven, tally);
    if (fault.empty()) fault = judgeWalks(driven, depths_, tally);
    if (fault.empty()) fault = judgeWays(driven, tally);
    forgetParted(depths_);
    if (fault.empty()) fault = judgeTriggers(tally);
    if (fault.empty()) fault = judgeRiders(still, driven, tally);
    if (fault.empty()) fault = judgeGrounds(driven);
    if (fault.empty() && !player_.rollbackKeptAll()) fault = "a step that was taken back has changed something";
    return fault;
}

}  // namespace hullbake::cli
