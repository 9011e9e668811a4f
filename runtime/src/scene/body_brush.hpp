// A body as a brush with six axial sides, so that queries of brushes answer for it.
#pragma once

#include "brushes/brush_set.hpp"
#include "hullbake/scene.hpp"

namespace hullbake::detail {

/// Fills in the sides of a box in space, the least end of each axis first, without faces of the map.
void boxSides(const Box& box, format::SideRecord (&sides)[6]);

/// Returns a brush of `count` sides with bounds that hold the box.
format::BrushRecord plainBrush(const Box& box, Contents contents, std::uint32_t firstSide, std::uint32_t count);

/// Fills in a slot of a node with bounds that hold those of the brush.
void fillSlot(format::BvhNode& node, int slot, const format::BrushRecord& brush, std::uint32_t child);
format::BvhNode emptyNode();

/// A body's brush where the body stands. The set that `around` returns refers to it.
class BodyBrush {
  public:
    explicit BodyBrush(const Body& body);
    BodyBrush(const BodyBrush&) = delete;
    BodyBrush& operator=(const BodyBrush&) = delete;

    /// Returns the brush as an obstacle of a box. It counts for all boxes.
    BrushSet around(const Box& box) const;

  private:
    format::SideRecord sides_[6];
    format::BrushRecord brush_;
    format::BvhNode node_;
};

}  // namespace hullbake::detail
