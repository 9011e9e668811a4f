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
    /// The same, but for its hash: sealHull sets that.
    std::vector<std::byte> assemble(std::uint64_t sourceHash, std::uint32_t maxDepth) const;

  private:
    struct Section {
        format::SectionEntry entry;
        std::span<const std::byte> bytes;
    };
    void addBytes(std::string_view id, std::size_t elementSize, std::span<const std::byte> bytes);

    std::vector<Section> sections_;
};

/// The hash that belongs into the header of a block, from all its other bytes.
std::uint64_t contentHashOf(std::span<const std::byte> block);
/// Sets the header's hash. Tools that change a block use it too.
void sealHull(std::span<std::byte> block, std::uint64_t contentHash);
inline void sealHull(std::span<std::byte> block) {
    sealHull(block, contentHashOf(block));
}

}  // namespace hullbake
