#include "oracle/judge/compare_round.hpp"

#include <algorithm>
#include <cmath>

namespace hullbake::oracle {

namespace {

/// Units that a point of contact may lie beside brush or body.
constexpr double kPointError = 1e-6;

class RoundComparison {
  public:
    RoundComparison(const ClipMap& map, RoundedSet& set, const RoundedBody& body, const Probe& probe,
                    const Segment& way)
        : map_(map), set_(set), body_(body), probe_(probe), way_(way), delta_(way.end - way.start) {}

    RoundVerdict run() {
        verdict_.answer = set_.cast(way_, probe_.mask);
        if (!verdict_.answer.undecided) verdict_.reason = differs(map_.trace(probe_, way_.start, way_.end));
        return verdict_;
    }

  private:
    std::string differs(const Trace& trace) {
        const RoundedAnswer& answer = verdict_.answer;
        std::string reason = compareFlags(map_, probe_, way_, trace, answer);
        if (!reason.empty() || answer.allsolid || !answer.hit) return reason;
        reason = contact(trace);
        if (reason.empty()) reason = pullBack(trace);
        return reason;
    }

    std::string contact(const Trace& trace) {
        const RoundedAnswer& answer = verdict_.answer;
        if (!any(trace.contents & probe_.mask)) return "hits contents that the mask leaves out";
        verdict_.along = std::fabs(trace.hitFraction - static_cast<double>(answer.t)) * length(delta_);
        if (verdict_.along > kRoundAlong) return "contact " + std::to_string(verdict_.along) + " units off";
        // Where the body starts in solid, or deeper than it touches, there is no one point of contact.
        if (answer.startsolid || answer.t == 0) return {};
        const Vec3 at = way_.start + delta_ * trace.hitFraction;
        // A capsule may lie along an edge, so that its part says little, and takes long to find.
        const RoundedGap nearest = set_.nearestEntered(at, body_.ends[0] == body_.ends[1]);
        verdict_.across = static_cast<double>(std::fabs(nearest.gap));
        verdict_.part = nearest.part;
        if (verdict_.across > kRoundAcross) return "the body is not at the surface where it touches";
        if (std::fabs(length(trace.normal) - 1) > 1e-14) return "the normal's length is not 1";
        if (!(dot(trace.normal, delta_) < 0)) return "the normal does not face the way";
        return point(trace, at);
    }

    std::string point(const Trace& trace, const Vec3& at) {
        const ContactPoint contact = map_.contactPoint(probe_, way_.start, way_.end, trace);
        if (!contact.found) return "no point of contact";
        verdict_.feature = contact.feature;
        // A plane that stays is touched by the origin.
        if (set_.isHeld(at, trace.normal, kRoundAcross) && length(contact.point - at) <= kRoundAcross)
            return contact.feature == Feature::Face ? "" : "a plane that stays is no face";
        if (set_.offSurface(contact.point, probe_.mask) > kPointError) return "the point lies beside the brush";
        // The point lies on the body: its distance from the core, along the normal, is the radius.
        const Vec3 middle = contact.point + trace.normal * body_.radius;
        const Vec3 from = at + body_.ends[0], core = body_.ends[1] - body_.ends[0];
        const double square = dot(core, core);
        const double share = square > 0 ? std::clamp(dot(middle - from, core) / square, 0.0, 1.0) : 0;
        return length(middle - from - core * share) > kPointError ? "the point lies beside the body" : "";
    }

    std::string pullBack(const Trace& trace) {
        const std::string reason = comparePullBack(probe_, way_, trace);
        if (!reason.empty() || verdict_.answer.startsolid) return reason;
        const double gap = static_cast<double>(set_.nearest(trace.endpos, probe_.mask, false).gap);
        return gap < -kSurfaceTolerance - kRoundedPlace ? "ends in solid" : "";
    }

    const ClipMap& map_;
    RoundedSet& set_;
    const RoundedBody& body_;
    const Probe& probe_;
    const Segment& way_;
    const Vec3 delta_;
    RoundVerdict verdict_;
};

}  // namespace

std::string compareFlags(const ClipMap& map, const Probe& probe, const Segment& way, const Trace& trace,
                         const RoundedAnswer& answer) {
    if (trace.invalid) return "invalid";
    if (trace.startsolid != answer.startsolid || trace.allsolid != answer.allsolid) return "wrong start flags";
    if (probe.mask == kMaskAll && any(map.contentsAt(probe, way.start)) != answer.startsolid)
        return "contents differ from those at the start of a trace";
    if (answer.allsolid)
        return trace.fraction == 0 && trace.endpos == way.start ? "" : "leaves a place in solid all the way";
    if (trace.hit != answer.hit) return answer.hit ? "misses what the oracle hits" : "hits what the oracle misses";
    if (!trace.hit) return trace.fraction == 1 && trace.endpos == way.end ? "" : "a miss that ends early";
    return {};
}

std::string comparePullBack(const Probe& probe, const Segment& way, const Trace& trace) {
    if (!(trace.fraction >= 0) || trace.fraction > trace.hitFraction) return "ends behind its contact";
    const Vec3 there = way.start + (way.end - way.start) * trace.fraction;
    if (length(there - trace.endpos) > kRoundedPlace) return "endpos is not at fraction";
    if (trace.startsolid) return {};
    const Plane plane{trace.normal, trace.dist};
    const double before = distanceTo(plane, way.start), after = distanceTo(plane, trace.endpos);
    return after < std::min(probe.skin, before) - kRoundAcross ? "ends within the skin" : "";
}

RoundVerdict compareRound(const ClipMap& map, RoundedSet& set, const RoundedBody& body, const Probe& probe,
                          const Segment& way) {
    return RoundComparison(map, set, body, probe, way).run();
}

}  // namespace hullbake::oracle
