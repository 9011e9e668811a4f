// Grows every brush by the reflected hull box.
//
// In: the scene and a hull. Out: the exact Minkowski sums, on the planes of that hull. Invariant: planes get their ids
// in the order of the brushes, whatever the number of threads.
#pragma once

#include <array>
#include <vector>

#include "compiler/brushes/scene.hpp"
#include "compiler/geometry/plane_table.hpp"
#include "compiler/hull_sets.hpp"

namespace hullbake {

struct GrownBrush {
    std::vector<Winding> faces;   ///< sides that may bound the union of sums; plane and edges are ids of the table
    std::vector<PlaneId> planes;  ///< sides that bound the sum, in order
    /// The first of `planes` that faces down and up along each axis, or kNoPlane.
    std::array<PlaneId, 6> axial{kNoPlane, kNoPlane, kNoPlane, kNoPlane, kNoPlane, kNoPlane};
    Box bounds = kEmptyBox;
    Vec3 corner;  ///< one of its corners, for the final check
    Contents contents = Contents::Empty;
    std::uint32_t scene = 0;  ///< index into BrushScene::brushes
};

/// One hull of the whole map.
struct GrownHull {
    PlaneTable planes;
    std::vector<GrownBrush> brushes;        ///< in the order of BrushScene::brushes, without those of other hulls
    std::vector<std::uint32_t> modelBegin;  ///< brushes of model m: [modelBegin[m], modelBegin[m + 1])
    std::size_t bevels = 0;                 ///< edge bevels among the faces
    bool onGrid = false;  ///< true if all faces are on-grid and the box is: nothing is nearly coincident
};

/// Grows all brushes by `hull`, which has number `index`. Windings are built in parallel; ids depend only on the
/// scene's order.
GrownHull growHull(const BrushScene& scene, const HullSpec& hull, std::uint32_t index);

/// Returns a solid's planes grown by `box`, in the order of its sides.
std::vector<Plane> grownPlanes(const Solid& solid, const Box& box);

}  // namespace hullbake
