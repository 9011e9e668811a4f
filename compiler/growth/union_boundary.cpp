// Subtracts the neighbours of each brush from its faces; pieces form a tree, so that each cut visits only nearby
// pieces.

#include "compiler/growth/union_boundary.hpp"

#include <tbb/parallel_for.h>

#include <algorithm>
#include <iterator>

#include "compiler/base/concatenate.hpp"
#include "compiler/brushes/sealing.hpp"
#include "compiler/geometry/grid_rectangle.hpp"
#include "compiler/geometry/meeting_memo.hpp"
#include "compiler/geometry/split_winding.hpp"
#include "compiler/growth/neighbour_bounds.hpp"

namespace hullbake {

namespace {

// How one brush covers a face of another.
enum class Coverage {
    None,  // the face stays boundary
    Cut,   // the part inside the brush is not boundary
};

// A piece of a face. A piece that was cut stays as the parent of its parts.
struct Piece {
    Winding winding;  // of a cut piece, before the cut
    Box bounds = kEmptyBox;
    std::size_t first = 0, count = 0;  // parts of a cut piece, contiguous
    bool isCut = false;
    bool isGridRectangle;  // isGridRectangle(winding)

    Piece(const Winding& polygon, bool isRectangle) : winding(polygon), isGridRectangle(isRectangle) {
        growBounds(bounds, winding);
    }
};

// Subtracts brushes from a face of another brush. The pieces form a tree, so that each brush is compared only with
// nearby pieces. A floor below a whole town is cut into thousands.
class FaceCutter {
  public:
    // How overlaps are resolved: by the contents of the brushes, or as if all contents were equal.
    enum class Rule : std::uint8_t { ByContents, AsOne };

    FaceCutter(const PlaneTable& planes, std::span<const GrownBrush* const> brushes, Rule rule)
        : planes_(planes),
          brushes_(brushes),
          rule_(rule),
          usedMemo_(rule == Rule::AsOne || planes.equations().allOnGrid() ? nullptr : &memo_) {}

    // Sets the brush whose faces follow. What is subtracted from them are those of `near` that it touches.
    void setFaceOwner(std::uint32_t owner, NeighbourBounds& near) {
        owner_ = owner;
        neighbours_.lookAtTouching(near, brushes_[owner]->bounds, owner);
        const auto numbers = neighbours_.numbers();
        if (std::find(numbers.begin(), numbers.end(), lastCover_) == numbers.end()) lastCover_ = owner;
    }
    void setFaceOwner(std::uint32_t owner, std::span<const std::uint32_t> neighbours) {
        owner_ = lastCover_ = owner;
        neighbours_.look(brushes_, {neighbours.begin(), neighbours.end()});
    }
    std::span<const std::uint32_t> neighbours() const { return neighbours_.numbers(); }

    // Appends the rest of the face.
    void cut(const Winding& face, std::vector<Winding>& out) {
        const std::uint32_t owner = owner_;
        pieces_.clear();
        pieces_.emplace_back(face, isGridRectangle(planes_.equations(), face));
        uncutPieces_ = 1;
        // What covered one face often covers the next.
        if (lastCover_ != owner && holds(brushes_[lastCover_]->bounds, pieces_.front().bounds) &&
            coversWholeFace(owner, lastCover_, pieces_.front()))
            return;
        const Box& bounds = pieces_.front().bounds;
        for (std::size_t i = neighbours_.nextHolding(bounds, 0); i < neighbours_.size();
             i = neighbours_.nextHolding(bounds, i + 1)) {
            if (!coversWholeFace(owner, neighbours_[i], pieces_.front())) continue;
            lastCover_ = neighbours_[i];
            return;
        }
        neighbours_.compare(bounds);
        cuttingBrushes_.clear();
        for (std::size_t i = 0; i < neighbours_.size(); ++i) {
            if (!neighbours_.touch(i)) continue;
            const std::uint32_t other = neighbours_[i];
            const GrownBrush& brush = *brushes_[other];
            if (isOutside(pieces_.front(), brush) || coverageOf(owner, other, face.plane) == Coverage::None) continue;
            cuttingBrushes_.push_back({rankOf(brush.bounds, pieces_.front().bounds), other});
        }
        std::sort(cuttingBrushes_.begin(), cuttingBrushes_.end());
        for (const CuttingBrush& cutting : cuttingBrushes_) {
            subtract(*brushes_[cutting.brush]);
            if (uncutPieces_ == 0) return;
        }
        collect(out);
    }

