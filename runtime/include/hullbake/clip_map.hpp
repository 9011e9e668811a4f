// ClipMap: a read-only view over a `.hull` block that answers traces.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "hullbake/export.h"
#include "hullbake/format.hpp"
#include "hullbake/neighbours.hpp"
#include "hullbake/trace.hpp"
#include "hullbake/transform.hpp"

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
namespace detail {
/// The sections of the grids of all hulls; empty in files without.
struct GridSections {
    std::span<const format::GridRecord> grids;
    std::span<const format::BlockRecord> blocks;
    std::span<const format::CellRecord> cells;
    std::span<const std::uint32_t> subtrees;
    std::span<const format::CutRecord> cuts;
    std::span<const format::PlaneRecord> cutPlanes;
    std::span<const format::NodeRecord> nodes;
    std::span<const std::uint32_t> listOf;  ///< GBRU
    std::span<const std::uint32_t> lists;   ///< GLST
    std::span<const format::FreeBoxRecord> boxes;
};
struct BrushSet;
struct ListedQuery;
struct FoundSide;
struct NeighbourSet;
struct TurnedSet;
struct Trees;
struct Line;
struct Contact;
}  // namespace detail

/// Boxes whose sides are longer than this are not expanded at query time, in world units.
inline constexpr double kMaxBoxSize = 512;

/// A trivially copyable view over a block that the caller owns and keeps alive and unchanged (a file in memory, a
/// mapping, part of a pak). All queries are const, noexcept, take no heap, and may run on any number of threads.
/// A default-constructed ClipMap has no hulls: every query answers `invalid` or nothing.
class HULLBAKE_API ClipMap {
  public:
    /// Checks everything that queries rely on, in one pass over `block` without heap. `block` must start at a multiple
    /// of 8 bytes. On failure the result names the section and offset at fault and its map is empty.
    static OpenResult open(std::span<const std::byte> block) noexcept;
    /// As `open`, but for the hash over all bytes, which takes nearly half of the time: for a block that something else
    /// vouches for. All that queries rely on is checked.
    static OpenResult openWithoutHash(std::span<const std::byte> block) noexcept;

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

    /// Moves any box from start to end through the model's bare brushes, each grown by the box as the trace comes to
    /// it; `input.hull` is not looked at. The answers are those of a baked hull of that box, but for the outside of a
    /// sealed map, which only baked hulls know as solid. A box equal to a hull's box follows that hull's rules of which
    /// brushes count; for any other, clip counts unless the box is a point (mins == maxs), and brushes that `_hulls`
    /// keeps out of some hull count for no other box. `invalid` for a box that is inverted, not finite, longer than
    /// kMaxBoxSize on some axis, or further than kMaxCoordinate from its origin; and when more than 1,024
    /// grown brushes come within the tolerance of one place that needs a close look (docs/trace_contract.md, section
    /// 12).
    Trace traceBox(const Box& box, const TraceInput& input) const noexcept;

    /// What any box overlaps at `origin`, by the same rules. Empty for invalid input.
    Contents boxContents(const Vec3& origin, const Box& box, ModelId model = {}) const noexcept;

    /// Whether box queries take the box: all its numbers are finite and within their limits, and it is not inverted.
    static bool validBox(const Box& box) noexcept;

    /// The brush side that `trace` (an answer to `input`) entered, found among the bare brushes at the contact.
    Surface surface(const TraceInput& input, const Trace& trace) const noexcept;
    /// The same for an answer of traceBox.
    Surface surface(const Box& box, const TraceInput& input, const Trace& trace) const noexcept;

    /// The brushes that the hull's box touches or overlaps at `place.origin`, in the order of model, entity and brush;
    /// `out` gets the first of them, as many as it has room for.
    NeighbourCount overlap(const PlaceInput& place, std::span<Overlap> out) const noexcept;
    /// The same for any box, by the rules of traceBox.
    NeighbourCount overlap(const Box& box, const PlaceInput& place, std::span<Overlap> out) const noexcept;

