// Compiles a map again and again, for those who look at it.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "tools/commands/compile_map.hpp"
#include "tools/live/live_level.hpp"

namespace hullbake::cli {

/// A Loader of LevelWatch for a map. Prints warnings and errors on stderr, as compile does.
class MapLoader {
  public:
    /// Throws UsageError or Failure if the options cannot be used. With `paths`, each good compile replaces these files
    /// and prints one line.
    explicit MapLoader(CompileOptions options, std::optional<OutputPaths> paths = {});

    LoadedLevel operator()();

  private:
    void compile(Messages& messages, LoadedLevel& level);

    CompileOptions options_;
    std::optional<OutputPaths> paths_;
    std::vector<std::string> files_;  ///< of the last map that could be read
};

}  // namespace hullbake::cli
