// Recursive split of polygons, cell and samples; large subtrees become tasks with their own workspace.

#include "compiler/tree/build_tree.hpp"

#include <tbb/parallel_invoke.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <stdexcept>

#include "compiler/brushes/sealing.hpp"
#include "compiler/geometry/meeting_memo.hpp"
#include "compiler/geometry/split_winding.hpp"
#include "compiler/tree/split_choice.hpp"
#include "compiler/tree/tree_face.hpp"

namespace hullbake {

namespace {

constexpr std::size_t kTaskFaces =
    48;  // lower bound of the polygons of a subtree that gets its own task; fewer do not repay it

// Reusable memory of a task that builds a subtree or part of one.
struct Workspace {
    Workspace(const PlaneTable& planes, const TreeOptions& options, const SplitEffort& effort)
        : chooser(planes, options.halving, effort, usedMemo(planes)), cutter(planes.equations(), usedMemo(planes)) {}

    // Returns null where exact decisions are quick.
    MeetingMemo* usedMemo(const PlaneTable& planes) { return planes.equations().allOnGrid() ? nullptr : &memo; }

    MeetingMemo memo;
    SplitChooser chooser;
    CellCutter cutter;
    StackPool<Winding> pieces;  // of polygons that were cut
    StackPool<std::vector<TreeFace>> faces;
    StackPool<std::vector<SampleSegment>> samples;
    CellSplit cut;
};

template <class T>
std::vector<T>& takeEmpty(StackPool<std::vector<T>>& pool, std::size_t room) {
    std::vector<T>& taken = pool.take();
    taken.clear();
    taken.reserve(room);
    return taken;
}

// Splits the polygons. Returns how many lie on the plane and are used up; the others go to one side or both.
std::size_t splitFaces(const PlaneTable& planes, const SplitPlane& by, std::span<const TreeFace> faces, Workspace& work,
                       std::vector<TreeFace>& front, std::vector<TreeFace>& back) {
    const PlaneEquations& equations = planes.equations();
    MeetingMemo* const memo = work.usedMemo(planes);
    std::size_t on = 0;
    for (const TreeFace& face : faces) {
        switch (face.plane == by.id ? PlaneSide::On : sideOfFace(equations, face, by, memo)) {
            case PlaneSide::On:
                ++on;
                break;
            case PlaneSide::Front:
                front.push_back(face);
                break;
            case PlaneSide::Back:
                back.push_back(face);
                break;
            case PlaneSide::Both:
                Winding &inFront = work.pieces.take(), &behind = work.pieces.take();
                splitWinding(equations, *face.winding, by, &inFront, &behind, memo);
                if (!inFront.empty()) front.emplace_back(inFront);
                if (!behind.empty()) back.emplace_back(behind);
                break;
        }
    }
    return on;
}

// Splits the samples. Samples end, within rounding, on the planes that stopped them. Without the tolerance, the side of
// such an end would depend on the position of the map.
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

// A subtree to build.
struct Task {
    std::span<const TreeFace> faces;
    CellFaces cell;
    std::span<const SampleSegment> samples;
    SplitPlan plan;  ///< planned splits; empty if none are planned
    std::size_t depth = 0;
};

class TreeBuilder {
  public:
    TreeBuilder(const PlaneTable& planes, const TreeOptions& options, const SplitEffort& effort)
        : planes_(planes), options_(options), effort_(effort) {}

