// Finds the point nearest to the origin that lies in none of some convex obstacles.
// In: obstacles and a region, an intersection of half-spaces. Out: the nearest point, or false.
// A point in an obstacle must move outside one of its sides. So the search takes the region's point nearest to the
// origin. If that lies in an obstacle, it continues in one smaller region for each side of the obstacle, the nearest
// first. It skips regions whose nearest point is farther away than the best point found.
// A region leaves out what was searched before: the half-spaces of earlier sides, once its nearest point lies in one.
// Else places behind several sides would be searched again for every order of these sides.
// Invariant: the result is exact, because every region that could contain a nearer point is searched.
#pragma once

#include <array>
#include <cmath>
#include <cstdint>

#include "tree/touching_leaves.hpp"

namespace hullbake::detail {

/// The points x with dot(normal, x) >= least. The normal has unit length.
struct HalfSpace {
    Vec3 normal;
    double least = 0;
    double room = 0;        ///< the part of `least` that only keeps a distance from the obstacle
    bool searched = false;  ///< what lies beyond was searched before, and has no nearer point
};

/// Returns true if `x` is outside a convex solid by more than rounding. forPlanes visits the planes of the solid.
/// `back` becomes the half-space behind the plane that `x` is farthest in front of.
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
    /// Intersects the region with a half-space. Returns false if nothing is left, or if there is no room for more
    /// half-spaces. The next call must then be `reset`.
    bool add(const HalfSpace& half);
    /// Returns the region's point nearest to the origin.
    const Vec3& nearest() const { return nearest_; }
    /// Returns the nearest point of the region without any distance kept.
    Vec3 nearestWithoutRoom() const;
    bool full() const { return count_ == kMaxHalfSpaces; }
    /// Returns true if there is room for half-spaces that only spare a search.
    bool roomy() const { return count_ < kRoomy; }
    /// Returns an upper bound of the cost of the next `add`, in sides visited. Most calls take far less.
    std::int64_t cost() const { return std::int64_t{count_} * count_ / 2; }

    struct Mark {
        std::uint32_t count = 0;
        Vec3 nearest;
    };
    Mark mark() const { return {count_, nearest_}; }
    /// Restores the region as it was when the mark was made.
    void reset(const Mark& mark) {
        count_ = mark.count;
        nearest_ = mark.nearest;
    }

  private:
    // Obstacles overlap three or four deep in real maps, and each takes one half-space.
    static constexpr std::uint32_t kMaxHalfSpaces = 48, kRoomy = 24;

    double lacking(std::uint32_t i, const Vec3& x) const { return halves_[i].least - dot(halves_[i].normal, x); }
    bool onPlane(std::uint32_t i, Vec3& x) const;
    bool onLine(std::uint32_t i, std::uint32_t j, Vec3& x) const;

    std::array<HalfSpace, kMaxHalfSpaces> halves_;
    std::uint32_t count_ = 0;
    Vec3 nearest_;
};

/// Searches for the nearest free point. `Obstacles` has a type Obstacle. at(x, obstacle) returns whether x is in an
/// obstacle and stores which one. forWays(obstacle, visit) calls visit(index, half-space) for all sides by which it can
/// be left. x must lie at least kRounding outside each of these half-spaces.
template <class Obstacles>
class NearestFreePoint {
  public:
    /// The arguments must outlive the search. The budget is counted down by the sides visited. At zero the search ends
    /// with the best point so far.
    NearestFreePoint(const Obstacles& obstacles, Region& region, std::int64_t& budget)
        : obstacles_(obstacles), region_(region), budget_(budget) {}

    /// Finds the nearest point of the region less than `limit` units away that is in no obstacle. Returns false if
    /// there is none.
    bool run(double limit) {
        limitSquared_ = limit * limit;
        found_ = false;
        if (isNearer()) visit(nullptr);
        return found_;
    }
    const Vec3& place() const { return place_; }
    /// Returns the point found, without the distance kept to the obstacles around it.
    const Vec3& placeWithoutRoom() const { return placeWithoutRoom_; }
    /// Returns true if some region was skipped because it had no room for more half-spaces.
    bool incomplete() const { return incomplete_; }

