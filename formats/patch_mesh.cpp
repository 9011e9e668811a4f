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

// Upper bound of the pieces of one section: a section of 8,192 units that bends by as much needs 64 for half a unit.
constexpr std::uint32_t kMostPieces = 64;

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

class Flattener {
  public:
    Flattener(const std::vector<const MapPatch*>& patches, double error)
        : patches_(patches), error_(std::max(error, kLeastCurveError) - kRounding) {}

    std::vector<PatchMesh> run() {
        numberStrips();
        for (std::size_t p = 0; p < patches_.size(); ++p)
            if (isCurved(p)) measure(p);
        joinSharedEdges();
        std::vector<PatchMesh> meshes(patches_.size());
        for (std::size_t p = 0; p < patches_.size(); ++p)
            if (isUsable(*patches_[p])) meshes[p] = isCurved(p) ? curved(p) : plain(*patches_[p]);
        return meshes;
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

    struct Bends {
        double alongRows = 0, alongColumns = 0, twist = 0;
    };

    Bends bendsOf(std::size_t p, std::size_t r, std::size_t c) const {
        Bends bends;
        for (std::size_t i = 0; i < 3; ++i) {
            const auto at = [&](std::size_t row, std::size_t column) { return control(p, r + row, c + column); };
            bends.alongRows = std::max(bends.alongRows, secondDifference(at(0, i), at(1, i), at(2, i)));
            bends.alongColumns = std::max(bends.alongColumns, secondDifference(at(i, 0), at(i, 1), at(i, 2)));
        }
        for (std::size_t i = 0; i < 2; ++i)
            for (std::size_t j = 0; j < 2; ++j) {
                const Vec3 d = control(p, r + i, c + j) - control(p, r + i + 1, c + j) - control(p, r + i, c + j + 1) +
                               control(p, r + i + 1, c + j + 1);
                bends.twist = std::max(bends.twist, std::sqrt(dot(d, d)));
            }
        return bends;
    }

    // Finds the pieces that each strip of a patch needs. The error of a cell is at most
    // bend along rows / 4n^2 + bend along columns / 4m^2 + twist / nm.
    void measure(std::size_t p) {
        for (std::size_t r = 0; r + 2 < patches_[p]->rows; r += 2)
            for (std::size_t c = 0; c + 2 < patches_[p]->columns; c += 2) {
                const Bends bends = bendsOf(p, r, c);
                std::uint32_t& n = pieces_[rowStrip(p, r / 2)];
                std::uint32_t& m = pieces_[columnStrip(p, c / 2)];
                const auto errors = [&] {
                    const double a = n, b = m;
                    return std::array{bends.alongRows / (4 * a * a), bends.alongColumns / (4 * b * b),
                                      bends.twist / (a * b)};
                };
                for (auto e = errors(); e[0] + e[1] + e[2] > error_; e = errors()) {
                    const bool rows = e[0] > e[1] || (e[0] == e[1] && n <= m);
                    std::uint32_t& more = (rows && n < kMostPieces) || m >= kMostPieces ? n : m;
                    if (more >= kMostPieces) break;
                    ++more;
                }
            }
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

std::vector<PatchMesh> flattenPatches(const std::vector<const MapPatch*>& patches, double error) {
    return Flattener(patches, error).run();
}

}  // namespace hullbake
