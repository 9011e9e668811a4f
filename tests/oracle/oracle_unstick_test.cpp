// Proves by brute force that unstick finds the nearest way out: free at its end, with nothing nearer, and not through a
// wall.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <iostream>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "formats/map_reader.hpp"
#include "oracle/base/random_boxes.hpp"
#include "oracle/trace/near_faces.hpp"
#include "support/proof_support.hpp"
#include "support/shared_maps.hpp"
#include "support/test_size.hpp"
#include "support/turned_maps.hpp"

namespace hullbake::test {
namespace {

using oracle::GrownBrush;

constexpr std::uint64_t kSeed = 20241123;
/// Distance, in units, that an unstuck box keeps from every brush.
constexpr double kRoom = kSurfaceTolerance;
/// Bounds rounding of positions, in units.
constexpr double kPositionRounding = 1e-7;
/// Largest detour, in units, past the edge of a wall. Walls count as half a tolerance larger.
constexpr double kGrazing = 2 * kSurfaceTolerance;
/// Widths, in units, of cracks that are surely closed, and that may be closed, for a middle that is in solid. The
/// contract says the tolerance; at an edge the width depends on the direction in which it is taken.
constexpr double kClosed = 0.8 * kSurfaceTolerance, kMaybeClosed = 2 * kSurfaceTolerance;

struct Tally {
    std::size_t places = 0, free = 0, found = 0, none = 0, walled = 0, onEdges = 0, middleStuck = 0, cracks = 0;

    void print(const std::string& name) const {
        std::cout << name << ", seed " << kSeed << ": " << places << " places, " << free << " free, " << found
                  << " ways out (" << onEdges << " to edges and corners, " << walled
                  << " with a nearer place behind a wall, " << middleStuck << " with the middle in solid, " << cracks
                  << " across cracks), " << none << " without\n";
    }
};

/// Returns the brushes with all planes moved out by half a width, which closes the cracks up to that width.
SolidSet withoutCracks(std::vector<GrownBrush> brushes, double width) {
    const Vec3 room = Vec3{1, 1, 1} * (width / 2);
    for (GrownBrush& brush : brushes) {
        for (oracle::GrownPlane& plane : brush.planes) plane.dist += width / 2;
        brush.bounds = {brush.bounds.mins - room, brush.bounds.maxs + room};
    }
    return SolidSet(std::move(brushes));
}

/// The truth for one box: the brushes grown by it, and the bare brushes, which its middle must not pass.
class Truth {
  public:
    Truth(const oracle::MapModel& model, const Box& box)
        : middle_((box.mins + box.maxs) * 0.5), bare_({}), closed_({}), maybeClosed_({}) {
        std::vector<GrownBrush> bare;
        for (const GrownBrush& brush : oracle::growModel(model, box)) {
            if (!any(brush.contents & kMaskBlocking)) continue;
            grown_.push_back(brush);
            for (const oracle::MapSolid& solid : model.solids) {
                if (solid.entity != brush.entity || solid.number != brush.number) continue;
                bare.push_back(growBrush(solid.brush, {}));
                bare.back().contents = solid.contents;
            }
        }
        closed_ = withoutCracks(bare, kClosed);
        maybeClosed_ = withoutCracks(bare, kMaybeClosed);
        bare_ = SolidSet(std::move(bare));
    }

    const std::vector<GrownBrush>& brushes() const { return grown_; }
    bool middleStuck(const Vec3& p) const { return bare_.inside(p + middle_, kMaskBlocking); }

    /// Returns true if the middle of the box, moved from p to q, surely enters solid after free space.
    bool throughWall(const Vec3& p, const Vec3& q) const { return crosses(bare_, p, q) && crosses(maybeClosed_, p, q); }
    /// Returns true if the way leads along a crack through solid, which is no free space.
    bool alongCrack(const Vec3& p, const Vec3& q) const { return crosses(bare_, p, q) && !crosses(closed_, p, q); }

