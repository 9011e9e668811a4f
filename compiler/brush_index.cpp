#define BOOST_ALLOW_DEPRECATED_HEADERS  // Boost.Geometry 1.74 includes some of its own
#include "compiler/brush_index.hpp"

#include <algorithm>
#include <boost/geometry/geometries/box.hpp>
#include <boost/geometry/geometries/point.hpp>
#include <boost/geometry/index/rtree.hpp>
#include <cmath>
#include <iterator>

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

std::vector<TreeEntry> entriesOf(std::span<const GrownBrush* const> brushes) {
    std::vector<TreeEntry> entries;
    entries.reserve(brushes.size());
    for (std::uint32_t i = 0; i < brushes.size(); ++i) entries.emplace_back(treeBox(brushes[i]->bounds, 0), i);
    return entries;
}

}  // namespace

struct BrushIndex::Tree {
    explicit Tree(std::span<const GrownBrush* const> brushes) : boxes(entriesOf(brushes)) {}
    bg::index::rtree<TreeEntry, bg::index::linear<16>> boxes;
};

BrushIndex::BrushIndex(const PlaneTable& planes, std::span<const GrownBrush* const> brushes)
    : planes_(planes), brushes_(brushes), tree_(std::make_unique<Tree>(brushes)) {}
BrushIndex::~BrushIndex() = default;
BrushIndex::BrushIndex(BrushIndex&&) noexcept = default;

std::vector<std::uint32_t> BrushIndex::meeting(const Box& box) const {
    std::vector<std::uint32_t> found;
    for (auto it = tree_->boxes.qbegin(bg::index::intersects(treeBox(box, kOnPlane))); it != tree_->boxes.qend(); ++it)
        found.push_back(it->second);
    // The tree's own order is Boost's business; ours must not depend on it.
    std::sort(found.begin(), found.end());
    return found;
}

Contents BrushIndex::contentsAt(const Vec3& p, double& clearance) const {
    Contents contents = Contents::Empty;
    clearance = 1e30;
    for (auto it = tree_->boxes.qbegin(bg::index::intersects(treeBox({p, p}, kOnPlane))); it != tree_->boxes.qend();
         ++it) {
        const GrownBrush& brush = *brushes_[it->second];
        double outside = -1e30;  // distance to the brush from outside; negative: depth
        for (const Winding& face : brush.faces) {
            outside = std::max(outside, distanceTo(planes_[face.plane], p));
            if (outside > kOnPlane) break;
        }
        if (outside <= kOnPlane) clearance = std::min(clearance, std::fabs(outside));
        if (outside <= kOnPlane) contents |= brush.contents;  // closed: a seam between two brushes is inside
    }
    // Nothing that overlaps solid can change it.
    contents = resolveOverlap(contents);
    return contents;
}

}  // namespace hullbake
