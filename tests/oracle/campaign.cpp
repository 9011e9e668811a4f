#include "oracle/campaign.hpp"

#include <algorithm>
#include <sstream>

#include "oracle/compare.hpp"
#include "oracle/cracks.hpp"

namespace hullbake::oracle {
namespace {

constexpr std::size_t kKeptDifferences = 5;
constexpr std::string_view kPointKind = "point";

class Campaign {
  public:
    Campaign(const ClipMap& map, HullId hull, ModelId model, const SolidSet& solids, const CampaignSettings& settings)
        : map_(map), hull_(hull), model_(model), solids_(solids), settings_(settings) {}

    void trace(const Query& query);
    void point(const Vec3& p);
    const Tally& tally() const { return result_.tally; }
    CampaignResult take() { return std::move(result_); }

  private:
    bool blocked(const Vec3& p) const { return any(map_.pointContents(p, hull_, model_) & kMaskBlocking); }
    bool reachedAround(const Vec3& p) const;
    bool startsInFilledFree(const Vec3& p) const;
    bool leavesReachedSpace(const TraceInput& input, const Trace& trace, const Verdict& verdict) const;
    bool tookReachedSpace(const Vec3& p) const;
    bool stopsAtClosedCrack(const TraceInput& input, const Trace& trace) const;
    bool filledQuery(TraceInput& input, QueryKind kind);
    void count(const Query& query, const Verdict& verdict);
    void keep(std::string_view kind, const std::string& reason);

