// Bodies that no velocity lets out of all their contacts: who squeezes them, and what becomes of these.
// Blame goes from the body through those that push it up to the movers. A body on that way that is only carried is not
// worth stopping a mover for: it is scraped off.

#include "world/step.hpp"

namespace hullbake::detail {

bool WorldStep::handleSqueezes() {
    if (!anySqueezed_) return false;
    // A body may have been squeezed only until the velocities of all others were found, too.
    anySqueezed_ = false;
    for (const std::uint32_t i : activeBodies()) anySqueezed_ = anySqueezed_ || thing(i).squeezed;
    if (!anySqueezed_) return false;
    anySqueezed_ = anyParted_ = false;
    // First of all those that are only carried are scraped off, as that may be enough.
    bool scraped = false, handled = false;
    for (const std::uint32_t i : activeBodies()) {
        if (!thing(i).squeezed) continue;
        blame(i);
        for (const std::uint32_t b : activeBodies()) {
            WorldThing& body = thing(b);
            if (!body.blamed || body.driven) continue;
            scraped = true;
            const WorldContact at = body.count > 0 ? body.contacts[0] : WorldContact{};
            scrape(b, b == i ? at.other : i, b == i ? at.member : memberOf(i), b == i ? at.normal : Vec3{});
        }
        enqueue(i);
    }
    if (scraped) return true;
    for (const std::uint32_t i : activeBodies()) {
        if (!thing(i).squeezed || thing(i).gone) continue;
        blame(i);
        handled = handleBlamed(i) || handled;
        enqueue(i);
        if (result_.rolledBack) return false;
    }
    // Whoever has parted from what pushed it squeezes nobody any more.
    if (handled || anyParted_) return true;
    result_.tooMuch = true;
    stopAll();
    for (const std::uint32_t i : activeBodies()) enqueue(i);
    return true;
}

bool WorldStep::squeezesAlone(const WorldThing& body, std::uint32_t contact) const {
    YieldBound bounds[WorldThing::kMostContacts];
    std::uint32_t count = 0;
    for (std::uint32_t c = 0; c < body.count; ++c) {
        const WorldContact& one = body.contacts[c];
        const bool pushes = one.other != kNoThing && demandOf(one) > 0;
        if (c != contact && pushes) continue;
        if (one.other != kNoThing && thing(one.other).gone) continue;
        bounds[count++] = {one.normal, demandOf(one)};
    }
    Vec3 velocity;
    return !nearestYielding({}, {bounds, count}, 16 * fastest_, velocity);
}

void WorldStep::blameContact(const WorldContact& contact, std::uint32_t& trail) {
    if (contact.other == kNoThing) return;
    WorldThing& other = thing(contact.other);
    if (other.gone || other.seen || !(demandOf(contact) > 0)) return;
    other.seen = true;
    if (!isBody(contact.other) || other.driven || other.carrier != kNoThing) {
        other.blamed = true;
        return;
    }
    other.trail = trail;
    trail = contact.other;
}

// Marks what squeezes the body: movers, a driven body, or bodies that are only carried.
void WorldStep::blame(std::uint32_t i) {
    for (std::uint32_t m = 0; m < movers(); ++m) thing(m).blamed = thing(m).seen = false;
    for (const std::uint32_t b : activeBodies()) thing(b).blamed = thing(b).seen = false;
    WorldThing& body = thing(i);
    body.seen = true;
    // Unless there is something that squeezes it against what rests, all that pushes it does so together.
    bool alone[WorldThing::kMostContacts] = {}, any = false;
    for (std::uint32_t c = 0; c < body.count; ++c) {
        alone[c] = yields(i) && body.contacts[c].other != kNoThing && squeezesAlone(body, c);
        any = any || alone[c];
    }
    // What does not give way itself is stopped where it is.
    if (body.driven || (!yields(i) && body.carrier != kNoThing)) body.blamed = true;
    std::uint32_t trail = kNoThing;
    for (std::uint32_t c = 0; c < body.count; ++c)
        if (!any || alone[c]) blameContact(body.contacts[c], trail);
    while (trail != kNoThing) {
        dropParted(trail);
        const WorldThing& pusher = thing(trail);
        trail = pusher.trail;
        for (std::uint32_t c = 0; c < pusher.count; ++c) blameContact(pusher.contacts[c], trail);
    }
}

// Returns false if there is nobody to blame.
bool WorldStep::handleBlamed(std::uint32_t i) {
    bool any = false;
    Blocked policy = Blocked::Stop;
    const auto rank = [](Blocked b) {
        return b == Blocked::Stop ? 0 : b == Blocked::Through ? 1 : b == Blocked::Crush ? 2 : 3;
    };
    std::uint32_t first = kNoThing;
    forDrivers([&](std::uint32_t k) {
        if (!thing(k).blamed) return;
        const Blocked own = isBody(k) ? Blocked::Stop : world_.movers[k].blocked;
        if (!any || rank(own) > rank(policy)) {
            policy = own;
            first = k;
        }
        any = true;
    });
    if (!any) return false;
    if (policy == Blocked::Rollback) {
        result_.rolledBack = true;
        result_.events = 0;
        tellBlocked(WorldEventKind::Blocked, first, i);
        return true;
    }
    if (policy != Blocked::Stop) {
        tellBlocked(policy == Blocked::Crush ? WorldEventKind::Crushed : WorldEventKind::Overlapped, first, i);
        crush(i);
        return true;
    }
    forDrivers([&](std::uint32_t k) {
        if (!thing(k).blamed) return;
        tellBlocked(WorldEventKind::Blocked, k, i);
        if (isBody(k))
            thing(k).stopped = std::min(thing(k).stopped, now_);
        else
            stopWith(k);
        enqueue(k);
    });
    return true;
}

// From here on the body stays where it is. What crushes goes on into it; to all else it is an obstacle, so that bodies
// that push it are squeezed themselves.
void WorldStep::crush(std::uint32_t i) {
    WorldThing& body = thing(i);
    body.crushed = true;
    body.squeezed = false;
    body.carrier = kNoThing;
    std::uint32_t kept = 0;
    for (std::uint32_t c = 0; c < body.count; ++c) {
        const WorldContact contact = body.contacts[c];
        const bool pushed = isBody(contact.other) && !thing(contact.other).gone && demandOf(contact) > 0;
        if (pushed) addContact(contact.other, contactWith(-contact.normal, i, memberOf(i)));
        if (!pushed && !enters(contact.other, i)) body.contacts[kept++] = contact;
    }
    body.count = kept;
    markChanged(i);
    for (const std::uint32_t b : activeBodies()) enqueue(b);
}

void WorldStep::tellBlocked(WorldEventKind kind, std::uint32_t driver, std::uint32_t i) {
    const WorldThing& body = thing(i);
    WorldEvent event;
    event.kind = kind;
    if (!isBody(driver)) event.mover = driver;
    event.body = memberOf(i);
    event.position = placeOf(i, now_);
    // What it is squeezed against: the contact that faces its pushers most.
    Vec3 push;
    for (std::uint32_t c = 0; c < body.count; ++c) {
        const WorldContact& contact = body.contacts[c];
        if (contact.other != kNoThing && !thing(contact.other).gone) push = push + pushOf(contact);
    }
    if (body.driven) push = way_;
    double most = 0;
    for (std::uint32_t c = 0; c < body.count; ++c) {
        const WorldContact& contact = body.contacts[c];
        const double against = -dot(contact.normal, push);
        if (contact.other == driver || against <= most) continue;
        most = against;
        event.other = contact.member;
        event.plane = {contact.normal, dot(contact.normal, event.position)};
    }
    tell(event);
}

void WorldStep::scrape(std::uint32_t i, std::uint32_t other, MemberId member, const Vec3& normal) {
    WorldThing& body = thing(i);
    WorldEvent event;
    event.kind = WorldEventKind::Scraped;
    if (other != kNoThing && !isBody(other)) event.mover = other;
    event.body = memberOf(i);
    event.other = member;
    event.position = placeOf(i, now_);
    event.plane = {normal, dot(normal, event.position)};
    tell(event);
    body.carrier = kNoThing;
    markChanged(i);
    enqueue(i);
}

void WorldStep::stopWith(std::uint32_t mover) {
    // The piece ends here. Riders are put in place while what is under them still turns.
    if (pieceEnd_ < kNeverInStep) {
        finishPiece();
        pieceStart_ = now_;
    }
    const auto stop = [this](std::uint32_t m) { thing(m).stopped = std::min(thing(m).stopped, now_); };
    for (std::uint32_t p = mover; p != kNoMover; p = world_.movers[p].parent) {
        const std::uint32_t team = world_.movers[p].team;
        stop(p);
        for (std::uint32_t m = 0; m < movers() && team != kNoTeam; ++m)
            if (world_.movers[m].team == team) stop(m);
    }
    forgetPoses();
    // What a stopped mover carries turns otherwise from here on.
    if (pieceEnd_ < kNeverInStep) pieceEnd_ = now_;
    refreshTurning();
    for (std::uint32_t m = 0; m < movers(); ++m) {
        if (thing(m).stopped < thing(m).ends) thing(m).ends = kNeverInStep;
        schedule(m);
        enqueue(m);
    }
    // What only turns pushes no more although its velocity stays the same.
    for (std::uint32_t m = 0; m < movers(); ++m) enqueueDependents(m);
}

void WorldStep::stopAll() {
    result_.stopped = now_;
    forDrivers([this](std::uint32_t i) {
        WorldThing& one = thing(i);
        if (one.driven) one.stopped = std::min(one.stopped, now_);
        if (!isBody(i) && one.stopped < one.ends) one.ends = kNeverInStep;
        schedule(i);
        if (isBody(i)) one.carrier = kNoThing;
        one.squeezed = false;
        one.count = 0;
        enqueue(i);
    });
    forgetPoses();
}

}  // namespace hullbake::detail
