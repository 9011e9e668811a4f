// Obstacles of a box that is stuck and moves to the nearest free position.
// In: the brushes around the box and the baked trees. Out: for a position, an obstacle and the half-spaces by which it
// can be left.
// Obstacles are brushes, round bodies, the filled outside of a baked hull, and walls that the straight path would
// cross.
#pragma once

#include "neighbours/nearest_free_point.hpp"
#include "neighbours/neighbour_set.hpp"
#include "neighbours/round_ways.hpp"

namespace hullbake::detail {

/// Distance, units, that an unstuck box keeps from all surfaces. Narrower cracks are no exit.
inline constexpr double kRoom = kSurfaceTolerance;

/// The baked trees of the models in the query; without roots for boxes expanded at query time.
struct BakedTrees {
    NodeTables tables;
    std::span<const format::RootRecord> roots;  ///< of the first model and all later ones
    std::size_t stride = 1;                     ///< hulls per model
    std::size_t models = 0;
};

/// Finds and describes obstacles. Positions are relative to the origin of the box, so a position is also the move that
/// leads there.
class UnstickObstacles {
  public:
    enum class Kind : std::uint8_t { Brush, Leaf, Wall, Seam, Round };
    struct Obstacle {
        Kind kind = Kind::Brush;
        std::uint32_t index = 0;  ///< of the brush, of the model for a leaf, or of the round body
        Vec3 place;               ///< position that lies in the leaf or body
    };

    /// The arguments must outlive the object. The budget is counted down by the nodes and sides visited.
    UnstickObstacles(const NeighbourSet& near, const BakedTrees& baked, std::int64_t& budget);

    /// Returns true if the box is stuck at a position, or could reach it only through a wall.
    bool at(const Vec3& x, Obstacle& obstacle) const;

    /// Visits the half-spaces by which a brush, a leaf of the outside or the shadow of a wall can be left.
    template <class Visit>
    void forWays(const Obstacle& obstacle, const Visit& visit) const {
        if (obstacle.kind == Kind::Brush)
            forSides(obstacle.index, visit);
        else if (obstacle.kind == Kind::Leaf)
            forLeaf(obstacle, visit);
        else if (obstacle.kind == Kind::Seam)
            forTouched(obstacle.index, visit);
        else if (obstacle.kind == Kind::Round)
            forRound(obstacle, visit);
        else
            forWall(obstacle, visit);
    }

    /// Returns true if no free space comes within the tolerance, as the contract defines.
    bool stuckAt(const Vec3& x) const;
    /// Returns true if some position took more steps than one query may take.
    bool tooMuch() const { return tooMuch_; }

  private:
    struct WayInterval {
        double enter = 0, leave = 1;  ///< fractions of the move; empty if enter >= leave
    };

    struct Pair {
        std::uint32_t one = format::kNoIndex, two = format::kNoIndex;
        double larger = 0;  ///< units by which both are enlarged
        bool meet = false;
    };

    template <class Visit>
    void forSides(std::uint32_t index, const Visit& visit) const;
    template <class Visit>
    void forLeaf(const Obstacle& leaf, const Visit& visit) const;
    template <class Visit>
    void forShadow(std::uint32_t index, const Visit& visit) const;
    template <class Visit>
    void forWall(const Obstacle& wall, const Visit& visit) const;

    template <class Visit>
    void forTouched(std::uint32_t index, const Visit& visit) const;

    template <class Visit>
    void forRound(const Obstacle& round, const Visit& visit) const;

    bool inBrush(const Vec3& x, Obstacle& obstacle) const;
    bool inLeaf(const Vec3& x, Obstacle& obstacle) const;
    // Finds the round body that is nearer than `room` units, the nearest of them.
    bool inRound(const Vec3& x, double room, Obstacle& obstacle) const;
    bool throughWall(const Vec3& x, Obstacle& obstacle) const;
    bool intoSeam(const Vec3& x, Obstacle& obstacle) const;
    bool touchesMiddle(std::uint32_t index) const;
    Plane wallPlane(const format::SideRecord& side, bool touched) const;
    template <class PlaneOf>
    WayInterval intervalIn(std::uint32_t index, const Vec3& way, const PlaneOf& planeOf) const;
    bool meet(std::uint32_t one, std::uint32_t two, double larger) const;
    bool missesMeeting(std::uint32_t one, std::uint32_t two, const Vec3& x, HalfSpace& towards) const;
    bool missesMeeting(std::uint32_t one, std::uint32_t two, double larger, const Vec3& x, HalfSpace& towards) const;
    bool shadowed(std::uint32_t index, const Vec3& x) const;
    double leavesSolid(const Vec3& way) const;

