// Divides the sections of patches, equally on both sides of each shared edge.

#include "formats/patch_mesh.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <utility>

#include "hullbake/trace.hpp"

namespace hullbake {

namespace {

// A curve a, b, c, or its reverse: the one with the smaller end first.
using EdgeKey = std::array<double, 9>;

// Upper bound of the pieces of one section along one axis: enough for the least error of the longest curves. The limit
// of cells comes before it.
constexpr std::uint32_t kMostPieces = 4096;

std::array<double, 3> keyOf(const Vec3& p) {
    return {p.x + 0.0, p.y + 0.0, p.z + 0.0};
}

bool isReversed(const Vec3& a, const Vec3& c) {
    return keyOf(c) < keyOf(a);
}

EdgeKey edgeKey(Vec3 a, const Vec3& b, Vec3 c) {
    if (isReversed(a, c)) std::swap(a, c);
    return {a.x + 0.0, a.y + 0.0, a.z + 0.0, b.x + 0.0, b.y + 0.0, b.z + 0.0, c.x + 0.0, c.y + 0.0, c.z + 0.0};
}

// Returns the point i/n of the way along a quadratic curve, with the same bits from both ends.
Vec3 curvePoint(Vec3 a, const Vec3& b, Vec3 c, std::uint32_t i, std::uint32_t n) {
    if (i == 0) return a;
    if (i == n) return c;
    if (isReversed(a, c)) {
        std::swap(a, c);
        i = n - i;
    }
    const double t = i, s = n - i, all = static_cast<double>(n) * n;
    return (a * (s * s) + b * (2 * s * t) + c * (t * t)) * (1 / all);
}

double secondDifference(const Vec3& a, const Vec3& b, const Vec3& c) {
    const Vec3 d = a - b * 2 + c;
    return std::sqrt(dot(d, d));
}

double lineDistance(const Vec3& p, const Vec3& a, const Vec3& b) {
    const Vec3 along = b - a;
    const double size = length(along);
    return size > 1e-9 ? length(cross(p - a, along)) / size : length(p - a);
}

class Flattener {
  public:
    Flattener(const std::vector<const MapPatch*>& patches, double error)
        : patches_(patches), error_(std::max(error, kLeastCurveError) - kRounding) {}

    FlatPatches run() {
        FlatPatches flat;
        numberStrips();
        // Counts while it measures, as a hostile text would make it measure for hours.
        Sums sums;
        for (std::size_t p = 0; p < patches_.size(); ++p) {
            if (isCurved(p)) measure(p);
            if ((flat.overflow = add(p, sums))) return flat;
        }
        joinSharedEdges();
        sums = {};
        flat.meshes.resize(patches_.size());
        for (std::size_t p = 0; p < patches_.size(); ++p) {
            if ((flat.overflow = add(p, sums))) return flat;
            if (isUsable(*patches_[p])) flat.meshes[p] = isCurved(p) ? curved(p) : plain(*patches_[p]);
        }
        return flat;
    }

  private:
    // What rounding to the lattice adds to the error: half a step along each axis.
    static constexpr double kRounding = 0.0136;

    static bool isUsable(const MapPatch& patch) {
        if (patch.rows < 2 || patch.columns < 2) return false;
        if (patch.points.size() != std::size_t{patch.rows} * patch.columns) return false;
        if (!isMesh(patch.kind) && (patch.rows % 2 == 0 || patch.columns % 2 == 0)) return false;
        return std::all_of(patch.points.begin(), patch.points.end(), [](const PatchPoint& point) {
            const Vec3& p = point.position;
            return std::abs(p.x) <= kMaxCoordinate && std::abs(p.y) <= kMaxCoordinate &&
                   std::abs(p.z) <= kMaxCoordinate;
        });
    }

    struct Sums {
        std::size_t curves = 0, all = 0;  // cells
    };

