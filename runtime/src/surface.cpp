// Which brush side a trace entered: a small query around the contact among the bare brushes, grown by the hull's box.

#include <cmath>

#include "hullbake/clip_map.hpp"

namespace hullbake {

using namespace format;

namespace {

// Grown planes and the hull's tree agree to rounding on on-grid maps, and to the reuse of planes on others.
constexpr double kSurfaceSearch = 0.01;   // units around the contact
constexpr double kSameNormal = 1e-6;      // of the difference of unit normals

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
    SurfaceSearch(std::span<const BrushRecord> brushes, std::span<const SideRecord> sides, const Box& box, HullId hull,
                  const Trace& trace, const Vec3& contact)
        : brushes_(brushes), sides_(sides), box_(box), hull_(hull), trace_(trace), contact_(contact) {}

    bool overlaps(const float (&mins)[3], const float (&maxs)[3]) const {
        for (int a = 0; a < 3; ++a)
            if (contact_[a] + box_.maxs[a] < mins[a] - kSurfaceSearch || contact_[a] + box_.mins[a] > maxs[a] + kSurfaceSearch)
                return false;
        return true;
    }

    void visit(std::uint32_t index) {
        const BrushRecord& brush = brushes_[index];
        const bool blocks = (brush.contents & static_cast<std::uint32_t>(trace_.contents)) != 0;
        if (!blocks || (brush.hullMask >> hull_.value & 1) == 0 || !overlaps(brush.mins, brush.maxs)) return;
        for (std::uint32_t i = brush.firstSide; i < brush.firstSide + brush.sideCount; ++i)
            if (grownDistance(sides_[i]) > kSurfaceSearch) return;
        for (std::uint32_t i = brush.firstSide; i < brush.firstSide + brush.sideCount; ++i) consider(index, i);
    }

    const Candidate& best() const { return best_; }

  private:
    static Vec3 normalOf(const SideRecord& side) { return {side.normal[0], side.normal[1], side.normal[2]}; }

    double grownDistance(const SideRecord& side) const {
        const Vec3 normal = normalOf(side);
        const double shift = (side.flags & kSideNotGrown) != 0 ? 0 : support(normal, box_);
        return dot(normal, contact_) - side.dist - shift;
    }

    void consider(std::uint32_t brush, std::uint32_t index) {
        const SideRecord& side = sides_[index];
        if (length(normalOf(side) - trace_.normal) > kSameNormal) return;
        const double error = std::fabs(grownDistance(side));
        const bool bevel = (side.flags & kSideIsBevel) != 0;
        if (error > kSurfaceSearch || !best_.worseThan(error, bevel, brush)) return;
        best_ = {brush, index, error, bevel, true};
    }

    std::span<const BrushRecord> brushes_;
    std::span<const SideRecord> sides_;
    Box box_;
    HullId hull_;
    const Trace& trace_;
    Vec3 contact_;
    Candidate best_;
};

}  // namespace

Surface ClipMap::surface(const TraceInput& input, const Trace& trace) const noexcept {
    Surface surface;
    if (!trace.hit || trace.invalid || trace.normal == Vec3{}) return surface;
    if (!validQuery(input.start, input.hull, input.model)) return surface;
    const ModelRecord& model = models_[input.model.value];
    if (model.bvhRoot == kNoIndex) return surface;

    const Vec3 contact = input.start + (input.end - input.start) * trace.hitFraction;
    SurfaceSearch search(brushes_, sides_, hull(input.hull).box, input.hull, trace, contact);
    std::uint32_t stack[8 * kMaxBvhDepth];
    int pending = 0;
    stack[pending++] = model.bvhRoot;
    while (pending > 0) {
        const BvhNode& node = bvh_[stack[--pending]];
        for (int slot = 0; slot < 8; ++slot) {
            if (node.child[slot] == kNoIndex) continue;
            const float mins[3] = {node.mins[0][slot], node.mins[1][slot], node.mins[2][slot]};
            const float maxs[3] = {node.maxs[0][slot], node.maxs[1][slot], node.maxs[2][slot]};
            if (!search.overlaps(mins, maxs)) continue;
            if ((node.child[slot] & kBvhLeaf) != 0) search.visit(node.child[slot] & ~kBvhLeaf);
            else stack[pending++] = node.child[slot];
        }
    }
    const Candidate& best = search.best();
    if (!best.found) return surface;
    const BrushRecord& brush = brushes_[best.brush];
    const FaceRecord& face = faces_[sides_[best.side].face];
    return {text(face.texture), brush.number, face.number, face.line, brush.entity, best.bevel, true};
}

}  // namespace hullbake
