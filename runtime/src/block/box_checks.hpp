// Checks of positions and boxes, used to open a block and by queries.
#pragma once

#include <cmath>

#include "hullbake/clip_map.hpp"

namespace hullbake::detail {

/// Returns true if queries accept the position. False for NaN.
inline bool isInRange(const Vec3& p) {
    return std::fabs(p.x) <= kMaxCoordinate && std::fabs(p.y) <= kMaxCoordinate && std::fabs(p.z) <= kMaxCoordinate;
}

/// Returns true if traces accept the skin. False for NaN.
inline bool isValidSkin(double skin) {
    return skin >= 0 && skin <= kMaxCoordinate;
}

/// Returns true if queries accept the distance, units. False for NaN.
inline bool isValidDistance(double distance) {
    return distance >= 0 && distance <= kMaxCoordinate;
}

/// Returns the hull's box.
inline Box hullBox(const format::HullRecord& hull) {
    return {{hull.mins[0], hull.mins[1], hull.mins[2]}, {hull.maxs[0], hull.maxs[1], hull.maxs[2]}};
}

/// Returns the bounds of a model's bare brushes.
inline Box boundsOf(const format::ModelRecord& model) {
    return {{model.mins[0], model.mins[1], model.mins[2]}, {model.maxs[0], model.maxs[1], model.maxs[2]}};
}

/// Returns true if the box has no volume.
inline bool isFlat(const Box& box) {
    return box.mins.x == box.maxs.x || box.mins.y == box.maxs.y || box.mins.z == box.maxs.z;
}

/// Returns true if queries also expand boxes of this size. Hulls may be larger.
inline bool isSmall(const Box& box) {
    const Vec3 size = box.maxs - box.mins;
    return size.x <= kMaxBoxSize && size.y <= kMaxBoxSize && size.z <= kMaxBoxSize;
}

/// Returns true if the box contains its origin. The grid's lists are built for such boxes: for others, faces that do
/// not grow may stand out of the grown brush.
inline bool hasOrigin(const Box& box) {
    return box.mins.x <= 0 && box.mins.y <= 0 && box.mins.z <= 0 && box.maxs.x >= 0 && box.maxs.y >= 0 &&
           box.maxs.z >= 0;
}

/// Returns true if the grid's lists serve queries of a small box.
inline bool isListed(const Box& box) {
    return hasOrigin(box) && !isFlat(box);
}

}  // namespace hullbake::detail