    std::unique_ptr<TreeNode> build(Task task, Workspace& work) {
        if (options_.behind && !task.faces.empty() && task.faces.size() <= kSmallSplit)
            if (auto node = buildWithoutCells(task, work)) return node;
        auto node = std::make_unique<TreeNode>();
        const StackPool<Winding>::Scope pieces(work.pieces);
        const StackPool<CellFace>::Scope cellFaces(work.cutter.made());
        const StackPool<std::vector<TreeFace>>::Scope faces(work.faces);
        bool mayHalve = true;
        while (!task.faces.empty()) {
            if (task.depth + 1 >= options_.mostDepth)
                throw std::length_error("a tree grew deeper than the file format allows");
            const SplitPlane by = nextSplit(task, mayHalve, work);
            const std::size_t before = task.faces.size();
            std::vector<TreeFace>&front = takeEmpty(work.faces, before), &back = takeEmpty(work.faces, before);
            const std::size_t on = splitFaces(planes_, by, task.faces, work, front, back);
            const PlaneSide side = work.cutter.cut(task.cell, by, work.cut);
            if (side != PlaneSide::Both) {
                // The plane only touches the cell: polygons on it bound nothing here, the rest is on one side.
                task.faces = side == PlaneSide::Front ? front : back;
                task.plan = planOf(side, task.plan);
                mayHalve = mayHalve && task.faces.size() < before;  // a polygon's own plane always uses that polygon up
                continue;
            }
            if (options_.progress) options_.progress(on);
            node->plane = by.plane;
            node->id = by.id;
            if (options_.keepGeometry) node->cap = std::make_unique<Winding>(work.cut.cap);
            const std::size_t depth = task.depth + 1;
            descend(*node, task.samples, {front, work.cut.front, {}, planOf(PlaneSide::Front, task.plan), depth},
                    {back, work.cut.back, {}, planOf(PlaneSide::Back, task.plan), depth}, work);
            return node;
        }
        makeLeaf(*node, task);
        return node;
    }

  private:
    // Builds the subtree of a few polygons. Each split is by the plane of one of them, which lies within the cell, so
    // the plane cuts it, and a leaf beside that polygon has the contents of this side of it. No cell needs to be known.
    // Returns nothing if a polygon is not exact, or if two at one leaf disagree.
    std::unique_ptr<TreeNode> buildWithoutCells(Task task, Workspace& work) {
        if (task.depth + 1 >= options_.mostDepth) return nullptr;
        auto node = std::make_unique<TreeNode>();
        const StackPool<Winding>::Scope pieces(work.pieces);
        const StackPool<std::vector<TreeFace>>::Scope faces(work.faces);
        const SplitPlane by = nextSplit(task, false, work);
        if (!task.plan.empty()) {
            auto planned = plannedTree(task.plan, task.depth);
            if (planned && options_.progress) options_.progress(task.faces.size());
            return planned;
        }
        std::vector<TreeFace>&front = takeEmpty(work.faces, task.faces.size()),
        &back = takeEmpty(work.faces, task.faces.size());
        const std::size_t on = splitFaces(planes_, by, task.faces, work, front, back);
        const std::optional<bool> facesUp = facing(by.id, task.faces, on);
        if (!facesUp) return nullptr;
        node->plane = by.plane;
        node->id = by.id;
        const auto below = [&](bool isOpen, std::span<const TreeFace> rest) {
            return rest.empty() ? leafBeside(isOpen) : buildWithoutCells({rest, {}, {}, {}, task.depth + 1}, work);
        };
        node->front = below(*facesUp, front);
        if (!node->front) return nullptr;
        node->back = below(!*facesUp, back);
        if (!node->back) return nullptr;
        if (options_.progress) options_.progress(on);
        return node;
    }

    // Builds the subtree that is planned, without looking at any polygon. Returns nothing where the contents of a leaf
    // are not known.
    std::unique_ptr<TreeNode> plannedTree(SplitPlan plan, std::size_t depth) const {
        const PlannedSplit& first = plan.front();
        if (depth + 1 >= options_.mostDepth || first.facing == Facing::Unsure) return nullptr;
        auto node = std::make_unique<TreeNode>();
        node->plane = planes_[first.plane];
        node->id = first.plane;
        const auto below = [&](PlaneSide side) {
            const SplitPlan rest = planOf(side, plan);
            if (!rest.empty()) return plannedTree(rest, depth + 1);
            return leafBeside((side == PlaneSide::Front) == (first.facing == Facing::Front));
        };
        node->front = below(PlaneSide::Front);
        if (!node->front) return nullptr;
        node->back = below(PlaneSide::Back);
        return node->back ? std::move(node) : nullptr;
    }

    std::unique_ptr<TreeNode> leafBeside(bool isOpen) const {
        auto leaf = std::make_unique<TreeNode>();
        leaf->contents = isOpen ? Contents::Empty : *options_.behind;
        return leaf;
    }

