#include "compiler/build_tree.hpp"

#include <tbb/parallel_invoke.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "compiler/split_choice.hpp"
#include "compiler/thin_cell.hpp"
#include "hullbake/format.hpp"

namespace hullbake {

namespace {

constexpr std::size_t kTaskFaces = 48;  // subtrees with fewer polygons are not worth a task of their own

struct Split {
    std::vector<TreeFace> front, back, on;
};

void splitFaces(const PlaneEquations& equations, const SplitPlane& by, std::vector<TreeFace>& faces, Split& out) {
    const int axis = planeAxis(by.plane);
    for (TreeFace& face : faces) {
        const bool own = (face.winding.plane & ~1u) == by.id;
        Winding front, back;
        switch (own ? PlaneSide::On : sideOfFace(equations, face, by.plane, by.id, axis)) {
            case PlaneSide::On:
                out.on.push_back(std::move(face));
                break;
            case PlaneSide::Front:
                out.front.push_back(std::move(face));
                break;
            case PlaneSide::Back:
                out.back.push_back(std::move(face));
                break;
            case PlaneSide::Both:
                splitWinding(equations, face.winding, by.plane, by.id, &front, &back);
                if (!front.empty()) out.front.emplace_back(std::move(front));
                if (!back.empty()) out.back.emplace_back(std::move(back));
                break;
        }
    }
}

// Samples end on the planes that stopped them, but for rounding: which side such an end seems to lie on would depend on
// where the map lies.
void splitSamples(const Plane& plane, std::span<const SampleSegment> samples, std::vector<SampleSegment>& front,
                  std::vector<SampleSegment>& back) {
    for (const SampleSegment& sample : samples) {
        const double d0 = distanceTo(plane, sample.from), d1 = distanceTo(plane, sample.to);
        if (std::min(d0, d1) >= -kOnPlane) {
            front.push_back(sample);
        } else if (std::max(d0, d1) <= kOnPlane) {
            back.push_back(sample);
        } else {
            const Vec3 middle = sample.from + (sample.to - sample.from) * (d0 / (d0 - d1));
            (d0 >= 0 ? front : back).push_back({sample.from, middle});
            (d0 >= 0 ? back : front).push_back({middle, sample.to});
        }
    }
}

class TreeBuilder {
  public:
    TreeBuilder(const PlaneTable& planes, const TreeOptions& options) : planes_(planes), options_(options) {}

    std::unique_ptr<TreeNode> build(std::vector<TreeFace> faces, Cell cell, std::vector<SampleSegment> samples,
                                    std::size_t depth) {
        auto node = std::make_unique<TreeNode>();
        bool mayHalve = true;
        while (!faces.empty()) {
            if (depth + 1 >= format::kMaxDepth)
                throw std::length_error("a tree grew deeper than the file format allows");
            const SplitPlane by = chooseSplit(planes_, faces, samples, depth, mayHalve);
            Cell front, back;
            const PlaneSide side = splitCell(planes_.equations(), cell, by.plane, by.id, front, back, node->cap);
            Split split;
            const std::size_t before = faces.size();
            splitFaces(planes_.equations(), by, faces, split);
            if (side != PlaneSide::Both) {
                // The plane only brushes the cell: what lies on it bounds nothing here, the rest is on one side.
                faces = std::move(side == PlaneSide::Front ? split.front : split.back);
                mayHalve = mayHalve && faces.size() < before;  // a polygon's own plane always uses that one up
                continue;
            }
            if (options_.progress) options_.progress(split.on.size());
            node->plane = by.plane;
            node->id = by.id;
            if (!options_.keepGeometry) node->cap = {};
            cell = {};
            faces.clear();
            descend(*node, split, front, back, samples, depth + 1);
            return node;
        }
        if (const auto thin = options_.brushes != nullptr ? thinCellOf(cell) : std::nullopt) {
            buildThin(*node, *thin, depth);
            return node;
        }
        node->cap = {};
        node->contents = options_.classify(cell);
        if (options_.keepGeometry && !any(node->contents & kSealing)) node->cell = std::move(cell);
        return node;
    }

  private:
    // No portals lead through the parts, and each keeps the whole cell: nothing passes there, whatever its size.
    void buildThin(TreeNode& node, const ThinCell& thin, std::size_t depth) {
        node.cap = {};
        ThinCell front, back;
        const auto by = depth + 1 < format::kMaxDepth ? partingPlane(*options_.brushes, planes_, thin) : std::nullopt;
        if (!by || !splitThin(planes_.equations(), thin, *by, front, back)) {
            node.contents = options_.classifyThin(thin.middle);
            if (options_.keepGeometry && !any(node.contents & kSealing)) node.cell = *thin.cell;
            return;
        }
        node.plane = by->plane;
        node.id = by->id;
        node.front = std::make_unique<TreeNode>();
        node.back = std::make_unique<TreeNode>();
        buildThin(*node.front, front, depth + 1);
        buildThin(*node.back, back, depth + 1);
    }

