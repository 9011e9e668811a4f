// The event loop of a step, what an event does, and the two calls that make a step.

#include "world/step.hpp"

#include <iterator>
#include <utility>

#include "block/box_checks.hpp"

namespace hullbake::detail {

namespace {

constexpr std::uint32_t kMostWorldEvents = 1u << 16;

}  // namespace

void WorldStep::refuse(Refusal why) {
    if (result_.invalid) return;
    result_ = {};
    result_.invalid = true;
    result_.refusal = why;
}

void WorldStep::tell(WorldEvent event) {
    event.time = now_;
    if (result_.events < events_.size()) events_[result_.events] = event;
    ++result_.events;
}

void WorldStep::run() {
    if (!valid() || seconds_ == 0) return;
    if (pieces_ > 0) startPiece();
    resolve();
    findMeetings();
    for (std::uint32_t taken = 0; valid() && !result_.rolledBack;) {
        if (needed_ > pieces_) takeFinerPieces();
        if (taken >= kMostWorldEvents) {
            result_.tooMuch = true;
            stopAll();
            resolve();
            break;
        }
        if (pieceIsNext()) {
            now_ = std::max(now_, pieceEnd_);
            startPiece();
            taken = 0;
        } else if (const std::uint32_t now = takeNext(); now > 0) {
            taken += now;
        } else {
            break;
        }
        resolve();
        findMeetings();
    }
    if (result_.rolledBack) result_.stopped = now_;
    if (!valid() || result_.rolledBack) return;
    now_ = seconds_;
    finishPiece();
}

// Takes all events of one time together: all arrivals, or if there is none all meetings. So each finds everything as it
// was before, whatever the order. Returns their number.
std::uint32_t WorldStep::takeNext() {
    if (heap_.empty() || heap_.first().when > seconds_) return 0;
    now_ = std::max(now_, heap_.first().when);
    const bool arrives = !isBody(heap_.first().thing);
    std::uint32_t taken = 0;
    for (; !heap_.empty() && heap_.first().when <= now_; ++taken) {
        const std::uint32_t first = heap_.first().thing;
        if (isBody(first) == arrives) break;
        if (arrives)
            arrive(first);
        else
            meetNext(first);
    }
    return taken;
}

void WorldStep::meetNext(std::uint32_t i) {
    const WorldMeeting meeting = std::exchange(thing(i).next, {});
    schedule(i);
    dropParted(i);
    if (isBody(meeting.other)) {
        dropParted(meeting.other);
        // Both may have found each other.
        if (thing(meeting.other).next.other == i) {
            thing(meeting.other).next = {};
            schedule(meeting.other);
        }
    }
    meet(i, meeting);
}

void WorldStep::arrive(std::uint32_t mover) {
    thing(mover).arrived = true;
    schedule(mover);
    WorldEvent event;
    event.mover = mover;
    event.other = memberOf(mover);
    event.position = displacementOf(mover, now_);
    tell(event);
    for (std::uint32_t m = 0; m < movers(); ++m) enqueue(m);
}

void WorldStep::meet(std::uint32_t i, const WorldMeeting& meeting) {
    const WorldThing& body = thing(i);
    markChanged(i);
    if (isBody(meeting.other)) {
        meetBody(i, meeting);
        return;
    }
    if (meeting.other != kNoThing && thing(meeting.other).turning) {
        giveToTurning(i, meeting);
        return;
    }
    // What goes away more slowly than the body comes holds it back: a door on a train that carries the body.
    if (meeting.other != kNoThing && dot(meeting.normal, thing(meeting.other).velocity) != 0) {
        give(i, meeting.other, meeting.normal);
    } else if (isForced(body, {})) {
        addContact(i, contactWith(meeting.normal, meeting.other, meeting.member));
    } else {
        hold(i, meeting.other, meeting.member, meeting.normal);
    }
}

// The body stays behind: it is only carried, or dragged along by what pushes it another way.
void WorldStep::hold(std::uint32_t i, std::uint32_t other, MemberId member, const Vec3& normal) {
    if (thing(i).carrier != kNoThing)
        scrape(i, other, member, normal);
    else
        addContact(i, contactWith(normal, kNoThing, member));
}

void WorldStep::meetBody(std::uint32_t i, const WorldMeeting& meeting) {
    const std::uint32_t o = meeting.other;
    markChanged(o);
    const bool comes = dot(meeting.normal, thing(o).velocity) > 0, goes = dot(meeting.normal, thing(i).velocity) < 0;
    const bool pushed = isForced(thing(i), -meeting.normal), otherPushed = isForced(thing(o), meeting.normal);
    if (comes && goes && !pushed && !otherPushed) {
        hold(i, o, memberOf(o), meeting.normal);
        hold(o, i, memberOf(i), -meeting.normal);
        return;
    }
    // Of two that come towards one another the one that nothing forces to do so gives way.
    if (comes && (otherPushed || !goes)) give(i, o, meeting.normal);
    if (goes && (pushed || !comes)) give(o, i, -meeting.normal);
}

// The body gives way to another thing from here on, if it can.
void WorldStep::give(std::uint32_t i, std::uint32_t to, const Vec3& normal) {
    const bool forced = isBody(to) && isForced(thing(to), normal);
    if (isBody(to) && !yields(i) && !forced) {
        hold(to, i, memberOf(i), -normal);
        return;
    }
    if (isBody(to) && thing(i).crushed) {
        addContact(to, contactWith(-normal, i, memberOf(i)));
        return;
    }
    // Who is pushed into what carries it is carried no more. Else their velocities would follow from one another.
    if (thing(to).carrier == i) scrape(to, i, memberOf(i), -normal);
    if (addContact(i, contactWith(normal, to, memberOf(to))) && !thing(i).crushed) tellContact(i, to, normal);
}

void WorldStep::tellContact(std::uint32_t i, std::uint32_t to, const Vec3& normal) {
    tellAt(WorldEventKind::Contact, i, to, normal);
}

void WorldStep::tellAt(WorldEventKind kind, std::uint32_t i, std::uint32_t other, const Vec3& normal) {
    WorldEvent event;
    event.kind = kind;
    if (!isBody(other)) event.mover = other;
    event.body = memberOf(i);
    event.other = memberOf(other);
    event.position = placeOf(i, now_);
    event.plane = {normal, dot(normal, event.position)};
    tell(event);
}

void WorldStep::placeModel(std::uint32_t m) {
    Transform& transform = world_.models[world_.movers[m].model].transform;
    if (thing(m).posed)
        transform = poseOf(m, seconds_);
    else
        transform.displacement = displacementOf(m, seconds_);
}

// All other bodies are where they were.
void WorldStep::commit() {
    if (!valid() || result_.rolledBack) return;
    for (const std::uint32_t i : activeBodies())
        if (!isInRange(placeOf(i, seconds_)) && world_.bodies[bodyOf(i)].enabled) refuse(Refusal::OutOfRange);
    for (std::uint32_t m = 0; m < movers(); ++m)
        if (!isInRange(displacementOf(m, seconds_))) refuse(Refusal::OutOfRange);
    if (!valid()) return;
    for (const std::uint32_t i : activeBodies())
        if (world_.bodies[bodyOf(i)].enabled) world_.bodies[bodyOf(i)].origin = placeOf(i, seconds_);
    for (std::uint32_t m = 0; m < movers(); ++m) placeModel(m);
    for (std::size_t b = 0; b < world_.turned.size(); ++b)
        world_.turned[b] += thing(bodyThing(static_cast<std::uint32_t>(b))).turned;
    for (std::uint32_t m = 0; m < movers(); ++m) {
        Mover& mover = world_.movers[m];
        const WorldThing& driven = thing(m);
        if (!driven.driven || mover.clock >= mover.seconds) continue;
        mover.clock = driven.arrived ? mover.seconds : mover.clock + std::min(seconds_, driven.stopped);
    }
}

}  // namespace hullbake::detail