  private:
    struct Way {
        double lacks = 0;         // distance, units, to the side
        std::uint32_t index = 0;  // breaks ties
        HalfSpace half;

        bool isBefore(const Way& other) const {
            return lacks < other.lacks || (lacks == other.lacks && index < other.index);
        }
    };
    // Some sides of an obstacle, the nearest first. An obstacle may have hundreds, and each takes long to find, so that
    // several are found at once. All would take too much stack.
    struct Ways {
        static constexpr std::uint32_t kMost = 16;
        std::array<Way, kMost> nearest;
        std::uint32_t count = 0;
        std::uint32_t at = 0;           // the way that is searched now; those before it were
        const Ways* earlier = nullptr;  // of the region that this one is a part of
        bool begun = false;
    };

    void visit(const Ways* earlier) {
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
        // Visits the sides in the order of x's distance to them: leaving by a side takes a move at least that long, at
        // a right angle to x or more.
        Ways ways;
        ways.earlier = earlier;
        while (budget_ > 0 && findNext(obstacle, x, ways)) {
            for (ways.at = 0; ways.at < ways.count && budget_ > 0; ++ways.at) {
                const Way& way = ways.nearest[ways.at];
                if (dot(x, x) + way.lacks * way.lacks >= limitSquared_) return;
                const Region::Mark mark = region_.mark();
                budget_ -= region_.cost();
                incomplete_ = incomplete_ || region_.full();
                if (region_.add(way.half) && isNearer() && leavesSearched(ways)) visit(&ways);
                region_.reset(mark);
            }
        }
    }

    bool isNearer() const { return dot(region_.nearest(), region_.nearest()) < limitSquared_; }

    // Takes from the region what was searched before, as far as its nearest point lies there. Returns false if nothing
    // nearer is left. Without room for more half-spaces some of it is searched again.
    bool leavesSearched(const Ways& ways) {
        while (const HalfSpace* half = region_.roomy() ? searchedHalf(ways) : nullptr) {
            budget_ -= region_.cost();
            if (!region_.add({-half->normal, -half->least, 0, true}) || !isNearer()) return false;
        }
        return true;
    }
    // Returns a half-space around the region's nearest point that was searched before, or null.
    const HalfSpace* searchedHalf(const Ways& ways) const {
        for (const Ways* of = &ways; of != nullptr; of = of->earlier)
            for (std::uint32_t i = 0; i < of->at; ++i) {
                const HalfSpace& half = of->nearest[i].half;
                if (dot(half.normal, region_.nearest()) - half.least > kRounding) return &half;
            }
        return nullptr;
    }

    // Replaces the ways by the next ones. Returns false if there are none.
    bool findNext(const typename Obstacles::Obstacle& obstacle, const Vec3& x, Ways& ways) {
        if (ways.begun && ways.count < Ways::kMost) return false;
        const Way last = ways.begun ? ways.nearest[ways.count - 1] : Way{-1e30, 0, {}};
        ways.begun = true;
        ways.count = 0;
        obstacles_.forWays(obstacle, [&](std::uint32_t index, const HalfSpace& half) {
            --budget_;
            const Way way{half.least - dot(half.normal, x), index, half};
            const bool isNext = last.isBefore(way) && way.lacks < 1e30;
            if (!isNext || (ways.count == Ways::kMost && !way.isBefore(ways.nearest[ways.count - 1]))) return;
            std::uint32_t at = ways.count < Ways::kMost ? ways.count++ : ways.count - 1;
            for (; at > 0 && way.isBefore(ways.nearest[at - 1]); --at) ways.nearest[at] = ways.nearest[at - 1];
            ways.nearest[at] = way;
        });
        return ways.count > 0;
    }

    const Obstacles& obstacles_;
    Region& region_;
    std::int64_t& budget_;
    double limitSquared_ = 0;
    Vec3 place_, placeWithoutRoom_;
    bool found_ = false, incomplete_ = false;
};

}  // namespace hullbake::detail
