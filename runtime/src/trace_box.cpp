// Traces of any box against the bare brushes, each grown by the box when the trace comes to it.
//
// The quick look clips the segment against the brushes that its sweep meets, front to back, and takes the nearest
// entry. It knows when it does not know: where the trace stays near a plane, begins or ends near one, cuts a corner, or
// begins in solid. Then the slow walk follows the free space between the brushes.

#include "answers.hpp"
#include "brush_chain.hpp"
#include "brush_set.hpp"
#include "hullbake/clip_map.hpp"
#include "quick_look.hpp"
#include "turned_set.hpp"

namespace hullbake {

using namespace detail;
using namespace format;

namespace {

constexpr double kBehind = 5e-4;  // units behind a contact, where its contents are looked for

// The bits of all brushes that hold the place, of the kinds that the mask asks for.
template <class Set>
std::uint32_t contentsAt(const Set& set, const Vec3& p, Contents mask) {
    std::uint32_t bits = 0, kinds = 0;
    for (const Contents kind : {kMaskBlocking, kMaskLiquid})
        if (any(mask & kind)) kinds |= static_cast<std::uint32_t>(kind);
    set.forBrushesAt(p, [&](std::uint32_t index) {
        const BrushRecord& brush = set.brushes[index];
        if ((brush.contents & kinds) == 0 || (brush.contents & ~bits) == 0 || !set.rule.takesPart(brush)) return;
        for (const SideRecord& side : set.sidesOf(brush))
            if (grownDistance(side, set.box, p) > 0) return;
        bits |= brush.contents;
    });
    return bits;
}

constexpr std::uint32_t kSolidBit = static_cast<std::uint32_t>(Contents::Solid);

// Fills in what is behind the contact. What the walk found there may only touch the trace.
template <class Set>
void addContents(const Set& set, const TraceInput& input, const Line& line, Contact& contact) {
    const double t = std::min(1.0, std::max(contact.t, contact.until) + kBehind / line.length);
    std::uint32_t behind = contentsAt(set, line.start + line.delta * t, input.mask);
    // Solid that the mask does not ask for is left just there.
    if (!any(input.mask & Contents::Solid)) behind &= ~kSolidBit;
    if ((behind & static_cast<std::uint32_t>(input.mask)) != 0) contact.contents = behind;
}

// After a quick look at all that matters.
template <class Set>
Trace concluded(const Set& set, const TraceInput& input, const Line& line, const QuickLook<Set>& look) {
    std::int64_t budget = kWalkBudget;
    Contact contact;
    Plane plane;
    if (look.decide(contact, plane)) {
        if (contact.hit && contact.node < 0 && !enteredSide(set, input, contact.t, contact.t, plane)) contact.until = 2;
    } else {
        contact.until = 2;
    }
    if (contact.until > 1) {
        const auto insideAny = [&](double t, double until) { return insideBrushes(set, input, t, until); };
        const BrushCheck brushes(insideAny);
        const BrushChain<Set> chain(set, input.mask, line, budget);
        contact = walkSlow(chain, line, brushes, budget);
        if (contact.hit && !contact.allsolid &&
            !enteredSide(set, input, contact.t, std::max(contact.t, contact.until), plane))
            plane = leftPlane(chain, set, input, line, contact, brushes, budget);
        if (budget <= 0) return invalidTrace(input);
    }
    // Of a brush entered for sure, solid swallows all the rest.
    const bool sure = contact.node >= 0 && (contact.contents & kSolidBit) != 0;
    if (contact.hit && !sure) addContents(set, input, line, contact);
    return answer(input, line, contact, plane);
}

template <class Set>
Trace traceThrough(const Set& set, const TraceInput& input) {
    const Line line = lineOf(input);
    if (!(line.length > 0)) {
        std::int64_t budget = kWalkBudget;
        const BrushChain<Set> chain(set, input.mask, line, budget);
        const bool covered = chain.cover(0);
        const Touch touch = covered ? touchPoint(chain, input.start, budget) : Touch{};
        if (!covered || budget <= 0) return invalidTrace(input);
        return touch.free ? inPlace(input, contentsIn(set, input.start)) : stuck(input, Contents{touch.contents});
    }
    QuickLook<Set> look(set, line, input.mask);
    look.lookAround();
    return concluded(set, input, line, look);
}

// Where in the grid a trace begins; Outside also for traces without a length, and beyond where traces may go.
template <class Lanes>
HULLBAKE_INLINE GridStart enter(const FreeGrid& grid, const TraceInput& input, FreeGrid::Place& place) {
    return Lanes::isWay(input.start, input.end) ? startIn<Lanes>(grid, input, place) : GridStart::Outside;
}

using Look = QuickLook<BrushSet>;

// What else makes a hull's box valid for queries: hulls may be larger.
bool isSmall(const Box& box) {
    const Vec3 size = box.maxs - box.mins;
    return size.x <= kMaxBoxSize && size.y <= kMaxBoxSize && size.z <= kMaxBoxSize;
}

// Lists are of what grows by a box around its origin. Beside it, faces that do not grow may stand out of the rest.
bool hasOrigin(const Box& box) {
    return box.mins.x <= 0 && box.mins.y <= 0 && box.mins.z <= 0 && box.maxs.x >= 0 && box.maxs.y >= 0 &&
           box.maxs.z >= 0;
}

// Whether lists serve for queries of the box, given that the box is small.
bool isListed(const Box& box) {
    return hasOrigin(box) && !isFlat(box);
}

// False when the grid's lists cannot tell. The box has a volume.
template <class Test>
HULLBAKE_INLINE bool traceAlong(const BrushSet& set, const GridEntry& entry, const TraceInput& input, Trace& trace) {
    const Line line = lineOf(input);
    Look look(set, line, input.mask, false);
    if (!look.template lookAlong<Test>(entry)) return false;
    if (!look.template settle<Test>(input, trace)) trace = concluded(set, input, line, look);
    return true;
}

#ifdef HULLBAKE_AVX
HULLBAKE_WITH_AVX GridStart enterWide(const FreeGrid& grid, const TraceInput& input, FreeGrid::Place& place) {
    return enter<AvxGrid>(grid, input, place);
}
HULLBAKE_WITH_AVX bool traceAlongWide(const BrushSet& set, const GridEntry& entry, const TraceInput& input,
                                      Trace& trace) {
    return traceAlong<Look::Wide>(set, entry, input, trace);
}
#endif

GridStart enter(const FreeGrid& grid, const TraceInput& input, FreeGrid::Place& place) {
#ifdef HULLBAKE_AVX
    if (kHasAvx) return enterWide(grid, input, place);
#endif
    return enter<ScalarGrid>(grid, input, place);
}

bool traceAlongNarrow(const BrushSet& set, const GridEntry& entry, const TraceInput& input, Trace& trace) {
    return traceAlong<Look::Narrow>(set, entry, input, trace);
}
bool traceAlong(const BrushSet& set, const GridEntry& entry, const TraceInput& input, Trace& trace) {
#ifdef HULLBAKE_AVX
    if (kHasAvx) return traceAlongWide(set, entry, input, trace);
#endif
    return traceAlongNarrow(set, entry, input, trace);
}

}  // namespace

bool detail::isPlain(const Box& box) {
    return isSmall(box) && isListed(box);
}

Trace detail::traceIn(const TurnedSet& set, const TraceInput& input) {
    return traceThrough(set, input);
}

// Here, where most of its callers are, so that it can be inlined.
std::size_t ClipMap::hullOf(const Box& box) const noexcept {
    std::size_t hull = 0;
    const auto isHull = [&](const HullRecord& record) {
        return record.maxs[2] == box.maxs.z && record.maxs[0] == box.maxs.x && record.maxs[1] == box.maxs.y &&
               record.mins[0] == box.mins.x && record.mins[1] == box.mins.y && record.mins[2] == box.mins.z;
    };
    while (hull < hulls_.size() && !isHull(hulls_[hull])) ++hull;
    return hull;
}

detail::BrushSet ClipMap::boxBrushes(const Box& box, ModelId model) const noexcept {
    return boxBrushes(box, hullOf(box), model);
}

detail::BrushSet ClipMap::boxBrushes(const Box& box, std::size_t hull, ModelId model) const noexcept {
    detail::BrushSet set = brushSet(box, model);
    if (hull < hulls_.size()) {
        set.rule.needed = set.rule.forClip = std::uint32_t{1} << hull;
        return set;
    }
    for (std::uint32_t h = 0; h < hulls_.size(); ++h) {
        const Box other = this->hull(HullId{h}).box;
        set.rule.needed |= std::uint32_t{1} << h;
        if (!(other.mins == other.maxs)) set.rule.forClip |= std::uint32_t{1} << h;
    }
    set.rule.clips = !(box.mins == box.maxs);
    return set;
}

// The hull whose grid serves the box: what is free for a hull's box is free for every box in it, and what is near it is
// near every box in it. No brush counts for such a box that does not count for the hull, but for points (clip) and for
// boxes that are another hull's. hullCount() when there is none.
std::size_t ClipMap::gridFor(const Box& box, std::size_t hull) const noexcept {
    if (hull < hulls_.size()) return hull;
    for (std::size_t h = 0; h < hulls_.size(); ++h) {
        const HullRecord& record = hulls_[h];
        bool holdsBox = true;
        for (int a = 0; a < 3; ++a)
            // And the origin: sides that do not grow would else move inwards for the hull only.
            holdsBox = holdsBox && record.mins[a] <= box.mins[a] && box.maxs[a] <= record.maxs[a] &&
                       record.mins[a] <= 0 && record.maxs[a] >= 0;
        if (holdsBox) return h;
    }
    return hulls_.size();
}

bool ClipMap::traceLists(const Box& box, std::size_t hull, const TraceInput& input, Trace& trace) const noexcept {
    if (input.model.value != 0 || models_.empty() || grid_.grids.empty() || any(input.mask & kMaskLiquid)) return false;
    const std::size_t served = gridFor(box, hull);
    if (served == hulls_.size()) return false;
    const FreeGrid grid(grid_, served);
    GridEntry entry(grid);
    entry.start = enter(grid, input, entry.place);
    if (entry.start == GridStart::Passes) trace.endpos = input.end;
    return entry.start == GridStart::Passes || (isListed(box) && traceFrom(entry, box, hull, input, trace));
}

bool ClipMap::traceFrom(const GridEntry& entry, const Box& box, std::size_t hull, const TraceInput& input,
                        Trace& trace) const noexcept {
    const Vec3 way = input.end - input.start;
    const double reach = entry.grid.record.listReach;
    return entry.start != GridStart::Outside && dot(way, way) <= reach * reach &&
           traceAlong(boxBrushes(box, hull, input.model), entry, input, trace);
}

Trace ClipMap::traceBrushes(const Box& box, std::size_t hull, const TraceInput& input) const noexcept {
    const bool valid = validPlace(input.start, input.model) && validPlace(input.end, input.model);
    return valid ? traceThrough(boxBrushes(box, hull, input.model), input) : invalidTrace(input);
}

Trace ClipMap::traceBox(const Box& box, const TraceInput& input) const noexcept {
    Trace trace;  // the only one returned: built in its place
    const std::size_t hull = hullOf(box);
    const bool known = hull < hulls_.size(), goodSkin = input.skin >= 0 && input.skin <= kMaxCoordinate;
    // Most queries are of a hull's box through the world, and most traces that end soon are free.
    if (known && (plainHulls_ >> hull & 1) != 0 && goodSkin && input.model.value == 0 &&
        !any(input.mask & kMaskLiquid)) {
        const FreeGrid grid(grid_, hull);
        GridEntry entry(grid);
        entry.start = enter(grid, input, entry.place);
        if (entry.start == GridStart::Passes)
            trace.endpos = input.end;
        else if (!traceFrom(entry, box, hull, input, trace))
            trace = traceBrushes(box, hull, input);
    } else if (!goodSkin || !(known ? isSmall(box) : validBox(box))) {
        trace = invalidTrace(input);
    } else if (!traceLists(box, hull, input, trace)) {
        trace = traceBrushes(box, hull, input);
    }
    return trace;
}

}  // namespace hullbake
