#define BOOST_ALLOW_DEPRECATED_HEADERS  // Boost.Geometry 1.74 includes some of its own
#include "compiler/growth/brush_index.hpp"

#include <algorithm>
#include <boost/geometry/geometries/box.hpp>
#include <boost/geometry/geometries/point.hpp>
#include <boost/geometry/index/rtree.hpp>
#include <boost/iterator/function_output_iterator.hpp>
#include <cmath>

namespace hullbake {

namespace bg = boost::geometry;

namespace {

using TreePoint = bg::model::point<double, 3, bg::cs::cartesian>;
using TreeBox = bg::model::box<TreePoint>;
using TreeEntry = std::pair<TreeBox, std::uint32_t>;

TreeBox treeBox(const Box& box, double margin) {
    return {{box.mins.x - margin, box.mins.y - margin, box.mins.z - margin},
            {box.maxs.x + margin, box.maxs.y + margin, box.maxs.z + margin}};
}

std::vector<TreeEntry> entriesOf(std::span<const Box> boxes) {
    std::vector<TreeEntry> entries;
    entries.reserve(boxes.size());
    for (std::uint32_t i = 0; i < boxes.size(); ++i) entries.emplace_back(treeBox(boxes[i], 0), i);
    return entries;
}

std::vector<Box> boundsOf(std::span<const GrownBrush* const> brushes) {
    std::vector<Box> boxes;
    boxes.reserve(brushes.size());
    for (const GrownBrush* brush : brushes) boxes.push_back(brush->bounds);
    return boxes;
}

}  // namespace

struct BoxIndex::Tree {
    bg::index::rtree<TreeEntry, bg::index::linear<16>> boxes;
};

BoxIndex::BoxIndex(std::span<const Box> boxes) : tree_(new Tree{decltype(Tree::boxes)(entriesOf(boxes))}) {}
BoxIndex::~BoxIndex() = default;

std::vector<std::uint32_t> BoxIndex::meeting(const Box& box) const {
    std::vector<std::uint32_t> found;
    found.reserve(32);
    // Called for each box found, as in contentsAt().
    const auto add = [&](const TreeEntry& entry) { found.push_back(entry.second); };
    tree_->boxes.query(bg::index::intersects(treeBox(box, kOnPlane)), boost::make_function_output_iterator(add));
    // Boost does not specify the order of results, so it is sorted.
    std::sort(found.begin(), found.end());
    return found;
}

BrushIndex::BrushIndex(const PlaneTable& planes, std::span<const GrownBrush* const> brushes)
    : brushes_(brushes), boxes_(boundsOf(brushes)) {
    planesBegin_.reserve(brushes.size() + 1);
    for (const GrownBrush* brush : brushes) {
        planesBegin_.push_back(static_cast<std::uint32_t>(planes_.size()));
        for (const PlaneId plane : brush->planes) planes_.push_back(planes[plane]);
    }
    planesBegin_.push_back(static_cast<std::uint32_t>(planes_.size()));
}

Contents BrushIndex::contentsAt(const Vec3& p, double& clearance) const {
    Contents contents = Contents::Empty;
    clearance = 1e30;
    // Called for each brush found; iterators over the result would need the heap.
    const auto look = [&](const TreeEntry& entry) {
        double outside = -1e30;  // distance to the brush from outside; negative: depth
        for (std::uint32_t i = planesBegin_[entry.second]; i < planesBegin_[entry.second + 1]; ++i) {
            outside = std::max(outside, distanceTo(planes_[i], p));
            if (outside > kOnPlane) return;
        }
        clearance = std::min(clearance, std::fabs(outside));
        contents |= brushes_[entry.second]->contents;  // brushes are closed, so a seam between two is inside
    };
    boxes_.tree_->boxes.query(bg::index::intersects(treeBox({p, p}, kOnPlane)),
                              boost::make_function_output_iterator(look));
    // Overlaps with solid count as solid.
    return resolveOverlap(contents);
}

double BrushIndex::distanceToFirst(const Vec3& from, const Vec3& direction, double reach) const {
    Box box = kEmptyBox;
    growBounds(box, from);
    growBounds(box, from + direction * reach);
    const auto clip = [&](const TreeEntry& entry) {
        double enters = 0, leaves = reach;
        for (std::uint32_t i = planesBegin_[entry.second]; i < planesBegin_[entry.second + 1]; ++i) {
            const double slope = dot(planes_[i].normal, direction), away = distanceTo(planes_[i], from);
            if (slope == 0) {
                if (away > 0) return;
            } else if (slope < 0) {
                enters = std::max(enters, -away / slope);
            } else {
                leaves = std::min(leaves, -away / slope);
            }
            if (enters > leaves) return;
        }
        reach = enters;
    };
    boxes_.tree_->boxes.query(bg::index::intersects(treeBox(box, kOnPlane)),
                              boost::make_function_output_iterator(clip));
    return reach;
}

}  // namespace hullbake
