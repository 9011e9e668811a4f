// Progress of a long job, as one line on stderr that is redrawn.
#pragma once

#include <chrono>
#include <cstddef>
#include <string_view>

namespace hullbake::cli {

/// Prints nothing unless stderr is a terminal. Calls must not overlap. The destructor erases the line.
class ProgressLine {
  public:
    ProgressLine();
    ~ProgressLine() { erase(); }
    ProgressLine(const ProgressLine&) = delete;
    ProgressLine& operator=(const ProgressLine&) = delete;

    bool shown() const { return enabled_; }
    /// Shows that `done` of `total` units of a stage are finished. Redraws every 50 ms at most.
    void update(std::string_view stage, std::size_t done, std::size_t total);
    void erase();

  private:
    bool enabled_;
    bool drawn_ = false;
    std::chrono::steady_clock::time_point lastDrawn_;
};

}  // namespace hullbake::cli
