#include "tests/bench/scale.hpp"

#include <benchmark/benchmark.h>

#include <cmath>

#include "tests/bench/counting_walk.hpp"
#include "tests/bench/trace_sets.hpp"

namespace hullbake::bench {

namespace {

constexpr std::uint64_t kSeed = 20240624;
constexpr std::size_t kManyBrushes = 20000;  // brushes from which a compile takes seconds, so that one run suffices

class World {
  public:
    World(const MapPath& path, Results& results) : path_(path), results_(results) {}

    void add(const char* metric, double value, const char* unit, const std::string& engine = {}) {
        results_.add({"scale", path_.name, {}, {}, engine, 2, metric, value, unit});
    }

    void compile(const CompileBench& bench, std::size_t size) {
        Repetition repetition = bench.repetition;
        if (size >= kManyBrushes) repetition = {1, 0};
        const Timed time =
            timeInTurns({{path_.name, [this] { run_ = compileOnce(path_, 2); }}}, repetition, Clock::Wall).front();
        add("brushes", static_cast<double>(run_.report.brushes), "");
        add("ms", time.median * 1e3, "ms");
        add("cpu", run_.processorMilliseconds, "ms");
        double filled = 0;
        for (const HullReport& hull : run_.report.hulls) {
            if (hull.name == "player") add("nodes", static_cast<double>(hull.worldNodes), "");
            filled += hull.filled ? 1 : 0;
        }
        add("filled", filled, "hulls");
        if (const auto peak = peakMemory(bench.self, path_, 2)) add("peak", *peak, "MB");
    }

    void trace(const TraceBench& bench) {
        const auto level = openLevel(path_, run_.blob);
        if (level == nullptr) return;
        const auto traces = makeTraces(level->map, level->player, SetKind::Medium, bench.traces, kSeed);
        if (traces.empty()) return;
        Engines engines;
        engines.push_back(makeBaked(*level));
        engines.push_back(makeQuery(*level));
        engines.push_back(makeClassic(*level));
        std::vector<Job> jobs;
        for (const auto& engine : engines)
            jobs.push_back({engine->info().name, [&] { benchmark::DoNotOptimize(engine->pass(traces)); }});
        const std::vector<Timed> times = timeInTurns(jobs, bench.repetition, Clock::Processor);
        const auto count = static_cast<double>(traces.size());
        for (std::size_t i = 0; i < engines.size(); ++i)
            add("ns", times[i].median * 1e9 / count, "ns", engines[i]->info().name);
        std::size_t nodes = 0;
        const Probe player{.hull = level->player};
        for (const Segment& segment : traces) nodes += countNodes(level->map, player, segment).nodes;
        add("visited", static_cast<double>(nodes) / count, "nodes per trace");
    }

  private:
    MapPath path_;
    Results& results_;
    CompileRun run_;  // the last compile
};

}  // namespace

void benchScale(const ScaleBench& scale, const CompileBench& compile, const TraceBench& trace, Results& results) {
    for (const std::string& kind : scale.kinds)
        for (const std::size_t size : scale.sizes) {
            if (scale.say) scale.say(kind + ", " + std::to_string(size) + " brushes");
            const auto path = generateMap(kind, size, scale.folder);
            if (!path) continue;
            World world(*path, results);
            world.compile(compile, size);
            world.trace(trace);
        }
}

std::vector<Panel> scalePanels(const Results& results) {
    struct Kind {
        const char *metric, *engine, *title;
    };
    std::vector<Panel> panels;
    for (const Kind& kind : {Kind{"cpu", "", "compile, processor ms"}, Kind{"peak", "", "peak memory, MB"},
                             Kind{"nodes", "", "nodes, player, world"}, Kind{"ns", "baked", "M trace, baked, ns"}}) {
        Panel panel{kind.title, "brushes", {}};
        for (const std::string& map : results.values("scale", &Row::map)) {
            const auto value = [&](const char* metric, const char* engine) {
                return results.find({"scale", map, {}, {}, engine, 2, metric, 0, {}});
            };
            const auto brushes = value("brushes", ""), y = value(kind.metric, kind.engine);
            if (!brushes || !y) continue;
            const std::string name = map.substr(0, map.find('-'));
            if (panel.series.empty() || panel.series.back().name != name) panel.series.push_back({name, {}});
            panel.series.back().points.push_back({*brushes, *y});
        }
        panels.push_back(std::move(panel));
    }
    return panels;
}

double growthExponent(const std::vector<Point>& points) {
    double meanX = 0, meanY = 0, xy = 0, xx = 0;
    const auto count = static_cast<double>(points.size());
    for (const Point& point : points) {
        meanX += std::log(point.x) / count;
        meanY += std::log(point.y) / count;
    }
    for (const Point& point : points) {
        const double x = std::log(point.x) - meanX;
        xy += x * (std::log(point.y) - meanY);
        xx += x * x;
    }
    return xx > 1e-12 ? xy / xx : 0;
}

}  // namespace hullbake::bench
