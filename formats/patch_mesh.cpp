// Makes meshes of curved patches, whose sections are divided into pieces, and of meshes.

#include "formats/patch_mesh.hpp"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <optional>

#include "formats/curve_pieces.hpp"
#include "formats/curve_section.hpp"
#include "hullbake/trace.hpp"

namespace hullbake {

namespace {

// Curved patches that share edges, one with the next.
struct Island {
    std::vector<const MapPatch*> patches;
    std::optional<CurvePieces> pieces;
};

class Flattener {
  public:
    Flattener(const std::vector<const MapPatch*>& patches, double error, const ForEach& forEach)
        : patches_(patches), error_(error), forEach_(forEach), places_(patches.size()) {
        std::vector<const MapPatch*> curves;
        for (const MapPatch* patch : patches)
            if (isCurve(*patch)) curves.push_back(patch);
        const std::vector<std::size_t> islandOf = islandsOf(curves);
        for (std::size_t p = 0, curve = 0; p < patches.size(); ++p) {
            if (!isCurve(*patches[p])) continue;
            const std::size_t island = islandOf[curve++];
            if (island == islands_.size()) islands_.emplace_back();
            places_[p] = {island, islands_[island].patches.size()};
            islands_[island].patches.push_back(patches[p]);
        }
    }

    FlatPatches run() {
        FlatPatches flat;
        if (!measureAtOnce() && (flat.overflow = measureInOrder())) return flat;
        forEach_(islands_.size(), [&](std::size_t i) { islands_[i].pieces->finish(kSearchSteps / islands_.size()); });
        Sums sums;
        flat.meshes.resize(patches_.size());
        for (std::size_t p = 0; p < patches_.size(); ++p) {
            if ((flat.overflow = add(p, sums))) return flat;
            if (isUsable(*patches_[p])) flat.meshes[p] = isCurve(*patches_[p]) ? curved(p) : plain(*patches_[p]);
        }
        return flat;
    }

  private:
    void begin() {
        for (Island& island : islands_) island.pieces.emplace(island.patches, error_);
    }

    // Measures the islands, each by itself. Counts while it measures, as a hostile text would make it measure for
    // hours. Returns false if there are too many cells.
    bool measureAtOnce() {
        begin();
        std::size_t plain = 0;
        for (const MapPatch* patch : patches_)
            if (isUsable(*patch) && !isCurve(*patch)) plain += plainCells(*patch);
        std::atomic<std::size_t> curves = 0;
        forEach_(islands_.size(), [&](std::size_t i) {
            Island& island = islands_[i];
            for (std::size_t p = 0; p < island.patches.size() && curves <= kMostCellsOfCurves; ++p) {
                island.pieces->measure(p);
                const std::size_t cells = island.pieces->cells(p);
                curves += cells <= kMostCellsOfCurve ? cells : kMostCellsOfCurves + 1;
            }
        });
        return curves <= kMostCellsOfCurves && curves + plain <= kMostPatchCells;
    }

    // Measures once more, patch after patch. Returns the first that has too many cells.
    std::optional<PatchOverflow> measureInOrder() {
        begin();
        Sums sums;
        for (std::size_t p = 0; p < patches_.size(); ++p) {
            if (isCurve(*patches_[p])) islands_[places_[p].island].pieces->measure(places_[p].number);
            if (const std::optional<PatchOverflow> overflow = add(p, sums)) return overflow;
        }
        return {};
    }

    static bool isCurve(const MapPatch& patch) { return !isMesh(patch.kind) && isUsable(patch); }

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
        const bool isCurved = isCurve(*patches_[p]);
        const std::size_t curve = isCurved ? piecesOf(p).cells(places_[p].number) : 0;
        const std::size_t cells = isCurved ? curve : plainCells(*patches_[p]);
        sums.curves += curve;
        sums.all += cells;
        if (curve > kMostCellsOfCurve) return PatchOverflow{p, kMostCellsOfCurve};
        if (sums.curves > kMostCellsOfCurves) return PatchOverflow{p, kMostCellsOfCurves};
        if (sums.all > kMostPatchCells) return PatchOverflow{p, kMostPatchCells};
        return {};
    }

    static std::size_t plainCells(const MapPatch& patch) { return std::size_t{patch.rows} * patch.columns; }

    const CurvePieces& piecesOf(std::size_t p) const { return *islands_[places_[p].island].pieces; }

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
        const CurvePieces& pieces = piecesOf(p);
        const std::size_t number = places_[p].number;
        const auto rows = places(patch.rows, [&](std::size_t s) { return pieces.rows(number, s); });
        const auto columns = places(patch.columns, [&](std::size_t s) { return pieces.columns(number, s); });
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

    // Where a curved patch is.
    struct CurvePlace {
        std::size_t island = 0, number = 0;
    };

    const std::vector<const MapPatch*>& patches_;
    double error_;
    const ForEach& forEach_;
    std::vector<Island> islands_;
    std::vector<CurvePlace> places_;  // by patch
};

}  // namespace

FlatPatches flattenPatches(const std::vector<const MapPatch*>& patches, double error, const ForEach& forEach) {
    return Flattener(patches, error, forEach).run();
}

}  // namespace hullbake
