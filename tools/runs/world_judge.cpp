#include "tools/runs/world_judge.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "tools/base/output.hpp"

namespace hullbake::cli {
namespace {

/// Units: the rounding of depths that are compared.
constexpr double kRounding = 1e-7;
/// Units: a rider's place beside its ground may change by so much, which is rounding at the far end of the range.
constexpr double kSameOffset = 1e-9;
/// Units: what is nearer than that to a body may hold it back.
constexpr double kHeld = 0.1;
/// Units: a standing walker is lowered by at most that much.
constexpr double kSettles = 0.3;

double boxDepth(const Body& a, const Body& b) {
    double depth = 1e30;
    for (int axis = 0; axis < 3; ++axis) {
        depth = std::min(depth, a.origin[axis] + a.box.maxs[axis] - b.origin[axis] - b.box.mins[axis]);
        depth = std::min(depth, b.origin[axis] + b.box.maxs[axis] - a.origin[axis] - a.box.mins[axis]);
    }
    return depth;
}

}  // namespace

void WorldTally::add(const WorldTally& other) {
    ticks += other.ticks;
    worlds += other.worlds;
    events += other.events;
    pairs += other.pairs;
    carried += other.carried;
    contacts += other.contacts;
    blocked += other.blocked;
    rollbacks += other.rollbacks;
    crushed += other.crushed;
    touches += other.touches;
    insides += other.insides;
}

WorldJudge::WorldJudge(const ClipMap& map, const oracle::FileSolids& solids, const WorldRun& run,
                       const WorldPlayer& player)
    : map_(map), solids_(solids), run_(run), player_(player) {
    inside_.resize(run.bodies.size() * run.triggers.size());
    depths_ = measure();
}

const std::vector<oracle::GrownBrush>& WorldJudge::grown(std::size_t body, std::uint32_t model) {
    const auto [found, isNew] = grown_.try_emplace({body, model});
    if (isNew) found->second = oracle::growSolids(map_, solids_, {model}, run_.bodies[body].box);
    return found->second;
}

// Returns the greatest depth of a point in one of the brushes; below 0 outside of all.
double WorldJudge::deepest(const std::vector<oracle::GrownBrush>& brushes, const Vec3& at, Contents mask) {
    double deepest = -1e30;
    for (const oracle::GrownBrush& brush : brushes) {
        if (!any(brush.contents & mask)) continue;
        double depth = 1e30;
        for (const oracle::GrownPlane& plane : brush.planes)
            depth = std::min(depth, plane.dist - dot(plane.normal, at));
        deepest = std::max(deepest, depth);
    }
    return deepest;
}

double WorldJudge::depthInModel(std::size_t body, std::size_t model) {
    const PlacedModel& placed = player_.models()[model];
    return deepest(grown(body, placed.model.value), player_.bodies()[body].origin - placed.transform.displacement,
                   kMaskBlocking);
}

double WorldJudge::depthOfTrigger(std::size_t body, std::size_t trigger) {
    const Trigger& volume = player_.triggers()[trigger];
    const Vec3 at = player_.bodies()[body].origin - volume.transform.displacement;
    if (!volume.box) return deepest(grown(body, volume.model.value), at, volume.contents);
    Body other;
    other.box = *volume.box;
    Body self = player_.bodies()[body];
    self.origin = at;
    return boxDepth(self, other);
}

WorldJudge::Depths WorldJudge::measure() {
    Depths depths;
    const std::vector<Body>& bodies = player_.bodies();
    for (std::size_t i = 0; i < bodies.size(); ++i) {
        depths.world.push_back(deepest(grown(i, 0), bodies[i].origin, kMaskBlocking));
        for (std::size_t k = 0; k < player_.models().size(); ++k) depths.models.push_back(depthInModel(i, k));
        for (std::size_t k = 0; k < bodies.size(); ++k)
            depths.bodies.push_back(k < i ? boxDepth(bodies[i], bodies[k]) : -1);
    }
    return depths;
}

// Returns true if something may hold the body back: it touches it from the side or from below, or is stuck in its
// ground.
bool WorldJudge::isHeld(std::size_t body, const Depths& depths, std::size_t ground) const {
    const std::size_t bodies = player_.bodies().size(), models = player_.models().size();
    if (depths.world[body] > -kHeld) return true;
    for (std::size_t k = 0; k < models; ++k)
        if (depths.models[body * models + k] > (k == ground ? kDeepest + kRounding : -kHeld)) return true;
    const Body& self = player_.bodies()[body];
    for (std::size_t k = 0; k < bodies; ++k) {
        if (k == body || depths.bodies[std::max(body, k) * bodies + std::min(body, k)] <= -kHeld) continue;
        const Body& other = player_.bodies()[k];
        const double above = other.origin.z + other.box.mins.z - self.origin.z - self.box.maxs.z;
        if (above < -kHeld) return true;
    }
    return false;
}

void WorldJudge::before() {
    models_ = player_.models();
    walkers_.clear();
    for (std::size_t i = 0; i < player_.bodies().size(); ++i) walkers_.push_back(player_.walker(i));
}

// A mover that crushes or passes through is allowed to overlap.
bool WorldJudge::mayOverlap(std::size_t model) const {
    return std::any_of(player_.movers().begin(), player_.movers().end(), [&](const Mover& mover) {
        return mover.model == model && (mover.blocked == Blocked::Crush || mover.blocked == Blocked::Through);
    });
}

std::string WorldJudge::judgeOverlaps(WorldTally& tally) {
    const Depths now = measure();
    depthsBefore_ = std::exchange(depths_, now);
    const Depths& was = depthsBefore_;
    const std::size_t bodies = player_.bodies().size(), models = player_.models().size();
    // What overlapped before is not stopped until it is apart.
    const auto isNew = [&](double depth, double before) {
        ++tally.pairs;
        return depth > kDeepest + kRounding && before <= kDeepest + kRounding;
    };
    // What was crushed or passed through stops nothing in that tick.
    std::vector<bool> yields(bodies);
    for (const PlayedEvent& event : player_.events())
        if (event.what == "crushed" || event.what == "overlapped") yields[event.body] = true;
    for (std::size_t i = 0; i < bodies; ++i) {
        if (isNew(now.world[i], was.world[i])) return fmt::format("body {} is {} deep in the world", i, now.world[i]);
        for (std::size_t k = 0; k < models; ++k)
            if (!mayOverlap(k) && !yields[i] && isNew(now.models[i * models + k], was.models[i * models + k]))
                return fmt::format("body {} is {} deep in model {}", i, now.models[i * models + k], k);
        for (std::size_t k = 0; k < i; ++k)
            if (!yields[i] && !yields[k] && isNew(now.bodies[i * bodies + k], was.bodies[i * bodies + k]))
                return fmt::format("body {} is {} deep in body {}", i, now.bodies[i * bodies + k], k);
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

std::string WorldJudge::judgeRiders(const std::vector<bool>& still, WorldTally& tally) const {
    for (std::size_t i = 0; i < walkers_.size(); ++i) {
        const WalkState &was = walkers_[i], &is = player_.walker(i);
        if (!still[i] || !was.onGround || !is.onGround || !was.groundMember.isModel()) continue;
        if (was.groundMember.none() || !(is.groundMember == was.groundMember)) continue;
        const bool told = std::any_of(player_.events().begin(), player_.events().end(), [&](const PlayedEvent& event) {
            const bool other = !event.other.none() && event.other.isBody() && event.other.index() == i;
            return event.trigger == UINT32_MAX && (event.body == i || other);
        });
        if (told) continue;
        const std::uint32_t model = was.groundMember.index();
        if (isHeld(i, depthsBefore_, model) || isHeld(i, depths_, model)) continue;
        const Vec3 way = player_.models()[model].transform.displacement - models_[model].transform.displacement;
        const Vec3 drift = is.origin - was.origin - way;
        ++tally.carried;
        if (std::fabs(drift.x) > kSameOffset || std::fabs(drift.y) > kSameOffset || std::fabs(drift.z) > kSettles)
            return fmt::format("body {} rides model {} and drifts by {}", i, model, pointText(drift));
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
    std::string fault = judgeOverlaps(tally);
    if (fault.empty()) fault = judgeTriggers(tally);
    if (fault.empty()) fault = judgeRiders(still, tally);
    if (fault.empty() && !player_.rollbackKeptAll()) fault = "a step that was taken back has changed something";
    return fault;
}

}  // namespace hullbake::cli