    /// Returns true if the way is clear by more than the tolerances by which the middle may move. Ways that graze an
    /// edge or slide along a wall may count or not.
    bool surelyClear(const Vec3& p, const Vec3& q) const {
        const auto clear = [&](const Vec3& aside) {
            return !crosses(bare_, p + aside, q + aside) ||
                   (middleStuck(p + aside) && leavesOnce(closed_, p + aside, q + aside));
        };
        if (!clear({})) return false;
        for (const Vec3& aside : oracle::across(q - p))
            for (const double way : {-3 * kSurfaceTolerance, 3 * kSurfaceTolerance})
                if (!clear(aside * way)) return false;
        return true;
    }

    /// Returns the greatest depth of p in a brush. If negative, the box is that far from all brushes.
    double deepest(const Vec3& p) const {
        double deepest = -1e30;
        for (const GrownBrush& brush : grown_) deepest = std::max(deepest, depthIn(brush, p));
        return deepest;
    }

    /// Returns the distance to the nearest brush, 0 inside one.
    double clearance(const Vec3& p) const {
        double least = 1e30;
        for (const GrownBrush& brush : grown_)
            if (depthIn(brush, p) > -1) least = std::min(least, distanceToBrush(brush, p));
        return least;
    }

  private:
    /// Returns true if the middle leaves the solid that it starts in once, and enters none again. No crack counts,
    /// however quickly it is crossed.
    bool leavesOnce(const SolidSet& solids, const Vec3& p, const Vec3& q) const {
        std::vector<std::pair<double, double>> parts;
        for (const GrownBrush& brush : solids.brushes()) {
            double enter = 0, leave = 1;
            for (const oracle::GrownPlane& plane : brush.planes) {
                const double a = dot(plane.normal, p + middle_) - plane.dist;
                const double b = dot(plane.normal, q + middle_) - plane.dist;
                if (a > 0 && b > 0) leave = -1;
                if (a > 0 && b <= 0) enter = std::max(enter, a / (a - b));
                if (a <= 0 && b > 0) leave = std::min(leave, a / (a - b));
            }
            if (enter < leave) parts.emplace_back(enter, leave);
        }
        std::sort(parts.begin(), parts.end());
        double out = 0;
        for (const auto& [enter, leave] : parts) {
            if (enter > out) return false;
            out = std::max(out, leave);
        }
        return out < 1;
    }
    bool crosses(const SolidSet& solids, const Vec3& p, const Vec3& q) const {
        const oracle::TraceAnswer trace = solids.trace(p + middle_, q + middle_, kMaskBlocking);
        return trace.hit && !trace.allsolid;
    }

