// Turns a heightfield into brushes: upright columns that stand on one floor.
//
// In: samples and how they lie in the world. Out: brushes, row by row. Invariant: the brushes fill the space between
// the surface and the floor without gaps, and nothing above the surface. All their points lie on a lattice of 1/64
// unit.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "formats/heightfield.hpp"
#include "formats/lattice.hpp"
#include "formats/map.hpp"
#include "hullbake/math.hpp"

namespace hullbake {

/// How a heightfield lies in the world. Seen from above, the picture has +x to its right and +y to its top.
struct TerrainForm {
    Vec3 scale{64, 64, 1};  ///< units from sample to sample along x and y, and of one step of height; positive
    Vec3 origin;            ///< where the sample at the lower left corner is, at height 0
    double depth = 16;      ///< units of the floor below the lowest point; at least 1/64
    std::string texture = "terrain";
};

/// Returns the units of one step of height when nobody says: 1, or 1/64 where a sample may be larger than 255.
inline double heightStep(const Heightfield& field) {
    return field.largest > 255 ? 1.0 / 64 : 1;
}

struct TerrainCount {
    std::size_t brushes = 0;
    double lowest = 0, highest = 0;  ///< of the surface, in units
    double floor = 0;
};

/// Makes the brushes of a heightfield.
///
/// Every height is rounded to the lattice, and so are the distances of rows and columns from the origin: a point is at
/// most 1/128 unit from its place along each axis. A square of four samples is divided by the diagonal that is the
/// higher one in the middle: a ridge, so that the square is convex. Squares in one plane that form a rectangle become
/// one brush, and so do up to kMostSquares of any that bend downward at each edge between them.
class TerrainBrushes {
  public:
    /// `field` must outlive it.
    TerrainBrushes(const Heightfield& field, TerrainForm form);

    /// Returns what is wrong with the form: points past +-kMaxCoordinate, rows that fall together, numbers that are not
    /// finite or not positive. Nothing if the brushes can be made.
    const std::optional<std::string>& fault() const { return fault_; }

    /// Upper bound of the squares of a brush that are not in one plane. Brushes of more faces cost traces more than
    /// they save.
    static constexpr std::uint32_t kMostSquares = 4;

    /// Hands out the brushes that begin in one row of squares. Rows must be taken in order, from 0 to rows() - 1. Each
    /// brush is lent until the next.
    void takeRow(std::uint32_t row, const std::function<void(const MapBrush&)>& take);
    /// Returns the number of rows of squares.
    std::uint32_t rows() const { return field_->rows - 1; }
    /// Returns what was made so far.
    const TerrainCount& count() const { return count_; }

  private:
    /// Rows and columns of samples, the last ones included.
    struct Area {
        std::uint32_t top = 0, left = 0, bottom = 0, right = 0;
        std::uint64_t squares() const { return std::uint64_t{bottom - top} * (right - left); }
        std::uint32_t around() const { return 2 * (bottom - top + right - left); }
    };
    using Triangle = std::array<LatticePoint, 3>;

    std::optional<std::string> findFault();
    LatticePoint cornerAt(std::uint32_t row, std::uint32_t column) const {
        return {xs_[column], ys_[row], heights_[field_->at(row, column)]};
    }
    bool isTaken(std::uint32_t row, std::uint32_t column) const {
        return taken_[std::size_t{row} * (field_->columns - 1) + column];
    }
    void take(const Area& area);
    std::array<Triangle, 2> trianglesOf(std::uint32_t row, std::uint32_t column) const;
    bool continues(const Area& area, std::uint32_t row, std::uint32_t column) const;
    Area planeFrom(std::uint32_t row, std::uint32_t column) const;
    void findPlanes();
    bool bends(std::uint32_t row, std::uint32_t column, bool below) const;
    Area convexFrom(std::uint32_t row, std::uint32_t column) const;
    void makePlane(const Area& area);
    void makeConvex(const Area& area);
    void makeSides(const Area& area);

    const Heightfield* field_;
    TerrainForm form_;
    std::optional<std::string> fault_;
    TerrainCount count_;
    std::vector<std::int64_t> xs_, ys_;  // lattice, by column and by row
    std::vector<std::int64_t> heights_;  // lattice, by sample
    std::int64_t floor_ = 0;
    std::vector<bool> taken_;   // by square: it is part of a brush
    std::vector<Area> planes_;  // of several squares each, in the order of their first ones
    std::size_t nextPlane_ = 0;
    std::vector<Triangle> top_;  // the upper faces of the brush
    MapBrush brush_;
};

/// Returns what a map may not have so many of: brushes, or brushes and faces. Nothing if a map may have these. Keeps no
/// brush. There must be no fault().
std::optional<std::string> terrainExcess(const Heightfield& field, const TerrainForm& form);

}  // namespace hullbake
