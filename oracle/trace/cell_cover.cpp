#include "oracle/trace/cell_cover.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "oracle/trace/split_cell.hpp"

namespace hullbake::oracle {
namespace {

/// Splits to try for one cell. The one that leaves the fewest planes is taken. Few planes do not repay a choice.
constexpr std::size_t kSplitsTried = 4, kFewPlanes = 12;
/// Sine of the angle below which two planes count as parallel.
constexpr double kParallel = 1e-12;
/// Change of a distance along a line, in units a unit, below which a plane counts as parallel to the line.
constexpr double kSlow = 1e-14;

struct Line {
    Vec3 at, way;  ///< `at` is the point nearest to the origin
};

/// Returns the line in which two planes meet, if it comes near the cell.
std::optional<Line> lineOf(const HalfSpace& a, const HalfSpace& b) {
    constexpr double kFarthest = 4;  // Units: no cell reaches so far.
    const Vec3 along = cross(a.normal, b.normal);
    const double square = dot(along, along);
    if (square < kParallel * kParallel) return {};
    const Vec3 toA = cross(b.normal, along) * (1 / square), toB = cross(along, a.normal) * (1 / square);
    Vec3 at = toA * a.dist + toB * b.dist;
    // Move the point onto both planes again: rounding grows as the angle between them shrinks.
    for (int i = 0; i < 2; ++i) at = at + toA * (a.dist - dot(a.normal, at)) + toB * (b.dist - dot(b.normal, at));
    if (!(dot(at, at) < kFarthest * kFarthest)) return {};
    return Line{at, along * (1 / std::sqrt(square))};
}

struct Range {
    double from = -1e3, to = 1e3;
    bool empty() const { return !(from <= to); }
};

/// Clips the range of the line to the half-spaces, moved out by `larger`.
void clip(Range& range, const Line& line, const HalfSpaces& planes, double larger) {
    for (const HalfSpace& side : planes) {
        const double speed = dot(side.normal, line.way), room = side.dist + larger - dot(side.normal, line.at);
        if (speed > kSlow)
            range.to = std::min(range.to, room / speed);
        else if (speed < -kSlow)
            range.from = std::max(range.from, room / speed);
        else if (room < 0)
            range.to = range.from - 1;
        if (range.empty()) return;
    }
}

/// Returns true if the open brushes cover the range. Both ends are part of it.
bool coversRange(Range range, const Line& line, const std::vector<HalfSpaces>& brushes) {
    for (;;) {
        double reached = range.from;
        for (const HalfSpaces& brush : brushes) {
            Range part;
            clip(part, line, brush, -kCellRounding);
            if (part.from < range.from && part.to > reached) reached = part.to;
            if (reached > range.to) return true;
        }
        if (!(reached > range.from)) return false;
        range.from = reached;
    }
}

/// Decides by all lines in which two planes meet. A leftover has a vertex on the boundary of each brush that bounds it.
/// So only the part of a line on the boundary of both bodies counts.
bool coversByLines(const HalfSpaces& cell, const std::vector<HalfSpaces>& brushes) {
    std::vector<const HalfSpaces*> bodies = {&cell};
    for (const HalfSpaces& brush : brushes) bodies.push_back(&brush);
    for (std::size_t i = 0; i < bodies.size(); ++i)
        for (std::size_t j = i; j < bodies.size(); ++j)
            for (std::size_t a = 0; a < bodies[i]->size(); ++a)
                for (std::size_t b = i == j ? a + 1 : 0; b < bodies[j]->size(); ++b) {
                    const auto line = lineOf((*bodies[i])[a], (*bodies[j])[b]);
                    if (!line) continue;
                    Range range;
                    for (const HalfSpaces* body : {bodies[i], bodies[j], &cell})
                        if (!range.empty()) clip(range, *line, *body, kCellRounding);
                    if (!range.empty() && !coversRange(range, *line, brushes)) return false;
                }
    return true;
}

/// A cell with the brushes that overlap it before they are moved out. Each keeps only the planes that cut the cell.
struct CellPart {
    SplitCell cell;
    std::vector<HalfSpaces> brushes;
    bool covered = false;  ///< one brush contains the whole cell

    std::size_t planeCount() const {
        std::size_t count = 0;
        for (const HalfSpaces& brush : brushes) count += brush.size();
        return covered ? 0 : count;
    }
};

class CellCover {
  public:
    CellCover(const std::vector<HalfSpaces>& brushes, double larger) : larger_(larger), grown_(brushes) {
        for (HalfSpaces& brush : grown_)
            for (HalfSpace& side : brush) side.dist += larger;
    }

    CellPart partOf(SplitCell cell, const std::vector<HalfSpaces>& brushes) const;
    bool covers(const CellPart& part) const;