    Vec3 middle_;
    std::vector<GrownBrush> grown_;
    SolidSet bare_, closed_, maybeClosed_;
};

/// Returns an empty string if brute force and random samples find no free position nearer than `limit` that no wall
/// hides.
std::string nearer(const Truth& truth, const Vec3& p, double limit, SplitMix& random, bool& walled) {
    const auto place = placeOutside(truth.brushes(), p, limit, kRoom);
    walled = place.has_value();
    if (!place) return "";
    if (truth.surelyClear(p, *place)) return "nearer: " + text(*place);
    for (int i = 0; i < 300; ++i) {
        const Vec3 q = p + random.direction() * (limit * std::cbrt(random.unit()));
        if (truth.deepest(q) < -kRoom && truth.surelyClear(p, q)) return "nearer, by chance: " + text(q);
    }
    return "";
}

std::string faultOf(const Truth& truth, const Vec3& p, const Unstick& way, double limit, SplitMix& random,
                    Tally& tally) {
    bool walled = false;
    if (way.status == UnstickStatus::None) {
        ++tally.none;
        return nearer(truth, p, limit - kPositionRounding, random, walled);
    }
    if (way.status != UnstickStatus::Found) return "no answer";
    ++tally.found;
    tally.middleStuck += truth.middleStuck(p);
    tally.cracks += truth.alongCrack(p, way.position);
    if (truth.clearance(way.position) < kRoom - kPositionRounding) return "not free: " + text(way.position);
    if (way.distance > limit + kPositionRounding) return "too far";
    if (std::abs(length(way.direction) - 1) > 1e-12) return "no direction";
    if (length(p + way.direction * way.distance - way.position) > 1e-9 * (1 + length(p))) return "not that way";
    if (truth.throughWall(p, way.position)) return "through a wall: " + text(way.position);
    std::string fault = nearer(truth, p, way.distance - kGrazing, random, walled);
    tally.walled += walled;
    std::size_t planes = 0;
    for (const GrownBrush& brush : truth.brushes())
        if (std::abs(depthIn(brush, way.position) + kRoom) < kPositionRounding) ++planes;
    tally.onEdges += planes > 1;
    return fault;
}

void compareAll(const std::string& name, MapFile map, std::size_t places, std::size_t boxes, Tally& tally) {
    const Proof proof = bakeProof(std::move(map), false, {{"point", {}}});
    Faults faults;
    SplitMix random(kSeed);
    std::vector<Box> sizes{{}, {{-16, -16, -24}, {16, 16, 32}}, {{-1, -2, -3}, {3, 2, 1}}};
    for (const Box& box : oracle::randomBoxes(kSeed, boxes)) sizes.push_back(box);
    for (const Box& box : sizes) {
        const Truth truth(proof.models.front(), box);
        const SolidSet solids(truth.brushes());
        for (const Vec3& surface : hardPoints(solids, random, places, 8, places / 8)) {
            const Vec3 p = surface + random.direction() * (random.chance(0.2) ? 0 : random.range(0, 12));
            const double limit = random.chance(0.5) ? 8 : 20;
            const Unstick way = proof.clip.unstick({.box = box}, p, limit);
            const std::string where = " at " + text(p) + " within " + std::to_string(limit);
            ++tally.places;
            // For a cube between half the tolerance and a large one, either answer is right.
            const bool stuck = solids.inside(p, kMaskBlocking, {kSurfaceTolerance / 2});
            if (stuck != solids.inside(p, kMaskBlocking, {2.5 * kSurfaceTolerance})) continue;
            if (!stuck || way.status == UnstickStatus::Free) {
                tally.free += way.status == UnstickStatus::Free;
                if (stuck || way.status != UnstickStatus::Free || way.distance != 0)
                    faults.note((stuck ? "stuck" : "free") + where);
                continue;
            }
            const std::string fault = faultOf(truth, p, way, limit, random, tally);
            if (!fault.empty())
                faults.note(fault + ", said " + text(way.position) + " (" + std::to_string(way.distance) + ") status " +
                            std::to_string(static_cast<int>(way.status)) + ", box " + text(box.mins) + " : " +
                            text(box.maxs) + where);
        }
    }
    EXPECT_EQ(faults.count(), 0u) << name;
}

void expectEnough(const Tally& tally, std::size_t found) {
    EXPECT_GE(tally.free, found / 2);
    EXPECT_GE(tally.found, found);
    EXPECT_GE(tally.onEdges, found / 8);
    EXPECT_GE(tally.middleStuck, found / 4);
    EXPECT_GE(tally.walled, 3u);
    EXPECT_GE(tally.none, found / 8);
}

TEST(OracleUnstick, Demo) {
    Tally tally;
    compareAll("demo", demoMap(), 2000, 12, tally);
    tally.print("demo");
    expectEnough(tally, 8000);
}

TEST(OracleUnstick, Scenes) {
    Tally tally;
    for (const std::string& name : sceneNames()) compareAll(name, sceneMap(name), 240, 6, tally);
    tally.print("scenes");
    expectEnough(tally, 30000);
    EXPECT_GE(tally.cracks, 3u);
}

/// The same, turned by any angles and saved with 3 to 12 decimals.
TEST(OracleUnstick, TurnedScenes) {
    Tally tally;
    SplitMix random(kSeed);
    std::vector<std::string> scenes = sceneNames();
    const std::size_t count = sized(std::size_t{10}, scenes.size());
    for (std::size_t i = 0; i < count; ++i) {
        std::swap(scenes[i], scenes[i + random.index(scenes.size() - i)]);
        const Vec3 degrees{random.range(-180, 180), random.range(-180, 180), random.range(-180, 180)};
        const int decimals = 3 + static_cast<int>(random.index(10));
        const std::string name = scenes[i] + ", turned by " + text(degrees) + " / " + std::to_string(decimals);
        compareAll(name, turnedMap(sceneMap(scenes[i]), degrees, decimals), 240, 4, tally);
    }
    tally.print("turned scenes");
    expectEnough(tally, count * 200);
}

/// Dozens of its slanted brushes overlap. Places that lie behind several of their sides are searched once.
TEST(OracleUnstick, TerrainOfThreeDecimals) {
    Tally tally;
    compareAll("terrain_prisms, turned",
               turnedMap(sceneMap("terrain_prisms"), {-16.454188081133054, 153.42995256865208, -170.00395855389331}, 3),
               240, 6, tally);
    tally.print("terrain_prisms, turned");
    EXPECT_GE(tally.found, 800u);
    EXPECT_GE(tally.onEdges, 150u);
    EXPECT_GE(tally.none, 800u);
}

/// A move out of the floor that comes up less than the seam's width beside a wall stays clear of it.
TEST(OracleUnstick, AWayOutRightBesideAWallIsFound) {
    const Proof proof = bakeProof(
        turnedMap(sceneMap("floor_two_walls_corner"), {142.99759344220951, -48.044205409589409, 147.3240832979273}, 7),
        false, {{"point", {}}});
    const Vec3 middle{0.85046824477432992, 0.74314431412916804, -20.141467358762352};
    const Vec3 p{-73.257201926585083, 3.9130135416449026, -301.38605814840759};
    const Unstick way = proof.clip.unstick({.box = Box{middle, middle}}, p, 8);
    ASSERT_EQ(way.status, UnstickStatus::Found);
    EXPECT_NEAR(way.distance, 7.7159574, 1e-6);
    const Truth truth(proof.models.front(), {middle, middle});
    EXPECT_TRUE(truth.surelyClear(p, way.position)) << text(way.position);
}

/// The way crosses a crack between two brushes, half as wide as the tolerance. The crack widens to one where the walls
/// around it, enlarged twice as much as counts, still meet.
TEST(OracleUnstick, AWayOutAcrossAClosedCrackIsFound) {
    const Proof proof = bakeProof(
        turnedMap(sceneMap("fins_corridor"), {63.173860159138712, 2.1258292551661384, -173.54831545073205}, 7), false,
        {{"point", {}}});
    const Box box{{-0.34870927389089257, -0.20108925433336908, -0.10877233594285661},
                  {0.07396366789524017, 0.15276800962282674, 0.11436394035710211}};
    const Vec3 p{277.14001532093687, 218.87790232574946, -2.4691059646557521};
    const Vec3 nearer{279.26768431809279, 217.81269958236606, -1.4344510271498199};
    const Truth truth(proof.models.front(), box);
    ASSERT_TRUE(truth.surelyClear(p, nearer) && truth.deepest(nearer) < -kRoom);
    const Unstick way = proof.clip.unstick({.box = box}, p, 20);
    ASSERT_EQ(way.status, UnstickStatus::Found);
    EXPECT_LE(way.distance, length(nearer - p));
}

/// Between two faces less than twice the room apart there is no place, however little less.
TEST(OracleUnstick, TheTruthKnowsNoPlaceInANarrowerCrack) {
    for (const double width : {2 * kRoom - 1e-8, 2 * kRoom + 3e-7}) {
        std::vector<GrownBrush> brushes;
        for (const MapBrush& brush :
             {boxBrush({-64, -64, -64}, {0, 64, 64}), boxBrush({width, -64, -64}, {64, 64, 64})})
            brushes.push_back(growBrush(*oracle::solveBrush(brush), {}));
        EXPECT_EQ(placeOutside(brushes, {-1, 0, 0}, 8, kRoom).has_value(), width > 2 * kRoom) << width;
    }
}

/// Its cracks are about as wide as the tolerance. Those that are wider end the solid that the middle starts in.
TEST(OracleUnstick, ATurnedCrevice) {
    Tally tally;
    compareAll("acute_crevice, turned", turnedMap(sceneMap("acute_crevice"), {0, 17, 0}, 6), 1000, 6, tally);
    tally.print("acute_crevice, turned");
    EXPECT_GE(tally.found, 1000u);
    EXPECT_GE(tally.middleStuck, 500u);
}

/// In hulls of a sealed map the outside is no way out, however near it is.
TEST(OracleUnstick, HullsOfTheDemo) {
    const Proof proof = bakeProof(demoMap(), true);
    Faults faults;
    SplitMix random(kSeed);
    std::size_t found = 0, outsideNearer = 0;
    for (std::uint32_t h = 0; h < proof.clip.hullCount(); ++h) {
        const Box box = proof.clip.hull({h}).box;
        const Truth truth(proof.models.front(), box);
        const auto free = [&](const Vec3& p) { return !blocks(proof.at(p, {h})); };
        for (const Vec3& surface : hardPoints(proof.solids({h}), random, 1600, 8, 200)) {
            const Vec3 p = surface + random.direction() * random.range(0, 12);
            if (free(p)) continue;
            const Unstick way = proof.clip.unstick({.hull = {h}}, p, 24);
            const std::string where = "hull " + std::to_string(h) + " at " + text(p) + ", said " + text(way.position);
            const bool got = way.status == UnstickStatus::Found;
            if (!got && way.status != UnstickStatus::None) faults.note("no answer, " + where);
            if (got && (!free(way.position) || truth.clearance(way.position) < kRoom - kPositionRounding))
                faults.note("not free, " + where);
            if (got && truth.throughWall(p, way.position)) faults.note("through a wall, " + where);
            const double limit = (got ? way.distance : 24) - kGrazing;
            const auto nearest = placeOutside(truth.brushes(), p, limit, kRoom);
            const bool nearer = nearest && free(*nearest) && truth.surelyClear(p, *nearest);
            if (nearer) faults.note("nearer: " + text(*nearest) + ", " + where);
            for (int i = 0; nearest && i < 200; ++i) {
                const Vec3 q = p + random.direction() * (limit * std::cbrt(random.unit()));
                if (truth.deepest(q) < -kRoom && free(q) && truth.surelyClear(p, q))
                    faults.note("nearer, by chance: " + text(q) + ", " + where);
            }
            found += got ? 1 : 0;
            outsideNearer += got && nearest && !free(*nearest) ? 1 : 0;
        }
    }
    std::cout << found << " ways out, the outside nearer than " << outsideNearer << " of them\n";
    EXPECT_EQ(faults.count(), 0u);
    EXPECT_GE(found, 2000u);
    EXPECT_GE(outsideNearer, 50u);
}

class OracleUnstickRealMaps : public testing::TestWithParam<const char*> {};

TEST_P(OracleUnstickRealMaps, NothingIsNearer) {
    const std::string relative = std::string("maps/quake/") + GetParam() + ".map";
    const auto path = sharedFile(relative);
    if (!path) GTEST_SKIP() << missingShared(relative);
    auto read = readMap(*path);
    if (const auto* error = std::get_if<Diagnostic>(&read)) FAIL() << error->text();
    Tally tally;
    compareAll(GetParam(), std::move(std::get<MapFile>(read)), 2000, 12, tally);
    tally.print(GetParam());
    expectEnough(tally, 8000);
}

INSTANTIATE_TEST_SUITE_P(Maps, OracleUnstickRealMaps, testing::Values("dm1", "e1m1"),
                         [](const auto& map) { return std::string(map.param); });

}  // namespace
}  // namespace hullbake::test
