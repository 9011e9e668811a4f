#include "compiler/boundary.hpp"

#include <tbb/parallel_for.h>

#include <iterator>

namespace hullbake {

namespace {

// How one brush bears on a face of another.
enum class Bearing {
    None,  // the face's boundary stays
    Cut,   // what lies inside the brush is no boundary
};

// Subtracts brush B from pieces of A's face on plane `plane`.
class FaceCutter {
  public:
    FaceCutter(const PlaneTable& planes, std::span<const GrownBrush* const> brushes)
        : planes_(planes), brushes_(brushes) {}

    std::vector<Winding> cut(std::uint32_t owner, const Winding& face, std::span<const std::uint32_t> neighbours) {
        Box bounds = kEmptyBox;
        growBounds(bounds, face);
        std::vector<Winding> pieces{face}, next;
        for (const std::uint32_t other : neighbours) {
            if (other == owner || !boxesTouch(brushes_[other]->bounds, bounds, kOnPlane)) continue;
            if (bearing(owner, other, face.plane) == Bearing::None) continue;
            next.clear();
            for (Winding& piece : pieces) {
                if (misses(piece, *brushes_[other]))
                    next.push_back(std::move(piece));
                else
                    subtract(std::move(piece), *brushes_[other], next);
            }
            pieces.swap(next);
            if (pieces.empty()) break;
        }
        return pieces;
    }

  private:
    Bearing bearing(std::uint32_t owner, std::uint32_t other, PlaneId plane) const {
        const Contents mine = brushes_[owner]->contents, theirs = brushes_[other]->contents;
        const bool swallows = resolveOverlap(mine | theirs) == theirs;
        for (const Winding& face : brushes_[other]->faces) {
            // Coincident, facing the same way: of equals the first brush's face stands for both. A face may only go in
            // favour of one that nothing removes without removing this one too.
            if (face.plane == plane)
                return swallows && (mine != theirs || other < owner) ? Bearing::Cut : Bearing::None;
            // Back to back: no boundary between equal contents. Between others both faces stay, which does no harm.
            if (face.plane == (plane ^ 1)) return mine == theirs ? Bearing::Cut : Bearing::None;
        }
        // Inside the other brush nothing changes at this face when the other swallows what this one holds.
        return swallows ? Bearing::Cut : Bearing::None;
    }

    // Outside the bounds of a brush, or only on them: the first question, as it is cheap and often enough.
    bool misses(const Winding& piece, const GrownBrush& brush) const {
        const Box& box = brush.bounds;
        Box bounds = kEmptyBox;
        growBounds(bounds, piece);
        for (int a = 0; a < 3; ++a) {
            const double above = bounds.mins[a] - box.maxs[a], below = box.mins[a] - bounds.maxs[a];
            if (above >= kOnPlane || below >= kOnPlane) return true;
            if (bounds.maxs[a] - bounds.mins[a] <= kOnPlane) continue;
            if (above >= -kOnPlane && liesBeyond(piece, brush, a, 1)) return true;
            if (below >= -kOnPlane && liesBeyond(piece, brush, a, -1)) return true;
        }
        return false;
    }

    // Whether no part of the piece lies behind the brush's face across an axis; without such a face that stays open.
    bool liesBeyond(const Winding& piece, const GrownBrush& brush, int axis, double facing) const {
        for (const Winding& face : brush.faces) {
            const Plane& plane = planes_[face.plane];
            if (plane.normal[axis] != facing) continue;
            const PlaneSide side = sideOf(planes_.equations(), piece, plane, face.plane);
            return side == PlaneSide::Front || side == PlaneSide::On;
        }
        return false;
    }

    void subtract(Winding piece, const GrownBrush& brush, std::vector<Winding>& out) {
        // First only ask whether anything lies inside, so that pieces merely touched stay whole.
        cutting_.clear();
        for (const Winding& face : brush.faces) {
            if ((face.plane | 1) == (piece.plane | 1)) continue;
            const PlaneSide side = sideOf(planes_.equations(), piece, planes_[face.plane], face.plane);
            if (side == PlaneSide::Front || side == PlaneSide::On) {
                // On another brush plane without being recognised as coincident: nothing of the piece is inside.
                out.push_back(std::move(piece));
                return;
            }
            if (side == PlaneSide::Both) cutting_.push_back(face.plane);
        }
        Winding inside = piece;
        for (const PlaneId id : cutting_) {
            if (!clipToBack(planes_.equations(), inside, planes_[id], id)) {
                out.push_back(std::move(piece));
                return;
            }
        }
        inside = std::move(piece);
        for (const PlaneId id : cutting_) {
            Winding front, back;
            if (splitWinding(planes_.equations(), inside, planes_[id], id, &front, &back) == PlaneSide::Back) continue;
            if (!front.empty()) out.push_back(std::move(front));
            inside = std::move(back);
            if (inside.empty()) return;
        }
    }

    const PlaneTable& planes_;
    std::span<const GrownBrush* const> brushes_;
    std::vector<PlaneId> cutting_;  // planes of a brush that go through a piece
};

}  // namespace

std::vector<Winding> unionBoundary(const PlaneTable& planes, const BrushIndex& index) {
    const auto brushes = index.brushes();
    std::vector<std::vector<Winding>> results(brushes.size());
    tbb::parallel_for(std::size_t{0}, brushes.size(), [&](std::size_t i) {
        const std::vector<std::uint32_t> neighbours = index.meeting(brushes[i]->bounds);
        FaceCutter cutter(planes, brushes);
        for (const Winding& face : brushes[i]->faces) {
            std::vector<Winding> pieces = cutter.cut(static_cast<std::uint32_t>(i), face, neighbours);
            std::move(pieces.begin(), pieces.end(), std::back_inserter(results[i]));
        }
    });
    std::vector<Winding> all;
    for (std::vector<Winding>& pieces : results) std::move(pieces.begin(), pieces.end(), std::back_inserter(all));
    return all;
}

}  // namespace hullbake
