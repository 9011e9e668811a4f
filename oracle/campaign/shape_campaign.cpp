#include "oracle/campaign/shape_campaign.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "oracle/judge/compare_shape.hpp"
#include "oracle/judge/compare_trace.hpp"
#include "oracle/solids/turned_model.hpp"
#include "oracle/trace/queries.hpp"

namespace hullbake::oracle {

namespace {

constexpr std::size_t kKept = 5;
constexpr std::size_t kCastsOfShape = 100;
/// Half the size, in units, of the region around a place in which turned boxes are asked.
constexpr double kRegion = 160;
/// Units beyond the region from which brushes still count.
constexpr double kBeyond = 1;
/// Units that a place may move by rounding when it is turned.
constexpr double kPlace = 1e-9;
/// Queries to draw for each that lies in the region.
constexpr std::size_t kDraws = 20;

Contents randomMask(SplitMix& random) {
    return random.chance(0.5) ? kMaskAll : kMaskBlocking;
}

double randomSkin(SplitMix& random) {
    return random.chance(0.5) ? 0 : kDefaultSkin;
}

Box boundsOf(const BareBrush& brush) {
    Box box{brush.vertices.front(), brush.vertices.front()};
    for (const Vec3& v : brush.vertices)
        for (int a = 0; a < 3; ++a)
            box.mins[a] = std::min(box.mins[a], v[a]), box.maxs[a] = std::max(box.maxs[a], v[a]);
    return box;
}

/// The frame in which a turned box is upright.
struct Frame {
    explicit Frame(const Shape& shape) : axes(shape.axes) {
        for (int j = 0; j < 3; ++j) turn.axes[j] = {axes[0][j], axes[1][j], axes[2][j]};
        const Vec3 centre = into(shape.centre);
        box = {centre - shape.half, centre + shape.half};
    }
    Vec3 into(const Vec3& v) const { return {dot(axes[0], v), dot(axes[1], v), dot(axes[2], v)}; }
    Vec3 outOf(const Vec3& v) const { return axes[0] * v.x + axes[1] * v.y + axes[2] * v.z; }

    const Vec3 (&axes)[3];
    Transform turn;  ///< from the model into the frame
    Box box;
};

class ShapeCampaign {
  public:
    ShapeCampaign(const ClipMap& map, ModelId id, const MapModel& model, std::uint64_t seed)
        : map_(map), id_(id), model_(model), random_(seed), bounds_(boundsOf(model.solids.front().brush)) {
        for (const MapSolid& solid : model.solids) {
            const Box box = boundsOf(solid.brush);
            for (int a = 0; a < 3; ++a) {
                bounds_.mins[a] = std::min(bounds_.mins[a], box.mins[a]);
                bounds_.maxs[a] = std::max(bounds_.maxs[a], box.maxs[a]);
            }
        }
    }

    void castRound(const Shape& shape, std::size_t casts);
    void castTurned(const Shape& shape, std::size_t casts);
    void castSolid(const Shape& shape, std::size_t casts);
    SplitMix& random() { return random_; }
    ShapeCampaignResult take() { return std::move(result_); }

  private:
    Probe probeOf(const Shape& shape, Contents mask, double skin) const {
        Probe probe{.model = id_, .mask = mask, .skin = skin};
        probe.shape = &shape;
        return probe;
    }
    template <class Compare>
    void castAlongWays(const Shape& shape, double size, std::size_t casts, const Compare& compare);
    void keep(const Shape& shape, const std::string& reason, const Vec3& where);
    void compareTurned(const Frame& frame, const SolidSet& solids, const Shape& shape, const TraceCase& inFrame);

