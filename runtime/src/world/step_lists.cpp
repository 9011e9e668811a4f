// The lists that spare a step to look at all things: where they are in the caller's memory, and what changes them.

#include <algorithm>
#include <cstddef>
#include <new>

#include "world/step.hpp"

namespace hullbake::detail {

namespace {

/// Takes room for values that `make` builds.
template <class T, class Make>
T* takeRoom(std::byte*& from, std::size_t count, const Make& make) {
    T* const first = make(from);
    for (std::size_t i = 1; i < count; ++i) make(from + i * sizeof(T));
    from += count * sizeof(T);
    return first;
}
template <class T>
T* takeCleared(std::byte*& from, std::size_t count) {
    return takeRoom<T>(from, count, [](std::byte* at) { return new (at) T(); });
}
/// The values are written before they are read.
std::uint32_t* takeNumbers(std::byte*& from, std::size_t count) {
    return takeRoom<std::uint32_t>(from, count, [](std::byte* at) { return new (at) std::uint32_t; });
}

}  // namespace

// Things first, then all that has the same alignment, numbers at the end.
void WorldStep::takeMemory(std::span<WorldScratch> scratch) {
    std::byte* at = reinterpret_cast<std::byte*>(scratch.data());
    things_ = takeCleared<WorldThing>(at, count_);
    GridRecord* const records = takeCleared<GridRecord>(at, count_);
    heap_ = EventHeap(takeCleared<HeapEntry>(at, count_));
    for (std::uint32_t i = 0; i < count(); ++i) {
        // Contacts are built when they are added.
        thing(i).contacts = reinterpret_cast<WorldContact*>(at);
        at += WorldThing::kMostContacts * sizeof(WorldContact);
    }
    depends_ = reinterpret_cast<WorldDependence*>(at);  // built when they are added, too
    at += count_ * WorldThing::kMostDepends * sizeof(WorldDependence);
    rings_ = reinterpret_cast<RingPlace*>(at);  // the same
    at += count_ * sizeof(RingPlace);
    statics_ = reinterpret_cast<RestingModels*>(at);
    at += count_ * sizeof(RestingModels);
    grid_ = ThingGrid(records, takeNumbers(at, count_), count());
    byModel_ = takeNumbers(at, count_);
    active_ = takeNumbers(at, count_);
    changed_ = takeNumbers(at, count_);
    near_ = takeNumbers(at, count_);
}

// There are at most as many ranges as movers, and one more. Without bodies nobody asks for them.
void WorldStep::listStaticModels() {
    if (world_.bodies.empty()) return;
    std::uint32_t first = 0;
    for (std::uint32_t i = 0; i <= movers(); ++i) {
        const std::uint32_t last =
            i < movers() ? world_.movers[*(byModel_ + i)].model : static_cast<std::uint32_t>(world_.models.size());
        if (first < last) new (statics_ + staticCount_++) RestingModels{first, last};
        first = last + 1;
    }
}

void WorldStep::markActive(std::uint32_t body) {
    if (thing(body).active) return;
    thing(body).active = true;
    std::uint32_t at = activeCount_++;
    for (; at > 0 && *(active_ + at - 1) > body; --at) *(active_ + at) = *(active_ + at - 1);
    *(active_ + at) = body;
}

void WorldStep::markChanged(std::uint32_t i) {
    if (thing(i).changed) return;
    thing(i).changed = true;
    *(changed_ + changedCount_++) = i;
}

// Tells the heap when the next event of the thing is.
void WorldStep::schedule(std::uint32_t i) {
    const WorldThing& one = thing(i);
    const double when = isBody(i) ? one.next.when : one.arrived ? kNeverInStep : one.ends;
    if (when < kNeverInStep)
        heap_.set(i, when);
    else
        heap_.remove(i);
}

bool WorldStep::dependsOn(std::uint32_t i, std::uint32_t other) const {
    const WorldThing& body = thing(i);
    if (body.carrier == other) return true;
    for (std::uint32_t c = 0; c < body.count; ++c)
        if (body.contacts[c].other == other) return true;
    return false;
}

// Returns a place in the body's part of the lists: a new one, or that of what it depends on no more.
std::uint32_t WorldStep::placeForDependence(std::uint32_t i) {
    const std::uint32_t first = bodyOf(i) * WorldThing::kMostDepends;
    if (thing(i).depends < WorldThing::kMostDepends) {
        new (depends_ + first + thing(i).depends) WorldDependence();
        return first + thing(i).depends++;
    }
    std::uint32_t place = first;
    while (dependsOn(i, (depends_ + place)->thing)) ++place;
    std::uint32_t* link = &thing((depends_ + place)->thing).dependent;
    while (*link != place) link = &(depends_ + *link)->next;
    *link = (depends_ + place)->next;
    return place;
}

// Notes that the body's velocity follows from that of the other thing, which its contacts or carrier name already.
void WorldStep::dependOn(std::uint32_t i, std::uint32_t other) {
    markActive(i);
    if (other == kNoThing) return;
    const std::uint32_t first = bodyOf(i) * WorldThing::kMostDepends;
    for (std::uint32_t place = first; place < first + thing(i).depends; ++place)
        if ((depends_ + place)->thing == other) return;
    const std::uint32_t place = placeForDependence(i);
    *(depends_ + place) = {other, thing(other).dependent};
    thing(other).dependent = place;
}

void WorldStep::enqueueDependents(std::uint32_t i) {
    std::uint32_t found = 0;
    for (std::uint32_t place = thing(i).dependent; place != kNoThing; place = (depends_ + place)->next) {
        const std::uint32_t body = bodyThing(place / WorldThing::kMostDepends);
        if (dependsOn(body, i)) *(near_ + found++) = body;
    }
    std::sort(near_, near_ + found);
    for (std::uint32_t k = 0; k < found; ++k) enqueue(*(near_ + k));
}

}  // namespace hullbake::detail
