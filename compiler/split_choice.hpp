// Which plane splits a cell's polygons best.
#pragma once

#include <optional>
#include <span>

#include "compiler/build_tree.hpp"

namespace hullbake {

struct SplitPlane {
    Plane plane;            ///< faces the canonical way
    PlaneId id = kNoPlane;  ///< even; auxiliary planes have one of axialPlaneId
};

/// `faces` must not be empty; `samples` may be. `depth` is that of the node to be made;
/// `mayHalve` allows auxiliary planes.
SplitPlane chooseSplit(const PlaneTable& planes, std::span<const TreeFace> faces,
                       std::span<const SampleSegment> samples, std::size_t depth, bool mayHalve);

/// The same for at most kSmallSplit polygons, by trying several planes at every level.
inline constexpr std::size_t kSmallSplit = 12;
SplitPlane chooseSmallSplit(const PlaneTable& planes, std::span<const TreeFace> faces);

}  // namespace hullbake