  private:
    struct CuttingBrush {
        double rank;
        std::uint32_t brush;

        bool operator<(const CuttingBrush& other) const {
            return rank != other.rank ? rank > other.rank : brush < other.brush;
        }
    };

    static bool holds(const Box& box, const Box& other) {
        for (int a = 0; a < 3; ++a)
            if (!(box.mins[a] <= other.mins[a] && other.maxs[a] <= box.maxs[a])) return false;
        return true;
    }

    // Ranks a brush. One that takes much of a face and cuts it into few parts comes first, so that less is left for the
    // others to cut. The order does not depend on the scale of the map.
    static double rankOf(const Box& brush, const Box& face) {
        double taken = 1, parts = 1;
        for (int a = 0; a < 3; ++a) {
            if (face.mins[a] == face.maxs[a]) continue;
            const double from = std::max(brush.mins[a], face.mins[a]), to = std::min(brush.maxs[a], face.maxs[a]);
            taken *= std::max(0.0, to - from);
            parts += (brush.mins[a] > face.mins[a] ? 1 : 0) + (brush.maxs[a] < face.maxs[a] ? 1 : 0);
        }
        return taken / parts;
    }

    Coverage coverageOf(std::uint32_t owner, std::uint32_t other, PlaneId plane) const {
        const Contents mine = brushes_[owner]->contents, theirs = brushes_[other]->contents;
        const Contents both = resolveOverlap(mine | theirs);
        const bool same = mine == theirs || rule_ == Rule::AsOne;
        const bool swallows = both == theirs || rule_ == Rule::AsOne;
        for (const PlaneId id : brushes_[other]->planes) {
            // Coincident and facing the same way: among equals the face of the first brush represents both. A face is
            // only dropped in favour of one that is never removed without removing this one too.
            if (id == plane) {
                const bool equals = (both == mine) == (both == theirs);
                // A face of a brush that does not seal is dropped where it lies on a sealing face.
                const bool yields = other < owner || (rule_ == Rule::AsOne && !any(mine & kSealing));
                return (equals ? swallows && yields : both == theirs) ? Coverage::Cut : Coverage::None;
            }
            // Back to back: there is no boundary between equal contents. Between different contents both faces stay,
            // which is harmless.
            if (id == (plane ^ 1)) return same ? Coverage::Cut : Coverage::None;
        }
        // If the other brush swallows this one's contents, this face bounds nothing inside the other.
        return swallows ? Coverage::Cut : Coverage::None;
    }

    // Returns true if the whole face lies inside `other` and is therefore removed, as most removed faces do. Only for
    // exact planes and vertices: otherwise pieces cut by other brushes may end up on the planes of `other`.
    bool coversWholeFace(std::uint32_t owner, std::uint32_t other, const Piece& face) const {
        const GrownBrush& brush = *brushes_[other];
        for (const WindingVertex& vertex : face.winding.vertices)
            if (!vertex.exact) return false;
        PlaneEquation axial;
        for (const PlaneId id : brush.planes) {
            if ((id | 1) == (face.winding.plane | 1)) continue;
            if (!planes_.equations().find(id, axial).known() || sideOfPiece(face, id) != PlaneSide::Back) return false;
        }
        return coverageOf(owner, other, face.winding.plane) == Coverage::Cut;
    }

    // Returns the side of a plane, mostly from the bounds alone.
    PlaneSide sideOfPiece(const Piece& piece, PlaneId id) const {
        const Plane& plane = planes_[id];
        if (piece.isGridRectangle && planes_.equations().isGridPlane(id)) return sidesOfBox(piece.bounds, plane).side();
        const BoxDistances reach(plane, piece.bounds);
        if (reach.behind()) return PlaneSide::Back;
        return reach.inFront() ? PlaneSide::Front : sideOf(planes_.equations(), piece.winding, {plane, id}, usedMemo_);
    }

    // Subtracts the brush from all nearby pieces.
    void subtract(const GrownBrush& brush) {
        open_.assign(1, 0);
        while (!open_.empty()) {
            const std::size_t at = open_.back();
            open_.pop_back();
            // Parts may extend beyond by a rounding error; isOutside() decides.
            if (!boxesTouch(pieces_[at].bounds, brush.bounds, 2 * kOnPlane)) continue;
            if (pieces_[at].isCut) {
                for (std::size_t i = 0; i < pieces_[at].count; ++i) open_.push_back(pieces_[at].first + i);
                continue;
            }
            if (isOutside(pieces_[at], brush) || !cutOut(at, brush)) continue;
            uncutPieces_ += pieces_[at].count - 1;
        }
    }

