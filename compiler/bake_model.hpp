// Stages 5 to 9 for one model in one hull, either its blocking or its liquid brushes: from grown brushes to the tree
// that ships.
#pragma once

#include <array>
#include <atomic>
#include <chrono>
#include <memory>
#include <string_view>
#include <vector>

#include "compiler/fill/fill_by_leaves.hpp"
#include "compiler/growth/grow.hpp"
#include "compiler/tree/build_tree.hpp"
#include "compiler/tree/flat_tree.hpp"

namespace hullbake {

enum class Stage : std::uint8_t { Solids, Grow, Boundary, FirstTree, Fill, SecondTree, Grid, Emit, Check };
inline constexpr std::array<std::string_view, 9> kStageNames = {"solids",      "grow", "boundary", "first tree", "fill",
                                                                "second tree", "grid", "emit",     "check"};

/// Sums the time that all tasks spend in each stage.
class StageClock {
  public:
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

struct BakeInput {
    const PlaneTable& planes;
    std::vector<GrownBrush*> brushes;                    ///< their faces are gone afterwards
    Box around;                                          ///< all grown brushes of the hull, with room to spare
    const std::vector<PointEntity>* entities = nullptr;  ///< to fill from; null: no fill
    Box hullBox;
    StageClock& clock;
    std::function<void(std::size_t done, std::size_t found)> progress;  ///< polygons just placed, or just found
};

struct BakeResult {
    FlatTree tree;
    std::unique_ptr<const PlaneTable> planesOfCracks;  ///< the tree's, if not those of the input
    std::size_t boundaryFaces = 0, firstTreeNodes = 0, nodes = 0, depth = 0;
    FillResult fill;
};

BakeResult bakeModel(const BakeInput& input);

}  // namespace hullbake
