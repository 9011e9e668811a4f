// Which plane splits a cell's polygons best.
#pragma once

#include <array>
#include <optional>
#include <span>

#include "compiler/base/stack_pool.hpp"
#include "compiler/tree/build_tree.hpp"

namespace hullbake {

struct SplitPlane {
    Plane plane;            ///< faces the canonical way
    PlaneId id = kNoPlane;  ///< even; auxiliary planes have one of axialPlaneId, none lies too far out
};

/// The most polygons for which splits are tried out.
inline constexpr std::size_t kSmallSplit = 12;

/// A node of a subtree that is known beforehand: nodes come before their front, that before their back.
struct PlannedSplit {
    PlaneId plane;
    std::uint32_t inFront;  ///< how many nodes follow for the front
};
using SplitPlan = std::span<const PlannedSplit>;

/// For at most kSmallSplit polygons: the plane that leads to few nodes, by trying several at every level.
class SmallSplitChooser {
  public:
    explicit SmallSplitChooser(const PlaneTable& planes) : planes_(planes) {}

    /// What to split by. `plan` becomes the whole subtree, when that is certain at once, else empty; it holds until the
    /// next call.
    PlaneId choose(std::span<const TreeFace> faces, SplitPlan& plan);

  private:
    using Faces = InlineVector<TreeFace, kSmallSplit>;
    using Planes = InlineVector<PlaneId, kSmallSplit>;

    static Planes distinctPlanes(std::span<const TreeFace> faces);
    void rank(std::span<const TreeFace> faces, Planes& planes) const;
    void split(std::span<const TreeFace> faces, PlaneId id, Faces& front, Faces& back);
    bool makePlan(std::span<const TreeFace> faces, Planes& planes);
    std::size_t fewestNodes(std::span<const TreeFace> faces, std::size_t limit, PlaneId& choice);
    std::size_t fewestNodesBelow(std::span<const TreeFace> faces, PlaneId id, std::size_t limit);

    const PlaneTable& planes_;
    StackPool<Winding> pieces_;
    std::vector<PlannedSplit> plan_;
    int tries_ = 0;
};

/// Polygons and samples of a node, or some of them, spread out so that one plane after another is held against all at
/// once.
class SplitView {
  public:
    struct Counts {
        double front = 0, back = 0, on = 0, split = 0;

        double share() const;
    };

    explicit SplitView(const PlaneTable& planes) : planes_(planes) {}

    /// Every so many of each; both must outlive the view's use.
    void look(std::span<const TreeFace> faces, std::size_t faceStride, std::span<const SampleSegment> samples,
              std::size_t sampleStride);
    /// How many polygons lie where, all of them if those looked at stand for the rest.
    Counts countFaces(const Plane& plane, PlaneId id);
    /// Shares of the samples that reach into each side; ends on the plane, where a sample was stopped, count for
    /// neither.
    void sampleShares(const Plane& plane, double& front, double& back) const;

  private:
    void countAxial(const Plane& plane, PlaneId id, int axis, Counts& counts) const;
    void countOthers(const Plane& plane, PlaneId id, Counts& counts);

    const PlaneTable& planes_;
    std::span<const TreeFace> faces_;
    std::size_t faceStride_ = 1;
    std::array<std::vector<double>, 3> mins_, maxs_;  // of the polygons' bounds
    std::vector<PlaneId> ids_;
    std::vector<std::size_t> uneven_;               // polygons of axial planes whose bounds reach off these
    std::vector<double> least_, most_;              // distances of the bounds from the plane at hand
    std::array<std::vector<double>, 3> from_, to_;  // of the samples
};

class SplitChooser {
  public:
    explicit SplitChooser(const PlaneTable& planes) : planes_(planes), small_(planes), view_(planes) {}

    /// `faces` must not be empty; `samples` may be, and are not looked at for up to kSmallSplit polygons. `depth` is
    /// that of the node to be made; `mayHalve` allows auxiliary planes. `plan` as for SmallSplitChooser, else empty.
    SplitPlane choose(std::span<const TreeFace> faces, std::span<const SampleSegment> samples, std::size_t depth,
                      bool mayHalve, SplitPlan& plan);

  private:
    const PlaneTable& planes_;
    SmallSplitChooser small_;
    SplitView view_;
};

}  // namespace hullbake