    const ClipMap& map_;
    ModelId id_;
    const MapModel& model_;
    SplitMix random_;
    Box bounds_;
    ShapeCampaignResult result_;
};

void ShapeCampaign::keep(const Shape& shape, const std::string& reason, const Vec3& where) {
    ++result_.tally.differ;
    if (result_.differences.size() == kKept) return;
    ShapeDifference difference{shapeText(shape), reason, where};
    double least = 1e300;
    for (const MapSolid& solid : model_.solids) {
        double away = -1e300;
        for (const BarePlane& plane : solid.brush.planes) away = std::max(away, dot(plane.normal, where) - plane.dist);
        if (std::abs(away) >= least) continue;
        least = std::abs(away);
        difference.entity = solid.entity;
        difference.number = solid.number;
        difference.line = solid.line;
        difference.hasBrush = true;
    }
    result_.differences.push_back(std::move(difference));
}

/// Casts along `casts` ways. `compare` judges the cast of a probe along a way.
template <class Compare>
void ShapeCampaign::castAlongWays(const Shape& shape, double size, std::size_t casts, const Compare& compare) {
    ShapeTally& tally = result_.tally;
    for (std::size_t i = 0; i < casts; ++i) {
        Segment way = randomWay(model_, bounds_, size, random_);
        while (!(length(way.end - way.start) > 0)) way = randomWay(model_, bounds_, size, random_);
        if (!hasAnswer(way.start) || !hasAnswer(way.end)) continue;
        const RoundVerdict verdict = compare(probeOf(shape, randomMask(random_), randomSkin(random_)), way);
        const RoundedAnswer& answer = verdict.answer;
        ++tally.casts;
        tally.marginal += answer.undecided;
        if (answer.undecided) continue;
        ++(answer.allsolid ? tally.allsolids : answer.hit ? tally.hits : tally.misses);
        tally.startsolids += answer.startsolid;
        tally.along = std::max(tally.along, verdict.along);
        tally.across = std::max(tally.across, verdict.across);
        ++tally.features[static_cast<std::size_t>(verdict.feature)];
        ++tally.parts[static_cast<std::size_t>(verdict.part)];
        if (verdict.reason.empty()) continue;
        const double t = static_cast<double>(answer.t);
        keep(shape, verdict.reason + " [" + text(way.start) + " to " + text(way.end) + "]",
             way.start + (way.end - way.start) * t);
    }
}

void ShapeCampaign::castRound(const Shape& shape, std::size_t casts) {
    const bool ball = shape.kind == ShapeKind::Ball;
    const RoundedBody body{{ball ? shape.centre : shape.ends[0], ball ? shape.centre : shape.ends[1]}, shape.radius};
    RoundedSet set(model_, body);
    castAlongWays(shape, shape.radius, casts,
                  [&](const Probe& probe, const Segment& way) { return compareRound(map_, set, body, probe, way); });
}

/// Returns what the oracle knows of a cylinder or a convex set.
OracleBody bodyOf(const Shape& shape) {
    if (shape.kind == ShapeKind::Cylinder)
        return OracleBody::cylinder(shape.centre, shape.axes[2], shape.radius, shape.halfHeight);
    std::vector<Vec3> points;
    for (unsigned i = 0; i < shape.convex->cornerCount; ++i) {
        const Vec3& p = shape.convex->corners[i];
        points.push_back(shape.axes[0] * p.x + shape.axes[1] * p.y + shape.axes[2] * p.z);
    }
    return OracleBody::convexSet(points);
}

void ShapeCampaign::castSolid(const Shape& shape, std::size_t casts) {
    const OracleBody body = bodyOf(shape);
    ShapeSet set(model_, body);
    const Box box = body.bounds();
    const Vec3 sides = box.maxs - box.mins;
    const double size = 0.5 * std::min({sides.x, sides.y, sides.z});
    castAlongWays(shape, size, casts,
                  [&](const Probe& probe, const Segment& way) { return compareShape(map_, set, probe, way); });
}

/// Returns the solids that a box meets whose origin is in the region, in the frame.
std::vector<GrownBrush> solidsAround(const MapModel& model, const Frame& frame, const Box& region) {
    MapModel part{model.entity, {}};
    for (const MapSolid& solid : model.solids) {
        bool apart = false;
        for (int a = 0; a < 3; ++a) {
            double low = 1e300, high = -1e300;
            for (const Vec3& v : solid.brush.vertices) {
                low = std::min(low, dot(frame.axes[a], v));
                high = std::max(high, dot(frame.axes[a], v));
            }
            apart = apart || low - frame.box.maxs[a] > region.maxs[a] + kBeyond ||
                    high - frame.box.mins[a] < region.mins[a] - kBeyond;
        }
        if (!apart) part.solids.push_back(solid);
    }
    return growModel(turnedModel(part, frame.turn), frame.box);
}

/// Returns the part of the way that lies in the box, if its length is not zero or the way's is.
std::optional<Segment> inside(const Box& box, const Segment& way) {
    const Vec3 delta = way.end - way.start;
    double from = 0, to = 1;
    for (int a = 0; a < 3; ++a) {
        double enter = box.mins[a] - way.start[a], leave = box.maxs[a] - way.start[a];
        if (delta[a] == 0) {
            if (enter > 0 || leave < 0) return {};
            continue;
        }
        enter /= delta[a], leave /= delta[a];
        from = std::max(from, std::min(enter, leave)), to = std::min(to, std::max(enter, leave));
    }
    if (from > to || (from == to && !(way.start == way.end))) return {};
    return Segment{from == 0 ? way.start : way.start + delta * from, to == 1 ? way.end : way.start + delta * to};
}

/// Returns the answer as seen in the frame. Positions that are right are those of the frame's own way.
Trace seenIn(const Frame& frame, const TraceCase& inFrame, const Segment& way, Trace trace) {
    const Vec3 end = way.start + (way.end - way.start) * trace.fraction;
    trace.normal = frame.into(trace.normal);
    if (trace.endpos == way.start && trace.fraction == 0)
        trace.endpos = inFrame.start;
    else if (trace.endpos == way.end && trace.fraction == 1)
        trace.endpos = inFrame.end;
    else if (length(trace.endpos - end) < kPlace)
        trace.endpos = inFrame.start + (inFrame.end - inFrame.start) * trace.fraction;
    else
        trace.endpos = frame.into(trace.endpos);
    return trace;
}

void ShapeCampaign::compareTurned(const Frame& frame, const SolidSet& solids, const Shape& shape,
                                  const TraceCase& inFrame) {
    const Segment way{frame.outOf(inFrame.start), frame.outOf(inFrame.end)};
    if (!hasAnswer(way.start) || !hasAnswer(way.end)) return;
    const Trace trace = map_.trace(inFrame.probe, way.start, way.end);
    const Verdict verdict = compareTrace(solids, inFrame, seenIn(frame, inFrame, way, trace));
    const TraceAnswer& answer = verdict.answer;
    ShapeTally& tally = result_.tally;
    ++tally.casts;
    ++(answer.allsolid ? tally.allsolids : answer.hit ? tally.hits : tally.misses);
    tally.startsolids += answer.startsolid;
    tally.marginal += verdict.marginal;
    if (verdict.plane && answer.hit && !answer.allsolid) {
        const PlaneKind kind = verdict.plane->kind;
        const Feature feature = kind == PlaneKind::Face   ? Feature::Face
                                : kind == PlaneKind::Edge ? Feature::Edge
                                                          : Feature::Corner;
        ++tally.features[static_cast<std::size_t>(feature)];
    }
    if (verdict.agrees) {
        tally.across = std::max(tally.across, verdict.error);
        return;
    }
    keep(shape, verdict.reason, way.start + (way.end - way.start) * std::min(answer.hitFraction, trace.hitFraction));
}

void ShapeCampaign::castTurned(const Shape& shape, std::size_t casts) {
    const Frame frame(shape);
    const BareBrush& target = model_.solids[random_.index(model_.solids.size())].brush;
    const Vec3 place = frame.into(target.vertices[random_.index(target.vertices.size())]);
    const Vec3 half{kRegion, kRegion, kRegion};
    const Box region{place - half, place + half};
    const SolidSet solids(solidsAround(model_, frame, region));
    const Targets targets({}, solids);
    QuerySource source(targets, random_.next());
    std::size_t asked = 0;
    for (std::size_t i = 0; i < kDraws * casts && asked < casts; ++i) {
        const Query query = source.next();
        const std::optional<Segment> part = inside(region, {query.start, query.end});
        if (!part) continue;
        ++asked;
        TraceCase input = query.of(probeOf(shape, query.mask, query.skin));
        input.start = part->start, input.end = part->end;
        compareTurned(frame, solids, shape, input);
    }
}

}  // namespace

void ShapeTally::add(const ShapeTally& other) {
    casts += other.casts, hits += other.hits, misses += other.misses, startsolids += other.startsolids;
    allsolids += other.allsolids, differ += other.differ, marginal += other.marginal;
    for (std::size_t i = 0; i < features.size(); ++i) features[i] += other.features[i], parts[i] += other.parts[i];
    along = std::max(along, other.along), across = std::max(across, other.across);
}

ShapeCampaignResult runShapeCampaign(const ClipMap& map, ModelId id, const MapModel& model, ShapeForm form,
                                     std::uint64_t seed, std::size_t casts) {
    if (model.solids.empty()) return {};
    ShapeCampaign campaign(map, id, model, seed);
    ConvexShape convex;
    for (std::size_t from = 0; from < casts; from += kCastsOfShape) {
        const Shape shape = randomShape(form, campaign.random(), convex);
        const std::size_t count = std::min(kCastsOfShape, casts - from);
        if (form == ShapeForm::TurnedBox)
            campaign.castTurned(shape, count);
        else if (form == ShapeForm::Cylinder || form == ShapeForm::ConvexSet)
            campaign.castSolid(shape, count);
        else
            campaign.castRound(shape, count);
    }
    return campaign.take();
}

}  // namespace hullbake::oracle
