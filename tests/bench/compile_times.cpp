#include "tests/bench/compile_times.hpp"

#include <stdio.h>

#include <array>
#include <chrono>
#include <cstdlib>
#include <ctime>
#include <fstream>
#include <iostream>
#include <map>
#include <memory>

#include "formats/map_reader.hpp"

namespace hullbake::bench {

namespace {

Row compileRow(const MapPath& map, int threads, const char* metric, double value, const char* unit) {
    return {"compile", map.name, {}, {}, {}, threads, metric, value, unit};
}

// Returns the largest resident size of this process in kilobytes, since it began to run this program.
std::optional<long> ownPeak() {
    std::ifstream file("/proc/self/status");
    for (std::string line; std::getline(file, line);)
        if (line.starts_with("VmHWM:")) return std::strtol(line.c_str() + 6, nullptr, 10);
    return std::nullopt;
}

// The stages of several runs of one job.
struct Stages {
    std::vector<std::string> names;  // in order
    std::map<std::string, std::vector<double>> milliseconds;
    std::vector<double> processor;
    CompileRun last;

    void add(CompileRun run) {
        addStage("read", run.readMilliseconds);
        for (const StageTime& stage : run.report.stages) addStage(stage.name, stage.milliseconds);
        processor.push_back(run.processorMilliseconds);
        last = std::move(run);
    }
    void addStage(const std::string& name, double value) {
        if (!milliseconds.contains(name)) names.push_back(name);
        milliseconds[name].push_back(value);
    }
};

}  // namespace

CompileRun compileOnce(const MapPath& map, int threads) {
    CompileRun run;
    const std::clock_t processor = std::clock();
    const auto start = std::chrono::steady_clock::now();
    std::string text;
    auto parsed = readMap(map.path, &text);
    run.readMilliseconds = std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
    if (!std::holds_alternative<MapFile>(parsed)) return run;
    CompileSettings settings;
    settings.threads = threads;
    CompileResult result = compileMap(std::get<MapFile>(parsed), text, settings);
    run.processorMilliseconds = 1e3 * static_cast<double>(std::clock() - processor) / CLOCKS_PER_SEC;
    run.blob = std::move(result.blob);
    run.report = std::move(result.report);
    return run;
}

int printPeakMemory(const std::string& path, int threads) {
    const CompileRun run = compileOnce({path, path, false}, threads);
    const auto peak = ownPeak();
    if (run.blob.empty() || !peak) return 1;
    std::cout << *peak << '\n';
    return 0;
}

std::optional<double> peakMemory(const std::string& self, const MapPath& map, int threads) {
    const std::string command = "'" + self + "' --peak-memory '" + map.path + "' --threads " + std::to_string(threads);
    const std::unique_ptr<FILE, int (*)(FILE*)> pipe(popen(command.c_str(), "r"), pclose);
    std::array<char, 64> line{};
    if (pipe == nullptr || fgets(line.data(), static_cast<int>(line.size()), pipe.get()) == nullptr)
        return std::nullopt;
    const double kilobytes = std::strtod(line.data(), nullptr);
    if (!(kilobytes > 0)) return std::nullopt;
    return kilobytes * 1024e-6;
}

void benchCompile(const MapPath& map, const CompileBench& bench, Results& results) {
    const std::array<int, 2> threadCounts{1, 2};
    std::array<Stages, 2> stages;
    std::vector<Job> jobs;
    for (std::size_t i = 0; i < threadCounts.size(); ++i)
        jobs.push_back({map.name, [&, i] { stages[i].add(compileOnce(map, threadCounts[i])); }});
    const std::vector<Timed> times = timeInTurns(jobs, bench.repetition, Clock::Wall);
    for (std::size_t i = 0; i < threadCounts.size(); ++i) {
        const int threads = threadCounts[i];
        results.add(compileRow(map, threads, "ms", times[i].median * 1e3, "ms"));
        results.add(compileRow(map, threads, "spread", times[i].spread, "of the median"));
        results.add(compileRow(map, threads, "cpu", median(stages[i].processor), "ms"));
        if (const auto peak = peakMemory(bench.self, map, threads))
            results.add(compileRow(map, threads, "peak", *peak, "MB"));
        for (const std::string& name : stages[i].names)
            results.add({"stage", map.name, name, {}, {}, threads, "ms", median(stages[i].milliseconds[name]), "ms"});
    }
    const CompileRun& run = stages[0].last;
    results.add(compileRow(map, 0, "brushes", static_cast<double>(run.report.brushes), ""));
    results.add(compileRow(map, 0, "bytes", static_cast<double>(run.blob.size()), "bytes"));
    for (const HullReport& hull : run.report.hulls)
        results.add({"compile", map.name, hull.name, {}, {}, 0, "nodes", static_cast<double>(hull.worldNodes), {}});
}

void benchAllMaps(const std::vector<MapPath>& maps, const CompileBench& bench, Results& results) {
    const Job job{kAllMaps, [&] {
                      for (const MapPath& map : maps) compileOnce(map, 2);
                  }};
    const Timed time = timeInTurns({job}, bench.repetition, Clock::Wall).front();
    results.add(compileRow({kAllMaps, {}, true}, 2, "ms", time.median * 1e3, "ms"));
    results.add(compileRow({kAllMaps, {}, true}, 2, "spread", time.spread, "of the median"));
    results.add(compileRow({kAllMaps, {}, true}, 0, "maps", static_cast<double>(maps.size()), ""));
}

}  // namespace hullbake::bench
