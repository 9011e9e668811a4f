#include "oracle/judge/tolerance_bands.hpp"

#include <algorithm>

namespace hullbake::oracle {

namespace {

/// Returns true if the band is solid at the fraction `t`.
bool solidAt(const SegmentProfile& band, double t) {
    return std::any_of(band.runs.begin(), band.runs.end(),
                       [&](const Stretch& run) { return run.solid && run.from <= t && t < run.to; });
}

}  // namespace

AcceptableAnswers::AcceptableAnswers(const SolidSet& solids, const TraceCase& input, Masks masks)
    : length_(length(input.end - input.start)) {
    std::vector<SegmentProfile> bands, apart;
    std::vector<double> cuts = {0, 1};
    for (const Tolerance& tolerance : kTolerances) {
        bands.push_back(solids.profile(input.start, input.end, input.probe.mask, tolerance));
        (bands.back().startsInside ? startSolid_ : startFree_) = true;
        (bands.back().endsInside ? endSolid_ : endFree_) = true;
        for (const Stretch& run : bands.back().runs) cuts.push_back(run.to);
    }
    if (masks == Masks::Apart)
        for (const Contents half : {kMaskBlocking, kMaskPassable}) {
            apart.push_back(solids.profile(input.start, input.end, input.probe.mask & half, {}));
            for (const Stretch& run : apart.back().runs) cuts.push_back(run.to);
        }
    std::sort(cuts.begin(), cuts.end());
    for (std::size_t i = 1; i < cuts.size(); ++i) {
        if (!(cuts[i - 1] < cuts[i])) continue;
        Part part{cuts[i - 1], cuts[i]};
        const double middle = (part.from + part.to) / 2;
        for (const SegmentProfile& band : bands) (solidAt(band, middle) ? part.solid : part.free) = true;
        if (!apart.empty() && !solidAt(apart[0], middle) && !solidAt(apart[1], middle)) part.free = true;
        parts_.push_back(part);
    }
}

/// Returns the first fraction from `after` on where every tolerance says solid, or free, for longer than
/// kSurfaceTolerance. Returns 2 if there is none.
double AcceptableAnswers::firstCertain(bool solid, double after) const {
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

bool AcceptableAnswers::possiblySolidNear(double t) const {
    const double reach = kContactTolerance / length_;
    return (endSolid_ && t + reach >= 1) || std::any_of(parts_.begin(), parts_.end(), [&](const Part& part) {
               return part.solid && part.from <= t + reach && part.to >= t - reach;
           });
}

bool AcceptableAnswers::accept(const Trace& trace, bool nearSolid) const {
    if (!(length_ > 0) || trace.invalid || !(trace.startsolid ? startSolid_ : startFree_)) return false;
    const double certainlyFree = firstCertain(false, 0);
    if (trace.allsolid) return certainlyFree > 1;
    // A start in solid must be left no later than the first point that is free at every tolerance.
    const double contact = trace.hit ? trace.hitFraction : 1;
    const double left = trace.startsolid ? std::min(certainlyFree, contact) : 0;
    const bool leaves =
        !trace.startsolid || endFree_ || std::any_of(parts_.begin(), parts_.end(), [&](const Part& part) {
            return part.free && part.from <= contact + kContactTolerance / length_;
        });
    if (!leaves) return false;
    const double certainlySolid = firstCertain(true, left);
    if (!trace.hit) return certainlySolid > 1;
    return contact <= certainlySolid + kContactTolerance / length_ && (nearSolid || possiblySolidNear(contact));
}

}  // namespace hullbake::oracle
