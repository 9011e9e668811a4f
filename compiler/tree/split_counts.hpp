// Counts how many polygons and samples of a node lie on each side of a plane.
//
// In: the polygons and samples, or a part of them. Out: counts for the choice of a plane. Coordinates are stored as
// arrays, so that compilers vectorize the loops over them.
#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <vector>

#include "compiler/geometry/plane_table.hpp"
#include "compiler/tree/sample_segment.hpp"
#include "compiler/tree/tree_face.hpp"

namespace hullbake {

/// Polygons and samples of a node, or some of them, as arrays of coordinates. Each plane is compared with all of them
/// at once.
class SplitView {
  public:
    struct Counts {
        double front = 0, back = 0, on = 0, split = 0;

        double share() const;
    };

    /// Prices of a polygon that is cut and of one that is used up, and the sum from which a plane is of no use.
    struct Prices {
        double split = 0, on = 0, limit = 1e300;
    };

    explicit SplitView(const PlaneTable& planes) : planes_(planes) {}

    /// Selects every n-th polygon and sample; both lists must outlive the view's use.
    void look(std::span<const TreeFace> faces, std::size_t faceStride, std::span<const SampleSegment> samples,
              std::size_t sampleStride);
    /// Counts the polygons on each side, scaled up from the selected ones. Once split * prices.split - on * prices.on
    /// is certain to reach the limit, it returns counts for which that holds.
    Counts countFaces(const Plane& plane, PlaneId id, const Prices& prices);
    /// Computes the shares of the samples that extend into each side. Ends on the plane, where a sample was stopped,
    /// count for neither.
    void sampleShares(const Plane& plane, double& front, double& back) const;
    /// Returns the lower bounds of the selected polygons along an axis.
    std::span<const double> minsAlong(int axis) const { return mins_[static_cast<std::size_t>(axis)]; }

  private:
    void countAxial(const Plane& plane, PlaneId id, int axis, Counts& counts) const;
    void countOthers(const Plane& plane, PlaneId id, const Prices& prices, Counts& counts);

    const PlaneTable& planes_;
    std::span<const TreeFace> faces_;
    std::size_t faceStride_ = 1;
    std::array<std::vector<double>, 3> mins_, maxs_;  // of the polygons' bounds
    std::vector<PlaneId> ids_;
    std::vector<std::size_t> uneven_;               // polygons of axial planes whose bounds extend off these
    std::vector<double> least_, most_;              // distances of the bounds from the current plane
    std::vector<std::size_t> unclear_;              // polygons whose bounds the current plane crosses
    std::array<std::vector<double>, 3> from_, to_;  // of the samples
};

}  // namespace hullbake
