// Looks for each side at the brushes whose bounds contain the corners on it. Corners are decided exactly.

#include "compiler/growth/hidden_sides.hpp"

#include <tbb/parallel_for.h>

#include <algorithm>
#include <array>
#include <span>
#include <vector>

#include "compiler/base/inline_vector.hpp"
#include "compiler/geometry/box_index.hpp"
#include "compiler/geometry/exact_side.hpp"
#include "compiler/geometry/tolerances.hpp"

namespace hullbake {

namespace {

// A corner of a brush, and three of the sides that meet there.
struct SolidCorner {
    Vec3 p;
    std::array<std::uint16_t, 3> sides;
    bool whole = false;  // p is exactly that point, a whole point
};

// Returns true if two equations are those of one plane, facing either way. Returns false, which decides nothing, for
// wide ones.
bool isOnePlane(const PlaneEquation& a, const PlaneEquation& b) {
    if (a.wide || b.wide) return false;
    if (a.n == b.n) return a.d == b.d;
    for (std::size_t axis = 0; axis < 3; ++axis)
        if (a.n[axis] != -b.n[axis]) return false;
    return a.d.low + b.d.low == 0 && a.d.high + b.d.high + (a.d.low == 0 ? 0 : 1) == 0;
}

class HiddenSides {
  public:
    // Looks at the brushes of one model.
    explicit HiddenSides(std::span<SceneBrush> brushes) : brushes_(brushes), corners_(brushes.size()) {}

    void mark() {
        constexpr std::size_t kBrushesPerTask = 64;
        const tbb::blocked_range<std::size_t> all(0, brushes_.size(), kBrushesPerTask);
        tbb::parallel_for(all, [this](const auto& range) {
            for (std::size_t i = range.begin(); i < range.end(); ++i) findCorners(i);
        });
        std::vector<Box> bounds;
        for (const SceneBrush& brush : brushes_) bounds.push_back(brush.solid.bounds);
        const BoxIndex boxes(bounds);
        tbb::parallel_for(all, [&](const auto& range) {
            for (std::size_t i = range.begin(); i < range.end(); ++i)
                if (!corners_[i].empty()) markBrush(i, boxes.meeting(brushes_[i].solid.bounds));
        });
    }

  private:
    // Finds the corners of a brush; none if they are not known, or if it does not grow by all of its sides.
    void findCorners(std::size_t i) {
        const SolidPlanes& solid = brushes_[i].solid;
        if (!std::ranges::all_of(solid.sides, [](const SidePlane& side) { return side.grown; })) return;
        const CornerSides& around = solid.corners.ofSolid;
        std::vector<SolidCorner> corners;
        for (std::size_t k = 0; k < around.size(); k += around[k] + std::size_t{1}) {
            SolidCorner corner{{}, {around[k + 1], around[k + 2], around[k + 3]}, false};
            if (!meetingPoint(equationOf(i, corner.sides[0]), equationOf(i, corner.sides[1]),
                              equationOf(i, corner.sides[2]), corner.p))
                return;
            corner.whole = isWholePoint(corner.p) && std::ranges::all_of(corner.sides, [&](std::uint16_t side) {
                               const PlaneEquation& equation = equationOf(i, side);
                               return !equation.wide && sideOfWholePoint(equation, corner.p) == 0;
                           });
            corners.push_back(corner);
        }
        corners_[i] = std::move(corners);
    }

    void markBrush(std::size_t i, const std::vector<std::uint32_t>& around) {
        InlineVector<const SolidCorner*, 12> touching;
        for (SidePlane& side : brushes_[i].solid.sides) {
            // Corners that may lie on the side. More of them than do so only mean fewer marks.
            touching.clear();
            Box bounds = kEmptyBox;
            for (const SolidCorner& corner : corners_[i]) {
                if (distanceTo(side.plane, corner.p) < -kOnPlane) continue;
                touching.push_back(&corner);
                growBounds(bounds, corner.p);
            }
            side.hidden = std::any_of(around.begin(), around.end(), [&](std::uint32_t k) {
                return k != i && hides(i, k) && holds(brushes_[k].solid.bounds, bounds) &&
                       reachesBeyond(k, side.plane) && std::ranges::all_of(touching, [&](const SolidCorner* corner) {
                           return contains(k, i, *corner);
                       });
            });
        }
    }

    // Returns true if brush k counts in all hulls that brush i does, and both are one where they overlap.
    bool hides(std::size_t i, std::size_t k) const {
        return brushes_[k].contents == brushes_[i].contents && (brushes_[i].hullMask & ~brushes_[k].hullMask) == 0;
    }

    static bool holds(const Box& box, const Box& other) {
        for (int a = 0; a < 3; ++a)
            if (box.mins[a] > other.mins[a] + kOnPlane || other.maxs[a] > box.maxs[a] + kOnPlane) return false;
        return true;
    }

    bool reachesBeyond(std::size_t k, const Plane& plane) const {
        return std::any_of(corners_[k].begin(), corners_[k].end(),
                           [&](const SolidCorner& corner) { return distanceTo(plane, corner.p) > kOnPlane; });
    }

    // Returns true if a corner of brush i lies in brush k. Bevels of k clip nothing off.
    bool contains(std::size_t k, std::size_t i, const SolidCorner& corner) const {
        return std::ranges::all_of(brushes_[k].solid.sides, [&](const SidePlane& by) {
            if (by.bevel) return true;
            const double distance = distanceTo(by.plane, corner.p);
            if (distance < -kOnPlane) return true;
            if (distance > kOnPlane) return false;
            if (corner.whole && !by.equation.wide) return sideOfWholePoint(by.equation, corner.p) <= 0;
            if (std::any_of(corner.sides.begin(), corner.sides.end(),
                            [&](std::uint16_t side) { return isOnePlane(equationOf(i, side), by.equation); }))
                return true;
            bool decided = true;
            return sideOfMeeting(equationOf(i, corner.sides[0]), equationOf(i, corner.sides[1]),
                                 equationOf(i, corner.sides[2]), by.equation, decided) <= 0 &&
                   decided;
        });
    }

    const PlaneEquation& equationOf(std::size_t i, std::uint16_t side) const {
        return brushes_[i].solid.sides[side].equation;
    }

    std::span<SceneBrush> brushes_;
    std::vector<std::vector<SolidCorner>> corners_;  // by brush
};

}  // namespace

void markHiddenSides(BrushScene& scene) {
    for (const SceneModel& model : scene.models)
        HiddenSides(std::span(scene.brushes).subspan(model.firstBrush, model.brushCount)).mark();
}

}  // namespace hullbake
