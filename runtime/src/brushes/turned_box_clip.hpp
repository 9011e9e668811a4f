// A segment of an upright box against box brushes of a turned model, with room for rounding.
// In: the way of the box and a box brush. Out: that the way certainly stays clear, or which side it certainly enters
// first; or that only the exact planes can tell.
//
// Two boxes overlap where their shadows do on fifteen axes: three of each, and those square to one of either. Each axis
// has two planes, one at each end, and the brush grown by the box is what lies between all of them. What depends on the
// axes and the way alone is computed once.
// Source: S. Gottschalk and others, OBBTree: a hierarchical structure for rapid interference detection, 1996.
#pragma once

#include "brushes/turned_set.hpp"

namespace hullbake::detail {

/// The side of a box brush that a way enters, and where, nearly.
struct BoxEntry {
    /// Row 0 has the axes of the upright box, row 1 those of the brush, row 2 + a those square to the box's axis a and
    /// to one of the brush.
    int row = 0, axis = 0;
    bool up = false;               ///< the greater end
    double second = 0, leave = 0;  ///< fractions of the way; no other side is entered after `second`
};

class TurnedBoxClip {
  public:
    enum class Answer : std::uint8_t { Apart, Enters, Unclear };

    /// Prepares for a way of the set's box. Returns false if axes are so near to each other that rounding tells which
    /// of them count.
    bool prepare(const TurnedSet& set, const Vec3& start, const Vec3& end);

    /// `limit`: fraction of the way after which nothing matters.
    Answer clip(const TurnedSet& set, const format::BrushRecord& brush, double limit, BoxEntry& entry) const;

    /// Returns the number of the side among the TurnedSides of a brush whose shape is a box.
    static std::uint32_t sideOf(const TurnedSet& set, const format::BrushRecord& brush, const BoxEntry& entry);

    // Bodies of prepare() and clip(). `Four`: FourScalar or FourAvx.
    template <class Four>
    void layWay(const Vec3& half, const Vec3& delta);
    template <class Four>
    Answer clipRows(const TurnedSet& set, const format::BrushRecord& brush, double limit, BoxEntry& entry) const;

  private:
    static constexpr int kRows = 5, kLanes = 4;  // the fourth of each row bounds nothing
    using Row = double[kLanes];

    bool layAxes(const Vec3 (&axes)[3]);
    void leaveOutSame();
    template <class Four>
    void alongAxes(const Vec3& v, Four (&along)[kRows]) const;
    template <class Four>
    void reachOf(const Vec3& half, Four (&reach)[kRows]) const;

    Vec3 start_;  // of the middle of the box
    double room_ = 0, length_ = 0;
    bool same_ = false;       // some axes are one
    Row axes_[3], sizes_[3];  // row a: the brush's axes along the box's axis a, and how far they go there
    Row next_[3], after_[3];  // sizes, of the brush's next axis and the one after
    Row spans_[3];            // row i: sizes of the brush's axis i
    Row rise_[kRows], sign_[kRows], inverse_[kRows], shift_[kRows], own_[kRows], margin_[kRows];
};

}  // namespace hullbake::detail