    // Returns whether the polygons on a plane face its canonical way. Nothing if they differ, if there are others than
    // the `on` ones of this id, or if any polygon is not exact.
    static std::optional<bool> facing(PlaneId id, std::span<const TreeFace> faces, std::size_t on) {
        std::size_t up = 0, down = 0;
        for (const TreeFace& face : faces) {
            for (const WindingVertex& vertex : face.winding->vertices)
                if (!vertex.exact) return std::nullopt;
            if (face.plane == id) ++(face.winding->plane == id ? up : down);
        }
        if (up + down != on || (up != 0 && down != 0)) return std::nullopt;
        return up != 0;
    }

    void makeLeaf(TreeNode& node, const Task& task) {
        node.contents = options_.classify(task.cell);
        if (options_.keepGeometry && !any(node.contents & kSealing))
            node.cell = std::make_unique<PackedCell>(task.cell);
    }

    SplitPlane nextSplit(Task& task, bool mayHalve, Workspace& work) const {
        if (task.plan.empty()) return work.chooser.choose(task.faces, task.samples, task.depth, mayHalve, task.plan);
        const PlaneId id = task.plan.front().plane;
        return {planes_[id], id};
    }

    // Returns the part of a plan that applies to one side.
    static SplitPlan planOf(PlaneSide side, SplitPlan plan) {
        if (plan.empty()) return {};
        const std::size_t inFront = plan.front().inFront;
        return side == PlaneSide::Front ? plan.subspan(1, inFront) : plan.subspan(1 + inFront);
    }

    void descend(TreeNode& node, std::span<const SampleSegment> samples, Task front, Task back, Workspace& work) {
        const StackPool<std::vector<SampleSegment>>::Scope sampleLists(work.samples);
        // Small sets of polygons are split by search, which needs no samples.
        if (!samples.empty() && std::max(front.faces.size(), back.faces.size()) > kSmallSplit) {
            std::vector<SampleSegment>&inFront = takeEmpty(work.samples, samples.size()),
            &behind = takeEmpty(work.samples, samples.size());
            splitSamples(node.plane, samples, inFront, behind);
            front.samples = inFront;
            back.samples = behind;
        }
        if (std::min(front.faces.size(), back.faces.size()) < kTaskFaces) {
            node.front = build(front, work);
            node.back = build(back, work);
            return;
        }
        tbb::parallel_invoke([&] { node.front = build(front, work); },
                             [&] {
                                 Workspace another(planes_, options_, effort_);
                                 node.back = build(back, another);
                             });
    }

    const PlaneTable& planes_;
    const TreeOptions& options_;
    SplitEffort effort_;
};

// Returns whether the polygons are many and most have a plane of their own, as of terrain.
bool haveOwnPlanes(const PlaneTable& planes, std::span<const TreeFace> faces) {
    constexpr std::size_t kMany = 4'000;
    constexpr double kMostlyOwn = 0.5;  // planes for each polygon
    if (faces.size() < kMany) return false;
    std::vector<bool> seen(planes.planes().size() / 2 + 1, false);
    std::size_t distinct = 0;
    for (const TreeFace& face : faces) {
        if (isAxialPlaneId(face.plane) || seen[face.plane / 2]) continue;
        seen[face.plane / 2] = true;
        ++distinct;
    }
    return static_cast<double>(distinct) > kMostlyOwn * static_cast<double>(faces.size());
}

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

std::unique_ptr<TreeNode> buildTree(const PlaneTable& planes, std::span<const Winding* const> polygons,
                                    const ConvexCell& root, const TreeOptions& options) {
    std::vector<TreeFace> faces;
    faces.reserve(polygons.size());
    for (const Winding* polygon : polygons) faces.emplace_back(*polygon);
    const SplitEffort effort = effortFor(faces.size(), !options.samples.empty() && haveOwnPlanes(planes, faces));
    Workspace work(planes, options, effort);
    return TreeBuilder(planes, options, effort).build({faces, facesOf(root), options.samples, {}, 0}, work);
}

std::unique_ptr<TreeNode> buildTree(const PlaneTable& planes, const std::vector<Winding>& polygons,
                                    const ConvexCell& root, const TreeOptions& options) {
    std::vector<const Winding*> pointers;
    pointers.reserve(polygons.size());
    for (const Winding& polygon : polygons) pointers.push_back(&polygon);
    return buildTree(planes, pointers, root, options);
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
    root.cell.reset();
    root.cap.reset();
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
