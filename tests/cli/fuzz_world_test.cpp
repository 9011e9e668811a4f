// Proves `hullbake fuzz-world`: no fault in the demo, the same answer each time, and that its judge catches what is
// wrong.
#include <gtest/gtest.h>

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "tests/cli/cli_support.hpp"
#include "tests/support/shared_maps.hpp"
#include "tools/runs/world_judge.hpp"

namespace hullbake::test {
namespace {

class FuzzWorldCli : public CliTest {
  protected:
    void bakeDemo() {
        ASSERT_EQ(run({"compile", HULLBAKE_SOURCE_ROOT "/maps/demo/demo.map", "-o", "demo.hull"}).exitCode, 0);
    }
};

TEST_F(FuzzWorldCli, FindsNoFaultInTheDemo) {
    bakeDemo();
    const RunResult result = run({"fuzz-world", "demo.hull", "--ticks", "4000", "--seed", "20261127", "--json"});
    EXPECT_EQ(result.exitCode, 0) << result.out << result.err;
    const Json answer = Json::parse(result.out);
    EXPECT_EQ(answer.at("ticks").get<int>(), 4000);
    EXPECT_EQ(answer.at("fault"), nullptr);
    EXPECT_GE(answer.at("pairs").get<int>(), 50000);
    EXPECT_GE(answer.at("riders").get<int>(), 100);
    EXPECT_GE(answer.at("contacts").get<int>(), 100);
    EXPECT_GE(answer.at("blocked").get<int>(), 100);
    EXPECT_GE(answer.at("jumped").get<int>(), 20);
    EXPECT_GE(answer.at("deeper").get<int>(), 20);
    EXPECT_GE(answer.at("touches").get<int>(), 50);
    EXPECT_GE(answer.at("ways").get<int>(), 5000);
    EXPECT_EQ(run({"fuzz-world", "demo.hull", "--ticks", "4000", "--seed", "20261127", "--json"}).out, result.out);
}

TEST_F(FuzzWorldCli, TurnsModelsWhenAsked) {
    bakeDemo();
    const auto fuzz = [&](bool turn) {
        std::vector<std::string> words = {"fuzz-world", "demo.hull", "--ticks", "1200", "--seed", "6", "--json"};
        if (turn) words.emplace_back("--turn");
        return run(words);
    };
    const RunResult result = fuzz(true);
    EXPECT_EQ(result.exitCode, 0) << result.out << result.err;
    const Json answer = Json::parse(result.out);
    EXPECT_EQ(answer.at("ticks").get<int>(), 1200);
    EXPECT_EQ(answer.at("fault"), nullptr);
    EXPECT_GE(answer.at("contacts").get<int>(), 200);
    EXPECT_GE(answer.at("riders").get<int>(), 500);
    EXPECT_GE(answer.at("tilted").get<int>(), 40);
    EXPECT_NE(fuzz(false).out, result.out);
}

// Who jumps under a body that stands on him comes down again in the same tick, elsewhere. That is no drift.
TEST_F(FuzzWorldCli, LetsRidersJumpWhereSomethingHoldsThemDown) {
    bakeDemo();
    const RunResult result =
        run({"fuzz-world", "demo.hull", "--ticks", "66", "--seed", "4310081402531908298", "--turn", "--json"});
    EXPECT_EQ(result.exitCode, 0) << result.out << result.err;
    EXPECT_GE(Json::parse(result.out).at("riders").get<int>(), 10);
}

// Worlds that had a fault once, each the first of its seed.
TEST_F(FuzzWorldCli, FindsNoFaultWhereOneWas) {
    bakeDemo();
    struct Case {
        const char* map;
        const char* seed;
        bool turn;
        const char* ticks = "300";
    };
    const std::vector<Case> cases = {
        {"demo", "7246198005154576264", false},        // a walker rests at the edge of a gap
        {"demo", "14373818230598653125", true},        // velocities that follow from one another in a ring
        {"demo", "14729551569730153330", true},        // a body slips fast along what turns, and that is blocked
        {"quake/e1m1", "1136809240488224534", true},   // rounding that goes round in a ring
        {"quake/e1m1", "14373818230598653124", true},  // two brushes with faces in one plane
        {"quake/e2m1", "10893781286040249642", true},  // a turning mover is stopped, and another body leans on it
        {"quake/e3m1", "4428659182242400698", true},   // the same
        {"quake/e2m1", "8738740584774302994", true},   // a slope turns under a rider, whose box stays upright
        {"quake/e1m2", "11130936845461252446", true},  // a rider is pushed down onto what carries it
        {"demo", "10656625726619256038", true},        // ground leaves a walker in a corner
        {"quake/e2m1", "7037370335873475546", false},  // a walker rests high above a slope
        {"quake/e2m1", "3410427721464764578", true},   // the edge of a flat top turns away from under a rider
        {"coincident_contents", "13592742329242017806", true},  // a rider slides off what turns, and lands on it
        {"rotating_door", "14353177564121783713", true},        // the same
        {"quake/e3m1", "8341725912688968968", false},           // a walk cuts a corner by less than the tolerance
        {"quake/dm2", "11486670184592838653", false},           // the same, of a body
        {"quake/e4m3", "7176588782060942357", false},           // a body that is no longer pushed meets one at a wall
        {"quake/e4m3", "17428512612931924494", false},          // the same, of a row of bodies
        {"quake/e1m3", "3222240718660542267", false},           // velocities in a ring that agree with none
        {"quake/start", "7364775784865224760", true},           // two brushes with faces almost in one plane
        {"quake/e3m1", "9638394265841601066", false, "900"},    // out of a mover's brush into another one of its
        {"demo", "20261127", false, "1200"},                    // who stands on a mover is pushed down into it
        {"demo", "830003", true, "6060"},                       // a body leaves a slit that is nearly closed
        {"quake/e3m4", "167546336327869113", true},             // a walker is lowered onto a slope beside a level face
    };
    for (const Case& one : cases) {
        const std::string map = one.map, hull = map.substr(map.find('/') + 1) + ".hull";
        const bool isReal = map.find('/') != std::string::npos;
        const auto real = sharedFile("maps/" + map + ".map");
        if (isReal && !real) continue;
        if (map != "demo") {
            const std::string file = isReal ? *real : HULLBAKE_SOURCE_ROOT "/maps/scenes/" + map + ".map";
            ASSERT_EQ(run({"compile", file, "-o", hull}).exitCode, 0);
        }
        std::vector<std::string> words = {"fuzz-world", hull, "--ticks", one.ticks, "--seed", one.seed, "--json"};
        if (one.turn) words.emplace_back("--turn");
        const RunResult result = run(words);
        EXPECT_EQ(result.exitCode, 0) << one.map << ' ' << one.seed << result.out.substr(0, 400) << result.err;
    }
}

TEST_F(FuzzWorldCli, RefusesWrongOptions) {
    bakeDemo();
    EXPECT_EQ(run({"fuzz-world"}).exitCode, 2);
    EXPECT_EQ(run({"fuzz-world", "demo.hull", "--ticks", "0"}).exitCode, 2);
    EXPECT_EQ(run({"fuzz-world", "none.hull"}).exitCode, 1);
}

/// A player whose last tick can be spoilt, as a broken runtime would do.
class SpoiltPlayer : public cli::WorldPlayer {
  public:
    using WorldPlayer::WorldPlayer;

