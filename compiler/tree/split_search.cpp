// Depth-first search over the most promising planes, bounded by the best node count so far and a number of tries.

#include "compiler/tree/split_search.hpp"

#include <algorithm>

#include "compiler/geometry/split_winding.hpp"

namespace hullbake {

namespace {

constexpr std::size_t kTried = 3;  // number of most promising planes tried at each level

bool isExact(const Winding& winding) {
    return std::all_of(winding.vertices.begin(), winding.vertices.end(),
                       [](const WindingVertex& vertex) { return vertex.exact; });
}

// Notes the side of a plane that a whole polygon lies on.
template <class Sides>
void note(Sides& sides, std::uint32_t mark, PlaneSide side) {
    sides.known |= mark;
    if (side == PlaneSide::Front || side == PlaneSide::Both) sides.front |= mark;
    if (side == PlaneSide::Back || side == PlaneSide::Both) sides.back |= mark;
}

constexpr std::uint32_t markOf(std::size_t item) {
    return std::uint32_t{1} << item;
}

}  // namespace

SmallSplitChooser::Parts::~Parts() {
    chooser.items_.erase(chooser.items_.begin() + static_cast<std::ptrdiff_t>(items), chooser.items_.end());
    chooser.planeOf_.resize(items);
    chooser.exactOf_.resize(items);
}

SmallSplitChooser::Set SmallSplitChooser::take(std::span<const TreeFace> faces) {
    Set set;
    ids_.clear();
    items_.assign(faces.begin(), faces.end());
    planeOf_.clear();
    exactOf_.clear();
    wholes_ = faces.size();
    for (Item i = 0; i < wholes_; ++i) {
        const PlaneId id = faces[i].plane;
        const auto known = static_cast<std::size_t>(std::find(ids_.begin(), ids_.end(), id) - ids_.begin());
        if (known == ids_.size()) {
            rough_[known] = exact_[known] = {};
            ids_.push_back(id);
        }
        planeOf_.push_back(static_cast<std::uint8_t>(known));
        note(rough_[known], markOf(i), PlaneSide::On);
        note(exact_[known], markOf(i), PlaneSide::On);
        exactOf_.push_back(isExact(*faces[i].winding));
        add(set, i);
    }
    return set;
}

SmallSplitChooser::Planes SmallSplitChooser::distinctPlanes(const Set& set) const {
    Planes planes;
    std::uint32_t seen = 0;
    for (const Item item : set.items) {
        const std::uint8_t plane = planeOf_[item];
        if ((seen & markOf(plane)) != 0) continue;
        seen |= markOf(plane);
        planes.push_back(plane);
    }
    return planes;
}

// Ranks a plane; a lower rank is more promising.
double SmallSplitChooser::rankOf(const Set& set, std::size_t plane) {
    const Plane& by = planes_[ids_[plane]];
    const int axis = planeAxis(by);
    Sides& sides = rough_[plane];
    for (std::uint32_t unknown = set.whole & ~sides.known; unknown != 0; unknown &= unknown - 1) {
        const auto item = static_cast<std::size_t>(std::countr_zero(unknown));
        note(sides, markOf(item), roughSideOfFace(items_[item], by, axis));
    }
    int front = std::popcount(set.whole & sides.front), back = std::popcount(set.whole & sides.back),
        split = std::popcount(set.whole & sides.front & sides.back),
        on = std::popcount(set.whole & ~(sides.front | sides.back));
    if (!isWhole(set))
        for (const Item item : set.items) {
            if (item < wholes_) continue;
            const PlaneSide side = planeOf_[item] == plane ? PlaneSide::On : roughSideOfFace(items_[item], by, axis);
            front += side == PlaneSide::Front || side == PlaneSide::Both;
            back += side == PlaneSide::Back || side == PlaneSide::Both;
            on += side == PlaneSide::On;
            split += side == PlaneSide::Both;
        }
    return 3.0 * split - on + 0.01 * std::max(front, back);
}

// Sorts the most promising planes first; equal ranks keep their order.
void SmallSplitChooser::rank(const Set& set, Planes& planes) {
    double ranks[kSmallSplit];
    for (std::size_t i = 0; i < planes.size(); ++i) {
        const std::uint8_t plane = planes[i];
        const double own = rankOf(set, plane);
        std::size_t at = i;
        for (; at > 0 && own < ranks[at - 1]; --at) {
            ranks[at] = ranks[at - 1];
            planes[at] = planes[at - 1];
        }
        ranks[at] = own;
        planes[at] = plane;
    }
}

PlaneSide SmallSplitChooser::sideOf(Item item, std::size_t plane) {
    if (item >= wholes_) return sideOfFace(planes_.equations(), items_[item], cutPlane(plane), memo_);
    Sides& sides = exact_[plane];
    const std::uint32_t mark = markOf(item);
    if ((sides.known & mark) == 0)
        note(sides, mark, sideOfFace(planes_.equations(), items_[item], cutPlane(plane), memo_));
    return PlaneSides{(sides.front & mark) != 0, (sides.back & mark) != 0}.side();
}

void SmallSplitChooser::add(Set& set, Item item) const {
    set.items.push_back(item);
    if (item < wholes_) set.whole |= markOf(item);
    set.isExact = set.isExact && exactOf_[item];
}

void SmallSplitChooser::addPart(Set& set, const Winding& part, std::size_t plane) {
    if (part.empty()) return;
    items_.emplace_back(part);
    planeOf_.push_back(static_cast<std::uint8_t>(plane));
    exactOf_.push_back(isExact(part));
    add(set, static_cast<Item>(items_.size() - 1));
}

// Splits the polygons by one of their planes and drops those that lie on it. Returns the split, without a count.
PlannedSplit SmallSplitChooser::split(const Set& set, std::size_t plane, Set& front, Set& back) {
    const PlaneId id = ids_[plane];
    bool facesFront = false, facesBack = false, isSure = set.isExact;
    for (const Item item : set.items) {
        if (planeOf_[item] == plane) {
            (items_[item].winding->plane == id ? facesFront : facesBack) = true;
            continue;
        }
        switch (sideOf(item, plane)) {
            case PlaneSide::Front:
                add(front, item);
                break;
            case PlaneSide::Back:
                add(back, item);
                break;
            case PlaneSide::On:
                isSure = false;
                break;
            case PlaneSide::Both:
                Winding &inFront = pieces_.take(), &behind = pieces_.take();
                splitWinding(planes_.equations(), *items_[item].winding, cutPlane(plane), &inFront, &behind, memo_);
                addPart(front, inFront, planeOf_[item]);
                addPart(back, behind, planeOf_[item]);
                break;
        }
    }
    if (!isSure || facesFront == facesBack) return {id, 0, Facing::Unsure};
    return {id, 0, facesFront ? Facing::Front : Facing::Back};
}

// Finds the subtree of fewest nodes that separates all polygons. Returns false if `limit` or more are needed. Sets that
// several orders of splits lead to are searched once.
bool SmallSplitChooser::find(const Set& set, std::uint32_t limit, Subtree& subtree) {
    subtree = {};
    if (set.empty()) return limit > 0;
    if (!isWhole(set)) return search(set, limit, subtree);
    if (const Known& known = knownOf(set.whole); known.marks == set.whole) {
        if (known.least >= limit) return false;
        if (known.subtree.nodes != 0) {
            subtree = known.subtree;
            return true;
        }
    }
    const bool isFound = search(set, limit, subtree);
    // What a search without an end has found is not the fewest.
    if (tries_ > 0) knownOf(set.whole) = {set.whole, isFound ? subtree.nodes : limit, subtree};
    return isFound;
}

bool SmallSplitChooser::search(const Set& set, std::uint32_t limit, Subtree& subtree) {
    subtree = {};
    Planes planes = distinctPlanes(set);
    // Each distinct plane needs at least one node.
    const std::size_t least = planes.size();
    if (limit <= least) return false;
    if (least == 1) {
        subtree = {static_cast<std::uint32_t>(found_.size()), 1};
        Set front, back;
        found_.push_back(split(set, planes.front(), front, back));
        return true;
    }
    rank(set, planes);
    for (std::size_t i = 0; i < std::min(least, tries_ > 0 ? kTried : 1) && limit > least; ++i) {
        --tries_;
        if (Subtree better; findBelow(set, planes[i], limit, better)) {
            subtree = better;
            limit = better.nodes;
        }
    }
    return subtree.nodes != 0;
}

// Finds the subtree of fewest nodes that begins with a given split.
bool SmallSplitChooser::findBelow(const Set& set, std::size_t plane, std::uint32_t limit, Subtree& subtree) {
    const Parts parts(*this);
    Set front, back;
    PlannedSplit first = split(set, plane, front, back);
    Subtree inFront, behind;
    if (!find(front, limit - 1, inFront)) return false;
    if (!find(back, limit - 1 - inFront.nodes, behind)) return false;
    subtree = {static_cast<std::uint32_t>(found_.size()), 1 + inFront.nodes + behind.nodes};
    first.inFront = inFront.nodes;
    found_.push_back(first);
    for (const Subtree& side : {inFront, behind})
        for (std::size_t i = 0; i < side.nodes; ++i) {
            const PlannedSplit below = found_[side.begin + i];
            found_.push_back(below);
        }
    return true;
}

// Follows only the most promising planes. If no plane is needed twice, the node count is minimal, and a search would
// try no other plane, here or in a subtree. Returns false if a plane is needed twice.
bool SmallSplitChooser::makePlan(const Set& set, Planes& planes) {
    if (planes.size() > 1) rank(set, planes);
    const Parts parts(*this);
    Set front, back;
    const PlannedSplit first = split(set, planes.front(), front, back);
    Planes frontPlanes = distinctPlanes(front), backPlanes = distinctPlanes(back);
    if (1 + frontPlanes.size() + backPlanes.size() > planes.size()) return false;
    const std::size_t at = plan_.size();
    plan_.push_back(first);
    if (!front.empty() && !makePlan(front, frontPlanes)) return false;
    plan_[at].inFront = static_cast<std::uint32_t>(plan_.size() - at - 1);
    return back.empty() || makePlan(back, backPlanes);
}

PlaneId SmallSplitChooser::choose(std::span<const TreeFace> faces, SplitPlan& plan) {
    plan_.clear();
    const Set all = take(faces);
    Planes planes = distinctPlanes(all);
    if (makePlan(all, planes)) {
        plan = plan_;
        return plan_.front().plane;
    }
    known_.assign(kKnown, {});
    found_.clear();
    tries_ = mostTries_;
    Subtree subtree;
    search(all, static_cast<std::uint32_t>(4 * faces.size() + 1), subtree);
    const PlannedSplit* const first = found_.data() + subtree.begin;
    if (tries_ > 0 || keepsAll_) plan = {first, subtree.nodes};
    return first->plane;
}

}  // namespace hullbake
