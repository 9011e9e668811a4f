// The path of a `slide`: a table for people, one JSON object for programs.
#pragma once

#include <fmt/format.h>

#include <string>
#include <vector>

#include "tools/runs/run_player.hpp"

namespace hullbake::cli {

/// Collects the ticks of a player as they come.
class SlideTable {
  public:
    explicit SlideTable(const RunPlayer& player);
    /// The player's last tick: what was met in it. Ends of ticks are left out, and so is what was met in the tick
    /// before, too.
    void add();
    /// Throws nothing away: may be asked at any time.
    std::string text() const;

  private:
    const RunPlayer& player_;
    Vec3 from_;
    std::vector<PathPoint> before_;  ///< of the tick before
    std::vector<std::vector<std::string>> rows_;
};

/// The same as {"hull":...,"path":[...],"end":{...}}, with every point of the path.
class SlideJson {
  public:
    SlideJson(const RunPlayer& player, const RunHead& head, std::uint32_t ticks);
    void add();
    /// Ends the object; to be called once.
    std::string finish();

  private:
    const RunPlayer& player_;
    Vec3 from_;
    bool first_ = true;
    fmt::memory_buffer out_;
};

}  // namespace hullbake::cli
