// What of a level a drawing shows: its brushes by contents, and where players start.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "hullbake/clip_map.hpp"
#include "tools/draw/picture.hpp"
#include "tools/draw/slice.hpp"

namespace hullbake::draw {

/// Returns the slices of brushes in groups by their contents and by world or brush entity, what is drawn first in
/// front. Each has a title with texture, model and line.
std::vector<ShapeGroup> brushShapes(const ClipMap& map, const std::vector<BrushSlice>& slices);

/// Returns the index of a brush's group in what brushShapes() returns, which has the same groups for every level.
std::size_t shapeGroupOf(const ClipMap& map, std::uint32_t brush, std::uint32_t model);

/// Returns where players start. Those farther than kNearPlane units from the plane are marked as away.
inline constexpr double kNearPlane = 64;
std::vector<StartMark> startMarks(const ClipMap& map, const SlicePlane& plane);

/// Returns the plane to draw if none is asked for: level, through the first player start, else through the middle of
/// the world.
SlicePlane usualPlane(const ClipMap& map);

/// Returns the least and greatest distance of the bare brushes along a unit normal. Nothing if there are none.
std::optional<std::pair<double, double>> reachAlong(const ClipMap& map, const Vec3& normal);

}  // namespace hullbake::draw
