// Measures compiling, stage by stage, on one thread and on two, and the memory it needs.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "compiler/compile.hpp"
#include "tests/bench/levels.hpp"
#include "tests/bench/results.hpp"
#include "tests/bench/timing.hpp"

namespace hullbake::bench {

/// Times of one compile.
struct CompileRun {
    double readMilliseconds = 0;
    double processorMilliseconds = 0;  ///< sum over all threads
    CompileReport report;
    std::vector<std::byte> blob;
};

/// Reads and compiles a map as `hullbake compile` does, without writing the result.
CompileRun compileOnce(const MapPath& map, int threads);

/// Returns the largest resident size of a process that only compiles, in MB (10^6 bytes). Starts the program `self` as
/// `self --peak-memory MAP --threads N`. Returns nothing where the system does not report the size.
std::optional<double> peakMemory(const std::string& self, const MapPath& map, int threads);
/// Runs in such a process: compiles, and prints the process's own peak.
int printPeakMemory(const std::string& path, int threads);

struct CompileBench {
    std::string self;  ///< path of this program
    Repetition repetition;
};

/// Adds rows "compile" (milliseconds by the clock with reading, processor time, peak memory, nodes, bytes) and "stage"
/// (milliseconds, summed over the stage's tasks) for the map.
void benchCompile(const MapPath& map, const CompileBench& bench, Results& results);

/// Adds one row, "all quake maps": compiles all maps one after another on two threads.
void benchAllMaps(const std::vector<MapPath>& maps, const CompileBench& bench, Results& results);
inline constexpr const char* kAllMaps = "all quake maps";

}  // namespace hullbake::bench
