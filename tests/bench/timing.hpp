// Times things against one another on a machine that has its moods: all of them in turn, many times, medians.
#pragma once

#include <cstddef>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "tests/bench/engines.hpp"

namespace hullbake::bench {

/// Something to time. `run` does all of it once.
struct Job {
    std::string name;
    std::function<void()> run;
};

enum class Clock : unsigned char {
    Processor,  ///< of the thread that runs it
    Wall,       ///< for what runs on several threads
};

struct Repetition {
    int count = 7;              ///< each job is repeated so often, all jobs' repetitions shuffled
    double leastSeconds = .01;  ///< of one repetition: the job runs as often as that takes
};

struct Timed {
    double median = 0;  ///< seconds of one run
    double spread = 0;  ///< how far the middle half of the repetitions lies apart, as a part of the median
    std::size_t repetitions = 0;
};

/// By Google Benchmark, its repetitions interleaved at random. One result for each job, in order.
std::vector<Timed> timeInTurns(const std::vector<Job>& jobs, const Repetition& repetition, Clock clock);

/// Nanoseconds per trace.
struct Percentiles {
    double p50 = 0, p99 = 0;
};

/// What single traces take. Reading the clock costs as much as a short trace, so groups of a few consecutive traces
/// (EngineInfo::group) are timed, the clock's own cost is taken off, and each group counts with its median over
/// `passes` passes through all the segments: what interrupts one pass leaves no trace.
Percentiles groupPercentiles(const Engine& engine, std::span<const Segment> segments, std::size_t passes);

/// The value below which `part` of the values lie, between the two nearest ones; 0 for none.
double quantile(std::vector<double> values, double part);
double median(std::vector<double> values);

/// Must be called once before anything is timed, as the first of the program's work.
void initTiming(const char* program);

}  // namespace hullbake::bench
