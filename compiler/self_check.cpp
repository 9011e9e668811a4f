#include "compiler/self_check.hpp"

#include <tbb/parallel_for.h>

#include "compiler/brush_index.hpp"
#include "compiler/random.hpp"
#include "hullbake/clip_map.hpp"

namespace hullbake {

namespace {

constexpr std::size_t kWorldPoints = 2000, kModelPoints = 32;
constexpr double kMinClearance = 1e-3;  // units to the nearest face; closer points are for the tests' exact oracle

struct Probe {
    std::size_t points = 0, differ = 0;
    Vec3 first;
};

std::vector<const GrownBrush*> brushesOf(const GrownHull& hull, std::size_t model) {
    std::vector<const GrownBrush*> brushes;
    for (std::uint32_t i = hull.modelBegin[model]; i < hull.modelBegin[model + 1]; ++i)
        brushes.push_back(&hull.brushes[i]);
    return brushes;
}

Probe probeModel(const ClipMap& map, const GrownHull& hull, HullId id, ModelId model, bool filled) {
    Probe probe;
    const std::vector<const GrownBrush*> brushes = brushesOf(hull, model.value);
    if (brushes.empty()) return probe;
    Box box = kEmptyBox;
    for (const GrownBrush* brush : brushes) {
        growBounds(box, brush->bounds.mins);
        growBounds(box, brush->bounds.maxs);
    }
    const BrushIndex index(hull.planes, brushes);
    Random random;
    const std::size_t count = model.value == 0 ? kWorldPoints : kModelPoints;
    for (std::size_t i = 0; i < count; ++i) {
        const Vec3 p = random.pointIn(box);
        double clearance = 0;
        const Contents truth = index.contentsAt(p, clearance);
        const Contents baked = map.pointContents(p, id, model);
        if (clearance < kMinClearance) continue;
        ++probe.points;
        if (baked == truth || (filled && baked == Contents::Solid)) continue;
        if (probe.differ++ == 0) probe.first = p;
    }
    return probe;
}

}  // namespace

SelfCheck checkBlock(std::span<const std::byte> block, std::span<const GrownHull> hulls,
                     const std::vector<bool>& filled) {
    SelfCheck check;
    const OpenResult opened = ClipMap::open(block);
    check.opens = bool(opened);
    if (!check.opens) {
        check.reason = statusText(opened.status);
        return check;
    }
    const std::size_t models = opened.map.modelCount();
    std::vector<Probe> probes(hulls.size() * models);
    tbb::parallel_for(std::size_t{0}, probes.size(), [&](std::size_t i) {
        const auto hull = static_cast<std::uint32_t>(i / models), model = static_cast<std::uint32_t>(i % models);
        probes[i] = probeModel(opened.map, hulls[hull], {hull}, {model}, model == 0 && filled[hull]);
    });
    for (std::size_t i = 0; i < probes.size(); ++i) {
        if (check.differ == 0 && probes[i].differ > 0) {
            check.firstDifference = probes[i].first;
            check.firstHull = i / models;
        }
        check.points += probes[i].points;
        check.differ += probes[i].differ;
    }
    return check;
}

}  // namespace hullbake