    const NeighbourSet& near_;
    const BakedTrees& baked_;
    std::int64_t& budget_;
    NeighbourSet bare_;           // the brushes, for the centre of the box
    bool middleStuck_ = false;    // the centre starts in solid
    bool middleTouches_ = false;  // the centre starts on a surface
    mutable bool tooMuch_ = false;
    mutable std::array<Pair, 64> pairs_;  // walls that the search met last
};

template <class Visit>
void UnstickObstacles::forSides(std::uint32_t index, const Visit& visit) const {
    std::uint32_t i = 0;
    for (const format::SideRecord& side : near_.sidesOf(index)) {
        ++i;
        if (!sideCounts(side, near_.set.box)) continue;
        const Plane plane = near_.planeOf(side);
        visit(i, HalfSpace{plane.normal, plane.dist + kRoom});
    }
}

// Visits the planes above a leaf of the tree: it can be left through any of them.
template <class Visit>
void UnstickObstacles::forLeaf(const Obstacle& leaf, const Visit& visit) const {
    ChildRef child = baked_.roots[leaf.index * baked_.stride].blocking;
    for (std::uint32_t i = 0; !format::isLeaf(child); ++i) {
        const NodeRecord& node = baked_.tables.nodes[child];
        Plane plane = nodePlane(baked_.tables, node);
        plane.dist -= dot(plane.normal, near_.origin);
        const bool front = distanceTo(plane, leaf.place) > 0;
        visit(i, front ? HalfSpace{-plane.normal, kRoom - plane.dist} : HalfSpace{plane.normal, plane.dist + kRoom});
        child = front ? node.front() : node.back;
    }
}

template <class Visit>
void UnstickObstacles::forRound(const Obstacle& round, const Visit& visit) const {
    const Body& body = near_.members->round(round.index);
    const Vec3 at = near_.origin + near_.members->shift();
    const Box& box = near_.set.box;
    const RoundGap gap = gapToRound(Shape::box(box), body, at + round.place);
    forWaysOutOfRound(body, {at + box.mins, at + box.maxs}, round.place, gap, kRoom, visit);
}

// Visits the planes that the centre lies on, for a centre that enters the seam between two brushes: it must leave one
// of these planes.
template <class Visit>
void UnstickObstacles::forTouched(std::uint32_t index, const Visit& visit) const {
    std::uint32_t i = 0;
    for (const format::SideRecord& side : bare_.sidesOf(index)) {
        ++i;
        if (!sideCounts(side, bare_.set.box)) continue;
        const Plane plane = bare_.planeOf(side);
        if (std::fabs(plane.dist) <= kSurfaceTolerance) visit(i, HalfSpace{plane.normal, kSurfaceTolerance});
    }
}

// Visits the half-spaces in which the centre does not come behind the wall: it stays in front of a plane that faces it,
// or passes the wall. Planes through the centre with the wall behind them are sums of a plane that faces it and one
// that does not.
template <class Visit>
void UnstickObstacles::forShadow(std::uint32_t index, const Visit& visit) const {
    const auto sides = bare_.sidesOf(index);
    const bool touched = touchesMiddle(index);
    const auto planeOf = [&](std::size_t i) { return wallPlane(sides[i], touched); };
    const auto count = static_cast<std::uint32_t>(sides.size());
    for (std::uint32_t f = 0; f < count; ++f) {
        const Plane facing = planeOf(f);
        if (!sideCounts(sides[f], bare_.set.box) || facing.dist > 0) continue;
        visit(f * (count + 1), HalfSpace{facing.normal, facing.dist});
        for (std::uint32_t b = 0; b < count; ++b) {
            const Plane other = planeOf(b);
            if (!sideCounts(sides[b], bare_.set.box) || other.dist <= 0) continue;
            const Vec3 sum = facing.normal * other.dist - other.normal * facing.dist;
            const double size = length(sum);
            if (size > kRounding) visit(f * (count + 1) + b + 1, HalfSpace{sum * (1 / size), 0});
        }
    }
}

// Visits the half-spaces in which the centre does not cross the wall. A centre that starts in solid may also enter the
// wall from another brush without leaving solid, through the intersection of both. It suffices to enter one half-space
// that contains the intersection, seen from the centre.
template <class Visit>
void UnstickObstacles::forWall(const Obstacle& wall, const Visit& visit) const {
    forShadow(wall.index, visit);
    if (!middleStuck_) return;
    const format::BrushRecord& brush = bare_.brush(wall.index);
    const Vec3 low{brush.mins[0], brush.mins[1], brush.mins[2]}, high{brush.maxs[0], brush.maxs[1], brush.maxs[2]};
    std::uint32_t i = std::uint32_t{brush.sideCount} * (brush.sideCount + 1u);
    bare_.forBrushes(low - bare_.origin, high - bare_.origin, kNearBrush, [&](std::uint32_t, std::uint32_t index) {
        HalfSpace towards;
        ++i;
        if (index != wall.index && missesMeeting(wall.index, index, wall.place, towards)) visit(i, towards);
    });
}

}  // namespace hullbake::detail
