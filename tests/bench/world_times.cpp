#include "tests/bench/world_times.hpp"

#include <benchmark/benchmark.h>

#include <chrono>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <memory>
#include <utility>
#include <vector>

#include "hullbake/slide.hpp"
#include "hullbake/world.hpp"
#include "oracle/base/random.hpp"
#include "tests/bench/timing.hpp"
#include "tests/bench/trace_sets.hpp"

namespace hullbake::bench {

namespace {

using Clock = std::chrono::steady_clock;

constexpr std::uint64_t kWorldSeed = 20251127;
constexpr double kSpeed = 320, kTick = 1.0 / 72;
constexpr std::size_t kMostMoving = 20, kWalkers = 64, kManyMovers = 500, kManyBodies = 10000;
// An index of the scene is made anew every so many ticks. Nothing moves farther by then than the slack, units.
constexpr std::size_t kIndexTicks = 8;
constexpr double kIndexSlack = 64;
constexpr Box kPlayerBox{{-16, -16, -24}, {16, 16, 32}};

double microseconds(Clock::time_point from, Clock::time_point to) {
    return std::chrono::duration<double, std::micro>(to - from).count();
}

// A game's world, and the walkers that are its first bodies.
struct Game {
    explicit Game(const ClipMap& opened) : map(opened), random(kWorldSeed) {}

    void addMover(ModelId model, const Vec3& from, const Vec3& way, double seconds) {
        Mover mover;
        mover.model = static_cast<std::uint32_t>(models.size());
        mover.from = from;
        mover.to = from + way;
        mover.seconds = seconds;
        mover.clock = random.range(0, seconds);
        movers.push_back(mover);
        models.push_back({.model = model});
        models.back().transform.displacement = from + way * (mover.clock / seconds);
    }
    void addBody(const Vec3& origin, const Box& box, MemberId ground) {
        bodies.push_back({.origin = origin, .box = box});
        passengers.push_back({.ground = ground});
    }
    World world() { return {models, movers, bodies, passengers}; }
    void walkAll() {
        Scene scene{models, bodies};
        Probe probe;
        probe.scene = &scene;
        if (indexed && walked++ % kIndexTicks == 0) {
            slots.resize(slotsFor(scene));
            slots.resize(indexScene(map, scene, kIndexSlack, slots));
        }
        scene.index = slots;
        for (std::size_t i = 0; i < walkers.size(); ++i) {
            WalkState& walker = walkers[i];
            scene.self = MemberId::body(static_cast<std::uint32_t>(i));
            probe.box = bodies[i].box;
            walker.origin = bodies[i].origin;
            if (walker.onGround) walker.velocity = Vec3{std::cos(headings[i]), std::sin(headings[i]), 0} * kSpeed;
            const WalkResult result = walk(map, probe, {}, walker, kTick);
            if (random.chance(result.blocked ? 0.1 : 0.02)) headings[i] = random.range(0, 6.28);
            if (result.status != SlideStatus::Moved) continue;
            walker = result.state;
            bodies[i].origin = walker.origin;
            passengers[i].ground = walker.groundMember;
        }
    }
    StepResult step() {
        scratch.resize(scratchFor(world()));
        events.resize(4096);
        return stepMovers(map, {}, world(), kTick, scratch, events);
    }
    // Movers go to and fro, also when they are blocked.
    void turnBack(const StepResult& result) {
        for (std::size_t e = 0; e < result.events && e < events.size(); ++e)
            if (events[e].kind == WorldEventKind::Blocked && events[e].mover != kNoMover) reverse(events[e].mover);
        for (std::uint32_t m = 0; m < movers.size(); ++m)
            if (movers[m].clock >= movers[m].seconds) reverse(m);
    }
    void reverse(std::uint32_t m) {
        Mover& mover = movers[m];
        std::swap(mover.from, mover.to);
        mover.clock = std::max(0.0, mover.seconds - mover.clock);
    }

