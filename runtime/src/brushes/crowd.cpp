#include "brushes/crowd.hpp"

#include <algorithm>
#include <cmath>

#include "brushes/bvh_sweep.hpp"
#include "brushes/turned_set.hpp"

namespace hullbake::detail {

using namespace format;

namespace {

// Depth, units, below which a point counts as left behind by a brush: more than the nearest point of a region may lie
// outside its bounds.
constexpr double kLeft = 4 * kBoundSlack;

// Radius, units, around a line within which its own free space is looked for: more than the margin kRounding, and far
// less than the tolerance.
constexpr double kOwnReach = 10 * kRounding;

Bound negated(const Bound& bound) {
    return {-bound.normal, -bound.least};
}

// Returns the bound of points clearly behind a plane, of points that `bound` puts clearly in front of it.
Bound behind(const Bound& bound) {
    return {-bound.normal, 2 * kRounding - bound.least};
}

}  // namespace

template <class Set, std::uint32_t kRoom>
template <class Visit>
void Crowd<Set, kRoom>::forNear(const Visit& visit) const {
    if (listed_) {
        for (std::uint32_t i = 0; i < activeCount_; ++i) visit(near_[i]);
        return;
    }
    set_.forBrushesAt(p_, [&](std::uint32_t index) {
        if (role(index) != Role::None && set_.rule.takesPart(set_.brushes[index])) visit(Near{index, 0, kNotStored});
    });
}

// Calls visit(bound) for the bounds of a brush within reach.
template <class Set, std::uint32_t kRoom>
template <class Visit>
void Crowd<Set, kRoom>::forBounds(const Near& near, const Visit& visit) const {
    if (near.count != kNotStored) {
        for (const Bound& bound : std::span(stored_).subspan(near.first, near.count)) visit(bound);
        return;
    }
    for (const SideRecord& side : set_.sidesOf(set_.brushes[near.brush])) {
        if (!sideCounts(side, set_.box)) continue;
        const Bound bound = boundOf(side);
        if (bound.least <= reach_) visit(bound);
    }
}

// Lists a brush, and its bounds if there is room for them.
template <class Set, std::uint32_t kRoom>
void Crowd<Set, kRoom>::list(std::uint32_t index, bool& all) {
    all = all && nearCount_ < kListed;
    if (!all) return;
    Near& near = near_[nearCount_++];
    near = {index, 0, kNotStored};
    const std::uint32_t first = storedCount_;
    bool stored = true;
    forBounds(near, [&](const Bound& bound) {
        stored = stored && storedCount_ < kStored;
        if (stored) stored_[storedCount_++] = bound;
    });
    if (stored)
        near = {index, static_cast<std::uint16_t>(first), static_cast<std::uint16_t>(storedCount_ - first)};
    else
        storedCount_ = first;
}

template <class Set, std::uint32_t kRoom>
Touch Crowd<Set, kRoom>::touch(const Vec3& p, double reach) {
    p_ = p;
    reach_ = reach;
    contents_ = nearCount_ = storedCount_ = 0;
    inside_ = kNoIndex;
    swallowed_ = false;
    listed_ = true;
    Touch touch;
    touch.free = !gather() && leadsOut();
    touch.contents = contents_;
    return touch;
}

// Lists the brushes that come near. Returns true if the whole neighbourhood is solid.
template <class Set, std::uint32_t kRoom>
bool Crowd<Set, kRoom>::gather() {
    bool stuck = false, blocked = false, swallows = false, all = true;
    set_.forBrushesAt(p_, [&](std::uint32_t index) {
        const BrushRecord& brush = set_.brushes[index];
        const Role role = this->role(index);
        if (role == Role::None || !set_.rule.takesPart(brush)) return;
        double outside = -1e30;
        for (const SideRecord& side : set_.sidesOf(brush)) {
            if (!sideCounts(side, set_.box)) continue;
            outside = std::max(outside, grownDistance(side, set_.box, p_));
            if (outside > reach_) return;
        }
        list(index, all);
        const bool deep = outside < -reach_;
        swallows = swallows || role == Role::Swallows;
        if (role == Role::Swallows && deep) inside_ = index;
        if (role != Role::Swallows && outside <= kRounding) contents_ |= brush.contents;
        stuck = stuck || (role == Role::Liquid && deep);
        blocked = blocked || (role == Role::Blocks && deep);
    });
    listed_ = all;
    activeCount_ = nearCount_;
    swallowed_ = inside_ != kNoIndex;
    return stuck || (blocked && !swallows);
}

// Looks for free space outside the brushes, and inside those that swallow others.
template <class Set, std::uint32_t kRoom>
bool Crowd<Set, kRoom>::leadsOut() {
    if (search()) return true;
    for (std::uint32_t last = 0; !swallowed_;) {
        // In the order of their numbers, because a search changes that of the list.
        std::uint32_t next = kNoIndex;
        forNear([&](const Near& near) {
            if (role(near.brush) == Role::Swallows && near.brush >= last) next = std::min(next, near.brush);
        });
        if (next == kNoIndex) return false;
        inside_ = next;
        last = next + 1;
        if (search()) return true;
    }
    return false;
}

template <class Set, std::uint32_t kRoom>
bool Crowd<Set, kRoom>::search() {
    count_ = frameCount_ = 0;
    activeCount_ = nearCount_;
    full_ = false;
    for (bool open = true; open;) {
        Vec3 x;
        Obstacle obstacle;
        if (pointWithin(x)) {
            if (!obstacleAt(x, obstacle)) return true;
            if (obstacle.kept) {
                if (push(obstacle.bound, frameCount_ > 0 ? frames_[frameCount_ - 1].mark : 0, count_)) continue;
            } else {
                enter(obstacle.brush);
            }
        }
        open = false;
        while (frameCount_ > 0 && !open && !full_) {
            open = nextWay(frames_[frameCount_ - 1]);
            if (!open) --frameCount_;
        }
    }
    activeCount_ = nearCount_;
    return full_ && tryFeatures();
}

// Finds a point of the region within reach. Prefers the middle of the region, so that each brush that is left there
// takes away a good part of it. Returns false if the region does not come within reach.
template <class Set, std::uint32_t kRoom>
bool Crowd<Set, kRoom>::pointWithin(Vec3& x) {
    const std::span<const Bound> region(bounds_.data(), count_);
    if (!nearestWithin(region, {}, reach_, x)) return false;
    if (activeCount_ < kFewBrushes) return true;
    const Vec3 nearest = x;
    for (int way = 0; way < 6; ++way) {
        Vec3 from;
        from[way / 2] = way % 2 == 0 ? reach_ : -reach_;
        Vec3 end;
        if (!nearestWithin(region, from, 2 * reach_, end)) continue;
        // From the nearest point towards the end, as far as the position reaches.
        const Vec3 further = end - nearest;
        const double a = dot(further, further), b = dot(further, nearest),
                     room = reach_ * reach_ - dot(nearest, nearest);
        if (!(a > 0)) continue;
        const double most = (-b + std::sqrt(std::max(0.0, b * b + a * room))) / a;
        x = x + further * (std::clamp(most, 0.0, 1.0) / 6);
    }
    return true;
}

// Begins to leave a brush. Ends the search if there is no room to remember that.
template <class Set, std::uint32_t kRoom>
void Crowd<Set, kRoom>::enter(std::uint32_t brush) {
    contents_ |= set_.brushes[brush].contents;
    full_ = frameCount_ == kFrames;
    if (full_) return;
    // Sorting out takes as long as some looks at all brushes.
    constexpr std::uint32_t kLevels = 4;
    if (activeCount_ > kFewBrushes && frameCount_ % kLevels == kLevels - 1) skipDistant();
    frames_[frameCount_++] = {brush, 0, count_, activeCount_, false, {}};
}

// Moves the brushes that do not come near the region behind the others in the list.
template <class Set, std::uint32_t kRoom>
void Crowd<Set, kRoom>::skipDistant() {
    if (!listed_) return;
    std::uint32_t kept = 0;
    for (std::uint32_t i = 0; i < activeCount_; ++i) {
        std::uint32_t count = count_;
        forBounds(near_[i], [&](const Bound& bound) {
            if (count < kRoom) bounds_[count++] = negated(bound);
        });
        Vec3 x;
        if (nearestWithin({bounds_.data(), count}, {}, reach_, x)) std::swap(near_[i], near_[kept++]);
    }
    activeCount_ = kept;
}

// Takes the next side by which the frame's brush can be left, behind all earlier ones. Returns false after the last.
template <class Set, std::uint32_t kRoom>
bool Crowd<Set, kRoom>::nextWay(Frame& frame) {
    const std::uint32_t from = frameCount_ > 1 ? frames_[frameCount_ - 2].mark : 0;
    count_ = frame.mark;
    activeCount_ = frame.active;
    if (frame.hasLast) {
        Vec3 x;
        if (!push(behind(frame.last), from, count_) || !nearestWithin({bounds_.data(), count_}, {}, reach_, x))
            return false;
        frame.mark = count_;
    }
    const auto sides = set_.sidesOf(set_.brushes[frame.brush]);
    while (frame.side < sides.size()) {
        const SideRecord& side = sides[frame.side++];  // or a copy, whose lifetime the reference extends
        if (!sideCounts(side, set_.box)) continue;
        const Bound bound = boundOf(side);
        if (bound.least > reach_) continue;
        frame.last = bound;
        frame.hasLast = true;
        if (count_ == kRoom) {
            drop(from, count_);
            frame.mark = count_;
        }
        return push(bound, frame.mark, count_);
    }
    return false;
}

// Adds a bound after `count` others. Makes room, if there is none, among those from `from` on.
template <class Set, std::uint32_t kRoom>
bool Crowd<Set, kRoom>::push(const Bound& bound, std::uint32_t from, std::uint32_t& count) {
    if (count == kRoom) drop(from, count);
    full_ = full_ || count == kRoom;
    if (count < kRoom) bounds_[count++] = bound;
    return !full_;
}

// Drops the bounds from `from` on that the others imply.
template <class Set, std::uint32_t kRoom>
void Crowd<Set, kRoom>::drop(std::uint32_t from, std::uint32_t& count) {
    for (std::uint32_t i = count; i-- > from;) {
        const Bound bound = bounds_[i];
        bounds_[i] = {-bound.normal, 2 * kBoundSlack - bound.least};
        Vec3 x;
        const bool matters = nearestWithin({bounds_.data(), count}, {}, reach_, x);
        bounds_[i] = bound;
        if (!matters) bounds_[i] = bounds_[--count];
    }
}

// Finds what the point must leave: the brush that it is deepest in.
template <class Set, std::uint32_t kRoom>
bool Crowd<Set, kRoom>::obstacleAt(const Vec3& x, Obstacle& obstacle) const {
    if (inside_ != kNoIndex) {
        double most = kLeft;
        for (const SideRecord& side : set_.sidesOf(set_.brushes[inside_])) {
            if (!sideCounts(side, set_.box)) continue;
            const Plane plane = grownPlane(side, set_.box);
            const Bound back{-plane.normal, kRounding + distanceTo(plane, p_)};
            const double lacks = back.least - dot(back.normal, x);
            if (lacks <= most) continue;
            most = lacks;
            obstacle = {kNoIndex, true, back};
        }
        if (obstacle.kept) return true;
    }
    double deepest = kLeft;
    forNear([&](const Near& near) {
        if (!isObstacle(role(near.brush))) return;
        double depth = 1e30;  // sides out of reach are deeper than all others
        forBounds(near, [&](const Bound& bound) { depth = std::min(depth, bound.least - dot(bound.normal, x)); });
        if (depth <= deepest) return;
        deepest = depth;
        obstacle.brush = near.brush;
    });
    return obstacle.brush != kNoIndex;
}

// Calls visit(bound) for the bounds of all brushes that the position may be moved to.
template <class Set, std::uint32_t kRoom>
template <class Visit>
void Crowd<Set, kRoom>::forFeatures(const Visit& visit) const {
    forNear([&](const Near& near) {
        const bool kept = near.brush == inside_;
        if (!kept && !isObstacle(role(near.brush))) return;
        forBounds(near, [&](Bound bound) {
            if (kept) bound.least -= 2 * kRounding;
            if (std::fabs(bound.least) <= reach_) visit(bound);
        });
    });
}

// Tries all points that can be the nearest free one: the position itself, and those on one, two or three planes.
template <class Set, std::uint32_t kRoom>
bool Crowd<Set, kRoom>::tryFeatures() const {
    Obstacle obstacle;
    bool free = !obstacleAt({}, obstacle);
    forFeatures([&](const Bound& one) {
        Obstacle there;
        if (free || (free = !obstacleAt(one.normal * one.least, there))) return;
        forFeatures([&](const Bound& two) { free = free || tryLine(one, two); });
    });
    return free;
}

// Tries the points of the line of two planes: goes from its middle to both ends, out of one brush after the other.
template <class Set, std::uint32_t kRoom>
bool Crowd<Set, kRoom>::tryLine(const Bound& one, const Bound& two) const {
    Vec3 along = cross(one.normal, two.normal);
    const double size = length(along);
    if (size < 1e-10) return false;
    const Vec3 foot =
        (cross(two.normal, along) * one.least + cross(along, one.normal) * two.least) * (1 / (size * size));
    along = along * (1 / size);
    const double room = reach_ * reach_ - dot(foot, foot);
    if (!(room >= 0)) return false;
    const double most = std::sqrt(room);
    for (const double sign : {1.0, -1.0}) {
        for (double s = 0; s <= most;) {
            Obstacle obstacle;
            const Vec3 x = foot + along * (sign * s);
            if (!obstacleAt(x, obstacle)) return true;
            s += leaves(obstacle, x, along * sign);
        }
    }
    return false;
}

// Returns the distance from a point in an obstacle, along a direction, to where the obstacle ends.
template <class Set, std::uint32_t kRoom>
double Crowd<Set, kRoom>::leaves(const Obstacle& obstacle, const Vec3& x, const Vec3& along) const {
    double least = 1e30;
    const auto consider = [&](const Bound& bound) {
        const double rise = dot(bound.normal, along);
        if (rise > 1e-12) least = std::min(least, (bound.least - dot(bound.normal, x)) / rise);
    };
    if (obstacle.kept) {
        consider(obstacle.bound);
        return least;
    }
    for (const SideRecord& side : set_.sidesOf(set_.brushes[obstacle.brush]))
        if (sideCounts(side, set_.box)) consider(boundOf(side));
    return least;
}

// Calls visit(brush) for the obstacles that the line may meet between two positions.
template <class Set>
template <class Visit>
void CrowdedLine<Set>::forBrushes(double from, double to, const Visit& visit) const {
    if (set_.root == kNoIndex) return;
    const Sweep sweep = sweepOf(set_, line_.start + line_.delta * from, line_.delta * (to - from));
    std::uint32_t stack[8 * kMaxBvhDepth];  // each level leaves at most seven siblings
    std::uint32_t pending = 0;
    stack[pending++] = set_.root;
    while (pending > 0) {
        const BvhNode& node = set_.volumes[stack[--pending]];
        const Met met = meetVector(node, sweep, 1 + kSweepRounding);
        for (int slot = 0; slot < 8; ++slot) {
            const std::uint32_t child = node.child[slot];
            if ((met.mask >> slot & 1) == 0) continue;
            if ((child & kBvhLeaf) == 0) {
                stack[pending++] = child;
                continue;
            }
            const BrushRecord& brush = set_.brushes[child & ~kBvhLeaf];
            if (roleOf(static_cast<Contents>(brush.contents), mask_) != Role::None && set_.rule.takesPart(brush))
                visit(brush);
        }
    }
}

// Returns where the line next enters or leaves a brush; with `wide`, or the tolerance around or within one.
template <class Set>
double CrowdedLine<Set>::nextEvent(double t, bool wide) const {
    const double step = line_.toleranceT * 1e-3;
    double next = until(t);
    forBrushes(t, next, [&](const BrushRecord& brush) {
        for (const double away : {0.0, kSurfaceTolerance, -kSurfaceTolerance}) {
            if (away != 0 && !wide) break;
            double enter = 0, leave = 1;
            for (const SideRecord& side : set_.sidesOf(brush)) {
                if (!sideCounts(side, set_.box)) continue;
                const Plane plane = grownPlane(side, set_.box);
                const double d0 = distanceTo(plane, line_.start) - away, d1 = distanceTo(plane, line_.end) - away;
                if (d0 > 0 && d1 > 0) enter = 2;
                if (d0 > 0 && d1 <= 0) enter = std::max(enter, d0 / (d0 - d1));
                if (d1 > 0 && d0 <= 0) leave = std::min(leave, d0 / (d0 - d1));
            }
            if (enter > leave) continue;
            if (enter > t + step) next = std::min(next, enter);
            if (leave > t + step) next = std::min(next, leave);
        }
    });
    return next;
}

template <class Set>
double CrowdedLine<Set>::lastFree(double low, double high) const {
    const double near = line_.toleranceT * 1e-4;
    while (high - low > near) {
        const double middle = (low + high) / 2;
        (touch(middle).free ? low : high) = middle;
    }
    return low;
}

template <class Set>
double CrowdedLine<Set>::reach(double t, bool wide) const {
    // Shorter stretches count for nothing, or only for the last digits of a contact.
    const double end = until(t), step = line_.toleranceT / (wide ? 8 : 100);
    while (t < end) {
        const double next = std::min(end, std::max(nextEvent(t, wide), t + step)), middle = (t + next) / 2;
        if (!wide) {
            if (!near(middle, kOwnReach).free) return t;
        } else {
            if (!touch(middle).free) return lastFree(t, middle);
            if (!touch(next).free) return lastFree(middle, next);
        }
        t = next;
    }
    return t;
}

template <class Set>
double CrowdedLine<Set>::leave(double t) const {
    return nextEvent(t, false);
}

template class Crowd<BrushSet>;
template class Crowd<TurnedSet>;
template class Crowd<BrushSet, 6>;  // for tests: little room
template class CrowdedLine<BrushSet>;
template class CrowdedLine<TurnedSet>;

}  // namespace hullbake::detail
