// ClipMap: a read-only view over a `.hull` block that answers traces.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "hullbake/export.h"
#include "hullbake/format.hpp"
#include "hullbake/trace.hpp"

namespace hullbake {

enum class Status : std::uint8_t {
    Ok,
    TooSmall,      ///< fewer bytes than a header
    Misaligned,    ///< the block does not start at a multiple of 8 bytes
    WrongMagic,    ///< not a .hull file, or damaged by a text-mode copy
    WrongVersion,  ///< another major version
    WrongEndian,
    WrongSize,        ///< shorter or longer than its header says: truncated
    HashMismatch,     ///< bytes were altered
    BadSectionTable,  ///< a section lies outside the block, overlaps, is misaligned or of the wrong element size
    MissingSection,
    BadRecord,  ///< an index, count or number out of its range
    BadTree,    ///< nodes that are not a tree in the file's order
    TooDeep,    ///< deeper than a query's stack
};
HULLBAKE_API std::string_view statusText(Status status) noexcept;

struct HullInfo {
    std::string_view name;
    Box box;
};

struct ModelInfo {
    std::string_view classname;
    Box bounds;                ///< of the bare brushes
    Vec3 origin;               ///< the entity's own origin
    std::uint32_t entity = 0;  ///< number of the entity in the map
    std::uint32_t brushCount = 0;
};

struct OpenResult;

/// A trivially copyable view over a block that the caller owns and keeps alive and unchanged (a file in memory, a
/// mapping, part of a pak). All queries are const, noexcept, take no heap, and may run on any number of threads.
/// A default-constructed ClipMap has no hulls: every query answers `invalid` or nothing.
class HULLBAKE_API ClipMap {
  public:
    /// Checks everything that queries rely on, in one pass over `block` without heap. `block` must start at a multiple
    /// of 8 bytes. On failure the result names the section and offset at fault and its map is empty.
    static OpenResult open(std::span<const std::byte> block) noexcept;

    std::size_t hullCount() const noexcept { return hulls_.size(); }
    std::size_t modelCount() const noexcept { return models_.size(); }
    /// Empty when no hull has that name (names are compared exactly).
    std::optional<HullId> findHull(std::string_view name) const noexcept;
    /// Information on a hull or model that exists; default values otherwise.
    HullInfo hull(HullId id) const noexcept;
    ModelInfo model(ModelId id) const noexcept;

    /// Moves the hull's box from start to end through a model's baked tree.
    Trace trace(const TraceInput& input) const noexcept;
    /// One trace for each input. Every answer is that of `trace`, whatever stands beside it, so a batch may be split
    /// anywhere, for threads of the caller's own. Answers as many as both spans hold and returns their number; the rest
    /// of the longer one is left alone. The spans must not overlap.
    std::size_t traces(std::span<const TraceInput> inputs, std::span<Trace> answers) const noexcept;

    /// What the hull's box overlaps at `origin`; touching is not overlapping. Empty for invalid input.
    Contents pointContents(const Vec3& origin, HullId hull, ModelId model = {}) const noexcept;

    /// The brush side that `trace` (an answer to `input`) entered, found among the bare brushes at the contact.
    Surface surface(const TraceInput& input, const Trace& trace) const noexcept;

    /// The keys and values of the map's entities, in `.map` syntax without brushes.
    std::string_view entityText() const noexcept { return entityText_; }
    /// The settings of the compile, JSON.
    std::string_view metaText() const noexcept { return metaText_; }
    /// The whole block's header; all zero for an empty map.
    const format::FileHeader& header() const noexcept { return *header_; }

    /// Raw tables, for tools. Everything in them was validated by open.
    std::span<const format::NodeRecord> nodes() const noexcept { return nodes_; }
    std::span<const format::PlaneRecord> planes() const noexcept { return planes_; }
    std::span<const format::RootRecord> roots() const noexcept { return roots_; }
    std::span<const format::BrushRecord> brushes() const noexcept { return brushes_; }
    std::span<const format::SideRecord> sides() const noexcept { return sides_; }

  private:
    friend struct MapOpener;

    /// Calls visit(brush) for the model's brushes near enough to `origin` that the hull's box touches their bounds.
    template <class Visit>
    void forBrushesAt(const Vec3& origin, const Box& box, ModelId model, const Visit& visit) const noexcept;
    /// The plane of the grown brush that the trace enters first in about `t` to `until`, and is in then; of several
    /// entered at once a face rather than a bevel, then an axial one, then the one faced most directly, then the first
    /// in the map. False when no brush is entered there.
    bool enteredSide(const TraceInput& input, double t, double until, Plane& plane) const noexcept;
    /// Whether the trace enters a brush between about `t` and `until`, and is in it then.
    bool insideBrushes(const TraceInput& input, double t, double until) const noexcept;
    bool sideEnteredAt(const TraceInput& input, double t, double room, Plane& plane) const noexcept;
    template <class Visit>
    void clipBrushesAt(const TraceInput& input, double t, double until, double room, const Visit& visit) const noexcept;

    bool validQuery(const Vec3& p, HullId hull, ModelId model) const noexcept;
    const format::RootRecord& root(HullId hull, ModelId model) const noexcept {
        return roots_[std::size_t{model.value} * hulls_.size() + hull.value];
    }
    std::string_view text(format::StringRef ref) const noexcept { return {strings_.data() + ref.offset, ref.length}; }

    static const format::FileHeader kNoHeader;

    const format::FileHeader* header_ = &kNoHeader;
    std::span<const format::HullRecord> hulls_;
    std::span<const format::ModelRecord> models_;
    std::span<const format::RootRecord> roots_;
    std::span<const format::PlaneRecord> planes_;
    std::span<const format::NodeRecord> nodes_;
    std::span<const format::BrushRecord> brushes_;
    std::span<const format::SideRecord> sides_;
    std::span<const format::FaceRecord> faces_;
    std::span<const format::BvhNode> bvh_;
    std::string_view strings_, entityText_, metaText_;
};

struct OpenResult {
    Status status = Status::Ok;
    char section[5] = {};      ///< four-char id of the section at fault, or empty for the header
    std::uint64_t offset = 0;  ///< of the fault, bytes from the start of the block
    ClipMap map;
    explicit operator bool() const { return status == Status::Ok; }
};

}  // namespace hullbake