namespace hullbake {

StepResult stepMovers(const ClipMap& map, const WorldRules& rules, const World& world, double seconds,
                      std::span<WorldScratch> scratch, std::span<WorldEvent> events) noexcept {
    detail::WorldStep step(map, rules, world, seconds, scratch, events);
    if (step.valid()) {
        step.driveMovers();
        step.run();
        step.commit();
    }
    return step.result();
}

StepResult pushBody(const ClipMap& map, const WorldRules& rules, const World& world, std::uint32_t body,
                    const Vec3& way, double& fraction, std::span<WorldScratch> scratch,
                    std::span<WorldEvent> events) noexcept {
    fraction = 0;
    detail::WorldStep step(map, rules, world, 1, scratch, events);
    if (step.valid()) {
        step.driveBody(body, way);
        step.run();
        step.commit();
        if (!step.result().invalid) fraction = step.stopOf(body);
    }
    return step.result();
}

std::string_view worldEventName(WorldEventKind kind) noexcept {
    constexpr const char* kWorldEventNames[] = {"arrived", "contact", "scraped",   "left ground",
                                                "blocked", "crushed", "overlapped"};
    const auto i = static_cast<std::size_t>(kind);
    return i < std::size(kWorldEventNames) ? kWorldEventNames[i] : "";
}

}  // namespace hullbake
