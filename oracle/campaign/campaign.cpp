#include "oracle/campaign/campaign.hpp"

#include <algorithm>
#include <sstream>

#include "oracle/judge/compare_trace.hpp"
#include "oracle/trace/cracks.hpp"

namespace hullbake::oracle {
namespace {

/// Well inside, in space where no needle counts less than by the contract's tolerance.
constexpr Tolerance kDeeper{5 * kSurfaceTolerance, Tolerance{}.sliver / 5};
/// Cracks thinner than the tolerance do not count.
constexpr Tolerance kNoCracks{kSurfaceTolerance, 1, kSurfaceTolerance};
/// Units around a place.
constexpr double kAround = 1e-3;
constexpr std::size_t kKeptDifferences = 5;

class Campaign {
  public:
    Campaign(const ClipMap& map, const Probe& probe, const SolidSet& solids, const CampaignSettings& settings)
        : map_(map), probe_(probe), solids_(solids), settings_(settings) {}

    void trace(const Query& query);
    void point(const PointQuery& query);
    const Tally& tally() const { return result_.tally; }
    CampaignResult take() { return std::move(result_); }

  private:
    bool blocked(const Vec3& p) const { return any(map_.contentsAt(probe_, p) & kMaskBlocking); }
    Trace traceInPlace(const Vec3& p, Contents mask) const;
    bool reachedAround(const Vec3& p) const;
    bool openBeside(const Vec3& p, double around) const;
    bool startsInFilledFree(const Vec3& p) const;
    bool nextToFilled(const Vec3& p) const;
    Vec3 lastReached(const TraceCase& input, double t) const;
    bool leavesReachedSpace(const TraceCase& input, const Trace& trace, const Verdict& verdict) const;
    bool entersFilledToo(const TraceCase& input, const Trace& trace, const Verdict& verdict) const;
    bool clear(const Vec3& p) const;
    bool tookSpaceBeside(const Vec3& p) const;
    bool seenFromReached(const Vec3& p) const;
    bool tookReachedSpace(const Vec3& p) const;
    bool stopsAtClosedCrack(const TraceCase& input, const Trace& trace, const Verdict& verdict) const;
    bool filledQuery(TraceCase& input, QueryKind kind);
    void count(const Query& query, const Trace& trace, const Verdict& verdict);
    void keep(std::string_view kind, const std::string& reason, const Vec3& where, bool ofPoint);

