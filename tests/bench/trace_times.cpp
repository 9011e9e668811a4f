#include "tests/bench/trace_times.hpp"

#include <benchmark/benchmark.h>

#include <algorithm>
#include <string>

#include "oracle/solids/map_solids.hpp"
#include "tests/bench/accuracy.hpp"
#include "tests/bench/classic_check.hpp"
#include "tests/bench/counting_walk.hpp"
#include "tests/bench/trace_sets.hpp"

namespace hullbake::bench {

namespace {

constexpr std::uint64_t kTraceSeed = 20240624;

struct Work {
    std::string set, order;
    bool isLong;
    std::vector<Segment> traces;
};

bool isSlow(const Engine& engine, const Work& work) {
    return work.isLong && engine.info().name.starts_with("Bullet");
}

// Returns every n-th trace for slow engines, so that they come from everywhere in either order.
std::vector<Segment> thinned(const std::vector<Segment>& traces, std::size_t count) {
    const std::size_t step = std::max<std::size_t>(1, traces.size() / std::max<std::size_t>(1, count));
    std::vector<Segment> some;
    for (std::size_t i = 0; i < traces.size(); i += step) some.push_back(traces[i]);
    return some;
}

void timeEngines(const Level& level, const Engines& engines, const Work& work, const TraceBench& bench,
                 Results& results) {
    const std::vector<Segment> few = thinned(work.traces, bench.slowTraces);
    const auto tracesOf = [&](const Engine& engine) -> const std::vector<Segment>& {
        return isSlow(engine, work) ? few : work.traces;
    };
    std::vector<Job> jobs;
    for (const auto& engine : engines)
        jobs.push_back({engine->info().name,
                        [&engine, &traces = tracesOf(*engine)] { benchmark::DoNotOptimize(engine->pass(traces)); }});
    const std::vector<Timed> times = timeInTurns(jobs, bench.repetition, Clock::Processor);
    for (std::size_t i = 0; i < engines.size(); ++i) {
        const std::vector<Segment>& traces = tracesOf(*engines[i]);
        const auto add = [&](const char* metric, double value, const char* unit) {
            results.add({"trace", level.name, work.set, work.order, engines[i]->info().name, 0, metric, value, unit});
        };
        add("ns", times[i].median * 1e9 / static_cast<double>(traces.size()), "ns");
        add("spread", times[i].spread, "of the median");
        const Percentiles percentiles =
            groupPercentiles(*engines[i], traces, isSlow(*engines[i], work) ? 3 : bench.passes);
        add("p50", percentiles.p50, "ns");
        add("p99", percentiles.p99, "ns");
    }
}

void addNodes(const Level& level, const Work& work, Results& results) {
    const ClassicCheck<float> classic(level.map, level.player);
    NodeCount classicCount;
    std::size_t baked = 0;
    const Probe player{.hull = level.player};
    for (const Segment& segment : work.traces) {
        baked += countNodes(level.map, player, segment).nodes;
        classic.trace(segment.start, segment.end, classicCount);
    }
    const auto add = [&](const char* engine, std::size_t nodes) {
        const double mean = static_cast<double>(nodes) / static_cast<double>(work.traces.size());
        results.add({"trace", level.name, work.set, work.order, engine, 0, "nodes", mean, "per trace"});
    };
    add("baked", baked);
    add("classic", classicCount.nodes);
}

}  // namespace

void benchLevel(const Level& level, const TraceBench& bench, Results& results) {
    const auto add = [&](const char* metric, double value, const char* unit) {
        results.add({"level", level.name, {}, {}, {}, 0, metric, value, unit});
    };
    if (level.real) add("real", 1, "");
    const Job job{"open", [&] { benchmark::DoNotOptimize(ClipMap::open(level.blob).status); }};
    add("open", timeInTurns({job}, bench.repetition, Clock::Processor).front().median * 1e6, "microseconds");
}

void benchTraces(const Level& level, const Engines& engines, const TraceBench& bench, Results& results) {
    for (const SetKind kind : kSetKinds) {
        const bool isLong = kind == SetKind::Medium || kind == SetKind::Long;
        Work work{std::string(setName(kind)), "random", isLong,
                  makeTraces(level.map, level.player, kind, bench.traces, kTraceSeed)};
        if (work.traces.empty()) continue;
        timeEngines(level, engines, work, bench, results);
        addNodes(level, work, results);
        work.order = "coherent";
        work.traces = sortedByStart(std::move(work.traces));
        timeEngines(level, engines, work, bench, results);
    }
}

void benchAccuracy(const Level& level, const Engines& engines, const TraceBench& bench, Results& results) {
    const HullInfo hull = level.map.hull(level.player);
    const oracle::SolidSet solids(oracle::growModel(oracle::readModels(level.source).at(0), hull.box, hull.name));
    for (const SetKind kind : kSetKinds) {
        const auto traces = makeTraces(level.map, level.player, kind, bench.traces, kTraceSeed);
        const std::vector<Judged> judged = judgeAll(solids, engines, traces);
        for (std::size_t i = 0; i < engines.size(); ++i) {
            const auto add = [&](const char* metric, double value, const char* unit) {
                results.add({"accuracy",
                             level.name,
                             std::string(setName(kind)),
                             {},
                             engines[i]->info().name,
                             0,
                             metric,
                             value,
                             unit});
            };
            add("wrong", judged[i].wrongPerMillion(), "per million");
            add("traces", static_cast<double>(judged[i].traces), "");
            add("wrong hits", static_cast<double>(judged[i].hitDiffers), "");
            add("wrong flags", static_cast<double>(judged[i].flagDiffers), "");
        }
    }
}

}  // namespace hullbake::bench
