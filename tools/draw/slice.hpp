// Slices through a level: what a plane cuts out of its brushes and out of the trees of its hulls.
//
// A plane that lies in a face shows what is on the side to which its normal points, just beside it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "hullbake/clip_map.hpp"
#include "hullbake/format.hpp"
#include "tools/draw/polygon.hpp"

namespace hullbake::draw {

/// A plane of the level and the axes of the drawing in it. The drawing's axes are perpendicular and of unit length.
struct SlicePlane {
    Plane plane;
    Vec3 right, up;
    /// The axis that the plane is perpendicular to, or -1.
    int axis = -1;

    Point flat(const Vec3& p) const { return {dot(right, p), dot(up, p)}; }
    Vec3 place(const Point& p) const;
    /// Returns the part of the plane where dot(side.normal, p) <= side.dist. Nothing if that is no part of it, and a
    /// half-plane with normal zero and dist 0 if it is all of it.
    std::optional<HalfPlane> cut(const Plane& side) const;
};

/// Returns the plane at `value` along `axis`. Seen from above for z (x to the right), from the south for y (x to the
/// right), from the east for x (y to the right); z is up in the last two.
SlicePlane axialPlane(int axis, double value);
/// Returns any plane; the normal need not have unit length and must not be zero. The drawing's right is horizontal.
SlicePlane anyPlane(const Vec3& normal, double dist);
/// Reads "x=V", "y=V", "z=V" or "X,Y,Z=DIST" (a normal and a distance). Returns nothing for other text, and for
/// distances beyond kMaxCoordinate.
std::optional<SlicePlane> parsePlane(std::string_view text);
/// Returns text that parsePlane() reads: "z=64". Planes across no axis are rounded to six digits.
std::string planeText(const SlicePlane& plane);

/// What the plane cuts out of one brush.
struct BrushSlice {
    Polygon polygon;
    std::uint32_t brush = 0;  ///< into BRSH
    std::uint32_t model = 0;
};

/// Cuts the bare brushes of all models where the map draws them, within `frame`.
std::vector<BrushSlice> sliceBrushes(const ClipMap& map, const SlicePlane& plane, const Frame& frame);

/// What the plane cuts out of a leaf or a grown brush.
struct Cell {
    Polygon polygon;
    Contents contents = Contents::Empty;
};

/// Cuts the leaves with contents of `mask` out of the trees of a hull, for all models where the map draws them.
/// Together they are where contentsAt() finds these contents for all models.
std::vector<Cell> sliceHull(const ClipMap& map, HullId hull, Contents mask, const SlicePlane& plane,
                            const Frame& frame);
/// Cuts all leaves, empty ones too, out of the blocking tree of the world in a hull: how it divides the plane.
std::vector<Polygon> sliceLeaves(const ClipMap& map, HullId hull, const SlicePlane& plane, const Frame& frame);
/// Cuts the brushes with contents of `mask`, grown by a valid box, of all models where the map draws them.
std::vector<Cell> sliceBox(const ClipMap& map, const Box& box, Contents mask, const SlicePlane& plane,
                           const Frame& frame);

/// Decides which brushes count for a box, as queries do: those of every hull, and clips of every hull that has a
/// volume.
bool countsForBoxes(const format::Tables& tables, const format::BrushRecord& brush, const Box& box);

/// Returns the bounds in the drawing of everything that the plane cuts of bare brushes. Nothing if it meets none.
std::optional<Frame> sliceBounds(const ClipMap& map, const SlicePlane& plane);

}  // namespace hullbake::draw
