// Brushes made from corners, rings, points and planes.
#pragma once

#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "formats/map.hpp"
#include "support/random.hpp"

namespace hullbake::test {

/// A point of a polygon in the plane.
using Corner = std::pair<double, double>;

/// A face through three points; (a - b) x (c - b) points out of the brush.
MapFace faceOf(const Vec3& a, const Vec3& b, const Vec3& c, const std::string& texture = "stone");
/// A face with that outward normal (of any length) through a point; whole numbers give whole points.
MapFace faceThrough(const Vec3& normal, const Vec3& point, const std::string& texture = "stone");
MapBrush boxBrush(const Vec3& mins, const Vec3& maxs, const std::string& texture = "stone");
/// An upright prism over a counterclockwise ring.
MapBrush prismBrush(const std::vector<Corner>& ring, double bottom, double top, const std::string& texture = "stone");
/// The convex hull of points whose coordinates are short enough for exact products; coplanar points share a face.
MapBrush hullBrush(const std::vector<Vec3>& points, const std::string& texture = "stone");
/// The same with every point of every face moved.
MapBrush moved(MapBrush brush, const std::function<Vec3(const Vec3&)>& by);
/// Mirrored in the plane x = 0.
MapBrush mirrored(MapBrush brush);
std::vector<Corner> regularRing(int sides, double radius, double turned = 0);

/// Six walls around a box of free space.
std::vector<MapBrush> roomBrushes(const Box& inner, double thickness);
/// A room of 512 units full of columns that lean, so that a cell of 256 holds hundreds of planes.
std::vector<MapBrush> thicketBrushes(Rng& rng);

}  // namespace hullbake::test
