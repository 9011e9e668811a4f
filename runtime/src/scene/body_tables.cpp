#include "scene/body_tables.hpp"

#include "scene/body_brush.hpp"
#include "scene/members.hpp"

namespace hullbake::detail {

using namespace format;

namespace {

// Corners and edges in the order of those that box brushes imply (BrushShape), and sides in that of boxSides.
void fillCorners(const Box& box, CornerRecord (&corners)[8]) {
    for (int i = 0; i < 8; ++i)
        for (int a = 0; a < 3; ++a) corners[i].p[a] = (i >> a & 1) != 0 ? box.maxs[a] : box.mins[a];
}

void fillEdges(EdgeRecord (&edges)[12]) {
    const auto small = [](int value) { return static_cast<std::uint16_t>(value); };
    for (int i = 0; i < 12; ++i) {
        const int axis = i / 4, one = (axis + 1) % 3, two = (axis + 2) % 3;
        const int oneUp = i & 1, twoUp = i >> 1 & 1, from = oneUp << one | twoUp << two;
        edges[i] = {{small(2 * one + oneUp), small(2 * two + twoUp)}, {small(from), small(from | 1 << axis)}};
    }
}

}  // namespace

BodyTables::BodyTables(const Body& body) : node_(emptyNode()) {
    const Box place = placeOf(body);
    boxSides(place, sides_);
    fillCorners(place, corners_);
    fillEdges(edges_);
    brush_ = plainBrush(place, body.contents, 0, 6);
    fillSlot(node_, 0, brush_, kBvhLeaf);
    shape_.cornerCount = 8;
    shape_.edgeCount = 12;
    for (int a = 0; a < 3; ++a) {
        model_.mins[a] = place.mins[a];
        model_.maxs[a] = place.maxs[a];
    }
    model_.brushCount = 1;
    tables_.models = {&model_, 1};
    tables_.brushes = {&brush_, 1};
    tables_.sides = sides_;
    tables_.bvh = {&node_, 1};
    tables_.worldShapes = {&shape_, 1};
    tables_.worldCorners = corners_;
    tables_.worldEdges = edges_;
    tables_.worldHasShapes = true;
}

}  // namespace hullbake::detail
