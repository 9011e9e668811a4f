// The nearest place to the origin that is in none of some convex obstacles.
//
// Who is in an obstacle must come to be outside one of its sides. So the search keeps a region, an intersection of
// half-spaces, and the region's point nearest to the origin; when that is in an obstacle, the search goes on in as many
// smaller regions as the obstacle has sides, the nearest first. A region whose nearest point is further than the best
// place found is done with. What is left at the end is the nearest place, exactly.
#pragma once

#include <array>
#include <cmath>
#include <cstdint>

#include "tree/touching_leaves.hpp"

namespace hullbake::detail {

/// The points x with dot(normal, x) >= least; the normal has unit length.
struct HalfSpace {
    Vec3 normal;
    double least = 0;
    double room = 0;  ///< how much of `least` only keeps away from the obstacle
};

/// Whether `x` is outside a convex solid by more than rounding, whose planes forPlanes visits; `back` becomes the
/// half-space behind the plane that it is furthest in front of.
template <class ForPlanes>
bool outsideOf(const Vec3& x, const ForPlanes& forPlanes, HalfSpace& back) {
    double worst = kRounding;
    forPlanes([&](const Plane& plane) {
        const double outside = distanceTo(plane, x);
        if (outside <= worst) return;
        worst = outside;
        back = {-plane.normal, -plane.dist};
    });
    return worst > kRounding;
}

/// An intersection of half-spaces.
class Region {
  public:
    /// Cuts the region down; false when nothing is left of it, or when it has no room for more half-spaces. The next
    /// call must then be `reset`.
    bool add(const HalfSpace& half);
    /// Its point nearest to the origin.
    const Vec3& nearest() const { return nearest_; }
    /// That of the region without any room kept.
    Vec3 nearestWithoutRoom() const;
    bool full() const { return count_ == kMaxHalfSpaces; }
    /// What the next `add` takes at most, in sides looked at; most take far less.
    std::int64_t cost() const { return std::int64_t{count_} * count_ / 2; }

    struct Mark {
        std::uint32_t count = 0;
        Vec3 nearest;
    };
    Mark mark() const { return {count_, nearest_}; }
    /// Back to what it was when the mark was made.
    void reset(const Mark& mark) {
        count_ = mark.count;
        nearest_ = mark.nearest;
    }

  private:
    // Obstacles overlap three or four deep in real maps, and each takes one half-space.
    static constexpr std::uint32_t kMaxHalfSpaces = 48;

    double lacking(std::uint32_t i, const Vec3& x) const { return halves_[i].least - dot(halves_[i].normal, x); }
    bool onPlane(std::uint32_t i, Vec3& x) const;
    bool onLine(std::uint32_t i, std::uint32_t j, Vec3& x) const;

    std::array<HalfSpace, kMaxHalfSpaces> halves_;
    std::uint32_t count_ = 0;
    Vec3 nearest_;
};

/// `Obstacles` has a type Obstacle; at(x, obstacle) tells whether x is in one, and in which; and
/// forWays(obstacle, visit) calls visit(index, half-space) for all sides by which that one can be left. x must lack at
/// least kRounding of each of them.
template <class Obstacles>
class NearestSearch {
  public:
    /// All must outlive the search. The budget is counted down by the sides looked at; at zero the search ends with
    /// what it has.
    NearestSearch(const Obstacles& obstacles, Region& region, std::int64_t& budget)
        : obstacles_(obstacles), region_(region), budget_(budget) {}

    /// The nearest place of the region less than `limit` units away that is in no obstacle; false when there is none.
    bool run(double limit) {
        limitSquared_ = limit * limit;
        found_ = false;
        if (dot(region_.nearest(), region_.nearest()) < limitSquared_) visit();
        return found_;
    }
    const Vec3& place() const { return place_; }
    /// The same, had no room been kept to the obstacles around it.
    const Vec3& placeWithoutRoom() const { return placeWithoutRoom_; }
    /// Whether some region was given up because it had no room for more half-spaces.
    bool incomplete() const { return incomplete_; }

  private:
    void visit() {
        const Vec3 x = region_.nearest();
        typename Obstacles::Obstacle obstacle;
        --budget_;
        if (!obstacles_.at(x, obstacle)) {
            place_ = x;
            placeWithoutRoom_ = region_.nearestWithoutRoom();
            limitSquared_ = dot(x, x);
            found_ = true;
            return;
        }
        // By what x lacks of each side: leaving by one takes a way at least that long, at a right angle to x or more.
        double last = 0;
        std::uint32_t lastIndex = 0;
        for (bool first = true; budget_ > 0; first = false) {
            HalfSpace next;
            double least = 1e30;
            std::uint32_t index = 0;
            obstacles_.forWays(obstacle, [&](std::uint32_t i, const HalfSpace& half) {
                --budget_;
                const double lacks = half.least - dot(half.normal, x);
                const bool later = first || lacks > last || (lacks == last && i > lastIndex);
                if (!later || lacks >= least) return;
                least = lacks;
                index = i;
                next = half;
            });
            if (least == 1e30 || dot(x, x) + least * least >= limitSquared_) return;
            last = least;
            lastIndex = index;
            const Region::Mark mark = region_.mark();
            budget_ -= region_.cost();
            incomplete_ = incomplete_ || region_.full();
            if (region_.add(next) && dot(region_.nearest(), region_.nearest()) < limitSquared_) visit();
            region_.reset(mark);
        }
    }

    const Obstacles& obstacles_;
    Region& region_;
    std::int64_t& budget_;
    double limitSquared_ = 0;
    Vec3 place_, placeWithoutRoom_;
    bool found_ = false, incomplete_ = false;
};

}  // namespace hullbake::detail
