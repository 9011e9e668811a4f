// The well-known baseline: the recursive hull check of 1996, over our baked tree. Written anew from published
// descriptions:
//
// A move is cut where it crosses a node's plane, 1/32 of a unit on the near side. The near piece visits the near child.
// If it gets through, the far child's contents at the cut decide. If they are free, the rest of the move visits the far
// child. If they are solid, the cut is the contact. If the whole tree is solid at the cut, the contact moves back by
// tenths of the move until it is free.
//
// Each level passes its children a piece with moved ends, so errors accumulate on the way down. That known weakness
// (rows B1, B2 of the failures in docs/proofs.md) is part of the comparison.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <vector>

#include "hullbake/clip_map.hpp"

namespace hullbake::bench {

/// Distance in units that the classic check keeps from a plane.
inline constexpr double kClassicSkin = 1.0 / 32;

template <class Real>
struct ClassicVec {
    Real v[3] = {};
};

template <class Real>
struct ClassicAnswer {
    Real fraction = 1;
    ClassicVec<Real> endpos;
    bool startsolid = false, allsolid = true;
    std::int32_t plane = -1;  ///< index of the plane that was hit, -1 for none
    bool flipped = false;     ///< the plane was hit from its back
};

/// Counts nothing, at no cost.
struct NoCount {
    void node() {}
};
struct NodeCount {
    std::size_t nodes = 0;
    void node() { ++nodes; }
};

/// Real is float, as in the engines that used the check, or double.
template <class Real>
class ClassicCheck {
  public:
    /// Copies the world's blocking tree of `hull` into the classic layout: small nodes with indices into a plane table.
    ClassicCheck(const ClipMap& map, HullId hull) { root_ = copy(map, map.tables().roots[hull.value].blocking); }

    template <class Count = NoCount>
    ClassicAnswer<Real> trace(const Vec3& start, const Vec3& end, Count&& count = Count{}) const {
        ClassicAnswer<Real> answer;
        const Point from = point(start), to = point(end);
        answer.endpos = to;
        descend(root_, {Real{0}, Real{1}, from, to}, answer, count);
        if (answer.allsolid) answer.startsolid = true;
        return answer;
    }

    std::size_t nodeCount() const { return nodes_.size(); }

  private:
    using Point = ClassicVec<Real>;
    using Child = std::int32_t;  // a node, or one of the two values below
    static constexpr Child kFree = -1, kSolid = -2;

    struct FlatPlane {
        Real normal[3];
        Real dist;
        std::int32_t axis;  // 0..2, or 3 for planes that are not axial
    };
    struct FlatNode {
        std::int32_t plane;
        Child child[2];  // front, back
    };
    struct Piece {
        Real f0, f1;  // fractions of the whole move
        Point p0, p1;
    };

    static Point point(const Vec3& p) {
        return {{static_cast<Real>(p.x), static_cast<Real>(p.y), static_cast<Real>(p.z)}};
    }

    static Point between(const Piece& piece, Real part) {
        Point p;
        for (int a = 0; a < 3; ++a) p.v[a] = piece.p0.v[a] + part * (piece.p1.v[a] - piece.p0.v[a]);
        return p;
    }

    Child copy(const ClipMap& map, format::ChildRef ref) {
        if (format::isLeaf(ref))
            return any(static_cast<Contents>(format::leafContents(ref)) & kMaskBlocking) ? kSolid : kFree;
        const format::NodeRecord& node = map.tables().nodes[ref];
        const auto index = static_cast<Child>(nodes_.size());
        nodes_.push_back({planeIndex(map, node), {kFree, kFree}});
        const Child front = copy(map, node.front()), back = copy(map, node.back);
        nodes_[static_cast<std::size_t>(index)].child[0] = front;
        nodes_[static_cast<std::size_t>(index)].child[1] = back;
        return index;
    }

