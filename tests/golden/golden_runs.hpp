// Recorded runs that every build must repeat to the bit: runs/MAP_WHAT.run, in the demo level and in real maps.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "support/temporary_folder.hpp"

namespace hullbake::test {

struct GoldenRun {
    std::string name;                ///< "demo_walk"
    std::string path;                ///< of the .run
    std::optional<std::string> map;  ///< its map; nothing when that is not there
    std::string missing;             ///< what is not there, in words
};

/// All recordings, in the order of their names.
std::vector<GoldenRun> goldenRuns();

/// What `hullbake replay` answered.
struct Replayed {
    int exitCode = -1;
    std::string output;  ///< both streams

    /// Whether every tick was compared and came to the same bits.
    bool sameBits() const;
    std::string lastLine() const;
};

/// Compiles maps once each, and replays runs in them.
class RunReplayer {
  public:
    /// `commandLine`: the `hullbake` program. `threads`: of the compiler, 0 for all.
    RunReplayer(std::string commandLine, int threads) : commandLine_(std::move(commandLine)), threads_(threads) {}

    /// The map must be there.
    Replayed replay(const GoldenRun& run) { return call(run, ""); }
    /// Writes the run anew, with the results of this build; throws when that cannot be done.
    void record(const GoldenRun& run);

  private:
    Replayed call(const GoldenRun& run, const std::string& options);
    const std::string& hullOf(const std::string& map);

    std::string commandLine_;
    int threads_;
    TemporaryFolder folder_;
    std::map<std::string, std::string> hulls_;  ///< by map
};

}  // namespace hullbake::test
