// Collects the planes of a subtree, at most kMostCuts, and evaluates all combinations of sides as bits of one word.

#include "compiler/grid/cut_tables.hpp"

#include "compiler/geometry/plane_table.hpp"

namespace hullbake {

using namespace format;

namespace {

constexpr std::uint32_t kUnknown = kNoIndex - 1;

// Bit masks of the 64 combinations of sides of six planes: the combinations behind plane k.
constexpr std::uint64_t kBehind[kMostCuts] = {0xaaaaaaaaaaaaaaaau, 0xccccccccccccccccu, 0xf0f0f0f0f0f0f0f0u,
                                              0xff00ff00ff00ff00u, 0xffff0000ffff0000u, 0xffffffff00000000u};

}  // namespace

CutTables::CutTables(std::span<const NodeRecord> nodes, std::span<const Plane> planes)
    : nodes_(nodes), planes_(planes), numbers_(nodes.size(), kUnknown), planeAt_(nodes.size(), 0) {
    cutPlanes_.add({{0, 0, 0}, -1});
}

std::uint32_t CutTables::add(ChildRef subtree) {
    std::uint32_t& number = numbers_[subtree];
    if (number != kUnknown) return number;
    CutRecord cut{};
    int count = 0;
    if (!gather(subtree, cut, count)) return number = kNoIndex;
    cut.solid = solidIn(subtree, cut);
    number = static_cast<std::uint32_t>(cuts_.size());
    cuts_.push_back(cut);
    return number;
}

// Collects the planes and the contents of a subtree. Returns false if there are too many planes or different contents.
bool CutTables::gather(ChildRef subtree, CutRecord& cut, int& count) {
    if (isLeaf(subtree)) {
        const std::uint32_t contents = leafContents(subtree);
        if (contents != 0 && cut.contents != 0 && cut.contents != contents) return false;
        cut.contents |= contents;
        return true;
    }
    const std::uint32_t plane = planeOf(subtree);
    bool known = false;
    for (int i = 0; i < count; ++i) known = known || cut.planes[i] == plane;
    if (!known) {
        if (count == kMostCuts) return false;
        cut.planes[count++] = plane;
    }
    return gather(nodes_[subtree].front(), cut, count) && gather(nodes_[subtree].back, cut, count);
}

std::uint64_t CutTables::solidIn(ChildRef subtree, const CutRecord& cut) const {
    if (isLeaf(subtree)) return leafContents(subtree) != 0 ? ~std::uint64_t{0} : 0;
    int i = 0;
    while (cut.planes[i] != planeAt_[subtree]) ++i;
    const NodeRecord& node = nodes_[subtree];
    return (solidIn(node.front(), cut) & ~kBehind[i]) | (solidIn(node.back, cut) & kBehind[i]);
}

std::uint32_t CutTables::planeOf(std::uint32_t node) {
    std::uint32_t& number = planeAt_[node];
    if (number != 0) return number;
    const NodeRecord& record = nodes_[node];
    if (record.kind() == kGeneralPlane) return number = cutPlanes_.add(recordOf(planes_[record.plane]));
    PlaneRecord axial{{}, record.axialDist()};
    axial.normal[record.kind()] = 1;
    return number = cutPlanes_.add(axial);
}

}  // namespace hullbake
