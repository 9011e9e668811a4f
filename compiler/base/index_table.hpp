// A hash table of numbers, in open addressing.
//
// In: a hash and a test for equality. Out: the number entered for it. A look-up takes one line of the cache, and
// nothing is allocated for each entry. The low bits of a hash choose the slot.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace hullbake {

class IndexTable {
  public:
    static constexpr std::uint32_t kNone = 0xffffffffu;

    /// The first number entered with that hash for which is(number) holds; kNone when there is none. Others may be
    /// asked about that share its low half only.
    template <class Is>
    std::uint32_t find(std::uint64_t hash, const Is& is) const {
        if (slots_.empty()) return kNone;
        const std::uint32_t part = partOf(hash);
        for (std::size_t at = part & mask(); slots_[at].number != kNone; at = (at + 1) & mask())
            if (slots_[at].part == part && is(slots_[at].number)) return slots_[at].number;
        return kNone;
    }

    /// `number` is not kNone. What was entered before stays.
    void enter(std::uint64_t hash, std::uint32_t number) {
        if (2 * (count_ + 1) > slots_.size()) enlarge();
        place({partOf(hash), number});
        ++count_;
    }

  private:
    struct Slot {
        std::uint32_t part = 0;
        std::uint32_t number = kNone;
    };

    // The part of a hash that is kept. The hashes of hashMix() and hashBytes() have folded their high bits into it.
    static std::uint32_t partOf(std::uint64_t hash) { return static_cast<std::uint32_t>(hash); }
    std::size_t mask() const { return slots_.size() - 1; }

    void place(const Slot& slot) {
        std::size_t at = slot.part & mask();
        while (slots_[at].number != kNone) at = (at + 1) & mask();
        slots_[at] = slot;
    }

    void enlarge() {
        constexpr std::size_t kFirst = 64;
        const std::vector<Slot> old =
            std::exchange(slots_, std::vector<Slot>(slots_.empty() ? kFirst : 2 * slots_.size()));
        // From a free slot on: of equal hashes the first stays the first, also where they reach around the end.
        std::size_t start = 0;
        while (start < old.size() && old[start].number != kNone) ++start;
        for (std::size_t i = 0; i < old.size(); ++i)
            if (const Slot& slot = old[(start + i) % old.size()]; slot.number != kNone) place(slot);
    }

    std::vector<Slot> slots_;  // a power of two of them, half of them free
    std::size_t count_ = 0;
};

}  // namespace hullbake
