// The brushes of one turned model as obstacles of one upright box.
// In: a model with shapes and a Transform. Out: a TurnedSet, which can be used wherever a BrushSet can.
// Turned brushes have turned faces and need other bevels, because the box stays upright. Each side is computed from the
// corners and edges in the file when it is asked for, so queries need no memory for them.
#pragma once

#include "brushes/brush_shape.hpp"
#include "brushes/bvh_sweep.hpp"
#include "brushes/model_brushes.hpp"
#include "hullbake/transform.hpp"

namespace hullbake::detail {

/// Transform from model space to the world, and back.
struct Turn {
    Vec3 axes[3];
    Vec3 shift;  ///< of the model space's origin

    Turn() = default;
    /// The transform must be valid.
    explicit Turn(const Transform& transform);

    Vec3 direction(const Vec3& v) const { return axes[0] * v.x + axes[1] * v.y + axes[2] * v.z; }
    Vec3 place(const Vec3& p) const { return direction(p) + shift; }
    Vec3 directionBack(const Vec3& v) const { return {dot(axes[0], v), dot(axes[1], v), dot(axes[2], v)}; }
    Vec3 placeBack(const Vec3& p) const { return directionBack(p - shift); }
    /// Model-space bounds of a box around the origin that is turned and not shifted: how far it reaches.
    Box reachBack(const Box& box) const;
    /// Model-space bounds of a box in the world.
    Box boundsBack(const Box& box) const { return reachBack({box.mins - shift, box.maxs - shift}); }
};

struct TurnedSet;

/// A plane along an axis, before it is a side: one[a] p[a] + two[b] p[b] = dist for the next axes a and b.
struct BevelSketch {
    int axis;
    double one, two, dist;
    double most;  ///< at least the length of (one, two)
};

/// Returns how high a point is over the sketched plane, moved out by a box, in lengths of the plane's normal.
inline double heightOver(const BevelSketch& sketch, const Box& box, const Vec3& p) {
    const int a = (sketch.axis + 1) % 3, b = (sketch.axis + 2) % 3;
    const double shift = std::max(-sketch.one * box.mins[a], -sketch.one * box.maxs[a]) +
                         std::max(-sketch.two * box.mins[b], -sketch.two * box.maxs[b]);
    return sketch.one * p[a] + sketch.two * p[b] - (sketch.dist + shift);
}

/// Units behind a sketched plane that rounding cannot make up for.
inline constexpr double kClearlyBehind = 0.01;

/// Sides of a turned brush in the world: faces first, then axial bevels, then for each edge its bevels for x, y and z.
/// Sides that the brush grown by the set's box lacks are kNoSide.
class TurnedSides {
  public:
    TurnedSides(const TurnedSet& set, const format::BrushRecord& brush);

    std::uint32_t size() const { return size_; }
    format::SideRecord operator[](std::uint32_t i) const;

    /// Calls visit(i, side) for the sides that are not missing, in order, until a call returns false. Returns true if
    /// none does. Takes less time than asking for one side after the other.
    template <class Visit>
    bool forEach(const Visit& visit) const {
        return forEach(visit, [](const BevelSketch&) { return false; });
    }
    /// Leaves out bevels for which skips(sketch) returns true.
    template <class Visit, class Skips>
    bool forEach(const Visit& visit, const Skips& skips) const;

    /// Returns side i, which must be a face.
    format::SideRecord face(std::uint32_t i) const { return faceOf(turnedNormal(i), i); }
    /// Returns true if the corners of the brush are those of its bounds in model space.
    bool isBox() const { return shape_.isBox(); }
    const BrushShape& shape() const { return shape_; }
    std::uint32_t faceCount() const { return static_cast<std::uint32_t>(faces_.size()); }

    class Iterator {
      public:
        Iterator(const TurnedSides& sides, std::uint32_t at) : sides_(sides), at_(at) {}
        format::SideRecord operator*() const { return sides_[at_]; }
        Iterator& operator++() {
            ++at_;
            return *this;
        }
        bool operator!=(const Iterator& other) const { return at_ != other.at_; }

      private:
        const TurnedSides& sides_;
        std::uint32_t at_;
    };
    Iterator begin() const { return {*this, 0}; }
    Iterator end() const { return {*this, size_}; }

  private:
    static constexpr std::uint32_t kMostParts = 32;
    /// Faces and corners, turned once for all sides.
    struct Parts {
        Vec3 normals[kMostParts], corners[kMostParts];
    };
    /// An edge with the normals of its faces and its ends, all turned.
    struct TurnedEdge {
        const Vec3 &one, &two, &from, &to;
        std::uint32_t face;
    };

    Vec3 turnedNormal(std::uint32_t face) const;
    format::SideRecord faceOf(const Vec3& normal, std::uint32_t face) const;
    double furthestAlong(int axis, double sign) const;
    format::SideRecord axialBevel(int axis, double sign) const;
    /// As axialBevel, but its surface is that of some face.
    format::SideRecord axialBevelOf(const Parts& parts, int axis, double sign) const;
    format::SideRecord edgeBevel(const format::EdgeRecord& edge, int axis) const;
    format::SideRecord edgeBevelOf(const TurnedEdge& edge, int axis) const;
    void turnParts(Parts& parts) const;
    template <class Visit, class Skips>
    bool forAxialBevels(const Parts& parts, const Visit& visit, const Skips& skips) const;
    template <int Axis, class Visit, class Skips>
    bool forEdgeBevel(const TurnedEdge& edge, std::uint32_t at, const Visit& visit, const Skips& skips) const;

