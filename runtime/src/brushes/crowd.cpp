#include "brushes/crowd.hpp"

namespace hullbake::detail {

namespace {

constexpr int kPointsAround = 6;
// Upper bound of the cuts before which free space is looked for first. With more, that would only cost time.
constexpr std::uint32_t kCutsAtFreeSpace = 3;

// Returns a point around the position, by number. Not along the axes, where edges and faces of brushes are.
Vec3 pointAround(int i, double reach) {
    constexpr Vec3 kTargets[3] = {{0.41, 0.23, -0.17}, {-0.19, 0.43, 0.21}, {0.23, -0.18, 0.44}};
    return kTargets[i / 2] * (i % 2 == 0 ? reach : -reach);
}

}  // namespace

template <class Set>
typename Crowd<Set>::Rank Crowd<Set>::rankOf(std::uint32_t index) const {
    const format::BrushRecord& brush = set_.brushes[index];
    if (!set_.rule.takesPart(brush)) return {};
    return {roleOf(static_cast<Contents>(brush.contents), mask_), index};
}

// Calls visit(i, plane, d) for the sides within the tolerance of the position, until it returns false. Returns true if
// it never does, and if the position is in front of no side by more than the tolerance.
template <class Set>
template <class Visit>
bool Crowd<Set>::forNearSides(std::uint32_t index, const Vec3& p, const Visit& visit) const {
    const auto sides = set_.sidesOf(set_.brushes[index]);
    budget_ -= static_cast<std::int64_t>(sides.size());
    for (std::uint32_t i = 0; i < sides.size(); ++i) {
        const format::SideRecord& side = sides[i];  // or a copy, whose lifetime the reference extends
        if (!sideCounts(side, set_.box)) continue;
        const Plane plane = grownPlane(side, set_.box);
        const double d = distanceTo(plane, p);
        if (d > kBoundsNear * widening()) return false;
        if (d >= -kSurfaceTolerance * widening() && !visit(i, plane, d)) return false;
    }
    return true;
}

// Calls visit(rank) for the brushes whose bounds come near the position and that come before another one.
template <class Set>
template <class Visit>
void Crowd<Set>::forBrushesNear(const Vec3& p, const Rank& before, const Visit& visit) const {
    const auto onBrush = [&](std::uint32_t index) {
        const Rank rank = rankOf(index);
        if (rank.role != Role::None && rank.before(before)) visit(rank);
    };
    if constexpr (kLasts)
        set_.forBrushesAt(p, onBrush, room());
    else
        set_.forBrushesAt(p, onBrush);
}

// Returns a side that all space near the position is in front of, or the one of the others that the trace crosses last.
// No free space beside the brush lasts longer than the space in front of that side.
template <class Set>
std::uint32_t Crowd<Set>::lastSide(std::uint32_t index, const Vec3& p, Lasts lasts) const {
    const auto sides = set_.sidesOf(set_.brushes[index]);
    budget_ -= static_cast<std::int64_t>(sides.size());
    std::uint32_t last = format::kNoIndex;
    bool bestWithin = false;
    double latest = -1, furthest = 0;
    for (std::uint32_t i = 0; i < sides.size(); ++i) {
        const format::SideRecord& side = sides[i];  // or a copy, whose lifetime the reference extends
        if (!sideCounts(side, set_.box)) continue;
        const Plane own = grownPlane(side, set_.box);
        const double d = distanceTo(own, p);
        if (d > kBoundsNear) return i;
        if (d < -kSurfaceTolerance) continue;
        const Approach approach{distanceTo(own, line_.start), distanceTo(own, line_.end), 1};
        const bool within = d >= -kRounding;
        if (lasts == Lasts::Within && !within && !(approach.rises() && approach.reaches(-kRounding) <= 1)) continue;
        double t = 1;
        if (approach.falls()) {
            t = std::min(t, approach.reaches(lasts == Lasts::Within ? -kRounding : -kSurfaceTolerance));
            if (lasts == Lasts::Within && approach.isSloped()) t = std::min(t, approach.reaches(0) + line_.toleranceT);
        }
        if (t < latest) continue;
        if (t == latest && (within < bestWithin || (within == bestWithin && approach.end <= furthest))) continue;
        last = i;
        latest = t;
        bestWithin = within;
        furthest = approach.end;
    }
    return last;
}

// Returns true if one brush at most bounds free space near the position.
template <class Set>
bool Crowd<Set>::hasOneBrush(const Vec3& p) const {
    int brushes = 0;
    forBrushesNear(p, kLast, [&](const Rank& rank) {
        if (brushes <= 1 && forNearSides(rank.brush, p, [](std::uint32_t, const Plane&, double) { return true; }))
            ++brushes;
    });
    return brushes <= 1;
}

// Returns true if the sides that the trace crosses last leave a cell near the position.
template <class Set>
bool Crowd<Set>::hasLasting(const Vec3& p, CrowdCell& cell) const {
    bool open = true;
    const auto forEach = [&](const auto& visit) {
        forBrushesNear(p, kLast, [&](const Rank& rank) {
            if (!open) return;
            const std::uint32_t side = lastSide(rank.brush, p, cell.lasts);
            open = side != format::kNoIndex;
            if (open) visit(limitOf({rank.brush, static_cast<std::uint16_t>(side), true, false}, p));
        });
    };
    return nearestCommonPoint(forEach, {}, cell.place) && open &&
           dot(cell.place, cell.place) <= kCellReach * kCellReach;
}

// Visits the free cells that last longest. Returns true if that is enough. Beside several brushes a cell between sides
// of some may last longer, so there it only tells whether space is free.
template <class Set>
bool Crowd<Set>::visitLasting(const Vec3& p, bool onlyOne, const CellVisit& visit) const {
    if (!(line_.length > 0) || solidSwallows(mask_)) return false;  // cells in a brush that swallows are free, too
    CrowdCell within{{}, format::kNoIndex, Lasts::Within}, near{{}, format::kNoIndex, Lasts::Near};
    if (onlyOne) return hasLasting(p, near);
    if (!hasOneBrush(p)) return false;
    const bool stays = hasLasting(p, within);
    if (stays && visit(within, false)) return true;
    if (!hasLasting(p, near)) return false;
    near.noneWithin = !stays;
    return visit(near, false);
}

// Returns a side of a cut as a half-space relative to the position.
template <class Set>
Limit Crowd<Set>::limitOf(const Cut& cut, const Vec3& p) const {
    const Plane own = plane(Ref{cut.brush} << 16 | cut.side);
    const double d = distanceTo(own, p);
    return cut.front ? Limit{own.normal, kRounding - d} : Limit{-own.normal, kRounding + d};
}

// Finds the point nearest to the target in what the cuts leave, all relative to the position.
template <class Set>
bool Crowd<Set>::nearest(const Vec3& p, const Cut* more, const Vec3& target, Vec3& x) const {
    const auto forEach = [&](const auto& visit) {
        budget_ -= cutCount_;
        if (more != nullptr) visit(limitOf(*more, p));
        for (std::uint32_t i = cutCount_; i-- > 0;) visit(limitOf(cuts_[i], p));
    };
    return nearestCommonPoint(forEach, target, x);
}

// Returns true if what the cuts leave comes near the position. `x` is its nearest point.
template <class Set>
bool Crowd<Set>::hasRoom(const Vec3& p, const Cut* more, Vec3& x) const {
    return nearest(p, more, {}, x) && dot(x, x) <= reach() * reach();
}

// Returns true if a brush has a part in what the cuts leave, however far from the position. If it has none, the cuts
// bound the cell, and no plane of the brush has to.
template <class Set>
bool Crowd<Set>::reaches(const Vec3& p, std::uint32_t index) const {
    if (cutCount_ == 0) return true;
    const auto sides = set_.sidesOf(set_.brushes[index]);
    const auto forEach = [&](const auto& visit) {
        budget_ -= cutCount_ + static_cast<std::int64_t>(sides.size());
        for (std::uint32_t i = cutCount_; i-- > 0;) visit(limitOf(cuts_[i], p));
        for (const format::SideRecord& side : sides) {
            if (!sideCounts(side, set_.box)) continue;
            const Plane own = grownPlane(side, set_.box);
            visit(Limit{-own.normal, distanceTo(own, p)});
        }
    };
    Vec3 x;
    return nearestCommonPoint(forEach, {}, x);
}

// Returns a point near the position that lies well within what the cuts leave. Around an edge or a corner, where many
// brushes meet, such a point divides them evenly.
template <class Set>
Vec3 Crowd<Set>::pointWithin(const Vec3& p, const Vec3& nearestPoint) const {
    Vec3 sum;
    int found = 0;
    for (int i = 0; i < kPointsAround; ++i) {
        Vec3 x;
        if (!nearest(p, nullptr, pointAround(i, reach()), x)) continue;
        sum = sum + x;
        ++found;
    }
    if (found == 0) return nearestPoint;
    const Vec3 middle = sum * (1.0 / found), way = middle - nearestPoint;
    if (dot(middle, middle) <= reach() * reach()) return middle;
    // Goes as far towards the middle as the sphere allows.
    const double a = dot(way, way), b = dot(nearestPoint, way), c = dot(nearestPoint, nearestPoint) - reach() * reach();
    const double root = std::sqrt(std::max(0.0, b * b - a * c));
    return a > 0 ? nearestPoint + way * std::clamp((root - b) / a, 0.0, 1.0) : nearestPoint;
}

// Finds a point near the position that lies in what the cuts leave and outside all brushes. Planes between free space
// and brushes divide best, and many brushes may share one.
template <class Set>
bool Crowd<Set>::pointOutside(const Vec3& p, const Rank& before, Vec3& x) const {
    for (int i = 0; i < kPointsAround; ++i) {
        Vec3 tried;
        if (!nearest(p, nullptr, pointAround(i, reach()), tried) || dot(tried, tried) > reach() * reach() ||
            holder(p, tried, before).before(before))
            continue;
        x = tried;
        return true;
    }
    return false;
}

// Returns the first brush that contains the position moved by `x`.
template <class Set>
typename Crowd<Set>::Rank Crowd<Set>::holder(const Vec3& p, const Vec3& x, const Rank& before) const {
    Rank first = before;
    const auto onBrush = [&](std::uint32_t index) {
        const Rank rank = rankOf(index);
        if (rank.role == Role::None || !rank.before(first)) return;
        if (forNearSides(index, p, [&](std::uint32_t, const Plane& plane, double d) {
                return d + dot(plane.normal, x) < kInFrontOf;
            }))
            first = rank;
    };
    if constexpr (kLasts)
        set_.forBrushesAt(p, onBrush, room());
    else
        set_.forBrushesAt(p, onBrush);
    return first;
}

// Finds a side of the brush that divides what the cuts leave.
template <class Set>
bool Crowd<Set>::cutAlongBrush(const Vec3& p, std::uint32_t index, Cut& cut) const {
    return !forNearSides(index, p, [&](std::uint32_t i, const Plane&, double) {
        cut = {index, static_cast<std::uint16_t>(i), true, true};
        Vec3 x;
        return !hasRoom(p, &cut, x);
    });
}

// Finds a plane between the cell of a point and another brush that would claim a part of what the cuts leave.
template <class Set>
bool Crowd<Set>::cutBeside(const Vec3& p, const Vec3& x, const Rank& holder, const Rank& before, Cut& cut) const {
    bool found = false;
    forBrushesNear(p, before, [&](const Rank& rank) {
        if (found || !bordersOn(rank.role, holder.role)) return;
        Cut beside{};
        double furthest = -1;
        const bool near = forNearSides(rank.brush, p, [&](std::uint32_t i, const Plane& plane, double d) {
            const double away = d + dot(plane.normal, x);
            if (away < kInFrontOf || away <= furthest) return true;
            furthest = away;
            beside = {rank.brush, static_cast<std::uint16_t>(i), false, true};
            return true;
        });
        if (!near || !beside.pending) return;
        Vec3 nearestPoint;
        if (!hasRoom(p, &beside, nearestPoint) || !reaches(p, rank.brush)) return;
        cut = beside;
        cut.front = true;
        found = true;
    });
    return found;
}

template <class Set>
bool Crowd<Set>::push(const Cut& cut) const {
    if (cutCount_ == kMostCuts) {
        budget_ = 0;
        return false;
    }
    cuts_[cutCount_++] = cut;
    return true;
}

// Divides what the cuts leave until each part is one cell. Brushes from `before` on do not take part.
template <class Set>
void Crowd<Set>::visitCells(const Vec3& p, const Rank& before, bool onlyOne, const CellVisit& visit,
                            Touch& touch) const {
    const std::uint32_t given = cutCount_;
    while (budget_ > 0) {
        Vec3 nearestPoint;
        Cut cut{};
        bool divides = false;
        if (hasRoom(p, nullptr, nearestPoint)) {
            Vec3 x = pointWithin(p, nearestPoint);
            Rank first = holder(p, x, before);
            if (first.before(before) && cutCount_ - given < kCutsAtFreeSpace && pointOutside(p, before, x))
                first = before;
            const bool outside = !first.before(before), blocks = !outside && first.role != Role::Swallows;
            if (!blocks && onlyOne) {
                touch.free = true;
                break;
            }
            divides =
                (!outside && cutAlongBrush(p, first.brush, cut)) ||
                ((outside || borderedByOthers(first.role)) && cutBeside(p, x, outside ? kLast : first, before, cut));
            if (divides) {
                push(cut);
                continue;
            }
            const CrowdCell cell{x, outside ? format::kNoIndex : first.brush};
            if (blocks) touch.contents |= set_.brushes[first.brush].contents;
            touch.free = touch.free || !blocks;
            if (visit(cell, blocks) && !blocks) break;
        }
        while (cutCount_ > given && !cuts_[cutCount_ - 1].pending) --cutCount_;
        if (cutCount_ == given) break;
        cuts_[cutCount_ - 1].pending = false;
        cuts_[cutCount_ - 1].front = !cuts_[cutCount_ - 1].front;
    }
    cutCount_ = given;
}

// Returns true if a part of the brush near the position lies in none of the brushes before it.
template <class Set>
bool Crowd<Set>::isVisible(const Vec3& p, const Rank& rank) const {
    cutCount_ = 0;
    const bool near = forNearSides(rank.brush, p, [&](std::uint32_t i, const Plane&, double) {
        return push({rank.brush, static_cast<std::uint16_t>(i), false, false});
    });
    Touch touch;
    if (near) visitCells(p, rank, true, CellVisit([](const CrowdCell&, bool) { return true; }), touch);
    cutCount_ = 0;
    return touch.free;
}

// Adds the contents of brushes in cells that were not visited, because another brush contains them, too.
template <class Set>
void Crowd<Set>::addHidden(const Vec3& p, Touch& touch) const {
    forBrushesNear(p, kLast, [&](const Rank& rank) {
        const std::uint32_t contents = set_.brushes[rank.brush].contents;
        if ((contents & ~touch.contents) != 0 && isVisible(p, rank)) touch.contents |= contents;
    });
}

template <class Set>
double Crowd<Set>::leftAfter(double t) const {
    double first = 1;
    forBrushesAlong(std::min(t, 1.0), first, [&](std::uint32_t index) {
        if (rankOf(index).role == Role::None) return;
        const Part part = partNear(set_, set_.brushes[index], line_, 0);
        budget_ -= static_cast<std::int64_t>(set_.sidesOf(set_.brushes[index]).size());
        if (part.enter <= part.leave && part.leave > t) first = std::min(first, part.leave);
    });
    return first;
}

#ifndef HULLBAKE_SMALL
// Takes larger and larger balls around the position. One without free space holds the balls around the positions that
// follow. Large balls meet more brushes, so that they spend half of the budget at most.
template <class Set>
double Crowd<Set>::solidUntil(double t) const {
    constexpr double kStep = 8, kMost = 1e7;  // the largest ball has a radius of 21 units
    const Vec3 p = line_.start + line_.delta * t;
    double until = t;
    budget_ -= kCrowdBudget / 2;
    for (widening_ = kStep; widening_ < kMost && until < 1 && budget_ > 0; widening_ *= kStep) {
        Touch touch;
        cutCount_ = 0;
        visitCells(p, kLast, true, CellVisit([](const CrowdCell&, bool) { return false; }), touch);
        if (touch.free || budget_ <= 0) break;
        until = std::min(1.0, t + kSurfaceTolerance * (widening_ - 2) / line_.length);
    }
    widening_ = 1;
    budget_ += kCrowdBudget / 2;
    return until;
}
#endif

template <class Set>
Touch Crowd<Set>::cellsNear(const Vec3& p, bool onlyOne, const CellVisit& visit) const {
    Touch touch;
    cutCount_ = 0;
    if constexpr (kLasts)
        if (visitLasting(p, onlyOne, visit)) return {true, 0};
    visitCells(p, kLast, onlyOne, visit, touch);
    if (!touch.free && budget_ > 0) addHidden(p, touch);
    return touch;
}

namespace {

// Returns false if there are too many brushes for a BrushSpace.
template <class Set>
HULLBAKE_NOINLINE bool touchByChain(const Set& set, Contents mask, const Line& line, std::int64_t& budget,
                                    Touch& touch) {
    std::int64_t left = std::min(budget, kChainBudget);
    const std::int64_t given = left;
    const BrushSpace<Set> chain(set, mask, line, left);
    const bool covered = chain.cover(0);
    if (covered) touch = touchPoint(chain, line.start, left);
    budget -= given - std::max(left, std::int64_t{0});
    return covered && left > 0;
}

template <class Set>
HULLBAKE_NOINLINE Touch touchByCrowd(const Set& set, Contents mask, const Line& line, std::int64_t& budget) {
    return touchPoint(Crowd<Set>(set, mask, line, budget), line.start, budget);
}

}  // namespace

template <class Set>
Touch touchBrushes(const Set& set, Contents mask, const Vec3& p, std::int64_t& budget) {
    const Line line{p, p, {}, 0, 0};
    Touch touch;
    return touchByChain(set, mask, line, budget, touch) ? touch : touchByCrowd(set, mask, line, budget);
}

template Touch touchBrushes(const BrushSet&, Contents, const Vec3&, std::int64_t&);
template Touch touchBrushes(const TurnedSet&, Contents, const Vec3&, std::int64_t&);
template class Crowd<BrushSet>;
template class Crowd<TurnedSet>;

}  // namespace hullbake::detail
