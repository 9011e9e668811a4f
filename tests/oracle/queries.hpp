// Seeded traces and points of every kind that a collision hull gets wrong first. The same seed gives the same queries
// with any compiler.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "formats/map.hpp"
#include "hullbake/trace.hpp"
#include "oracle/oracle.hpp"

namespace hullbake::oracle {

/// Steele, Lea and Flood, "Fast splittable pseudorandom number generators", 2014.
class SplitMix {
  public:
    explicit SplitMix(std::uint64_t seed) : state_(seed) {}
    std::uint64_t next();
    /// In [0, 1).
    double unit();
    double range(double low, double high) { return low + (high - low) * unit(); }
    /// In [0, count); count must not be 0.
    std::size_t index(std::size_t count) { return static_cast<std::size_t>(next() % count); }
    bool chance(double probability) { return unit() < probability; }
    Vec3 direction();

  private:
    std::uint64_t state_;
};

enum class QueryKind : std::uint8_t {
    RandomShort,      ///< 1 to 64 units, anywhere in the bounds or near an entity
    RandomMedium,     ///< 64 to 512 units
    RandomLong,       ///< between any two points
    AxialInteger,     ///< parallel to an axis, on integer coordinates
    DiagonalInteger,  ///< 45 degrees in two or three axes, on integer coordinates
    FaceRandom,       ///< from a point on a grown face, edge or vertex, anywhere
    FaceParallel,     ///< from there within the face, along its edges or not
    FaceIn,           ///< from there into the brush
    FaceOut,          ///< from there away from the brush
    ToBevel,          ///< at a random point of an edge bevel
    ZeroLength,
};
inline constexpr std::size_t kQueryKinds = 11;
std::string_view queryKindName(QueryKind kind);

struct Query {
    QueryKind kind = QueryKind::RandomShort;
    Vec3 start, end;
    Contents mask = kMaskBlocking;
    double skin = kDefaultSkin;
};

class QuerySource {
  public:
    /// `map`: its entities' origins are good places to start. Both must outlive the source.
    QuerySource(const MapFile& map, const SolidSet& solids, std::uint64_t seed);

    Query next();
    /// Random, on integer coordinates, on grown faces, edges and vertices, and 1e-4, 1e-3 or 1/32 beside them.
    Vec3 nextPoint();
    bool hasBevels() const { return !bevels_.empty(); }

  private:
    struct FaceRef {
        std::uint32_t brush, plane;
    };
    struct SurfacePoint {
        Vec3 point, normal, along;  ///< `along` is an edge's direction
    };

    Vec3 anywhere();
    Vec3 integerPoint();
    const std::vector<Vec3>& polygonOf(const FaceRef& face);
    SurfacePoint onFace(const FaceRef& face);
    SurfacePoint onSurface();
    void fromSurface(Query& query);
    void onGrid(Query& query);
    void random(Query& query);
    void toBevel(Query& query);

    const SolidSet& solids_;
    SplitMix random_;
    std::vector<Vec3> places_;
    std::vector<FaceRef> faces_, bevels_;
    /// [brush][plane], empty until asked for.
    std::vector<std::vector<std::optional<std::vector<Vec3>>>> polygons_;
    bool hasLiquid_ = false;
};

/// What a run of queries met.
struct Tally {
    std::array<std::size_t, kQueryKinds> kinds{};
    std::size_t traces = 0, hits = 0, misses = 0, startsolids = 0, allsolids = 0, bevelHits = 0, surfaceStops = 0;
    std::size_t marginal = 0, skipped = 0, leftReached = 0, closedCracks = 0, mismatches = 0, points = 0,
                pointMismatches = 0;
    void add(const Tally& other);
};

}  // namespace hullbake::oracle
