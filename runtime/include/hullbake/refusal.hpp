// Why a query or a move was refused. docs/trace_contract.md, section 9, lists the reasons.
#pragma once

#include <cstdint>

#include "hullbake/export.h"
#include "hullbake/ieee.hpp"

namespace hullbake {

/// The reason of an invalid answer. If there are several reasons, the first of this list is told. Numbers never change;
/// later versions add some.
enum class Refusal : std::uint8_t {
    None = 0,              ///< not refused
    BadArguments = 1,      ///< C interface: a null pointer, or a struct of an unknown size
    NoMap = 2,             ///< the ClipMap is empty: no file was opened
    NoHull = 3,            ///< the probe has neither a hull nor a box
    UnknownHull = 4,       ///< the file has no hull of that number
    UnknownModel = 5,      ///< the file has no model of that number
    BoxOutOfRange = 6,     ///< a corner of the box is NaN, infinite, or beyond +-kMaxCoordinate
    BoxInverted = 7,       ///< mins exceed maxs on some axis
    BoxTooLarge = 8,       ///< a side is longer than kMaxBoxSize
    BadSkin = 9,           ///< NaN, negative, over kMaxCoordinate, or over 1 for a move
    NotFinite = 10,        ///< a position is NaN or infinite
    OutOfRange = 11,       ///< a position is beyond +-kMaxCoordinate; for moves, also one on the way
    BadTransform = 12,     ///< no rotation, or a number of it is not finite or out of range
    MovedAllModels = 13,   ///< a transform together with kAllModels
    TurnedHull = 14,       ///< a baked hull and a transform that turns
    UnturnableModel = 15,  ///< the model is not ClipMap::turnable
    TurnedModel = 16,      ///< neighbours and moves take only transforms that do not turn
    ModelOutOfRange = 17,  ///< seen from the moved model, a position is beyond +-kMaxCoordinate
    BadDistance = 18,      ///< a distance, reach or nudge is NaN, negative, or over kMaxCoordinate
    BadTime = 19,          ///< NaN, negative, or over kMaxMoveSeconds
    BadVelocity = 20,      ///< a velocity or acceleration is not finite, or its length is not
    BadRules = 21,         ///< a rule, mode or anchor of a move is out of its range
    BadGround = 22,        ///< the ground of a WalkState is not finite
    TooManyBrushes = 23,   ///< no longer given: any number of brushes may meet at one position
    TooMuchWork = 24,      ///< more steps than one query may take
    BadScene = 25,         ///< an enabled member of the scene, near the probe, is not valid
    BadShape = 26,         ///< the shape is not Shape::valid
    ShapeNotTaken = 27,    ///< no query refuses a probe for this any more
};

/// Returns one sentence, without a full stop, that ends with a zero and lives for ever. For None: "not refused".
HULLBAKE_API const char* refusalText(Refusal refusal) noexcept;

}  // namespace hullbake
