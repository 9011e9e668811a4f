// Draws seeded traces and points of the kinds that a collision hull gets wrong first.
//
// In: the grown faces of a solid set and the entity origins of a map. Out: traces with mask and skin, and points.
// Invariant: the same seed gives the same queries with any compiler.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "formats/map.hpp"
#include "hullbake/probe.hpp"
#include "oracle/base/random.hpp"
#include "oracle/trace/solid_set.hpp"
#include "oracle/trace/trace_case.hpp"

namespace hullbake::oracle {

enum class QueryKind : std::uint8_t {
    Short,          ///< 1 to 64 units, anywhere in the bounds or near an entity
    Medium,         ///< 64 to 512 units
    Long,           ///< between any two points
    Huge,           ///< 4,096 to 200,000 units, clipped to the valid coordinates
    Tiny,           ///< 1e-6 to 0.1 units, most of them on surfaces
    Zero,           ///< from a point to itself
    Axial,          ///< parallel to an axis, on integer coordinates
    Diagonal,       ///< 45 degrees in two or three axes, on integer coordinates
    Face,           ///< from a point on a grown face: any direction, inwards or away
    Edge,           ///< from a point on an edge: any direction, inwards or away
    Corner,         ///< from a vertex: any direction, inwards or away
    Parallel,       ///< from a face, edge or vertex, within the plane of the face, along its edges or not
    Beside,         ///< from 1 ulp, 1e-4, 1e-3 or 1/32 to either side of a face, edge or vertex
    Grazing,        ///< at a face, at angles of 1e-2 to 1e-7
    Bevel,          ///< at a point of an edge bevel
    ThroughEdge,    ///< through a point of an edge
    ThroughCorner,  ///< through a vertex
};
inline constexpr std::size_t kQueryKinds = 17;
std::string_view queryKindName(QueryKind kind);

enum class PointKind : std::uint8_t {
    Random,
    Integer,  ///< on integer coordinates
    Surface,  ///< on a face, an edge or a vertex
    Beside,   ///< 1 ulp, 1e-4, 1e-3 or 1/32 to either side of a face, edge or vertex
};
inline constexpr std::size_t kPointKinds = 4;
std::string_view pointKindName(PointKind kind);

struct Query {
    QueryKind kind = QueryKind::Short;
    Vec3 start, end;
    Contents mask = kMaskBlocking;
    double skin = kDefaultSkin;

    /// Returns the query for `probe`, with mask and skin of the query instead of the probe's.
    TraceCase of(Probe probe) const {
        probe.mask = mask;
        probe.skin = skin;
        return {probe, start, end};
    }
};

/// Whether a place may be asked for. Around brushes near the limit of coordinates some places may not.
inline bool hasAnswer(const Vec3& p) {
    return std::max({std::abs(p.x), std::abs(p.y), std::abs(p.z)}) <= kMaxCoordinate;
}

struct PointQuery {
    PointKind kind = PointKind::Random;
    Vec3 p;
};

/// Aims for queries: the grown faces of a solid set and the origins of a map's entities. Any number of threads may read
/// it at once.
class Targets {
  public:
    Targets(const MapFile& map, const SolidSet& solids);

    struct Face {
        Vec3 normal;
        std::uint32_t first = 0, count = 0;  ///< range of the polygon's corners
    };
    const std::vector<Face>& faces() const { return faces_; }
    /// Returns the indices into faces() of edge bevels.
    const std::vector<std::uint32_t>& bevels() const { return bevels_; }
    const std::vector<Vec3>& places() const { return places_; }
    const Vec3* corners(const Face& face) const { return corners_.data() + face.first; }
    const Box& bounds() const { return bounds_; }
    bool hasLiquid() const { return hasLiquid_; }

  private:
    std::vector<Face> faces_;
    std::vector<std::uint32_t> bevels_;
    std::vector<Vec3> corners_;
    std::vector<Vec3> places_;
    Box bounds_;
    bool hasLiquid_ = false;
};

class QuerySource {
  public:
    /// `targets` must outlive the source.
    QuerySource(const Targets& targets, std::uint64_t seed) : targets_(targets), random_(seed) {}

    Query next();
    PointQuery nextPoint();

  private:
    enum class Part : std::uint8_t { Face, Edge, Corner };
    struct SurfacePoint {
        Vec3 point, normal, along;  ///< `along`: direction of an edge
    };

    QueryKind drawKind();
    Vec3 anywhere();
    Vec3 integerPoint();
    SurfacePoint on(const Targets::Face& face, Part part);
    SurfacePoint onSurface(Part part);
    SurfacePoint onAnySurface();
    Vec3 beside(const SurfacePoint& surface);
    Vec3 wayFrom(const SurfacePoint& surface);
    Vec3 parallelWay(const SurfacePoint& surface);
    double stride();
    void fromAnywhere(Query& query);
    void tiny(Query& query);
    void onGrid(Query& query);
    void fromSurface(Query& query);
    void grazing(Query& query);
    void through(Query& query, const SurfacePoint& target);
    void toBevel(Query& query);

    const Targets& targets_;
    SplitMix random_;
};

}  // namespace hullbake::oracle
