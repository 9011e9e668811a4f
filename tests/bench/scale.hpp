// How compiling and tracing grow with the level: generated worlds of 1,000 to 100,000 brushes.
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
    std::vector<std::string> kinds = {"city", "terrain", "caves"};  ///< of maps/generate.py
    std::vector<std::size_t> sizes = {1000, 3000, 10000};           ///< brushes
    std::string folder;                                             ///< where the maps are written
    std::function<void(const std::string&)> say;                    ///< told what is being measured; may be empty
};

/// Adds rows "scale" for each world, named KIND-SIZE: brushes, milliseconds on two threads, processor time, peak
/// memory, nodes of the player's world tree, hulls that were sealed and filled, nodes visited and nanoseconds of M
/// traces in random order. Worlds that cannot be made are left out.
void benchScale(const ScaleBench& scale, const CompileBench& compile, const TraceBench& trace, Results& results);

/// What grows, against brushes: processor time of a compile, memory, nodes, time per trace.
std::vector<Panel> scalePanels(const Results& results);

/// The exponent p of the power law y ~ x^p that fits best; 0 with fewer than two different x.
double growthExponent(const std::vector<Point>& points);

}  // namespace hullbake::bench
