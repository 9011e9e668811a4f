// Exact traces, for what the fast ones are not certain of.
// In: the tree, or a set of bare brushes, and a segment. Out: a Trace.
// Through a hull it follows the tree, and asks the bare brushes for planes. Beside bare brushes it follows the free
// space between them, by a BrushSpace or, where too many meet, by a Crowd.

#include "query/trace_closely.hpp"

#include <cmath>

#include "brushes/brush_space.hpp"
#include "brushes/brushes_along.hpp"
#include "brushes/contact_plane.hpp"
#include "brushes/crowd.hpp"
#include "brushes/model_brushes.hpp"
#include "query/closing_plane.hpp"
#include "query/contents_behind.hpp"
#include "query/contents_expanded.hpp"
#include "query/refusal.hpp"
#include "query/trace_expanded.hpp"
#include "query/trace_from_surface.hpp"
#include "tree/along_trace.hpp"
#include "tree/contact.hpp"

namespace hullbake::detail {

namespace {

// Upper bound, units, of what a split plane cuts off an edge in a tree of faces off the grid.
constexpr double kCutOff = 1e-6;

// Returns true if a trace that was in free space up to `t` crosses the plane at a stretch before that. A brush along
// whose face it slides is entered there, but does not stop it: the fill closed the crack that follows.
bool isCrossedLongBefore(const Line& line, const Plane& plane, double t) {
    const double d0 = distanceTo(plane, line.start), approach = d0 - distanceTo(plane, line.end);
    return approach > kRounding && (t - std::max(d0 / approach, 0.0)) * line.length > kTouchLength;
}

// Returns true if the trace meets the plane only beyond `t`, where it is deep in solid. Other brushes, or a crack that
// the fill closed, stopped it before.
bool isMetInSolid(const Trees& trees, const Line& line, const Plane& plane, double t, std::int64_t& budget) {
    const double d0 = distanceTo(plane, line.start), approach = d0 - distanceTo(plane, line.end);
    const double met = approach > 0 ? d0 / approach : 0;
    return (met - t) * line.length > kBrushReach && met < 1 &&
           !touchPoint(trees, line.start + line.delta * met, budget).free;
}

// Returns true if the brushes leave no space within the tolerance of `t`.
template <class Set>
HULLBAKE_NOINLINE bool leavesNoSpace(const Set& set, const TraceQuery& input, double t) {
    const Line line = lineOf(input);
    std::int64_t budget = kChainBudget;
    const BrushSpace<Set> chain(set, input.probe.mask, line, budget);
    if (!chain.cover(t)) return false;
    chain.setRoom(0);
    return !touchPoint(chain, line.start + line.delta * t, budget).free && budget > 0;
}

// Answers a question of a BrushCheck.
template <class Set>
bool answerOf(const Set& set, const TraceQuery& input, BrushCheck::Question question, double t, double until) {
    switch (question) {
        case BrushCheck::Question::Entered:
            return insideBrushes(set, input, t, until);
        case BrushCheck::Question::MayBeCrack:
            return mayBeCrack(set, input, t, until);
        case BrushCheck::Question::Closed:
            if constexpr (Set::kTurned)
                return false;  // no tree is made of turned brushes
            else
                return leavesNoSpace(set, input, t);
        default:
            return passesDeep(set, input, t, until);
    }
}

// Answers a trace exactly. Returns false if that takes too many steps.
template <class Space, class Set>
bool traceIn(const Space& space, const Set& set, const TraceQuery& input, const Line& line, std::int64_t& budget,
             Trace& trace) {
    if (!(line.length > 0)) {
        if (!space.cover(0)) return false;
        const Touch touch = touchPoint(space, input.start, budget);
        if (budget <= 0) return false;
        trace = touch.free ? inPlace(input, contentsIn(set, input.start)) : stuck(input, Contents{touch.contents});
        return true;
    }
    const auto ask = [&](BrushCheck::Question question, double t, double until) {
        return answerOf(set, input, question, t, until);
    };
    const BrushCheck brushes(ask);
    Contact contact = traceExactly(space, line, brushes, budget);
    if (budget <= 0) return false;
    Plane plane;
    if (contact.hit && !contact.allsolid &&
        !contactPlane(set, input, contact.t, std::max(contact.t, contact.until), plane, contact.leave))
        plane = closingPlane(space, set, input, line, contact, brushes, budget);
    if (budget <= 0) return false;
    if (contact.hit) addContents(set, input, line, contact);
    trace = answer(input, line, contact, plane);
    return true;
}

// Returns where the trace enters a leaf that blocks and in which no brush is, before `until`: a crack that the fill
// closed. Goes from leaf to leaf, as nothing near the trace matters but where it is in such a leaf. Stops when the
// budget, of visited nodes, is used up: only a crafted tree has so many.
Contact enteredFill(const BrushSet& set, const TraceQuery& input, const Trees& trees, const Line& line, double until,
                    std::int64_t& budget) {
    Contact contact;
    std::int64_t exit = -1;
    for (double t = 0, next = until; t < until && budget > 0; t = next, next = until) {
        contact.node = exit;
        ChildRef child = trees.roots[0];
        while (!Trees::isLeaf(child)) {
            --budget;
            const double d0 = trees.distance(child, line.start), d1 = trees.distance(child, line.end);
            const double crossing = d0 / (d0 - d1);
            const bool isAhead = crossing > t;
            if (isAhead && crossing < next) {
                next = crossing;
                exit = child;
            }
            child = (isAhead ? d0 : d1) > 0 ? trees.front(child) : trees.back(child);
        }
        const Vec3 middle = line.start + line.delta * ((t + next) / 2);
        contact.hit = trees.blocks(child) && next - t > line.toleranceT && contact.node >= 0 &&
                      bitsAt(set, middle, input.probe.mask) == 0 && !touchPoint(trees, middle, budget).free;
        contact.t = t;
        contact.contents = Trees::contents(child);
        if (contact.hit) break;
    }
    return contact;
}

// Answers a trace beside so many cells that the tree takes too many steps: by the bare brushes, and by what the fill
// closed between them. Refuses it if the fill made solid of where it starts or ends.
Trace traceByBrushes(const BrushSet& set, const TraceQuery& input, const Trees& trees, const Line& line) {
    Trace trace = traceByCrowd(set, input, line);
    std::int64_t budget = kTraceBudget;
    if (!trace.invalid && !trace.allsolid) {
        Contact filled = enteredFill(set, input, trees, line, trace.hitFraction, budget);
        filled.startsolid = trace.startsolid;
        if (filled.hit) trace = answer(input, line, filled, planeEntered(trees, line, filled));
    }
    const bool agrees = !trace.invalid && budget > 0 &&
                        touchPoint(trees, input.start, budget).free != trace.startsolid &&
                        (trace.allsolid || touchPoint(trees, trace.endpos, budget).free);
    return agrees ? trace : invalidTrace(input, Refusal::TooMuchWork);
}

}  // namespace

Trace traceClosely(const format::Tables& tables, const TraceQuery& input, const Trees& trees, const Line& line,
                   const Contact* found, std::int64_t& budget) {
    const BrushSet set = hullBrushes(tables, input.probe.hull, input.model);
    const auto ask = [&](BrushCheck::Question question, double t, double until) {
        return answerOf(set, input, question, t, until);
    };
    const BrushCheck brushes(ask);
    Contact contact = found != nullptr ? *found : traceExactly(trees, line, brushes, budget);
    if (budget <= 0) return traceByBrushes(set, input, trees, line);
    Plane plane = planeEntered(trees, line, contact);
    if (contact.hit && contact.node < 0) {
        const bool explained =
            contactPlane(set, input, contact.t, std::max(contact.t, contact.until), plane, contact.leave);
        const bool early = explained && found != nullptr && isMetInSolid(trees, line, plane, contact.t, budget);
        if (!explained || early || isCrossedLongBefore(line, plane, contact.t)) {
            // No brush explains what the common trace has found, as where free space is only near.
            if (found != nullptr) return traceClosely(tables, input, trees, line, nullptr, budget);
            plane = closingPlane(trees, set, input, line, contact, brushes, budget);
        }
    } else if (contact.hit && isFlatContact(line, plane) && !hasPlaneAt(set, input, contact.t, plane)) {
        const double before = kCutOff / std::fabs(dot(plane.normal, line.delta));
        contactPlane(set, input, std::max(0.0, contact.t - before), contact.t, plane);
    }
    return answer(input, line, contact, plane);
}

bool traceSliding(const format::Tables& tables, const TraceQuery& input, const Trees& trees, const Line& line,
                  AlongSides& sides, Contact& contact, std::int64_t& budget, Trace& trace) {
    constexpr double kSamePlane = 1e-6;
    if (!traceAlong(trees, line, sides, contact, budget)) return false;
    Plane plane;
    if (contact.hit) {
        // Brushes behind the planes may be entered at the same place, and cracks beside them may close there. Both lead
        // to another plane than that of the tree.
        const Plane entered = planeEntered(trees, line, contact);
        if (isFlatContact(line, entered)) return false;
        const double d0 = distanceTo(entered, line.start), approach = d0 - distanceTo(entered, line.end);
        contact.t = std::min((d0 + kRounding) / approach, contact.t + line.toleranceT);
        contact.node = -1;
        const auto isEntered = [&] {
            return length(plane.normal - entered.normal) <= kSamePlane &&
                   std::fabs(plane.dist - entered.dist) <= kRounding;
        };
        const BrushSet set = hullBrushes(tables, input.probe.hull, input.model);
        if (ContactCone::Entered met; planeEnteredIn(tables, set, input, line, d0 / approach, met)) {
            plane = met.plane;  // all planes meet at the contact
        } else if (!planeEnteredAt(set, input, line, contact.t, plane) || !isEntered()) {
            if (!contactPlane(set, input, contact.t, contact.t, plane)) return false;
            const Vec3 place = line.start + line.delta * (d0 / approach);
            if (!isEntered() && (isFlatContact(line, plane) || std::fabs(distanceTo(plane, place)) > kRounding))
                return false;
        }
    }
    trace = answer(input, line, contact, plane);
    return true;
}

template <class Set>
HULLBAKE_NOINLINE bool traceByChain(const Set& set, const TraceQuery& query, const Line& line, Trace& trace) {
    std::int64_t budget = kChainBudget;
    const BrushSpace<Set> chain(set, query.probe.mask, line, budget);
    return traceIn(chain, set, query, line, budget, trace);
}

template <class Set>
HULLBAKE_NOINLINE Trace traceByCrowd(const Set& set, const TraceQuery& query, const Line& line) {
    std::int64_t budget = kCrowdBudget;
    const Crowd<Set> crowd(set, query.probe.mask, line, budget);
    Trace trace;
    return traceIn(crowd, set, query, line, budget, trace) ? trace : invalidTrace(query, Refusal::TooMuchWork);
}

template bool traceByChain(const BrushSet&, const TraceQuery&, const Line&, Trace&);
template bool traceByChain(const TurnedSet&, const TraceQuery&, const Line&, Trace&);
template Trace traceByCrowd(const BrushSet&, const TraceQuery&, const Line&);
template Trace traceByCrowd(const TurnedSet&, const TraceQuery&, const Line&);

}  // namespace hullbake::detail
