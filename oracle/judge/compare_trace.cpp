#include "oracle/judge/compare_trace.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <optional>
#include <vector>

#include "oracle/judge/tolerance_bands.hpp"
#include "oracle/trace/cracks.hpp"
#include "oracle/trace/tolerances.hpp"

namespace hullbake::oracle {
namespace {

/// Bounds rounding of positions, in units, when the pull-back is checked.
constexpr double kPositionRounding = 1e-9;
/// Cosine between a direction and a normal below which the direction grazes the surface.
constexpr double kGrazingCosine = 0.1;

std::string number(double value) {
    std::array<char, 40> buffer{};
    std::snprintf(buffer.data(), buffer.size(), "%.17g", value);
    return buffer.data();
}

std::string flags(bool hit, bool startsolid, bool allsolid) {
    return std::string(allsolid ? "allsolid" : startsolid ? "startsolid" : "free start") + (hit ? ", hit" : ", no hit");
}

/// Checks a trace without a hit. A trace without a length reports the contents of its point, whatever its mask.
std::string checkFree(const SolidSet& solids, const TraceCase& input, const Trace& trace) {
    if (trace.fraction != 1 || trace.hitFraction != 1) return "no hit, but fraction is " + number(trace.fraction);
    if (!(trace.endpos == input.end)) return "no hit, but endpos is " + text(trace.endpos);
    if (!(input.start == input.end)) return any(trace.contents) ? "no hit, but contents" : std::string();
    return comparePoint(solids, input.start, trace.contents);
}

/// Returns the distance of the contacts in units: along the segment, or across the surface that it grazes.
double contactError(const TraceCase& input, const Trace& trace, const TraceAnswer& answer) {
    const Vec3 delta = input.end - input.start;
    const double size = length(delta);
    const double along = std::abs(trace.hitFraction - answer.hitFraction) * size;
    const double cosine = std::abs(dot(delta, trace.normal)) / size;
    return cosine > kGrazingCosine ? along : along * cosine;
}

std::string checkContact(const TraceCase& input, const Trace& trace, const TraceAnswer& answer) {
    const double along = std::abs(trace.hitFraction - answer.hitFraction) * length(input.end - input.start);
    if (contactError(input, trace, answer) > kContactTolerance)
        return "contact " + number(along) + " units away: " + number(trace.hitFraction) + " instead of " +
               number(answer.hitFraction);
    return {};
}

/// Compares two planes where they pass `p`. Far from the origin the last bits of a normal change `dist`.
bool samePlaneAt(const Vec3& p, const Plane& a, const Plane& b) {
    return length(a.normal - b.normal) <= kPlaneTolerance &&
           std::abs(distanceTo(a, p) - distanceTo(b, p)) <= kPlaneTolerance;
}

const EnteredPlane* namedPlane(const TraceCase& input, const Trace& trace, const TraceAnswer& answer) {
    const Vec3 contact = input.start + (input.end - input.start) * trace.hitFraction;
    for (const EnteredPlane& entered : answer.planes)
        if (samePlaneAt(contact, entered.plane, {trace.normal, trace.dist})) return &entered;
    return nullptr;
}

/// Returns true if the named plane is a brush's and almost the one entered, as happens off the grid.
bool nearlyEntered(const SolidSet& solids, const Trace& trace, const Vec3& contact, const TraceAnswer& answer) {
    constexpr double kNearlyParallel = 1e-4;
    const bool near = std::any_of(answer.planes.begin(), answer.planes.end(), [&](const EnteredPlane& entered) {
        return length(entered.plane.normal - trace.normal) <= kNearlyParallel &&
               std::abs(distanceTo(entered.plane, contact)) <= kSurfaceTolerance;
    });
    return near && hasPlane(solids, {trace.normal, trace.dist}, contact);
}

/// Returns the distance of a vertex, grown by the brush's box, from a plane.
double distanceOf(const Vec3& vertex, const GrownBrush& brush, const Plane& plane) {
    Vec3 furthest = vertex;
    for (int axis = 0; axis < 3; ++axis)
        furthest[axis] -= (plane.normal[axis] > 0 ? brush.hullBox.mins : brush.hullBox.maxs)[axis];
    return distanceTo(plane, furthest);
}

/// Returns true if `plane`, at right angles to an axis, holds the vertices and is a bevel but for rounding: of an edge
/// that rounding turns, as it is almost along the axis, or of an edge that rounding opens where four faces meet.
bool isBevelOf(const GrownBrush& brush, const Plane& plane, int axis, const std::vector<Vec3>& vertices, double moved) {
    std::vector<Vec3> faces;
    for (const GrownPlane& side : brush.planes) {
        const auto held = std::count_if(vertices.begin(), vertices.end(), [&](const Vec3& vertex) {
            return std::abs(distanceOf(vertex, brush, {side.normal, side.dist})) <= moved;
        });
        if (side.kind == PlaneKind::Edge && side.normal[axis] == 0 && held >= 2) return true;
        if (side.kind == PlaneKind::Face && held == 1 && vertices.size() == 1) faces.push_back(side.normal);
    }
    constexpr double kFarFromAxis = 1e-3;
    Vec3 unit;
    unit[axis] = 1;
    for (const Vec3& a : faces)
        for (const Vec3& b : faces) {
            const Vec3 bevel = cross(normalized(cross(a, b)), unit);
            if (length(bevel) > kFarFromAxis && length(normalized(bevel) - plane.normal) <= kPlaneTolerance)
                return true;
        }
    return false;
}

/// Returns true if all corners of a brush are such that the file does not round them.
bool isOnGrid(const GrownBrush& brush) {
    constexpr double kCells = 1024;  // a unit; its inverse has ten decimals
    return std::all_of(brush.bareVertices.begin(), brush.bareVertices.end(), [&](const Vec3& v) {
        const Vec3 cells = v * kCells;
        return cells.x == std::floor(cells.x) && cells.y == std::floor(cells.y) && cells.z == std::floor(cells.z);
    });
}

/// Returns true if `plane` is a face of the map that the brush touches in a corner only, or a bevel of such a face.
/// Rounding of the other faces may leave it a little of the surface.
bool isLoose(const GrownBrush& brush, const Plane& plane, const Vec3& contact) {
    return std::any_of(brush.touching.begin(), brush.touching.end(), [&](const GrownPlane& loose) {
        return samePlaneAt(contact, {loose.normal, loose.dist}, plane);
    });
}

/// Returns true if the named plane is, but for rounding of the file's coordinates, a side of a brush at the contact.
bool isRoundedSide(const SolidSet& solids, const Trace& trace, const Vec3& contact) {
    constexpr double kMoved = 4e-9;  // units: how far rounding may move a corner from a plane that holds it
    const Plane named{trace.normal, trace.dist};
    return std::any_of(solids.brushes().begin(), solids.brushes().end(), [&](const GrownBrush& brush) {
        if (depthIn(brush, contact) < -kSurfaceTolerance || isOnGrid(brush)) return false;
        std::vector<Vec3> held;
        for (const Vec3& vertex : brush.bareVertices) {
            const double distance = distanceOf(vertex, brush, named);
            if (distance > kMoved) return false;
            if (distance >= -kMoved) held.push_back(vertex);
        }
        if (!held.empty() && isLoose(brush, named, contact)) return true;
        for (int axis = 0; axis < 3; ++axis)
            if (named.normal[axis] == 0 && isBevelOf(brush, named, axis, held, kMoved)) return true;
        return false;
    });
}

/// What the oracle answers to one trace, each computed once: several tolerances and both ways of judging planes ask for
/// the same.
class OracleAnswers {
  public:
    OracleAnswers(const SolidSet& solids, const TraceCase& input, const Trace& trace)
        : solids_(solids), input_(input), trace_(trace) {}

