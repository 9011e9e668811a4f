// Compares casts of balls and capsules with the oracle, which searches the distance between brush and body along the
// way. Covers the demo and scenes, with minimum numbers of contacts with faces, edges and corners.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>
#include <iostream>
#include <memory>
#include <string>
#include <vector>

#include "hullbake/shape.hpp"
#include "oracle/base/random.hpp"
#include "oracle/solids/rounded_solid.hpp"
#include "oracle_map.hpp"
#include "support/test_size.hpp"

namespace hullbake::oracle {
namespace {

constexpr std::uint64_t kSeed = 20261127;
constexpr long double kDeep = kSurfaceTolerance;
/// Units across the surface, and along the way, within which a contact must be the oracle's.
constexpr double kAcross = 1e-7, kAlong = 1e-4;
/// Units from the tolerance within which rounding decides.
constexpr long double kUndecided = 2e-9L;

struct Count {
    std::size_t casts = 0, hits = 0, misses = 0, startsolids = 0, allsolids = 0, undecided = 0;
    std::array<std::size_t, 4> features{}, parts{};
    double along = 0, across = 0;  ///< greatest differences, units
};

/// What the oracle says of one cast.
struct Judgement {
    bool undecided = false, startsolid = false, allsolid = false, hit = false;
    long double t = 1, leave = 0;
};

struct Entry {
    long double deepFrom, deepTo, touch;
};

/// A shape among the brushes of the world.
class Judge {
  public:
    Judge(const MapModel& model, const Shape& shape) : model_(model), shape_(shape), bounds_(shape.bounds()) {
        if (shape.kind == ShapeKind::Ball)
            a_ = b_ = shape.centre;
        else
            a_ = shape.ends[0], b_ = shape.ends[1];
        solids_.resize(model.solids.size());
    }

    Judgement judge(const Vec3& start, const Vec3& end) {
        Judgement says;
        std::vector<Entry> entries;
        for (std::size_t i = 0; i < model_.solids.size(); ++i)
            if (isNear(i, start, end)) look(i, start, end, entries, says);
        const long double room = kDeep / length(end - start);
        for (const Entry& entry : entries) says.startsolid = says.startsolid || entry.deepFrom == 0;
        for (bool further = says.startsolid; further;) {
            further = false;
            for (const Entry& entry : entries) {
                if (entry.deepFrom > says.leave + (says.leave > 0 ? room : 0) || entry.deepTo <= says.leave) continue;
                says.leave = entry.deepTo;
                further = true;
            }
        }
        says.allsolid = says.leave >= 1;
        for (const Entry& entry : entries) {
            const long double gap = entry.deepFrom - says.leave;
            if (says.startsolid && std::fabs(gap - room) * length(end - start) < 1e-8L) says.undecided = true;
            if (says.allsolid || (says.startsolid && gap <= room)) continue;
            says.t = std::min(says.t, std::max(entry.touch, says.leave));
            says.hit = true;
        }
        return says;
    }

    /// Returns the least distance, less the radius, of a brush at the origin, and the part that is nearest.
    long double gapAt(const Vec3& origin, NearPart& part) {
        long double least = 1e30L;
        const Far3 p{origin.x, origin.y, origin.z};
        for (std::size_t i = 0; i < solids_.size(); ++i) {
            if (!isNear(i, origin, origin)) continue;
            const long double gap = solidAt(i).distance(p) - shape_.radius;
            if (gap >= least) continue;
            least = gap;
            part = solidAt(i).nearestPart(p);
        }
        return least;
    }

  private:
    bool isNear(std::size_t i, const Vec3& start, const Vec3& end) const {
        const BareBrush& brush = model_.solids[i].brush;
        for (int a = 0; a < 3; ++a) {
            double low = 1e30, high = -1e30;
            for (const Vec3& v : brush.vertices) low = std::min(low, v[a]), high = std::max(high, v[a]);
            if (std::min(start[a], end[a]) + bounds_.mins[a] > high + 0.01 ||
                std::max(start[a], end[a]) + bounds_.maxs[a] < low - 0.01)
                return false;
        }
        return true;
    }

    const RoundedSolid& solidAt(std::size_t i) {
        if (!solids_[i]) solids_[i] = std::make_unique<RoundedSolid>(model_.solids[i].brush, a_, b_);
        return *solids_[i];
    }

