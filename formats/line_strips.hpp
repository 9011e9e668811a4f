// Open lines of a plane, made thick on one side: convex pieces whose fronts are the line.
#pragma once

#include <cstddef>
#include <string>
#include <variant>
#include <vector>

#include "formats/polygons.hpp"

namespace hullbake {

/// A side of a piece: what lies to the left of the way from one point to the other is in the piece.
struct StripSide {
    FlatPoint from, to;
};

/// The piece behind one segment of a line. All sides of it count: none lies outside of the others.
struct LineStrip {
    std::vector<StripSide> sides;
    std::array<FlatPoint, 3> corners;  ///< in the piece's plane, counterclockwise: two are ends of the segment
};

/// Divides the strip to the right of a line into one piece for each segment. Points on straight stretches are left out.
///
/// - The front of each piece is its segment. Neighbours are divided by the line through their common point that halves
///   the angle, the same for both, so nothing is between them.
/// - A piece is `thickness` deep, and less where it would otherwise come out of the line's front elsewhere. No point of
///   it is more than twice as far from the line.
///
/// `points` are on the lattice, within 2^25, at least two, no two in a row equal. A line whose last point is its first
/// one is closed. `thickness` is in steps of the lattice, at least 1. Returns what is wrong with the line: it crosses
/// or touches itself, comes too near, or turns back.
std::variant<std::vector<LineStrip>, std::string> lineStrips(std::vector<FlatPoint> points, double thickness);

}  // namespace hullbake
