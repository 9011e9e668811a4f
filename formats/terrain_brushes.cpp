// Squares in one plane are merged greedily: to the right as far as they go, then down. Any other square is divided so
// that it stays convex, which makes one brush of two triangles.

#include "formats/terrain_brushes.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "formats/lattice.hpp"
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
    if (!fault_) taken_.resize(std::size_t{field_->columns - 1} * (field_->rows - 1));
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

bool TerrainBrushes::isPlane(std::uint32_t row, std::uint32_t column) const {
    return cornerAt(row, column).z + cornerAt(row + 1, column + 1).z ==
           cornerAt(row, column + 1).z + cornerAt(row + 1, column).z;
}

// Returns true if the four samples of a square lie in the plane of the first square of an area.
bool TerrainBrushes::continues(const Area& area, std::uint32_t row, std::uint32_t column) const {
    if (isTaken(row, column)) return false;
    const Corner origin = cornerAt(area.top, area.left);
    const Corner right = cornerAt(area.top, area.left + 1), below = cornerAt(area.top + 1, area.left);
    const std::int64_t alongX = right.x - origin.x, alongY = below.y - origin.y;
    // Whole quotients keep the products small. Where a step is not whole, the square becomes a brush of its own.
    for (std::uint32_t r = row; r <= row + 1; ++r)
        for (std::uint32_t c = column; c <= column + 1; ++c) {
            const Corner p = cornerAt(r, c);
            const std::int64_t x = (p.x - origin.x) * (right.z - origin.z), y = (p.y - origin.y) * (below.z - origin.z);
            if (x % alongX != 0 || y % alongY != 0) return false;
            if (p.z - origin.z != x / alongX + y / alongY) return false;
        }
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

// Makes the column below a square with a ridge. The ring begins at an end of the ridge.
void TerrainBrushes::makeRidge(std::uint32_t row, std::uint32_t column) {
    // From the lower left, counterclockwise.
    const Corner a = cornerAt(row + 1, column), b = cornerAt(row + 1, column + 1);
    const Corner c = cornerAt(row, column + 1), d = cornerAt(row, column);
    const std::array ring = a.z + c.z > b.z + d.z ? std::array{a, b, c, d} : std::array{b, c, d, a};
    const std::array second{ring[0], ring[2], ring[3]};
    make(ring, second);
}

// Makes the column below a ring that runs counterclockwise seen from above. The first three points are in its upper
// face, and those of `second` in another one, if there are any.
void TerrainBrushes::make(std::span<const Corner> ring, std::span<const Corner> second) {
    const auto units = [](const Corner& p) {
        return Vec3{static_cast<double>(p.x) * kUnit, static_cast<double>(p.y) * kUnit,
                    static_cast<double>(p.z) * kUnit};
    };
    const auto onFloor = [&](const Corner& p) { return units({p.x, p.y, floor_}); };
    brush_.faces.resize(ring.size() + (second.empty() ? 2 : 3));
    for (MapFace& face : brush_.faces) face.texture = form_.texture;
    brush_.faces[0].points = {units(ring[0]), units(ring[2]), units(ring[1])};
    brush_.faces[1].points = {onFloor(ring[0]), onFloor(ring[1]), onFloor(ring[2])};
    for (std::size_t i = 0; i < ring.size(); ++i) {
        const Corner &from = ring[i], &to = ring[(i + 1) % ring.size()];
        brush_.faces[i + 2].points = {units(from), units(to), onFloor(to)};
    }
    if (!second.empty()) brush_.faces.back().points = {units(second[0]), units(second[2]), units(second[1])};
    ++count_.brushes;
}

void TerrainBrushes::takeRow(std::uint32_t row, const std::function<void(const MapBrush&)>& take) {
    for (std::uint32_t column = 0; column + 1 < field_->columns; ++column) {
        if (isTaken(row, column)) continue;
        if (isPlane(row, column)) {
            const Area area = planeFrom(row, column);
            for (std::uint32_t r = area.top; r < area.bottom; ++r)
                for (std::uint32_t c = area.left; c < area.right; ++c)
                    taken_[std::size_t{r} * (field_->columns - 1) + c] = true;
            make(std::array{cornerAt(area.bottom, area.left), cornerAt(area.bottom, area.right),
                            cornerAt(area.top, area.right), cornerAt(area.top, area.left)});
            take(brush_);
            continue;
        }
        makeRidge(row, column);
        take(brush_);
    }
}

}  // namespace hullbake