    const ClipMap& map_;
    HullId hull_;
    ModelId model_;
    const SolidSet& solids_;
    const CampaignSettings& settings_;
    CampaignResult result_;
    std::size_t keptTraces_ = 0, keptPoints_ = 0;
};

/// The 27 points of a small cube around `p`.
template <typename Visit>
void visitAround(const Vec3& p, Visit&& visit) {
    constexpr double kAround = 1e-3;
    for (int i = 0; i < 27; ++i)
        visit(p +
              Vec3{static_cast<double>(i % 3 - 1), static_cast<double>(i / 3 % 3 - 1), static_cast<double>(i / 9 - 1)} *
                  kAround);
}

bool Campaign::reachedAround(const Vec3& p) const {
    bool reached = false;
    visitAround(p, [&](const Vec3& q) { reached = reached || !blocked(q); });
    return reached;
}

/// A start on the edge between reached and filled space is free to go either way by the map, but not by the hull: all
/// that is free around it must be free in the hull.
bool Campaign::startsInFilledFree(const Vec3& p) const {
    if (blocked(p)) return false;
    bool agrees = true;
    visitAround(p, [&](const Vec3& q) { agrees = agrees && (!blocked(q) || solids_.inside(q, kMaskBlocking)); });
    return agrees;
}

/// Reached and filled space may touch in an edge or a vertex, and a trace that slides exactly along surfaces finds that
/// passage of no width. By the map it is free beyond; the hull stops it there, and both are right. The contact touches
/// brushes, and beyond it nothing that is free by the map is free in the hull.
bool Campaign::leavesReachedSpace(const TraceInput& input, const Trace& trace, const Verdict& verdict) const {
    if (!trace.hit || trace.hitFraction >= verdict.answer.hitFraction) return false;
    const Vec3 way = input.end - input.start;
    constexpr double kBeyond = 1e-2;
    const double t =
        trace.hitFraction + std::min((verdict.answer.hitFraction - trace.hitFraction) / 2, kBeyond / length(way));
    const Vec3 beyond = input.start + way * t;
    const PointAnswer contact = solids_.contents(input.start + way * trace.hitFraction);
    return !contact.blocked && any(contact.possible & kMaskBlocking) && !solids_.inside(beyond, kMaskBlocking) &&
           !reachedAround(beyond);
}

/// The fill closes cracks: a trace that comes to the mouth of one stops there, on the plane of a brush beside it. The
/// unfilled hull goes on, and is right; what lies between the two contacts is a crack.
bool Campaign::stopsAtClosedCrack(const TraceInput& input, const Trace& trace) const {
    if (!trace.hit || trace.startsolid || !any(trace.contents & Contents::Solid)) return false;
    const Trace open = settings_.unfilled->trace(input);
    if (open.startsolid || open.hitFraction <= trace.hitFraction) return false;
    if (!compareTrace(solids_, input, open).agrees) return false;
    const Vec3 way = input.end - input.start;
    constexpr double kBeyond = 1e-3, kOnPlane = 1e-6;
    const double t = trace.hitFraction + std::min((open.hitFraction - trace.hitFraction) / 2, kBeyond / length(way));
    const Vec3 contact = input.start + way * trace.hitFraction;
    return inCrack(solids_, input.start + way * t) && dot(trace.normal, way) < 0 &&
           std::abs(distanceTo({trace.normal, trace.dist}, contact)) < kOnPlane &&
           hasPlane(solids_, {trace.normal, trace.dist}) && checkPullBack(solids_, input, trace).empty();
}

/// The fill may close cracks and what cannot be reached, nothing else: whether `p` is solid by the hull, and the way
/// from there to a point that is free by it is clear of all brushes. Where it is not, a crack's mouth may be near, or
/// an edge in which reached and filled space touch.
bool Campaign::tookReachedSpace(const Vec3& p) const {
    const auto clear = [&](const Vec3& q) {
        const PointAnswer at = solids_.contents(q, {5 * kSurfaceTolerance});
        return !any((at.certain | at.possible) & kMaskBlocking);
    };
    if (!clear(p) || !reachedAround(p) || inCrack(solids_, p)) return false;
    bool took = false;
    visitAround(p, [&](const Vec3& q) {
        if (took || blocked(q)) return;
        constexpr int kSteps = 32;
        took = true;
        for (int i = 1; i <= kSteps; ++i) took = took && clear(p + (q - p) * (static_cast<double>(i) / kSteps));
    });
    return took;
}

/// Adapts a query to a filled hull; false when it tells nothing there.
bool Campaign::filledQuery(TraceInput& input, QueryKind kind) {
    // Behind a wall that the mask lets through, the fill has changed what is there.
    const bool wet = any(input.mask & kMaskLiquid);
    if ((input.mask & kMaskBlocking) != kMaskBlocking) input.mask = wet ? kMaskAll : kMaskBlocking;
    if (!blocked(input.start) && solids_.inside(input.start, kMaskBlocking, {5 * kSurfaceTolerance})) {
        ++result_.tally.mismatches;
        keep(queryKindName(kind), "the hull calls solid free at " + text(input.start));
        return false;
    }
    return startsInFilledFree(input.start) && !solids_.inside(input.start, input.mask);
}

/// The first few of traces and of points, so that neither hides the other.
void Campaign::keep(std::string_view kind, const std::string& reason) {
    const bool ofPoint = kind == kPointKind;
    std::size_t& kept = ofPoint ? keptPoints_ : keptTraces_;
    if (kept++ < kKeptDifferences) result_.differences.push_back("(" + std::string(kind) + ") " + reason);
}

void Campaign::count(const Query& query, const Verdict& verdict) {
    Tally& tally = result_.tally;
    const TraceAnswer& answer = verdict.answer;
    ++tally.traces;
    ++tally.kinds[static_cast<std::size_t>(query.kind)];
    tally.hits += answer.hit;
    tally.misses += !answer.hit && !answer.startsolid;
    tally.startsolids += answer.startsolid;
    tally.allsolids += answer.allsolid;
    tally.surfaceStops += answer.hit && !answer.startsolid && answer.hitFraction == 0;
    tally.bevelHits += verdict.plane && verdict.plane->kind == PlaneKind::Edge;
    tally.marginal += verdict.marginal;
    tally.mismatches += !verdict.agrees;
    if (!verdict.agrees) keep(queryKindName(query.kind), verdict.reason);
}

void Campaign::trace(const Query& query) {
    TraceInput input{query.start, query.end, hull_, model_, query.mask, query.skin};
    if (settings_.filled && !filledQuery(input, query.kind)) {
        ++result_.tally.skipped;
        return;
    }
    const Trace trace = map_.trace(input);
    const Verdict verdict = compareTrace(solids_, input, trace);
    if (settings_.filled && !verdict.agrees && leavesReachedSpace(input, trace, verdict)) {
        ++result_.tally.leftReached;
        return;
    }
    if (settings_.filled && !verdict.agrees && stopsAtClosedCrack(input, trace)) {
        ++result_.tally.closedCracks;
        return;
    }
    count(query, verdict);
}

void Campaign::point(const Vec3& p) {
    const Contents got = map_.pointContents(p, hull_, model_);
    // Filled space is solid, and what lies in it may have lost what it was.
    if (settings_.filled && any(got & kMaskBlocking)) {
        if (!tookReachedSpace(p)) return;
        ++result_.tally.pointMismatches;
        keep(kPointKind, "the fill made solid what is free and reached: " + text(p));
        return;
    }
    ++result_.tally.points;
    const std::string reason = comparePoint(solids_, p, got);
    if (reason.empty()) return;
    ++result_.tally.pointMismatches;
    keep(kPointKind, reason);
}

}  // namespace

CampaignResult runCampaign(const ClipMap& map, HullId hull, ModelId model, const SolidSet& solids,
                           const MapFile& entities, const CampaignSettings& settings) {
    Campaign campaign(map, hull, model, solids, settings);
    QuerySource source(entities, solids, settings.seed);
    const std::size_t limit = settings.filled ? settings.attempts : 1;
    for (std::size_t i = 0; i < settings.traces * limit && campaign.tally().traces < settings.traces; ++i)
        campaign.trace(source.next());
    for (std::size_t i = 0; i < settings.points * limit && campaign.tally().points < settings.points; ++i)
        campaign.point(source.nextPoint());
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
        out << " " << queryKindName(static_cast<QueryKind>(i)) << " " << tally.kinds[i];
    return out.str();
}

}  // namespace hullbake::oracle
