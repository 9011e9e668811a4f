// Compares contacts of bodies with brushes with the oracle: for balls and capsules by the distance to the sum of brush
// and core, for boxes by all planes of the grown brush, for cylinders and convex sets by the certificate alone.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>
#include <iostream>
#include <string>
#include <vector>

#include "oracle/campaign/random_shapes.hpp"
#include "oracle/oracle_map.hpp"
#include "oracle/solids/rounded_solid.hpp"
#include "oracle/solids/turned_model.hpp"
#include "support/shared_maps.hpp"
#include "support/test_size.hpp"

namespace hullbake::oracle {
namespace {

constexpr std::uint64_t kSeed = 20261127;
/// Units: error of a depth, and of a place on a surface.
constexpr double kDepthError = 1e-8, kPlaceError = 1e-6;

struct ContactTally {
    std::size_t places = 0, contacts = 0, touching = 0, deep = 0, edges = 0;
    double worst = 0;
};

/// A body among the brushes of the world, and what the oracle says of its depth in each.
class DepthJudge {
  public:
    DepthJudge(const MapModel& model, const Shape& shape) : model_(model), shape_(shape), bounds_(shape.bounds()) {
        if (shape.kind != ShapeKind::Box) return;
        for (int j = 0; j < 3; ++j) frame_.axes[j] = {shape.axes[0][j], shape.axes[1][j], shape.axes[2][j]};
        const Vec3 centre = intoFrame(shape.centre);
        box_ = {centre - shape.half, centre + shape.half};
    }

    bool isNear(std::size_t i, const Vec3& origin) const {
        for (int a = 0; a < 3; ++a) {
            double low = 1e30, high = -1e30;
            for (const Vec3& v : model_.solids[i].brush.vertices)
                low = std::min(low, v[a]), high = std::max(high, v[a]);
            if (origin[a] + bounds_.mins[a] > high + 0.01 || origin[a] + bounds_.maxs[a] < low - 0.01) return false;
        }
        return true;
    }

    /// Returns the depth; less than 0 for a gap. The gap beside an edge of a box may be wider.
    double depth(std::size_t i, const Vec3& origin) const {
        const BareBrush& brush = model_.solids[i].brush;
        if (shape_.kind == ShapeKind::Box) {
            const MapModel part{0, {model_.solids[i]}};
            const MapModel turned = turnedModel(part, frame_);
            const GrownBrush grown = growBrush(turned.solids.at(0).brush, box_);
            const Vec3 p = intoFrame(origin);
            double least = 1e30;
            for (const GrownPlane& plane : grown.planes) least = std::min(least, plane.dist - dot(plane.normal, p));
            return least;
        }
        const bool ball = shape_.kind == ShapeKind::Ball;
        const RoundedSolid solid(brush, ball ? shape_.centre : shape_.ends[0], ball ? shape_.centre : shape_.ends[1]);
        const Far3 p{origin.x, origin.y, origin.z};
        return static_cast<double>(shape_.radius - solid.distance(p) + solid.depth(p));
    }

    /// Returns how far the contact is from being one, in units: the gap along its normal is minus the depth, and its
    /// point is on the brush.
    double error(std::size_t i, const Vec3& origin, const BrushContact& contact) const {
        const MapSolid& solid = model_.solids[i];
        double reach = -1e300, height = -1e300;
        for (const Vec3& v : solid.brush.vertices) reach = std::max(reach, dot(contact.normal, v));
        for (const BarePlane& plane : solid.brush.planes)
            height = std::max(height, dot(plane.normal, contact.point) - plane.dist);
        const double gap = dot(contact.normal, origin) - reachOf(-contact.normal) - reach;
        return std::max({std::fabs(gap + contact.depth), std::fabs(height), std::fabs(length(contact.normal) - 1)});
    }

  private:
    Vec3 intoFrame(const Vec3& v) const {
        return {dot(shape_.axes[0], v), dot(shape_.axes[1], v), dot(shape_.axes[2], v)};
    }
    double reachOf(const Vec3& n) const {
        const auto along = [&](int i) { return std::fabs(dot(shape_.axes[i], n)); };
        switch (shape_.kind) {
            case ShapeKind::Ball:
                return dot(shape_.centre, n) + shape_.radius;
            case ShapeKind::Capsule:
                return std::max(dot(shape_.ends[0], n), dot(shape_.ends[1], n)) + shape_.radius;
            case ShapeKind::Cylinder: {
                const double up = dot(shape_.axes[2], n);
                return dot(shape_.centre, n) + shape_.halfHeight * std::fabs(up) +
                       shape_.radius * std::sqrt(std::max(0.0, 1 - up * up));
            }
            case ShapeKind::Box:
                return dot(shape_.centre, n) + shape_.half.x * along(0) + shape_.half.y * along(1) +
                       shape_.half.z * along(2);
            case ShapeKind::Convex:
                break;
        }
        double reach = -1e300;
        const Vec3 own = intoFrame(n);
        for (unsigned i = 0; i < shape_.convex->cornerCount; ++i)
            reach = std::max(reach, dot(shape_.convex->corners[i], own));
        return reach;
    }