    void descend(TreeNode& node, Split& split, Cell& front, Cell& back, std::vector<SampleSegment>& samples,
                 std::size_t depth) {
        std::vector<SampleSegment> frontSamples, backSamples;
        splitSamples(node.plane, samples, frontSamples, backSamples);
        samples = {};
        if (std::min(split.front.size(), split.back.size()) < kTaskFaces) {
            node.front = build(std::move(split.front), std::move(front), std::move(frontSamples), depth);
            node.back = build(std::move(split.back), std::move(back), std::move(backSamples), depth);
            return;
        }
        tbb::parallel_invoke(
            [&] { node.front = build(std::move(split.front), std::move(front), std::move(frontSamples), depth); },
            [&] { node.back = build(std::move(split.back), std::move(back), std::move(backSamples), depth); });
    }

    const PlaneTable& planes_;
    const TreeOptions& options_;
};

void collectLeaves(TreeNode& node, std::vector<TreeNode*>& leaves) {
    if (node.isLeaf()) {
        node.leaf = static_cast<std::uint32_t>(leaves.size());
        leaves.push_back(&node);
        return;
    }
    collectLeaves(*node.front, leaves);
    collectLeaves(*node.back, leaves);
}

void collectInner(TreeNode& node, std::vector<TreeNode*>& nodes) {
    if (node.isLeaf()) return;
    nodes.push_back(&node);
    collectInner(*node.front, nodes);
    collectInner(*node.back, nodes);
}

}  // namespace

TreeFace::TreeFace(Winding polygon) : winding(std::move(polygon)), bounds(kEmptyBox) {
    growBounds(bounds, winding);
}

PlaneSide roughSideOfFace(const TreeFace& face, const Plane& plane, int axis) {
    if (axis == 3) return roughSideOf(face.winding, plane);
    // Canonical axial planes face the positive way.
    const bool front = face.bounds.maxs[axis] - plane.dist > kOnPlane,
               back = face.bounds.mins[axis] - plane.dist < -kOnPlane;
    if (front) return back ? PlaneSide::Both : PlaneSide::Front;
    return back ? PlaneSide::Back : PlaneSide::On;
}

PlaneSide sideOfFace(const PlaneEquations& equations, const TreeFace& face, const Plane& plane, PlaneId id, int axis) {
    if (axis == 3) return sideOf(equations, face.winding, plane, id);
    const bool highClear = std::fabs(face.bounds.maxs[axis] - plane.dist) > kOnPlane,
               lowClear = std::fabs(face.bounds.mins[axis] - plane.dist) > kOnPlane;
    return highClear && lowClear ? roughSideOfFace(face, plane, axis) : sideOf(equations, face.winding, plane, id);
}

std::unique_ptr<TreeNode> buildTree(const PlaneTable& planes, std::vector<TreeFace> faces, const Cell& root,
                                    const TreeOptions& options) {
    return TreeBuilder(planes, options).build(std::move(faces), root, options.samples, 0);
}

void mergeEqualLeaves(TreeNode& node) {
    if (node.isLeaf()) return;
    mergeEqualLeaves(*node.front);
    mergeEqualLeaves(*node.back);
    if (!node.front->isLeaf() || !node.back->isLeaf() || node.front->contents != node.back->contents) return;
    node.contents = node.front->contents;
    node.front.reset();
    node.back.reset();
}

std::vector<TreeNode*> numberLeaves(TreeNode& root) {
    std::vector<TreeNode*> leaves;
    collectLeaves(root, leaves);
    return leaves;
}

std::vector<TreeNode*> innerNodes(TreeNode& root) {
    std::vector<TreeNode*> nodes;
    collectInner(root, nodes);
    return nodes;
}

std::size_t treeDepth(const TreeNode& root) {
    return root.isLeaf() ? 0 : 1 + std::max(treeDepth(*root.front), treeDepth(*root.back));
}

void dropGeometry(TreeNode& root) {
    root.cell.faces = std::vector<CellFace>();
    root.cap = {};
    if (root.isLeaf()) return;
    dropGeometry(*root.front);
    dropGeometry(*root.back);
}

const TreeNode& leafAt(const TreeNode& root, const Vec3& p) {
    const TreeNode* node = &root;
    while (!node->isLeaf()) node = distanceTo(node->plane, p) >= 0 ? node->front.get() : node->back.get();
    return *node;
}

}  // namespace hullbake