    const TraceAnswer& at(std::size_t tolerance) {
        std::optional<TraceAnswer>& known = at_[tolerance];
        if (!known) known = solids_.trace(input_.start, input_.end, input_.probe.mask, kTolerances[tolerance]);
        return *known;
    }

    /// Returns the answer to one of nine traces slightly beside this one and in its direction.
    const TraceAnswer& beside(std::size_t i) {
        std::optional<TraceAnswer>& known = beside_[i];
        if (known) return *known;
        const Vec3 way = input_.end - input_.start;
        const auto [u, v] = across(way);
        const Vec3 longer = length(way) < 2 * kSampleDistance ? normalized(way) * (2 * kSampleDistance) : Vec3{};
        const double x = static_cast<double>(i % 3) - 1, y = static_cast<double>(i / 3) - 1;
        const Vec3 off = u * (kSampleDistance * x) + v * (kSampleDistance * y);
        known = solids_.trace(input_.start - longer + off, input_.end + longer + off, input_.probe.mask);
        return *known;
    }

    /// Returns isRoundedSide() of the trace's plane.
    bool namesRoundedSide() {
        if (!rounded_) rounded_ = isRoundedSide(solids_, trace_, contact());
        return *rounded_;
    }

    Vec3 contact() const { return input_.start + (input_.end - input_.start) * trace_.hitFraction; }

