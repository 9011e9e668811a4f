#include "tests/bench/walk_times.hpp"

#include <benchmark/benchmark.h>

#include <array>
#include <chrono>
#include <cmath>
#include <vector>

#include "hullbake/slide.hpp"
#include "oracle/base/random.hpp"
#include "tests/bench/timing.hpp"
#include "tests/bench/trace_sets.hpp"

namespace hullbake::bench {

namespace {

using Clock = std::chrono::steady_clock;

constexpr std::uint64_t kWalkSeed = 20241120;
constexpr double kWalkSpeed = 320, kWalkTick = 1.0 / 72;
constexpr int kTicksEach = 64;  // ticks of one walker before the next one starts elsewhere

// Returns the states of walkers before each tick. They land, walk at a heading, and turn now and then and at walls.
std::vector<WalkState> walkersOf(const Level& level, const Probe& probe, std::size_t count) {
    oracle::SplitMix random(kWalkSeed);
    std::vector<WalkState> states;
    const auto starts = makeTraces(level.map, level.player, SetKind::Ground, 1024, kWalkSeed);
    if (starts.empty()) return states;
    for (std::size_t attempt = 0; attempt < 8 * count && states.size() < count; ++attempt) {
        WalkState state;
        state.origin = starts[random.index(starts.size())].start;
        double heading = random.range(0, 6.28);
        for (int tick = 0; tick < 2 * kTicksEach && states.size() < count; ++tick) {
            if (state.onGround) state.velocity = Vec3{std::cos(heading), std::sin(heading), 0} * kWalkSpeed;
            if (tick >= kTicksEach && state.onGround) states.push_back(state);
            const WalkResult result = walk(level.map, probe, {}, state, kWalkTick);
            if (result.status != SlideStatus::Moved) break;
            state = result.state;
            if (random.chance(result.blocked ? 0.1 : 0.02)) heading = random.range(0, 6.28);
        }
    }
    return states;
}

double nanosecondsOf(Clock::time_point from, Clock::time_point to) {
    return std::chrono::duration<double, std::nano>(to - from).count();
}

void timeTicks(const Level& level, const Probe& probe, const char* set, const WalkBench& bench, Results& results) {
    const std::vector<WalkState> states = walkersOf(level, probe, bench.ticks);
    if (states.empty()) return;
    std::vector<std::vector<double>> times(states.size());
    std::vector<double> clock;
    std::size_t traces = 0, blocked = 0;
    for (std::size_t pass = 0; pass < bench.passes; ++pass) {
        for (std::size_t i = 0; i < states.size(); ++i) {
            const auto from = Clock::now();
            const WalkResult result = walk(level.map, probe, {}, states[i], kWalkTick);
            times[i].push_back(nanosecondsOf(from, Clock::now()));
            benchmark::DoNotOptimize(result.state.origin);
            traces += result.traces;
            blocked += result.blocked ? 1 : 0;
        }
        const auto from = Clock::now();
        clock.push_back(nanosecondsOf(from, Clock::now()));
    }
    std::vector<double> ticks;
    const double cost = quantile(clock, 0);
    for (std::vector<double>& tick : times) ticks.push_back(std::max(0.0, median(std::move(tick)) - cost));
    const double asked = static_cast<double>(states.size() * bench.passes);
    const auto add = [&](const char* metric, double value, const char* unit) {
        results.add({"walk", level.name, set, {}, "baked", 0, metric, value, unit});
    };
    add("p50", quantile(ticks, 0.5), "ns");
    add("p99", quantile(ticks, 0.99), "ns");
    add("traces", static_cast<double>(traces) / asked, "per tick");
    add("blocked", static_cast<double>(blocked) / asked, "of the ticks");
}

}  // namespace

void benchWalking(const Level& level, const WalkBench& bench, Results& results) {
    timeTicks(level, {.hull = level.player}, "world", bench, results);
    timeTicks(level, {.hull = level.player, .model = kAllModels}, "all models", bench, results);
}

}  // namespace hullbake::bench
