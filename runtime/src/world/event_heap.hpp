// Which of many things has the next event: a binary heap in memory of the caller's, in the order of time and number.
#pragma once

#include <cstddef>
#include <cstdint>

namespace hullbake::detail {

struct HeapEntry {
    double when = 0;
    std::uint32_t thing = 0;
    std::uint32_t where = UINT32_MAX;  ///< of the thing whose number is that of this entry: its place in the heap
};

class EventHeap {
  public:
    EventHeap() = default;
    /// `entries` are as many as things.
    explicit EventHeap(HeapEntry* entries) : entries_(entries) {}

    bool empty() const { return size_ == 0; }
    const HeapEntry& first() const { return *entries_; }
    void set(std::uint32_t thing, double when);
    void remove(std::uint32_t thing);

  private:
    HeapEntry& at(std::uint32_t place) const { return *(entries_ + place); }
    void put(std::uint32_t place, double when, std::uint32_t thing);
    void rise(std::uint32_t place, double when, std::uint32_t thing);
    void sink(std::uint32_t place, double when, std::uint32_t thing);

    HeapEntry* entries_ = nullptr;
    std::uint32_t size_ = 0;
};

}  // namespace hullbake::detail