    // Adds a patch's cells. Returns the bound that they pass, if any.
    std::optional<PatchOverflow> add(std::size_t p, Sums& sums) const {
        const std::size_t cells = cellsOf(p), curve = isCurved(p) ? cells : 0;
        sums.curves += curve;
        sums.all += cells;
        if (curve > kMostCellsOfCurve) return PatchOverflow{p, kMostCellsOfCurve};
        if (sums.curves > kMostCellsOfCurves) return PatchOverflow{p, kMostCellsOfCurves};
        if (sums.all > kMostPatchCells) return PatchOverflow{p, kMostPatchCells};
        return {};
    }

    std::size_t cellsOf(std::size_t p) const {
        if (!isUsable(*patches_[p])) return 0;
        std::size_t rows = patches_[p]->rows, columns = patches_[p]->columns;
        if (isCurved(p)) {
            const std::size_t rowStrips = (rows - 1) / 2, columnStrips = (columns - 1) / 2;
            rows = columns = 0;
            for (std::size_t s = 0; s < rowStrips; ++s) rows += pieces_[rowStrip(p, s)];
            for (std::size_t s = 0; s < columnStrips; ++s) columns += pieces_[columnStrip(p, s)];
        }
        return rows * columns;
    }

    bool isCurved(std::size_t p) const { return isUsable(*patches_[p]) && !isMesh(patches_[p]->kind); }

    const Vec3& control(std::size_t p, std::size_t row, std::size_t column) const {
        return patches_[p]->points[row * patches_[p]->columns + column].position;
    }

    // A strip is one section of rows or columns across a whole patch; it is divided evenly.
    std::size_t rowStrip(std::size_t p, std::size_t section) const { return firstStrip_[p] + section; }
    std::size_t columnStrip(std::size_t p, std::size_t section) const {
        return firstStrip_[p] + (patches_[p]->rows - 1) / 2 + section;
    }

    void numberStrips() {
        std::size_t count = 0;
        for (std::size_t p = 0; p < patches_.size(); ++p) {
            firstStrip_.push_back(count);
            if (isCurved(p)) count += (patches_[p]->rows - 1) / 2 + (patches_[p]->columns - 1) / 2;
        }
        pieces_.assign(count, 1);
        parent_.resize(count);
        std::iota(parent_.begin(), parent_.end(), std::size_t{0});
    }

    // How far a mesh of n by m cells lies from one section of the surface.
    struct Deviation {
        double rowEdges = 0, columnEdges = 0;  // of curves that bound the patch, along its rows and its columns
        double inside = 0;                     // of the surface from the planes of the triangles
        double most() const { return std::max({rowEdges, columnEdges, inside}); }
    };

    class Section {
      public:
        Section(const Flattener& all, std::size_t p, std::size_t row, std::size_t column) : row_(row), column_(column) {
            for (std::size_t i = 0; i < 3; ++i)
                for (std::size_t k = 0; k < 3; ++k) controls_[i][k] = all.control(p, row + i, column + k);
            lastRow_ = row + 3 == all.patches_[p]->rows;
            lastColumn_ = column + 3 == all.patches_[p]->columns;
        }

        Vec3 at(double u, double v) const {
            const auto along = [](const Vec3& a, const Vec3& b, const Vec3& c, double t) {
                return a * ((1 - t) * (1 - t)) + b * (2 * t * (1 - t)) + c * (t * t);
            };
            const auto& c = controls_;
            return along(along(c[0][0], c[0][1], c[0][2], v), along(c[1][0], c[1][1], c[1][2], v),
                         along(c[2][0], c[2][1], c[2][2], v), u);
        }

        Deviation deviation(std::uint32_t n, std::uint32_t m) const {
            Deviation worst;
            for (std::uint32_t i = 0; i < n; ++i)
                for (std::uint32_t k = 0; k < m; ++k)
                    worst.inside = std::max(worst.inside, insideOf(i, k, 1.0 / n, 1.0 / m));
            for (std::uint32_t i = 0; i < n; ++i) {
                if (column_ == 0) worst.rowEdges = std::max(worst.rowEdges, bend(i, n, 0, false));
                if (lastColumn_) worst.rowEdges = std::max(worst.rowEdges, bend(i, n, 1, false));
            }
            for (std::uint32_t k = 0; k < m; ++k) {
                if (row_ == 0) worst.columnEdges = std::max(worst.columnEdges, bend(k, m, 0, true));
                if (lastRow_) worst.columnEdges = std::max(worst.columnEdges, bend(k, m, 1, true));
            }
            return worst;
        }

