#include "scene/body_brush.hpp"

#include <cmath>
#include <cstddef>

namespace hullbake::detail {

using namespace format;

namespace {

// Rounds outwards: by more than half of the last place of a float.
float roundedDown(double value) {
    return static_cast<float>(value - std::fabs(value) * 1e-6 - 1e-6);
}
float roundedUp(double value) {
    return static_cast<float>(value + std::fabs(value) * 1e-6 + 1e-6);
}

}  // namespace

void boxSides(const Box& box, SideRecord (&sides)[6]) {
    for (int a = 0; a < 3; ++a) {
        const std::size_t first = 2 * static_cast<std::size_t>(a);
        SideRecord& low = sides[first];
        SideRecord& high = sides[first + 1];
        low = {{0, 0, 0}, -box.mins[a], kNoIndex, 0};
        high = {{0, 0, 0}, box.maxs[a], kNoIndex, 0};
        low.normal[a] = -1;
        high.normal[a] = 1;
    }
}

BrushRecord plainBrush(const Box& box, Contents contents, std::uint32_t firstSide, std::uint32_t count) {
    BrushRecord brush{};
    for (int a = 0; a < 3; ++a) {
        brush.mins[a] = roundedDown(box.mins[a]);
        brush.maxs[a] = roundedUp(box.maxs[a]);
    }
    brush.contents = static_cast<std::uint32_t>(contents);
    brush.hullMask = UINT32_MAX;
    brush.firstSide = firstSide;
    brush.sideCount = brush.faceCount = static_cast<std::uint16_t>(count);
    return brush;
}

BvhNode emptyNode() {
    BvhNode node{};
    for (int slot = 0; slot < 8; ++slot) {
        node.child[slot] = kNoIndex;
        for (int a = 0; a < 3; ++a) node.mins[a][slot] = node.maxs[a][slot] = kEmptySlot;
    }
    return node;
}

void fillSlot(BvhNode& node, int slot, const BrushRecord& brush, std::uint32_t child) {
    node.child[slot] = child;
    for (int a = 0; a < 3; ++a) {
        node.mins[a][slot] = brush.mins[a];
        node.maxs[a][slot] = brush.maxs[a];
    }
}

BodyBrush::BodyBrush(const Body& body) : node_(emptyNode()) {
    const Box place{body.origin + body.box.mins, body.origin + body.box.maxs};
    boxSides(place, sides_);
    brush_ = plainBrush(place, body.contents, 0, 6);
    fillSlot(node_, 0, brush_, kBvhLeaf);
}

BrushSet BodyBrush::around(const Box& box) const {
    return {{&brush_, 1}, sides_, {&node_, 1}, 0, box, {}};
}

}  // namespace hullbake::detail
