#include "neighbours/unstick_obstacles.hpp"

#include <algorithm>
#include <cmath>

#include "scene/round_bodies.hpp"

namespace hullbake::detail {

namespace {

// Width, units, below which a crack does not end the solid that the centre starts in.
constexpr double kClosedCrack = kSurfaceTolerance;
// Distance, units, by which walls are enlarged, and the solid that the centre starts in. So a crack between both is
// closed below kClosedCrack. Less than kRoom, or the centre of an unstuck box would block itself.
constexpr double kSeam = kClosedCrack / 2;
static_assert(kSeam < kRoom);

// Presents the intersection of two brushes to NearestFreePoint: the free space is the intersection. The brushes are
// enlarged by `larger` units.
class InBoth {
  public:
    using Obstacle = HalfSpace;

    InBoth(const NeighbourSet& near, std::uint32_t one, std::uint32_t two, double larger)
        : near_(near), brushes_{one, two}, larger_(larger) {}

    bool at(const Vec3& x, HalfSpace& back) const {
        return outsideOf(
            x, [&](const auto& visit) { forPlanes(visit); }, back);
    }
    template <class Visit>
    void forWays(const HalfSpace& back, const Visit& visit) const {
        visit(0, back);
    }

    // Visits the planes of both brushes, relative to the origin.
    template <class Visit>
    void forPlanes(const Visit& visit) const {
        for (const std::uint32_t brush : brushes_)
            for (const format::SideRecord& side : near_.sidesOf(brush)) {
                if (!sideCounts(side, near_.set.box)) continue;
                const Plane plane = near_.planeOf(side);
                visit(Plane{plane.normal, plane.dist + larger_});
            }
    }

