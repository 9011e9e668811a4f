// Brushes made from corners, rings, points and planes.
#pragma once

#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "formats/map.hpp"
#include "support/random.hpp"

namespace hullbake::test {

/// A point of a polygon in the plane z = 0.
using Corner = std::pair<double, double>;

/// Returns a face through three points. (a - b) x (c - b) points out of the brush.
MapFace faceOf(const Vec3& a, const Vec3& b, const Vec3& c, const std::string& texture = "stone");
/// Returns a face through a point with that outward normal (any length). Whole numbers give whole points.
MapFace faceThrough(const Vec3& normal, const Vec3& point, const std::string& texture = "stone");
MapBrush boxBrush(const Vec3& mins, const Vec3& maxs, const std::string& texture = "stone");
/// Returns an upright prism over a counterclockwise ring.
MapBrush prismBrush(const std::vector<Corner>& ring, double bottom, double top, const std::string& texture = "stone");
/// Returns the convex hull of points whose coordinates are short enough for exact products. Coplanar points share a
/// face.
MapBrush hullBrush(const std::vector<Vec3>& points, const std::string& texture = "stone");
/// Applies `by` to every point of every face.
MapBrush moved(MapBrush brush, const std::function<Vec3(const Vec3&)>& by);
/// Mirrors the brush in the plane x = 0.
MapBrush mirrored(MapBrush brush);
std::vector<Corner> regularRing(int sides, double radius, double turned = 0);

/// Returns six walls around a box of free space.
std::vector<MapBrush> roomBrushes(const Box& inner, double thickness);
/// Returns a room of 512 units full of leaning columns, so that a grid cell of 256 has hundreds of planes.
std::vector<MapBrush> thicketBrushes(Rng& rng);

}  // namespace hullbake::test