  private:
    bool coversLeaf(const SplitCell& cell) const;
    std::pair<CellPart, CellPart> split(const CellPart& part) const;
    static bool contains(const std::vector<HalfSpaces>& brushes, const Vec3& p, double larger) {
        return std::any_of(brushes.begin(), brushes.end(), [&](const HalfSpaces& brush) {
            return std::all_of(brush.begin(), brush.end(),
                               [&](const HalfSpace& side) { return dot(side.normal, p) < side.dist + larger; });
        });
    }

    double larger_;
    std::vector<HalfSpaces> grown_;
};

/// Leaves out planes and brushes that cut off less of the cell than a quarter of what the brushes grow by.
CellPart CellCover::partOf(SplitCell cell, const std::vector<HalfSpaces>& brushes) const {
    const double slack = larger_ / 4;
    CellPart part{std::move(cell), {}, false};
    HalfSpaces cutting;
    for (const HalfSpaces& brush : brushes) {
        cutting.clear();
        const bool outside = std::any_of(brush.begin(), brush.end(), [&](const HalfSpace& side) {
            const Reach rough = part.cell.roughReach(side.normal);
            if (rough.least >= side.dist - slack) return true;
            if (rough.most <= side.dist + slack) return false;
            const Reach reach = part.cell.reach(side.normal);
            if (reach.most > side.dist + slack) cutting.push_back(side);
            return reach.least >= side.dist - slack;
        });
        if (outside) continue;
        if (cutting.empty()) {
            part.covered = true;
            return part;
        }
        part.brushes.push_back(cutting);
    }
    return part;
}

/// Splits the cell by a plane that leaves few planes on the fuller side.
std::pair<CellPart, CellPart> CellCover::split(const CellPart& part) const {
    std::vector<const HalfSpace*> planes;
    for (const HalfSpaces& brush : part.brushes)
        for (const HalfSpace& side : brush) planes.push_back(&side);
    std::optional<std::pair<CellPart, CellPart>> best;
    std::size_t least = 0;
    const std::size_t tried = planes.size() <= kFewPlanes ? 1 : kSplitsTried;
    const std::size_t step = std::max<std::size_t>(1, planes.size() / tried);
    for (std::size_t i = step / 2; i < planes.size(); i += step) {
        const HalfSpace& side = *planes[i];
        std::pair<CellPart, CellPart> halves{partOf(part.cell.inside(side), part.brushes),
                                             partOf(part.cell.inside({-side.normal, -side.dist}), part.brushes)};
        const std::size_t fuller = std::max(halves.first.planeCount(), halves.second.planeCount());
        if (best && fuller >= least) continue;
        least = fuller;
        best = std::move(halves);
        if (least <= planes.size() / 2) break;
    }
    return std::move(*best);
}

/// Each split is by a plane that cuts the cell. So there are no more leaves than the planes divide the cell into, which
/// is at most the number of planes to the third power.
bool CellCover::covers(const CellPart& part) const {
    if (part.covered || part.cell.empty()) return true;
    const Vec3 middle = part.cell.middle();
    if (!contains(part.brushes, middle, larger_) && !contains(grown_, middle, 0)) return false;
    if (part.brushes.empty()) return coversLeaf(part.cell);
    const auto halves = split(part);
    return covers(halves.first) && covers(halves.second);
}

/// Decides a cell that no brush overlaps. Mostly one of the larger brushes contains it.
bool CellCover::coversLeaf(const SplitCell& cell) const {
    std::vector<HalfSpaces> near;
    for (const HalfSpaces& brush : grown_) {
        bool whole = true;
        const bool outside = std::any_of(brush.begin(), brush.end(), [&](const HalfSpace& side) {
            if (cell.roughReach(side.normal).least >= side.dist - kCellRounding) return true;
            const Reach reach = cell.reach(side.normal);
            whole = whole && reach.most < side.dist - kCellRounding;
            return reach.least >= side.dist - kCellRounding;
        });
        if (whole && !outside) return true;
        if (!outside) near.push_back(brush);
    }
    return coversByLines(cell.planes(), near);
}

}  // namespace

HalfSpaces cubeOfHalfSize(double half) {
    HalfSpaces cube;
    for (int axis = 0; axis < 3; ++axis)
        for (const double sign : {1.0, -1.0}) {
            HalfSpace side{{}, half};
            side.normal[axis] = sign;
            cube.push_back(side);
        }
    return cube;
}

bool coversCell(const HalfSpaces& cell, const std::vector<HalfSpaces>& brushes, double larger) {
    const CellCover cover(brushes, larger);
    return cover.covers(cover.partOf(SplitCell(cell), brushes));
}

bool shareAPoint(const HalfSpaces& planes) {
    for (std::size_t i = 0; i < planes.size(); ++i)
        for (std::size_t j = i + 1; j < planes.size(); ++j) {
            const auto line = lineOf(planes[i], planes[j]);
            if (!line) continue;
            Range range;
            clip(range, *line, planes, kCellRounding);
            if (!range.empty()) return true;
        }
    return false;
}

}  // namespace hullbake::oracle
