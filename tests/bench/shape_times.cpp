#include "tests/bench/shape_times.hpp"

#include <benchmark/benchmark.h>

#include <string>

#include "tests/bench/shape_accuracy.hpp"
#include "tests/bench/shape_engines.hpp"
#include "tests/bench/trace_sets.hpp"

namespace hullbake::bench {

namespace {

constexpr std::uint64_t kShapeSeed = 20240624;

std::span<const Segment> firstOf(const std::vector<Segment>& traces, std::size_t count) {
    return std::span(traces).first(std::min(count, traces.size()));
}

void judgeShapeCasts(const Level& level, const ShapesIn& shapes, const PeerInput& input, SetKind kind,
                     std::span<const Segment> ways, Results& results) {
    const oracle::MapModel world = oracle::readModels(level.source).at(0);
    for (const CastShape shape : kCastShapes) {
        if (shape == CastShape::Box) continue;
        Engines engines;
        engines.push_back(makeShapeCast(level, shapes, shape, 0));
        if (auto bullet = makeBulletCast(input, shapes, shape)) engines.push_back(std::move(bullet));
        const std::vector<Judged> judged = judgeShapes(world, shapes.of(shape), engines, ways);
        for (std::size_t i = 0; i < engines.size(); ++i) {
            const auto add = [&](const char* metric, double value, const char* unit) {
                results.add({"shapes", level.name, std::string(setName(kind)), "random", engines[i]->info().name, 0,
                             metric, value, unit});
            };
            add("wrong", judged[i].wrongPerMillion(), "per million");
            add("casts", static_cast<double>(judged[i].traces), "");
        }
    }
}

}  // namespace

void benchShapes(const Level& level, const TraceBench& bench, Results& results) {
    const PeerInput input = peerInput(level);
    const ShapesIn shapes(input.box);
    Engines engines;
    for (const CastShape kind : kCastShapes) engines.push_back(makeShapeCast(level, shapes, kind));
    const std::size_t own = engines.size();
    for (const CastShape kind : kCastShapes)
        if (auto bullet = makeBulletCast(input, shapes, kind)) engines.push_back(std::move(bullet));
    for (const SetKind kind : {SetKind::Short, SetKind::Medium}) {
        const auto traces = makeTraces(level.map, level.player, kind, bench.traces, kShapeSeed);
        if (traces.empty()) continue;
        // Draws are random, so the first ones stand for all. Only Bullet's are fewer.
        const auto tracesOf = [&](std::size_t i) {
            return firstOf(traces, i < own ? traces.size() : bench.slowTraces);
        };
        std::vector<Job> jobs;
        for (std::size_t i = 0; i < engines.size(); ++i)
            jobs.push_back({engines[i]->info().name, [&engine = *engines[i], some = tracesOf(i)] {
                                benchmark::DoNotOptimize(engine.pass(some));
                            }});
        const std::vector<Timed> times = timeInTurns(jobs, bench.repetition, Clock::Processor);
        for (std::size_t i = 0; i < engines.size(); ++i) {
            const std::string name = i == 0 ? std::string(shapeName(CastShape::Box)) : engines[i]->info().name;
            const auto add = [&](const char* metric, double value, const char* unit) {
                results.add({"shapes", level.name, std::string(setName(kind)), "random", name, 0, metric, value, unit});
            };
            add("ns", times[i].median * 1e9 / static_cast<double>(tracesOf(i).size()), "ns");
            add("spread", times[i].spread, "of the median");
        }
        judgeShapeCasts(level, shapes, input, kind, firstOf(traces, bench.judged), results);
    }
}

}  // namespace hullbake::bench
