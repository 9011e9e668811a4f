// The path of `hullbake slide`: a table for people, one JSON object for programs.
#pragma once

#include <fmt/format.h>

#include <string>
#include <vector>

#include "tools/runs/run_player.hpp"

namespace hullbake::cli {

/// Makes the table. Call add() after each tick.
class SlideTable {
  public:
    explicit SlideTable(const RunPlayer& player);
    /// Adds a row for each event of the player's last tick. Skips ends of ticks, and events with the same plane in the
    /// tick before.
    void add();
    /// Returns the table so far, with the end of the path. May be called at any time.
    std::string text() const;

  private:
    const RunPlayer& player_;
    Vec3 from_;
    std::vector<PathPoint> before_;  ///< path of the tick before
    std::vector<std::vector<std::string>> rows_;
};

/// Makes {"hull":...,"path":[...],"end":{...}}, with every point of the path. Call add() after each tick.
class SlideJson {
  public:
    SlideJson(const RunPlayer& player, const RunHead& head, std::uint32_t ticks);
    void add();
    /// Ends the object and returns it. Must be called once only.
    std::string finish();

  private:
    const RunPlayer& player_;
    Vec3 from_;
    bool first_ = true;
    fmt::memory_buffer out_;
};

}  // namespace hullbake::cli
