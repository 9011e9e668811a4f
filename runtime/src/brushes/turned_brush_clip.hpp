// A segment of an upright box against a turned brush that is no box, with room for rounding.
// In: the way of the box and the brush. Out: that the way certainly stays clear, or which side it certainly enters
// first; or that only the exact planes can tell.
//
// The planes are those of TurnedSides: the faces, both ends of each axis of the box, and the bevels of each edge for
// all three axes at once. They are not of unit length, and none has to be decided one by one.
#pragma once

#include "brushes/turned_box_clip.hpp"
#include "tree/contact.hpp"

namespace hullbake::detail {

/// The side of a brush that a way enters, as TurnedSides counts them, and where, nearly.
struct TurnedEntry {
    std::uint32_t side = 0;
    double second = 0, leave = 0;  ///< fractions of the way; no other side is entered after `second`
};

/// Clips the way of the set's box, which must be thick along each axis, by a brush with that shape. `limit`: fraction
/// of the way after which nothing matters.
TurnedBoxClip::Answer clipTurnedBrush(const TurnedSet& set, const BrushShape& shape, const Line& line, double limit,
                                      TurnedEntry& entry);

}  // namespace hullbake::detail
