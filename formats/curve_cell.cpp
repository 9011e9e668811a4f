// Compares the surface over a cell with the cell's triangles.

#include "formats/curve_cell.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <tuple>
#include <utility>

namespace hullbake {

namespace {

Vec3 weighed(const std::array<Vec3, 3>& points, const std::array<double, 3>& weights) {
    return points[0] * weights[0] + points[1] * weights[1] + points[2] * weights[2];
}

double toSegment(const Vec3& p, const Vec3& a, const Vec3& b) {
    const Vec3 along = b - a;
    const double all = dot(along, along), part = all > 0 ? std::clamp(dot(p - a, along) / all, 0.0, 1.0) : 0;
    return length(p - (a + along * part));
}

// Corners are on a lattice of 1/64 unit: what has an area has at least 1/4096.
bool hasArea(const Vec3& normal) {
    return dot(normal, normal) > 1e-9;
}

double toTriangle(const Vec3& p, const Vec3& a, const Vec3& b, const Vec3& c) {
    const Vec3 normal = cross(b - a, c - a);
    const auto isInside = [&](const Vec3& from, const Vec3& to) {
        return dot(cross(to - from, p - from), normal) >= 0;
    };
    if (hasArea(normal) && isInside(a, b) && isInside(b, c) && isInside(c, a))
        return std::abs(dot(p - a, normal)) / length(normal);
    return std::min({toSegment(p, a, b), toSegment(p, b, c), toSegment(p, c, a)});
}

// Returns the step along two directions that comes nearest to a way. Where they are parallel, along the longer one
// alone.
std::pair<double, double> stepTo(const Vec3& way, const Vec3& down, const Vec3& across) {
    constexpr double kLeastArea = 1e-9;  // as a part of both squares
    const double a = dot(down, down), b = dot(down, across), c = dot(across, across);
    const double d = dot(down, way), e = dot(across, way), area = a * c - b * b;
    if (area > kLeastArea * a * c) return {(d * c - e * b) / area, (e * a - d * b) / area};
    if (a >= c) return {a > 0 ? d / a : 0, 0};
    return {0, e / c};
}

// Where the surface's normal is asked whether it looks back.
constexpr int kFoldSteps = 8;
constexpr double kFoldStep = 1.0 / kFoldSteps;

}  // namespace

double CurveCell::deviation(double limit, bool upper, bool left) const {
    double worst = fromPlanes(limit);
    if (worst > limit) return worst;
    if (folds()) worst = std::max(worst, folded(limit));
    for (int row = upper ? 0 : 1; row < 3; ++row)
        for (int column = left ? 0 : 1; column < 3 && worst <= limit; ++column)
            worst = std::max(worst, pointOff(flatAt(0.5 * row, 0.5 * column), 0.5 * row, 0.5 * column, worst));
    return worst;
}

// How far the surface lies from the planes of the triangles. All of it counts for one if the other has no area, as at
// the tip of a cone.
double CurveCell::fromPlanes(double limit) const {
    const auto& q = corners_;
    constexpr Range kWhole{0, 0, 1, 0}, kFrom{0, 1, 1, 0}, kTo{0, 0, 0, 1}, kToRest{0, 0, 1, -1},
        kFromRest{1, -1, 1, 0};
    const auto [first, last] = normals();
    if (!hasArea(first)) return hasArea(last) ? fromPlane(q[2], last, kWhole) : folded(limit);
    if (!hasArea(last)) return fromPlane(q[0], first, kWhole);
    return fromFirst_ ? std::max(fromPlane(q[0], first, kFrom), fromPlane(q[2], last, kTo))
                      : std::max(fromPlane(q[0], first, kToRest), fromPlane(q[2], last, kFromRest));
}

// Twice the areas of the triangles at the first and at the third corner, along their normals.
std::array<Vec3, 2> CurveCell::normals() const {
    const auto& q = corners_;
    if (fromFirst_) return {cross(q[2] - q[0], q[1] - q[0]), cross(q[0] - q[2], q[3] - q[2])};
    return {cross(q[3] - q[0], q[1] - q[0]), cross(q[1] - q[2], q[3] - q[2])};
}

// The distance from a plane is a polynomial whose coefficients are the distances of the control points. It is a
// quadratic along each line of samples. `range` tells which part of the line is over the triangle. At the nodes the
// distance counts along the normal of the surface: so far do corners of the mesh come out of it.
double CurveCell::fromPlane(const Vec3& corner, const Vec3& normal, const Range& range) const {
    const double size = length(normal);
    const Vec3 unit = normal * (1 / size);
    const double base = dot(unit, corner);
    double control[3][3];
    for (std::size_t r = 0; r < 3; ++r)
        for (std::size_t c = 0; c < 3; ++c) control[r][c] = dot(unit, surface_[r][c]) - base;
    double worst = 0, nodes[3][3];
    for (std::size_t s = 0; s < kCurveSamples; ++s) {
        const auto& w = kCurveSample[s].weights;
        double along[3];  // the coefficients of this sample's curve
        for (std::size_t c = 0; c < 3; ++c)
            along[c] = w[0] * control[0][c] + w[1] * control[1][c] + w[2] * control[2][c];
        const double slope = along[1] - along[0], second = along[0] - 2 * along[1] + along[2];
        const auto at = [&](double t) { return std::abs(along[0] + t * (2 * slope + t * second)); };
        const double sample = kCurveSample[s].at;
        const double first = range.first + range.firstSlope * sample, last = range.last + range.lastSlope * sample;
        worst = std::max({worst, at(first), at(last)});
        const double top = second != 0 ? -slope / second : 0;
        if (top > first && top < last) worst = std::max(worst, at(top));
        if (s % kCurveNode == 0)
            for (std::size_t i = 0; i < 3; ++i) {
                const double t = 0.5 * static_cast<double>(i);
                nodes[s / kCurveNode][i] = t >= first && t <= last ? at(t) : 0;
            }
    }
    for (std::size_t i = 0; i < 9; ++i) {
        const std::size_t row = i / 3, column = i % 3;
        const double off = nodes[row][column];
        if (off <= worst * kLeastFacing) continue;
        const Vec3 look = normalAt(row, column);
        const double all = length(look), along = std::abs(dot(unit, look));
        if (along > kLeastFacing * all) worst = std::max(worst, off * all / along);
    }
    return worst;
}

// Returns true if the surface looks to the back of a triangle that it is over. Its normal is a mean of products of
// steps between controls. Where one of these looks back, the normal itself is asked.
bool CurveCell::folds() const {
    const auto [first, last] = normals();
    if (leastFacing(first) >= -kLeastFold * dot(first, first) && leastFacing(last) >= -kLeastFold * dot(last, last))
        return false;
    for (int row = 0; row <= kFoldSteps; ++row)
        for (int column = 0; column <= kFoldSteps; ++column)
            if (looksBack(row * kFoldStep, column * kFoldStep)) return true;
    return false;
}

bool CurveCell::looksBack(double s, double t) const {
    const SurfacePlace place = placeAt(s, t);
    const Vec3 look = cross(place.down, place.across);
    const auto [first, last] = normals();
    const double beside = fromFirst_ ? t : 1 - t;  // the diagonal is where it equals s
    return (beside >= s && dot(look, first) < -kLeastFold * dot(first, first)) ||
           (beside <= s && dot(look, last) < -kLeastFold * dot(last, last));
}

// Returns a lower bound of the product of a direction and the surface's normal, which is not of length one.
double CurveCell::leastFacing(const Vec3& direction) const {
    double least = std::numeric_limits<double>::infinity();
    for (std::size_t r = 0; r < 3; ++r)
        for (std::size_t c = 0; c < 2; ++c) {
            const Vec3 across = cross((surface_[r][c + 1] - surface_[r][c]) * 4, direction);
            for (std::size_t i = 0; i < 2; ++i)
                for (std::size_t k = 0; k < 3; ++k)
                    least = std::min(least, dot(surface_[i + 1][k] - surface_[i][k], across));
        }
    return least;
}

// Returns the point of the triangles with the parameters s down and t across.
Vec3 CurveCell::flatAt(double s, double t) const {
    const auto& q = corners_;
    if (fromFirst_)
        return t >= s ? q[0] + (q[1] - q[0]) * (t - s) + (q[2] - q[0]) * s
                      : q[0] + (q[3] - q[0]) * (s - t) + (q[2] - q[0]) * t;
    return s + t <= 1 ? q[0] + (q[1] - q[0]) * t + (q[3] - q[0]) * s
                      : q[2] + (q[3] - q[2]) * (1 - t) + (q[1] - q[2]) * (1 - s);
}

// How far the surface and the triangles lie from each other where they fold: points of one from all of the other. Those
// with the same parameters are near each other, so most need no search.
double CurveCell::folded(double limit) const {
    constexpr double kBelowTop = 0.75;  // the least part of a top that a sample beside it has
    double worst = beyondSides(limit);
    for (const CurveSample& down : kCurveSample)
        for (const CurveSample& across : kCurveSample) {
            const Vec3 curved = placeAt(down.at, across.at).point, flat = flatAt(down.at, across.at);
            const double apart = length(curved - flat);
            if (apart <= std::min(worst, limit * kBelowTop)) continue;
            double off = toTriangles(curved);
            if (off > limit * kBelowTop && off <= limit) off = climb(down.at, across.at, off);
            worst = std::max(worst, off);
            if (apart > worst) worst = std::max(worst, pointOff(flat, down.at, across.at, worst));
            if (worst > limit) return worst;
        }
    return worst;
}

// How far the surface reaches beyond the sides of the cell at which it looks back. It may do so between two samples.
double CurveCell::beyondSides(double limit) const {
    double worst = 0;
    for (int i = 0; i <= kFoldSteps; ++i) {
        const double at = i * kFoldStep;
        for (const auto& [s, t] : {std::pair{at, 0.0}, {at, 1.0}, {0.0, at}, {1.0, at}})
            if (worst <= limit && looksBack(s, t))
                worst = std::max(worst, climb(s, t, toTriangles(placeAt(s, t).point)));
    }
    return worst;
}

double CurveCell::toTriangles(const Vec3& p) const {
    const auto& q = corners_;
    return std::min(toTriangle(p, q[0], q[1], q[fromFirst_ ? 2 : 3]), toTriangle(p, q[fromFirst_ ? 0 : 1], q[2], q[3]));
}

// Seeks a place of the surface that is farther from the triangles, beginning at one that is `off`. Returns how far it
// is. Along a fold the distance has sharp tops between samples.
double CurveCell::climb(double s, double t, double off) const {
    constexpr double kFirstStep = 1.0 / 16, kLastStep = 1.0 / 256;
    for (double step = kFirstStep; step >= kLastStep;) {
        double bestS = s, bestT = t;
        for (const auto& [i, k] : {std::pair{-1, 0}, {1, 0}, {0, -1}, {0, 1}, {-1, -1}, {-1, 1}, {1, -1}, {1, 1}}) {
            const double toS = std::clamp(s + i * step, 0.0, 1.0), toT = std::clamp(t + k * step, 0.0, 1.0);
            const double found = toTriangles(placeAt(toS, toT).point);
            if (found <= off) continue;
            off = found;
            bestS = toS;
            bestT = toT;
        }
        if (bestS == s && bestT == t) step /= 2;
        s = bestS;
        t = bestT;
    }
    return off;
}

// Returns how far a point of the triangles lies from the surface, or anything up to `enough`. The search begins at the
// point's parameters. It takes Gauss-Newton steps, and shorter ones where that does not come nearer. Any point of the
// surface gives an upper bound.
double CurveCell::pointOff(const Vec3& point, double s, double t, double enough) const {
    constexpr int kSteps = 8;
    constexpr double kShorter = 0.25;
    double nearest = std::numeric_limits<double>::infinity();
    double bestS = s, bestT = t, stepS = 0, stepT = 0;
    for (int step = 0; step < kSteps; ++step) {
        const SurfacePlace place = placeAt(s, t);
        const Vec3 way = point - place.point;
        const double off = length(way);
        if (off <= enough) return off;
        if (off < nearest) {
            nearest = off;
            bestS = s;
            bestT = t;
            std::tie(stepS, stepT) = stepTo(way, place.down, place.across);
        } else {
            stepS *= kShorter;
            stepT *= kShorter;
        }
        s = std::clamp(bestS + stepS, reach_.top, reach_.bottom);
        t = std::clamp(bestT + stepT, reach_.left, reach_.right);
    }
    return nearest;
}

CurveCell::SurfacePlace CurveCell::placeAt(double s, double t) const {
    const std::array<double, 3> byRow = {(1 - s) * (1 - s), 2 * s * (1 - s), s * s},
                                slopes = {2 * s - 2, 2 - 4 * s, 2 * s};
    const std::array<double, 3> byColumn = {(1 - t) * (1 - t), 2 * t * (1 - t), t * t};
    std::array<Vec3, 3> along, slope;  // the control points along this row, and how they change with s
    for (std::size_t c = 0; c < 3; ++c) {
        const std::array<Vec3, 3> controls = {surface_[0][c], surface_[1][c], surface_[2][c]};
        along[c] = weighed(controls, byRow);
        slope[c] = weighed(controls, slopes);
    }
    return {weighed(along, byColumn), weighed(slope, byColumn), weighed(along, {2 * t - 2, 2 - 4 * t, 2 * t})};
}

// Returns the normal of the surface at one of 3 x 3 nodes: corners, middles of edges, the cell's middle.
Vec3 CurveCell::normalAt(std::size_t row, std::size_t column) const {
    const std::size_t upper = row == 2 ? 1 : 0, lower = row == 0 ? 1 : 2;
    const std::size_t left = column == 2 ? 1 : 0, right = column == 0 ? 1 : 2;
    const auto down = [&](std::size_t c) { return surface_[lower][c] - surface_[upper][c]; };
    const auto across = [&](std::size_t r) { return surface_[r][right] - surface_[r][left]; };
    const Vec3 alongRows = column == 1 ? (down(0) + down(1) * 2 + down(2)) * 0.25 : down(column);
    const Vec3 alongColumns = row == 1 ? (across(0) + across(1) * 2 + across(2)) * 0.25 : across(row);
    return cross(alongRows, alongColumns);
}

}  // namespace hullbake