    const ClipMap& map;
    oracle::SplitMix random;
    std::vector<PlacedModel> models;
    std::vector<Mover> movers;
    std::vector<Body> bodies;
    std::vector<Passenger> passengers;
    std::vector<WalkState> walkers;
    std::vector<double> headings;
    std::vector<WorldScratch> scratch;
    std::vector<WorldEvent> events;
    bool indexed = false;  // the walks go by an index of the scene
    std::vector<SceneSlot> slots;
    std::size_t walked = 0;
};

struct TickTimes {
    std::vector<double> steps, ticks;
    double events = 0, casts = 0;
};

TickTimes timeTicks(Game& game, std::size_t ticks) {
    TickTimes times;
    for (std::size_t t = 0; t < ticks; ++t) {
        const auto from = Clock::now();
        game.walkAll();
        const auto middle = Clock::now();
        const StepResult result = game.step();
        const auto to = Clock::now();
        if (result.invalid) return times;
        times.steps.push_back(microseconds(middle, to));
        times.ticks.push_back(microseconds(from, to));
        times.events += static_cast<double>(result.events) / static_cast<double>(ticks);
        times.casts += static_cast<double>(result.casts) / static_cast<double>(ticks);
        game.turnBack(result);
    }
    return times;
}

void addTimes(const std::string& map, const char* set, const std::vector<double>& times, Results& results) {
    for (const auto& [metric, part] : {std::pair("p50", 0.5), std::pair("p99", 0.99)})
        results.add({"world", map, set, {}, "", 0, metric, quantile(times, part), "us"});
}

void addCounts(const std::string& map, const Game& game, const TickTimes& times, Results& results) {
    const auto add = [&](const char* metric, double value, const char* unit) {
        results.add({"world", map, "step", {}, "", 0, metric, value, unit});
    };
    add("movers", static_cast<double>(game.movers.size()), "");
    add("bodies", static_cast<double>(game.bodies.size()), "");
    add("events", times.events, "per tick");
    add("casts", times.casts, "per tick");
}

// What a game copies to take a tick back.
void timeSnapshot(const std::string& map, const Game& game, Results& results) {
    std::vector<Body> bodies = game.bodies;
    std::vector<Passenger> passengers = game.passengers;
    std::vector<double> times;
    for (int pass = 0; pass < 50; ++pass) {
        constexpr int kCopies = 200;
        const auto from = Clock::now();
        for (int i = 0; i < kCopies; ++i) {
            bodies = game.bodies;
            passengers = game.passengers;
            benchmark::DoNotOptimize(bodies.data());
            benchmark::DoNotOptimize(passengers.data());
            benchmark::ClobberMemory();
        }
        times.push_back(1000 * microseconds(from, Clock::now()) / kCopies);
    }
    const std::size_t bytes = bodies.size() * sizeof(Body) + passengers.size() * sizeof(Passenger);
    results.add({"world", map, "snapshot", {}, "", 0, "bytes", static_cast<double>(bytes), "bytes"});
    results.add({"world", map, "snapshot", {}, "", 0, "ns", median(times), "ns"});
}

// All models of a level, the first of which move, and bodies that walk from free places on its ground.
void fillLevel(Game& game, const Level& level) {
    for (std::uint32_t m = 1; m < level.map.modelCount(); ++m) {
        if (game.movers.size() < kMostMoving)
            game.addMover({m}, {}, {0, 0, 64}, game.random.range(1, 3));
        else
            game.models.push_back({.model = {m}});
    }
    for (const Segment& ground : makeTraces(level.map, level.player, SetKind::Ground, 4 * kWalkers, kWorldSeed)) {
        const Scene scene{game.models, game.bodies};
        Probe probe;
        probe.box = kPlayerBox;
        probe.scene = &scene;
        const Vec3& start = ground.start;
        if (game.walkers.size() == kWalkers || level.map.trace(probe, start, start).startsolid) continue;
        game.addBody(start, kPlayerBox, kNoMember);
        game.walkers.emplace_back();
        game.walkers.back().origin = start;
        game.headings.push_back(game.random.range(0, 6.28));
    }
}

std::string brushText(const Vec3& low, const Vec3& high) {
    const auto plane = [](const Vec3& a, const Vec3& b, const Vec3& c) {
        std::string text;
        for (const Vec3* p : {&a, &b, &c})
            text += "( " + std::to_string(p->x) + ' ' + std::to_string(p->y) + ' ' + std::to_string(p->z) + " ) ";
        return text + "wall 0 0 0 1 1\n";
    };
    const Vec3 x{1, 0, 0}, y{0, 1, 0}, z{0, 0, 1};
    return "{\n" + plane(low, low + y, low + z) + plane(low, low + z, low + x) + plane(low, low + x, low + y) +
           plane(high, high + z, high + y) + plane(high, high + x, high + z) + plane(high, high + y, high + x) + "}\n";
}

std::string entityOf(const char* classname, const std::string& brushes) {
    return std::string("{\n\"classname\" \"") + classname + "\"\n" + brushes + "}\n";
}

std::unique_ptr<Level> makePlain(const std::string& folder) {
    std::error_code error;
    std::filesystem::create_directories(folder, error);
    const std::string path = folder + "/plain.map";
    std::ofstream file(path, std::ios::binary);
    file << entityOf("worldspawn", brushText({-8192, -8192, -32}, {8192, 8192, 0}))
         << entityOf("func_plat", brushText({-40, -40, -8}, {40, 40, 0}))
         << entityOf("func_door", brushText({-4, -40, 0}, {4, 40, 64}));
    file.close();
    return file ? loadLevel({"plain", path, false}) : nullptr;
}

// Lifts with two riders each, carriers, and doors, among boxes that lie about and are pushed where they are in the way.
void fillPlain(Game& game) {
    for (std::size_t i = 0; i < kManyMovers; ++i) {
        const bool door = i % 2 == 1;
        const Vec3 at{static_cast<double>(i % 24) * 600 - 7000, static_cast<double>(i / 24) * 600 - 7000,
                      door ? 0.0 : 40.0};
        const Vec3 way = door ? Vec3{200, 0, 0} : i % 4 == 2 ? Vec3{0, 0, 100} : Vec3{0, 180, 0};
        game.addMover({door ? 2u : 1u}, at, way, game.random.range(1, 4));
        const auto model = static_cast<std::uint32_t>(game.models.size() - 1);
        const Vec3 now = game.models[model].transform.displacement;
        for (int k = 0; k < 2 && !door; ++k)
            game.addBody(now + Vec3{36.0 * k - 18, 0, 24 + kDefaultSkin}, kPlayerBox, MemberId::model(model));
    }
    while (game.bodies.size() < kManyBodies)
        game.addBody({game.random.range(-8000, 8000), game.random.range(-8000, 8000),
                      kDefaultSkin + 33 * static_cast<double>(game.random.index(4))},
                     {{-16, -16, 0}, {16, 16, 32}}, kNoMember);
}

}  // namespace

void benchWorld(const Level& level, const WorldBench& bench, Results& results) {
    Game game(level.map), indexed(level.map);
    fillLevel(game, level);
    fillLevel(indexed, level);
    indexed.indexed = true;
    if (game.movers.empty() || game.bodies.empty()) return;
    const TickTimes times = timeTicks(game, bench.ticks);
    addTimes(level.name, "step", times.steps, results);
    addTimes(level.name, "tick", times.ticks, results);
    addTimes(level.name, "indexed tick", timeTicks(indexed, bench.ticks).ticks, results);
    addCounts(level.name, game, times, results);
    results.add({"world", level.name, "step", {}, "", 0, "models", static_cast<double>(game.models.size()), ""});
    timeSnapshot(level.name, game, results);
}

bool benchLargeWorld(const std::string& folder, const WorldBench& bench, Results& results) {
    const std::unique_ptr<Level> level = makePlain(folder);
    if (level == nullptr) return false;
    Game game(level->map);
    fillPlain(game);
    const TickTimes times = timeTicks(game, bench.largeTicks);
    if (times.steps.size() != bench.largeTicks) return false;
    addTimes("plain", "step", times.steps, results);
    addCounts("plain", game, times, results);
    // The same with some riders who walk: what a scene costs in which nearly all members are far away.
    Game walked(level->map);
    fillPlain(walked);
    for (std::size_t i = 0; i < kWalkers; ++i) {
        walked.walkers.emplace_back();
        walked.walkers.back().origin = walked.bodies[i].origin;
        walked.headings.push_back(walked.random.range(0, 6.28));
    }
    const TickTimes ticks = timeTicks(walked, bench.largeTicks);
    if (ticks.ticks.size() != bench.largeTicks) return false;
    addTimes("plain", "tick", ticks.ticks, results);
    return true;
}

}  // namespace hullbake::bench