        // Returns the longest second difference along rows and along columns.
        std::pair<double, double> bends() const {
            double rows = 0, columns = 0;
            for (std::size_t i = 0; i < 3; ++i) {
                rows = std::max(rows, secondDifference(controls_[0][i], controls_[1][i], controls_[2][i]));
                columns = std::max(columns, secondDifference(controls_[i][0], controls_[i][1], controls_[i][2]));
            }
            return {rows, columns};
        }

      private:
        // How far a bounding curve lies from a chord; a quadratic one is farthest in the middle.
        double bend(std::uint32_t i, std::uint32_t n, double across, bool columns) const {
            const auto point = [&](double t) { return columns ? at(across, t / n) : at(t / n, across); };
            return lineDistance(point(i + 0.5), point(i), point(i + 1));
        }

        double insideOf(std::uint32_t i, std::uint32_t k, double h, double w) const {
            constexpr int kSamples = 4;
            const Vec3 q[4] = {at(i * h, k * w), at(i * h, (k + 1) * w), at((i + 1) * h, (k + 1) * w),
                               at((i + 1) * h, k * w)};
            const bool first = length(q[2] - q[0]) <= length(q[3] - q[1]);  // the shorter diagonal divides the cell
            double worst = 0;
            for (int a = 0; a <= kSamples; ++a)
                for (int b = 0; b <= kSamples; ++b) {
                    const double s = static_cast<double>(a) / kSamples, t = static_cast<double>(b) / kSamples;
                    const Vec3 p = at((i + s) * h, (k + t) * w);
                    const bool upper = first ? t >= s : s + t <= 1;
                    const Vec3& corner = upper ? q[0] : q[2];
                    const Vec3 normal = upper ? cross((first ? q[2] : q[3]) - q[0], q[1] - q[0])
                                              : cross((first ? q[0] : q[1]) - q[2], q[3] - q[2]);
                    const double size = length(normal);
                    if (size > 1e-9) worst = std::max(worst, std::abs(dot(normal, p - corner)) / size);
                }
            return worst;
        }

        std::array<std::array<Vec3, 3>, 3> controls_;
        std::size_t row_, column_;
        bool lastRow_ = false, lastColumn_ = false;
    };

    // Finds the pieces that each strip of a patch needs. The surface is measured at 25 points of each cell.
    void measure(std::size_t p) {
        for (std::size_t r = 0; r + 2 < patches_[p]->rows; r += 2)
            for (std::size_t c = 0; c + 2 < patches_[p]->columns; c += 2) {
                const Section section(*this, p, r, c);
                const auto [rows, columns] = section.bends();
                std::uint32_t& n = pieces_[rowStrip(p, r / 2)];
                std::uint32_t& m = pieces_[columnStrip(p, c / 2)];
                while (n < kMostPieces || m < kMostPieces) {
                    if (cellsOf(p) > kMostCellsOfCurve) return;  // it is refused
                    const Deviation found = section.deviation(n, m);
                    if (found.most() <= error_) break;
                    const std::uint32_t before = n + m;
                    const double atRows = rows / n / n, atColumns = columns / m / m;
                    const bool inside = found.rowEdges <= error_ && found.columnEdges <= error_;
                    if (found.rowEdges > error_ || (inside && (atRows >= atColumns || m == kMostPieces)))
                        n = more(n, inside ? found.inside : found.rowEdges);
                    if (found.columnEdges > error_ || (inside && (atColumns >= atRows || n == kMostPieces)))
                        m = more(m, inside ? found.inside : found.columnEdges);
                    if (n + m == before) break;  // one of them has the most pieces already
                }
            }
    }

    // The error falls with the square of the pieces.
    std::uint32_t more(std::uint32_t n, double deviation) const {
        const double wanted = std::ceil(n * std::sqrt(deviation / error_) - 0.05);
        return std::min(kMostPieces,
                        std::max(n + 1, static_cast<std::uint32_t>(std::min(wanted, double{kMostPieces}))));
    }

