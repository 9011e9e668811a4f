// Measures tracing: every engine, every set of traces, in random and in coherent order, and the share of wrong answers.
#pragma once

#include <cstddef>

#include "tests/bench/levels.hpp"
#include "tests/bench/results.hpp"
#include "tests/bench/timing.hpp"

namespace hullbake::bench {

struct TraceBench {
    /// Traces in each set. Large enough that the branch predictor cannot learn every path between two passes. With some
    /// hundreds it can, which halves the time.
    std::size_t traces = 16384;
    /// Traces in sets of long traces for Bullet, which needs twenty microseconds for one. In its other sets, Bullet
    /// traces all.
    std::size_t slowTraces = 4096;
    std::size_t passes = 5;     ///< passes for p50 and p99
    std::size_t judged = 1024;  ///< casts of each shape that the oracle judges; it may take a millisecond for one
    Repetition repetition;
};

/// Adds rows "level": "open", microseconds to open the block, and "real" for real maps.
void benchLevel(const Level& level, const TraceBench& bench, Results& results);

/// Adds rows "trace": "ns" per trace of each engine (its processor time for the whole set), "spread", "p50", "p99".
/// Adds "nodes" per trace for the baked tree and the classic check.
void benchTraces(const Level& level, const Engines& engines, const TraceBench& bench, Results& results);

/// Adds rows "accuracy": "wrong" per million traces of each engine and set, and how many traces were compared.
void benchAccuracy(const Level& level, const Engines& engines, const TraceBench& bench, Results& results);

}  // namespace hullbake::bench
