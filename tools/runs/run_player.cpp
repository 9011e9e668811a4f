#include "tools/runs/run_player.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "tools/base/errors.hpp"

namespace hullbake::cli {
namespace {

/// Points of path that a tick has room for at first. A tick that needs more enlarges the buffer and is played again.
constexpr std::size_t kPathRoom = 64;
/// Distance from the goal, in units, at which a mover stops.
constexpr double kGoalReached = 1e-3;
/// Depth below a mover, in units, to which standing() searches for ground.
constexpr double kGroundReach = 8192;

Vec3 headingWish(const RunLine& line) {
    return Transform::rotated({0, line.vector.x, 0}).axes[0] * line.number;
}

RunStance stanceOf(const WalkResult& result) {
    if (result.status == SlideStatus::Stuck) return RunStance::Stuck;
    if (result.state.onGround) return RunStance::Ground;
    return result.state.wedged ? RunStance::Wedged : RunStance::Air;
}

RunStance stanceOf(const SlideResult& result) {
    if (result.status == SlideStatus::Stuck) return RunStance::Stuck;
    return result.blocked ? RunStance::Blocked : RunStance::Free;
}

}  // namespace

Probe probeOf(const HullFile& file, const RunHead& head) {
    Probe probe;
    if (head.box)
        probe.box = head.box;
    else
        probe.hull = chooseHull(file, head.hull);
    probe.model = head.model == kAllModels ? kAllModels : chooseModel(file, head.model.value);
    probe.mask = head.mask;
    probe.skin = head.skin;
    return probe;
}

std::string boxText(const RunHead& head) {
    std::string text = "hull " + head.hull;
    if (head.box) {
        const Vec3 &a = head.box->mins, &b = head.box->maxs;
        text = fmt::format("box {},{},{}:{},{},{}", a.x, a.y, a.z, b.x, b.y, b.z);
    }
    return text + (head.model == kAllModels ? ", all models" : fmt::format(", model {}", head.model.value));
}

RunPlayer::RunPlayer(const HullFile& file, const RunHead& head)
    : map_(file.map),
      probe_(probeOf(file, head)),
      mode_(head.mode),
      rules_(head.rules),
      rate_(head.rate),
      path_(kPathRoom) {
    state_.origin = walker_.origin = head.start;
    state_.stance = mode_ == RunMode::Walk ? RunStance::Air : RunStance::Free;
}

void RunPlayer::apply(const RunLine& line) {
    switch (line.verb) {
        case RunVerb::Comment:
        case RunVerb::Say:
        case RunVerb::Ticks:
            break;
        case RunVerb::Rate:
            rate_ = line.number;
            break;
        case RunVerb::Coast:
            steering_ = Steering::Coast;
            break;
        case RunVerb::Wish:
            steering_ = Steering::Wish;
            wished_ = line.vector;
            break;
        case RunVerb::Heading:
            steering_ = Steering::Wish;
            wished_ = headingWish(line);
            break;
        case RunVerb::Goal:
            steering_ = Steering::Goal;
            wished_ = line.vector;
            goalSpeed_ = line.number;
            break;
        case RunVerb::Velocity:
            state_.velocity = walker_.velocity = line.vector;
            walker_.onGround = walker_.wedged = false;
            break;
        case RunVerb::Jump:
            jump_ = line.number;
            break;
    }
}

/// Returns the velocity that the steering asks for in this tick.
Vec3 RunPlayer::wish(double seconds) const {
    if (steering_ != Steering::Goal) return wished_;
    Vec3 way = wished_ - state_.origin;
    if (mode_ == RunMode::Walk) way.z = 0;
    const double distance = length(way);
    if (!(distance > kGoalReached)) return {};
    return way * (std::min(goalSpeed_, distance / seconds) / distance);
}

const RunState& RunPlayer::tick() {
    const double seconds = 1 / rate_;
    if (mode_ == RunMode::Walk)
        walkOn(seconds);
    else
        flyOn(seconds);
    ++ticks_;
    secondsBefore_ = seconds_;
    seconds_ += seconds;
    return state_;
}

void RunPlayer::walkOn(double seconds) {
    WalkState before = walker_;
    if (before.onGround) {
        if (steering_ != Steering::Coast) {
            const Vec3 wished = wish(seconds);
            before.velocity = {wished.x, wished.y, 0};
        }
        if (jump_) {
            before.velocity.z = *jump_;
            before.onGround = false;
        }
    }
    jump_.reset();
    WalkResult result = walk(map_, probe_, rules_, before, seconds, path_);
    if (result.pathPoints > path_.size()) {
        path_.resize(result.pathPoints);
        result = walk(map_, probe_, rules_, before, seconds, path_);
    }
    if (result.status == SlideStatus::Invalid)
        throw Failure(
            fmt::format("tick {}: the mover cannot take this input: {}", ticks_ + 1, refusalText(result.refusal)));
    walker_ = result.state;
    state_ = {walker_.origin, walker_.velocity, stanceOf(result)};
    pathPoints_ = std::min(result.pathPoints, path_.size());
    traces_ += result.traces;
    touchings_ += result.touchings;
}

void RunPlayer::flyOn(double seconds) {
    SlideInput input;
    input.origin = state_.origin;
    input.velocity = steering_ == Steering::Coast ? state_.velocity : wish(seconds);
    input.seconds = seconds;
    input.acceleration = {0, 0, -rules_.gravity};
    input.mode = rules_.mode;
    input.classic = rules_.classic;
    input.unstick = rules_.unstick;
    SlideResult result = slide(map_, probe_, input, path_);
    if (result.pathPoints > path_.size()) {
        path_.resize(result.pathPoints);
        result = slide(map_, probe_, input, path_);
    }
    if (result.status == SlideStatus::Invalid)
        throw Failure(
            fmt::format("tick {}: the mover cannot take this input: {}", ticks_ + 1, refusalText(result.refusal)));
    state_ = {result.origin, result.velocity, stanceOf(result)};
    pathPoints_ = std::min(result.pathPoints, path_.size());
    traces_ += result.traces;
    touchings_ += result.touchings;
}

Standing RunPlayer::standing() const {
    Standing standing{state_, groundBelow(map_, probe_, state_.origin, kGroundReach, rules_.groundNormal), {}};
    Probe probe = probe_;
    if (probe.model == kAllModels) probe.model = {};
    standing.inside = map_.contentsAt(probe, state_.origin);
    return standing;
}

const RunState& tickOf(RunPlayer& player, const RunLine& line, const std::string& file) {
    try {
        return player.tick();
    } catch (const Failure& fault) {
        throw Failure(fmt::format("{}:{}: {}", file, line.pos.line, fault.what()));
    }
}

RunLine resolved(const RunLine& line) {
    if (line.verb != RunVerb::Heading) return line;
    RunLine wish = line;
    wish.verb = RunVerb::Wish;
    wish.vector = headingWish(line);
    wish.number = 0;
    return wish;
}

}  // namespace hullbake::cli
