#include "oracle/trace/cell_cover.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <span>
#include <utility>

#include "oracle/trace/split_cell.hpp"

namespace hullbake::oracle {
namespace {

/// Splits to try for one cell. The one that leaves the fewest planes is taken. Few planes do not repay a choice.
constexpr std::size_t kSplitsTried = 4, kFewPlanes = 12;
/// Eighths of the planes on the fuller side of a split that is good enough. Where many brushes meet in a point or an
/// edge, each split cuts some, so that more than a half is left.
constexpr std::size_t kEvenEighths = 5;
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

/// Bodies as half-spaces, in one array.
class Bodies {
  public:
    void reserve(const Bodies& other) {
        planes_.reserve(other.planes_.size());
        ends_.reserve(other.ends_.size());
    }
    void add(const HalfSpaces& body) {
        planes_.insert(planes_.end(), body.begin(), body.end());
        ends_.push_back(planes_.size());
    }
    std::size_t size() const { return ends_.size(); }
    std::span<const HalfSpace> operator[](std::size_t i) const {
        const std::size_t from = i == 0 ? 0 : ends_[i - 1];
        return {planes_.data() + from, ends_[i] - from};
    }
    const HalfSpaces& planes() const { return planes_; }

    /// Returns true if some body, with its planes moved out by `larger`, contains the point.
    bool contain(const Vec3& p, double larger) const {
        for (std::size_t i = 0; i < size(); ++i) {
            const std::span<const HalfSpace> body = (*this)[i];
            if (std::all_of(body.begin(), body.end(),
                            [&](const HalfSpace& side) { return dot(side.normal, p) < side.dist + larger; }))
                return true;
        }
        return false;
    }

  private:
    HalfSpaces planes_;
    std::vector<std::size_t> ends_;
};

/// A cell with the brushes that overlap it before they are moved out. Each keeps only the planes that cut the cell.
struct CellPart {
    SplitCell cell;
    Bodies brushes;
    bool covered = false;  ///< one brush contains the whole cell

    std::size_t planeCount() const { return covered ? 0 : brushes.planes().size(); }
};

class CellCover {
  public:
    CellCover(const std::vector<HalfSpaces>& brushes, double larger) : larger_(larger) {
        for (HalfSpaces brush : brushes) {
            brushes_.add(brush);
            for (HalfSpace& side : brush) side.dist += larger;
            grown_.add(brush);
        }
    }

    bool covers(const HalfSpaces& cell) const { return covers(partOf(SplitCell(cell), brushes_)); }

  private:
    CellPart partOf(SplitCell cell, const Bodies& brushes) const;
    bool covers(const CellPart& part) const;
    bool coversLeaf(const SplitCell& cell) const;
    std::pair<CellPart, CellPart> split(const CellPart& part) const;

    double larger_;
    Bodies brushes_, grown_;
};

/// Leaves out planes and brushes that cut off less of the cell than a quarter of what the brushes grow by.
CellPart CellCover::partOf(SplitCell cell, const Bodies& brushes) const {
    const double slack = larger_ / 4;
    CellPart part{std::move(cell), {}, false};
    part.brushes.reserve(brushes);
    HalfSpaces cutting;
    for (std::size_t i = 0; i < brushes.size(); ++i) {
        cutting.clear();
        const std::span<const HalfSpace> brush = brushes[i];
        const bool outside = std::any_of(brush.begin(), brush.end(), [&](const HalfSpace& side) {
            const Reach rough = part.cell.roughReach(side.normal);
            if (rough.least >= side.dist - slack) return true;
            if (rough.most <= side.dist + slack) return false;
            const Beyond beyond = part.cell.beyond(side.normal, side.dist - slack, side.dist + slack);
            if (beyond.most) cutting.push_back(side);
            return !beyond.least;
        });
        if (outside) continue;
        if (cutting.empty()) {
            part.covered = true;
            return part;
        }
        part.brushes.add(cutting);
    }
    return part;
}

/// Splits the cell by a plane that leaves few planes on the fuller side.
std::pair<CellPart, CellPart> CellCover::split(const CellPart& part) const {
    const HalfSpaces& planes = part.brushes.planes();
    std::optional<std::pair<CellPart, CellPart>> best;
    std::size_t least = 0;
    const std::size_t tried = planes.size() <= kFewPlanes ? 1 : kSplitsTried;
    const std::size_t step = std::max<std::size_t>(1, planes.size() / tried);
    for (std::size_t i = step / 2; i < planes.size(); i += step) {
        const HalfSpace& side = planes[i];
        CellPart behind = partOf(part.cell.inside(side), part.brushes);
        if (best && behind.planeCount() >= least) continue;
        CellPart before = partOf(part.cell.inside({-side.normal, -side.dist}), part.brushes);
        const std::size_t fuller = std::max(behind.planeCount(), before.planeCount());
        if (best && fuller >= least) continue;
        least = fuller;
        best.emplace(std::move(behind), std::move(before));
        if (8 * least <= kEvenEighths * planes.size()) break;
    }
    return std::move(*best);
}

/// Each split is by a plane that cuts the cell. So there are no more leaves than the planes divide the cell into, which
/// is at most the number of planes to the third power.
bool CellCover::covers(const CellPart& part) const {
    if (part.covered || part.cell.empty()) return true;
    const Vec3 middle = part.cell.middle();
    if (!part.brushes.contain(middle, larger_) && !grown_.contain(middle, 0)) return false;
    if (part.brushes.size() == 0) return coversLeaf(part.cell);
    const auto halves = split(part);
    return covers(halves.first) && covers(halves.second);
}

/// Decides a cell that no brush overlaps. Mostly one of the larger brushes contains it.
bool CellCover::coversLeaf(const SplitCell& cell) const {
    std::vector<HalfSpaces> near;
    for (std::size_t i = 0; i < grown_.size(); ++i) {
        const std::span<const HalfSpace> brush = grown_[i];
        bool whole = true;
        const bool outside = std::any_of(brush.begin(), brush.end(), [&](const HalfSpace& side) {
            if (cell.roughReach(side.normal).least >= side.dist - kCellRounding) return true;
            const Reach reach = cell.reach(side.normal);
            whole = whole && reach.most < side.dist - kCellRounding;
            return reach.least >= side.dist - kCellRounding;
        });
        if (whole && !outside) return true;
        if (!outside) near.emplace_back(brush.begin(), brush.end());
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
    return CellCover(brushes, larger).covers(cell);
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
