// A `.hull` block taken apart, changed and sealed again, for tests of what ClipMap::open refuses.
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

/// Bytes with the header and sections at hand. References stay valid while the size does not change.
struct HullBlock {
    std::vector<std::byte> bytes;

    format::FileHeader& header() { return *reinterpret_cast<format::FileHeader*>(bytes.data()); }
    std::span<format::SectionEntry> entries();
    /// The table's entry of a section that is known to be there.
    format::SectionEntry& entry(std::string_view id);
    /// Position of that entry in the block.
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

    /// Sets the hash so that open looks at everything behind it.
    void seal();
    OpenResult open() const { return ClipMap::open(bytes); }
};

inline constexpr std::string_view kSections[] = {"HULL", "MODL", "ROOT", "PLAN", "NODE", "BRSH", "SIDE", "SHPE", "CRNR",
                                                 "EDGE", "FACE", "BVHN", "GRID", "GBLK", "GCEL", "GSUB", "GCUT", "GPLN",
                                                 "GNOD", "GBRU", "GLST", "GBOX", "STRS", "ENTS", "META"};

/// A small map with something in every section: slopes, water, a brush entity; hulls "point" and "centred".
HullBlock smallBlock();
/// The same with so many brushes that the tree of bounding volumes has two levels.
HullBlock largerBlock();

/// A block with one hull, one model, no brushes and these trees.
HullBlock craftedBlock(std::span<const format::NodeRecord> nodes, format::RootRecord root,
                       std::span<const format::PlaneRecord> planes, std::uint32_t maxDepth);

/// A node of an axial plane.
format::NodeRecord axialNode(std::uint32_t axis, double dist, format::ChildRef front, format::ChildRef back);
format::NodeRecord generalNode(std::uint32_t plane, format::ChildRef front, format::ChildRef back);
inline constexpr format::ChildRef leafOf(Contents contents) {
    return format::kLeafFlag | static_cast<std::uint32_t>(contents);
}

/// Asks a map that was opened from damaged bytes everything, around the origin and further out. The answers need not be
/// right, but their numbers must be in range. Returns a fault or an empty string, and the number of hits.
std::string askEverything(const ClipMap& map, std::uint64_t seed, std::size_t traces, std::size_t& hits);

}  // namespace hullbake::test
