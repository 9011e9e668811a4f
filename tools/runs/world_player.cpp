#include "tools/runs/world_player.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstring>

#include "hullbake/format.hpp"
#include "tools/base/errors.hpp"

namespace hullbake::cli {
namespace {

/// Room for the events of one step, and for the path of one walk.
constexpr std::size_t kStepEvents = 4096, kPathPoints = 512;

void need(bool valid, const char* what, Refusal refusal) {
    if (!valid) throw Failure(fmt::format("{}: {}", what, refusalText(refusal)));
}

std::vector<Vec3> placesOf(const std::vector<PlacedModel>& models) {
    std::vector<Vec3> places;
    places.reserve(models.size());
    for (const PlacedModel& model : models) places.push_back(model.transform.displacement);
    return places;
}

std::vector<Vec3> placesOf(const std::vector<Body>& bodies) {
    std::vector<Vec3> places;
    places.reserve(bodies.size());
    for (const Body& body : bodies) places.push_back(body.origin);
    return places;
}

std::vector<double> clocksOf(const std::vector<Mover>& movers) {
    std::vector<double> clocks;
    clocks.reserve(movers.size());
    for (const Mover& mover : movers) clocks.push_back(mover.clock);
    return clocks;
}

template <class T>
bool sameBits(const std::vector<T>& a, const std::vector<T>& b) {
    return a.size() == b.size() && (a.empty() || std::memcmp(a.data(), b.data(), a.size() * sizeof(T)) == 0);
}

class Hash {
  public:
    void add(std::uint64_t word) { state_ = hashBytes(&word, sizeof word, state_); }
    void add(double value) { add(std::bit_cast<std::uint64_t>(value)); }
    void add(std::string_view text) { state_ = hashBytes(text.data(), text.size(), state_); }
    std::uint64_t value() const { return state_; }

