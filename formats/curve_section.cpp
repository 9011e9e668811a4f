// Points of a curved section, and their distance from it.

#include "formats/curve_section.hpp"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

namespace hullbake {

namespace {

std::array<double, 3> keyOf(const Vec3& p) {
    return {p.x + 0.0, p.y + 0.0, p.z + 0.0};
}

// How long the first and the last piece of a curve are, as parts of an inner one, and what that leaves out of n pieces.
constexpr double kEndPiece = 0.85355339059327376;  // 1 / 2 + sqrt(1 / 8)
constexpr double kLeftOut = 2 - 2 * kEndPiece;

// Where piece i of n ends, as a parameter of the section.
double pieceEnd(std::uint32_t i, std::uint32_t n) {
    if (i == 0 || i == n) return i == 0 ? 0 : 1;
    return (i - 1 + kEndPiece) / (n - kLeftOut);
}

// Returns the end of piece i of n of a mesh of a quadratic curve, with the same bits from both ends. An inner one lies
// beside the curve, outwards by half of what the chord of a piece would lie within it, so that the mesh is equally far
// from the curve on both sides. The ends of the curve stay, and so the pieces there are shorter.
Vec3 curvePoint(Vec3 a, const Vec3& b, Vec3 c, std::uint32_t i, std::uint32_t n) {
    if (i == 0) return a;
    if (i == n) return c;
    if (keyOf(c) < keyOf(a)) {
        std::swap(a, c);
        i = n - i;
    }
    const double inner = 1 / (n - kLeftOut), t = pieceEnd(i, n), s = 1 - t, out = inner * inner / 8;
    return a * (s * s - out) + b * (2 * (s * t + out)) + c * (t * t - out);
}

// The blossom of a quadratic curve. With twice the same parameter it is the curve's point; with those of a piece's two
// ends it is the piece's middle control point.
Vec3 blossom(const Vec3& a, const Vec3& b, const Vec3& c, double t, double u) {
    return a * ((1 - t) * (1 - u)) + b * (t * (1 - u) + u * (1 - t)) + c * (t * u);
}

double lineDistance(const Vec3& p, const Vec3& a, const Vec3& b) {
    const Vec3 along = b - a;
    const double size = length(along);
    return size > 1e-9 ? length(cross(p - a, along)) / size : length(p - a);
}

constexpr std::size_t kSamples = 9, kNode = kSamples / 2;  // of a piece; every fourth one is a node
constexpr double kSampleAt[kSamples] = {0, 0.2, 0.32, 0.41421356, 0.5, 0.58578644, 0.68, 0.8, 1};

// Cosine of the most that a plane may lean from the surface's normal. What leans more, as at the tip of a cone, says
// nothing about a distance along the normal.
constexpr double kLeastFacing = 0.7;

// The weights of a piece's three control points at each sample. A piece at the end of a curve is farthest from its
// chord 0.414 of the way, any other in the middle.
std::array<std::array<double, 3>, kSamples> sampleWeights() {
    std::array<std::array<double, 3>, kSamples> weights{};
    for (std::size_t i = 0; i < kSamples; ++i) {
        const double t = kSampleAt[i];
        weights[i] = {(1 - t) * (1 - t), 2 * t * (1 - t), t * t};
    }
    return weights;
}

// A row of cells of a section after the other: the control points of the surface over each, and the points of the mesh.
class CellRows {
  public:
    CellRows(const CurveControls& controls, std::uint32_t rows, std::uint32_t columns)
        : rows_(rows), columns_(columns), weights_(sampleWeights()) {
        for (std::size_t r = 0; r < 3; ++r) {
            const auto& [a, b, c] = controls[r];
            meshAcross_[r].reserve(columns + 1);
            across_[r].reserve(2 * columns + 1);
            for (std::uint32_t k = 0; k <= columns; ++k) {
                meshAcross_[r].push_back(curvePoint(a, b, c, k, columns));
                const double from = pieceEnd(k, columns);
                across_[r].push_back(blossom(a, b, c, from, from));
                if (k < columns) across_[r].push_back(blossom(a, b, c, from, pieceEnd(k + 1, columns)));
            }
        }
        fill(0, surface_[2], mesh_[1]);
    }

    void next() {
        std::swap(surface_[0], surface_[2]);
        std::swap(mesh_[0], mesh_[1]);
        const double from = pieceEnd(row_, rows_), to = pieceEnd(row_ + 1, rows_);
        blend(from, to, surface_[1]);
        fill(++row_, surface_[2], mesh_[1]);
    }

