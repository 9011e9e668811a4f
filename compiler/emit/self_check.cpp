#include "compiler/emit/self_check.hpp"

#include <tbb/parallel_for.h>

#include <algorithm>
#include <cmath>

#include "compiler/base/random.hpp"
#include "compiler/growth/brush_index.hpp"
#include "hullbake/clip_map.hpp"

namespace hullbake {

namespace {

constexpr std::size_t kWorldPoints = 2000, kModelPoints = 32;
// Points near corners of brushes, where many planes meet: at most so many a model, within so many world units.
constexpr std::size_t kWorldCorners = 500, kModelCorners = 8;
constexpr double kNearCorner = 0.25;
constexpr double kMinClearance = 1e-3;  // world units to the nearest face; exact tests cover closer points

std::vector<const GrownBrush*> brushesOf(const GrownHull& hull, std::size_t model) {
    std::vector<const GrownBrush*> brushes;
    for (std::uint32_t i = hull.modelBegin[model]; i < hull.modelBegin[model + 1]; ++i)
        brushes.push_back(&hull.brushes[i]);
    return brushes;
}

struct Found {
    std::size_t differ = 0;
    Vec3 first;
};

Found compare(const ClipMap& map, std::span<const SamplePoint> samples, HullId hull, ModelId model, bool filled) {
    Found found;
    const Probe probe{.hull = hull, .model = model};
    for (const SamplePoint& sample : samples) {
        const Contents baked = map.contentsAt(probe, sample.p);
        if (baked == sample.contents || (filled && baked == Contents::Solid)) continue;
        if (found.differ++ == 0) found.first = sample.p;
    }
    return found;
}

}  // namespace

std::vector<SamplePoint> samplePointsOf(const GrownHull& hull, std::size_t model) {
    std::vector<SamplePoint> samples;
    const std::vector<const GrownBrush*> brushes = brushesOf(hull, model);
    if (brushes.empty()) return samples;
    Box box = kEmptyBox;
    for (const GrownBrush* brush : brushes) {
        growBounds(box, brush->bounds.mins);
        growBounds(box, brush->bounds.maxs);
    }
    // A brush near the limit of coordinates grows beyond what can be asked.
    for (int a = 0; a < 3; ++a) {
        box.mins[a] = std::max(box.mins[a], -kMaxCoordinate);
        box.maxs[a] = std::min(box.maxs[a], kMaxCoordinate);
    }
    const BrushIndex index(hull.planes, brushes);
    Random random;
    const std::size_t count = model == 0 ? kWorldPoints : kModelPoints;
    samples.reserve(count);
    const auto take = [&](const Vec3& p) {
        if (std::max({std::fabs(p.x), std::fabs(p.y), std::fabs(p.z)}) > kMaxCoordinate) return;
        double clearance = 0;
        const Contents contents = index.contentsAt(p, clearance);
        if (clearance >= kMinClearance) samples.push_back({p, contents});
    };
    for (std::size_t i = 0; i < count; ++i) take(random.pointIn(box));
    const std::size_t step = 1 + brushes.size() / (model == 0 ? kWorldCorners : kModelCorners);
    for (std::size_t i = 0; i < brushes.size(); i += step)
        take(brushes[i]->corner +
             random.pointIn({{-kNearCorner, -kNearCorner, -kNearCorner}, {kNearCorner, kNearCorner, kNearCorner}}));
    return samples;
}

SelfCheck checkBlock(std::span<const std::byte> block, std::span<const std::vector<SamplePoint>> samples,
                     const std::vector<bool>& filled) {
    SelfCheck check;
    const OpenResult opened = ClipMap::openWithoutHash(block);
    check.opens = bool(opened);
    if (!check.opens) {
        check.reason = statusText(opened.status);
        return check;
    }
    const std::size_t models = opened.map.modelCount();
    std::vector<Found> found(samples.size());
    tbb::parallel_for(std::size_t{0}, samples.size(), [&](std::size_t i) {
        const auto hull = static_cast<std::uint32_t>(i / models), model = static_cast<std::uint32_t>(i % models);
        found[i] = compare(opened.map, samples[i], {hull}, {model}, model == 0 && filled[hull]);
    });
    for (std::size_t i = 0; i < samples.size(); ++i) {
        if (check.differ == 0 && found[i].differ > 0) {
            check.firstDifference = found[i].first;
            check.firstHull = i / models;
        }
        check.points += samples[i].size();
        check.differ += found[i].differ;
    }
    return check;
}

}  // namespace hullbake
