// One cell of a curved section's mesh: how far the surface over it and its two triangles lie from each other.
//
// In: nine control points of the surface over the cell, and the cell's corners. Out: the greater of the distances from
// the surface to the triangles and back, at samples. Invariant: where the surface folds back it is compared with the
// triangles, elsewhere with their planes.
#pragma once

#include <array>
#include <cstddef>

#include "formats/curve_section.hpp"
#include "formats/map.hpp"

namespace hullbake {

inline constexpr std::size_t kCurveSamples = 9, kCurveNode = kCurveSamples / 2;  // of a piece; each fourth is a node

/// Where samples of a piece are, and the weights of its three control points there. A piece at the end of a curve is
/// farthest from its chord 0.414 of the way, any other in the middle.
struct CurveSample {
    double at = 0;
    std::array<double, 3> weights{};
};
inline constexpr std::array<CurveSample, kCurveSamples> kCurveSample = [] {
    constexpr double kAt[kCurveSamples] = {0, 0.2, 0.32, 0.41421356, 0.5, 0.58578644, 0.68, 0.8, 1};
    std::array<CurveSample, kCurveSamples> all{};
    for (std::size_t i = 0; i < kCurveSamples; ++i) {
        const double t = kAt[i];
        all[i] = {t, {(1 - t) * (1 - t), 2 * t * (1 - t), t * t}};
    }
    return all;
}();

/// How far a curve or a surface may turn back against its chord or its triangle, as a part of it, and still not be said
/// to fold. What it reaches beyond is less than a thousandth of that part.
inline constexpr double kLeastFold = 1e-3;

/// Cosine of the most that a plane may lean from the surface's normal. What leans more, as at the tip of a cone, says
/// nothing about a distance along the normal.
inline constexpr double kLeastFacing = 0.7;

class CurveCell {
  public:
    /// How far the polynomial of the surface may be followed from the cell's first corner, in cells.
    struct Reach {
        double top = 0, bottom = 0, left = 0, right = 0;
    };

    /// `corners` run clockwise seen from the front.
    CurveCell(const CurveControls& surface, const std::array<Vec3, 4>& corners, const Reach& reach)
        : surface_(surface), corners_(corners), reach_(reach), fromFirst_(isCutFromFirst(corners)) {}

    /// Returns how far the surface and the triangles lie from each other, or the first distance found above `limit`.
    /// `upper` and `left` tell whether the cell measures the points of these sides, too, which it shares with others.
    double deviation(double limit, bool upper, bool left) const;

  private:
    // The part of each line of samples that is over a triangle. Its ends change along the lines.
    struct Range {
        double first = 0, firstSlope = 0, last = 0, lastSlope = 0;
    };
    // A point of the surface, and how it changes with both parameters.
    struct SurfacePlace {
        Vec3 point, down, across;
    };

    double fromPlanes(double limit) const;
    double fromPlane(const Vec3& corner, const Vec3& normal, const Range& range) const;
    std::array<Vec3, 2> normals() const;
    bool folds() const;
    double leastFacing(const Vec3& direction) const;
    bool looksBack(double s, double t) const;
    double folded(double limit) const;
    double beyondSides(double limit) const;
    double toTriangles(const Vec3& p) const;
    double climb(double s, double t, double off) const;
    Vec3 flatAt(double s, double t) const;
    double pointOff(const Vec3& point, double s, double t, double enough) const;
    SurfacePlace placeAt(double s, double t) const;
    Vec3 normalAt(std::size_t row, std::size_t column) const;

    CurveControls surface_;
    std::array<Vec3, 4> corners_;
    Reach reach_;
    bool fromFirst_;
};

}  // namespace hullbake
