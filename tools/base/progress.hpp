// One updating line on stderr while a long job runs.
#pragma once

#include <chrono>
#include <cstddef>
#include <string_view>

namespace hullbake::cli {

/// Silent unless stderr is a terminal. Calls must not overlap; the line is erased at the end.
class ProgressLine {
  public:
    ProgressLine();
    ~ProgressLine() { erase(); }
    ProgressLine(const ProgressLine&) = delete;
    ProgressLine& operator=(const ProgressLine&) = delete;

    bool shown() const { return enabled_; }
    /// `done` of `total` units of a stage; redraws a few times a second at most.
    void update(std::string_view stage, std::size_t done, std::size_t total);
    void erase();

  private:
    bool enabled_;
    bool drawn_ = false;
    std::chrono::steady_clock::time_point lastDrawn_;
};

}  // namespace hullbake::cli