  private:
    const NeighbourSet& near_;
    std::uint32_t brushes_[2];
    double larger_;
};

}  // namespace

UnstickObstacles::UnstickObstacles(const NeighbourSet& near, const BakedTrees& baked, std::int64_t& budget)
    : near_(near), baked_(baked), budget_(budget), bare_(near) {
    const Box& box = near.set.box;
    bare_.set.box = {};
    bare_.origin = near.origin + (box.mins + box.maxs) * 0.5;
    middleStuck_ = isStuck(bare_, {}, budget_, tooMuch_);
    bare_.forBrushes({}, {}, kNearBrush, [&](std::uint32_t, std::uint32_t index) {
        middleTouches_ = middleTouches_ || touchesMiddle(index);
    });
}

bool UnstickObstacles::at(const Vec3& x, Obstacle& obstacle) const {
    return inBrush(x, obstacle) || inRound(x, kRoom - kRounding, obstacle) || throughWall(x, obstacle) ||
           intoSeam(x, obstacle) || inLeaf(x, obstacle);
}

// Finds the brush that the box is deepest in, which leaves the search little to do.
bool UnstickObstacles::inBrush(const Vec3& x, Obstacle& obstacle) const {
    double deepest = kRounding;
    near_.forBrushes(x, x, kNearBrush, [&](std::uint32_t, std::uint32_t index) {
        double depth = 1e30;
        for (const format::SideRecord& side : near_.sidesOf(index)) {
            if (!sideCounts(side, near_.set.box)) continue;
            --budget_;
            depth = std::min(depth, kRoom - distanceTo(near_.planeOf(side), x));
            if (depth <= deepest) return;
        }
        deepest = depth;
        obstacle = {Kind::Brush, index, x};
    });
    return deepest > kRounding;
}

bool UnstickObstacles::inRound(const Vec3& x, double room, Obstacle& obstacle) const {
    if (near_.members == nullptr) return false;
    const MemberBrushes& members = *near_.members;
    bool found = false;
    for (std::uint32_t i = 0; i < members.roundCount(); ++i) {
        --budget_;
        const Vec3 place = near_.origin + x + members.shift();
        const double distance = gapToRound(Shape::box(near_.set.box), members.round(i), place).distance;
        if (!(distance < room)) continue;
        room = distance;
        obstacle = {Kind::Round, i, x};
        found = true;
    }
    return found;
}

bool UnstickObstacles::stuckAt(const Vec3& x) const {
    Obstacle leaf;
    if (inRound(x, -kSurfaceTolerance, leaf)) return true;
    if (baked_.models == 0) return isStuck(near_, x, budget_, tooMuch_);
    return inLeaf(x, leaf) || (near_.members != nullptr && isStuckInMembers(near_, x, budget_, tooMuch_));
}

bool UnstickObstacles::inLeaf(const Vec3& x, Obstacle& obstacle) const {
    const Vec3 p = near_.origin + x;
    for (std::uint32_t m = 0; m < baked_.models; ++m) {
        const format::RootRecord& root = baked_.roots[m * baked_.stride];
        const Contents kinds[] = {kMaskBlocking, kMaskPassable};
        Trees trees{baked_.tables, {}, 0, static_cast<std::uint32_t>(near_.mask)};
        for (int i = 0; i < 2; ++i)
            if (any(near_.mask & kinds[i])) trees.roots[trees.count++] = i == 0 ? root.blocking : root.liquid;
        if (trees.count == 0 || touchPoint(trees, p, budget_).free) continue;
        obstacle = {Kind::Leaf, m, x};
        return true;
    }
    return false;
}

// Returns true if the centre starts within kSeam of the bare brush or inside it.
bool UnstickObstacles::touchesMiddle(std::uint32_t index) const {
    double outside = -1e30;
    for (const format::SideRecord& side : bare_.sidesOf(index)) {
        if (!sideCounts(side, bare_.set.box)) continue;
        --budget_;
        outside = std::max(outside, -bare_.planeOf(side).dist);
    }
    return outside <= kSeam;
}

// Returns a plane of a brush that the centre must not enter, moved outwards by kSeam so that nothing slips through the
// seam of two brushes. A plane that the centre touches stays at the centre, which may leave it and slide along it.
Plane UnstickObstacles::wallPlane(const format::SideRecord& side, bool touched) const {
    const Plane plane = bare_.planeOf(side);
    const bool there = touched && plane.dist >= -kSeam && plane.dist <= kSurfaceTolerance;
    return {plane.normal, there ? 0 : plane.dist + kSeam};
}

// Returns the part of the move in which the centre is behind all of the brush's planes.
template <class PlaneOf>
UnstickObstacles::WayInterval UnstickObstacles::intervalIn(std::uint32_t index, const Vec3& way,
                                                           const PlaneOf& planeOf) const {
    WayInterval interval;
    for (const format::SideRecord& side : bare_.sidesOf(index)) {
        if (!sideCounts(side, bare_.set.box)) continue;
        --budget_;
        const Plane plane = planeOf(side);
        const double d0 = -plane.dist, d1 = d0 + dot(plane.normal, way);
        if (d0 >= 0 && d1 >= 0) return {1, 0};
        if (d0 > 0)
            interval.enter = std::max(interval.enter, d0 / (d0 - d1));
        else if (d1 > 0)
            interval.leave = std::min(interval.leave, d0 / (d0 - d1));
    }
    return interval;
}

// Returns the fraction of the move after which the centre, at first in solid, is out of it. Cracks narrower than the
// tolerance are no free space: a brush that close continues the solid. So does one that the move only comes close to.
double UnstickObstacles::leavesSolid(const Vec3& way) const {
    const Vec3 low{std::min(0.0, way.x), std::min(0.0, way.y), std::min(0.0, way.z)}, high = way - low;
    const auto planeOf = [&](const format::SideRecord& side) {
        const Plane plane = bare_.planeOf(side);
        return Plane{plane.normal, plane.dist + kSeam};
    };
    double out = 0;
    for (bool further = middleStuck_; further && budget_ > 0;) {
        further = false;
        bare_.forBrushes(low, high, kNearBrush, [&](std::uint32_t, std::uint32_t index) {
            const WayInterval interval = intervalIn(index, way, planeOf);
            if (interval.enter >= interval.leave || interval.leave <= out || interval.enter > out) return;
            out = interval.leave;
            further = true;
        });
    }
    return out;
}

// Returns true if the brushes, enlarged, overlap. The search asks again and again for the same few pairs, so their
// answers are kept.
bool UnstickObstacles::meet(std::uint32_t one, std::uint32_t two, double larger) const {
    Pair& pair = pairs_[(std::size_t{one} * 31 + std::size_t{two} * 2 + (larger > 0 ? 1 : 0)) % pairs_.size()];
    if (pair.one == one && pair.two == two && pair.larger == larger) return pair.meet;
    const InBoth both(bare_, one, two, larger);
    Region region;
    pair = {one, two, larger, NearestFreePoint(both, region, budget_).run(1e30)};
    return pair.meet;
}

// Returns true if the move to x misses the intersection of the brushes. `towards` becomes a half-space that x lies
// outside of and that contains the intersection and all behind it. A closed crack between the brushes belongs to it:
// both are enlarged as in leavesSolid. If x passes that and is no way out nevertheless, they are not enlarged.
bool UnstickObstacles::missesMeeting(std::uint32_t one, std::uint32_t two, const Vec3& x, HalfSpace& towards) const {
    return missesMeeting(one, two, kSeam, x, towards) || missesMeeting(one, two, 0, x, towards);
}

bool UnstickObstacles::missesMeeting(std::uint32_t one, std::uint32_t two, double larger, const Vec3& x,
                                     HalfSpace& towards) const {
    --budget_;
    if (!meet(one, two, larger)) return false;
    const InBoth both(bare_, one, two, larger);
    double most = kRounding;
    const auto consider = [&](const HalfSpace& half) {
        --budget_;
        const double lacks = half.least - dot(half.normal, x);
        if (lacks <= most) return;
        most = lacks;
        towards = half;
    };
    both.forPlanes([&](const Plane& facing) {
        if (facing.dist > 0) return;
        consider({-facing.normal, -facing.dist});
        both.forPlanes([&](const Plane& other) {
            if (other.dist <= 0) return;
            const Vec3 sum = facing.normal * other.dist - other.normal * facing.dist;
            const double size = length(sum);
            if (size > kRounding) consider({sum * (-1 / size), 0});
        });
    });
    return most > kRounding;
}

// Returns true if the position is behind the wall by more than rounding.
bool UnstickObstacles::shadowed(std::uint32_t index, const Vec3& x) const {
    double lacks = 1e30;
    forShadow(index, [&](std::uint32_t, const HalfSpace& half) {
        --budget_;
        lacks = std::min(lacks, half.least - dot(half.normal, x));
    });
    return lacks > kRounding;
}

bool UnstickObstacles::throughWall(const Vec3& x, Obstacle& obstacle) const {
    const Vec3 low{std::min(0.0, x.x), std::min(0.0, x.y), std::min(0.0, x.z)}, high = x - low;
    const double out = leavesSolid(x);
    double first = 1;
    std::uint32_t wall = format::kNoIndex;
    bare_.forBrushes(low, high, kNearBrush, [&](std::uint32_t, std::uint32_t index) {
        const bool touched = touchesMiddle(index);
        const auto planeOf = [&](const format::SideRecord& side) { return wallPlane(side, touched); };
        const WayInterval interval = intervalIn(index, x, planeOf);
        if (interval.enter >= interval.leave || interval.enter < out || interval.enter > first) return;
        if ((interval.enter == first && index > wall) || !shadowed(index, x)) return;
        first = interval.enter;
        wall = index;
    });
    if (wall != format::kNoIndex) obstacle = {Kind::Wall, wall, x};
    return wall != format::kNoIndex;
}

// Finds a seam that the centre enters. Planes that the centre touches are not moved outwards, so two of them may leave
// a seam without width at the centre. A point shortly ahead shows whether the move enters it.
bool UnstickObstacles::intoSeam(const Vec3& x, Obstacle& obstacle) const {
    constexpr double kShortlyAhead = 1e-3;  // units
    if (middleStuck_ || !middleTouches_) return false;
    const double size = length(x);
    const Vec3 ahead = x * std::min(0.5, kShortlyAhead / size);
    if (!(size > kRounding) || !isStuck(bare_, ahead, budget_, tooMuch_)) return false;
    bool found = false;
    bare_.forBrushes(ahead, ahead, kNearBrush, [&](std::uint32_t, std::uint32_t index) {
        if (found || !touchesMiddle(index)) return;
        bool leaves = false;
        for (const format::SideRecord& side : bare_.sidesOf(index))
            leaves = leaves || (sideCounts(side, bare_.set.box) && distanceTo(bare_.planeOf(side), ahead) > kSeam);
        forTouched(index, [&](std::uint32_t, const HalfSpace& half) {
            leaves = leaves || half.least - dot(half.normal, x) <= kRounding;
        });
        found = !leaves;
        if (found) obstacle = {Kind::Seam, index, x};
    });
    return found;
}

}  // namespace hullbake::detail
