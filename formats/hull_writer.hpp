// Lays out a `.hull` block: header, section table, aligned sections, hash. Knows nothing of what the sections mean.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <type_traits>
#include <vector>

#include "hullbake/format.hpp"

namespace hullbake {

class HullWriter {
  public:
    /// Adds a section with a four-character id. Elements stay where they are until the block is finished, and are
    /// copied as they lie in memory: their structs must have no padding (those of format.hpp have none).
    template <class T>
    void add(std::string_view id, std::span<const T> elements) {
        static_assert(std::is_trivially_copyable_v<T>);
        addBytes(id, sizeof(T), std::as_bytes(elements));
    }
    void add(std::string_view id, std::string_view text) { add(id, std::span<const char>(text.data(), text.size())); }

    /// The finished block.
    std::vector<std::byte> finish(std::uint64_t sourceHash, std::uint32_t maxDepth) const;

  private:
    struct Section {
        format::SectionEntry entry;
        std::span<const std::byte> bytes;
    };
    void addBytes(std::string_view id, std::size_t elementSize, std::span<const std::byte> bytes);

    std::vector<Section> sections_;
};

/// Sets the header's hash from the block's bytes. Tools that change a block use it too.
void sealHull(std::span<std::byte> block);

}  // namespace hullbake