  private:
    std::uint64_t state_ = kHashSeed;
};

}  // namespace

Vec3 placeOnLeg(const Mover& mover) {
    if (mover.clock >= mover.seconds) return mover.to;
    return mover.from + (mover.to - mover.from) * (mover.clock / mover.seconds);
}

double degreesOnLeg(const Mover& mover) {
    if (mover.clock >= mover.seconds) return mover.toDegrees;
    return mover.fromDegrees + (mover.toDegrees - mover.fromDegrees) * (mover.clock / mover.seconds);
}

WorldPlayer::WorldPlayer(const HullFile& file, const WorldRun& run)
    : models_(run.models), movers_(run.movers), map_(file.map), run_(run), seconds_(1 / run.rate) {
    for (const PlacedModel& model : models_) chooseModel(file, model.model.value);
    for (const WorldRunBody& body : run.bodies) {
        bodies_.push_back({body.start, body.box, Contents::Solid, 1, true});
        WalkState& walker = walkers_.emplace_back();
        walker.origin = body.start;
    }
    for (const WorldRunTrigger& trigger : run.triggers) {
        if (!trigger.trigger.box) chooseModel(file, trigger.trigger.model.value);
        triggers_.push_back(trigger.trigger);
    }
    const std::size_t bodies = bodies_.size();
    passengers_.resize(bodies);
    statuses_.resize(bodies, SlideStatus::Moved);
    ways_.resize(bodies);
    wishes_.resize(bodies);
    pushes_.resize(bodies);
    jumps_.resize(bodies);
    inside_.resize(bodies * triggerWords(triggers_.size()));
    scratch_.resize(movers_.size() + bodies);
    stepEvents_.resize(kStepEvents);
    path_.resize(kPathPoints);
    touched_.resize(2 * triggers_.size() + 16);
}

void WorldPlayer::apply(const WorldRunLine& line) {
    switch (line.verb) {
        case WorldVerb::Wish:
            wishes_[line.index] = line.to;
            return;
        case WorldVerb::Jump:
            jumps_[line.index] = line.number;
            return;
        case WorldVerb::Push:
            pushes_[line.index] = line.to;
            return;
        case WorldVerb::Leg: {
            Mover& mover = movers_[line.index];
            mover.from = placeOnLeg(mover);
            mover.fromDegrees = degreesOnLeg(mover);
            mover.toDegrees = line.degrees.value_or(mover.fromDegrees);
            mover.to = line.to;
            mover.seconds = line.number;
            mover.clock = 0;
            return;
        }
        case WorldVerb::Jumped: {
            Mover& mover = movers_[line.index];
            mover.fromDegrees = mover.toDegrees = line.degrees.value_or(degreesOnLeg(mover));
            mover.from = mover.to = line.to;
            mover.seconds = mover.clock = 0;
            for (std::uint32_t i = 0; i < movers_.size(); ++i)
                for (std::uint32_t m = i; m != kNoMover; m = movers_[m].parent)
                    movers_[i].jumped = movers_[i].jumped || m == line.index;
            return;
        }
        default:
            return;
    }
}

bool WorldPlayer::isInside(std::size_t body, std::size_t trigger) const {
    return (inside_[body * triggerWords(triggers_.size()) + trigger / 64] >> (trigger % 64) & 1) != 0;
}

WorldRunResult WorldPlayer::tick() {
    events_.clear();
    ++ticks_;
    stepAll();
    carried_ = placesOf(bodies_);
    pushAll();
    driven_ = placesOf(bodies_);
    walkAll();
    return result();
}

void WorldPlayer::tell(const WorldEvent& event, double from, double scale) {
    PlayedEvent told;
    told.seconds = from + event.time * scale;
    told.what = worldEventName(event.kind);
    told.mover = event.mover;
    if (!event.body.none()) told.body = event.body.index();
    told.other = event.other;
    told.position = event.position;
    events_.push_back(told);
}

// The walkers go where the step has put their boxes, with the planes on which they stand.
void WorldPlayer::follow(const std::vector<Vec3>& before) {
    for (std::size_t i = 0; i < bodies_.size(); ++i) {
        WalkState& walker = walkers_[i];
        walker.origin = bodies_[i].origin;
        walker.ground.dist += dot(walker.ground.normal, walker.origin - before[i]);
    }
}

// Puts the triggers where their models were, with the way that these have gone since.
void WorldPlayer::placeTriggers(const std::vector<Vec3>& before, bool jumps) {
    for (std::size_t i = 0; i < triggers_.size(); ++i) {
        const std::uint32_t on = run_.triggers[i].on;
        if (on == UINT32_MAX) continue;
        triggers_[i].transform.displacement = before[on];
        triggers_[i].moved = models_[on].transform.displacement - before[on];
        triggers_[i].jumped = jumps && jumped_[on];
    }
}

// Puts models that have jumped where they are now: a step that takes no time does no more.
void WorldPlayer::placeJumped() {
    jumped_.assign(models_.size(), false);
    for (const Mover& mover : movers_) jumped_[mover.model] = mover.jumped;
    if (std::find(jumped_.begin(), jumped_.end(), true) != jumped_.end()) {
        const World world{models_, movers_, bodies_, passengers_};
        const StepResult placed = stepMovers(map_, {}, world, 0, scratch_);
        need(!placed.invalid, "a jump of a mover is refused", placed.refusal);
    }
    starts_ = models_;
}

void WorldPlayer::stepAll() {
    const double from = (ticks_ - 1) * seconds_;
    for (std::size_t i = 0; i < bodies_.size(); ++i)
        passengers_[i].ground = walkers_[i].onGround ? walkers_[i].groundMember : kNoMember;
    placeJumped();
    const std::vector<Vec3> origins = placesOf(bodies_), places = placesOf(models_);
    const std::vector<double> clocks = clocksOf(movers_);
    const World world{models_, movers_, bodies_, passengers_};
    const StepResult step = stepMovers(map_, {}, world, seconds_, scratch_, stepEvents_);
    need(!step.invalid, "a step of the movers is refused", step.refusal);
    rolledBack_ = step.rolledBack;
    tooMuch_ = step.tooMuch;
    for (Mover& mover : movers_) mover.jumped = false;
    if (rolledBack_)
        rollbackKeptAll_ = sameBits(origins, placesOf(bodies_)) && sameBits(places, placesOf(models_)) &&
                           sameBits(clocks, clocksOf(movers_));
    for (const WorldEvent& event : std::span(stepEvents_).first(std::min(step.events, stepEvents_.size())))
        tell(event, from, 1);
    follow(origins);
    placeTriggers(places, true);
    for (std::size_t i = 0; i < bodies_.size(); ++i) {
        PathPoint end;
        end.position = bodies_[i].origin;
        end.time = seconds_;
        touch(i, origins[i], from, {&end, 1});
    }
    placeTriggers(placesOf(models_), false);
}

void WorldPlayer::pushAll() {
    const double from = (ticks_ - 1) * seconds_;
    for (std::size_t pushed = 0; pushed < bodies_.size(); ++pushed) {
        if (pushes_[pushed] == Vec3{}) continue;
        const std::vector<Vec3> origins = placesOf(bodies_);
        const World world{models_, movers_, bodies_, passengers_};
        double fraction = 0;
        const StepResult step = pushBody(map_, {}, world, static_cast<std::uint32_t>(pushed),
                                         pushes_[pushed] * seconds_, fraction, scratch_, stepEvents_);
        need(!step.invalid, "a push is refused", step.refusal);
        tooMuch_ = tooMuch_ || step.tooMuch;
        for (const WorldEvent& event : std::span(stepEvents_).first(std::min(step.events, stepEvents_.size())))
            tell(event, from, seconds_);  // pushBody tells parts of the way
        follow(origins);
        for (std::size_t i = 0; i < bodies_.size(); ++i) {
            if (bodies_[i].origin == origins[i]) continue;
            PathPoint end;
            end.position = bodies_[i].origin;
            end.time = seconds_;
            touch(i, origins[i], from, {&end, 1});
        }
    }
}

void WorldPlayer::walkAll() {
    const double from = (ticks_ - 1) * seconds_;
    for (std::size_t i = 0; i < bodies_.size(); ++i) {
        WalkState state = walkers_[i];
        if (state.onGround) state.velocity = {wishes_[i].x, wishes_[i].y, 0};
        if (state.onGround && jumps_[i]) {
            state.velocity.z = *jumps_[i];
            state.onGround = false;
        }
        jumps_[i].reset();
        const Scene scene{models_, bodies_, ~0u, MemberId::body(static_cast<std::uint32_t>(i))};
        Probe probe;
        probe.box = bodies_[i].box;
        probe.scene = &scene;
        const WalkResult walked = walk(map_, probe, {}, state, seconds_, path_);
        statuses_[i] = walked.status;
        if (walked.status == SlideStatus::Invalid)
            throw Failure(fmt::format("body {}: {}", i, refusalText(walked.refusal)));
        if (walked.pathPoints > path_.size()) throw Failure(fmt::format("body {}: the path is too long", i));
        const Vec3 start = bodies_[i].origin;
        ways_[i].assign(1, start);
        for (const PathPoint& point : std::span<const PathPoint>(path_).first(walked.pathPoints)) {
            if (point.event == PathEvent::Unstick) ways_[i].clear();
            ways_[i].push_back(point.position);
        }
        walkers_[i] = walked.state;
        if (walked.status == SlideStatus::Stuck) walkers_[i].velocity = {};
        bodies_[i].origin = walkers_[i].origin;
        touch(i, start, from, std::span<const PathPoint>(path_).first(walked.pathPoints));
    }
}

void WorldPlayer::touch(std::size_t body, const Vec3& start, double from, std::span<const PathPoint> path) {
    if (triggers_.empty()) return;
    const std::size_t words = triggerWords(triggers_.size());
    const std::span<std::uint64_t> inside = std::span(inside_).subspan(body * words, words);
    Probe probe;
    probe.box = bodies_[body].box;
    Passage passage;
    passage.start = start;
    passage.seconds = seconds_;
    passage.path = path;
    TouchResult result = touchTriggers(map_, probe, passage, triggers_, inside, touched_);
    if (!result.invalid && !result.told) {
        touched_.resize(result.events);
        result = touchTriggers(map_, probe, passage, triggers_, inside, touched_);
    }
    need(!result.invalid, "the touch of triggers is refused", result.refusal);
    for (const TriggerEvent& event : std::span(touched_).first(result.events)) {
        PlayedEvent told;
        told.seconds = from + event.time;
        told.what = triggerEventName(event.kind);
        told.reason = triggerReasonName(event.reason);
        told.body = static_cast<std::uint32_t>(body);
        told.trigger = event.trigger;
        told.position = event.position;
        events_.push_back(told);
    }
}

WorldRunResult WorldPlayer::result() const {
    WorldRunResult result;
    result.models = placesOf(models_);
    for (std::size_t i = 0; i < bodies_.size(); ++i) {
        const WalkState& walker = walkers_[i];
        const bool stuck = statuses_[i] == SlideStatus::Stuck;
        result.bodies.push_back({walker.origin, walker.velocity,
                                 stuck             ? RunStance::Stuck
                                 : walker.onGround ? RunStance::Ground
                                 : walker.wedged   ? RunStance::Wedged
                                                   : RunStance::Air});
    }
    Hash hash;
    for (const PlayedEvent& event : events_) {
        hash.add(event.what);
        hash.add(event.reason);
        hash.add(event.seconds);
        for (const std::uint32_t number : {event.mover, event.body, event.trigger, event.other.value})
            hash.add(std::uint64_t{number});
        for (int axis = 0; axis < 3; ++axis) hash.add(event.position[axis]);
    }
    for (const std::uint64_t word : inside_) hash.add(word);
    for (const Mover& mover : movers_) hash.add(mover.clock);
    result.events = static_cast<std::uint32_t>(events_.size());
    result.hash = hash.value();
    return result;
}

}  // namespace hullbake::cli
