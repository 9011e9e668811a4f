// What stands in the way of a box that looks for the nearest free place: brushes, the filled outside of a baked hull,
// and walls that the way there would lead through.
#pragma once

#include "neighbours/nearest_free_point.hpp"
#include "neighbours/neighbour_set.hpp"

namespace hullbake::detail {

/// Units that an unstuck box keeps from all surfaces: cracks too narrow for that are no way out.
inline constexpr double kRoom = kSurfaceTolerance;

/// The baked trees of the models asked for, as far as they block; without roots for boxes expanded at query time.
struct BakedTrees {
    NodeTables tables;
    std::span<const format::RootRecord> roots;  ///< of the first model and those behind it
    std::size_t stride = 1;                     ///< hulls per model
    std::size_t models = 0;
};

/// Places are relative to the box's origin, so that a place is the way there.
class UnstickObstacles {
  public:
    enum class Kind : std::uint8_t { Brush, Leaf, Wall, Seam };
    struct Obstacle {
        Kind kind = Kind::Brush;
        std::uint32_t index = 0;  ///< of the brush, or of the model for a cell
        Vec3 place;               ///< where a cell was met
    };

    /// All must outlive it. The budget is counted down by the nodes and sides looked at.
    UnstickObstacles(const NeighbourSet& near, const BakedTrees& baked, std::int64_t& budget);

    /// Whether the box is stuck at a place, or could only have come there through a wall.
    bool at(const Vec3& x, Obstacle& obstacle) const;

    /// The ways to leave a brush or a cell of the outside, or not to be in the shadow of a wall.
    template <class Visit>
    void forWays(const Obstacle& obstacle, const Visit& visit) const {
        if (obstacle.kind == Kind::Brush)
            forSides(obstacle.index, visit);
        else if (obstacle.kind == Kind::Leaf)
            forLeaf(obstacle, visit);
        else if (obstacle.kind == Kind::Seam)
            forTouched(obstacle.index, visit);
        else
            forWall(obstacle, visit);
    }

    /// By the contract: no free space within the tolerance.
    bool stuckAt(const Vec3& x) const;
    /// Whether the walks over touching leaves met more brushes at one place than they can hold.
    bool tooMany() const { return tooMany_; }

  private:
    struct WayInterval {
        double enter = 0, leave = 1;  ///< parts of the way; none when enter >= leave
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

    bool inBrush(const Vec3& x, Obstacle& obstacle) const;
    bool inLeaf(const Vec3& x, Obstacle& obstacle) const;
    bool throughWall(const Vec3& x, Obstacle& obstacle) const;
    bool intoSeam(const Vec3& x, Obstacle& obstacle) const;
    bool touchesMiddle(std::uint32_t index) const;
    Plane wallPlane(const format::SideRecord& side, bool touched) const;
    template <class PlaneOf>
    WayInterval intervalIn(std::uint32_t index, const Vec3& way, const PlaneOf& planeOf) const;
    bool meet(std::uint32_t one, std::uint32_t two) const;
    bool missesMeeting(std::uint32_t one, std::uint32_t two, const Vec3& x, HalfSpace& towards) const;
    bool shadowed(std::uint32_t index, const Vec3& x) const;
    double leavesSolid(const Vec3& way) const;

    const NeighbourSet& near_;
    const BakedTrees& baked_;
    std::int64_t& budget_;
    NeighbourSet bare_;           // the same brushes, met by the middle of the box
    bool middleStuck_ = false;    // the middle is in solid to begin with
    bool middleTouches_ = false;  // or on the surface of something
    mutable bool tooMany_ = false;
};

template <class Visit>
void UnstickObstacles::forSides(std::uint32_t index, const Visit& visit) const {
    std::uint32_t i = 0;
    for (const format::SideRecord& side : near_.set.sidesOf(near_.set.brushes[index])) {
        ++i;
        if (!sideCounts(side, near_.set.box)) continue;
        const Plane plane = near_.planeOf(side);
        visit(i, HalfSpace{plane.normal, plane.dist + kRoom});
    }
}

// A leaf of the tree: it is left through the plane of any node above it.
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

// The middle stands on the seam of two brushes and goes down between them: it has to leave one of the planes that it
// stands on.
template <class Visit>
void UnstickObstacles::forTouched(std::uint32_t index, const Visit& visit) const {
    std::uint32_t i = 0;
    for (const format::SideRecord& side : bare_.set.sidesOf(bare_.set.brushes[index])) {
        ++i;
        if (!sideCounts(side, bare_.set.box)) continue;
        const Plane plane = bare_.planeOf(side);
        if (std::fabs(plane.dist) <= kSurfaceTolerance) visit(i, HalfSpace{plane.normal, kSurfaceTolerance});
    }
}

// The middle must not come behind the wall: it stays in front of a plane that faces it, or it passes by. Planes through
// the middle that the wall lies behind are sums of a plane that faces it and of one that does not.
template <class Visit>
void UnstickObstacles::forShadow(std::uint32_t index, const Visit& visit) const {
    const auto sides = bare_.set.sidesOf(bare_.set.brushes[index]);
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

// Or it comes into the wall from another brush, and never was out of solid: by way of what both have in common. Of the
// half-spaces that this is behind, seen from the middle, one that the place is not in will do.
template <class Visit>
void UnstickObstacles::forWall(const Obstacle& wall, const Visit& visit) const {
    forShadow(wall.index, visit);
    if (!middleStuck_) return;
    const format::BrushRecord& brush = bare_.set.brushes[wall.index];
    const Vec3 low{brush.mins[0], brush.mins[1], brush.mins[2]}, high{brush.maxs[0], brush.maxs[1], brush.maxs[2]};
    std::uint32_t i = std::uint32_t{brush.sideCount} * (brush.sideCount + 1u);
    bare_.forBrushes(low - bare_.origin, high - bare_.origin, kNearBrush, [&](std::uint32_t, std::uint32_t index) {
        HalfSpace towards;
        ++i;
        if (index != wall.index && missesMeeting(wall.index, index, wall.place, towards)) visit(i, towards);
    });
}

}  // namespace hullbake::detail
