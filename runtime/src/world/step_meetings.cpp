// Meetings: when a body next comes within the skin of something that it approaches.
// Each is one exact sweep along the relative way. It is made a little longer than the step, so that what comes within
// the skin by the step's end is found, and so that slow things do not creep through one another.

#include <cmath>

#include "block/box_checks.hpp"
#include "scene/members.hpp"
#include "world/box_sweep.hpp"
#include "world/step.hpp"

namespace hullbake::detail {

namespace {

// Units by which sweeps are longer than the way.
constexpr double kSweepFurther = 1;
// Fraction of the fastest speed: what is slower rests.
constexpr double kStillPart = 1e-12;

}  // namespace

void WorldStep::findMeetings() {
    const bool isFirstTime = !swept_;
    if (isFirstTime)
        for (std::uint32_t i = 0; i < count(); ++i) sweep(i);
    swept_ = true;
    if (changedCount_ == 0 || !valid()) return;
    // In the order of the things, as of two meetings that are alike the first one counts.
    std::sort(changed_, changed_ + changedCount_);
    const std::span<const std::uint32_t> changed{changed_, changedCount_};
    std::uint32_t renewed = kNoThing, bodies = 0;
    for (const std::uint32_t k : changed) bodies += isBody(k) && thing(k).active ? 1 : 0;
    // Bodies at rest were to meet nothing.
    if (bodies < activeCount_ && !isFirstTime)
        for (const std::uint32_t k : changed) renewed = findRenewed(k, renewed);
    else if (!isFirstTime)
        for (const std::uint32_t k : changed) sweep(k);
    for (const std::uint32_t k : changed)
        // What rests meets nothing else that rests, and at first all else rests.
        findOf(k, !(isFirstTime && thing(k).velocity == Vec3{} && !thing(k).turning));
    for (; renewed != kNoThing; renewed = thing(renewed).trail) {
        findAllOf(renewed, thing(renewed).gone ? std::span<const std::uint32_t>{} : thingsNear(grid_.boxOf(renewed)));
        thing(renewed).renewed = false;
    }
    for (const std::uint32_t k : changed) thing(k).changed = false;
    changedCount_ = 0;
}

// Puts bodies that were to meet a changed thing into a list: all meetings of theirs must be found anew. Sweeps the
// thing.
std::uint32_t WorldStep::findRenewed(std::uint32_t k, std::uint32_t renewed) {
    for (const std::uint32_t i : thingsNear(grid_.boxOf(k))) {
        WorldThing& one = thing(i);
        if (one.next.other != k || one.changed || one.renewed) continue;
        one.renewed = true;
        one.trail = renewed;
        renewed = i;
    }
    sweep(k);
    return renewed;
}

// Finds the meetings of a changed thing: all its own, and those of other bodies with it.
void WorldStep::findOf(std::uint32_t k, bool others) {
    std::span<const std::uint32_t> near;
    if (!thing(k).gone && (others || isBody(k))) near = thingsNear(grid_.boxOf(k));
    for (const std::uint32_t i : near) {
        const WorldThing& one = thing(i);
        if (!others || !isBody(i) || one.changed || one.renewed || one.gone) continue;
        findWith(i, k);
        schedule(i);
    }
    if (isBody(k)) findAllOf(k, near);
}

std::span<const std::uint32_t> WorldStep::thingsNear(const Box& swept) {
    const double aside = kMostSkinsBack * rules_.skin + kSweepFurther;
    const Vec3 reach{aside, aside, aside};
    return {near_, grid_.find({swept.mins - reach, swept.maxs + reach}, near_)};
}

// Finds bounds of where the thing is from now on: a mover whatever happens, a body unless its velocity changes.
void WorldStep::sweep(std::uint32_t i) {
    const WorldThing& one = thing(i);
    if (one.gone) return;
    if (isBody(i) && !one.active) {
        const Box& box = world_.bodies[bodyOf(i)].box;
        grid_.put(i, {one.at + box.mins, one.at + box.maxs});
        return;
    }
    if (isBody(i)) {
        const Vec3 from = placeOf(i, now_);
        grid_.put(i, sweptBox(world_.bodies[bodyOf(i)].box, from, from + one.velocity * (seconds_ - now_)));
        return;
    }
    if (one.posed) {
        grid_.put(i, boundsOfPosed(i));
        return;
    }
    const PlacedModel& placed = world_.models[world_.movers[i].model];
    Transform transform = placed.transform;
    transform.displacement = {};
    Vec3 least, most;
    for (std::uint32_t p = i; p != kNoMover; p = world_.movers[p].parent) {
        const Vec3 from = legOf(p, now_), to = legOf(p, seconds_);
        for (int a = 0; a < 3; ++a) {
            least[a] += std::min(from[a], to[a]);
            most[a] += std::max(from[a], to[a]);
        }
    }
    const Box bounds = placedBounds(map_.tables().models[placed.model.value], transform);
    grid_.put(i, {bounds.mins + least, bounds.maxs + most});
}

// Returns true if things within these bounds do not meet in this step.
bool WorldStep::areFar(const Box& a, const Box& b) const {
    const double aside = kMostSkinsBack * rules_.skin + kSweepFurther;
    for (int axis = 0; axis < 3; ++axis)
        if (a.mins[axis] - aside > b.maxs[axis] || a.maxs[axis] + aside < b.mins[axis]) return true;
    return false;
}

void WorldStep::findAllOf(std::uint32_t i, std::span<const std::uint32_t> near) {
    thing(i).next = {};
    if (!thing(i).gone && !(thing(i).velocity == Vec3{})) findStatic(i);
    for (const std::uint32_t k : near)
        if (valid()) findWith(i, k);
    schedule(i);
}

bool WorldStep::meets(std::uint32_t i, std::uint32_t other) const {
    const std::uint32_t b = bodyOf(i);
    const Passenger& passenger = world_.passengers[b];
    const Body& body = world_.bodies[b];
    if (!isBody(other)) {
        const Mover& mover = world_.movers[other];
        return (world_.models[mover.model].kind & passenger.stoppedBy) != 0 && (mover.pushes & body.kind) != 0;
    }
    const Passenger& second = world_.passengers[bodyOf(other)];
    const Body& two = world_.bodies[bodyOf(other)];
    const bool stops = (two.kind & passenger.stoppedBy) != 0 && (two.contents & passenger.mask) != Contents::Empty;
    return stops || ((body.kind & second.stoppedBy) != 0 && (body.contents & second.mask) != Contents::Empty);
}

void WorldStep::findWith(std::uint32_t i, std::uint32_t other) {
    const WorldThing& one = thing(i);
    const WorldThing& two = thing(other);
    if (i == other || one.gone || two.gone || enters(other, i) || (one.velocity == two.velocity && !two.turning))
        return;
    if (areFar(grid_.boxOf(i), grid_.boxOf(other))) return;
    if (!meets(i, other)) return;
    if (isBody(other)) {
        findBody(i, other);
        return;
    }
    if (two.turning)
        findTurning(i, other);
    else
        findModel(i, other, world_.movers[other].model, poseOf(other, now_));
}

double WorldStep::reachOfSearch(double speed) const {
    return seconds_ - now_ + std::max(kMostSkinsBack * rules_.skin, kSweepFurther) / speed;
}

// The world, and models that do not move.
void WorldStep::findStatic(std::uint32_t i) {
    const std::uint32_t b = bodyOf(i);
    Probe probe;
    probe.box = world_.bodies[b].box;
    probe.mask = world_.passengers[b].mask;
    castModel(i, kNoThing, kNoMember, probe);
    for (std::uint32_t r = 0; r < staticCount_; ++r)
        for (std::uint32_t m = (statics_ + r)->first; m < (statics_ + r)->last && valid(); ++m) {
            const PlacedModel& placed = world_.models[m];
            if (!placed.enabled || (placed.kind & world_.passengers[b].stoppedBy) == 0) continue;
            const format::ModelRecord& record = map_.tables().models[placed.model.value];
            if (!areFar(placedBounds(record, placed.transform), grid_.boxOf(i)))
                findModel(i, kNoThing, m, placed.transform);
        }
}

void WorldStep::findModel(std::uint32_t i, std::uint32_t other, std::uint32_t model, const Transform& transform) {
    const PlacedModel& placed = world_.models[model];
    const format::ModelRecord& record = map_.tables().models[placed.model.value];
    if (record.brushCount == 0) return;
    const Vec3 relative = other == kNoThing ? thing(i).velocity : thing(i).velocity - thing(other).velocity;
    const double speed = length(relative);
    if (!(speed > kStillPart * fastest_)) return;
    const Vec3 from = placeOf(i, now_);
    const Box way = sweptBox(world_.bodies[bodyOf(i)].box, from, from + relative * reachOfSearch(speed));
    const Box bounds = placedBounds(record, transform);
    for (int a = 0; a < 3; ++a)
        if (bounds.mins[a] - 1 > way.maxs[a] || bounds.maxs[a] + 1 < way.mins[a]) return;
    Probe probe;
    probe.box = world_.bodies[bodyOf(i)].box;
    probe.mask = world_.passengers[bodyOf(i)].mask;
    probe.model = placed.model;
    if (!(transform == Transform{})) probe.transform = transform;
    castModel(i, other, MemberId::model(model), probe);
}

void WorldStep::castModel(std::uint32_t i, std::uint32_t other, MemberId member, const Probe& probe) {
    const Vec3 relative = other == kNoThing ? thing(i).velocity : thing(i).velocity - thing(other).velocity;
    const double speed = length(relative);
    if (!(speed > kStillPart * fastest_)) return;
    const Vec3 from = placeOf(i, now_);
    double far = reachOfSearch(speed);
    // A sweep ends at the end of the range, in the world and seen from the model.
    const Vec3 shift = probe.transform ? probe.transform->displacement : Vec3{};
    for (int a = 0; a < 3; ++a) {
        if (relative[a] == 0) continue;
        const double room = kMaxCoordinate * (1 - 1e-12) - std::fabs(from[a]);
        const double seen = kMaxCoordinate * (1 - 1e-12) - std::fabs(from[a] - shift[a]);
        far = std::min(far, std::max(std::min(room, seen), 0.0) / std::fabs(relative[a]));
    }
    Probe exact = probe;
    exact.skin = 0;
    ++result_.casts;
    const Trace trace = map_.trace(exact, from, from + relative * far);
    if (trace.invalid) {
        refuse(trace.refusal);
        return;
    }
    if (trace.startsolid && other != kNoThing) findOverlapped(i, other, relative * far, far);
    if (!trace.hit) return;
    WorldMeeting meeting;
    meeting.other = other;
    meeting.member = member;
    meeting.normal = trace.normal;
    if (trace.allsolid) {
        // A mover leaves alone what is in it. The world holds what is stuck in it.
        if (other != kNoThing) return;
        meeting.normal = relative * (-1 / speed);
    }
    note(i, relative, trace.hitFraction * far, meeting);
}

void WorldStep::findBody(std::uint32_t i, std::uint32_t other) {
    const Vec3 relative = thing(i).velocity - thing(other).velocity;
    const double speed = length(relative);
    if (!(speed > kStillPart * fastest_)) return;
    const double far = reachOfSearch(speed);
    const BoxMeet met = sweepBoxes(boxAt(i, now_), relative * far, boxAt(other, now_));
    if (met.hit) note(i, relative, met.fraction * far, {0, other, memberOf(other), met.normal});
}

// Of two meetings at one time: the world's first, then by what is met, so that the order of the arrays has no part.
bool WorldStep::isFirst(const WorldMeeting& a, const WorldMeeting& b) const {
    if (a.other == kNoThing || b.other == kNoThing) return a.other == kNoThing && b.other != kNoThing;
    return a.normal == b.normal ? isBeforeThing(a.other, b.other) : isBeforeInOrder(a.normal, b.normal);
}

// Returns true if the body has that contact, and its velocity relative to the other thing obeys it. Planes whose
// normals differ by less than those of one contact are one: another meeting would change nothing.
bool WorldStep::keepsTo(std::uint32_t i, std::uint32_t other, const Vec3& normal, const Vec3& relative) const {
    const WorldThing& body = thing(i);
    return std::any_of(body.contacts, body.contacts + body.count, [&](const WorldContact& contact) {
        return contact.other == other && dot(contact.normal, normal) >= kSameContactNormal &&
               dot(contact.normal, relative) >= -kAlongPart * fastest_;
    });
}

// Takes the meeting as the body's next one if it comes before that, pulled back by the skin.
void WorldStep::note(std::uint32_t i, const Vec3& relative, double hitTime, const WorldMeeting& meeting) {
    WorldThing& body = thing(i);
    const double speed = length(relative), closing = -dot(relative, meeting.normal);
    if (keepsTo(i, meeting.other, meeting.normal, relative)) return;
    if (isBody(meeting.other) && keepsTo(meeting.other, i, -meeting.normal, -relative)) return;
    double back = kMostSkinsBack * rules_.skin / speed;
    if (closing > 0) back = std::min(back, rules_.skin / closing);
    const double when = now_ + std::max(hitTime - back, 0.0);
    if (!(when < seconds_)) return;
    if (when > body.next.when || (when == body.next.when && !isFirst(meeting, body.next))) return;
    markActive(i);
    body.next = meeting;
    body.next.when = when;
}

}  // namespace hullbake::detail