    // Appends the pieces that are not cut, in order: the parts of a piece replace it.
    void collect(std::vector<Winding>& out) {
        open_.assign(1, 0);
        while (!open_.empty()) {
            Piece& piece = pieces_[open_.back()];
            open_.pop_back();
            if (!piece.isCut) out.push_back(std::move(piece.winding));
            for (std::size_t i = piece.count; i-- > 0;) open_.push_back(piece.first + i);
        }
    }

    // Returns true if the piece lies outside the bounds of the brush or only touches them. Cheap, and often sufficient.
    bool isOutside(const Piece& piece, const GrownBrush& brush) const {
        const Box &box = brush.bounds, &bounds = piece.bounds;
        for (int a = 0; a < 3; ++a) {
            const double above = bounds.mins[a] - box.maxs[a], below = box.mins[a] - bounds.maxs[a];
            if (above >= kOnPlane || below >= kOnPlane) return true;
            if (bounds.maxs[a] - bounds.mins[a] <= kOnPlane) continue;
            if (above >= -kOnPlane && liesBeyond(piece, brush, a, true)) return true;
            if (below >= -kOnPlane && liesBeyond(piece, brush, a, false)) return true;
        }
        return false;
    }

    // Returns true if no part of the piece lies behind the brush's face across an axis. Returns false, which decides
    // nothing, if there is no such face.
    bool liesBeyond(const Piece& piece, const GrownBrush& brush, int axis, bool facesUp) const {
        const PlaneId id = brush.axial[2 * static_cast<std::size_t>(axis) + (facesUp ? 1 : 0)];
        if (id == kNoPlane) return false;
        const PlaneSide side = sideOfPiece(piece, id);
        return side == PlaneSide::Front || side == PlaneSide::On;
    }

    // Cuts a brush out of a piece and keeps the parts outside. Returns false, and changes nothing, if no part of the
    // piece is inside.
    bool cutOut(std::size_t at, const GrownBrush& brush) {
        // First tests whether anything lies inside, so that pieces that are only touched stay whole.
        cutting_.clear();
        for (const PlaneId id : brush.planes) {
            if ((id | 1) == (pieces_[at].winding.plane | 1)) continue;
            const PlaneSide side = sideOfPiece(pieces_[at], id);
            // The piece lies on a plane of the brush that was not recognised as coincident, so no part of it is inside.
            if (side == PlaneSide::Front || side == PlaneSide::On) return false;
            if (side == PlaneSide::Both) cutting_.push_back(id);
        }
        const std::size_t first = pieces_.size();
        if (!cutOff(at)) {
            pieces_.erase(pieces_.begin() + static_cast<std::ptrdiff_t>(first), pieces_.end());
            return false;
        }
        Piece& piece = pieces_[at];
        piece.isCut = true;
        piece.first = first;
        piece.count = pieces_.size() - first;
        return true;
    }

    // Appends the parts of a piece in front of the planes cutting_. Returns false if nothing lies behind all of them.
    bool cutOff(std::size_t at) {
        bool isRectangle = pieces_[at].isGridRectangle;
        inside_ = pieces_[at].winding;
        bool isFlat = false;  // true if the inner part lies on a plane of the brush
        for (const PlaneId id : cutting_) {
            if (isRectangle && planes_.equations().isGridPlane(id)) {
                splitRectangle(inside_, planes_.cutPlane(id), front_, back_);
            } else {
                const PlaneSide side =
                    splitWinding(planes_.equations(), inside_, planes_.cutPlane(id), &front_, &back_, usedMemo_);
                if (side == PlaneSide::Front) return false;
                if (side == PlaneSide::On) isFlat = true;
                if (side != PlaneSide::Both) continue;
                isRectangle = false;
                if (back_.empty()) return false;
            }
            if (!front_.empty() && !isFlat) pieces_.emplace_back(front_, isRectangle);
            std::swap(inside_, back_);
        }
        return true;
    }

