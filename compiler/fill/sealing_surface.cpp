#include "compiler/fill/sealing_surface.hpp"

#include <tbb/parallel_for.h>

#include <algorithm>
#include <numeric>
#include <span>

#include "compiler/brushes/sealing.hpp"
#include "compiler/geometry/split_winding.hpp"

namespace hullbake {

namespace {

bool isSealing(const GrownBrush& brush) {
    return any(brush.contents & kSealing);
}

bool touchesAny(const BrushIndex& index, std::span<const std::uint32_t> brushes, const Winding& polygon) {
    const Box bounds = boundsOf(polygon);
    return std::any_of(brushes.begin(), brushes.end(), [&](std::uint32_t brush) {
        return boxesTouch(index.brushes()[brush]->bounds, bounds, kOnPlane);
    });
}

}  // namespace

SealingSurface sealingSurface(const PlaneTable& planes, const BrushIndex& index, const Boundary& boundary) {
    const auto brushes = index.brushes();
    SealingSurface surface;
    surface.besideOther.assign(boundary.polygons.size(), 0);
    std::vector<std::uint32_t> begin(brushes.size() + 1, 0);
    for (const std::uint32_t brush : boundary.brushes) ++begin[brush + 1];
    std::partial_sum(begin.begin(), begin.end(), begin.begin());
    surface.parts.resize(boundary.polygons.size());
    if (!boundary.others.empty())
        tbb::parallel_for(std::size_t{0}, brushes.size(), [&](std::size_t b) {
            if (begin[b] == begin[b + 1]) return;
            const std::vector<std::uint32_t>& others = boundary.others[b];
            if (others.empty()) return;
            for (std::uint32_t i = begin[b]; i < begin[b + 1]; ++i)
                surface.besideOther[i] = touchesAny(index, others, boundary.polygons[i]) &&
                                         cutByOthers(planes, index, static_cast<std::uint32_t>(b), boundary.polygons[i],
                                                     others, surface.parts[i]);
        });
    for (const bool sealing : {true, false}) {
        for (std::uint32_t i = 0; i < boundary.polygons.size(); ++i) {
            if (isSealing(*brushes[boundary.brushes[i]]) != sealing) continue;
            if (surface.besideOther[i] == 0) surface.pieces.push_back({&boundary.polygons[i], i});
            for (const Winding& part : surface.parts[i]) surface.pieces.push_back({&part, i});
        }
        if (sealing) surface.sealing = surface.pieces.size();
    }
    return surface;
}

CutPieces cutTouched(const PlaneTable& planes, const std::vector<TouchedPiece>& touched, SealingSurface& surface) {
    CutPieces cut;
    cut.first.reserve(surface.sealing + 1);
    std::vector<SurfacePiece> pieces;
    auto next = touched.begin();
    for (std::uint32_t i = 0; i < surface.sealing; ++i) {
        const std::size_t parts = pieces.size();
        cut.first.push_back(static_cast<std::uint32_t>(parts));
        pieces.push_back(surface.pieces[i]);
        for (; next != touched.end() && next->piece == i; ++next) {
            const std::size_t before = pieces.size();
            for (std::size_t part = before; part-- > parts;) {
                Winding front, back;
                const PlaneId plane = next->plane & ~1u;
                splitWinding(planes.equations(), *pieces[part].winding, planes.cutPlane(plane), &front, &back);
                if (front.empty() || back.empty()) continue;
                pieces[part].winding = &surface.halves.emplace_back(std::move(front));
                pieces.push_back({&surface.halves.emplace_back(std::move(back)), pieces[part].polygon});
            }
            cut.everywhere = cut.everywhere && pieces.size() > before;
        }
    }
    cut.first.push_back(static_cast<std::uint32_t>(pieces.size()));
    const auto passable = surface.pieces.begin() + static_cast<std::ptrdiff_t>(surface.sealing);
    surface.sealing = pieces.size();
    pieces.insert(pieces.end(), passable, surface.pieces.end());
    surface.pieces = std::move(pieces);
    return cut;
}

}  // namespace hullbake
