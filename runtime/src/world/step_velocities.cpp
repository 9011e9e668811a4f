// Velocities between two events. A driven thing has its own; a body has the least change of what carries or pushes it
// that obeys its contacts. What depends on a velocity that changes is put into a queue, until nothing changes.

#include <cmath>
#include <new>

#include "world/step.hpp"

namespace hullbake::detail {

namespace {

// How many times faster than the fastest mover a body may slip out of a narrowing gap before it counts as squeezed.
constexpr double kMostSlip = 16;
// Part of the fastest speed: by that much slower than a contact demands is rounding.
constexpr double kSlowPart = 1e-10;
// Cosine between a push and the way that it forces.
constexpr double kLeastForce = 1e-9;
// Units: things that are so much farther apart than when they met touch no more. In a step in which something turns it
// is at least two sagittas.
constexpr double kParted = 1e-6;
// Updates of one thing after which those that go on are taken to follow from one another in a ring.
constexpr std::uint32_t kMostUpdates = 16;

}  // namespace

Vec3 WorldStep::legOf(std::uint32_t m, double time) const {
    const Mover& mover = world_.movers[m];
    const WorldThing& driven = thing(m);
    const double local = driven.driven ? std::min(time, driven.stopped) : 0;
    if (mover.clock >= mover.seconds || local >= driven.ends) return mover.to;
    return mover.from + (mover.to - mover.from) * ((mover.clock + local) / mover.seconds);
}

Vec3 WorldStep::displacementOf(std::uint32_t m, double time) const {
    if (thing(m).posed) return poseOf(m, time).displacement;
    Vec3 sum = legOf(m, time);
    for (std::uint32_t p = world_.movers[m].parent; p != kNoMover; p = world_.movers[p].parent)
        sum = sum + legOf(p, time);
    return sum;
}

Vec3 WorldStep::placeOf(std::uint32_t i, double time) const {
    const WorldThing& body = thing(i);
    if (body.lead != kNoThing && !thing(body.lead).turning)
        return body.at + (displacementOf(body.lead, time) - displacementOf(body.lead, body.since));
    if (body.velocity == Vec3{}) return body.at;
    return body.at + body.velocity * (time - body.since);
}

Box WorldStep::boxAt(std::uint32_t i, double time) const {
    const Vec3 place = placeOf(i, time);
    const Box& box = world_.bodies[bodyOf(i)].box;
    return {place + box.mins, place + box.maxs};
}

void WorldStep::enqueue(std::uint32_t i) {
    WorldThing& one = thing(i);
    if (one.queued) return;
    one.queued = true;
    one.link = kNoThing;
    if (queueHead_ == kNoThing)
        queueHead_ = i;
    else
        thing(queueTail_).link = i;
    queueTail_ = i;
}

void WorldStep::resolve() {
    bool again = true;
    while (again) {
        settleQueue();
        if (queueHead_ != kNoThing) settleRings();
        again = handleSqueezes();
        if (anyRing_) endRings();
    }
}

// Updates what is in the queue, and leaves only what had so many updates that there must be a ring. All that waits for
// something else, however long, goes on first, so that rings elsewhere have no part in it.
void WorldStep::settleQueue() {
    ++resolves_;
    std::uint32_t late = kNoThing;
    while (queueHead_ != kNoThing) {
        const std::uint32_t i = queueHead_;
        queueHead_ = thing(i).link;
        if (isInRing(i)) {
            thing(i).link = late;
            late = i;
            continue;
        }
        thing(i).queued = false;
        update(i);
    }
    queueHead_ = queueTail_ = late;
    while (late != kNoThing) {
        queueTail_ = late;
        late = thing(late).link;
    }
}

// Counts the updates of the thing. Returns true if it had so many that there must be a ring.
bool WorldStep::isInRing(std::uint32_t i) {
    WorldThing& one = thing(i);
    if (one.resolved != resolves_) one.updates = 0;
    one.resolved = resolves_;
    return ++one.updates > kMostUpdates;
}

void WorldStep::update(std::uint32_t i) {
    if (isBody(i))
        updateBody(i);
    else
        setVelocity(i, velocityOfMover(i), i);
}

bool WorldStep::yields(std::uint32_t i) const {
    const WorldThing& body = thing(i);
    return world_.passengers[bodyOf(i)].pushable && !body.driven && !body.stiff && !body.crushed;
}

// Returns true for a mover that goes on into what it has crushed, or what another one has.
bool WorldStep::enters(std::uint32_t driver, std::uint32_t i) const {
    if (driver == kNoThing || isBody(driver) || !thing(i).crushed) return false;
    const Blocked rule = world_.movers[driver].blocked;
    return rule == Blocked::Crush || rule == Blocked::Through;
}

std::uint32_t WorldStep::boundsOf(const WorldThing& body, YieldBound* bounds) const {
    std::uint32_t count = 0;
    for (std::uint32_t c = 0; c < body.count; ++c) {
        const WorldContact& contact = body.contacts[c];
        if (contact.other != kNoThing && thing(contact.other).gone) continue;
        bounds[count++] = {contact.normal, demandOf(contact)};
    }
    return count;
}

// Its own; what carries it; else what pushes it, if all that do so move alike; else rest.
Vec3 WorldStep::wishOf(const WorldThing& body, std::uint32_t& lead) const {
    lead = kNoThing;
    if (body.driven) return body.stopped <= now_ ? Vec3{} : way_;
    if (body.carrier != kNoThing) {
        if (!isBody(body.carrier) && thing(body.carrier).turning) return body.carried;
        lead = thing(body.carrier).lead;
        return thing(body.carrier).velocity;
    }
    Vec3 wish;
    bool any = false;
    for (std::uint32_t c = 0; c < body.count; ++c) {
        const WorldContact& contact = body.contacts[c];
        if (contact.other == kNoThing || thing(contact.other).gone) continue;
        const WorldThing& pusher = thing(contact.other);
        if (!(demandOf(contact) > 0)) continue;
        const Vec3 push = pushOf(contact);
        if (any && !(push == wish)) {
            lead = kNoThing;
            return {};
        }
        lead = contact.turns || (any && lead != pusher.lead) ? kNoThing : pusher.lead;
        wish = push;
        any = true;
    }
    return wish;
}

void WorldStep::updateBody(std::uint32_t i) {
    WorldThing& body = thing(i);
    body.squeezed = false;
    if (body.gone) {
        setVelocity(i, {}, kNoThing);
        return;
    }
    dropParted(i);
    std::uint32_t lead = kNoThing;
    const Vec3 wish = wishOf(body, lead);
    Vec3 velocity;
    if (!findVelocity(i, wish, velocity)) {
        // It rests for now.
        body.squeezed = anySqueezed_ = true;
        velocity = {};
    }
    setVelocity(i, velocity, velocity == wish ? lead : kNoThing);
    if (pieces_ > 0) askForPieces(body);
}

// Finds the velocity that is nearest to the wish and obeys all contacts. Returns false if the body cannot have one.
bool WorldStep::findVelocity(std::uint32_t i, const Vec3& wish, Vec3& velocity) const {
    const WorldThing& body = thing(i);
    YieldBound bounds[WorldThing::kMostContacts];
    const std::uint32_t count = boundsOf(body, bounds);
    velocity = wish;
    if (yields(i))
        return nearestYielding(wish, {bounds, count}, std::max(kMostSlip * fastest_, length(wish)), velocity);
    if (body.carrier == kNoThing && !body.driven) velocity = {};
    return std::all_of(bounds, bounds + count, [&](const YieldBound& bound) {
        return dot(bound.normal, velocity) >= bound.least - kSlowPart * fastest_;
    });
}

// Of what goes with what turns under it: the way that takes it there, or whatever carries it.
Vec3 WorldStep::velocityAlong(std::uint32_t i) const {
    const WorldThing& body = thing(i);
    return isBody(body.carrier) ? thing(body.carrier).velocity : body.carried;
}

void WorldStep::setVelocity(std::uint32_t i, const Vec3& velocity, std::uint32_t lead) {
    WorldThing& one = thing(i);
    if (velocity == Vec3{} && isBody(i)) lead = kNoThing;
    // Also of one that keeps its velocity: pushed evenly, it does not go along.
    if (!(velocity == velocityAlong(i))) one.follows = false;
    if (one.velocity == velocity && one.lead == lead) return;
    if (isBody(i) && !(one.lead == lead && lead != kNoThing)) {
        one.at = placeOf(i, now_);
        one.since = now_;
    }
    if (now_ > pieceStart_) one.follows = false;
    one.velocity = velocity;
    one.lead = lead;
    markChanged(i);
    enqueueDependents(i);
}

// Returns true if something pushes the body that way, or anywhere for the null vector.
bool WorldStep::isForced(const WorldThing& body, const Vec3& way) const {
    if (body.driven) return true;
    for (std::uint32_t c = 0; c < body.count; ++c) {
        const WorldContact& contact = body.contacts[c];
        if (contact.other == kNoThing || thing(contact.other).gone) continue;
        const bool that = way == Vec3{} || dot(contact.normal, way) > kLeastForce;
        if (that && demandOf(contact) > 0) return true;
    }
    return false;
}

// Of two things that push alike: by where they go and where they are, not by their index.
bool WorldStep::isBeforeThing(std::uint32_t a, std::uint32_t b) const {
    if (a == kNoThing || b == kNoThing) return false;
    const WorldThing &one = thing(a), &two = thing(b);
    if (!(one.velocity == two.velocity)) return isBeforeInOrder(one.velocity, two.velocity);
    if (one.turning && two.turning && spinOf(a) != spinOf(b)) return spinOf(a) < spinOf(b);
    if (one.lead == kNoThing || two.lead == kNoThing) return one.lead != kNoThing;
    return isBeforeInOrder(displacementOf(one.lead, now_), displacementOf(two.lead, now_));
}

double WorldStep::offsetOf(std::uint32_t i, const WorldContact& contact) const {
    const std::uint32_t other = contact.other;
    const Vec3 place = other == kNoThing ? Vec3{} : isBody(other) ? placeOf(other, now_) : displacementOf(other, now_);
    return dot(contact.normal, placeOf(i, now_) - place);
}

// Forgets contacts with what the body has parted from since. Else they would hold it once the other thing stops or
// turns back, wherever that is by then.
void WorldStep::dropParted(std::uint32_t i) {
    WorldThing& body = thing(i);
    const double parted = pieces_ > 0 ? std::max(kParted, 2 * rules_.sagitta) : kParted;
    std::uint32_t kept = 0;
    for (std::uint32_t c = 0; c < body.count; ++c) {
        const WorldContact& contact = body.contacts[c];
        if (!contact.turns && offsetOf(i, contact) > contact.apart + parted) continue;
        if (kept != c) body.contacts[kept] = contact;
        ++kept;
    }
    if (body.count == kept) return;
    // What is no longer pushed must not go on.
    body.count = kept;
    anyParted_ = true;
    enqueue(i);
}

// Returns true if the body has a contact with that normal and no smaller demand.
bool WorldStep::obeysAlready(const WorldThing& body, const WorldContact& contact) const {
    for (std::uint32_t c = 0; c < body.count; ++c) {
        const WorldContact& old = body.contacts[c];
        const bool counts = old.other == kNoThing || !thing(old.other).gone;
        if (counts && dot(old.normal, contact.normal) >= kSameContactNormal && demandOf(contact) <= demandOf(old))
            return true;
    }
    return false;
}

bool WorldStep::addContact(std::uint32_t i, const WorldContact& contact) {
    WorldThing& body = thing(i);
    enqueue(i);
    markActive(i);
    markChanged(i);
    const auto strengthOf = [this](const WorldContact& one) {
        return one.other != kNoThing && thing(one.other).gone ? -kNeverInStep : demandOf(one);
    };
    for (std::uint32_t c = 0; c < body.count; ++c) {
        WorldContact& old = body.contacts[c];
        if (dot(old.normal, contact.normal) < kSameContactNormal) continue;
        const double demand = strengthOf(contact), before = strengthOf(old);
        if (demand < before || (demand == before && !isBeforeThing(contact.other, old.other))) return false;
        const Vec3 normal = old.normal;
        old = contact;
        old.normal = normal;
        if (!old.turns) old.apart = offsetOf(i, old);
        dependOn(i, contact.other);
        return true;
    }
    if (body.count == WorldThing::kMostContacts) {
        body.stiff = true;
        return true;
    }
    new (body.contacts + body.count) WorldContact();
    std::uint32_t at = body.count++;
    for (; at > 0 && isBeforeInOrder(contact.normal, body.contacts[at - 1].normal); --at)
        body.contacts[at] = body.contacts[at - 1];
    body.contacts[at] = contact;
    if (!contact.turns) body.contacts[at].apart = offsetOf(i, contact);
    dependOn(i, contact.other);
    return true;
}

}  // namespace hullbake::detail
