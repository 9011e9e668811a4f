// Measures how compiling and tracing grow with the level: generated worlds of 1,000 to 100,000 brushes.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include "tests/bench/compile_times.hpp"
#include "tests/bench/plot.hpp"
#include "tests/bench/results.hpp"
#include "tests/bench/trace_times.hpp"

namespace hullbake::bench {

struct ScaleBench {
    std::vector<std::string> kinds = {"city", "terrain", "caves"};  ///< kinds of level in maps/generate.py
    std::vector<std::size_t> sizes = {1000, 3000, 10000};           ///< numbers of brushes
    std::string folder;                                             ///< folder for the maps
    std::function<void(const std::string&)> say;  ///< called with the name of each measurement; may be empty
};

/// Adds rows "scale" for each world, named KIND-SIZE. Compiling: brushes, milliseconds on two threads, processor time,
/// peak memory, nodes of the player's world tree, hulls sealed and filled. Tracing: nodes visited and nanoseconds of M
/// traces in random order. Skips worlds that cannot be generated.
void benchScale(const ScaleBench& scale, const CompileBench& compile, const TraceBench& trace, Results& results);

/// Returns panels of processor time of a compile, memory, nodes and time per trace, against brushes.
std::vector<Panel> scalePanels(const Results& results);

/// Returns the exponent p of the power law y ~ x^p that fits best, or 0 with fewer than two different x.
double growthExponent(const std::vector<Point>& points);

}  // namespace hullbake::bench