    // How far the curve that bounds the row at its first or last column lies from its chord, and its ends from the
    // curve.
    double rowEdge(bool last) const {
        const std::size_t k = last ? columns_ : 0;
        return bend(surface_[0][2 * k], surface_[1][2 * k], surface_[2][2 * k], mesh_[0][k], mesh_[1][k]);
    }
    // The same for all curves along the upper or the lower side of the row.
    double columnEdges(bool lower) const {
        double worst = 0;
        const std::vector<Vec3>& curve = surface_[lower ? 2 : 0];
        const std::vector<Vec3>& ends = mesh_[lower ? 1 : 0];
        for (std::size_t k = 0; k < columns_; ++k)
            worst = std::max(worst, bend(curve[2 * k], curve[2 * k + 1], curve[2 * k + 2], ends[k], ends[k + 1]));
        return worst;
    }

    // How far the surface lies from the planes of a cell's triangles.
    double inside(std::size_t k) const {
        const Vec3 q[4] = {mesh_[0][k], mesh_[0][k + 1], mesh_[1][k + 1], mesh_[1][k]};
        const Vec3 down = q[2] - q[0];
        const auto from = [](double s) { return std::pair{s, 1.0}; };
        const auto to = [](double s) { return std::pair{0.0, s}; };
        const auto toRest = [](double s) { return std::pair{0.0, 1 - s}; };
        const auto fromRest = [](double s) { return std::pair{1 - s, 1.0}; };
        if (isCutFromFirst({q[0], q[1], q[2], q[3]}))
            return std::max(fromPlane(k, q[0], cross(down, q[1] - q[0]), from),
                            fromPlane(k, q[2], cross(q[0] - q[2], q[3] - q[2]), to));
        return std::max(fromPlane(k, q[0], cross(q[3] - q[0], q[1] - q[0]), toRest),
                        fromPlane(k, q[2], cross(q[1] - q[2], q[3] - q[2]), fromRest));
    }

  private:
    // Returns the normal of the surface over a cell, at one of 3 x 3 nodes: corners, middles of edges, the cell's
    // middle.
    Vec3 normalAt(std::size_t k, std::size_t row, std::size_t column) const {
        const auto ends = [](std::size_t i) { return std::pair{i == 2 ? 1u : 0u, i == 0 ? 1u : 2u}; };
        const auto [upper, lower] = ends(row);
        const auto [left, right] = ends(column);
        const auto &across = weights_[column * kNode], &down = weights_[row * kNode];
        Vec3 alongRows, alongColumns;
        for (std::size_t i = 0; i < 3; ++i) {
            alongRows = alongRows + (surface_[lower][2 * k + i] - surface_[upper][2 * k + i]) * across[i];
            alongColumns = alongColumns + (surface_[i][2 * k + right] - surface_[i][2 * k + left]) * down[i];
        }
        return cross(alongRows, alongColumns);
    }

    void blend(double from, double to, std::vector<Vec3>& into) const {
        into.resize(across_[0].size());
        for (std::size_t k = 0; k < across_[0].size(); ++k)
            into[k] = blossom(across_[0][k], across_[1][k], across_[2][k], from, to);
    }
    void fill(std::uint32_t row, std::vector<Vec3>& surface, std::vector<Vec3>& mesh) const {
        blend(pieceEnd(row, rows_), pieceEnd(row, rows_), surface);
        mesh.resize(meshAcross_[0].size());
        for (std::size_t k = 0; k < meshAcross_[0].size(); ++k)
            mesh[k] = unitsOf(
                roundedToLattice(curvePoint(meshAcross_[0][k], meshAcross_[1][k], meshAcross_[2][k], row, rows_)));
    }

    double bend(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& from, const Vec3& to) const {
        double worst = 0;
        for (const auto& w : weights_) worst = std::max(worst, lineDistance(a * w[0] + b * w[1] + c * w[2], from, to));
        return worst;
    }

    // The distance from a plane is a polynomial whose coefficients are the distances of the cell's control points.
    // It is a quadratic along each line of samples. `range` tells which part of the line is over the triangle.
    // At the nodes the distance counts along the normal of the surface: so far do corners of the mesh come out of it.
    template <class Range>
    double fromPlane(std::size_t k, const Vec3& corner, const Vec3& normal, const Range& range) const {
        const double size = length(normal);
        if (size <= 1e-9) return 0;
        const Vec3 unit = normal * (1 / size);
        const double base = dot(unit, corner);
        double control[3][3];
        for (std::size_t r = 0; r < 3; ++r)
            for (std::size_t c = 0; c < 3; ++c) control[r][c] = dot(unit, surface_[r][2 * k + c]) - base;
        double worst = 0, nodes[3][3];
        for (std::size_t s = 0; s < kSamples; ++s) {
            const auto& w = weights_[s];
            double along[3];  // the coefficients of this sample's curve
            for (std::size_t c = 0; c < 3; ++c)
                along[c] = w[0] * control[0][c] + w[1] * control[1][c] + w[2] * control[2][c];
            const double slope = along[1] - along[0], second = along[0] - 2 * along[1] + along[2];
            const auto at = [&](double t) { return std::abs(along[0] + t * (2 * slope + t * second)); };
            const auto [first, last] = range(kSampleAt[s]);
            worst = std::max({worst, at(first), at(last)});
            const double top = second != 0 ? -slope / second : 0;
            if (top > first && top < last) worst = std::max(worst, at(top));
            if (s % kNode == 0)
                for (std::size_t i = 0; i < 3; ++i) {
                    const double t = 0.5 * static_cast<double>(i);
                    nodes[s / kNode][i] = t >= first && t <= last ? at(t) : 0;
                }
        }
        for (std::size_t i = 0; i < 9; ++i) {
            const std::size_t row = i / 3, column = i % 3;
            const double off = nodes[row][column];
            if (off <= worst * kLeastFacing) continue;
            const Vec3 look = normalAt(k, row, column);
            const double all = length(look), along = std::abs(dot(unit, look));
            if (along > kLeastFacing * all) worst = std::max(worst, off * all / along);
        }
        return worst;
    }

