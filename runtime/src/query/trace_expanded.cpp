// Traces of any box against the bare brushes, each grown by the box when the trace comes to it.
//
// The quick look clips the segment against the brushes that its sweep meets, front to back, and takes the nearest
// entry. It knows when it does not know: where the trace stays near a plane, begins or ends near one, cuts a corner, or
// begins in solid. Then the slow walk follows the free space between the brushes.

#include "brushes/brush_set.hpp"
#include "brushes/brush_space.hpp"
#include "brushes/brush_trace.hpp"
#include "brushes/turned_set.hpp"
#include "hullbake/clip_map.hpp"
#include "query/answers.hpp"

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
HULLBAKE_NOINLINE Trace concluded(const Set& set, const TraceInput& input, const Line& line,
                                  const QuickLook<Set>& look) {
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

bool lookAlongNarrow(Look& look, const FreeGrid& grid, const TraceInput& input) {
    return look.lookAlong<Look::Narrow>(grid, input);
}
#ifdef HULLBAKE_AVX
HULLBAKE_WITH_AVX HULLBAKE_FLATTEN HULLBAKE_NOINLINE bool lookAlongWide(Look& look, const FreeGrid& grid,
                                                                        const TraceInput& input) {
    return look.lookAlong<Look::Wide>(grid, input);
}
#endif

}  // namespace

// Queries of the world by the grid of a hull that holds the box. `trace` is new in all of them.
struct detail::ListedQuery {
    // Which hull's the box is, or hullCount(), and which hull's grid serves.
    struct Hulls {
        std::uint32_t box, grid;
    };

    // As ClipMap::traceBox.
    static void trace(const ClipMap& map, const Box& box, const TraceInput& input, Trace& trace) {
#ifdef HULLBAKE_AVX
        if (kHasAvx) return traceWide(map, box, input, trace);
#endif
        traceNarrow(map, box, input, trace);
    }

    // Of a box that is no plain hull's. False when the lists cannot tell.
    static bool traceListed(const ClipMap& map, const Box& box, Hulls hulls, const TraceInput& input, Trace& trace) {
#ifdef HULLBAKE_AVX
        if (kHasAvx) return listedWide(map, box, hulls, input, trace);
#endif
        return listedBy<ScalarGrid>(map, box, hulls, input, trace, goOnNarrow);
    }

  private:
    // Most queries are of a hull's box through the world, and most traces that end soon are free: they take next to
    // nothing, not even room on the stack.
    template <class Lanes>
    HULLBAKE_INLINE static void traceBy(const ClipMap& map, const Box& box, const TraceInput& input, Trace& trace,
                                        void (&goOn)(const ClipMap& map, const Box& box, std::uint32_t hull,
                                                     std::uint32_t slot, const TraceInput& input, Trace& trace)) {
        std::size_t hull = 0;
        while (hull < map.hulls_.size() && !Lanes::isBoxOf(map.hulls_[hull], box)) ++hull;
        const bool plain = hull < map.hulls_.size() && (map.plainHulls_ >> hull & 1) != 0 && input.skin >= 0 &&
                           input.skin <= kMaxCoordinate && input.model.value == 0 && !any(input.mask & kMaskLiquid);
        if (!plain) return map.traceOther(box, hull, input, trace);
        const FreeGrid grid(map.grid_, hull);
        FreeGrid::Place place;
        const GridStart start = startIn<Lanes>(grid, input, place);
        if (start == GridStart::Passes)
            trace.endpos = input.end;
        else if (start == GridStart::Outside)
            map.traceOther(box, hull, input, trace);
        else
            goOn(map, box, static_cast<std::uint32_t>(hull), place.slot, input, trace);
    }

    template <class Lanes>
    HULLBAKE_INLINE static bool listedBy(const ClipMap& map, const Box& box, Hulls hulls, const TraceInput& input,
                                         Trace& trace,
                                         bool (&goOn)(const ClipMap& map, const Box& box, Hulls hulls,
                                                      std::uint32_t slot, const TraceInput& input, Trace& trace)) {
        const FreeGrid grid(map.grid_, hulls.grid);
        FreeGrid::Place place;
        const GridStart start = startIn<Lanes>(grid, input, place);
        if (start == GridStart::Passes) trace.endpos = input.end;
        return start == GridStart::Passes ||
               (start != GridStart::Outside && isListed(box) && goOn(map, box, hulls, place.slot, input, trace));
    }

