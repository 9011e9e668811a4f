// Faces, corners and edges of a bare brush, in the space that the map is drawn in.
// In: the tables of a map, and one of its brushes. Out: a view of the records; those of box brushes are implied.
#pragma once

#include <span>

#include "hullbake/format.hpp"
#include "hullbake/math.hpp"
#include "hullbake/trace.hpp"

namespace hullbake::detail {

inline Vec3 vectorOf(const double (&v)[3]) {
    return {v[0], v[1], v[2]};
}

/// Corner i of a box has the greater coordinate on each axis whose bit is set in i. Edge i lies along axis i / 4; the
/// bits of i % 4 say at which end of the other two axes, in turn.
class BrushShape {
  public:
    BrushShape() = default;
    /// `brush` must be one of the tables. The shape is empty if the file lacks it.
    BrushShape(const format::Tables& tables, const format::BrushRecord& brush) : brush_(&brush) {
        const auto index = static_cast<std::size_t>(&brush - tables.brushes.data());
        const std::size_t first = tables.brushes.size() - tables.shapes.size();
        if (index >= first) {
            take(tables.shapes[index - first], tables.corners, tables.edges);
        } else if (tables.worldHasShapes && index < tables.worldShapes.size()) {
            box_ = format::impliesShape(brush);
            take(tables.worldShapes[index], tables.worldCorners, tables.worldEdges);
        }
        if (!empty()) faces_ = tables.sides.subspan(brush.firstSide, brush.faceCount);
    }

    bool empty() const { return !box_ && corners_.empty(); }
    /// Returns true if the corners are those of the brush's bounds.
    bool isBox() const { return box_; }
    /// Of a box, the number of the side at the greater end of an axis, or at the lesser.
    std::uint32_t boxSide(int axis, bool up) const { return format::boxSide(brush_->flags, axis, up); }
    /// Of a box, the corner that is farthest along the direction.
    Vec3 farthestOfBox(const Vec3& direction) const {
        Vec3 p;
        for (int a = 0; a < 3; ++a) p[a] = double{direction[a] > 0 ? brush_->maxs[a] : brush_->mins[a]};
        return p;
    }
    std::span<const format::SideRecord> faces() const { return faces_; }
    std::uint32_t cornerCount() const { return box_ ? 8 : static_cast<std::uint32_t>(corners_.size()); }
    std::uint32_t edgeCount() const { return box_ ? 12 : static_cast<std::uint32_t>(edges_.size()); }
    Vec3 corner(std::uint32_t i) const {
        if (!box_) return vectorOf(corners_[i].p);
        Vec3 p;
        for (int a = 0; a < 3; ++a) p[a] = double{(i >> a & 1) != 0 ? brush_->maxs[a] : brush_->mins[a]};
        return p;
    }
    format::EdgeRecord edge(std::uint32_t i) const {
        if (!box_) return edges_[i];
        const int axis = static_cast<int>(i / 4), one = (axis + 1) % 3, two = (axis + 2) % 3;
        const bool oneUp = (i & 1) != 0, twoUp = (i & 2) != 0;
        const auto from = static_cast<std::uint16_t>((oneUp ? 1 : 0) << one | (twoUp ? 1 : 0) << two);
        const auto side = [&](int a, bool up) {
            return static_cast<std::uint16_t>(format::boxSide(brush_->flags, a, up));
        };
        return {{side(one, oneUp), side(two, twoUp)}, {from, static_cast<std::uint16_t>(from | 1 << axis)}};
    }

  private:
    void take(const format::ShapeRecord& shape, std::span<const format::CornerRecord> corners,
              std::span<const format::EdgeRecord> edges) {
        corners_ = corners.subspan(shape.firstCorner, shape.cornerCount);
        edges_ = edges.subspan(shape.firstEdge, shape.edgeCount);
    }

    const format::BrushRecord* brush_ = nullptr;
    bool box_ = false;
    std::span<const format::SideRecord> faces_;
    std::span<const format::CornerRecord> corners_;
    std::span<const format::EdgeRecord> edges_;
};

/// Returns true if the file has the shapes of all brushes of the model, which must exist.
inline bool hasShapes(const format::Tables& tables, ModelId model) {
    const format::ModelRecord& record = tables.models[model.value];
    const std::size_t first = tables.brushes.size() - tables.shapes.size();
    if (record.brushCount == 0) return true;
    if (record.firstBrush >= first) return tables.shapes[record.firstBrush - first].cornerCount > 0;
    return model.value == 0 && tables.worldHasShapes;
}

}  // namespace hullbake::detail
