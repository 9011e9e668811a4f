// Which brush side a trace entered: a small query around the contact among the bare brushes, grown by the hull's box.

#include <cmath>

#include "brush_set.hpp"
#include "hullbake/clip_map.hpp"

namespace hullbake {

using namespace detail;
using namespace format;

namespace {

// Grown planes and the hull's tree agree to rounding.
constexpr double kSurfaceSearch = 0.01;  // units around the contact
constexpr double kSameNormal = 1e-6;     // of the difference of unit normals

struct Candidate {
    std::uint32_t brush = 0, side = 0;
    double error = kSurfaceSearch;  // units between the contact and the grown side
    bool bevel = true;
    bool found = false;

    /// Faces before bevels, then the nearest, then the first in the map.
    bool worseThan(double otherError, bool otherBevel, std::uint32_t otherBrush) const {
        if (!found || bevel != otherBevel) return !found || bevel;
        if (std::fabs(error - otherError) > 1e-9) return otherError < error;
        return otherBrush < brush;
    }
};

class SurfaceSearch {
  public:
    SurfaceSearch(const BrushSet& set, const Trace& trace, const Vec3& contact)
        : set_(set), trace_(trace), contact_(contact) {}

    void visit(std::uint32_t index) {
        const BrushRecord& brush = set_.brushes[index];
        const bool blocks = (brush.contents & static_cast<std::uint32_t>(trace_.contents)) != 0;
        if (!blocks || !set_.rule.takesPart(brush)) return;
        for (std::uint32_t i = brush.firstSide; i < brush.firstSide + brush.sideCount; ++i)
            if (grownDistance(set_.sides[i], set_.box, contact_) > kSurfaceSearch) return;
        for (std::uint32_t i = brush.firstSide; i < brush.firstSide + brush.sideCount; ++i) consider(index, i);
    }

    const Candidate& best() const { return best_; }

  private:
    static Vec3 normalOf(const SideRecord& side) { return {side.normal[0], side.normal[1], side.normal[2]}; }

    void consider(std::uint32_t brush, std::uint32_t index) {
        const SideRecord& side = set_.sides[index];
        if (length(normalOf(side) - trace_.normal) > kSameNormal) return;
        const double error = std::fabs(grownDistance(side, set_.box, contact_));
        const bool bevel = (side.flags & kSideIsBevel) != 0;
        if (error > kSurfaceSearch || !best_.worseThan(error, bevel, brush)) return;
        best_ = {brush, index, error, bevel, true};
    }

    const BrushSet& set_;
    const Trace& trace_;
    Vec3 contact_;
    Candidate best_;
};

}  // namespace

Surface ClipMap::surface(const TraceInput& input, const Trace& trace) const noexcept {
    if (!validQuery(input.start, input.hull, input.model)) return {};
    return surfaceIn(hullBrushes(input.hull, input.model), input, trace);
}

Surface ClipMap::surface(const Box& box, const TraceInput& input, const Trace& trace) const noexcept {
    if (!validBox(box) || !validPlace(input.start, input.model)) return {};
    return surfaceIn(boxBrushes(box, input.model), input, trace);
}

Surface ClipMap::surfaceIn(const BrushSet& set, const TraceInput& input, const Trace& trace) const noexcept {
    if (!trace.hit || trace.invalid || trace.normal == Vec3{}) return {};
    const Vec3 contact = input.start + (input.end - input.start) * trace.hitFraction;
    SurfaceSearch search(set, trace, contact);
    set.forBrushesAt(contact, [&](std::uint32_t brush) { search.visit(brush); });
    const Candidate& best = search.best();
    return best.found ? surfaceOf(best.brush, best.side) : Surface{};
}

Surface ClipMap::surfaceOf(std::uint32_t index, std::uint32_t side) const noexcept {
    const BrushRecord& brush = brushes_[index];
    const FaceRecord& face = faces_[sides_[side].face];
    const bool bevel = (sides_[side].flags & kSideIsBevel) != 0;
    return {text(face.texture), brush.number, face.number, face.line, brush.entity, bevel, true};
}

}  // namespace hullbake
