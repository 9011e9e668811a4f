#include "oracle/judge/tolerance_bands.hpp"

#include <algorithm>

#include "oracle/trace/segment_stretches.hpp"

namespace hullbake::oracle {

namespace {

bool solidAt(const Stretches& look, double t) {
    return std::any_of(look.runs.begin(), look.runs.end(),
                       [&](const Stretch& run) { return run.solid && run.from <= t && t < run.to; });
}

}  // namespace

Readings::Readings(const SolidSet& solids, const TraceCase& input, Masks masks)
    : length_(length(input.end - input.start)) {
    std::vector<Stretches> looks, apart;
    std::vector<double> cuts = {0, 1};
    for (const Tolerance& look : kLooks) {
        looks.push_back(solids.stretches(input.start, input.end, input.probe.mask, look));
        (looks.back().startsInside ? startSolid_ : startFree_) = true;
        (looks.back().endsInside ? endSolid_ : endFree_) = true;
        for (const Stretch& run : looks.back().runs) cuts.push_back(run.to);
    }
    if (masks == Masks::Apart)
        for (const Contents half : {kMaskBlocking, kMaskLiquid}) {
            apart.push_back(solids.stretches(input.start, input.end, input.probe.mask & half, {}));
            for (const Stretch& run : apart.back().runs) cuts.push_back(run.to);
        }
    std::sort(cuts.begin(), cuts.end());
    for (std::size_t i = 1; i < cuts.size(); ++i) {
        if (!(cuts[i - 1] < cuts[i])) continue;
        Part part{cuts[i - 1], cuts[i]};
        const double middle = (part.from + part.to) / 2;
        for (const Stretches& look : looks) (solidAt(look, middle) ? part.solid : part.free) = true;
        if (!apart.empty() && !solidAt(apart[0], middle) && !solidAt(apart[1], middle)) part.free = true;
        parts_.push_back(part);
    }
}

/// Where, from `after` on, every reading is solid, or free, for longer than the tolerance; beyond 1 if nowhere.
double Readings::firstSure(bool solid, double after) const {
    double from = -1;
    for (const Part& part : parts_) {
        if (part.to <= after || (solid ? part.free : part.solid)) {
            from = -1;
            continue;
        }
        if (from < 0) from = std::max(part.from, after);
        if ((part.to - from) * length_ >= kSurfaceTolerance) return from;
    }
    return 2;
}

bool Readings::maybeSolidAround(double t) const {
    const double reach = kContactTolerance / length_;
    return (endSolid_ && t + reach >= 1) || std::any_of(parts_.begin(), parts_.end(), [&](const Part& part) {
               return part.solid && part.from <= t + reach && part.to >= t - reach;
           });
}

bool Readings::allow(const Trace& trace, bool nearSolid) const {
    if (!(length_ > 0) || trace.invalid || !(trace.startsolid ? startSolid_ : startFree_)) return false;
    const double sureFree = firstSure(false, 0);
    if (trace.allsolid) return sureFree > 1;
    // What the trace starts in is left before anything is surely free; the later, the more may be free behind it.
    const double contact = trace.hit ? trace.hitFraction : 1;
    const double left = trace.startsolid ? std::min(sureFree, contact) : 0;
    const bool leaves =
        !trace.startsolid || endFree_ || std::any_of(parts_.begin(), parts_.end(), [&](const Part& part) {
            return part.free && part.from <= contact + kContactTolerance / length_;
        });
    if (!leaves) return false;
    const double sureSolid = firstSure(true, left);
    if (!trace.hit) return sureSolid > 1;
    return contact <= sureSolid + kContactTolerance / length_ && (nearSolid || maybeSolidAround(contact));
}

}  // namespace hullbake::oracle
