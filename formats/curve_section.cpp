// Points of a curved section, and their distance from it.

#include "formats/curve_section.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>
#include <vector>

#include "formats/curve_cell.hpp"

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

// A row of cells of a section after the other: the control points of the surface over each, and the points of the mesh.
class CellRows {
  public:
    CellRows(const CurveControls& controls, const CurveSection::Bounds& bounds, std::uint32_t rows,
             std::uint32_t columns)
        : bounds_(bounds), rows_(rows), columns_(columns) {
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

    // How far the surface and a cell's triangles lie from each other.
    double inside(std::size_t k, double limit) const {
        constexpr double kFar = std::numeric_limits<double>::infinity();
        const auto controls = [&](const std::vector<Vec3>& row) {
            return std::array<Vec3, 3>{row[2 * k], row[2 * k + 1], row[2 * k + 2]};
        };
        // A section that goes on smoothly is followed beyond its side: the point is measured there, too.
        CurveCell::Reach reach{-kFar, kFar, -kFar, kFar};
        const double above = pieceEnd(row_ - 1, rows_), height = pieceEnd(row_, rows_) - above;
        const auto column = static_cast<std::uint32_t>(k);
        const double before = pieceEnd(column, columns_), width = pieceEnd(column + 1, columns_) - before;
        if (bounds_.firstRow) reach.top = -above / height;
        if (bounds_.lastRow) reach.bottom = (1 - above) / height;
        if (bounds_.firstColumn) reach.left = -before / width;
        if (bounds_.lastColumn) reach.right = (1 - before) / width;
        const CurveCell cell({controls(surface_[0]), controls(surface_[1]), controls(surface_[2])},
                             {mesh_[0][k], mesh_[0][k + 1], mesh_[1][k + 1], mesh_[1][k]}, reach);
        return cell.deviation(limit, row_ == 1, k == 0);
    }

  private:
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
        const Vec3 chord = to - from;
        const double back = -kLeastFold * dot(chord, chord);
        const bool folds = dot(b - a, chord) < back || dot(c - b, chord) < back;
        double worst = 0;
        for (const auto& [t, w] : kCurveSample) {
            const Vec3 p = a * w[0] + b * w[1] + c * w[2];
            worst = std::max(worst, folds ? length(p - from - chord * t) : lineDistance(p, from, to));
        }
        return worst;
    }

    CurveSection::Bounds bounds_;
    std::uint32_t rows_, columns_, row_ = 0;
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

bool isSharp(const CurveControls& one, const CurveControls& next, bool below) {
    const auto at = [below](const CurveControls& controls, std::size_t across, std::size_t along) {
        return below ? controls[across][along] : controls[along][across];
    };
    for (std::size_t i = 0; i < 3; ++i) {
        const double t = 0.5 * static_cast<double>(i);
        const double w[3] = {(1 - t) * (1 - t), 2 * t * (1 - t), t * t}, slope[3] = {2 * t - 2, 2 - 4 * t, 2 * t};
        Vec3 along{}, before{}, behind{};
        for (std::size_t k = 0; k < 3; ++k) {
            along = along + at(next, 0, k) * slope[k];
            before = before + (at(one, 2, k) - at(one, 1, k)) * w[k];
            behind = behind + (at(next, 1, k) - at(next, 0, k)) * w[k];
        }
        const Vec3 a = cross(along, before), b = cross(along, behind);
        if (dot(a, b) < kLeastFacing * length(a) * length(b)) return true;
    }
    return false;
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
    CellRows row(controls_, bounds_, rows, columns);
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
            if (isAbove(worst.inside, row.inside(k, limit))) return worst;
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
