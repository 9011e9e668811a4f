// Finds the brush side that a trace entered, by a search around the contact among the bare brushes, grown by the box.

#include "query/surface.hpp"

#include <cmath>

#include "brushes/model_brushes.hpp"
#include "brushes/turned_set.hpp"
#include "hullbake/clip_map.hpp"
#include "query/probe_checks.hpp"
#include "query/shape_query.hpp"
#include "scene/member_shapes.hpp"
#include "scene/members.hpp"

namespace hullbake::detail {

using namespace format;

namespace {

// The planes of grown brushes and of the hull's tree agree to rounding.
constexpr double kSurfaceSearch = 0.01;  // search radius around the contact, units
constexpr double kSameNormal = 1e-6;     // upper bound of the difference of equal unit normals

struct Candidate {
    std::uint32_t brush = 0, face = 0;
    double error = kSurfaceSearch;  // units between the contact and the grown side
    bool bevel = true;
    bool found = false;

    /// Returns true if the other side is preferred: faces before bevels, then the nearest, then the first in the map.
    bool worseThan(double otherError, bool otherBevel, std::uint32_t otherBrush) const {
        if (!found || bevel != otherBevel) return !found || bevel;
        if (std::fabs(error - otherError) > 1e-9) return otherError < error;
        return otherBrush < brush;
    }
};

template <class Set>
class SurfaceSearch {
  public:
    SurfaceSearch(const Set& set, const Trace& trace, const Vec3& contact)
        : set_(set), trace_(trace), contact_(contact) {}

    void visit(std::uint32_t index) {
        const BrushRecord& brush = set_.brushes[index];
        const bool blocks = (brush.contents & static_cast<std::uint32_t>(trace_.contents)) != 0;
        if (!blocks || !set_.rule.takesPart(brush)) return;
        const typename Set::Sides sides = set_.sidesOf(brush);
        for (const SideRecord& side : sides)
            if (grownDistance(side, set_.box, contact_) > kSurfaceSearch) return;
        for (const SideRecord& side : sides) consider(index, side);
    }

    const Candidate& best() const { return best_; }

  private:
    static Vec3 normalOf(const SideRecord& side) { return {side.normal[0], side.normal[1], side.normal[2]}; }

    void consider(std::uint32_t brush, const SideRecord& side) {
        if (length(normalOf(side) - trace_.normal) > kSameNormal) return;
        const double error = std::fabs(grownDistance(side, set_.box, contact_));
        const bool bevel = (side.flags & kSideIsBevel) != 0;
        if (error > kSurfaceSearch || !best_.worseThan(error, bevel, brush)) return;
        best_ = {brush, side.face, error, bevel, true};
    }

    const Set& set_;
    const Trace& trace_;
    Vec3 contact_;
    Candidate best_;
};

}  // namespace

template <class Set>
FoundSide sideHit(const Set& set, const TraceQuery& query, const Trace& trace) {
    if (!trace.hit || trace.invalid || trace.normal == Vec3{}) return {};
    const Vec3 contact = query.start + (query.end - query.start) * trace.hitFraction;
    SurfaceSearch<Set> search(set, trace, contact);
    set.forBrushesAt(contact, [&](std::uint32_t brush) { search.visit(brush); });
    const Candidate& best = search.best();
    return {best.brush, best.face, best.bevel, best.found};
}

template FoundSide sideHit(const BrushSet&, const TraceQuery&, const Trace&);
template FoundSide sideHit(const TurnedSet&, const TraceQuery&, const Trace&);

Surface surfaceOf(const Tables& tables, const FoundSide& side) {
    if (!side.found) return {};
    const BrushRecord& brush = tables.brushes[side.brush];
    const FaceRecord& face = tables.faces[side.face];
    return {tables.text(face.texture), brush.number, face.number, face.line, brush.entity, side.bevel, true};
}

}  // namespace hullbake::detail

namespace hullbake {

Surface ClipMap::surface(const Probe& probe, const Vec3& start, const Vec3& end, const Trace& trace) const noexcept {
    using namespace detail;
    if (trace.member.isBody() || (!trace.member.none() && probe.scene == nullptr)) return {};
    if (trace.member.isModel()) {
        if (trace.member.index() >= probe.scene->models.size()) return {};
        Trace alone = trace;
        alone.member = kNoMember;
        return surface(probeOfModel(tables_, probe, probe.scene->models[trace.member.index()]), start, end, alone);
    }
    const ModelId model = probe.model == kAllModels ? trace.model : probe.model;
    if (!accepts(probe, start) || model.value >= tables_.models.size()) return {};
    if (probe.shape != nullptr) return surfaceOfShape(tables_, {start, end, probe, model}, trace);
    if (turns(probe)) {
        const TurnedSet set = turnedBrushes(tables_, *probe.box, model, *probe.transform);
        return surfaceOf(tables_, sideHit(set, {start, end, probe, model}, trace));
    }
    const Vec3 away = displacementOf(probe), from = start - away, to = end - away;
    const BrushSet set = probeBrushes(tables_, probe, model);
    return surfaceOf(tables_, sideHit(set, {from, to, probe, model}, trace));
}

ContactPoint ClipMap::contactPoint(const Probe& probe, const Vec3& start, const Vec3& end,
                                   const Trace& trace) const noexcept {
    const ModelId model = probe.model == kAllModels ? trace.model : probe.model;
    if (probe.shape == nullptr || !accepts(probe, start) || model.value >= tables_.models.size()) return {};
    if (!trace.member.none()) return detail::contactOfMember(tables_, probe, start, end, trace);
    return detail::contactOfShape(tables_, {start, end, probe, model}, trace);
}

}  // namespace hullbake
