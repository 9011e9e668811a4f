// Shared by the runtime's tests: maps given as text, compiled and opened; seeded numbers; what every answer must obey.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "compiler/compile.hpp"
#include "formats/map.hpp"
#include "hullbake/hullbake.hpp"

namespace hullbake::test {

/// Steele, Lea and Flood, "Fast splittable pseudorandom number generators", 2014. The same numbers on every platform.
class Random {
  public:
    explicit Random(std::uint64_t seed) : state_(seed) {}
    std::uint64_t next();
    /// In [0, 1).
    double unit() { return static_cast<double>(next() >> 11) * 0x1p-53; }
    double range(double low, double high) { return low + (high - low) * unit(); }
    /// In [0, count); count must not be 0.
    std::size_t index(std::size_t count) { return static_cast<std::size_t>(next() % count); }
    Vec3 inBox(const Box& box);
    /// Unit length, any direction.
    Vec3 direction();

  private:
    std::uint64_t state_;
};

/// The four boxes that every table runs for: "point", "centred", "feet" (origin at the feet), "corner" (at a corner).
std::vector<HullSpec> testHulls();

/// A compiled map; `map` is a view into `block`, so this only moves.
struct BakedMap {
    BakedMap() = default;
    BakedMap(BakedMap&&) = default;
    BakedMap& operator=(BakedMap&&) = default;

    std::vector<std::byte> block;
    ClipMap map;
    /// The hull of that name; a test failure and hull 0 when there is none.
    HullId hull(std::string_view name) const;
};

/// Parses map text; a test failure when it is no map.
MapFile parseText(std::string_view text);
/// Compiles and opens; anything that the compiler remarks on is a test failure. Without fill unless asked for.
BakedMap bake(const MapFile& map, const std::vector<HullSpec>& hulls = testHulls(), bool fill = false);
BakedMap bakeText(std::string_view text, const std::vector<HullSpec>& hulls = testHulls(), bool fill = false);

/// The text of a brush with six axial faces.
std::string boxText(const Vec3& mins, const Vec3& maxs, std::string_view texture);
/// `worldspawn` around the text of brushes.
std::string worldText(std::string_view brushes);
/// A brush entity around the text of brushes.
std::string entityText(std::string_view classname, std::string_view brushes);

/// True when both hold the same bits, signs of zeros and NaNs included.
bool sameBits(const Vec3& a, const Vec3& b);
bool sameBits(const Trace& a, const Trace& b);

/// Probes with everything else at its default.
Probe hullProbe(HullId hull, ModelId model = {});
Probe boxProbe(const Box& box, ModelId model = {});

/// One trace: the probe and its way.
struct TraceCall {
    Probe probe;
    Vec3 start, end;
};
/// The answers to it.
Trace traceOf(const ClipMap& map, const TraceCall& call);
Surface surfaceOf(const ClipMap& map, const TraceCall& call, const Trace& trace);

/// What the contract promises of every answer, whatever was hit; an empty string, or what is wrong.
std::string contractFault(const ClipMap& map, const TraceCall& call, const Trace& trace);
/// True when the probe stands in something that stops it.
bool blockedAt(const ClipMap& map, const Probe& probe, const Vec3& p);

std::string text(const Vec3& v);
std::string text(const TraceCall& call);
std::string text(const Trace& trace);

}  // namespace hullbake::test
