// Where a mover can go that touches some brushes: its wish, bent by what it leads into until it leads into nothing.
//
// A way leads into a convex brush when it approaches every plane of it that the place is in front of; it enters through
// the one that is crossed last, and that one it must not lead into. So at a seam of two tiles the hidden faces between
// them hinder nobody. Where several planes are entered at once any may be the one, and each choice leads to a way.
#pragma once

#include <cstdint>
#include <vector>

#include "oracle/moves/move_solids.hpp"

namespace hullbake::oracle {

struct WayOut {
    Vec3 way;                ///< the part of the wish that is left
    Vec3 off;                ///< a little way off the planes that are kept to
    std::size_t planes = 0;  ///< that are kept to
};

class WaysOut {
  public:
    /// Brushes no further than `reach` units from a place are kept out of. The solids must outlive this.
    WaysOut(const MoveSolids& solids, Contents mask, double reach) : solids_(solids), mask_(mask), reach_(reach) {}

    /// For walkers, who keep to the ground of that normal: planes that are too steep for them are upright on it.
    void keepTo(const Vec3& ground, double groundNormal) { ground_ = ground, groundNormal_ = groundNormal; }
    /// The same as seen from above: ground that can be walked on hinders nobody, and ways have no height.
    void seeFromAbove() { fromAbove_ = true; }
    /// Everything near `p` is to be kept out of.
    void addPlace(const Vec3& p);

    struct Answer {
        std::vector<WayOut> ways;  ///< one for each choice; empty when some choice leaves less than it must
        bool undecided = false;    ///< too many choices to follow them all
    };
    /// What is left of `wish` once it leads into nothing near the places, where that is more than this part of it.
    Answer nearest(const Vec3& wish, double least) const;

  private:
    struct Facing {
        Vec3 normal;
        double distance = 0;  ///< of the place
    };
    /// The planes of a brush that a place is in front of.
    using Obstacle = std::vector<Facing>;
    struct Search;
    struct Entry;

    Vec3 obeyed(const Vec3& normal) const;
    Entry firstEntry(const Vec3& way) const;
    bool bend(Search& search, const Vec3& way) const;

    const MoveSolids& solids_;
    Contents mask_;
    double reach_;
    Vec3 ground_;
    double groundNormal_ = -2;  ///< below all
    bool fromAbove_ = false;
    std::vector<Obstacle> obstacles_;
};

}  // namespace hullbake::oracle
