// Proves with invented answers that the judge of moves finds each kind of fault, and none in a sound move.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "oracle/moves/feasible_cone.hpp"
#include "oracle/moves/move_judge.hpp"
#include "oracle/solids/sample_brushes.hpp"

namespace hullbake::oracle {
namespace {

constexpr double kSkin = kDefaultSkin;

/// Returns a level for a point: a floor of two tiles that meet at x = 0, a wall at x >= 64, a plate half a unit thick
/// at x = -32, a post with a corner at (0, 40), and a ceiling that comes down on the floor at y = -250.
MoveSolids level() {
    MapFile map;
    map.entities.emplace_back();
    std::vector<MapBrush>& brushes = map.entities.back().brushes;
    brushes.push_back(boxBrush({-256, -256, -16}, {0, 256, 0}));
    brushes.push_back(boxBrush({0, -256, -16}, {256, 256, 0}));
    brushes.push_back(boxBrush({64, -100, 0}, {80, 256, 128}));
    brushes.push_back(boxBrush({-32.5, -100, 0}, {-32, 256, 128}));
    brushes.push_back(boxBrush({-16, 40, 0}, {0, 56, 128}));
    // Free below z = (y + 250) / 2.
    MapBrush ceiling;
    ceiling.faces = {planeFace({0, 1, -2}, -250), planeFace({0, 0, 1}, 128), planeFace({1, 0, 0}, 48),
                     planeFace({-1, 0, 0}, 16), planeFace({0, 1, 0}, -120)};
    ceiling.faces.push_back(planeFace({0, -1, 0}, 250));
    brushes.push_back(ceiling);
    std::vector<GrownBrush> grown;
    for (const MapBrush& brush : brushes) grown.push_back(growBrush(*solveBrush(brush), {}));
    return MoveSolids({std::move(grown)});
}

class MoveJudgeTest : public testing::Test {
  protected:
    MoveSolids solids_ = level();
    MoveJudge judge_{solids_, {}};

    /// Returns a move that goes straight from `from` to `to` in 0.1 seconds.
    static MoveRecord made(MoverKind kind, const Vec3& from, const Vec3& velocity, const Vec3& to) {
        MoveRecord move;
        move.kind = kind;
        move.seconds = 0.1;
        move.gravity = kind == MoverKind::Fly ? 0 : 800;
        move.before.origin = from;
        move.before.velocity = velocity;
        move.before.onGround = kind == MoverKind::Walk;
        move.before.ground = {{0, 0, 1}, from.z - kSkin};
        move.after = move.before;
        move.after.origin = to;
        move.after.ground.dist = to.z - kSkin;
        PathPoint end;
        end.position = to;
        end.time = move.seconds;
        move.path = {end};
        return move;
    }

    static void addPoint(MoveRecord& move, const Vec3& position, PathEvent event) {
        PathPoint point;
        point.position = position;
        point.event = event;
        move.path.insert(move.path.end() - 1, point);
    }

    std::vector<MoveFault> faults(const MoveRecord& move) {
        judge_.judge(move, verdict_);
        std::vector<MoveFault> found;
        for (const MoveFinding& finding : verdict_.findings) {
            found.push_back(finding.fault);
            EXPECT_FALSE(finding.reason.empty());
        }
        return found;
    }

