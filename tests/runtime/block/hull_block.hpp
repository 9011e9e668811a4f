// Takes a `.hull` block apart, changes it and seals it again, for tests of the faults that ClipMap::open refuses.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "hullbake/hullbake.hpp"

namespace hullbake::test {

/// The bytes of a block, with access to header and sections. References stay valid while the size does not change.
struct HullBlock {
    std::vector<std::byte> bytes;

    format::FileHeader& header() { return *reinterpret_cast<format::FileHeader*>(bytes.data()); }
    std::span<format::SectionEntry> entries();
    /// Returns the table's entry of a section that must exist.
    format::SectionEntry& entry(std::string_view id);
    /// Returns the position of that entry in the block.
    std::uint64_t entryOffset(std::string_view id);

    template <class T>
    std::span<T> records(std::string_view id) {
        const format::SectionEntry& section = entry(id);
        return {reinterpret_cast<T*>(bytes.data() + section.offset), static_cast<std::size_t>(section.count)};
    }
    template <class T>
    std::uint64_t offsetOf(const T& record) const {
        return static_cast<std::uint64_t>(reinterpret_cast<const std::byte*>(&record) - bytes.data());
    }

    /// Updates the hash, so that open checks everything behind it.
    void seal();
    OpenResult open() const { return ClipMap::open(bytes); }
};

inline constexpr std::string_view kSections[] = {
    "HULL", "MODL", "ROOT", "PLAN", "NODE", "BRSH", "SIDE", "SHPE", "CRNR", "EDGE", "WSHP", "WCRN", "WEDG", "FACE",
    "BVHN", "GRID", "GBLK", "GCEL", "GSUB", "GCUT", "GPLN", "GNOD", "GBRU", "GLST", "GBOX", "STRS", "ENTS", "META"};

/// Returns a small map with entries in every section: slopes, water, a brush entity. Its hulls are "point" and
/// "centred".
HullBlock smallBlock();
/// Returns the small map with so many more brushes that the tree of bounding volumes has two levels.
HullBlock largerBlock();

/// Returns the block as compilers before version 1.2 wrote it: without the shapes of the world, which cannot be turned.
std::vector<std::byte> withoutWorldShapes(std::vector<std::byte> bytes);

/// Returns a block with one hull, one model, no brushes and these trees.
HullBlock craftedBlock(std::span<const format::NodeRecord> nodes, format::RootRecord root,
                       std::span<const format::PlaneRecord> planes, std::uint32_t maxDepth);

/// Returns a node with an axial plane.
format::NodeRecord axialNode(std::uint32_t axis, double dist, format::ChildRef front, format::ChildRef back);
format::NodeRecord generalNode(std::uint32_t plane, format::ChildRef front, format::ChildRef back);
inline constexpr format::ChildRef leafOf(Contents contents) {
    return format::kLeafFlag | static_cast<std::uint32_t>(contents);
}

/// Runs every query on a map opened from damaged bytes, around the origin and further out. The answers may be wrong,
/// but their numbers must be in range. Returns a fault or an empty string, and the number of hits.
std::string askEverything(const ClipMap& map, std::uint64_t seed, std::size_t traces, std::size_t& hits);

}  // namespace hullbake::test
