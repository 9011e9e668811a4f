// Recorded runs and worlds that every build must repeat to the bit: runs/MAP_WHAT.run and .world, in the demo level and
// in real maps. Of a world each twentieth tick has its result.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "support/temporary_folder.hpp"

namespace hullbake::test {

struct GoldenRun {
    std::string name;  ///< "demo_walk"
    std::string path;  ///< path of the .run or .world
    bool isWorld = false;
    std::optional<std::string> map;  ///< its map; nothing when the file is missing
    std::string missing;             ///< describes the missing file
};

/// Returns all recordings, sorted by name.
std::vector<GoldenRun> goldenRuns();

/// The answer of `hullbake replay` or `hullbake world`.
struct Replayed {
    int exitCode = -1;
    std::string output;  ///< both streams

    bool isWorld = false;

    /// Returns true if every tick of a run, or every one with a result of a world, was compared and gave the same bits.
    bool sameBits() const;
    std::string lastLine() const;
};

/// Compiles maps once each, and replays runs in them.
class RunReplayer {
  public:
    /// `commandLine` is the `hullbake` program. `threads` is for the compiler, 0 for all.
    RunReplayer(std::string commandLine, int threads) : commandLine_(std::move(commandLine)), threads_(threads) {}

    /// Replays the run. Its map must exist.
    Replayed replay(const GoldenRun& run) { return call(run, ""); }
    /// Writes the run again, with the results of this build. Throws on failure.
    void record(const GoldenRun& run);

  private:
    Replayed call(const GoldenRun& run, const std::string& options);
    const std::string& hullOf(const std::string& map);

    std::string commandLine_;
    int threads_;
    TemporaryFolder folder_;
    std::map<std::string, std::string> hulls_;  ///< paths by map
};

}  // namespace hullbake::test
