#include "oracle/moves/move_solids.hpp"

#include <algorithm>
#include <utility>

namespace hullbake::oracle {
namespace {

std::vector<GrownBrush> together(const std::vector<std::vector<GrownBrush>>& models) {
    std::vector<GrownBrush> all;
    for (const std::vector<GrownBrush>& brushes : models) all.insert(all.end(), brushes.begin(), brushes.end());
    return all;
}

}  // namespace

MoveSolids::MoveSolids(std::vector<std::vector<GrownBrush>> models) : all_(together(models)) {
    std::erase_if(models, [](const std::vector<GrownBrush>& brushes) { return brushes.empty(); });
    if (models.size() < 2) return;
    for (std::vector<GrownBrush>& brushes : models) models_.emplace_back(std::move(brushes));
}

bool MoveSolids::inside(const Vec3& p, Contents mask, const Tolerance& tolerance) const {
    if (models_.empty()) return all_.inside(p, mask, tolerance);
    return std::any_of(models_.begin(), models_.end(),
                       [&](const SolidSet& model) { return model.inside(p, mask, tolerance); });
}

std::vector<SegmentProfile> MoveSolids::profiles(const Vec3& start, const Vec3& end, Contents mask,
                                                 const Tolerance& tolerance) const {
    if (models_.empty()) return {all_.profile(start, end, mask, tolerance)};
    std::vector<SegmentProfile> found;
    for (const SolidSet& model : models_)
        if (!model.clear(start, end, mask)) found.push_back(model.profile(start, end, mask, tolerance));
    return found;
}

}  // namespace hullbake::oracle
