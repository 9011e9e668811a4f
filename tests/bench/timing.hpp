// Times jobs against one another on a machine with varying load: interleaved, with many repetitions, by medians.
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
    Processor,  ///< processor time of the thread that runs the job
    Wall,       ///< wall time, for jobs on several threads
};

struct Repetition {
    int count = 7;              ///< repetitions of each job; those of all jobs are shuffled
    double leastSeconds = .01;  ///< least duration of a repetition: the job runs as often as that takes
};

struct Timed {
    double median = 0;  ///< seconds of one run
    double spread = 0;  ///< interquartile range of the repetitions, as a part of the median
    std::size_t repetitions = 0;
};

/// Runs the jobs with Google Benchmark, repetitions interleaved at random. Returns one result for each job, in order.
std::vector<Timed> timeInTurns(const std::vector<Job>& jobs, const Repetition& repetition, Clock clock);

/// Nanoseconds per trace.
struct Percentiles {
    double p50 = 0, p99 = 0;
};

/// Measures the times of single traces. Reading the clock costs as much as a short trace, so groups of a few
/// consecutive traces (EngineInfo::group) are timed, less the clock's own cost. Each group counts with its median over
/// `passes` passes through all segments, so that an interruption has no effect.
Percentiles groupPercentiles(const Engine& engine, std::span<const Segment> segments, std::size_t passes);

/// Returns the value below which `part` of the values lie, interpolated between the two nearest. Returns 0 for an empty
/// list.
double quantile(std::vector<double> values, double part);
double median(std::vector<double> values);

/// Prepares timing. Call once, as the first work of the program.
void initTiming(const char* program);

}  // namespace hullbake::bench