    std::uint32_t rows_, columns_, row_ = 0;
    std::array<std::array<double, 3>, kSamples> weights_;
    std::array<std::vector<Vec3>, 3> meshAcross_, across_;  // where each row of controls is at each column
    std::array<std::vector<Vec3>, 3> surface_;
    std::array<std::vector<Vec3>, 2> mesh_;
};

}  // namespace

CurveControls controlsOf(const MapPatch& patch, std::size_t row, std::size_t column) {
    CurveControls controls;
    for (std::size_t i = 0; i < 3; ++i)
        for (std::size_t k = 0; k < 3; ++k)
            controls[i][k] = patch.points[(row + i) * patch.columns + column + k].position;
    return controls;
}

LatticePoint roundedToLattice(const Vec3& p) {
    return {std::llround(p.x * kLattice), std::llround(p.y * kLattice), std::llround(p.z * kLattice)};
}

LatticePoint meshPoint(const CurveControls& controls, std::uint32_t row, std::uint32_t rows, std::uint32_t column,
                       std::uint32_t columns) {
    Vec3 across[3];  // where each row of controls is at this column
    for (std::size_t k = 0; k < 3; ++k)
        across[k] = curvePoint(controls[k][0], controls[k][1], controls[k][2], column, columns);
    return roundedToLattice(curvePoint(across[0], across[1], across[2], row, rows));
}

bool isCutFromFirst(const std::array<Vec3, 4>& corners) {
    const auto normalAt = [&](std::size_t i) {
        return cross(corners[(i + 2) % 4] - corners[i], corners[(i + 1) % 4] - corners[i]);
    };
    const auto& [a, b, c, d] = corners;
    const bool shorter = dot(c - a, c - a) <= dot(d - b, d - b);
    const Vec3 normal = normalAt(0);
    for (std::size_t i = 1; i < 4; ++i)
        if (!(dot(normalAt(i), normal) > 0)) return shorter;
    const double above = dot(normal, d - a);
    return above == 0 || std::abs(above) > kMostRidge * length(normal) ? shorter : above < 0;
}

CurveDeviation CurveSection::deviation(std::uint32_t rows, std::uint32_t columns, double limit) const {
    CellRows row(controls_, rows, columns);
    CurveDeviation worst;
    worst.cells = columns;
    const auto isAbove = [limit](double& most, double found) { return (most = std::max(most, found)) > limit; };
    for (std::uint32_t i = 0; i < rows; ++i) {
        row.next();
        worst.cells += columns;
        if (bounds_.firstColumn && isAbove(worst.rowEdges, row.rowEdge(false))) return worst;
        if (bounds_.lastColumn && isAbove(worst.rowEdges, row.rowEdge(true))) return worst;
        if (i == 0 && bounds_.firstRow && isAbove(worst.columnEdges, row.columnEdges(false))) return worst;
        if (i + 1 == rows && bounds_.lastRow && isAbove(worst.columnEdges, row.columnEdges(true))) return worst;
        for (std::uint32_t k = 0; k < columns; ++k)
            if (isAbove(worst.inside, row.inside(k))) return worst;
    }
    return worst;
}

std::array<double, 2> CurveSection::bends() const {
    const auto bend = [](const Vec3& a, const Vec3& b, const Vec3& c) { return length(a - b * 2 + c); };
    std::array<double, 2> most{};
    for (std::size_t i = 0; i < 3; ++i) {
        most[0] = std::max(most[0], bend(controls_[0][i], controls_[1][i], controls_[2][i]));
        most[1] = std::max(most[1], bend(controls_[i][0], controls_[i][1], controls_[i][2]));
    }
    return most;
}

}  // namespace hullbake
