// Finds the directions in which a mover that touches brushes can still go.
//
// In: solids, the positions of a move, and the wish: where the mover wants to go. Out: the parts of the wish that enter
// no brush.
// A direction enters a convex brush if it approaches every plane of the brush that the position is in front of. It
// enters through the plane that it crosses last, and must then follow that plane. So the hidden faces in the seam of
// two tiles block nothing. If it enters through several planes at once, each choice gives a direction.
#pragma once

#include <cstdint>
#include <vector>

#include "oracle/moves/move_solids.hpp"

namespace hullbake::oracle {

struct OpenDirection {
    Vec3 part;               ///< part of the wish that is left
    Vec3 offset;             ///< small step off the planes that it follows
    std::size_t planes = 0;  ///< number of planes that it follows
};

class OpenDirections {
  public:
    /// Avoids brushes at most `reach` units from a position. The solids must outlive this object.
    OpenDirections(const MoveSolids& solids, Contents mask, double reach)
        : solids_(solids), mask_(mask), reach_(reach) {}

    /// Sets the ground of a walker: planes that are too steep to walk on then count as upright to it.
    void keepToGround(const Vec3& ground, double groundNormal) { ground_ = ground, groundNormal_ = groundNormal; }
    /// Judges as seen from above: walkable ground blocks nothing, and directions are horizontal.
    void ignoreHeight() { heightIgnored_ = true; }
    /// Avoids all brushes near `p`.
    void addPosition(const Vec3& p);

    struct Answer {
        std::vector<OpenDirection> directions;  ///< one for each choice; empty if some choice leaves too little
        bool undecided = false;                 ///< too many choices to follow all
    };
    /// Returns the parts of `wish` that enter no brush near the positions. Each is longer than the share `least` of the
    /// wish.
    Answer nearest(const Vec3& wish, double least) const;

  private:
    struct Facing {
        Vec3 normal;
        double distance = 0;  ///< from the position
    };
    /// Planes of a brush that a position is in front of.
    using Obstacle = std::vector<Facing>;
    struct Search;
    struct Entry;

    Vec3 effectiveNormal(const Vec3& normal) const;
    Entry firstEntry(const Vec3& way) const;
    bool follow(Search& search, const Vec3& way) const;

    const MoveSolids& solids_;
    Contents mask_;
    double reach_;
    Vec3 ground_;
    double groundNormal_ = -2;  ///< below the z of every normal
    bool heightIgnored_ = false;
    std::vector<Obstacle> obstacles_;
};

}  // namespace hullbake::oracle
