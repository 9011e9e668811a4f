#include "tests/bench/timing.hpp"

#include <benchmark/benchmark.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <map>

namespace hullbake::bench {

namespace {

using SteadyClock = std::chrono::steady_clock;

double nanoseconds(SteadyClock::time_point from, SteadyClock::time_point to) {
    return std::chrono::duration<double, std::nano>(to - from).count();
}

// Stores the seconds of every single repetition, by the number of its job.
class Collector final : public benchmark::BenchmarkReporter {
  public:
    explicit Collector(Clock clock) : clock_(clock) {}
    bool ReportContext(const Context&) override { return true; }
    void ReportRuns(const std::vector<Run>& runs) override {
        for (const Run& run : runs) {
            if (run.run_type != Run::RT_Iteration || run.error_occurred || run.iterations == 0) continue;
            const double all = clock_ == Clock::Wall ? run.real_accumulated_time : run.cpu_accumulated_time;
            seconds_[run.run_name.function_name].push_back(all / static_cast<double>(run.iterations));
        }
    }
    const std::vector<double>& of(const std::string& name) { return seconds_[name]; }

  private:
    Clock clock_;
    std::map<std::string, std::vector<double>> seconds_;
};

double clockCost() {
    std::vector<double> costs;
    for (int i = 0; i < 4096; ++i) {
        const auto from = SteadyClock::now();
        costs.push_back(nanoseconds(from, SteadyClock::now()));
    }
    return median(std::move(costs));
}

}  // namespace

std::vector<Timed> timeInTurns(const std::vector<Job>& jobs, const Repetition& repetition, Clock clock) {
    benchmark::ClearRegisteredBenchmarks();
    const auto nameOf = [](std::size_t i) { return "job" + std::to_string(i); };
    for (std::size_t i = 0; i < jobs.size(); ++i) {
        const auto& run = jobs[i].run;
        auto* registered = benchmark::RegisterBenchmark(nameOf(i).c_str(), [run](benchmark::State& state) {
            for (auto _ : state) run();
        });
        registered->Repetitions(repetition.count);
        // If a single run suffices, skip the runs that would find out how many to make.
        if (repetition.leastSeconds > 0)
            registered->MinTime(repetition.leastSeconds);
        else
            registered->Iterations(1);
        if (clock == Clock::Wall) registered->UseRealTime();
    }
    Collector collector(clock);
    benchmark::RunSpecifiedBenchmarks(&collector, "all");
    std::vector<Timed> results;
    for (std::size_t i = 0; i < jobs.size(); ++i) {
        const std::vector<double>& seconds = collector.of(nameOf(i));
        Timed timed{median(seconds), 0, seconds.size()};
        if (timed.median > 0) timed.spread = (quantile(seconds, 0.75) - quantile(seconds, 0.25)) / timed.median;
        results.push_back(timed);
    }
    benchmark::ClearRegisteredBenchmarks();
    return results;
}

Percentiles groupPercentiles(const Engine& engine, std::span<const Segment> segments, std::size_t passes) {
    static const double cost = clockCost();
    const std::size_t size = engine.info().group, groups = segments.size() / size;
    std::vector<std::vector<double>> times(groups);
    double sum = 0;
    for (std::size_t pass = 0; pass < passes; ++pass)
        for (std::size_t g = 0; g < groups; ++g) {
            const auto group = segments.subspan(g * size, size);
            const auto from = SteadyClock::now();
            sum += engine.pass(group);
            times[g].push_back(nanoseconds(from, SteadyClock::now()));
        }
    benchmark::DoNotOptimize(sum);
    std::vector<double> perTrace;
    for (std::vector<double>& group : times)
        perTrace.push_back(std::max(0.0, median(std::move(group)) - cost) / static_cast<double>(size));
    return {quantile(perTrace, 0.5), quantile(perTrace, 0.99)};
}

double quantile(std::vector<double> values, double part) {
    if (values.empty()) return 0;
    std::sort(values.begin(), values.end());
    const double at = part * static_cast<double>(values.size() - 1);
    const auto below = static_cast<std::size_t>(std::floor(at));
    const std::size_t above = std::min(below + 1, values.size() - 1);
    return values[below] + (values[above] - values[below]) * (at - std::floor(at));
}

double median(std::vector<double> values) {
    return quantile(std::move(values), 0.5);
}

void initTiming(const char* program) {
    std::string name = program, interleave = "--benchmark_enable_random_interleaving=true";
    char* arguments[] = {name.data(), interleave.data(), nullptr};
    int count = 2;
    benchmark::Initialize(&count, arguments);
}

}  // namespace hullbake::bench