    MoveVerdict verdict_;
};

using Faults = std::vector<MoveFault>;

TEST_F(MoveJudgeTest, AFreeMoveIsSound) {
    EXPECT_EQ(faults(made(MoverKind::Fly, {10, 0, 20}, {100, 0, 0}, {20, 0, 20})), Faults{});
    EXPECT_EQ(verdict_.pieces, 1u);
    EXPECT_EQ(verdict_.longLooks, 0u);
    EXPECT_FALSE(verdict_.stallExamined);
    MoveRecord fall = made(MoverKind::Fall, {10, 0, 50}, {100, 0, 0}, {20, 0, 46});
    fall.after.velocity.z = -80;
    EXPECT_EQ(faults(fall), Faults{});
    EXPECT_EQ(faults(made(MoverKind::Walk, {10, 0, kSkin}, {100, 0, 0}, {20, 0, kSkin})), Faults{});
}

TEST_F(MoveJudgeTest, SlidingExactlyOnTheFloorIsSound) {
    EXPECT_EQ(faults(made(MoverKind::Fly, {-10, 0, 0}, {200, 0, 0}, {10, 0, 0})), Faults{});
    EXPECT_EQ(verdict_.longLooks, 1u);
    // A depth of half a thousandth is allowed.
    EXPECT_EQ(faults(made(MoverKind::Fly, {-10, 0, -5e-4}, {200, 0, 0}, {10, 0, -5e-4})), Faults{});
}

TEST_F(MoveJudgeTest, ThroughAThinPlate) {
    EXPECT_EQ(faults(made(MoverKind::Fly, {-40, 0, 20}, {200, 0, 0}, {-20, 0, 20})), Faults{MoveFault::Through});
}

TEST_F(MoveJudgeTest, ThroughAPlateBetweenTwoBends) {
    MoveRecord move = made(MoverKind::Fly, {-20, 0, 20}, {400, 0, 0}, {-20, 4, 20});
    addPoint(move, {-40, 4, 20}, PathEvent::Bump);
    const Faults found = faults(move);
    EXPECT_EQ(std::count(found.begin(), found.end(), MoveFault::Through), 1);
    EXPECT_EQ(verdict_.pieces, 2u);
}

TEST_F(MoveJudgeTest, ThroughACornerThatIsCut) {
    // Passes the post's corner 0.7 units deep, then 0.0004 units deep.
    EXPECT_EQ(faults(made(MoverKind::Fly, {-2, 39, 20}, {30, 30, 0}, {1, 42, 20})), Faults{MoveFault::Through});
    EXPECT_EQ(faults(made(MoverKind::Fly, {-1, 39.0005, 20}, {20, 20, 0}, {1, 41.0005, 20})), Faults{});
}

TEST_F(MoveJudgeTest, EndsInSolid) {
    EXPECT_EQ(faults(made(MoverKind::Fly, {60, 0, 20}, {100, 0, 0}, {70, 0, 20})),
              (Faults{MoveFault::Through, MoveFault::InSolid}));
    // Ends two thousandths deep in the floor, where its tiles meet.
    const Faults found = faults(made(MoverKind::Fly, {0, 0, 1}, {0, 0, -100}, {0, 0, -2e-3}));
    EXPECT_EQ(std::count(found.begin(), found.end(), MoveFault::InSolid), 1);
}

TEST_F(MoveJudgeTest, NotFinite) {
    MoveRecord move = made(MoverKind::Fly, {10, 0, 20}, {100, 0, 0}, {20, 0, 20});
    move.after.velocity.y = std::numeric_limits<double>::quiet_NaN();
    EXPECT_EQ(faults(move), Faults{MoveFault::NotFinite});
    move.after.velocity.y = 0;
    addPoint(move, {std::numeric_limits<double>::infinity(), 0, 0}, PathEvent::Bump);
    EXPECT_EQ(faults(move), Faults{MoveFault::NotFinite});
}

TEST_F(MoveJudgeTest, RefusedAndBroken) {
    MoveRecord move = made(MoverKind::Fly, {10, 0, 20}, {100, 0, 0}, {20, 0, 20});
    move.status = SlideStatus::Stuck;
    EXPECT_EQ(faults(move), Faults{MoveFault::Refused});
    move.status = SlideStatus::Moved;
    move.path.back().position.x = 19;
    EXPECT_EQ(faults(move), Faults{MoveFault::Path});
    move.path.clear();
    EXPECT_EQ(faults(move), Faults{MoveFault::Path});
    move = made(MoverKind::Fly, {10, 0, 20}, {100, 0, 0}, {20, 0, 20});
    addPoint(move, {15, 0, 20}, PathEvent::Bump);
    move.path.front().time = 0.2;
    EXPECT_EQ(faults(move), Faults{MoveFault::Path});
}

TEST_F(MoveJudgeTest, AStallAtAWall) {
    const Vec3 atWall{64 - kSkin, 0, 20};
    EXPECT_EQ(faults(made(MoverKind::Fly, atWall, {100, 100, 0}, atWall)), Faults{MoveFault::Stall});
    EXPECT_TRUE(verdict_.stallExamined);
    EXPECT_EQ(faults(made(MoverKind::Fly, atWall, {100, 6, 0}, atWall)), Faults{MoveFault::Stall});
    // Straight on nothing is open. Less than a twentieth of the wish counts as nothing.
    EXPECT_EQ(faults(made(MoverKind::Fly, atWall, {100, 0, 0}, atWall)), Faults{});
    EXPECT_TRUE(verdict_.stallExamined);
    EXPECT_EQ(faults(made(MoverKind::Fly, atWall, {100, 4, 0}, atWall)), Faults{});
    // Away from the wall a direction is open, and so it is far from the wall.
    EXPECT_EQ(faults(made(MoverKind::Fly, atWall, {-1, 0, 0}, atWall)), Faults{MoveFault::Stall});
    EXPECT_EQ(faults(made(MoverKind::Fly, {20, 0, 20}, {1, 0, 0}, {20, 0, 20})), Faults{MoveFault::Stall});
    // A wish below a ten-thousandth of a unit is not examined.
    EXPECT_EQ(faults(made(MoverKind::Fly, {20, 0, 20}, {9e-4, 0, 0}, {20, 0, 20})), Faults{});
}

TEST_F(MoveJudgeTest, AStallAtASeam) {
    // Above the edge of the next tile, nearer to its hidden side than the skin.
    const Vec3 above{-0.01, 0, kSkin};
    EXPECT_EQ(faults(made(MoverKind::Fly, above, {50, 0, -10}, above)), Faults{MoveFault::Stall});
    EXPECT_EQ(faults(made(MoverKind::Walk, above, {50, 0, 0}, above)), Faults{MoveFault::Stall});
}

TEST_F(MoveJudgeTest, AStallAtAnOuterEdge) {
    // In front of both faces of the post: either way round is free.
    const Vec3 edge{kSkin, 40 - kSkin, 20};
    EXPECT_EQ(faults(made(MoverKind::Fly, edge, {-100, 100, 0}, edge)), Faults{MoveFault::Stall});
    // Exactly on the edge the mover may meet either face, and one of them may leave nothing open.
    const Vec3 on{0, 40, 20};
    EXPECT_EQ(faults(made(MoverKind::Fly, on, {-100, 100, 0}, on)), Faults{MoveFault::Stall});
    EXPECT_EQ(faults(made(MoverKind::Fly, on, {-100, 4, 0}, on)), Faults{});
    EXPECT_EQ(faults(made(MoverKind::Fly, on, {-4, 100, 0}, on)), Faults{});
    // Head on into one face, the other face beside it neither blocks nor helps.
    EXPECT_EQ(faults(made(MoverKind::Fly, {-kSkin, 40 - kSkin, 20}, {0, 100, 0}, {-kSkin, 40 - kSkin, 20})), Faults{});
}

TEST_F(MoveJudgeTest, InACornerThereIsNoStall) {
    const Vec3 corner{64 - kSkin, 0, kSkin};
    EXPECT_EQ(faults(made(MoverKind::Fly, corner, {100, 0, -100}, corner)), Faults{});
    EXPECT_EQ(faults(made(MoverKind::Fly, corner, {100, 30, -100}, corner)), Faults{MoveFault::Stall});
    EXPECT_EQ(faults(made(MoverKind::Walk, corner, {100, 0, 0}, corner)), Faults{});
    EXPECT_EQ(faults(made(MoverKind::Walk, corner, {100, -100, 0}, corner)), Faults{MoveFault::Stall});
}

TEST_F(MoveJudgeTest, InACreviceTheWayIsAlongIt) {
    const Vec3 wedged{0, -250 + (2 + std::sqrt(5.0)) * kSkin, kSkin};
    for (const MoverKind kind : {MoverKind::Fly, MoverKind::Walk}) {
        EXPECT_EQ(faults(made(kind, wedged, {0, -100, 0}, wedged)), Faults{});
        EXPECT_TRUE(verdict_.stallExamined);
        EXPECT_EQ(faults(made(kind, wedged, {50, -100, 0}, wedged)), Faults{MoveFault::Stall});
        EXPECT_EQ(faults(made(kind, wedged, {0, 100, 0}, wedged)), Faults{MoveFault::Stall});
    }
    // The ceiling may lead a flying mover down and out of the crevice, but no walker.
    const Vec3 above{0, -180, 35 - 2 * kSkin};
    EXPECT_EQ(faults(made(MoverKind::Fly, above, {0, -100, 0}, above)), Faults{MoveFault::Stall});
}

TEST_F(MoveJudgeTest, OnASlopeWalkersKeepToTheirGround) {
    // A slope leads down towards x. The bank along its left side is too steep to walk on.
    const Vec3 slope = normalized({1, 0, 2}), bank = normalized({-1, -2, 1.5});
    MapBrush ground, wall;
    ground.faces = {planeFace(slope, 0),        planeFace({0, 0, -1}, 300), planeFace({1, 0, 0}, 200),
                    planeFace({-1, 0, 0}, 200), planeFace({0, 1, 0}, 200),  planeFace({0, -1, 0}, 200)};
    wall = ground;
    wall.faces[0] = planeFace(bank, 0);
    const MoveSolids solids({{growBrush(*solveBrush(ground), {}), growBrush(*solveBrush(wall), {})}});
    const MoveJudge judge(solids, {});
    const auto place = nearestInFront(std::vector<Plane>{{slope, kSkin}, {bank, kSkin}});
    ASSERT_TRUE(place);
    const auto stalls = [&](const Vec3& velocity) {
        MoveRecord move = made(MoverKind::Walk, *place, velocity, *place);
        move.before.ground = move.after.ground = {slope, 0};
        judge.judge(move, verdict_);
        EXPECT_TRUE(verdict_.stallExamined);
        EXPECT_LE(verdict_.findings.size(), 1u);
        return !verdict_.findings.empty() && verdict_.findings.front().fault == MoveFault::Stall;
    };
    // Tries the crease of the two, and the direction across it as seen from above.
    const Vec3 crease = normalized(cross(slope, bank));
    const Vec3 along{crease.x, crease.y, 0}, across{-crease.y, crease.x, 0};
    EXPECT_TRUE(stalls(along * 100));
    EXPECT_TRUE(stalls(along * -100));
    const double into = dot(bank, across) < 0 ? 1 : -1;
    EXPECT_FALSE(stalls(across * (into * 100)));
    EXPECT_TRUE(stalls(across * (into * -100)));
    EXPECT_TRUE(stalls(across * (into * 100) + along * 30));
}

TEST_F(MoveJudgeTest, WhatTheFillClosedIsNoWay) {
    const MoveJudge filled(solids_, [](const Vec3& p) { return p.y <= 0; });
    const Vec3 atWall{64 - kSkin, 0, 20};
    filled.judge(made(MoverKind::Fly, atWall, {100, 100, 0}, atWall), verdict_);
    EXPECT_TRUE(verdict_.findings.empty());
    filled.judge(made(MoverKind::Fly, atWall, {100, -100, 0}, atWall), verdict_);
    EXPECT_EQ(verdict_.findings.size(), 1u);
}

TEST_F(MoveJudgeTest, EnergyGained) {
    MoveRecord fly = made(MoverKind::Fly, {10, 0, 20}, {100, 0, 0}, {20, 0, 20});
    fly.after.velocity = {100 * (1 + 1e-7), 0, 0};
    EXPECT_EQ(faults(fly), Faults{});
    fly.after.velocity = {100 * (1 + 2e-6), 0, 0};
    EXPECT_EQ(faults(fly), Faults{MoveFault::Energy});
    // Half of the fall of 4 units explains 80 units a second. A skin of it is allowed.
    MoveRecord fall = made(MoverKind::Fall, {10, 0, 50}, {0, 0, 0}, {10, 0, 46});
    fall.after.velocity.z = -80;
    EXPECT_EQ(faults(fall), Faults{});
    fall.after.velocity.z = -81;
    EXPECT_EQ(faults(fall), Faults{MoveFault::Energy});
    MoveRecord walk = made(MoverKind::Walk, {10, 0, kSkin}, {100, 0, 0}, {20, 0, kSkin});
    walk.after.velocity.x = 100.001;
    EXPECT_EQ(faults(walk), Faults{MoveFault::Energy});
    // A walker that leaves an edge may fall.
    walk.after.velocity = {100, 0, -40};
    EXPECT_EQ(faults(walk), Faults{MoveFault::Energy});
    walk = made(MoverKind::Walk, {10, 0, 50}, {100, 0, 0}, {20, 0, 49});
    walk.after.onGround = false;
    walk.leftGround = true;
    walk.after.velocity = {100, 0, -40};
    EXPECT_EQ(faults(walk), Faults{});
}

TEST_F(MoveJudgeTest, TooFar) {
    EXPECT_EQ(faults(made(MoverKind::Fly, {10, 0, 20}, {100, 0, 0}, {20.1, 0, 20})), Faults{MoveFault::TooFar});
    MoveRecord there = made(MoverKind::Fly, {10, 0, 20}, {100, 0, 0}, {10, 0.5, 20});
    addPoint(there, {20, 0, 20}, PathEvent::Bump);
    EXPECT_EQ(faults(there), Faults{MoveFault::TooFar});
}

TEST_F(MoveJudgeTest, HeightGained) {
    // On the steepest ground, with a normal of 0.7, a unit forward is 1.02 units up.
    EXPECT_EQ(faults(made(MoverKind::Walk, {10, 0, 20}, {142.9, 0, 0}, {20, 0, 30.2})), Faults{});
    EXPECT_EQ(faults(made(MoverKind::Walk, {10, 0, 20}, {200, 0, 0}, {20, 0, 31})), Faults{MoveFault::Height});
    // A step of 18 units is allowed, one of 19 is not.
    for (const double step : {18.0, 19.0}) {
        MoveRecord move = made(MoverKind::Walk, {10, 0, 20}, {100, 0, 0}, {20, 0, 20 + step});
        addPoint(move, {10, 0, 20 + step}, PathEvent::StepUp);
        addPoint(move, {20, 0, 20 + step}, PathEvent::StepOver);
        addPoint(move, {20, 0, 20 + step}, PathEvent::StepDown);
        EXPECT_EQ(faults(move), step > 18 ? Faults{MoveFault::Height} : Faults{}) << step;
    }
    // In the air only upward speed gives height. Energy and height agree on that.
    MoveRecord fall = made(MoverKind::Fall, {10, 0, 20}, {0, 0, 100}, {10, 0, 26});
    fall.after.velocity = {0, 0, 20};
    EXPECT_EQ(faults(fall), Faults{});
    fall.after.origin.z = fall.path.back().position.z = 27;
    fall.after.velocity = {};
    EXPECT_EQ(faults(fall), (Faults{MoveFault::Energy, MoveFault::Height}));
}

TEST_F(MoveJudgeTest, IntoAPlane) {
    MoveRecord move = made(MoverKind::Fly, {10, 0, 20}, {100, 0, 0}, {20, 0, 20});
    move.planes = {{0, 0, 1}, {std::sqrt(0.5), -std::sqrt(0.5), 0}};
    EXPECT_EQ(faults(move), Faults{});
    move.after.velocity = {90, 0, -1e-6};
    EXPECT_EQ(faults(move), Faults{MoveFault::IntoPlane});
    // The velocity is parallel to a plane in double and into it after rounding to float. Between several planes that is
    // allowed.
    const Vec3 normal = normalized({0.3, -0.4, 0.7});
    move.planes = {normal};
    move.after.velocity = {0, 0.1f * 7, 0.1f * 2};
    move.after.velocity.x = -dot(normal, move.after.velocity) / normal.x;
    const auto rounded = static_cast<float>(move.after.velocity.x);
    const bool inwards = (rounded - move.after.velocity.x) * normal.x < 0;
    if (!inwards) move.after.velocity = -move.after.velocity;
    EXPECT_EQ(faults(move), Faults{MoveFault::IntoPlane});
    move.planes.push_back(-normal);
    EXPECT_EQ(faults(move), Faults{});
    move.planes.pop_back();
    move.after.velocity = move.after.velocity + normal * 1e-6;
    EXPECT_EQ(faults(move), Faults{});
}

TEST_F(MoveJudgeTest, WhoStandsDoesNotDrift) {
    MoveRecord move = made(MoverKind::Walk, {10, 0, kSkin}, {}, {10, 0, kSkin});
    EXPECT_EQ(faults(move), Faults{});
    move.after.origin.x = move.path.back().position.x = std::nextafter(10.0, 11.0);
    EXPECT_EQ(faults(move), Faults{MoveFault::Drift});
}

TEST_F(MoveJudgeTest, WhoStandsStandsOnSomething) {
    MoveRecord move = made(MoverKind::Walk, {10, 0, kSkin}, {}, {10, 0, kSkin});
    move.after.ground = {{0, 0, 1}, -0.1};
    EXPECT_EQ(faults(move), Faults{MoveFault::Ground});
    move.after.ground = {{0, 0, 1}, 0.04};
    EXPECT_EQ(faults(move), Faults{MoveFault::Ground});
    move.after.ground = {{1, 0, 0}, 10};
    EXPECT_EQ(faults(move), Faults{MoveFault::Ground});
    move.after.onGround = false;
    EXPECT_EQ(faults(move), Faults{});
}

TEST_F(MoveJudgeTest, OutOfACreviceAsFarAsItsAngleAsksFor) {
    // At the tip of the wedge below the ceiling, both planes are a skin away only after 5.2 skins.
    const double skins = 1 + std::sqrt(5.0);
    const Vec3 tip{10, -250 + 1e-2, 2e-3}, out{10, -250 + (1 + skins) * kSkin, kSkin};
    MoveRecord move = made(MoverKind::Fly, tip, {0, 0.1, 0}, out);
    EXPECT_EQ(faults(move), Faults{MoveFault::TooFar});
    move.path.back().event = PathEvent::Clear;
    EXPECT_EQ(faults(move), Faults{});
    // More than twice that distance has no cause.
    move.after.origin.y = move.path.back().position.y = -249;
    EXPECT_EQ(faults(move), Faults{MoveFault::TooFar});
}

TEST(Cone, NearestIsTheProjectionOnTheRightFace) {
    const std::vector<Vec3> corner = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    const auto near = [](const Vec3& a, const Vec3& b) { return length(a - b) < 1e-12; };
    EXPECT_TRUE(near(nearestInCone({1, 2, 3}, corner), {1, 2, 3}));
    EXPECT_TRUE(near(nearestInCone({-1, 2, 3}, corner), {0, 2, 3}));
    EXPECT_TRUE(near(nearestInCone({-1, -2, 3}, corner), {0, 0, 3}));
    EXPECT_TRUE(near(nearestInCone({-1, -2, -3}, corner), {}));
    const std::vector<Vec3> wedge = {normalized({1, 0.1, 0}), normalized({-1, 0.1, 0})};
    EXPECT_TRUE(near(nearestInCone({0.2, -1, 5}, wedge), {0, 0, 5}));
}

TEST(Cone, NearestInFrontIsOnTheRightFeature) {
    const auto at = [](std::initializer_list<Plane> planes) {
        const auto place = nearestInFront(std::vector<Plane>(planes));
        return place ? *place : Vec3{1e9, 0, 0};
    };
    const auto near = [](const Vec3& a, const Vec3& b) { return length(a - b) < 1e-9; };
    EXPECT_TRUE(near(at({{{1, 0, 0}, -1}}), {}));
    EXPECT_TRUE(near(at({{{1, 0, 0}, 2}, {{0, 1, 0}, -1}}), {2, 0, 0}));
    EXPECT_TRUE(near(at({{{1, 0, 0}, 2}, {{0, 1, 0}, 3}}), {2, 3, 0}));
    EXPECT_TRUE(near(at({{{1, 0, 0}, 2}, {{0, 1, 0}, 3}, {{0, 0, -1}, 1}}), {2, 3, -1}));
    // In a wedge of 10 degrees, both walls are one unit away at 1 / sin(5 degrees) from its tip.
    const double angle = std::acos(-1.0) / 36;
    const Vec3 low{0, -std::sin(angle), std::cos(angle)}, high{0, -std::sin(angle), -std::cos(angle)};
    EXPECT_NEAR(length(at({{low, 1}, {high, 1}})), 1 / std::sin(angle), 1e-9);
    EXPECT_TRUE(near(at({{{1, 0, 0}, 1}, {{-1, 0, 0}, 1}}), {1e9, 0, 0})) << "there is no such place";
}

TEST(Cone, NearestIsNoFurtherThanAnyDirectionInIt) {
    constexpr std::uint64_t kSeed = 5;
    RecordProperty("seed", static_cast<int>(kSeed));
    SplitMix random(kSeed);
    std::size_t faces = 0, creases = 0, tips = 0, compared = 0;
    for (int i = 0; i < 2000; ++i) {
        std::vector<Vec3> normals;
        const Vec3 up = random.direction();
        const std::size_t count = 1 + random.index(6);
        while (normals.size() < count)
            if (const Vec3 n = random.direction(); dot(n, up) > -0.2) normals.push_back(n);
        const Vec3 wish = random.direction();
        const Vec3 best = nearestInCone(wish, normals);
        std::size_t on = 0;
        for (const Vec3& n : normals) {
            ASSERT_GE(dot(n, best), -1e-9);
            on += std::abs(dot(n, best)) < 1e-9 ? 1u : 0u;
        }
        ++(length(best) < 1e-9 ? tips : on == 1 ? faces : creases);
        for (int k = 0; k < 50; ++k) {
            const Vec3 other = random.direction() * random.unit();
            if (std::any_of(normals.begin(), normals.end(), [&](const Vec3& n) { return dot(n, other) < 0; })) continue;
            ++compared;
            ASSERT_LE(length(wish - best), length(wish - other) + 1e-9);
        }
    }
    EXPECT_GE(faces, 300u);
    EXPECT_GE(creases, 300u);
    EXPECT_GE(tips, 100u);
    EXPECT_GE(compared, 5000u);
}

}  // namespace
}  // namespace hullbake::oracle