    const MapModel& model_;
    const Shape& shape_;
    Box bounds_, box_;
    Transform frame_;
};

bool isExactKind(const Shape& shape) {
    return shape.kind != ShapeKind::Cylinder && shape.kind != ShapeKind::Convex;
}

void compareAt(const OpenMap& opened, const DepthJudge& judge, const Shape& shape, const Vec3& origin,
               ContactTally& tally) {
    Probe probe{.mask = kMaskAll};
    probe.shape = &shape;
    std::vector<BrushContact> found(256);
    const NeighbourCount count = opened.open.map.contacts(probe, origin, found);
    ASSERT_FALSE(count.invalid) << refusalText(count.refusal);
    ASSERT_LE(count.count, found.size());
    found.resize(count.count);
    ++tally.places;
    const MapModel& model = opened.models[0];
    std::size_t matched = 0;
    for (std::size_t i = 0; i < model.solids.size(); ++i) {
        const MapSolid& solid = model.solids[i];
        const auto contact = std::find_if(found.begin(), found.end(), [&](const BrushContact& one) {
            return one.entity == solid.entity && one.brush == solid.number;
        });
        const bool told = contact != found.end();
        matched += told;
        if (!told && (!judge.isNear(i, origin) || !isExactKind(shape))) continue;
        const double depth = isExactKind(shape) ? judge.depth(i, origin) : contact->depth;
        if (!told) {
            EXPECT_LE(depth, kSurfaceTolerance + kDepthError) << shapeText(shape) << ", line " << solid.line;
            continue;
        }
        ++tally.contacts;
        tally.touching += contact->depth <= kSurfaceTolerance;
        tally.deep += contact->depth > 1;
        const int axes = (std::fabs(contact->normal.x) > 1e-9) + (std::fabs(contact->normal.y) > 1e-9) +
                         (std::fabs(contact->normal.z) > 1e-9);
        tally.edges += axes > 1;
        EXPECT_TRUE(contact->exact || shape.kind == ShapeKind::Cylinder);
        // Beside an edge the gap of a box is wider than that of the planes.
        const double off = depth > 0 || shape.kind != ShapeKind::Box ? std::fabs(contact->depth - depth) : 0;
        const double error = std::max(off, judge.error(i, origin, *contact));
        tally.worst = std::max(tally.worst, error);
        EXPECT_LE(off, kDepthError) << contact->depth << " instead of " << depth << ", line " << solid.line;
        EXPECT_LE(error, kPlaceError) << "line " << solid.line;
    }
    EXPECT_EQ(matched, found.size()) << "a contact with a brush that is not there";
}

/// Returns a place beside or in a brush, now and then one that touches it.
Vec3 randomPlace(SplitMix& random, const MapModel& model, const Shape& shape) {
    const Box bounds = shape.bounds();
    const Segment way = randomWay(model, {}, 0.5 * length(bounds.maxs - bounds.mins), random);
    const BareBrush& brush = model.solids[random.index(model.solids.size())].brush;
    Vec3 place = random.chance(0.5) ? way.end : brush.vertices[random.index(brush.vertices.size())];
    if (random.chance(0.3)) place = place + random.direction() * random.range(0, length(bounds.maxs));
    if (random.chance(0.3)) place.z -= bounds.mins.z;
    return place;
}

void compareMap(const std::string& path, std::size_t places, ContactTally& tally) {
    OpenMap opened;
    ASSERT_NO_FATAL_FAILURE(openMap(path, {{"point", {}}}, opened));
    SplitMix random(kSeed);
    ConvexShape convex;
    for (std::size_t i = 0; i < places;) {
        const Shape shape = randomShape(static_cast<ShapeForm>(random.index(kShapeForms)), random, convex);
        const DepthJudge judge(opened.models[0], shape);
        for (int k = 0; k < 10; ++k, ++i)
            ASSERT_NO_FATAL_FAILURE(
                compareAt(opened, judge, shape, randomPlace(random, opened.models[0], shape), tally));
    }
}

void print(const std::string& name, const ContactTally& tally) {
    std::cout << "[  oracle  ] contacts, " << name << ", seed " << kSeed << ": " << tally.places << " places, "
              << tally.contacts << " contacts, " << tally.touching << " touching, " << tally.deep << " deep, "
              << tally.edges << " at edges; off by " << tally.worst << "\n";
}

TEST(OracleContacts, ScenesAndDemo) {
    const auto maps = std::filesystem::path(HULLBAKE_SOURCE_ROOT) / "maps";
    ContactTally tally;
    const std::size_t places = test::sized(600, 20000);
    for (const char* name : {"scenes/edge_bevel_wedge.map", "scenes/tetrahedra.map", "scenes/touching_boxes.map",
                             "scenes/sixteen_sided_column.map", "demo/demo.map"})
        ASSERT_NO_FATAL_FAILURE(compareMap((maps / name).string(), places, tally)) << name;
    print("scenes and demo", tally);
    EXPECT_GE(tally.contacts, tally.places / 2);
    EXPECT_GE(tally.deep, tally.places / 4);
    EXPECT_GE(tally.edges, tally.places / 4);
    EXPECT_GE(tally.touching, tally.places / 100);
}

TEST(OracleContacts, RealMap) {
    const auto path = test::sharedFile("maps/quake/e1m1.map");
    if (!path) GTEST_SKIP() << test::missingShared("maps/quake/e1m1.map");
    ContactTally tally;
    ASSERT_NO_FATAL_FAILURE(compareMap(*path, test::sized(300, 20000), tally));
    print("e1m1", tally);
    EXPECT_GE(tally.deep, tally.places / 4);
}

}  // namespace
}  // namespace hullbake::oracle
