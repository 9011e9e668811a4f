// Velocities that follow from one another in a ring: one body pushes a second one, that a third one, and that the first
// or what it stands on. Updates one by one may go round for ever there, so all that follows from them is found anew,
// from rest and in sweeps over all these bodies. A sweep takes each after what it depends on, where no ring forbids
// that, so that one sweep leads once round a ring. Where the bodies are decides the rest of the order, so that the
// order of the arrays has no part. Pushed bodies take the least velocity that obeys their contacts. What a contact
// demands never falls. Demands that rise by less and less, at one rate, are raised nearly to where that leads. Where
// one still rises after many sweeps, it rises by a surplus more than needed, which grows again and again. So it ends:
// soon a rise leads beyond all velocities that a body may have, which keeps the one that it had then. And what is
// carried depends on what carries it, but not the other way about.

#include <cmath>
#include <new>

#include "world/step.hpp"

namespace hullbake::detail {

namespace {

// Part of the fastest speed: a demand that rises by less is rounding.
constexpr double kRingRounding = 1e-11;
// Sweeps: before there is a surplus, before it is made four times as large, and before demands are raised ahead.
constexpr std::uint32_t kPlainSweeps = 64, kSurplusSweeps = 4, kAheadSweeps = 4;
// Part of what is missing to where demands lead: rates that differ more are not one rate; they are raised by less.
constexpr double kOneRate = 1.0 / 32, kLeastBehind = 1.0 / 1024;

bool isBeforeBox(const Box& a, const Box& b) {
    return a.mins == b.mins ? isBeforeInOrder(a.maxs, b.maxs) : isBeforeInOrder(a.mins, b.mins);
}

// Returns how far a demand still rises, or slightly less, if its last three rises tell that; else 0.
double riseToCome(const Vec3& rises) {
    if (!(rises.x > 0 && rises.y > rises.x && rises.z > rises.y)) return 0;
    const double last = rises.x / rises.y, before = rises.y / rises.z, rate = std::min(last, before);
    const double differ = std::fabs(last - before) / (1 - rate);
    if (!(differ <= kOneRate)) return 0;
    return rises.x * rate / (1 - rate) * (1 - std::max(kLeastBehind, 8 * differ));
}

}  // namespace

void WorldStep::settleRings() {
    anyRing_ = true;
    // The queue gets all that follows from what is in it.
    for (std::uint32_t i = queueHead_; i != kNoThing; i = thing(i).link) {
        if (isBody(i))
            dropParted(i);
        else
            update(i);
        enqueueDependents(i);
    }
    orderRings();
    const auto forBodies = [this](const auto& visit) {
        for (std::uint32_t i = queueHead_; i != kNoThing; i = thing(i).link) visit(i);
    };
    forBodies([this](std::uint32_t i) { rest(i); });
    double surplus = 0;
    bool any = true;
    for (std::uint32_t sweep = 0; any; ++sweep) {
        if (sweep >= kPlainSweeps && sweep % kSurplusSweeps == 0)
            surplus = std::max(kRingRounding * fastest_, 4 * surplus);
        any = false;
        forBodies([&](std::uint32_t i) {
            const bool changed = look(i, surplus) || sweep == 0;
            any = (changed && follow(i)) || any;
        });
        if (sweep % kAheadSweeps == kAheadSweeps - 1) forBodies([this](std::uint32_t i) { lookAhead(i); });
    }
    forBodies([this](std::uint32_t i) { settle(i); });
    for (; queueHead_ != kNoThing; queueHead_ = thing(queueHead_).link) thing(queueHead_).queued = false;
}

// Leaves the bodies in the queue, each after all that it depends on, but for what leads back in a ring.
void WorldStep::orderRings() {
    std::uint32_t found = 0;
    for (std::uint32_t i = queueHead_; i != kNoThing; i = thing(i).link) {
        thing(i).queued = isBody(i);
        if (!isBody(i)) continue;
        thing(i).seen = false;
        new (rings_ + i) RingPlace();
        *(near_ + found++) = i;
    }
    const auto isBefore = [this](std::uint32_t a, std::uint32_t b) {
        const Vec3 one = placeOf(a, now_), two = placeOf(b, now_);
        if (!(one == two)) return isBeforeInOrder(one, two);
        return isBeforeBox(world_.bodies[bodyOf(a)].box, world_.bodies[bodyOf(b)].box);
    };
    // As a heap, which takes less code than std::sort: rings are rare.
    std::make_heap(near_, near_ + found, isBefore);
    std::sort_heap(near_, near_ + found, isBefore);
    std::uint32_t* end = &queueHead_;
    for (std::uint32_t k = 0; k < found; ++k) {
        if (thing(*(near_ + k)).seen) continue;
        std::uint32_t i = *(near_ + k);
        thing(i).seen = true;
        while (i != kNoThing) {
            const std::uint32_t before = nextBefore(i);
            if (before != kNoThing) {
                thing(before).seen = true;
                (rings_ + before)->asker = i;
                i = before;
                continue;
            }
            *end = queueTail_ = i;
            end = &thing(i).link;
            i = (rings_ + i)->asker;
        }
    }
    *end = kNoThing;
}

// Returns something in the queue that the body depends on, and that was not seen.
std::uint32_t WorldStep::nextBefore(std::uint32_t i) {
    const WorldThing& body = thing(i);
    for (std::uint32_t& asked = (rings_ + i)->asked; asked <= body.count;) {
        const std::uint32_t other = asked == 0 ? body.carrier : body.contacts[asked - 1].other;
        ++asked;
        if (isBody(other) && thing(other).queued && !thing(other).seen) return other;
    }
    return kNoThing;
}

void WorldStep::rest(std::uint32_t i) {
    WorldThing& body = thing(i);
    RingPlace& place = *(rings_ + i);
    place.before = body.velocity;
    place.leadBefore = body.lead;
    body.velocity = {};
    body.lead = kNoThing;
    body.squeezed = false;
    for (std::uint32_t c = 0; c < body.count; ++c)
        if (!body.contacts[c].turns) body.contacts[c].push = {};
}

// Raises the demands on the body. Returns true if one of them, or what carries the body, has changed.
bool WorldStep::look(std::uint32_t i, double surplus) {
    WorldThing& body = thing(i);
    bool changed = false;
    for (std::uint32_t c = 0; c < body.count; ++c) {
        WorldContact& contact = body.contacts[c];
        const double demand = demandOf(contact);
        const bool rises = contact.other != kNoThing && demand > contact.atLeast + kRingRounding * fastest_;
        const bool isFirst = contact.atLeast == kNoDemand;
        if (!contact.turns)
            contact.push = {rises && !isFirst ? demand - contact.atLeast : 0, contact.push.x, contact.push.y};
        if (!rises) continue;
        contact.atLeast = demand + (isFirst ? 0 : surplus);
        changed = true;
    }
    std::uint32_t lead = kNoThing;
    const Vec3 wish = body.carrier != kNoThing || body.driven ? wishOf(body, lead) : Vec3{};
    RingPlace& place = *(rings_ + i);
    changed = changed || !(wish == place.wish) || lead != place.wishLead;
    place.wish = wish;
    place.wishLead = lead;
    return changed;
}

// Returns true if the velocity has changed.
bool WorldStep::follow(std::uint32_t i) {
    WorldThing& body = thing(i);
    if (body.gone) return false;
    const RingPlace& place = *(rings_ + i);
    Vec3 velocity;
    body.squeezed = !findVelocity(i, place.wish, velocity);
    if (body.squeezed) return false;
    const std::uint32_t lead = velocity == place.wish ? place.wishLead : kNoThing;
    if (velocity == body.velocity && lead == body.lead) return false;
    body.velocity = velocity;
    body.lead = lead;
    return true;
}

void WorldStep::lookAhead(std::uint32_t i) {
    WorldThing& body = thing(i);
    bool raised = false;
    for (std::uint32_t c = 0; c < body.count; ++c) {
        WorldContact& contact = body.contacts[c];
        if (contact.turns) continue;
        const double rise = riseToCome(contact.push);
        contact.push = {};
        if (!(rise > 0)) continue;
        contact.atLeast += rise;
        raised = true;
    }
    if (raised) follow(i);
}

// Takes the velocity over from the last round.
void WorldStep::settle(std::uint32_t i) {
    WorldThing& body = thing(i);
    const Vec3 velocity = body.velocity;
    const std::uint32_t lead = body.lead;
    body.velocity = (rings_ + i)->before;
    body.lead = (rings_ + i)->leadBefore;
    setVelocity(i, velocity, lead);
    anySqueezed_ = anySqueezed_ || body.squeezed;
    if (pieces_ > 0) askForPieces(body);
}

void WorldStep::endRings() {
    anyRing_ = false;
    for (const std::uint32_t i : activeBodies())
        for (std::uint32_t c = 0; c < thing(i).count; ++c) thing(i).contacts[c].atLeast = kNoDemand;
}

}  // namespace hullbake::detail
