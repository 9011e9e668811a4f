// Chooses the plane that splits a cell's polygons best.
//
// In: the polygons of a cell and the samples in it. Out: a plane of one of the polygons, or an auxiliary axial plane.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "compiler/tree/split_counts.hpp"
#include "compiler/tree/split_plane.hpp"
#include "compiler/tree/split_search.hpp"

namespace hullbake {

class SplitChooser {
  public:
    /// `halving` holds further planes by which a cell may be halved. `memo` may be null.
    SplitChooser(const PlaneTable& planes, std::span<const PlaneId> halving, const SplitEffort& effort,
                 MeetingMemo* memo)
        : planes_(planes),
          halving_(halving),
          fewCandidates_(effort.candidates),
          alongAxes_(effort.alongAxes),
          small_(planes, effort, memo),
          view_(planes) {}

    /// Chooses the plane for a node at `depth`. `faces` must not be empty. `samples` may be empty, and are ignored for
    /// up to kSmallSplit polygons. `mayHalve` allows auxiliary planes. `plan` is set as by SmallSplitChooser, else
    /// empty.
    SplitPlane choose(std::span<const TreeFace> faces, std::span<const SampleSegment> samples, std::size_t depth,
                      bool mayHalve, SplitPlan& plan);

  private:
    // A plane and what it is worth; no plane at first, at the highest cost.
    struct Scored {
        SplitPlane plane;
        double cost = 1e300, share = 1, split = 1e300;
    };

    Scored bestAlongAxes();
    std::optional<SplitPlane> halvingPlane(std::span<const TreeFace> faces, double shareToBeat) const;

    const PlaneTable& planes_;
    std::span<const PlaneId> halving_;
    std::size_t fewCandidates_;
    bool alongAxes_;
    std::vector<double> ends_;  // coordinates where polygons begin
    SmallSplitChooser small_;
    SplitView view_;
};

}  // namespace hullbake