    /// The planes of grown brushes whose faces come within `distance` (0 to kMaxCoordinate units; less than
    /// kSurfaceTolerance counts as that) of the hull's box at `place.origin`, on the side that faces the box. Faces,
    /// and parts of faces, that other brushes hide do not count; equal planes are one. The nearest comes first; `out`
    /// gets as many as it has room for. Around a convex edge all planes that meet there are told when the box is in
    /// front of them. Invalid also when it is too much work.
    NeighbourCount touching(const PlaceInput& place, double distance, std::span<TouchedPlane> out) const noexcept;
    /// The same for any box, by the rules of traceBox.
    NeighbourCount touching(const Box& box, const PlaceInput& place, double distance,
                            std::span<TouchedPlane> out) const noexcept;

    /// The nearest place where the hull's box is free and keeps kSurfaceTolerance from everything, at most
    /// `maxDistance` (0 to kMaxCoordinate units) away, and not behind a wall: on the straight way there the middle of
    /// the box does not enter solid again once it was out of it. What the outside fill closed is solid.
    Unstick unstick(const PlaceInput& place, double maxDistance) const noexcept;
    /// The same for any box, by the rules of traceBox: nothing is known of the outside.
    Unstick unstick(const Box& box, const PlaceInput& place, double maxDistance) const noexcept;

    // The same for a model that the game has moved or turned: all positions and planes, in questions and in answers,
    // are in the world. Seen from the model, positions must be within +-kMaxCoordinate too. `invalid`, empty contents
    // or no surface for a transform that is not valid().

    /// As trace, of a model that was moved. Baked hulls are upright: for any transform that turns(), by right angles
    /// too, the answer is `invalid`.
    Trace trace(const TraceInput& input, const Transform& transform) const noexcept;
    Contents pointContents(const Vec3& origin, HullId hull, ModelId model, const Transform& transform) const noexcept;
    Surface surface(const TraceInput& input, const Trace& trace, const Transform& transform) const noexcept;

    /// As traceBox, of a model that was moved and turned: the box stays upright, and each turned brush is grown by it
    /// exactly. `invalid` for a model that turns and is not turnable().
    Trace traceBox(const Box& box, const TraceInput& input, const Transform& transform) const noexcept;
    Contents boxContents(const Vec3& origin, const Box& box, ModelId model, const Transform& transform) const noexcept;
    Surface surface(const Box& box, const TraceInput& input, const Trace& trace,
                    const Transform& transform) const noexcept;
    /// Whether the file holds what box queries need to turn the model: all but the world, and models that have a brush
    /// of more than 256 faces.
    bool turnable(ModelId model) const noexcept;
    /// Whether such queries take a position: within its limits in the world and seen from the model, by a transform
    /// that is valid().
    bool validPlace(const Vec3& p, ModelId model, const Transform& transform) const noexcept;

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
    std::span<const format::GridRecord> grids() const noexcept { return grid_.grids; }
    std::span<const format::BlockRecord> gridBlocks() const noexcept { return grid_.blocks; }
    std::span<const format::CellRecord> gridCells() const noexcept { return grid_.cells; }
    std::span<const std::uint32_t> gridSubtrees() const noexcept { return grid_.subtrees; }
    std::span<const format::CutRecord> gridCuts() const noexcept { return grid_.cuts; }
    std::span<const format::PlaneRecord> gridCutPlanes() const noexcept { return grid_.cutPlanes; }
    std::span<const format::NodeRecord> gridNodes() const noexcept { return grid_.nodes; }
    std::span<const std::uint32_t> gridListOf() const noexcept { return grid_.listOf; }
    std::span<const std::uint32_t> gridLists() const noexcept { return grid_.lists; }
    std::span<const format::FreeBoxRecord> freeBoxes() const noexcept { return grid_.boxes; }

  private:
    friend struct MapOpener;
    friend struct detail::ListedQuery;