  private:
    const SolidSet& solids_;
    const TraceCase& input_;
    const Trace& trace_;
    std::array<std::optional<TraceAnswer>, kTolerances.size()> at_;
    std::array<std::optional<TraceAnswer>, 9> beside_;
    std::optional<bool> rounded_;
};

/// Returns true if a trace slightly beside this one enters through the named plane. Each face that meets at an edge or
/// a vertex may be named there.
bool meetsAtContact(const SolidSet& solids, const TraceCase& input, const Trace& trace, const TraceAnswer& answer,
                    OracleAnswers& answers) {
    const Vec3 contact = answers.contact();
    // A start may be shallow in what it enters, so the plane may be a tolerance away.
    const double near = trace.hitFraction == 0 ? kSurfaceTolerance : kPlaneTolerance;
    if (std::abs(distanceTo({trace.normal, trace.dist}, contact)) > near) return false;
    if (nearlyEntered(solids, trace, contact, answer) || answers.namesRoundedSide()) return true;
    for (std::size_t i = 0; i < 9; ++i) {
        const TraceAnswer& other = answers.beside(i);
        if (other.hit && !other.allsolid && namedPlane(input, trace, other) != nullptr) return true;
    }
    return false;
}

/// Planes that may be named.
enum class Planes : std::uint8_t {
    Entered,  ///< planes of the brushes that are entered
    Meeting,  ///< all planes that meet at the contact
};

std::string checkPlane(const SolidSet& solids, const TraceCase& input, const Trace& trace, const TraceAnswer& answer,
                       Planes planes, OracleAnswers& answers) {
    if (namedPlane(input, trace, answer) != nullptr) return {};
    if (planes == Planes::Meeting && meetsAtContact(solids, input, trace, answer, answers)) return {};
    std::string reason = "plane " + text(trace.normal) + " at " + number(trace.dist) + " instead of";
    for (const EnteredPlane& entered : answer.planes)
        reason += " " + text(entered.plane.normal) + " at " + number(entered.plane.dist);
    return reason;
}

/// Checks the contents of a hit. They are exact for kMaskBlocking and kMaskPassable. With other masks they must only
/// overlap the mask.
std::string checkContents(const TraceCase& input, const Trace& trace, const TraceAnswer& answer) {
    if (!any(trace.contents & input.probe.mask)) return "hit contents that the mask does not ask for";
    if (input.probe.mask != kMaskBlocking && input.probe.mask != kMaskPassable) return {};
    const bool right = std::any_of(answer.contents.begin(), answer.contents.end(), [&](const PointAnswer& point) {
        return point.accepts(trace.contents, input.probe.mask);
    });
    return right ? std::string() : "contents of the hit: " + number(static_cast<double>(trace.contents));
}

std::string differs(const SolidSet& solids, const TraceCase& input, const Trace& trace, const TraceAnswer& answer,
                    Planes planes, OracleAnswers& answers) {
    if (trace.invalid) return "invalid";
    const bool sameHit = answer.allsolid || trace.hit == answer.hit;
    if (!sameHit || trace.startsolid != answer.startsolid || trace.allsolid != answer.allsolid)
        return flags(trace.hit, trace.startsolid, trace.allsolid) + " instead of " +
               flags(answer.hit, answer.startsolid, answer.allsolid);
    if (answer.allsolid) {
        if (trace.fraction != 0 || !(trace.endpos == input.start))
            return "allsolid, but fraction is " + number(trace.fraction);
        return any(trace.contents & input.probe.mask) ? std::string()
                                                      : "allsolid in contents that the mask does not ask for";
    }
    if (!answer.hit) return checkFree(solids, input, trace);
    std::string reason = checkContact(input, trace, answer);
    if (reason.empty()) reason = checkPlane(solids, input, trace, answer, planes, answers);
    if (reason.empty()) reason = checkContents(input, trace, answer);
    if (reason.empty()) reason = checkPullBack(solids, input, trace);
    return reason;
}

/// Position of a point relative to the planes near it.
struct Nearness {
    bool ambiguous = false;  ///< some plane is too near to decide the side, and farther than rounding
    bool named = false;      ///< the given plane is one of them
};

Nearness nearness(const SolidSet& solids, const Vec3& p, const Plane& plane) {
    constexpr double kOnSurface = 1e-4 * kSurfaceTolerance, kEitherSide = 2 * kSurfaceTolerance,
                     kNearby = kDeepestTolerance;
    Nearness found;
    for (const GrownBrush& brush : solids.brushes()) {
        const auto away = [&](const GrownPlane& side) { return dot(side.normal, p) - side.dist; };
        if (std::any_of(brush.planes.begin(), brush.planes.end(),
                        [&](const GrownPlane& side) { return away(side) > kNearby; }))
            continue;
        for (const GrownPlane& side : brush.planes) {
            if (std::abs(away(side)) > kEitherSide) continue;
            found.ambiguous = found.ambiguous || std::abs(away(side)) > kOnSurface;
            const double sign = dot(side.normal, plane.normal) > 0 ? 1 : -1;
            found.named = found.named || samePlaneAt(p, {side.normal * sign, side.dist * sign}, plane);
        }
    }
    return found;
}

/// Returns true if the trace ends at the apex of a crack that it followed, inside no brush. The crack is narrower there
/// than any tolerance can detect.
bool endsInApex(const SolidSet& solids, const TraceCase& input, const Trace& trace) {
    if (trace.startsolid || trace.fraction != trace.hitFraction || !(trace.fraction > 0)) return false;
    const Vec3& p = trace.endpos;
    if (length(input.start + (input.end - input.start) * trace.fraction - p) > kPositionRounding) return false;
    return std::none_of(solids.brushes().begin(), solids.brushes().end(), [&](const GrownBrush& brush) {
        return std::all_of(brush.planes.begin(), brush.planes.end(),
                           [&](const GrownPlane& side) { return dot(side.normal, p) - side.dist < -kPlaneTolerance; });
    });
}

/// Accepts traces so near to surfaces that different points of them may be judged at different tolerances. Any surface
/// that near may stop them. Where all tolerances agree, as along a face with seams, only their answer is accepted.
bool acceptedAtMixedTolerances(const SolidSet& solids, const TraceCase& input, const Trace& trace,
                               const TraceAnswer& answer) {
    const Vec3 way = input.end - input.start;
    // If liquid and blocking solids do not fit together exactly, each may be judged alone.
    const bool mixed = any(input.probe.mask & kMaskBlocking) && any(input.probe.mask & kMaskPassable);
    const bool apart = mixed && nearness(solids, input.start + way * answer.hitFraction, {}).ambiguous;
    const AcceptableAnswers acceptable(solids, input,
                                       apart ? AcceptableAnswers::Masks::Apart : AcceptableAnswers::Masks::Together);
    if (trace.allsolid)
        return acceptable.accept(trace, false) && trace.fraction == 0 && trace.endpos == input.start &&
               any(trace.contents & input.probe.mask);
    if (!trace.hit) return acceptable.accept(trace, false) && checkFree(solids, input, trace).empty();
    const Nearness at = nearness(solids, input.start + way * trace.hitFraction, {trace.normal, trace.dist});
    return dot(trace.normal, way) < 0 && at.named && any(trace.contents & input.probe.mask) &&
           acceptable.accept(trace, at.ambiguous) &&
           (endsInApex(solids, input, trace) || checkPullBack(solids, input, trace, kDeepestTolerance).empty());
}

/// Returns true if the trace is right at one of the tolerances. Fills in `verdict`.
bool agreesAtSomeTolerance(const SolidSet& solids, const TraceCase& input, const Trace& trace, Planes planes,
                           OracleAnswers& answers, Verdict& verdict) {
    for (std::size_t i = 0; i < kTolerances.size(); ++i) {
        TraceAnswer answer = answers.at(i);
        std::string reason = differs(solids, input, trace, answer, planes, answers);
        for (const TraceAnswer::Alternative& alternative : answer.alternatives) {
            if (reason.empty()) break;
            TraceAnswer other = answer;
            other.hitFraction = alternative.fraction;
            other.planes = alternative.planes;
            if (!differs(solids, input, trace, other, planes, answers).empty()) continue;
            reason.clear();
            answer = std::move(other);
            break;
        }
        const bool first = i == 0;
        if (first) {
            verdict.reason = reason;
            verdict.answer = answer;
        }
        if (!reason.empty()) continue;
        verdict.agrees = true;
        if (trace.hit && answer.hit && !answer.allsolid) verdict.error = contactError(input, trace, answer);
        verdict.marginal = !first;
        if (const EnteredPlane* plane = namedPlane(input, trace, answer)) verdict.plane = *plane;
        return true;
    }
    return false;
}

/// Returns true if the trace ends where a crack beside it closes: a little further on, all is solid but for cracks that
/// rounding may close.
bool endsWhereCrackCloses(const SolidSet& solids, const TraceCase& input, const Trace& trace) {
    constexpr double kRoundedCrack = 4e-9;  // units: width of a crack that rounding of both faces may close
    if (trace.fraction != trace.hitFraction) return false;
    const Vec3 way = normalized(input.end - input.start);
    const double cosine = std::abs(dot(way, trace.normal));
    const double ahead = std::min(kContactTolerance, kPlaneTolerance / std::max(cosine, kPlaneTolerance));
    return solids.inside(trace.endpos + way * ahead, input.probe.mask,
                         {kSurfaceTolerance, kRoundedCrack / kSurfaceTolerance});
}

}  // namespace

std::string text(const Vec3& v) {
    return number(v.x) + "," + number(v.y) + "," + number(v.z);
}

std::string checkPullBack(const SolidSet& solids, const TraceCase& input, const Trace& trace, double deepest) {
    if (!(trace.fraction >= 0) || trace.fraction > trace.hitFraction) return "fraction " + number(trace.fraction);
    const Vec3 expected = input.start + (input.end - input.start) * trace.fraction;
    if (length(expected - trace.endpos) > kPositionRounding) return "endpos is not at fraction: " + text(trace.endpos);
    if (trace.startsolid) return {};
    const Plane plane{trace.normal, trace.dist};
    const double room = std::max(kPlaneTolerance, deepest - kEndDepth);
    const double before = distanceTo(plane, input.start), after = distanceTo(plane, trace.endpos);
    if (after < std::min(input.probe.skin, before) - kPositionRounding)
        return "endpos within the skin: " + number(after);
    if (after > input.probe.skin + room && !endsWhereCrackCloses(solids, input, trace))
        return "pulled back too far: " + number(after);
    // The apex of a crack is outside, however acute it is.
    const auto inside = [&](const Tolerance& tolerance) {
        return solids.inside(trace.endpos, input.probe.mask, tolerance);
    };
    if (!inside({deepest}) || !inside({deepest, kFinestSliver})) return {};
    return "endpos in solid: " + text(trace.endpos);
}

Verdict compareTrace(const SolidSet& solids, const TraceCase& input, const Trace& trace) {
    OracleAnswers answers(solids, input, trace);
    Verdict verdict;
    if (agreesAtSomeTolerance(solids, input, trace, Planes::Entered, answers, verdict)) return verdict;
    Verdict edge;
    if (agreesAtSomeTolerance(solids, input, trace, Planes::Meeting, answers, edge)) return edge;
    if (acceptedAtMixedTolerances(solids, input, trace, verdict.answer)) {
        verdict.agrees = verdict.marginal = true;
        verdict.reason.clear();
        return verdict;
    }
    verdict.reason += " [" + text(input.start) + " to " + text(input.end) + ", skin " + number(input.probe.skin) +
                      ", mask " + number(static_cast<double>(input.probe.mask)) + "]";
    return verdict;
}

std::string comparePoint(const SolidSet& solids, const Vec3& p, Contents got) {
    for (const Tolerance& tolerance : kTolerances)
        if (solids.contents(p, tolerance).accepts(got)) return {};
    const PointAnswer answer = solids.contents(p);
    return "contents " + number(static_cast<double>(got)) + " at " + text(p) + ", where it is deep in " +
           number(static_cast<double>(answer.certain)) + " and touches " +
           number(static_cast<double>(answer.possible)) + (answer.blocked ? ", blocked" : ", not blocked");
}

}  // namespace hullbake::oracle
