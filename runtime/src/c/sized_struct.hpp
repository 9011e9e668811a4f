// Reads and writes structs of the C interface whose first member is their size. Accepts shorter versions of a struct
// and refuses sizes that no version has.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <type_traits>

namespace hullbake::detail {

/// Members are added in groups of this many bytes, so no size splits one.
inline constexpr std::size_t kSizeStep = 8;

constexpr bool knownSize(std::size_t size, std::size_t smallest, std::size_t largest) {
    return size >= smallest && size <= largest && size % kSizeStep == 0;
}

/// Returns the `size` in the caller's struct, or 0 if this library does not know it. Here and below, the pointer may be
/// misaligned but not null.
template <class T>
std::size_t sizeToldBy(const void* theirs, std::size_t smallest) noexcept {
    static_assert(std::is_trivially_copyable_v<T> && std::is_standard_layout_v<T>);
    static_assert(offsetof(T, size) == 0 && sizeof(T) % kSizeStep == 0);
    std::uint32_t size = 0;
    std::memcpy(&size, theirs, sizeof size);
    return knownSize(size, smallest, sizeof(T)) ? size : 0;
}

/// Copies `size` bytes of a T. Nearly all callers have the newest struct, whose bytes need no loop.
template <class T>
void copyMembers(void* to, const void* from, std::size_t size) noexcept {
#ifndef HULLBAKE_SMALL
    if (size == sizeof(T)) {
        std::memcpy(to, from, sizeof(T));
        return;
    }
#endif
    std::memcpy(to, from, size);
}

/// Copies the caller's members over `ours`; the rest keeps its values. Returns false for an unknown size.
template <class T>
bool readSized(const void* theirs, std::size_t smallest, T& ours) noexcept {
    const std::size_t size = sizeToldBy<T>(theirs, smallest);
    copyMembers<T>(&ours, theirs, size);
    return size != 0;
}

/// Copies as much of `ours` as the caller has room for. `size` must be a result of sizeToldBy.
template <class T>
void writeSized(void* theirs, std::size_t size, T ours) noexcept {
    ours.size = static_cast<std::uint32_t>(size);
    copyMembers<T>(theirs, &ours, size);
}

}  // namespace hullbake::detail
