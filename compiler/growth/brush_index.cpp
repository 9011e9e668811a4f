#include "compiler/growth/brush_index.hpp"

#include <algorithm>
#include <cmath>

namespace hullbake {

namespace {

std::vector<Box> boundsOf(std::span<const GrownBrush* const> brushes) {
    std::vector<Box> boxes;
    boxes.reserve(brushes.size());
    for (const GrownBrush* brush : brushes) boxes.push_back(brush->bounds);
    return boxes;
}

}  // namespace

BrushIndex::BrushIndex(const PlaneTable& planes, std::span<const GrownBrush* const> brushes)
    : brushes_(brushes), boxes_(boundsOf(brushes)) {
    planesBegin_.reserve(brushes.size() + 1);
    for (const GrownBrush* brush : brushes) {
        planesBegin_.push_back(static_cast<std::uint32_t>(planes_.size()));
        for (const PlaneId plane : brush->planes) planes_.push_back(planes[plane]);
    }
    planesBegin_.push_back(static_cast<std::uint32_t>(planes_.size()));
}

Contents BrushIndex::contentsAt(const Vec3& p, double& clearance) const {
    Contents contents = Contents::Empty;
    clearance = 1e30;
    boxes_.each({p, p}, [&](std::uint32_t brush) {
        double outside = -1e30;  // distance to the brush from outside; negative: depth
        for (std::uint32_t i = planesBegin_[brush]; i < planesBegin_[brush + 1]; ++i) {
            outside = std::max(outside, distanceTo(planes_[i], p));
            if (outside > kOnPlane) return;
        }
        clearance = std::min(clearance, std::fabs(outside));
        contents |= brushes_[brush]->contents;  // brushes are closed, so a seam between two is inside
    });
    // Overlaps with solid count as solid.
    return resolveOverlap(contents);
}

double BrushIndex::distanceToFirst(const Vec3& from, const Vec3& direction, double reach) const {
    Box box = kEmptyBox;
    growBounds(box, from);
    growBounds(box, from + direction * reach);
    boxes_.each(box, [&](std::uint32_t brush) {
        double enters = 0, leaves = reach;
        for (std::uint32_t i = planesBegin_[brush]; i < planesBegin_[brush + 1]; ++i) {
            const double slope = dot(planes_[i].normal, direction), away = distanceTo(planes_[i], from);
            if (slope == 0) {
                if (away > 0) return;
            } else if (slope < 0) {
                enters = std::max(enters, -away / slope);
            } else {
                leaves = std::min(leaves, -away / slope);
            }
            if (enters > leaves) return;
        }
        reach = enters;
    });
    return reach;
}

}  // namespace hullbake
