// Velocities that follow from one another in a ring: one body pushes a second one, that a third one, and that the first
// or what it stands on. Updates one by one may go round for ever there, so all that follows from them is found anew,
// from rest and in rounds. A round looks at the velocities of the round before, so that the order has no part.
// Pushed bodies take the least velocity that obeys their contacts. What a contact demands never falls. Where it still
// rises after many rounds, it rises by a surplus more than needed, which is doubled again and again. So it ends: soon a
// rise leads beyond all velocities that a body may have, which keeps the one that it had then. And what is carried
// depends on what carries it, but not the other way about.

#include <new>

#include "world/step.hpp"

namespace hullbake::detail {

namespace {

// Part of the fastest speed: a demand that rises by less is rounding.
constexpr double kRingRounding = 1e-11;
// Rounds for each body: before there is a surplus, and before it is doubled.
constexpr std::uint64_t kPlainRounds = 256, kSurplusRounds = 32;

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
    const auto forBodies = [this](const auto& visit) {
        for (std::uint32_t i = queueHead_; i != kNoThing; i = thing(i).link)
            if (isBody(i)) visit(i);
    };
    std::uint64_t bodies = 1;
    forBodies([&](std::uint32_t i) {
        rest(i);
        ++bodies;
    });
    double surplus = 0;
    bool any = true;
    for (std::uint64_t round = 0; any; ++round) {
        if (round >= kPlainRounds * bodies && round % (kSurplusRounds * bodies) == 0)
            surplus = std::max(kRingRounding * fastest_, 2 * surplus);
        any = false;
        forBodies([&](std::uint32_t i) { thing(i).seen = look(i, surplus) || round == 0; });
        forBodies([&](std::uint32_t i) { any = (thing(i).seen && follow(i)) || any; });
    }
    forBodies([this](std::uint32_t i) { settle(i); });
    for (; queueHead_ != kNoThing; queueHead_ = thing(queueHead_).link) thing(queueHead_).queued = false;
}

void WorldStep::rest(std::uint32_t i) {
    WorldThing& body = thing(i);
    RingPlace& place = *new (rings_ + i) RingPlace();
    place.before = body.velocity;
    place.leadBefore = body.lead;
    body.velocity = {};
    body.lead = kNoThing;
    body.squeezed = false;
}

// Raises the demands on the body. Returns true if one of them, or what carries the body, has changed.
bool WorldStep::look(std::uint32_t i, double surplus) {
    WorldThing& body = thing(i);
    bool changed = false;
    for (std::uint32_t c = 0; c < body.count; ++c) {
        WorldContact& contact = body.contacts[c];
        const double demand = demandOf(contact);
        if (contact.other == kNoThing || demand <= contact.atLeast + kRingRounding * fastest_) continue;
        contact.atLeast = demand + (contact.atLeast == kNoDemand ? 0 : surplus);
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