    const Turn& turn_;
    const Box& box_;
    BrushShape shape_;
    std::span<const format::SideRecord> faces_;
    std::uint32_t size_;
};

template <class Visit, class Skips>
bool TurnedSides::forEach(const Visit& visit, const Skips& skips) const {
    if (faces_.size() > kMostParts || shape_.cornerCount() > kMostParts) {
        for (std::uint32_t i = 0; i < size_; ++i) {
            const format::SideRecord side = (*this)[i];
            if ((side.flags & kSideIsNone) == 0 && !visit(i, side)) return false;
        }
        return true;
    }
    Parts parts;
    turnParts(parts);
    for (std::uint32_t i = 0; i < faces_.size(); ++i)
        if (!visit(i, faceOf(parts.normals[i], i))) return false;
    if (!forAxialBevels(parts, visit, skips)) return false;
    auto at = static_cast<std::uint32_t>(faces_.size()) + 6;
    for (std::uint32_t i = 0; i < shape_.edgeCount(); ++i, at += 3) {
        const format::EdgeRecord edge = shape_.edge(i);
        const TurnedEdge turned{parts.normals[edge.faces[0]], parts.normals[edge.faces[1]],
                                parts.corners[edge.corners[0]], parts.corners[edge.corners[1]],
                                faces_[edge.faces[0]].face};
        if (!forEdgeBevel<0>(turned, at, visit, skips) || !forEdgeBevel<1>(turned, at + 1, visit, skips) ||
            !forEdgeBevel<2>(turned, at + 2, visit, skips))
            return false;
    }
    return true;
}

template <class Visit, class Skips>
bool TurnedSides::forAxialBevels(const Parts& parts, const Visit& visit, const Skips& skips) const {
    Box bounds{{1e30, 1e30, 1e30}, {-1e30, -1e30, -1e30}};
    for (std::uint32_t i = 0; i < shape_.cornerCount(); ++i)
        for (int a = 0; a < 3; ++a) {
            bounds.mins[a] = std::min(bounds.mins[a], parts.corners[i][a]);
            bounds.maxs[a] = std::max(bounds.maxs[a], parts.corners[i][a]);
        }
    for (int i = 0; i < 6; ++i) {
        const int axis = i / 2;
        const bool down = i % 2 == 0;
        if (skips({(axis + 2) % 3, down ? -1.0 : 1.0, 0, down ? -bounds.mins[axis] : bounds.maxs[axis], 1})) continue;
        const format::SideRecord side = axialBevelOf(parts, axis, down ? -1 : 1);
        const auto at = static_cast<std::uint32_t>(faces_.size()) + static_cast<std::uint32_t>(i);
        if ((side.flags & kSideIsNone) == 0 && !visit(at, side)) return false;
    }
    return true;
}

template <int Axis, class Visit, class Skips>
bool TurnedSides::forEdgeBevel(const TurnedEdge& edge, std::uint32_t at, const Visit& visit, const Skips& skips) const {
    constexpr int kOne = (Axis + 1) % 3, kTwo = (Axis + 2) % 3;
    const double c1 = edge.one[Axis], c2 = edge.two[Axis];
    if (!((c1 < 0 && c2 > 0) || (c1 > 0 && c2 < 0))) return true;
    const double share1 = std::fabs(c1), share2 = std::fabs(c2);
    const double one = edge.one[kOne] * share2 + edge.two[kOne] * share1;
    const double two = edge.one[kTwo] * share2 + edge.two[kTwo] * share1;
    const double dist =
        std::max(one * edge.from[kOne] + two * edge.from[kTwo], one * edge.to[kOne] + two * edge.to[kTwo]);
    if (skips({Axis, one, two, dist, share1 + share2})) return true;
    const format::SideRecord side = edgeBevelOf(edge, Axis);
    return (side.flags & kSideIsNone) != 0 || visit(at, side);
}

struct TurnedSet : BrushSet {
    static constexpr bool kTurned = true;
    using Sides = TurnedSides;

    const format::Tables* tables = nullptr;
    Turn turn;
    Box reach;  ///< of the box, in model space

    Sides sidesOf(const format::BrushRecord& brush) const { return {*this, brush}; }

    template <class Visit>
    void forBrushesAt(const Vec3& origin, const Visit& visit, double room = kNearBrush) const {
        const Vec3 place = turn.placeBack(origin);
        forBrushesIn({place + reach.mins, place + reach.maxs}, visit, room);
    }
};

/// Returns true if the file has the shapes needed to turn the model.
bool isTurnable(const format::Tables& tables, ModelId model);

/// Returns the turned brushes of the model for the box. The model must be turnable and the transform valid.
TurnedSet turnedBrushes(const format::Tables& tables, const Box& box, ModelId model, const Turn& turn);
inline TurnedSet turnedBrushes(const format::Tables& tables, const Box& box, ModelId model,
                               const Transform& transform) {
    return turnedBrushes(tables, box, model, Turn(transform));
}

inline Sweep sweepOf(const TurnedSet& set, const Vec3& start, const Vec3& delta) {
    return {set.reach, set.turn.placeBack(start), set.turn.directionBack(delta)};
}

}  // namespace hullbake::detail
