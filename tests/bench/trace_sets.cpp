#include "tests/bench/trace_sets.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "oracle/base/random.hpp"

namespace hullbake::bench {

namespace {

using oracle::SplitMix;

constexpr double kCell = 64;              // side of the sorting cells, units
constexpr double kFall = 8192;            // length of a fall, units: more than the height of any level
constexpr double kGroundCheck = 18;       // length of the ground check, units: a step's height
constexpr std::size_t kAttempts = 20000;  // attempts per trace to find a free place

class Maker {
  public:
    Maker(const ClipMap& map, HullId hull, std::uint64_t seed)
        : map_(map), probe_{.hull = hull}, bounds_(map.model({}).bounds), random_(seed) {}

    bool make(SetKind kind, Segment& input) {
        if (!freePlace(input.start)) return false;
        switch (kind) {
            case SetKind::Short:
                return go(input, random_.direction(), random_.range(8, 64));
            case SetKind::Medium:
                return go(input, random_.direction(), random_.range(256, 1024));
            case SetKind::Long:
                return go(input, random_.direction(), 4096);
            case SetKind::Ground:
                return ground(input);
            case SetKind::Slide:
                return fromSurface(input, kDefaultSkin);
            case SetKind::Surface:
                break;
        }
        return fromSurface(input, 0);
    }

  private:
    static bool go(Segment& input, const Vec3& way, double distance) {
        input.end = input.start + way * distance;
        return true;
    }

    bool freePlace(Vec3& p) {
        for (std::size_t i = 0; i < kAttempts; ++i) {
            for (int a = 0; a < 3; ++a) p[a] = random_.range(bounds_.mins[a], bounds_.maxs[a]);
            if (!any(map_.contentsAt(probe_, p) & kMaskBlocking)) return true;
        }
        return false;
    }

    // Returns false where there is no floor to stand on.
    bool ground(Segment& input) {
        go(input, {0, 0, -1}, kFall);
        const Trace fall = map_.trace(probe_, input.start, input.end);
        if (!fall.hit || fall.startsolid) return false;
        input.start = fall.endpos;
        return go(input, {0, 0, -1}, kGroundCheck);
    }

    bool fromSurface(Segment& input, double skin) {
        go(input, random_.direction(), random_.range(256, 1024));
        Probe probe = probe_;
        probe.skin = skin;
        const Trace contact = map_.trace(probe, input.start, input.end);
        if (!contact.hit || contact.startsolid) return false;
        input.start = contact.endpos;
        Vec3 way = random_.direction();
        const double out = dot(way, contact.normal);
        if (out < 0) way = way - contact.normal * (2 * out);
        if (random_.chance(0.5)) way = way - contact.normal * std::fabs(out);
        return go(input, way * (1 / length(way)), random_.range(8, 64));
    }

    const ClipMap& map_;
    Probe probe_;
    Box bounds_;
    SplitMix random_;
};

// Spreads the bits to every third position, from the lowest.
std::uint64_t spread(std::uint64_t bits) {
    std::uint64_t out = 0;
    for (int i = 0; i < 21; ++i) out |= (bits >> i & 1) << 3 * i;
    return out;
}

std::uint64_t cellOf(const Vec3& p) {
    std::uint64_t code = 0;
    for (int a = 0; a < 3; ++a) {
        const double cell = std::floor((p[a] + kMaxCoordinate) / kCell);
        code |= spread(static_cast<std::uint64_t>(cell)) << a;
    }
    return code;
}

}  // namespace

std::string_view setName(SetKind kind) {
    switch (kind) {
        case SetKind::Short:
            return "S";
        case SetKind::Medium:
            return "M";
        case SetKind::Long:
            return "L";
        case SetKind::Ground:
            return "G";
        case SetKind::Slide:
            return "slide";
        case SetKind::Surface:
            break;
    }
    return "surface";
}

std::vector<Segment> makeTraces(const ClipMap& map, HullId hull, SetKind kind, std::size_t count, std::uint64_t seed) {
    Maker maker(map, hull, seed);
    std::vector<Segment> traces;
    for (std::size_t attempts = 0; traces.size() < count && attempts < 20 * count; ++attempts) {
        Segment input;
        if (maker.make(kind, input)) traces.push_back(input);
    }
    return traces;
}

std::vector<Segment> sortedByStart(std::vector<Segment> traces) {
    std::vector<std::pair<std::uint64_t, std::size_t>> order;
    for (std::size_t i = 0; i < traces.size(); ++i) order.emplace_back(cellOf(traces[i].start), i);
    std::sort(order.begin(), order.end());
    std::vector<Segment> sorted;
    sorted.reserve(traces.size());
    for (const auto& [cell, i] : order) sorted.push_back(traces[i]);
    return sorted;
}

}  // namespace hullbake::bench
