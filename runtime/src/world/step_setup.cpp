// Set up of a step: checks of the arrays, places at the start, who stands on what.

#include <algorithm>
#include <cmath>

#include "block/box_checks.hpp"
#include "world/step.hpp"

namespace hullbake::detail {

namespace {

bool isLegTime(double seconds) {
    return seconds >= 0 && seconds <= kMaxLegSeconds;
}

}  // namespace

WorldStep::WorldStep(const ClipMap& map, const WorldRules& rules, const World& world, double seconds,
                     std::span<WorldScratch> scratch, std::span<WorldEvent> events)
    : map_(map), rules_(rules), world_(world), seconds_(seconds), events_(events) {
    Refusal why = check();
    if (why == Refusal::None && scratch.size() < scratchFor(world)) why = Refusal::TooMuchWork;
    if (why != Refusal::None) {
        refuse(why);
        return;
    }
    count_ = scratchFor(world);
    if (count_ == 0) return;
    takeMemory(scratch);
    why = orderMovers();
    if (why != Refusal::None) {
        refuse(why);
        return;
    }
    listStaticModels();
    placeBodies();
    for (std::uint32_t i = 0; i < movers(); ++i)
        for (std::uint32_t m = i; m != kNoMover; m = world_.movers[m].parent)
            thing(i).posed = thing(i).posed || !(world_.movers[m].axis == Vec3{});
}

Refusal WorldStep::check() const {
    if (map_.modelCount() == 0) return Refusal::NoMap;
    if (!(seconds_ >= 0 && seconds_ <= 10)) return Refusal::BadTime;
    const auto isUpTo = [](double value, double most) { return value >= 0 && value <= most; };
    if (!isUpTo(rules_.skin, 1) || !isUpTo(rules_.reach, 16) || !isUpTo(rules_.follow, kMaxCoordinate) ||
        !(rules_.sagitta >= 1e-6 && rules_.sagitta <= 1))
        return Refusal::BadRules;
    if (world_.movers.size() > kMaxMovers || world_.bodies.size() > kMaxWorldBodies) return Refusal::BadScene;
    if (world_.passengers.size() != world_.bodies.size()) return Refusal::BadScene;
    if (!world_.turned.empty() && world_.turned.size() != world_.bodies.size()) return Refusal::BadScene;
    for (const PlacedModel& placed : world_.models) {
        if (!placed.enabled) continue;
        if (placed.model.value >= map_.modelCount() || !placed.transform.valid()) return Refusal::BadScene;
        if (placed.transform.turns() && !map_.turnable(placed.model)) return Refusal::UnturnableModel;
    }
    const Refusal why = checkMovers();
    return why == Refusal::None ? checkBodies() : why;
}

Refusal WorldStep::checkMovers() const {
    for (std::uint32_t i = 0; i < movers(); ++i) {
        const Mover& mover = world_.movers[i];
        if (mover.model >= world_.models.size()) return Refusal::BadScene;
        if (!isLegTime(mover.seconds) || !isLegTime(mover.clock) || mover.blocked > Blocked::Rollback)
            return Refusal::BadScene;
        if (!isInRange(mover.from) || !isInRange(mover.to)) return Refusal::BadScene;
        std::uint32_t depth = 1;
        for (std::uint32_t p = mover.parent; p != kNoMover; p = world_.movers[p].parent)
            if (p >= world_.movers.size() || ++depth > kMaxMoverDepth) return Refusal::BadScene;
        const Refusal why = checkTurn(mover);
        if (why != Refusal::None) return why;
    }
    return Refusal::None;
}

// Puts the movers in the order of their models, each of which has one at most.
Refusal WorldStep::orderMovers() {
    for (std::uint32_t i = 0; i < movers(); ++i) *(byModel_ + i) = i;
    const auto modelOf = [this](std::uint32_t i) { return world_.movers[i].model; };
    std::sort(byModel_, byModel_ + movers(), [&](std::uint32_t a, std::uint32_t b) { return modelOf(a) < modelOf(b); });
    for (std::uint32_t i = 1; i < movers(); ++i)
        if (modelOf(*(byModel_ + i)) == modelOf(*(byModel_ + i - 1))) return Refusal::BadScene;
    return Refusal::None;
}

Refusal WorldStep::checkBodies() const {
    for (std::size_t i = 0; i < world_.bodies.size(); ++i) {
        const Body& body = world_.bodies[i];
        if (!body.enabled) continue;
        if (!isInRange(body.origin) || !ClipMap::validBox(body.box)) return Refusal::BadScene;
        const MemberId ground = world_.passengers[i].ground;
        if (ground.none()) continue;
        if (ground.index() >= (ground.isBody() ? world_.bodies.size() : world_.models.size())) return Refusal::BadScene;
    }
    return Refusal::None;
}

void WorldStep::placeBodies() {
    for (std::uint32_t i = 0; i < world_.bodies.size(); ++i) {
        WorldThing& body = thing(bodyThing(i));
        body.at = world_.bodies[i].origin;
        body.gone = !world_.bodies[i].enabled;
    }
}

void WorldStep::driveMovers() {
    for (std::uint32_t i = 0; i < movers(); ++i) {
        const Mover& mover = world_.movers[i];
        WorldThing& driven = thing(i);
        driven.driven = mover.enabled;
        driven.gone = !world_.models[mover.model].enabled;
        if (!mover.enabled || mover.clock >= mover.seconds) continue;
        // A clock that gets there by the sum of both gets there, whatever the difference is rounded to.
        if (mover.clock + seconds_ >= mover.seconds) driven.ends = std::min(mover.seconds - mover.clock, seconds_);
        schedule(i);
    }
    for (std::uint32_t i = 0; i < movers(); ++i) enqueue(i);
    fastest_ = fastestMover();
    const Refusal why = planPieces();
    if (why != Refusal::None) {
        refuse(why);
        return;
    }
    for (std::uint32_t b = 0; b < world_.bodies.size(); ++b) findCarrier(b);
    tellOverlaps();
}

void WorldStep::driveBody(std::uint32_t body, const Vec3& way) {
    if (body >= world_.bodies.size() || !isInRange(way)) {
        refuse(body >= world_.bodies.size() ? Refusal::BadScene : Refusal::BadVelocity);
        return;
    }
    for (std::uint32_t i = 0; i < movers(); ++i) thing(i).gone = !world_.models[world_.movers[i].model].enabled;
    fastest_ = length(way);
    for (std::uint32_t b = 0; b < world_.bodies.size(); ++b) findCarrier(b);
    WorldThing& driven = thing(bodyThing(body));
    driven.driven = !driven.gone;
    driven.carrier = kNoThing;
    way_ = way;
    markActive(bodyThing(body));
    enqueue(bodyThing(body));
}

std::uint32_t WorldStep::moverOf(std::uint32_t model) const {
    const std::uint32_t* end = byModel_ + movers();
    const std::uint32_t* found = std::lower_bound(
        byModel_, byModel_ + movers(), model,
        [this](std::uint32_t mover, std::uint32_t wanted) { return world_.movers[mover].model < wanted; });
    return found != end && world_.movers[*found].model == model ? *found : kNoThing;
}

void WorldStep::findCarrier(std::uint32_t body) {
    const Passenger& passenger = world_.passengers[body];
    const MemberId ground = passenger.ground;
    WorldThing& rider = thing(bodyThing(body));
    if (rider.gone || !passenger.rides || ground.none()) return;
    if (ground.isBody()) {
        if (!standsOnBody(body, ground.index())) return;
        rider.carrier = bodyThing(ground.index());
        dependOn(bodyThing(body), rider.carrier);
        return;
    }
    const std::uint32_t mover = moverOf(ground.index());
    if (mover == kNoThing || thing(mover).gone || !standsOnModel(body, mover)) return;
    const double down = downOf(body, mover);
    if (down > rules_.follow) {
        WorldEvent event;
        event.kind = WorldEventKind::LeftGround;
        event.mover = mover;
        event.body = MemberId::body(body);
        event.other = ground;
        event.position = rider.at;
        tell(event);
        return;
    }
    rider.carrier = mover;
    dependOn(bodyThing(body), mover);
}

bool WorldStep::standsOnBody(std::uint32_t body, std::uint32_t ground) const {
    if (body == ground || thing(bodyThing(ground)).gone) return false;
    const Box rider = boxAt(bodyThing(body), 0), below = boxAt(bodyThing(ground), 0);
    for (int a = 0; a < 2; ++a)
        if (rider.mins[a] >= below.maxs[a] || rider.maxs[a] <= below.mins[a]) return false;
    // Bodies without height would carry one another in a ring.
    if (rider.mins.z <= below.mins.z) return false;
    const double gap = rider.mins.z - below.maxs.z;
    return gap >= -rules_.reach - kSurfaceTolerance && gap <= rules_.skin + rules_.reach + kSurfaceTolerance;
}

bool WorldStep::standsOnModel(std::uint32_t body, std::uint32_t mover) {
    const PlacedModel& placed = world_.models[world_.movers[mover].model];
    Probe probe;
    probe.box = world_.bodies[body].box;
    probe.model = placed.model;
    probe.mask = world_.passengers[body].mask;
    probe.skin = 0;
    probe.transform = placed.transform;
    probe.transform = poseOf(mover, 0);
    const Vec3 from = world_.bodies[body].origin;
    const double most = rules_.reach + kMostSkinsBack * rules_.skin + kSurfaceTolerance;
    ++result_.casts;
    const Trace trace = map_.trace(probe, from, from - Vec3{0, 0, most});
    // At the edge of the range nothing is carried.
    if (trace.invalid || trace.startsolid || !trace.hit) return trace.startsolid && !trace.invalid;
    // The skin is kept across a slope, so that above it a body rests higher.
    const double over = trace.hitFraction * most - rules_.reach;
    return trace.normal.z > 0 && over * trace.normal.z <= rules_.skin + kSurfaceTolerance;
}

}  // namespace hullbake::detail