    std::size_t rootOf(std::size_t strip) {
        while (parent_[strip] != strip) strip = parent_[strip] = parent_[parent_[strip]];
        return strip;
    }

    // Strips with a common edge are divided alike: as finely as the finest of them.
    void joinSharedEdges() {
        std::map<EdgeKey, std::size_t> owners;
        const auto enter = [&](const Vec3& a, const Vec3& b, const Vec3& c, std::size_t strip) {
            const auto [at, added] = owners.try_emplace(edgeKey(a, b, c), strip);
            if (!added) parent_[rootOf(strip)] = rootOf(at->second);
        };
        for (std::size_t p = 0; p < patches_.size(); ++p) {
            if (!isCurved(p)) continue;
            const std::size_t rows = patches_[p]->rows, columns = patches_[p]->columns;
            for (std::size_t r = 0; r + 2 < rows; r += 2)
                for (const std::size_t c : {std::size_t{0}, columns - 1})
                    enter(control(p, r, c), control(p, r + 1, c), control(p, r + 2, c), rowStrip(p, r / 2));
            for (std::size_t c = 0; c + 2 < columns; c += 2)
                for (const std::size_t r : {std::size_t{0}, rows - 1})
                    enter(control(p, r, c), control(p, r, c + 1), control(p, r, c + 2), columnStrip(p, c / 2));
        }
        for (std::size_t s = 0; s < pieces_.size(); ++s) {
            std::uint32_t& most = pieces_[rootOf(s)];
            most = std::max(most, pieces_[s]);
        }
        for (std::size_t s = 0; s < pieces_.size(); ++s) pieces_[s] = pieces_[rootOf(s)];
    }

    static LatticePoint rounded(const Vec3& p) {
        return {std::llround(p.x * kLattice), std::llround(p.y * kLattice), std::llround(p.z * kLattice)};
    }

    PatchMesh curved(std::size_t p) const {
        struct Place {
            std::size_t control;  // the first of three controls
            std::uint32_t i, n;
        };
        const auto places = [&](std::size_t controls, auto stripOf) {
            std::vector<Place> all;
            for (std::size_t k = 0; k + 2 < controls; k += 2) {
                const std::uint32_t n = pieces_[stripOf(k / 2)];
                for (std::uint32_t i = 0; i < n; ++i) all.push_back({k, i, n});
            }
            all.push_back({controls - 3, 1, 1});
            return all;
        };
        const auto rows = places(patches_[p]->rows, [&](std::size_t s) { return rowStrip(p, s); });
        const auto columns = places(patches_[p]->columns, [&](std::size_t s) { return columnStrip(p, s); });
        PatchMesh mesh{static_cast<std::uint32_t>(rows.size()), static_cast<std::uint32_t>(columns.size()), {}};
        mesh.points.reserve(rows.size() * columns.size());
        for (const Place& row : rows)
            for (const Place& column : columns) {
                std::array<Vec3, 3> across;  // where each of three rows of controls is at this column
                for (std::size_t k = 0; k < 3; ++k) {
                    const auto at = [&](std::size_t c) { return control(p, row.control + k, column.control + c); };
                    across[k] = curvePoint(at(0), at(1), at(2), column.i, column.n);
                }
                mesh.points.push_back(rounded(curvePoint(across[0], across[1], across[2], row.i, row.n)));
            }
        return mesh;
    }

    static PatchMesh plain(const MapPatch& patch) {
        PatchMesh mesh{patch.rows, patch.columns, {}};
        for (const PatchPoint& point : patch.points) mesh.points.push_back(rounded(point.position));
        return mesh;
    }

    const std::vector<const MapPatch*>& patches_;
    double error_;
    std::vector<std::size_t> firstStrip_, parent_;
    std::vector<std::uint32_t> pieces_;
};

}  // namespace

FlatPatches flattenPatches(const std::vector<const MapPatch*>& patches, double error) {
    return Flattener(patches, error).run();
}

}  // namespace hullbake