    bool validTrace(const TraceInput& input) const noexcept;
    // Both for valid input: by the tree alone, and by the grid, where the trace may go by it: of a hull that has one,
    // through the world, for masks without liquids. False when it takes the tree.
    Trace traceTree(const TraceInput& input) const noexcept;
    bool traceGrid(const TraceInput& input, Trace& trace) const noexcept;
    bool mayGoByGrid(const TraceInput& input) const noexcept;
    /// The hull of a box; hullCount() when it is none's.
    std::size_t hullOf(const Box& box) const noexcept;
    std::size_t gridFor(const Box& box, std::size_t hull) const noexcept;
    /// A trace of any box, the hull's if it is one's, by the lists of the cells along it. False when they cannot tell.
    bool traceLists(const Box& box, std::size_t hull, const TraceInput& input, Trace& trace) const noexcept;
    /// A trace of any box, valid or not; `trace` is new.
    void traceOther(const Box& box, std::size_t hull, const TraceInput& input, Trace& trace) const noexcept;
    /// By all brushes.
    Trace traceBrushes(const Box& box, std::size_t hull, const TraceInput& input) const noexcept;
    detail::BrushSet brushSet(const Box& box, ModelId model) const noexcept;
    /// A trace that needs the bare brushes; `found` is null when the contact is not known yet.
    Trace traceClosely(const TraceInput& input, const detail::Trees& trees, const detail::Line& line,
                       const detail::Contact* found, std::int64_t& budget) const noexcept;
    /// The model's brushes as the hull's box meets them.
    detail::BrushSet hullBrushes(HullId hull, ModelId model) const noexcept;
    /// The same for any box; the hull's rules when it is a hull's.
    detail::BrushSet boxBrushes(const Box& box, ModelId model) const noexcept;
    detail::BrushSet boxBrushes(const Box& box, std::size_t hull, ModelId model) const noexcept;
    Surface surfaceOf(const detail::FoundSide& side) const noexcept;
    /// The model's brushes, turned, as the box meets them; the transform must be valid.
    detail::TurnedSet turnedBrushes(const Box& box, ModelId model, const Transform& transform) const noexcept;

    detail::NeighbourSet neighbours(const PlaceInput& place) const noexcept;
    detail::NeighbourSet hullNeighbours(const PlaceInput& place) const noexcept;
    detail::NeighbourSet boxNeighbours(const Box& box, const PlaceInput& place) const noexcept;
    NeighbourCount touchingIn(const detail::NeighbourSet& near, double distance,
                              std::span<TouchedPlane> out) const noexcept;

    bool validPlace(const Vec3& p, ModelId model) const noexcept;
    bool validQuery(const Vec3& p, HullId hull, ModelId model) const noexcept;
    const format::RootRecord& root(HullId hull, ModelId model) const noexcept {
        return roots_[std::size_t{model.value} * hulls_.size() + hull.value];
    }
    std::string_view text(format::StringRef ref) const noexcept { return {strings_.data() + ref.offset, ref.length}; }

    static const format::FileHeader kNoHeader;

    const format::FileHeader* header_ = &kNoHeader;
    std::span<const format::HullRecord> hulls_;
    /// A bit each: its grid serves, and its box is one that queries need not look at closely.
    std::uint32_t plainHulls_ = 0;
    std::span<const format::ModelRecord> models_;
    std::span<const format::RootRecord> roots_;
    std::span<const format::PlaneRecord> planes_;
    std::span<const format::NodeRecord> nodes_;
    std::span<const format::BrushRecord> brushes_;
    std::span<const format::SideRecord> sides_;
    std::span<const format::ShapeRecord> shapes_;
    std::span<const format::CornerRecord> corners_;
    std::span<const format::EdgeRecord> edges_;
    std::span<const format::FaceRecord> faces_;
    std::span<const format::BvhNode> bvh_;
    detail::GridSections grid_;
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
