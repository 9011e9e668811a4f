// Lays out a `.hull` block.
// In: sections, each an id and an array of records. Out: header, section table, aligned sections, hash.
// Invariant: gaps are zero, so equal sections give equal bytes. The meaning of the sections is not checked.
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
    /// Adds a section with a four-character id. `elements` must stay alive until the block is finished. They are copied
    /// byte by byte, so their structs must have no padding (those of format.hpp have none).
    template <class T>
    void add(std::string_view id, std::span<const T> elements) {
        static_assert(std::is_trivially_copyable_v<T>);
        addBytes(id, sizeof(T), std::as_bytes(elements));
    }
    void add(std::string_view id, std::string_view text) { add(id, std::span<const char>(text.data(), text.size())); }

    /// Returns the complete block, with its hash.
    std::vector<std::byte> finish(std::uint64_t sourceHash, std::uint32_t maxDepth) const;
    /// Returns the block with a hash of zero. sealHull sets the hash.
    std::vector<std::byte> assemble(std::uint64_t sourceHash, std::uint32_t maxDepth) const;

  private:
    struct Section {
        format::SectionEntry entry;
        std::span<const std::byte> bytes;
    };
    void addBytes(std::string_view id, std::size_t elementSize, std::span<const std::byte> bytes);

    std::vector<Section> sections_;
};

/// Computes the content hash of a block: the hash of all bytes, with the hash field taken as zero.
std::uint64_t contentHashOf(std::span<const std::byte> block);
/// Stores the content hash in the header of a block. Tools that modify a block call this afterwards.
void sealHull(std::span<std::byte> block, std::uint64_t contentHash);
inline void sealHull(std::span<std::byte> block) {
    sealHull(block, contentHashOf(block));
}

}  // namespace hullbake
