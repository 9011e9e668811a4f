// Compares casts of cylinders and convex sets with the oracle. It clips ways by all planes that a convex set may have,
// and searches the distance of brushes from a cylinder's axis. Covers the demo and scenes, with minimum numbers of
// contacts with faces, edges and corners.
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
#include "oracle/solids/shape_solid.hpp"
#include "oracle_map.hpp"
#include "shape_ways.hpp"
#include "support/test_size.hpp"

namespace hullbake::oracle {
namespace {

constexpr std::uint64_t kSeed = 20261128;
constexpr long double kDeep = kSurfaceTolerance;
/// Units across the surface, and along the way, within which a contact must be the oracle's.
constexpr double kAcross = 1e-7, kAlong = 1e-4;
/// Units of depth from the tolerance within which rounding decides.
constexpr long double kUndecided = 2e-9L;

struct Count {
    std::size_t casts = 0, hits = 0, misses = 0, startsolids = 0, allsolids = 0, undecided = 0, upright = 0, flat = 0;
    std::array<std::size_t, 4> features{};
    double along = 0;  ///< greatest difference, units
};

struct Judgement {
    bool undecided = false, startsolid = false, allsolid = false, hit = false;
    long double t = 1;
};

/// A body among the brushes of the world.
class Judge {
  public:
    Judge(const MapModel& model, const Shape& shape, const OracleBody& body)
        : model_(model), bounds_(shape.bounds()), body_(body), solids_(model.solids.size()) {}

    Judgement judge(const Vec3& start, const Vec3& end) {
        const Judgement more = judgeAt(start, end, kDeep - kUndecided), less = judgeAt(start, end, kDeep + kUndecided);
        Judgement says = judgeAt(start, end, kDeep);
        says.undecided = more.startsolid != less.startsolid || more.allsolid != less.allsolid || more.hit != less.hit ||
                         std::fabs(more.t - less.t) * length(end - start) > kAlong / 2;
        return says;
    }

    /// Returns true if a brush is touched at the origin: it is met by the body, and not once that is a little smaller.
    bool touches(const Vec3& origin) {
        bool met = false, deep = false;
        for (std::size_t i = 0; i < solids_.size(); ++i) {
            if (!isNear(i, origin, origin)) continue;
            met = met || solidAt(i).isInside(origin, -kAcross);
            deep = deep || solidAt(i).isInside(origin, kAcross);
        }
        return met && !deep;
    }

    /// Returns true if a brush has the point on its surface, and lies behind the plane through it.
    bool isBehind(const Vec3& point, const Vec3& normal) const {
        return std::any_of(model_.solids.begin(), model_.solids.end(), [&](const MapSolid& solid) {
            return std::all_of(solid.brush.vertices.begin(), solid.brush.vertices.end(),
                               [&](const Vec3& v) { return dot(normal, v - point) <= 2e-7; }) &&
                   std::all_of(solid.brush.planes.begin(), solid.brush.planes.end(), [&](const BarePlane& plane) {
                       return dot(plane.normal, point) - plane.dist <= kAcross;
                   });
        });
    }

  private:
    struct Look {
        WayPart deep;
        long double touch;
    };

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

    const ShapeSolid& solidAt(std::size_t i) {
        if (!solids_[i]) solids_[i] = std::make_unique<ShapeSolid>(model_.solids[i].brush, body_);
        return *solids_[i];
    }

    Judgement judgeAt(const Vec3& start, const Vec3& end, long double depth) {
        std::vector<Look> looks;
        for (std::size_t i = 0; i < solids_.size(); ++i) {
            if (!isNear(i, start, end)) continue;
            const WayPart deep = solidAt(i).within(start, end, depth);
            if (deep.enter < deep.leave) looks.push_back({deep, solidAt(i).within(start, end, 0).enter});
        }
        Judgement says;
        const long double room = kDeep / length(end - start);
        long double leave = 0;
        for (const Look& look : looks) says.startsolid = says.startsolid || look.deep.enter <= 0;
        for (bool further = says.startsolid; further;) {
            further = false;
            for (const Look& look : looks) {
                if (look.deep.enter > leave + (leave > 0 ? room : 0) || look.deep.leave <= leave) continue;
                leave = look.deep.leave;
                further = true;
            }
        }
        says.allsolid = leave >= 1;
        for (const Look& look : looks) {
            if (says.allsolid || (says.startsolid && look.deep.enter <= leave + room)) continue;
            says.t = std::min(says.t, std::max(look.touch, leave));
            says.hit = true;
        }
        return says;
    }

