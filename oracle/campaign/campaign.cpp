#include "oracle/campaign/campaign.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "oracle/campaign/filled_hull_rules.hpp"
#include "oracle/judge/compare_trace.hpp"

namespace hullbake::oracle {
namespace {

/// Most differences to keep, of traces and of points each.
constexpr std::size_t kKeptDifferences = 5;

class Campaign {
  public:
    Campaign(const ClipMap& map, const Probe& probe, const SolidSet& solids, const CampaignSettings& settings)
        : map_(map),
          probe_(probe),
          solids_(solids),
          settings_(settings),
          filledRules_(map, probe, solids, settings.closed) {}

    void trace(const Query& query);
    void point(const PointQuery& query);
    const Tally& tally() const { return result_.tally; }
    CampaignResult take() { return std::move(result_); }

  private:
    bool prepareForFilled(TraceCase& input, QueryKind kind);
    bool excuseByFill(const TraceCase& input, const Trace& trace, const Verdict& verdict);
    void count(const Query& query, const Trace& trace, const Verdict& verdict);
    void keep(std::string_view kind, const std::string& reason, const Vec3& where, bool ofPoint);

    const ClipMap& map_;
    const Probe& probe_;
    const SolidSet& solids_;
    const CampaignSettings& settings_;
    FilledHullRules filledRules_;
    CampaignResult result_;
    std::size_t keptTraces_ = 0, keptPoints_ = 0;
};

/// Returns the brush whose surface is nearest to `p`; -1 without brushes.
std::int64_t nearestBrush(const SolidSet& solids, const Vec3& p) {
    std::int64_t nearest = -1;
    double least = 1e300;
    for (std::size_t i = 0; i < solids.brushes().size(); ++i) {
        double away = -1e300;
        for (const GrownPlane& plane : solids.brushes()[i].planes)
            away = std::max(away, dot(plane.normal, p) - plane.dist);
        // Inside a brush the distance to its surface counts.
        if (std::abs(away) < least) least = std::abs(away), nearest = static_cast<std::int64_t>(i);
    }
    return nearest;
}

bool isAsked(const std::vector<QueryKind>& kinds, QueryKind kind) {
    return kinds.empty() || std::find(kinds.begin(), kinds.end(), kind) != kinds.end();
}

/// Keeps the first few differences of traces and of points, so that neither hides the other.
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
    // The two answers part at the earlier contact.
    double t = 1;
    if (trace.hit) t = std::min(t, trace.hitFraction);
    if (answer.hit) t = std::min(t, answer.hitFraction);
    keep(queryKindName(query.kind), verdict.reason, query.start + (query.end - query.start) * t, false);
}

/// Adapts the query to a filled hull. Returns false if it cannot be compared there.
bool Campaign::prepareForFilled(TraceCase& input, QueryKind kind) {
    const FilledHullRules::Start start = filledRules_.prepare(input);
    if (start == FilledHullRules::Start::FreeInSolid) {
        ++result_.tally.mismatches;
        ++result_.tally.kinds[static_cast<std::size_t>(kind)].differ;
        keep(queryKindName(kind), "the hull calls solid free at " + text(input.start), input.start, false);
    }
    return start == FilledHullRules::Start::Comparable;
}

/// Counts a difference that comes from the fill alone. Returns false if it does not.
bool Campaign::excuseByFill(const TraceCase& input, const Trace& trace, const Verdict& verdict) {
    const FilledHullRules::Excuse excuse = filledRules_.excuse(input, trace, verdict);
    result_.tally.leftReached += excuse == FilledHullRules::Excuse::LeftReached;
    result_.tally.closedCracks += excuse == FilledHullRules::Excuse::ClosedCrack;
    return excuse != FilledHullRules::Excuse::None;
}

void Campaign::trace(const Query& query) {
    TraceCase input = query.of(probe_);
    if (!hasAnswer(query.start) || !hasAnswer(query.end)) {
        ++result_.tally.skipped;
        return;
    }
    if (settings_.filled && !prepareForFilled(input, query.kind)) {
        ++result_.tally.skipped;
        return;
    }
    const Trace trace = input.ask(map_);
    const Verdict verdict = compareTrace(solids_, input, trace);
    if (settings_.filled && !verdict.agrees && excuseByFill(input, trace, verdict)) return;
    count(query, trace, verdict);
}

void Campaign::point(const PointQuery& query) {
    const Vec3& p = query.p;
    if (!hasAnswer(p)) return;
    const Contents got = map_.contentsAt(probe_, p);
    KindTally& kind = result_.tally.pointKinds[static_cast<std::size_t>(query.kind)];
    std::string reason;
    if (settings_.filled && any(got & kMaskBlocking)) {
        // Filled space is solid, and the fill may have replaced other contents there.
        if (!filledRules_.filledReachedSpace(p)) return;
        reason = "the fill made solid what is free and reached: " + text(p);
    } else {
        if (settings_.filled) filledRules_.addReachedPoint(p);
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

CampaignResult runCampaign(const ClipMap& map, const Probe& probe, const SolidSet& solids, const Targets& targets,
                           const CampaignSettings& settings) {
    Campaign campaign(map, probe, solids, settings);
    QuerySource source(targets, settings.seed);
    const std::size_t limit = settings.filled ? settings.attempts : 1;
    for (std::size_t i = 0; i < settings.points * limit && campaign.tally().points < settings.points; ++i)
        campaign.point(source.nextPoint());
    const auto next = [&] {
        Query query = source.next();
        while (!isAsked(settings.kinds, query.kind)) query = source.next();
        return query;
    };
    for (std::size_t i = 0; i < settings.traces * limit && campaign.tally().traces < settings.traces; ++i)
        campaign.trace(next());
    return campaign.take();
}

}  // namespace hullbake::oracle