    std::int32_t planeIndex(const ClipMap& map, const format::NodeRecord& node) {
        FlatPlane plane{{0, 0, 0}, 0, static_cast<std::int32_t>(std::min(node.kind(), format::kGeneralPlane))};
        if (node.kind() == format::kGeneralPlane) {
            const format::PlaneRecord& record = map.tables().planes[node.plane];
            for (int a = 0; a < 3; ++a) plane.normal[a] = static_cast<Real>(record.normal[a]);
            plane.dist = static_cast<Real>(record.dist);
        } else {
            plane.normal[plane.axis] = 1;
            plane.dist = static_cast<Real>(node.axialDist());
        }
        const auto [place, isNew] = planeNumbers_.try_emplace(
            {plane.normal[0], plane.normal[1], plane.normal[2], plane.dist}, static_cast<std::int32_t>(planes_.size()));
        if (isNew) planes_.push_back(plane);
        return place->second;
    }

    Real distance(const FlatNode& node, const Point& p) const {
        const FlatPlane& plane = planes_[static_cast<std::size_t>(node.plane)];
        if (plane.axis < 3) return p.v[plane.axis] - plane.dist;
        return plane.normal[0] * p.v[0] + plane.normal[1] * p.v[1] + plane.normal[2] * p.v[2] - plane.dist;
    }

    const FlatNode& node(Child child) const { return nodes_[static_cast<std::size_t>(child)]; }

    template <class Count>
    bool solidAt(Child child, const Point& p, Count& count) const {
        while (child >= 0) {
            count.node();
            child = node(child).child[distance(node(child), p) < 0 ? 1 : 0];
        }
        return child == kSolid;
    }

    // Returns false when the move has ended within the piece.
    template <class Count>
    bool descend(Child child, const Piece& piece, ClassicAnswer<Real>& answer, Count& count) const {
        if (child < 0) {
            if (child == kSolid)
                answer.startsolid = true;
            else
                answer.allsolid = false;
            return true;
        }
        count.node();
        const FlatNode& here = node(child);
        const Real d0 = distance(here, piece.p0), d1 = distance(here, piece.p1);
        if (d0 >= 0 && d1 >= 0) return descend(here.child[0], piece, answer, count);
        if (d0 < 0 && d1 < 0) return descend(here.child[1], piece, answer, count);

        constexpr Real kSkin = static_cast<Real>(kClassicSkin);
        const int nearSide = d0 < 0 ? 1 : 0;
        const Real part = std::clamp((nearSide == 1 ? d0 + kSkin : d0 - kSkin) / (d0 - d1), Real{0}, Real{1});
        const Real cut = piece.f0 + (piece.f1 - piece.f0) * part;
        const Point at = between(piece, part);
        if (!descend(here.child[nearSide], {piece.f0, cut, piece.p0, at}, answer, count)) return false;
        if (!solidAt(here.child[1 - nearSide], at, count))
            return descend(here.child[1 - nearSide], {cut, piece.f1, at, piece.p1}, answer, count);
        if (answer.allsolid) return false;  // the whole move is in solid
        answer.plane = here.plane;
        answer.flipped = nearSide == 1;
        backOut(piece, part, answer, count);
        return false;
    }

    // Records the contact, moved back while it is in solid.
    template <class Count>
    void backOut(const Piece& piece, Real part, ClassicAnswer<Real>& answer, Count& count) const {
        constexpr Real kTenth = static_cast<Real>(0.1);
        Real cut = piece.f0 + (piece.f1 - piece.f0) * part;
        Point at = between(piece, part);
        while (solidAt(root_, at, count)) {
            part -= kTenth;
            if (part < 0) break;
            cut = piece.f0 + (piece.f1 - piece.f0) * part;
            at = between(piece, part);
        }
        answer.fraction = cut;
        answer.endpos = at;
    }

    std::vector<FlatNode> nodes_;
    std::vector<FlatPlane> planes_;
    std::map<std::array<Real, 4>, std::int32_t> planeNumbers_;
    Child root_ = kFree;
};

}  // namespace hullbake::bench
