#include "oracle/judge/compare_shape.hpp"

#include <algorithm>
#include <cmath>

namespace hullbake::oracle {

namespace {

class ShapeComparison {
  public:
    ShapeComparison(const ClipMap& map, ShapeSet& set, const Probe& probe, const Segment& way)
        : map_(map), set_(set), probe_(probe), way_(way), delta_(way.end - way.start) {}

    RoundVerdict run() {
        verdict_.answer = set_.cast(way_, probe_.mask);
        if (!verdict_.answer.undecided) verdict_.reason = differs(map_.trace(probe_, way_.start, way_.end));
        return verdict_;
    }

  private:
    std::string differs(const Trace& trace) {
        const RoundedAnswer& answer = verdict_.answer;
        const std::string reason = compareFlags(map_, probe_, way_, trace, answer);
        if (!reason.empty() || answer.allsolid || !answer.hit) return reason;
        if (!any(trace.contents & probe_.mask)) return "hits contents that the mask leaves out";
        verdict_.along = std::fabs(trace.hitFraction - static_cast<double>(answer.t)) * length(delta_);
        if (verdict_.along > kRoundAlong) return "contact " + std::to_string(verdict_.along) + " units off";
        // Where the body starts in solid, or deeper than it touches, there is no one point of contact.
        if (answer.startsolid || answer.t <= 0) return pullBack(trace);
        const Vec3 at = way_.start + delta_ * trace.hitFraction;
        if (!set_.isInsideEntered(at, -kRoundAcross) || set_.isInsideEntered(at, kRoundAcross))
            return "the body is not at the surface where it touches";
        const std::string wrong = contact(trace, at);
        return wrong.empty() ? pullBack(trace) : wrong;
    }

    std::string contact(const Trace& trace, const Vec3& at) {
        if (std::fabs(length(trace.normal) - 1) > 1e-14) return "the normal's length is not 1";
        if (!(dot(trace.normal, delta_) < 0)) return "the normal does not face the way";
        const ContactPoint contact = map_.contactPoint(probe_, way_.start, way_.end, trace);
        if (!contact.found) return "no point of contact";
        verdict_.feature = contact.feature;
        if (!contact.surfaces[0].found) return "no surface at the contact";
        // A plane that stays is touched by the origin.
        if (set_.isHeld(at, trace.normal, kRoundAcross) && length(contact.point - at) <= kRoundAcross)
            return contact.feature == Feature::Face ? "" : "a plane that stays is no face";
        if (set_.body().outside(contact.point - at) > kRoundAcross) return "the point lies beside the body";
        if (!set_.isBehind(contact.point, trace.normal, probe_.mask, kRoundAcross))
            return "no brush is behind the plane of contact";
        const double reach = set_.body().reachAgainst(trace.normal);
        verdict_.across = std::fabs(dot(trace.normal, at - contact.point) - reach);
        return verdict_.across > 2 * kRoundAcross ? "the body does not lie before the plane of contact" : "";
    }

    std::string pullBack(const Trace& trace) {
        const std::string reason = comparePullBack(probe_, way_, trace);
        if (!reason.empty() || verdict_.answer.startsolid) return reason;
        return set_.isInside(trace.endpos, probe_.mask, kSurfaceTolerance + kRoundedPlace) ? "ends in solid" : "";
    }

    const ClipMap& map_;
    ShapeSet& set_;
    const Probe& probe_;
    const Segment& way_;
    const Vec3 delta_;
    RoundVerdict verdict_;
};

}  // namespace

RoundVerdict compareShape(const ClipMap& map, ShapeSet& set, const Probe& probe, const Segment& way) {
    return ShapeComparison(map, set, probe, way).run();
}

}  // namespace hullbake::oracle
