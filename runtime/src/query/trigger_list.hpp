// The triggers of a call, whether they are a C++ or a C caller's.
#pragma once

#include <cstddef>
#include <span>

#include "hullbake/triggers.hpp"

namespace hullbake::detail {

/// Reads triggers out of an array of structs of any kind.
struct TriggerList {
    const void* first = nullptr;
    std::size_t stride = 0, count = 0;
    Trigger (*read)(const void* one, std::size_t size) = nullptr;

    Trigger operator[](std::size_t i) const { return read(static_cast<const std::byte*>(first) + i * stride, stride); }
};

/// Does what the public function does.
TouchResult touch(const ClipMap& map, const Probe& body, const Passage& passage, const TriggerList& triggers,
                  std::span<std::uint64_t> inside, std::span<TriggerEvent> events) noexcept;

}  // namespace hullbake::detail