    const ClipMap& map_;
    const Probe& probe_;
    const SolidSet& solids_;
    const CampaignSettings& settings_;
    CampaignResult result_;
    std::size_t keptTraces_ = 0, keptPoints_ = 0;
    std::array<Vec3, 4> reached_{};  ///< the last points that were free, by the hull too, with room around them
    std::size_t reachedCount_ = 0;
};

/// The 27 points of a small cube around `p`.
template <typename Visit>
void visitAround(const Vec3& p, double around, Visit&& visit) {
    for (int i = 0; i < 27; ++i)
        visit(p +
              Vec3{static_cast<double>(i % 3 - 1), static_cast<double>(i / 3 % 3 - 1), static_cast<double>(i / 9 - 1)} *
                  around);
}

/// The trace from `p` to itself.
Trace Campaign::traceInPlace(const Vec3& p, Contents mask) const {
    Probe probe = probe_;
    probe.mask = mask;
    return map_.trace(probe, p, p);
}

bool Campaign::reachedAround(const Vec3& p) const {
    bool reached = false;
    visitAround(p, kAround, [&](const Vec3& q) { reached = reached || !blocked(q); });
    return reached;
}

/// A start on the edge between reached and filled space is free to go either way by the map, but not by the hull: all
/// that is free around it must be free in the hull.
bool Campaign::startsInFilledFree(const Vec3& p) const {
    if (blocked(p)) return false;
    bool agrees = true;
    visitAround(p, kAround,
                [&](const Vec3& q) { agrees = agrees && (!blocked(q) || solids_.inside(q, kMaskBlocking)); });
    return agrees;
}

/// Whether filled space is within the tolerance of `p`.
bool Campaign::nextToFilled(const Vec3& p) const {
    bool next = false;
    visitAround(p, kSurfaceTolerance,
                [&](const Vec3& q) { next = next || (blocked(q) && !solids_.inside(q, kMaskBlocking)); });
    return next;
}

/// Whether reached and filled space next to `p` are open to each other, but for cracks: then the fill took what it must
/// not.
bool Campaign::openBeside(const Vec3& p, double around) const {
    std::vector<Vec3> reached, filled;
    visitAround(p, around, [&](const Vec3& q) {
        if (clear(q) && !inCrack(solids_, q)) (blocked(q) ? filled : reached).push_back(q);
    });
    const auto open = [&](const Vec3& from, const Vec3& to) {
        const Vec3 way = normalized(to - from);
        const auto [u, v] = across(way);
        const double wide = around / 8;
        for (const Vec3& beside : {Vec3{}, u * wide, u * -wide, v * wide, v * -wide})
            if (const TraceAnswer answer = solids_.trace(from + beside, to + beside, kMaskBlocking);
                answer.hit || answer.startsolid)
                return false;
        return true;
    };
    return std::any_of(reached.begin(), reached.end(), [&](const Vec3& from) {
        return std::any_of(filled.begin(), filled.end(), [&](const Vec3& to) { return open(from, to); });
    });
}

/// Where the trace, before the fraction `t`, last was next to reached space.
Vec3 Campaign::lastReached(const TraceCase& input, double t) const {
    const Vec3 way = input.end - input.start;
    double low = 0, high = t;
    if (reachedAround(input.start + way * t)) return input.start + way * t;
    constexpr int kHalvings = 50;
    for (int i = 0; i < kHalvings; ++i) {
        const double middle = (low + high) / 2;
        (reachedAround(input.start + way * middle) ? low : high) = middle;
    }
    return input.start + way * low;
}

/// Reached and filled space may touch in an edge or a vertex, and a trace that slides exactly along surfaces finds that
/// passage of no width. By the map it is free beyond; the hull stops it there, or where a leaf of no width ends, and
/// both are right. The passage is next to brushes, no way around it is open, and somewhere beyond what is free by the
/// map is solid in the hull.
bool Campaign::leavesReachedSpace(const TraceCase& input, const Trace& trace, const Verdict& verdict) const {
    if (!trace.hit || trace.hitFraction >= verdict.answer.hitFraction) return false;
    const Vec3 way = input.end - input.start;
    const Vec3 contact = input.start + way * trace.hitFraction;
    const Vec3 at = lastReached(input, trace.hitFraction);
    const PointAnswer around = solids_.contents(contact, {kAround});
    const bool besideBrushes = any((around.possible | around.certain) & kMaskBlocking);
    if (at == contact && (solids_.contents(contact).blocked || !besideBrushes)) return false;
    // A little beyond, it may still touch reached space: traces may meet the edge at any angle.
    const double open = (verdict.answer.hitFraction - trace.hitFraction) * length(way) * 0.999;
    bool left = false;
    for (double units = kSurfaceTolerance; !left; units *= 2) {
        const Vec3 beyond = contact + way * (std::min(units, open) / length(way));
        left = traceInPlace(beyond, input.probe.mask).startsolid && !solids_.inside(beyond, input.probe.mask);
        if (units >= open) break;
    }
    return left && !openBeside(at, kAround) && !openBeside(at, kClosedWidth);
}

/// Filled space is solid, whatever the brush beside it is that a trace enters at the same place.
bool Campaign::entersFilledToo(const TraceCase& input, const Trace& trace, const Verdict& verdict) const {
    if (!trace.hit || trace.contents != Contents::Solid || verdict.answer.contents.empty()) return false;
    bool filled = false;
    visitAround(input.start + (input.end - input.start) * trace.hitFraction, kAround,
                [&](const Vec3& q) { filled = filled || (blocked(q) && !solids_.inside(q, kMaskBlocking)); });
    const PointAnswer& behind = verdict.answer.contents.back();
    Trace other = trace;
    other.contents = resolveOverlap((any(behind.certain) ? behind.certain : behind.possible) & input.probe.mask);
    return filled && compareTrace(solids_, input, other).agrees;
}

/// The fill closes cracks: a trace that comes to the mouth of one stops there, on the plane of a brush beside it, where
/// the map alone would let it go on. At either mouth: a crack may be left open up to where the void begins.
bool Campaign::stopsAtClosedCrack(const TraceCase& input, const Trace& trace, const Verdict& verdict) const {
    if (!trace.hit || trace.startsolid || !any(trace.contents & Contents::Solid)) return false;
    const double open = verdict.answer.hitFraction;
    if (verdict.answer.startsolid || open <= trace.hitFraction) return false;
    const Vec3 way = input.end - input.start;
    constexpr double kBeyond = 1e-3, kOnPlane = 1e-6;
    const double t = trace.hitFraction + std::min((open - trace.hitFraction) / 2, kBeyond / length(way));
    const Vec3 contact = input.start + way * trace.hitFraction;
    // Its mouth may be over before solid begins anyway.
    const bool brief = (open - trace.hitFraction) * length(way) <= 2 * kSurfaceTolerance;
    const Vec3 beyond = input.start + way * t,
               before = contact - way * std::min(trace.hitFraction, kBeyond / length(way));
    const bool leaves = inCrack(solids_, before) && blocked(beyond) && !solids_.inside(beyond, kMaskBlocking);
    const bool crack = inCrack(solids_, beyond) || (brief && inCrack(solids_, contact)) || leaves;
    return crack && dot(trace.normal, way) < 0 &&
           std::abs(distanceTo({trace.normal, trace.dist}, contact)) < kOnPlane &&
           // The fill may have cut the crack by a plane of its own.
           (hasPlane(solids_, {trace.normal, trace.dist}, contact) || nextToFilled(contact)) &&
           checkPullBack(solids_, input, trace).empty();
}

/// Whether nothing that blocks is at `p` or next to it.
bool Campaign::clear(const Vec3& p) const {
    const PointAnswer at = solids_.contents(p, {5 * kSurfaceTolerance});
    return !any((at.certain | at.possible) & kMaskBlocking);
}

/// Whether the way from `p` to a point close by that is free by the hull is clear of all brushes.
bool Campaign::tookSpaceBeside(const Vec3& p) const {
    if (!reachedAround(p)) return false;
    bool took = false;
    visitAround(p, kAround, [&](const Vec3& q) {
        if (took || blocked(q)) return;
        constexpr int kSteps = 32;
        took = !inCrack(solids_, q);  // the void begins at the mouth of a crack
        for (int i = 1; i <= kSteps; ++i) took = took && clear(p + (q - p) * (static_cast<double>(i) / kSteps));
    });
    return took;
}

/// Whether `p` can be seen from a reached point through a passage that the fill must take: it is open to both sides of
/// the line of sight as far as half the width that conducts.
bool Campaign::seenFromReached(const Vec3& p) const {
    constexpr double kFar = 512;
    const auto sees = [&](const Vec3& q, const Vec3& beside) {
        const TraceAnswer answer = solids_.trace(q + beside, p + beside, kMaskBlocking);
        return !answer.hit && !answer.startsolid;
    };
    constexpr std::size_t kLooks = 3;
    for (std::size_t look = 1; look <= std::min(kLooks, reachedCount_); ++look) {
        const std::size_t i = (reachedCount_ - look) % reached_.size();
        const Vec3 way = p - reached_[i];
        if (length(way) > kFar || length(way) < kClosedWidth || !sees(reached_[i], {})) continue;
        const auto [u, v] = across(way);
        bool wide = true;
        for (const Vec3& beside : {u, -u, v, -v}) wide = wide && sees(reached_[i], beside * kClosedWidth);
        if (wide) return true;
    }
    return false;
}

/// The fill may close cracks and what cannot be reached, nothing else: whether `p`, solid by the hull, is free and
/// reached. Where it is not seen to be, a crack's mouth may be near, or an edge in which reached and filled space
/// touch.
bool Campaign::tookReachedSpace(const Vec3& p) const {
    return clear(p) && !inCrack(solids_, p) && (tookSpaceBeside(p) || seenFromReached(p));
}

/// Adapts a query to a filled hull; false when it tells nothing there.
bool Campaign::filledQuery(TraceCase& input, QueryKind kind) {
    // Behind a wall that the mask lets through, the fill has changed what is there.
    const bool wet = any(input.probe.mask & kMaskLiquid);
    if ((input.probe.mask & kMaskBlocking) != kMaskBlocking) input.probe.mask = wet ? kMaskAll : kMaskBlocking;
    if (!blocked(input.start) && solids_.inside(input.start, kMaskBlocking, kDeeper)) {
        ++result_.tally.mismatches;
        ++result_.tally.kinds[static_cast<std::size_t>(kind)].differ;
        keep(queryKindName(kind), "the hull calls solid free at " + text(input.start), input.start, false);
        return false;
    }
    if (solids_.inside(input.start, input.probe.mask) || !startsInFilledFree(input.start)) return false;
    // Between liquid and filled space, a start is inside for a mask of both; so it may be between liquid and solid that
    // fit together but for a crack thinner than the tolerance, and what it leads to then may be filled.
    if (!wet || !traceInPlace(input.start, input.probe.mask).hit) return true;
    return !nextToFilled(input.start) && !solids_.inside(input.start, input.probe.mask, kNoCracks);
}

std::int64_t nearestBrush(const SolidSet& solids, const Vec3& p) {
    std::int64_t nearest = -1;
    double least = 1e300;
    for (std::size_t i = 0; i < solids.brushes().size(); ++i) {
        double away = -1e300;
        for (const GrownPlane& plane : solids.brushes()[i].planes)
            away = std::max(away, dot(plane.normal, p) - plane.dist);
        // The surface counts, from inside too.
        if (std::abs(away) < least) least = std::abs(away), nearest = static_cast<std::int64_t>(i);
    }
    return nearest;
}

/// The first few of traces and of points, so that neither hides the other.
void Campaign::keep(std::string_view kind, const std::string& reason, const Vec3& where, bool ofPoint) {
    std::size_t& kept = ofPoint ? keptPoints_ : keptTraces_;
    if (kept++ < kKeptDifferences)
        result_.differences.push_back({std::string(kind), reason, where, nearestBrush(solids_, where)});
}

void Campaign::count(const Query& query, const Trace& trace, const Verdict& verdict) {
    Tally& tally = result_.tally;
    KindTally& kind = tally.kinds[static_cast<std::size_t>(query.kind)];
    const TraceAnswer& answer = verdict.answer;
    ++tally.traces;
    ++kind.tested;
    tally.hits += answer.hit;
    tally.misses += !answer.hit && !answer.startsolid;
    tally.startsolids += answer.startsolid;
    tally.allsolids += answer.allsolid;
    tally.surfaceStops += answer.hit && !answer.startsolid && answer.hitFraction == 0;
    tally.bevelHits += verdict.plane && verdict.plane->kind == PlaneKind::Edge;
    tally.marginal += verdict.marginal;
    kind.marginal += verdict.marginal;
    if (verdict.agrees) {
        kind.worst = std::max(kind.worst, verdict.error);
        return;
    }
    ++tally.mismatches;
    ++kind.differ;
    // Where the two part: at the earlier of the contacts.
    double t = 1;
    if (trace.hit) t = std::min(t, trace.hitFraction);
    if (answer.hit) t = std::min(t, answer.hitFraction);
    keep(queryKindName(query.kind), verdict.reason, query.start + (query.end - query.start) * t, false);
}

void Campaign::trace(const Query& query) {
    TraceCase input = query.of(probe_);
    if (settings_.filled && !filledQuery(input, query.kind)) {
        ++result_.tally.skipped;
        return;
    }
    const Trace trace = input.ask(map_);
    const Verdict verdict = compareTrace(solids_, input, trace);
    if (settings_.filled && !verdict.agrees &&
        (leavesReachedSpace(input, trace, verdict) || entersFilledToo(input, trace, verdict))) {
        ++result_.tally.leftReached;
        return;
    }
    if (settings_.filled && !verdict.agrees && stopsAtClosedCrack(input, trace, verdict)) {
        ++result_.tally.closedCracks;
        return;
    }
    count(query, trace, verdict);
}

void Campaign::point(const PointQuery& query) {
    const Vec3& p = query.p;
    const Contents got = map_.contentsAt(probe_, p);
    KindTally& kind = result_.tally.pointKinds[static_cast<std::size_t>(query.kind)];
    std::string reason;
    if (settings_.filled && any(got & kMaskBlocking)) {
        // Filled space is solid, and what lies in it may have lost what it was.
        if (!tookReachedSpace(p)) return;
        reason = "the fill made solid what is free and reached: " + text(p);
    } else {
        if (settings_.filled && clear(p) && !inCrack(solids_, p)) reached_[reachedCount_++ % reached_.size()] = p;
        reason = comparePoint(solids_, p, got);
        ++result_.tally.points;
        ++kind.tested;
    }
    if (reason.empty()) return;
    ++result_.tally.pointMismatches;
    ++kind.differ;
    keep(pointKindName(query.kind), reason, p, true);
}

}  // namespace

void Tally::add(const Tally& other) {
    const auto addKinds = [](auto& into, const auto& from) {
        for (std::size_t i = 0; i < into.size(); ++i) {
            into[i].tested += from[i].tested;
            into[i].differ += from[i].differ;
            into[i].marginal += from[i].marginal;
            into[i].worst = std::max(into[i].worst, from[i].worst);
        }
    };
    addKinds(kinds, other.kinds);
    addKinds(pointKinds, other.pointKinds);
    traces += other.traces, hits += other.hits, misses += other.misses;
    startsolids += other.startsolids, allsolids += other.allsolids, bevelHits += other.bevelHits;
    surfaceStops += other.surfaceStops, marginal += other.marginal, skipped += other.skipped;
    leftReached += other.leftReached, closedCracks += other.closedCracks;
    mismatches += other.mismatches, points += other.points, pointMismatches += other.pointMismatches;
}

bool isFilled(const ClipMap& map, const Probe& probe, const SolidSet& solids) {
    const Vec3 outside = solids.bounds().maxs + Vec3{64, 64, 64};
    return any(map.contentsAt(probe, outside) & kMaskBlocking);
}

CampaignResult runCampaign(const ClipMap& map, const Probe& probe, const SolidSet& solids, const Targets& targets,
                           const CampaignSettings& settings) {
    Campaign campaign(map, probe, solids, settings);
    QuerySource source(targets, settings.seed);
    const std::size_t limit = settings.filled ? settings.attempts : 1;
    for (std::size_t i = 0; i < settings.points * limit && campaign.tally().points < settings.points; ++i)
        campaign.point(source.nextPoint());
    for (std::size_t i = 0; i < settings.traces * limit && campaign.tally().traces < settings.traces; ++i)
        campaign.trace(source.next());
    return campaign.take();
}

std::string summary(const Tally& tally) {
    std::ostringstream out;
    out << tally.traces << " traces (" << tally.hits << " hits, " << tally.misses << " misses, " << tally.startsolids
        << " startsolid, " << tally.allsolids << " allsolid, " << tally.bevelHits << " bevel hits, "
        << tally.surfaceStops << " stopped at once, " << tally.skipped << " skipped, " << tally.leftReached
        << " left reached space, " << tally.closedCracks << " closed cracks), " << tally.points << " points, "
        << tally.mismatches << " + " << tally.pointMismatches << " mismatches, " << tally.marginal << " marginal;";
    for (std::size_t i = 0; i < kQueryKinds; ++i)
        out << " " << queryKindName(static_cast<QueryKind>(i)) << " " << tally.kinds[i].tested;
    return out.str();
}

}  // namespace hullbake::oracle
