// Edge bevels and axial planes, in integers.

#include "compiler/brushes/bevels.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "compiler/base/inline_vector.hpp"

namespace hullbake {

namespace {

// Upper bound of the length of the difference of two unit normals that may have one direction. No unit. Rounding stays
// below it.
constexpr double kSameDirection = 1e-10;
// Upper bound of the distance of a vertex from the bound that it sets. World units. Above the error of a vertex in
// doubles.
constexpr double kVertexRounding = 1e-8;

bool haveOneDirection(const SolidSide& a, const SolidSide& b) {
    return length(a.plane.normal - b.plane.normal) < kSameDirection && sameDirection(a.equation, b.equation);
}

// Returns the number of the side with that direction, or of sides if there is none.
std::size_t findDirection(const std::vector<SolidSide>& sides, const SolidSide& wanted) {
    return static_cast<std::size_t>(
        std::find_if(sides.begin(), sides.end(),
                     [&](const SolidSide& side) { return haveOneDirection(side, wanted); }) -
        sides.begin());
}

std::vector<BevelledEdge> edgesOf(const Solid& solid) {
    std::vector<BevelledEdge> edges;
    edges.reserve(2 * solid.sides.size());
    for (const SolidSide& side : solid.sides)
        for (const WindingVertex& vertex : side.winding.vertices)
            if (vertex.edge > side.winding.plane)
                edges.push_back(
                    {static_cast<std::uint16_t>(side.winding.plane), static_cast<std::uint16_t>(vertex.edge)});
    return edges;
}

// Returns the axial side between two faces whose edge has no bevel across an axis, as the bevel would be axial. Of the
// other axes one is zero there.
std::uint16_t axialBetween(const Solid& solid, const std::vector<SolidSide>& added, const SidePlane& one,
                           const SidePlane& two, int axis) {
    for (const int along : {(axis + 1) % 3, (axis + 2) % 3}) {
        const int sign = crossingSign(one, two, axis, along);
        if (sign == 0) continue;
        std::uint16_t number = 0;
        for (const std::vector<SolidSide>* const sides : {&solid.sides, &added})
            for (const SolidSide& side : *sides) {
                if (side.equation.axis == along && side.equation.signs[static_cast<std::size_t>(along)] == sign)
                    return number;
                ++number;
            }
    }
    return kNoSide;
}

// Returns the plane across an axis at the solid's support, from the planes that meet there.
PlaneEquation axialSupport(const Solid& solid, int axis, bool facesUp) {
    const double bound = facesUp ? solid.bounds.maxs[axis] : solid.bounds.mins[axis];
    PlaneEquation support;
    // Sides that meet at a corner: three faces have the same.
    InlineVector<std::array<PlaneId, 3>, 12> seen;
    for (const SolidSide& side : solid.sides) {
        const auto& vertices = side.winding.vertices;
        for (std::size_t i = 0; i < vertices.size(); ++i) {
            if (std::fabs(vertices[i].p[axis] - bound) > kVertexRounding) continue;
            const PlaneId before = vertices[i == 0 ? vertices.size() - 1 : i - 1].edge;
            std::array<PlaneId, 3> meeting = {side.winding.plane, before, vertices[i].edge};
            std::sort(meeting.begin(), meeting.end());
            if (std::find(seen.begin(), seen.end(), meeting) != seen.end()) continue;
            seen.push_back(meeting);
            const PlaneEquation through =
                axialThrough(solid.sides[meeting[0]].equation, solid.sides[meeting[1]].equation,
                             solid.sides[meeting[2]].equation, axis, facesUp);
            const int further = support.known() ? compareAxial(through, support) : facesUp ? 1 : -1;
            if ((further > 0) == facesUp && further != 0) support = through;
        }
    }
    return support;
}

void addAxialPlanes(Solid& solid, std::vector<SolidSide>& added) {
    for (int a = 0; a < 3; ++a)
        for (const double facing : {-1.0, 1.0}) {
            const bool isFace = std::any_of(solid.sides.begin(), solid.sides.end(), [&](const SolidSide& side) {
                return side.equation.axis == a && side.equation.signs[static_cast<std::size_t>(a)] == facing;
            });
            if (isFace) continue;
            SolidSide side;
            side.plane.normal[a] = facing;
            side.equation = axialSupport(solid, a, facing > 0);
            side.bevel = true;
            side.plane = planeOf(side.equation);
            // The bevel takes its surface from the face whose normal is closest to this direction.
            const auto nearest =
                std::max_element(solid.sides.begin(), solid.sides.end(), [&](const SolidSide& l, const SolidSide& r) {
                    return l.plane.normal[a] * facing < r.plane.normal[a] * facing;
                });
            side.face = nearest->face;
            added.push_back(std::move(side));
        }
}

}  // namespace

int crossingSign(const SidePlane& one, const SidePlane& two, int across, int along) {
    const auto a = static_cast<std::size_t>(along);
    const std::int8_t first = one.equation.signs[a], second = two.equation.signs[a];
    if (first * second >= 0) return first != 0 ? first : second;
    // Above what rounding adds to the sum below.
    constexpr double kCertain = 1e-12;
    const double sum = one.plane.normal[along] * std::fabs(two.plane.normal[across]) +
                       two.plane.normal[along] * std::fabs(one.plane.normal[across]);
    return sum > kCertain ? 1 : sum < -kCertain ? -1 : 0;
}

std::vector<BevelledEdge> addBevels(Solid& solid) {
    std::vector<SolidSide> added;
    addAxialPlanes(solid, added);
    std::vector<BevelledEdge> edges = edgesOf(solid);
    for (BevelledEdge& edge : edges) {
        const SolidSide &one = solid.sides[edge.first], &two = solid.sides[edge.second];
        for (int axis = 0; axis < 3; ++axis) {
            const auto a = static_cast<std::size_t>(axis);
            if (one.equation.signs[a] * two.equation.signs[a] >= 0) continue;
            SolidSide bevel;
            bevel.equation = edgeBevel(one.equation, two.equation, axis);
            if (!bevel.equation.known()) {
                edge.across[a] = axialBetween(solid, added, one, two, axis);
                continue;
            }
            bevel.plane = planeOf(bevel.equation);
            std::size_t number = findDirection(solid.sides, bevel);
            if (number == solid.sides.size()) number += findDirection(added, bevel);
            edge.across[a] = static_cast<std::uint16_t>(number);
            if (number < solid.sides.size() + added.size()) continue;
            bevel.face = one.face;
            bevel.bevel = true;
            added.push_back(std::move(bevel));
        }
    }
    for (SolidSide& side : added) solid.sides.push_back(std::move(side));
    return edges;
}

}  // namespace hullbake