    template <class Test>
    HULLBAKE_INLINE static bool goOnBy(const ClipMap& map, const Box& box, Hulls hulls, std::uint32_t slot,
                                       const TraceInput& input, Trace& trace,
                                       bool (&lookAlong)(Look& look, const FreeGrid& grid, const TraceInput& input)) {
        // All that hangs on nothing first: what follows is hard to foretell.
        const FreeGrid grid(map.grid_, hulls.grid);
        const Line line = lineOf(input);
        const BrushSet set = map.boxBrushes(box, hulls.box, input.model);
        Look look(set, line, input.mask, false, typename Test::Laid{box, input.start, input.end});
        NearBrushes near;
        if (gatherNear<Test>(grid, slot, input, map.brushes_.data(), look.cutLine(), near))
            look.template lookAt<Test>(near);
        else if (!(line.length <= static_cast<double>(grid.record.listReach)) || !lookAlong(look, grid, input))
            return false;
        if (!look.template settle<Test>(input, trace)) trace = concluded(set, input, line, look);
        return true;
    }

    static bool goOnNarrow(const ClipMap& map, const Box& box, Hulls hulls, std::uint32_t slot, const TraceInput& input,
                           Trace& trace) {
        return goOnBy<Look::Narrow>(map, box, hulls, slot, input, trace, lookAlongNarrow);
    }
    static void plainNarrow(const ClipMap& map, const Box& box, std::uint32_t hull, std::uint32_t slot,
                            const TraceInput& input, Trace& trace) {
        if (!goOnNarrow(map, box, {hull, hull}, slot, input, trace)) trace = map.traceBrushes(box, hull, input);
    }
    HULLBAKE_NOINLINE static void traceNarrow(const ClipMap& map, const Box& box, const TraceInput& input,
                                              Trace& trace) {
        traceBy<ScalarGrid>(map, box, input, trace, plainNarrow);
    }
#ifdef HULLBAKE_AVX
    HULLBAKE_WITH_AVX static bool goOnWide(const ClipMap& map, const Box& box, Hulls hulls, std::uint32_t slot,
                                           const TraceInput& input, Trace& trace) {
        return goOnBy<Look::Wide>(map, box, hulls, slot, input, trace, lookAlongWide);
    }
    HULLBAKE_WITH_AVX static bool listedWide(const ClipMap& map, const Box& box, Hulls hulls, const TraceInput& input,
                                             Trace& trace) {
        return listedBy<AvxGrid>(map, box, hulls, input, trace, goOnWide);
    }
    HULLBAKE_WITH_AVX HULLBAKE_FLATTEN HULLBAKE_NOINLINE static void plainWide(const ClipMap& map, const Box& box,
                                                                               std::uint32_t hull, std::uint32_t slot,
                                                                               const TraceInput& input, Trace& trace) {
        if (!goOnWide(map, box, {hull, hull}, slot, input, trace)) trace = map.traceBrushes(box, hull, input);
    }
    HULLBAKE_WITH_AVX HULLBAKE_FLATTEN static void traceWide(const ClipMap& map, const Box& box,
                                                             const TraceInput& input, Trace& trace) {
        traceBy<AvxGrid>(map, box, input, trace, plainWide);
    }
#endif
};

bool detail::isPlain(const Box& box) {
    return isSmall(box) && isListed(box);
}

Trace detail::traceIn(const TurnedSet& set, const TraceInput& input) {
    return traceThrough(set, input);
}

// Here, where most of their callers are, so that they can be inlined: this and brushSet.
std::size_t ClipMap::hullOf(const Box& box) const noexcept {
    std::size_t hull = 0;
    while (hull < hulls_.size() && !ScalarGrid::isBoxOf(hulls_[hull], box)) ++hull;
    return hull;
}

detail::BrushSet ClipMap::brushSet(const Box& box, ModelId model) const noexcept {
    return {brushes_, sides_, bvh_, models_[model.value].bvhRoot, box, {}};
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
    const std::size_t grid = gridFor(box, hull);
    if (grid == hulls_.size()) return false;
    const ListedQuery::Hulls hulls{static_cast<std::uint32_t>(hull), static_cast<std::uint32_t>(grid)};
    return ListedQuery::traceListed(*this, box, hulls, input, trace);
}

HULLBAKE_NOINLINE Trace ClipMap::traceBrushes(const Box& box, std::size_t hull,
                                              const TraceInput& input) const noexcept {
    const bool valid = validPlace(input.start, input.model) && validPlace(input.end, input.model);
    return valid ? traceThrough(boxBrushes(box, hull, input.model), input) : invalidTrace(input);
}

HULLBAKE_NOINLINE void ClipMap::traceOther(const Box& box, std::size_t hull, const TraceInput& input,
                                           Trace& trace) const noexcept {
    const bool goodSkin = input.skin >= 0 && input.skin <= kMaxCoordinate;
    if (!goodSkin || !(hull < hulls_.size() ? isSmall(box) : validBox(box)))
        trace = invalidTrace(input);
    else if (!traceLists(box, hull, input, trace))
        trace = traceBrushes(box, hull, input);
}

Trace ClipMap::traceBox(const Box& box, const TraceInput& input) const noexcept {
    Trace trace;
    ListedQuery::trace(*this, box, input, trace);
    return trace;
}

}  // namespace hullbake
