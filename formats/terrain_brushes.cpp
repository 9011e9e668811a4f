// Squares in one plane are merged greedily: to the right as far as they go, then down. Any other square is divided so
// that it stays convex. Of the rectangles that begin at its place and are convex, the largest becomes a brush.

#include "formats/terrain_brushes.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "hullbake/trace.hpp"

namespace hullbake {
namespace {

/// Returns the lattice point nearest to a distance within +-kMaxCoordinate, or nothing.
std::optional<std::int64_t> onLattice(double units) {
    if (!(std::fabs(units) <= kMaxCoordinate)) return std::nullopt;
    return std::llround(units * kLattice);
}

bool isPositive(double value) {
    return value > 0 && value <= kMaxCoordinate;
}

constexpr double kUnit = 1 / kLattice;

}  // namespace

TerrainBrushes::TerrainBrushes(const Heightfield& field, TerrainForm form) : field_(&field), form_(std::move(form)) {
    fault_ = findFault();
    if (fault_) return;
    taken_.resize(std::size_t{field_->columns - 1} * (field_->rows - 1));
    findPlanes();
}

std::optional<std::string> TerrainBrushes::findFault() {
    if (!isPositive(form_.scale.x) || !isPositive(form_.scale.y) || !isPositive(form_.scale.z))
        return "the scale must be three numbers above 0";
    if (!isFinite(form_.origin)) return "the origin must be three finite numbers";
    if (!(form_.depth >= kUnit && form_.depth <= kMaxCoordinate)) return "the depth must be 1/64 unit or more";

    constexpr const char* kTooFar = "the terrain reaches past the coordinate limit of +-262144";
    const auto fill = [](std::vector<std::int64_t>& out, std::size_t count, double from, double step) {
        out.resize(count);
        for (std::size_t i = 0; i < count; ++i) {
            const auto at = onLattice(from + static_cast<double>(i) * step);
            if (!at) return false;
            out[i] = *at;
        }
        return true;
    };
    const auto [least, most] = std::minmax_element(field_->samples.begin(), field_->samples.end());
    const double low = form_.origin.z + *least * form_.scale.z, high = form_.origin.z + *most * form_.scale.z;
    const auto floor = onLattice(low - form_.depth);
    if (!floor || !onLattice(low) || !onLattice(high) || !fill(xs_, field_->columns, form_.origin.x, form_.scale.x) ||
        !fill(ys_, field_->rows, form_.origin.y, form_.scale.y))
        return kTooFar;
    std::reverse(ys_.begin(), ys_.end());  // the top row of the picture is the farthest along y
    floor_ = *floor;
    for (const std::vector<std::int64_t>* const places : {&xs_, &ys_})
        for (std::size_t i = 1; i < places->size(); ++i)
            if ((*places)[i] == (*places)[i - 1]) return "the scale is too small: rows or columns fall together";
    // Samples that do not occur have no place: they may lie past the limit.
    heights_.resize(std::size_t{*most} + 1);
    for (std::size_t sample = *least; sample <= *most; ++sample)
        heights_[sample] = std::llround((form_.origin.z + static_cast<double>(sample) * form_.scale.z) * kLattice);
    count_.lowest = static_cast<double>(heights_[*least]) * kUnit;
    count_.highest = static_cast<double>(heights_[*most]) * kUnit;
    count_.floor = static_cast<double>(floor_) * kUnit;
    if (floor_ >= heights_[*least]) return "the depth must be 1/64 unit or more";
    return std::nullopt;
}

void TerrainBrushes::take(const Area& area) {
    for (std::uint32_t row = area.top; row < area.bottom; ++row)
        for (std::uint32_t column = area.left; column < area.right; ++column)
            taken_[std::size_t{row} * (field_->columns - 1) + column] = true;
}

// Returns true if the four samples of a square lie in the plane of the first square of an area.
bool TerrainBrushes::continues(const Area& area, std::uint32_t row, std::uint32_t column) const {
    if (isTaken(row, column)) return false;
    const LatticePoint origin = cornerAt(area.top, area.left);
    const LatticePoint right = cornerAt(area.top, area.left + 1), below = cornerAt(area.top + 1, area.left);
    for (std::uint32_t r = row; r <= row + 1; ++r)
        for (std::uint32_t c = column; c <= column + 1; ++c)
            if (sideOf(origin, right, below, cornerAt(r, c)) != 0) return false;
    return true;
}

TerrainBrushes::Area TerrainBrushes::planeFrom(std::uint32_t row, std::uint32_t column) const {
    Area area{row, column, row + 1, column + 1};
    while (area.right + 1 < field_->columns && continues(area, row, area.right)) ++area.right;
    const auto rowContinues = [&](std::uint32_t below) {
        for (std::uint32_t c = area.left; c < area.right; ++c)
            if (!continues(area, below, c)) return false;
        return true;
    };
    while (area.bottom + 1 < field_->rows && rowContinues(area.bottom)) ++area.bottom;
    return area;
}

// Takes the large rectangles in one plane first, so that nothing else divides them.
void TerrainBrushes::findPlanes() {
    for (std::uint32_t row = 0; row < rows(); ++row)
        for (std::uint32_t column = 0; column + 1 < field_->columns; ++column) {
            if (!continues({row, column, row + 1, column + 1}, row, column)) continue;
            const Area area = planeFrom(row, column);
            if (area.squares() <= kMostSquares) continue;
            take(area);
            planes_.push_back(area);
            if (planes_.size() > kMostMapBrushes) return;
        }
}

// Divides a square by the diagonal that is higher in the middle. The corners of the triangles run counterclockwise seen
// from above, and begin at one end of the diagonal.
std::array<TerrainBrushes::Triangle, 2> TerrainBrushes::trianglesOf(std::uint32_t row, std::uint32_t column) const {
    const LatticePoint a = cornerAt(row + 1, column), b = cornerAt(row + 1, column + 1);
    const LatticePoint c = cornerAt(row, column + 1), d = cornerAt(row, column);
    if (a[2] + c[2] >= b[2] + d[2]) return {{{a, b, c}, {a, c, d}}};
    return {{{b, c, d}, {b, d, a}}};
}

// Returns true if the surface bends downward, or not at all, at the edge between a square and the next to the right, or
// the one below.
bool TerrainBrushes::bends(std::uint32_t row, std::uint32_t column, bool below) const {
    const std::uint32_t nextRow = below ? row + 1 : row, nextColumn = below ? column : column + 1;
    const LatticePoint from = cornerAt(nextRow, nextColumn), to = cornerAt(row + 1, column + 1);
    const auto holds = [](const Triangle& t, const LatticePoint& p) {
        return std::find(t.begin(), t.end(), p) != t.end();
    };
    const auto atEdge = [&](const std::array<Triangle, 2>& halves) {
        return holds(halves[0], from) && holds(halves[0], to) ? halves[0] : halves[1];
    };
    const Triangle here = atEdge(trianglesOf(row, column));
    for (const LatticePoint& p : atEdge(trianglesOf(nextRow, nextColumn)))
        if (sideOf(here[0], here[2], here[1], p) > 0) return false;
    return true;
}

// Returns the largest rectangle of free squares that begins with one, has kMostSquares at most, and bends downward at
// all edges between them.
TerrainBrushes::Area TerrainBrushes::convexFrom(std::uint32_t row, std::uint32_t column) const {
    Area best{row, column, row + 1, column + 1};
    std::uint32_t width = std::min(kMostSquares, field_->columns - 1 - column);
    for (std::uint32_t height = 1; height <= kMostSquares && row + height < field_->rows; ++height) {
        const std::uint32_t last = row + height - 1;
        std::uint32_t fits = 0;
        while (fits < std::min(width, kMostSquares / height) && !isTaken(last, column + fits) &&
               (fits == 0 || bends(last, column + fits - 1, false)) &&
               (height == 1 || bends(last - 1, column + fits, true)))
            ++fits;
        if (fits == 0) break;
        width = fits;
        const Area area{row, column, row + height, column + width};
        // Of equal ones the most compact: its walls are the shortest.
        if (area.squares() > best.squares() || (area.squares() == best.squares() && area.around() < best.around()))
            best = area;
    }
    return best;
}

// Adds the floor and the four walls to the upper faces of a brush.
void TerrainBrushes::makeSides(const Area& area) {
    const FaceLook look{form_.texture, {}};
    const std::array ring{cornerAt(area.bottom, area.left), cornerAt(area.bottom, area.right),
                          cornerAt(area.top, area.right), cornerAt(area.top, area.left)};
    const auto onFloor = [&](const LatticePoint& p) { return LatticePoint{p[0], p[1], floor_}; };
    brush_.faces.push_back(faceOf(onFloor(ring[0]), onFloor(ring[1]), onFloor(ring[2]), look));
    for (std::size_t i = 0; i < ring.size(); ++i) {
        const LatticePoint &from = ring[i], &to = ring[(i + 1) % ring.size()];
        brush_.faces.push_back(faceOf(from, to, onFloor(to), look));
    }
    ++count_.brushes;
}

void TerrainBrushes::makePlane(const Area& area) {
    brush_.faces.assign(1, faceOf(cornerAt(area.bottom, area.left), cornerAt(area.top, area.right),
                                  cornerAt(area.bottom, area.right), {form_.texture, {}}));
    makeSides(area);
}

// Makes the brush below squares that bend downward. Triangles in one plane become one face.
void TerrainBrushes::makeConvex(const Area& area) {
    top_.clear();
    const auto isKnown = [&](const Triangle& triangle) {
        return std::any_of(top_.begin(), top_.end(), [&](const Triangle& other) {
            return std::all_of(triangle.begin(), triangle.end(),
                               [&](const LatticePoint& p) { return sideOf(other[0], other[1], other[2], p) == 0; });
        });
    };
    for (std::uint32_t row = area.top; row < area.bottom; ++row)
        for (std::uint32_t column = area.left; column < area.right; ++column)
            for (const Triangle& triangle : trianglesOf(row, column))
                if (!isKnown(triangle)) top_.push_back(triangle);
    brush_.faces.clear();
    for (const Triangle& t : top_) brush_.faces.push_back(faceOf(t[0], t[2], t[1], {form_.texture, {}}));
    makeSides(area);
}

void TerrainBrushes::takeRow(std::uint32_t row, const std::function<void(const MapBrush&)>& takeBrush) {
    for (; nextPlane_ < planes_.size() && planes_[nextPlane_].top == row; ++nextPlane_) {
        makePlane(planes_[nextPlane_]);
        takeBrush(brush_);
    }
    for (std::uint32_t column = 0; column + 1 < field_->columns; ++column) {
        if (isTaken(row, column)) continue;
        const Area area = convexFrom(row, column);
        take(area);
        makeConvex(area);
        takeBrush(brush_);
    }
}

std::optional<std::string> terrainExcess(const Heightfield& field, const TerrainForm& form) {
    constexpr std::size_t kMostOfSquare = 16;  // a brush and its faces; those of kMostSquares are 14 at most
    if (std::uint64_t{field.rows} * field.columns <= kMostMapItems / kMostOfSquare) return std::nullopt;
    const auto excess = [](std::size_t limit, const char* what) {
        return "the terrain needs more than " + std::to_string(limit) + ' ' + what;
    };
    TerrainBrushes terrain(field, form);
    std::size_t items = 2;  // the world and its key
    for (std::uint32_t row = 0; row < terrain.rows(); ++row) {
        terrain.takeRow(row, [&](const MapBrush& brush) { items += 1 + brush.faces.size(); });
        if (terrain.count().brushes > kMostMapBrushes) return excess(kMostMapBrushes, "brushes");
        if (items > kMostMapItems) return excess(kMostMapItems, "brushes and faces");
    }
    return std::nullopt;
}

}  // namespace hullbake
