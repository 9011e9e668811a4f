// Hash table of numbers with open addressing.
//
// In: a hash and a test for equality. Out: the number entered for it. The low bits of a hash choose the slot.
// Invariant: of entries with equal hashes, the first entered is found first. A look-up reads about one cache line and
// an entry needs no allocation of its own.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace hullbake {

class IndexTable {
  public:
    static constexpr std::uint32_t kNone = 0xffffffffu;

    /// Returns the first number entered with that hash for which is(number) is true, or kNone. `is` may also be called
    /// for numbers that share only the low half of the hash.
    template <class Is>
    std::uint32_t find(std::uint64_t hash, const Is& is) const {
        if (slots_.empty()) return kNone;
        const std::uint32_t part = partOf(hash);
        for (std::size_t at = part & mask(); slots_[at].number != kNone; at = (at + 1) & mask())
            if (slots_[at].part == part && is(slots_[at].number)) return slots_[at].number;
        return kNone;
    }

    /// Enters `number`, which is not kNone. Earlier entries with the same hash stay.
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

    // Returns the stored part of a hash. hashMix() and hashBytes() have folded their high bits into it.
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
        // Starts at a free slot: entries with equal hashes keep their order, even across the end of the table.
        std::size_t start = 0;
        while (start < old.size() && old[start].number != kNone) ++start;
        for (std::size_t i = 0; i < old.size(); ++i)
            if (const Slot& slot = old[(start + i) % old.size()]; slot.number != kNone) place(slot);
    }

    std::vector<Slot> slots_;  // a power of two of slots, at least half of them free
    std::size_t count_ = 0;
};

}  // namespace hullbake