    const PlaneTable& planes_;
    std::span<const GrownBrush* const> brushes_;
    Rule rule_;
    MeetingMemo memo_;
    MeetingMemo* usedMemo_;  // null where exact decisions are quick
    std::uint32_t owner_ = 0;
    std::uint32_t lastCover_ = 0;  // the neighbour that covered a whole face last; the owner if none has
    NeighbourBounds neighbours_;
    std::vector<CuttingBrush> cuttingBrushes_;  // brushes that cut the face
    std::vector<Piece> pieces_;                 // pieces of the face; the first is the whole face
    std::size_t uncutPieces_ = 0;               // number of pieces that are not cut
    std::vector<std::size_t> open_;             // pieces still to visit
    std::vector<PlaneId> cutting_;              // planes of a brush that cross a piece
    Winding inside_, front_, back_;             // parts of the piece that is being cut
};

}  // namespace

namespace {

double spaceIn(const Box& box) {
    const Vec3 size = box.maxs - box.mins;
    return size.x * size.y * size.z;
}

// Returns the end of a run of brushes that are searched for together, as they lie close to one another: the space
// around all is no larger than the sum of theirs.
std::size_t endOfRun(std::span<const GrownBrush* const> brushes, std::size_t begin, std::size_t end, Box& around) {
    around = brushes[begin]->bounds;
    double volume = spaceIn(around);
    for (std::size_t i = begin + 1; i < end; ++i) {
        Box both = around;
        growBounds(both, brushes[i]->bounds.mins);
        growBounds(both, brushes[i]->bounds.maxs);
        volume += spaceIn(brushes[i]->bounds);
        if (spaceIn(both) > volume) return i;
        around = both;
    }
    return end;
}

}  // namespace

Boundary unionBoundary(const PlaneTable& planes, const BrushIndex& index, std::span<GrownBrush* const> spent) {
    const auto brushes = index.brushes();
    std::vector<std::vector<Winding>> results(brushes.size());
    Boundary boundary;
    if (std::any_of(brushes.begin(), brushes.end(),
                    [&](const GrownBrush* brush) { return brush->contents != brushes.front()->contents; }))
        boundary.others.resize(brushes.size());
    constexpr std::size_t kBrushesPerTask = 16;  // tasks share a cutter's memory
    tbb::parallel_for(tbb::blocked_range<std::size_t>(0, brushes.size(), kBrushesPerTask), [&](const auto& range) {
        FaceCutter cutter(planes, brushes, FaceCutter::Rule::ByContents);
        NeighbourBounds near;
        std::vector<Winding> parts;
        Box around;
        for (std::size_t i = range.begin(), end = i; i < range.end(); ++i) {
            if (i == end) {
                end = endOfRun(brushes, i, range.end(), around);
                near.look(brushes, index.meeting(around));
            }
            cutter.setFaceOwner(static_cast<std::uint32_t>(i), near);
            if (!boundary.others.empty())
                for (const std::uint32_t k : cutter.neighbours())
                    if (brushes[k]->contents != brushes[i]->contents && any(brushes[k]->contents & kSealing))
                        boundary.others[i].push_back(k);
            parts.clear();
            for (const Winding& face : brushes[i]->faces) cutter.cut(face, parts);
            results[i].assign(std::make_move_iterator(parts.begin()), std::make_move_iterator(parts.end()));
            // A brush cuts others by its planes alone.
            if (!spent.empty()) spent[i]->faces = std::vector<Winding>();
        }
    });
    for (std::size_t i = 0; i < results.size(); ++i)
        boundary.brushes.insert(boundary.brushes.end(), results[i].size(), static_cast<std::uint32_t>(i));
    boundary.polygons = concatenate(std::move(results));
    return boundary;
}

bool cutByOthers(const PlaneTable& planes, const BrushIndex& index, std::uint32_t owner, const Winding& polygon,
                 std::span<const std::uint32_t> others, std::vector<Winding>& parts) {
    const std::size_t before = parts.size();
    FaceCutter cutter(planes, index.brushes(), FaceCutter::Rule::AsOne);
    cutter.setFaceOwner(owner, others);
    cutter.cut(polygon, parts);
    const auto isPolygon = [&](const Winding& part) {
        const auto &a = part.vertices, &b = polygon.vertices;
        return a.size() == b.size() && std::equal(a.begin(), a.end(), b.begin(), [](const auto& one, const auto& two) {
                   return one.p == two.p && one.edge == two.edge;
               });
    };
    if (parts.size() != before + 1 || !isPolygon(parts.back())) return true;
    parts.pop_back();
    return false;
}

}  // namespace hullbake