    void look(std::size_t i, const Vec3& start, const Vec3& end, std::vector<Entry>& entries, Judgement& says) {
        const RoundedSolid& solid = solidAt(i);
        const long double deep = shape_.radius - kDeep;
        long double least = 0;
        const WayPart part = solid.within(start, end, deep, &least);
        for (const long double distance :
             {least, solid.distance({start.x, start.y, start.z}), solid.distance({end.x, end.y, end.z})})
            says.undecided = says.undecided || std::fabs(distance - deep) < kUndecided;
        if (part.enter < part.leave)
            entries.push_back({part.enter, part.leave, solid.within(start, end, shape_.radius).enter});
    }

    const MapModel& model_;
    const Shape& shape_;
    Box bounds_;
    Vec3 a_, b_;
    std::vector<std::unique_ptr<RoundedSolid>> solids_;
};

Shape randomShape(SplitMix& random, bool capsule) {
    const double radius =
        random.chance(0.3) ? 1 + static_cast<double>(random.index(40)) : std::pow(10, random.range(-1, 1.7));
    const Vec3 centre = random.chance(0.5) ? Vec3{} : random.direction() * random.range(0, 16);
    if (!capsule) return Shape::ball(radius, centre);
    const Vec3 core = random.chance(0.5) ? Vec3{0, 0, 1 + static_cast<double>(random.index(56))}
                                         : random.direction() * random.range(0.5, 80);
    return Shape::capsule(centre, centre + core, radius);
}

/// Returns a way to somewhere near a corner of a brush.
Segment wayToCorner(SplitMix& random, const MapModel& model, double radius) {
    const BareBrush& brush = model.solids[random.index(model.solids.size())].brush;
    const Vec3& corner = brush.vertices[random.index(brush.vertices.size())];
    const Vec3& other = brush.vertices[random.index(brush.vertices.size())];
    const Vec3 aim = random.chance(0.5) ? corner : corner + (other - corner) * random.unit();
    Segment way;
    way.end = aim + random.direction() * random.range(0, 0.7 * radius);
    way.start = way.end + random.direction() * random.range(radius, radius + 100);
    return way;
}

Segment randomWay(SplitMix& random, const Box& bounds) {
    Segment way;
    for (int a = 0; a < 3; ++a) way.start[a] = random.range(bounds.mins[a] - 40, bounds.maxs[a] + 40);
    const double size = std::pow(10, random.range(-2, 2.8));
    way.end = way.start + random.direction() * size;
    if (random.chance(0.3)) {
        way.end = way.start;
        way.end[static_cast<int>(random.index(3))] += random.chance(0.5) ? size : -size;
    }
    if (random.chance(0.3))
        for (int a = 0; a < 3; ++a) way.start[a] = std::round(way.start[a]), way.end[a] = std::round(way.end[a]);
    return way;
}

/// Compares one cast. Returns the difference, or an empty string.
std::string compare(const ClipMap& map, const Shape& shape, const Segment& way, Judge& judge, Count& count) {
    Probe probe{.mask = kMaskAll, .skin = 0};
    probe.shape = &shape;
    const Judgement says = judge.judge(way.start, way.end);
    ++count.casts;
    count.undecided += says.undecided;
    if (says.undecided) return {};
    const Trace trace = map.trace(probe, way.start, way.end);
    const double size = length(way.end - way.start);
    if (trace.invalid) return "invalid";
    if (trace.startsolid != says.startsolid || trace.allsolid != says.allsolid) return "start flags";
    ++(says.allsolid ? count.allsolids : says.hit ? count.hits : count.misses);
    count.startsolids += says.startsolid;
    if (says.allsolid) return {};
    if (trace.hit != says.hit) return says.hit ? "missed" : "hit nothing";
    if (!trace.hit) return {};
    const double along = std::fabs(trace.hitFraction - static_cast<double>(says.t)) * size;
    count.along = std::max(count.along, along);
    if (along > kAlong) return "entered " + std::to_string(along) + " units off";
    if (says.startsolid || says.t == 0) return {};
    const Vec3 at = way.start + (way.end - way.start) * trace.hitFraction;
    NearPart part{};
    const double gap = std::fabs(static_cast<double>(judge.gapAt(at, part)));
    count.across = std::max(count.across, gap);
    ++count.parts[static_cast<std::size_t>(part)];
    if (gap > kAcross) return "touches nothing";
    if (std::fabs(length(trace.normal) - 1) > 1e-14) return "normal's length";
    const ContactPoint contact = map.contactPoint(probe, way.start, way.end, trace);
    if (!contact.found) return "no point of contact";
    ++count.features[static_cast<std::size_t>(contact.feature)];
    // The point lies on the body: its distance from the core, along the normal, is the radius.
    const Vec3 middle = contact.point + trace.normal * shape.radius;
    const Vec3 a = at + (shape.kind == ShapeKind::Ball ? shape.centre : shape.ends[0]),
               b = at + (shape.kind == ShapeKind::Ball ? shape.centre : shape.ends[1]);
    const Vec3 core = b - a;
    const double share = dot(core, core) > 0 ? std::clamp(dot(middle - a, core) / dot(core, core), 0.0, 1.0) : 0;
    return length(middle - a - core * share) > 1e-6 ? "the point lies beside the body" : "";
}

void compareMap(const std::string& name, std::size_t casts, Count& count, bool capsule) {
    OpenMap opened;
    const auto path = std::filesystem::path(HULLBAKE_SOURCE_ROOT) / "maps" / name;
    ASSERT_NO_FATAL_FAILURE(openMap(path.string(), {{"point", {}}}, opened));
    SplitMix random(kSeed + casts + (capsule ? 1 : 0));
    const Box bounds = opened.open.map.model({0}).bounds;
    constexpr std::size_t kCastsOfShape = 100;
    for (std::size_t i = 0; i < casts; i += kCastsOfShape) {
        const Shape shape = randomShape(random, capsule);
        Judge judge(opened.models[0], shape);
        for (std::size_t k = 0; k < kCastsOfShape; ++k) {
            const Segment way =
                k % 2 == 0 ? randomWay(random, bounds) : wayToCorner(random, opened.models[0], shape.radius);
            if (!(length(way.end - way.start) > 0)) continue;
            const std::string difference = compare(opened.open.map, shape, way, judge, count);
            EXPECT_EQ(difference, "") << name << ", shape " << i << ", cast " << k << ", seed " << kSeed;
        }
    }
}

void compareAll(bool capsule) {
    Count count;
    const std::size_t casts = test::sized(600, 20000);
    for (const char* name : {"scenes/edge_bevel_wedge.map", "scenes/tetrahedra.map", "scenes/touching_boxes.map",
                             "scenes/sixteen_sided_column.map", "scenes/needle_prism.map", "scenes/slope_heights.map"})
        ASSERT_NO_FATAL_FAILURE(compareMap(name, casts, count, capsule));
    ASSERT_NO_FATAL_FAILURE(compareMap("demo/demo.map", 3 * casts, count, capsule));
    std::cout << "[  oracle  ] " << (capsule ? "capsules" : "balls") << ", seed " << kSeed << ": " << count.casts
              << " casts, " << count.hits << " hits, " << count.misses << " misses, " << count.startsolids
              << " starts in solid, " << count.undecided << " undecided; faces " << count.features[1] << ", edges "
              << count.features[2] << ", corners " << count.features[3] << "; off by " << count.across << " across, "
              << count.along << " along\n";
    EXPECT_LE(count.undecided, count.casts / 200);
    EXPECT_GE(count.hits, count.casts / 5);
    EXPECT_GE(count.misses, count.casts / 5);
    EXPECT_GE(count.startsolids, count.casts / 10);
    EXPECT_GE(count.allsolids, count.casts / 20);
    EXPECT_GE(count.features[1], count.casts / 10) << "faces";
    EXPECT_GE(count.features[2], count.casts / 50) << "edges";
    EXPECT_GE(count.features[3], count.casts / 150) << "corners";
    if (capsule) return;  // one that lies along a face touches a segment of it, which may end at an edge
    // The oracle finds the same kinds by its own search. Where two meet, either may be told.
    for (std::size_t i = 1; i < 4; ++i)
        EXPECT_NEAR(static_cast<double>(count.parts[i]), static_cast<double>(count.features[i]),
                    0.03 * static_cast<double>(count.hits));
}

TEST(OracleShapes, Balls) {
    compareAll(false);
}

TEST(OracleShapes, Capsules) {
    compareAll(true);
}

}  // namespace
}  // namespace hullbake::oracle
