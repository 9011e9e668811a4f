// Stages of a compile, in the order of the work, and the time spent in each.
//
// The enum and its names are the only list of stages: pipeline, progress and reports use them.
#pragma once

#include <array>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace hullbake {

enum class Stage : std::uint8_t { Solids, Grow, Boundary, FirstTree, Fill, SecondTree, Grid, Emit, Check };
/// Indexed by Stage.
inline constexpr std::array<std::string_view, 9> kStageNames = {"solids",      "grow", "boundary", "first tree", "fill",
                                                                "second tree", "grid", "emit",     "check"};

static_assert(kStageNames.size() == static_cast<std::size_t>(Stage::Check) + 1);

/// Name of the stage before the first one, which reads the map's text. The caller measures it.
inline constexpr std::string_view kReadName = "read";
/// Progress name of the stages from Boundary to SecondTree, which run interleaved.
inline constexpr std::string_view kBakeName = "bake";

constexpr std::string_view nameOf(Stage stage) {
    return kStageNames[static_cast<std::size_t>(stage)];
}

/// Sums the time that all tasks spend in each stage. Thread-safe.
class StageClock {
  public:
    /// Measures from its construction to its destruction.
    class Scope {
      public:
        Scope(StageClock& clock, Stage stage)
            : clock_(clock), stage_(stage), start_(std::chrono::steady_clock::now()) {}
        ~Scope() {
            const auto spent = std::chrono::steady_clock::now() - start_;
            clock_.spent_[static_cast<std::size_t>(stage_)] +=
                std::chrono::duration_cast<std::chrono::nanoseconds>(spent).count();
        }
        Scope(const Scope&) = delete;
        Scope& operator=(const Scope&) = delete;

      private:
        StageClock& clock_;
        Stage stage_;
        std::chrono::steady_clock::time_point start_;
    };

    double milliseconds(Stage stage) const {
        return static_cast<double>(spent_[static_cast<std::size_t>(stage)]) * 1e-6;
    }

  private:
    std::array<std::atomic<long long>, kStageNames.size()> spent_{};
};

}  // namespace hullbake
