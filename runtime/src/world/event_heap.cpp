#include "world/event_heap.hpp"

namespace hullbake::detail {

namespace {

constexpr std::uint32_t kNotInHeap = UINT32_MAX;

bool isBeforeEntry(double when, std::uint32_t thing, const HeapEntry& other) {
    return when != other.when ? when < other.when : thing < other.thing;
}

}  // namespace

void EventHeap::put(std::uint32_t place, double when, std::uint32_t thing) {
    at(place).when = when;
    at(place).thing = thing;
    at(thing).where = place;
}

void EventHeap::rise(std::uint32_t place, double when, std::uint32_t thing) {
    while (place > 0) {
        const HeapEntry& parent = at((place - 1) / 2);
        if (!isBeforeEntry(when, thing, parent)) break;
        put(place, parent.when, parent.thing);
        place = (place - 1) / 2;
    }
    put(place, when, thing);
}

void EventHeap::sink(std::uint32_t place, double when, std::uint32_t thing) {
    for (std::uint32_t child = 2 * place + 1; child < size_; child = 2 * place + 1) {
        if (child + 1 < size_ && isBeforeEntry(at(child + 1).when, at(child + 1).thing, at(child))) ++child;
        if (isBeforeEntry(when, thing, at(child))) break;
        put(place, at(child).when, at(child).thing);
        place = child;
    }
    put(place, when, thing);
}

void EventHeap::set(std::uint32_t thing, double when) {
    const std::uint32_t place = at(thing).where;
    if (place == kNotInHeap)
        rise(size_++, when, thing);
    else if (when < at(place).when)
        rise(place, when, thing);
    else if (when > at(place).when)
        sink(place, when, thing);
}

void EventHeap::remove(std::uint32_t thing) {
    const std::uint32_t place = at(thing).where;
    if (place == kNotInHeap) return;
    at(thing).where = kNotInHeap;
    const HeapEntry last = at(--size_);
    if (place == size_) return;
    if (place > 0 && isBeforeEntry(last.when, last.thing, at((place - 1) / 2)))
        rise(place, last.when, last.thing);
    else
        sink(place, last.when, last.thing);
}

}  // namespace hullbake::detail
