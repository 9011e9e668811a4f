// The entry of a body into one brush, most often without a look at the brush's pieces.
//
// In: a brush, a body and a way. Out: where the brush is touched and entered, to the bit what partInside tells of both.
//
// The planes of the faces, moved out as far as the body reaches against each, hold the grown brush. A way that stays in
// front of one of them, or that leaves one before it enters another, passes by. Where the plane that is entered last is
// entered well within its face, and by one feature of the body alone, this is the entry: every piece of the grown brush
// lies behind that plane, and the others by more than rounding. All else goes by pieces.
#pragma once

#include "brushes/corners_near.hpp"

namespace hullbake::detail {

enum class Entering : std::uint8_t {
    No,      ///< not on the way, or after the last place that matters
    Within,  ///< the start is deeper in the brush than the tolerance
    Yes,
};

struct BrushEntry {
    Entering entering = Entering::No;
    double t = 0;  ///< Yes: where the brush is touched, before it is entered
    /// Yes: the face that is touched, well within it, if that is certain.
    std::uint32_t face = format::kNoIndex;
};

/// Returns the entry of the body into a brush. What is touched after `last` need not be told.
BrushEntry entryInto(const BrushShape& brush, const BodyWay& way, double last);

/// Returns the normal, the feature and the faces of nearestFeature where a face is touched as entryInto has found it.
NearestFeature touchOfFace(const BrushShape& brush, std::uint32_t face);

}  // namespace hullbake::detail