    /// Moves a body after the movers' step, the pushes and the walk, or after the later ones of these only.
    void shift(std::size_t body, const Vec3& by, bool carries, bool drives) {
        if (carries) carried_[body] = carried_[body] + by;
        if (drives) driven_[body] = driven_[body] + by;
        walkers_[body].origin = walkers_[body].origin + by;
        bodies_[body].origin = walkers_[body].origin;
    }
    void flipInside(std::size_t body, std::size_t trigger) { inside_[body] ^= std::uint64_t{1} << trigger; }
    void tell(cli::PlayedEvent event) { events_.push_back(event); }
    void stand(std::size_t body, MemberId ground) {
        walkers_[body].onGround = true;
        walkers_[body].groundMember = ground;
    }
    /// Lets the body walk there and back.
    void detour(std::size_t body, const Vec3& by) {
        const Vec3 at = driven_[body];
        ways_[body] = {at, at + by, at};
    }
    void rollBack() { rolledBack_ = true; }
    void hush() { events_.clear(); }
    void forget() { rollbackKeptAll_ = false; }
    void takeTooMuch() { tooMuch_ = true; }
};

/// The demo's lift, which goes down with two bodies on it, into a trigger.
WorldRun liftWorld() {
    WorldRun world;
    world.models.resize(1);
    world.models[0].model.value = 2;
    Mover mover;
    mover.seconds = 1;
    mover.to = {0, 0, -112};
    world.movers.push_back(mover);
    world.bodies.push_back({{{-16, -16, -24}, {16, 16, 32}}, {480, 624, 152.1}});
    world.bodies.push_back({{{-8, -8, 0}, {8, 8, 16}}, {520, 624, 128.1}});
    world.triggers.resize(1);
    world.triggers[0].trigger.box = Box{{400, 560, 0}, {500, 690, 60}};
    return world;
}

/// The lift again, which jumps onto a body beside it and goes 10 units up.
WorldRun jumpWorld() {
    WorldRun world = liftWorld();
    world.movers[0].to = {};
    world.bodies[0].start = {480, 300, 120};
    world.bodies.pop_back();
    world.triggers.clear();
    return world;
}

/// Plays and judges the world of the lift. `spoil` is called after each tick. Returns the first fault.
template <class Spoil>
std::string judged(const cli::HullFile& file, const oracle::FileSolids& solids, const Spoil& spoil,
                   bool calledStill = true) {
    const WorldRun world = liftWorld();
    SpoiltPlayer player(file, world);
    cli::WorldJudge judge(file.map, solids, world, player);
    cli::WorldTally tally;
    for (int tick = 0; tick < 60; ++tick) {
        judge.before();
        player.tick();
        spoil(player, tick);
        const std::string fault = judge.judge({calledStill, calledStill}, tally);
        if (!fault.empty()) return fault;
    }
    EXPECT_GE(tally.touches, 1u);
    EXPECT_GE(tally.carried, 50u);
    return {};
}

// What a mover has jumped into is told, and gets as much deeper as the mover goes, but by nothing else.
TEST_F(FuzzWorldCli, ItsJudgeLetsAJumpInAndNothingElse) {
    bakeDemo();
    const cli::HullFile file = cli::openHullFile(path("demo.hull"));
    const oracle::FileSolids solids = oracle::readSolids(file.map);
    // The lift goes on by `rise`, or turns by so many degrees as well.
    const auto fault = [&](const Vec3& rise, const std::function<void(SpoiltPlayer&, int)>& spoil, double turn = 0) {
        WorldRun world = jumpWorld();
        if (turn != 0) world.movers[0].axis = {0, 0, 1};
        world.models[0].transform.pivot = {480, 624, 100};
        SpoiltPlayer player(file, world);
        cli::WorldJudge judge(file.map, solids, world, player);
        cli::WorldTally tally;
        for (int tick = 0; tick < 4; ++tick) {
            WorldRunLine line;
            line.verb = tick == 1 ? WorldVerb::Jumped : WorldVerb::Leg;
            // The body's top is 4 units above the bottom of the lift, then its bottom 4 units below the lift's top.
            line.to = Vec3{0, -324, 0} + rise * (tick > 1 ? 1.0 : 0.0);
            line.number = 1.0 / 60;
            if (tick == 2 && turn != 0) line.degrees = turn;
            if (tick == 1 || tick == 2) player.apply(line);
            judge.before();
            player.tick();
            spoil(player, tick);
            if (const std::string told = judge.judge({true}, tally); !told.empty()) return told;
        }
        EXPECT_EQ(tally.jumped, 1u);
        return std::string();
    };
    const auto keep = [](SpoiltPlayer&, int) {};
    EXPECT_EQ(fault({}, keep), "");
    EXPECT_EQ(fault({0, 0, 10}, keep), "");
    EXPECT_EQ(fault({0, 0, -10}, keep), "");
    const auto hush = [](SpoiltPlayer& player, int tick) {
        if (tick == 1) player.hush();
    };
    EXPECT_NE(fault({}, hush).find("which has jumped, and is not told"), std::string::npos) << fault({}, hush);
    for (const double rise : {0.0, 1.0, -1.0}) {
        const auto sink = [](SpoiltPlayer& player, int tick) {
            if (tick == 2) player.shift(0, {0, 0, -3}, true, true);
        };
        const std::string told = fault({0, 0, rise}, sink);
        EXPECT_NE(told.find(rise == 0 ? "which goes only 0" : "which goes only 1"), std::string::npos) << told;
        // An arc of half a degree is 0.6 units long at the corner of the body that is farthest from the pivot.
        const std::string turned = fault({0, 0, rise}, sink, 0.5);
        EXPECT_NE(turned.find("which goes only "), std::string::npos) << turned;
    }
    EXPECT_EQ(fault({}, keep, 30), "");
    EXPECT_EQ(fault({0, 0, 10}, keep, 2), "");
}

TEST_F(FuzzWorldCli, ItsJudgeCatchesWhatIsWrong) {
    bakeDemo();
    const cli::HullFile file = cli::openHullFile(path("demo.hull"));
    const oracle::FileSolids solids = oracle::readSolids(file.map);
    const auto keep = [](SpoiltPlayer&, int) {};
    const auto wish = [](SpoiltPlayer& player, int tick) {
        WorldRunLine input;
        input.verb = WorldVerb::Wish;
        input.to = {40, 0, 0};
        if (tick == 10) player.apply(input);
    };
    EXPECT_EQ(judged(file, solids, keep), "");
    EXPECT_EQ(judged(file, solids, wish, false), "");
    EXPECT_NE(judged(file, solids, wish).find("body 0 stands still on model 0 and drifts by"), std::string::npos);
    // With the lift 4 units higher than it is, the bodies stand in it.
    oracle::FileSolids other = solids;
    for (oracle::FileBrush& brush : other.brushes)
        if (brush.model == 2)
            for (oracle::BarePlane& plane : brush.brush.planes)
                if (plane.normal.z > 0.5) plane.dist += 4;
    for (oracle::FileBrush& brush : other.brushes)
        if (brush.model == 2) brush.brush = *oracle::solvePlanes(brush.brush.planes);
    EXPECT_NE(judged(file, other, keep), "");
}

// Each thing that may be wrong, once: what is told names it.
TEST_F(FuzzWorldCli, ItsJudgeNamesEachFault) {
    bakeDemo();
    const cli::HullFile file = cli::openHullFile(path("demo.hull"));
    const oracle::FileSolids solids = oracle::readSolids(file.map);
    const auto told = [](std::string_view what, std::uint32_t mover, std::uint32_t body, std::uint32_t trigger) {
        cli::PlayedEvent event;
        event.what = what;
        event.mover = mover;
        event.body = body;
        event.trigger = trigger;
        return event;
    };
    const std::uint32_t none = UINT32_MAX;
    using Spoil = std::function<void(SpoiltPlayer&)>;
    const auto shift = [](std::size_t body, const Vec3& by, bool early) -> Spoil {
        return [=](SpoiltPlayer& p) { p.shift(body, by, early, early); };
    };
    const auto detour = [](std::size_t body, const Vec3& by) -> Spoil {
        return [=](SpoiltPlayer& p) { p.detour(body, by); };
    };
    struct Case {
        const char* fault;
        Spoil spoil;
        bool still = true;
    };
    const std::vector<Case> cases = {
        {"body 0 is moved", shift(0, {0, 0, -0.04}, true)},
        {"deep into the world", shift(0, {0, 0, -95}, true)},
        {"deep into body 0, before", shift(1, {-16.5, 0, 8}, true)},
        {"deep into model 0, before", shift(0, {0, 0, -1}, false)},
        {"deep into one another, before", shift(1, {-16.5, 0, 8}, false)},
        {"body 0 walks", shift(0, {0, 0, -95}, false)},
        {"body 0 walks through model 0", detour(0, {0, 0, -40})},
        {"body 0 walks through body 1", detour(0, {40, 0, 4})},
        {"body 1 walks through the world", detour(1, {0, 4000, 0})},
        {"rides model 0 and is carried", shift(0, {0, 1e-6, 0}, true)},
        {"stands still on model 0 and drifts", shift(0, {0, 1e-6, 0}, false)},
        {"stands still on model 0 and drifts by 0 0 -0.019", shift(0, {0, 0, -0.02}, false)},
        {"stands still on model 0 and drifts by 0 0 0",
         [](SpoiltPlayer& p) {
             p.shift(0, {0, 0, 0.27}, false, true);
         }},
        {"stands on model 0, which is not", shift(0, {0, 0, 1}, false), false},
        {"is told twice to leave", [&](SpoiltPlayer& p) { p.tell(told("leave", none, 0, 0)); }},
        {"the bit is not that of the last", [](SpoiltPlayer& p) { p.flipInside(1, 0); }},
        {"and told to be inside",
         [&](SpoiltPlayer& p) {
             p.tell(told("enter", none, 1, 0));
             p.flipInside(1, 0);
         }},
        {"has another rule than \"crushed\"", [&](SpoiltPlayer& p) { p.tell(told("crushed", 0, 0, none)); }},
        {"is taken back, and no mover", [](SpoiltPlayer& p) { p.rollBack(); }},
        {"that was taken back has changed", [](SpoiltPlayer& p) { p.forget(); }},
        {"had more events than it may take", [](SpoiltPlayer& p) { p.takeTooMuch(); }},
    };
    for (const Case& one : cases) {
        const auto spoil = [&](SpoiltPlayer& player, int tick) {
            if (tick == 20) one.spoil(player);
        };
        const std::string fault = judged(file, solids, spoil, one.still);
        EXPECT_NE(fault.find(one.fault), std::string::npos) << "expected: " << one.fault << "\ntold: " << fault;
    }
}

}  // namespace
}  // namespace hullbake::test
