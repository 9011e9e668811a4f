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
#include "hullbake/probe.hpp"
#include "hullbake/refusal.hpp"
#include "hullbake/shape.hpp"
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

/// Where a ball or capsule touches what it has hit.
struct ContactPoint {
    Vec3 point;                       ///< on the brush, world units
    Feature feature = Feature::None;  ///< what of the brush is touched there
    Surface surfaces[2];              ///< both faces at an edge, two of those at a corner; equal ones for a face
    bool found = false;
};

struct OpenResult;

/// Boxes whose sides are longer than this are not expanded at query time, in world units.
inline constexpr double kMaxBoxSize = 512;

/// A trivially copyable view over a block (a file in memory, a mapping, part of a pak). The caller owns the block and
/// keeps it alive and unchanged. All queries are const, noexcept, take no heap, and may run on any number of threads.
/// A default-constructed ClipMap has no hulls: every query answers `invalid` or nothing.
class HULLBAKE_API ClipMap {
  public:
    /// Checks everything that queries rely on, in one pass over `block` without heap. `block` must start at a multiple
    /// of 8 bytes. On failure the result names the section and offset at fault and its map is empty.
    static OpenResult open(std::span<const std::byte> block) noexcept;
    /// Opens a block like `open`, without the hash over all bytes, which takes nearly half of the time. For blocks
    /// whose bytes are verified elsewhere. Checks everything else that queries rely on.
    static OpenResult openWithoutHash(std::span<const std::byte> block) noexcept;

    std::size_t hullCount() const noexcept { return tables_.hulls.size(); }
    std::size_t modelCount() const noexcept { return tables_.models.size(); }
    /// Returns the hull with that name (compared exactly), or nothing.
    std::optional<HullId> findHull(std::string_view name) const noexcept;
    /// Returns information on a hull or model, or default values if it does not exist.
    HullInfo hull(HullId id) const noexcept;
    ModelInfo model(ModelId id) const noexcept;

    /// Moves the probe from start to end. For all models, returns the nearest entry; `startsolid` and `allsolid` are
    /// set if they are set for some model. Any number of brushes may meet in one place, at a cost
    /// (docs/trace_contract.md, section 12).
    Trace trace(const Probe& probe, const Vec3& start, const Vec3& end) const noexcept;
    /// Traces each segment. Every answer equals that of `trace`, whatever the other segments are, so a batch may be
    /// split anywhere, for threads of the caller's own. Answers as many as both spans hold and returns their number.
    /// The rest of the longer one stays unchanged. The spans must not overlap.
    std::size_t traceBatch(const Probe& probe, std::span<const Segment> segments,
                           std::span<Trace> answers) const noexcept;
    /// Returns the contents that the probe overlaps at `origin`, whatever its mask. Touching is not overlapping. Empty
    /// for invalid input.
    Contents contentsAt(const Probe& probe, const Vec3& origin) const noexcept;
    /// Returns the brush side that `trace`, the probe's answer from `start` to `end`, entered. Searches the bare
    /// brushes at the contact.
    Surface surface(const Probe& probe, const Vec3& start, const Vec3& end, const Trace& trace) const noexcept;

    /// Returns the point of contact of `trace`, the answer from `start` to `end` of a probe with a ball or a capsule.
    /// Nothing is found for other probes, without a hit, and for a trace that never left solid.
    ContactPoint contactPoint(const Probe& probe, const Vec3& start, const Vec3& end,
                              const Trace& trace) const noexcept;

    /// Finds the brushes that the probe touches or overlaps at `origin`, in the order of model, entity and brush. `out`
    /// gets the first of them, as many as it has room for.
    NeighbourCount overlap(const Probe& probe, const Vec3& origin, std::span<Overlap> out) const noexcept;
    /// Finds how deep the probe's shape or box is in each brush that it touches or overlaps at `origin`, in the order
    /// of `overlap`. Each brush, and each body of the scene, is judged by itself. Takes every valid shape, and
    /// transforms that turn. The models, and those of the scene that are near, must be `turnable`. A face that keeps
    /// its plane (texture `bevel`) bounds the origin. Depths are those of hullbake/contact.hpp. Invalid also if a brush
    /// near the body has more corners, faces or edges than a ConvexShape holds. So it is if the query takes too much
    /// work.
    NeighbourCount contacts(const Probe& probe, const Vec3& origin, std::span<BrushContact> out) const noexcept;
    /// Finds the planes of grown brushes whose faces come within `distance` (0 to kMaxCoordinate units; less than
    /// kSurfaceTolerance counts as that) of the probe at `origin`, on the side that faces it. Skips faces, and parts of
    /// faces, that other brushes hide. Merges equal planes. The nearest comes first; `out` gets as many as it has room
    /// for. Around a convex edge all planes that meet there count if the probe is in front of them. Invalid also if the
    /// query takes too much work.
    NeighbourCount touching(const Probe& probe, const Vec3& origin, double distance,
                            std::span<TouchedPlane> out) const noexcept;
    /// Finds the nearest position where the probe is free and keeps kSurfaceTolerance from everything. It is at most
    /// `maxDistance` (0 to kMaxCoordinate units) away, and not behind a wall: on the straight path there the centre of
    /// the box does not enter solid again after leaving it. For a hull, space closed by the outside fill is solid.
    Unstick unstick(const Probe& probe, const Vec3& origin, double maxDistance) const noexcept;

    /// Returns true if queries expand the box: all its numbers are finite and within their limits, and it is not
    /// inverted.
    static bool validBox(const Box& box) noexcept;
    /// Returns true if queries accept the probe at that position: hull, box, model, skin and transform are valid, and
    /// the position lies within its limits in the world and seen from the model.
    bool accepts(const Probe& probe, const Vec3& position) const noexcept;
    /// Returns why queries refuse the probe at that position, or None if `accepts` is true. For queries whose answers
    /// carry no reason, such as contentsAt.
    Refusal refusal(const Probe& probe, const Vec3& position) const noexcept;
    /// Returns true if the file has the shapes that box queries need to turn the model: every model except those with a
    /// brush of more than 256 faces, and except the world in files older than version 1.2.
    bool turnable(ModelId model) const noexcept;

    /// Returns the keys and values of the map's entities, in `.map` syntax without brushes.
    std::string_view entityText() const noexcept { return tables_.entityText; }
    /// Returns the settings of the compile, as JSON.
    std::string_view metaText() const noexcept { return tables_.metaText; }
    /// Returns the block's sections, for tools. Valid as long as this ClipMap is.
    const format::Tables& tables() const noexcept { return tables_; }

  private:
    format::Tables tables_;
};

struct OpenResult {
    Status status = Status::Ok;
    char section[5] = {};      ///< four-char id of the section at fault, or empty for the header
    std::uint64_t offset = 0;  ///< of the fault, bytes from the start of the block
    ClipMap map;
    explicit operator bool() const { return status == Status::Ok; }
};

}  // namespace hullbake
