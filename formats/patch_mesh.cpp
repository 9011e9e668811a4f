// Makes meshes of curved patches, whose sections are divided into pieces, and of meshes.

#include "formats/patch_mesh.hpp"

#include <algorithm>
#include <cmath>

#include "formats/curve_pieces.hpp"
#include "formats/curve_section.hpp"
#include "hullbake/trace.hpp"

namespace hullbake {

namespace {

class Flattener {
  public:
    Flattener(const std::vector<const MapPatch*>& patches, double error)
        : patches_(patches), isCurved_(curvedOnes(patches)), pieces_(patches, isCurved_, error) {}

    FlatPatches run() {
        FlatPatches flat;
        // Counts while it measures, as a hostile text would make it measure for hours.
        Sums sums;
        for (std::size_t p = 0; p < patches_.size(); ++p) {
            if (isCurved_[p]) pieces_.measure(p);
            if ((flat.overflow = add(p, sums))) return flat;
        }
        pieces_.finish();
        sums = {};
        flat.meshes.resize(patches_.size());
        for (std::size_t p = 0; p < patches_.size(); ++p) {
            if ((flat.overflow = add(p, sums))) return flat;
            if (isUsable(*patches_[p])) flat.meshes[p] = isCurved_[p] ? curved(p) : plain(*patches_[p]);
        }
        return flat;
    }

  private:
    static std::vector<bool> curvedOnes(const std::vector<const MapPatch*>& patches) {
        std::vector<bool> curved;
        for (const MapPatch* patch : patches) curved.push_back(isUsable(*patch) && !isMesh(patch->kind));
        return curved;
    }

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
        if (!isUsable(*patches_[p])) return {};
        const std::size_t plainCells = std::size_t{patches_[p]->rows} * patches_[p]->columns;
        const std::size_t curve = isCurved_[p] ? pieces_.cells(p) : 0, cells = isCurved_[p] ? curve : plainCells;
        sums.curves += curve;
        sums.all += cells;
        if (curve > kMostCellsOfCurve) return PatchOverflow{p, kMostCellsOfCurve};
        if (sums.curves > kMostCellsOfCurves) return PatchOverflow{p, kMostCellsOfCurves};
        if (sums.all > kMostPatchCells) return PatchOverflow{p, kMostPatchCells};
        return {};
    }

    PatchMesh curved(std::size_t p) const {
        struct Place {
            std::size_t control;  // the first of three controls
            std::uint32_t i, n;
        };
        const auto places = [&](std::size_t controls, auto piecesOf) {
            std::vector<Place> all;
            for (std::size_t k = 0; k + 2 < controls; k += 2) {
                const std::uint32_t n = piecesOf(k / 2);
                for (std::uint32_t i = 0; i < n; ++i) all.push_back({k, i, n});
            }
            all.push_back({controls - 3, 1, 1});
            return all;
        };
        const MapPatch& patch = *patches_[p];
        const auto rows = places(patch.rows, [&](std::size_t s) { return pieces_.rows(p, s); });
        const auto columns = places(patch.columns, [&](std::size_t s) { return pieces_.columns(p, s); });
        PatchMesh mesh{static_cast<std::uint32_t>(rows.size()), static_cast<std::uint32_t>(columns.size()), {}};
        mesh.points.reserve(rows.size() * columns.size());
        for (const Place& row : rows)
            for (const Place& column : columns)
                mesh.points.push_back(
                    meshPoint(controlsOf(patch, row.control, column.control), row.i, row.n, column.i, column.n));
        return mesh;
    }

    static PatchMesh plain(const MapPatch& patch) {
        PatchMesh mesh{patch.rows, patch.columns, {}};
        for (const PatchPoint& point : patch.points) mesh.points.push_back(roundedToLattice(point.position));
        return mesh;
    }

    const std::vector<const MapPatch*>& patches_;
    std::vector<bool> isCurved_;
    CurvePieces pieces_;
};

}  // namespace

FlatPatches flattenPatches(const std::vector<const MapPatch*>& patches, double error) {
    return Flattener(patches, error).run();
}

}  // namespace hullbake
