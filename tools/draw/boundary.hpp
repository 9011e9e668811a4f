// The surface of a level's solids in space: faces of bare brushes, and the boundary of what stops a hull or a box.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "hullbake/clip_map.hpp"

namespace hullbake::draw {

/// What a face of a grown brush comes from.
enum class FaceKind { Face, EdgeBevel, AxialBevel };
std::string_view faceKindName(FaceKind kind);

/// A convex part of the plane of one side of a brush.
struct SurfaceFace {
    std::vector<Vec3> corners;  ///< counter-clockwise as seen from outside, in units of the map
    Vec3 normal;                ///< out of the solid
    std::uint32_t brush = 0;    ///< into BRSH
    std::uint32_t side = 0;     ///< into SIDE
    std::uint32_t model = 0;
    FaceKind kind = FaceKind::Face;
};

/// Returns the faces of each bare brush of all models where the map draws them, those inside other brushes too.
std::vector<SurfaceFace> brushFaces(const ClipMap& map);

/// Returns the boundary of the union of all brushes with contents of `mask`, grown by a valid box, of all models where
/// the map draws them. A closed surface: its parts do not overlap, and each brush loses what others cover. Time: the
/// square of the number of brushes for comparisons of bounds, then the pairs that overlap.
std::vector<SurfaceFace> boxBoundary(const ClipMap& map, const Box& box, Contents mask);

/// Returns the same for the brushes and the box of a hull, without the parts that look into space that the file has
/// filled: what a body can reach. Gaps narrower than kBesideFace count as filled.
std::vector<SurfaceFace> hullBoundary(const ClipMap& map, HullId hull, Contents mask);

/// Distance from a face, in units, at which the file is asked whether the face can be reached.
inline constexpr double kBesideFace = 1.0 / 1024;

}  // namespace hullbake::draw
