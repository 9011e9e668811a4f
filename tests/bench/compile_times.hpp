// How long compiling takes, stage by stage, on one thread and on two, and how much memory it needs.
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

/// Of one compile.
struct CompileRun {
    double readMilliseconds = 0;
    double processorMilliseconds = 0;  ///< of all threads
    CompileReport report;
    std::vector<std::byte> blob;
};

/// Reads and compiles a map as `hullbake compile` does, without writing the result.
CompileRun compileOnce(const MapPath& map, int threads);

/// The largest resident size of a process that does just that, in MB (10^6 bytes): the program `self` is started anew
/// as `self --peak-memory MAP --threads N`. Nothing where the system does not tell.
std::optional<double> peakMemory(const std::string& self, const MapPath& map, int threads);
/// What such a process does: compiles, and prints its own peak.
int printPeakMemory(const std::string& path, int threads);

struct CompileBench {
    std::string self;  ///< path of this program
    Repetition repetition;
};

/// Adds rows "compile" (milliseconds by the clock with reading, processor time, peak memory, nodes, bytes) and "stage"
/// (milliseconds, summed over the stage's tasks) for the map.
void benchCompile(const MapPath& map, const CompileBench& bench, Results& results);

/// All maps one after another on two threads, as one row named "all quake maps".
void benchAllMaps(const std::vector<MapPath>& maps, const CompileBench& bench, Results& results);
inline constexpr const char* kAllMaps = "all quake maps";

}  // namespace hullbake::bench