    const MapModel& model_;
    Box bounds_;
    OracleBody body_;
    std::vector<std::unique_ptr<ShapeSolid>> solids_;
};

/// A shape, and what the oracle knows of it.
struct Case {
    ConvexShape convex;
    Shape shape;
    OracleBody body;
    double size = 0;
};

void makeCylinder(SplitMix& random, Case& one) {
    const double radius = random.chance(0.3) ? 1 + static_cast<double>(random.index(40)) : random.range(0.2, 40);
    const double half = random.chance(0.3) ? 1 + static_cast<double>(random.index(40)) : random.range(0.2, 60);
    one.shape = Shape::cylinder(radius, half, random.chance(0.5) ? Vec3{} : random.direction() * random.range(0, 16));
    if (random.chance(0.5)) {
        const double steps = random.chance(0.3) ? 45 : 0;
        Vec3 angles{random.range(-180, 180), random.range(-180, 180), random.range(-180, 180)};
        for (int a = 0; a < 3 && steps > 0; ++a) angles[a] = std::round(angles[a] / steps) * steps;
        one.shape = one.shape.turned(angles);
    }
    one.body = {one.shape.centre, one.shape.axes[2], radius, half, {}};
    one.size = std::min(radius, half);
}

void makeConvex(SplitMix& random, Case& one) {
    const double size = random.range(1, 30);
    std::vector<Vec3> points;
    const bool flat = random.chance(0.2), whole = random.chance(0.4);
    const std::size_t count = 4 + random.index(6);
    for (std::size_t i = 0; i < count; ++i) {
        Vec3 p = random.direction() * random.range(0.3 * size, size);
        if (flat) p.z = 0;
        for (int a = 0; a < 3 && whole; ++a) p[a] = std::round(p[a]);
        points.push_back(p);
    }
    prepare(points, one.convex);
    one.shape = Shape::of(one.convex);
    if (random.chance(0.5))
        one.shape = one.shape.turned({random.range(-180, 180), random.range(-180, 180), random.range(-180, 180)});
    for (unsigned i = 0; i < one.convex.cornerCount; ++i) {
        const Vec3& p = one.convex.corners[i];
        const Vec3* axes = one.shape.axes;
        one.body.points.push_back(axes[0] * p.x + axes[1] * p.y + axes[2] * p.z);
    }
    one.size = 0.4 * size;
}

/// Returns the distance by which a point lies outside the shape at its origin, along the planes that bound it.
double outside(const Case& one, const Vec3& point) {
    if (one.shape.kind == ShapeKind::Cylinder) {
        const Vec3 off = point - one.body.centre;
        const double along = dot(off, one.body.axis);
        return std::max(std::fabs(along) - one.body.halfHeight, length(off - one.body.axis * along) - one.body.radius);
    }
    double most = -1e30;
    const Vec3* axes = one.shape.axes;
    const Vec3 own{dot(axes[0], point), dot(axes[1], point), dot(axes[2], point)};
    for (unsigned i = 0; i < one.convex.faceCount; ++i)
        most = std::max(most, dot(one.convex.faces[i].normal, own) - one.convex.faces[i].dist);
    return most;
}

double reachAgainst(const Case& one, const Vec3& normal) {
    if (one.shape.kind == ShapeKind::Cylinder) {
        const double along = dot(normal, one.body.axis);
        return one.body.halfHeight * std::fabs(along) + one.body.radius * length(normal - one.body.axis * along) -
               dot(normal, one.body.centre);
    }
    double reach = -1e30;
    for (const Vec3& p : one.body.points) reach = std::max(reach, -dot(normal, p));
    return reach;
}

/// Compares what was touched. Returns the difference, or an empty string.
std::string compareContact(const Case& one, const Judge& judge, const Vec3& at, const Trace& trace,
                           const ContactPoint& contact, Count& count) {
    if (!contact.found) return "no point of contact";
    ++count.features[static_cast<std::size_t>(contact.feature)];
    if (std::fabs(length(trace.normal) - 1) > 1e-14) return "normal's length";
    if (outside(one, contact.point - at) > kAcross) return "the point lies beside the body";
    if (!judge.isBehind(contact.point, trace.normal)) return "no brush is behind the plane of contact";
    if (std::fabs(dot(trace.normal, at - contact.point) - reachAgainst(one, trace.normal)) > 2 * kAcross)
        return "the body does not lie before the plane of contact";
    return contact.surfaces[0].found ? "" : "no surface";
}

std::string compare(const ClipMap& map, const Case& one, const Segment& way, Judge& judge, Count& count) {
    Probe probe{.mask = kMaskAll, .skin = 0};
    probe.shape = &one.shape;
    const Judgement says = judge.judge(way.start, way.end);
    ++count.casts;
    count.undecided += says.undecided;
    if (says.undecided) return {};
    const Trace trace = map.trace(probe, way.start, way.end);
    const double size = length(way.end - way.start);
    if (trace.invalid) return "invalid";
    if (trace.startsolid != says.startsolid || trace.allsolid != says.allsolid) return "start flags";
    if (any(map.contentsAt(probe, way.start)) != says.startsolid) return "contents at the start";
    ++(says.allsolid ? count.allsolids : says.hit ? count.hits : count.misses);
    count.startsolids += says.startsolid;
    if (says.allsolid) return {};
    if (trace.hit != says.hit) return says.hit ? "missed" : "hit nothing";
    if (!trace.hit) return {};
    const double along = std::fabs(trace.hitFraction - static_cast<double>(says.t)) * size;
    count.along = std::max(count.along, along);
    if (along > kAlong) return "entered " + std::to_string(along) + " units off";
    if (says.startsolid || says.t <= 0) return {};
    const Vec3 at = way.start + (way.end - way.start) * trace.hitFraction;
    if (!judge.touches(at)) return "touches nothing";
    return compareContact(one, judge, at, trace, map.contactPoint(probe, way.start, way.end, trace), count);
}

using Make = void (*)(SplitMix&, Case&);

void compareMap(const std::string& name, std::size_t casts, Count& count, Make make) {
    OpenMap opened;
    const auto path = std::filesystem::path(HULLBAKE_SOURCE_ROOT) / "maps" / name;
    ASSERT_NO_FATAL_FAILURE(openMap(path.string(), {{"point", {}}}, opened));
    SplitMix random(kSeed + casts);
    const Box bounds = opened.open.map.model({0}).bounds;
    constexpr std::size_t kCastsOfShape = 50;
    for (std::size_t i = 0; i < casts; i += kCastsOfShape) {
        Case one;
        make(random, one);
        count.upright += one.shape.axes[2] == Vec3{0, 0, 1};
        count.flat += one.convex.extent == ConvexExtent::Polygon;
        Judge judge(opened.models[0], one.shape, one.body);
        for (std::size_t k = 0; k < kCastsOfShape; ++k) {
            const Segment way = k % 2 == 0   ? randomWay(random, bounds)
                                : k % 4 == 1 ? wayToCorner(random, opened.models[0], one.size)
                                             : wayOntoCorner(random, opened.models[0], one.size);
            if (!(length(way.end - way.start) > 0)) continue;
            const std::string difference = compare(opened.open.map, one, way, judge, count);
            EXPECT_EQ(difference, "") << name << ", shape " << i << ", cast " << k << ", seed " << kSeed;
        }
    }
}

void compareAll(const std::string& what, std::size_t casts, Make make, Count& count) {
    for (const char* name : {"scenes/edge_bevel_wedge.map", "scenes/tetrahedra.map", "scenes/touching_boxes.map",
                             "scenes/sixteen_sided_column.map", "scenes/needle_prism.map", "scenes/slope_heights.map"})
        ASSERT_NO_FATAL_FAILURE(compareMap(name, casts, count, make));
    ASSERT_NO_FATAL_FAILURE(compareMap("demo/demo.map", 3 * casts, count, make));
    std::cout << "[  oracle  ] " << what << ", seed " << kSeed << ": " << count.casts << " casts, " << count.hits
              << " hits, " << count.misses << " misses, " << count.startsolids << " starts in solid, "
              << count.undecided << " undecided; faces " << count.features[1] << ", edges " << count.features[2]
              << ", corners " << count.features[3] << "; off by " << count.along << " along\n";
    EXPECT_LE(count.undecided, count.casts / 100);
    EXPECT_GE(count.hits, count.casts / 5);
    EXPECT_GE(count.misses, count.casts / 5);
    EXPECT_GE(count.startsolids, count.casts / 10);
    EXPECT_GE(count.allsolids, count.casts / 20);
    EXPECT_GE(count.features[1], count.casts / 20) << "faces";
    EXPECT_GE(count.features[2], count.casts / 50) << "edges";
    EXPECT_GE(count.features[3], count.casts / 150) << "corners";
}

TEST(OracleSolidShapes, Cylinders) {
    Count count;
    const std::size_t casts = test::sized(200, 20000);
    ASSERT_NO_FATAL_FAILURE(compareAll("cylinders", casts, makeCylinder, count));
    EXPECT_GE(count.upright, casts / 50 * 2);
    EXPECT_LE(count.upright, casts / 50 * 7);
}

TEST(OracleSolidShapes, ConvexSets) {
    Count count;
    const std::size_t casts = test::sized(200, 20000);
    ASSERT_NO_FATAL_FAILURE(compareAll("convex sets", casts, makeConvex, count));
    EXPECT_GE(count.flat, casts / 100);
}

}  // namespace
}  // namespace hullbake::oracle
