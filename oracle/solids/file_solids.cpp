#include "oracle/solids/file_solids.hpp"

#include <utility>

namespace hullbake::oracle {
namespace {

BarePlane barePlane(const format::SideRecord& side) {
    return {{side.normal[0], side.normal[1], side.normal[2]}, side.dist, (side.flags & format::kSideNotGrown) == 0};
}

bool isPoint(const Box& box) {
    return box.mins == box.maxs;
}

/// Selects the brushes that count for a box. Follows docs/trace_contract.md.
class Part {
  public:
    Part(const ClipMap& map, const Box& box, std::optional<HullId> hull) : map_(map), box_(box), hull_(hull) {
        for (std::uint32_t h = 0; h < map.hullCount() && !hull_; ++h)
            if (map.hull(HullId{h}).box == box) hull_ = HullId{h};
    }

    bool takes(const FileBrush& brush) const {
        if (hull_) return inHull(brush, hull_->value);
        const bool clip = brush.contents == Contents::Clip;
        if (clip && isPoint(box_)) return false;
        // A brush that `_hulls` keeps out of some hull counts for no other box. Clip is in no point hull anyway.
        for (std::uint32_t h = 0; h < map_.hullCount(); ++h) {
            const bool meant = !clip || !isPoint(map_.hull(HullId{h}).box);
            if (meant && !inHull(brush, h)) return false;
        }
        return true;
    }

  private:
    static bool inHull(const FileBrush& brush, std::uint32_t hull) { return (brush.hullMask >> hull & 1u) != 0; }

    const ClipMap& map_;
    Box box_;
    std::optional<HullId> hull_;
};

}  // namespace

FileSolids readSolids(const ClipMap& map) {
    FileSolids solids;
    std::uint32_t model = 0, left = map.modelCount() > 0 ? map.model(ModelId{0}).brushCount : 0;
    for (const format::BrushRecord& record : map.tables().brushes) {
        while (left == 0 && model + 1 < map.modelCount()) left = map.model(ModelId{++model}).brushCount;
        --left;
        std::vector<BarePlane> planes;
        for (const format::SideRecord& side : map.tables().sides.subspan(record.firstSide, record.sideCount))
            if ((side.flags & format::kSideIsBevel) == 0) planes.push_back(barePlane(side));
        auto brush = solvePlanes(planes);
        if (!brush) {
            ++solids.unsolved;
            continue;
        }
        solids.brushes.push_back({std::move(*brush), static_cast<Contents>(record.contents), model, record.hullMask,
                                  record.entity, record.number, record.line});
    }
    return solids;
}

std::vector<const FileBrush*> solidsFor(const ClipMap& map, const FileSolids& solids, ModelId model, const Box& box,
                                        std::optional<HullId> hull) {
    const Part part(map, box, hull);
    std::vector<const FileBrush*> taken;
    for (const FileBrush& solid : solids.brushes)
        if (solid.model == model.value && part.takes(solid)) taken.push_back(&solid);
    return taken;
}

std::vector<GrownBrush> growSolids(const ClipMap& map, const FileSolids& solids, ModelId model, const Box& box,
                                   std::optional<HullId> hull) {
    std::vector<GrownBrush> grown;
    for (const FileBrush* solid : solidsFor(map, solids, model, box, hull)) grown.push_back(growSolid(*solid, box));
    return grown;
}

}  // namespace hullbake::oracle
