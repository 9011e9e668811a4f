// Walks around each corner of the solid, then cuts its cell of directions by the signs of normals, which are exact.

#include "compiler/brushes/sum_corners.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "compiler/base/inline_vector.hpp"
#include "compiler/geometry/exact_side.hpp"

namespace hullbake {

namespace {

// A direction that a side faces, and what leads from it to the next direction of a cell: the arc between the two faces
// of an edge, by number, or the circle of directions across an axis.
struct Direction {
    std::uint16_t side;
    std::uint32_t way;
};

constexpr std::uint32_t kCircle = 0x80000000u;  // plus the axis

// Directions around a cell, in order.
using Cell = InlineVector<Direction, 12>;

// A corner of a polygon: of `side`, at a vertex.
struct PolygonCorner {
    std::uint32_t side, vertex;
};

class CornerFinder {
  public:
    CornerFinder(const Solid& solid, const std::vector<BevelledEdge>& edges) : solid_(solid), edges_(edges) {}

    SumCorners run() {
        if (!numberCorners() || !findStars()) return {};
        SumCorners corners;
        const std::size_t faces = begins_.size() - 1;
        if (!closes(ofSolid_, faces) || !closes(ofSum_, solid_.sides.size())) return {};
        corners.ofSolid = std::move(ofSolid_);
        corners.ofSum = std::move(ofSum_);
        return corners;
    }

  private:
    // Finds the number of the edge at each corner of a polygon, and where the neighbour has the same edge. Returns
    // false if edges do not pair.
    bool numberCorners() {
        begins_.push_back(0);
        for (const SolidSide& side : solid_.sides) {
            if (side.bevel) continue;
            begins_.push_back(begins_.back() + static_cast<std::uint32_t>(side.winding.vertices.size()));
        }
        ways_.resize(begins_.back());
        twins_.resize(begins_.back());
        std::uint32_t next = 0;
        for (std::uint32_t s = 0; s + 1 < begins_.size(); ++s) {
            const auto& vertices = solid_.sides[s].winding.vertices;
            if (vertices.size() < 3) return false;
            for (std::uint32_t i = 0; i < vertices.size(); ++i) {
                const PlaneId other = vertices[i].edge;
                if (other + std::size_t{1} >= begins_.size()) return false;
                const auto& across = solid_.sides[other].winding.vertices;
                const auto* const twin =
                    std::find_if(across.begin(), across.end(), [s](const WindingVertex& v) { return v.edge == s; });
                if (twin == across.end()) return false;
                twins_[begins_[s] + i] = {other, static_cast<std::uint32_t>(twin - across.begin())};
                if (other > s) ways_[begins_[s] + i] = next++;
            }
        }
        for (std::uint32_t s = 0; s + 1 < begins_.size(); ++s)
            for (std::uint32_t c = begins_[s]; c < begins_[s + 1]; ++c)
                if (twins_[c].side < s) ways_[c] = ways_[begins_[twins_[c].side] + twins_[c].vertex];
        return next == edges_.size();
    }

    // Walks around each corner of the solid once.
    bool findStars() {
        std::vector<bool> seen(begins_.back(), false);
        for (std::uint32_t s = 0; s + 1 < begins_.size(); ++s)
            for (std::uint32_t i = 0; begins_[s] + i < begins_[s + 1]; ++i) {
                if (seen[begins_[s] + i]) continue;
                Cell star;
                PolygonCorner at{s, i};
                do {
                    const std::uint32_t c = begins_[at.side] + at.vertex;
                    if (seen[c]) return false;
                    seen[c] = true;
                    star.push_back({static_cast<std::uint16_t>(at.side), ways_[c]});
                    const PolygonCorner twin = twins_[c];
                    const std::uint32_t count = begins_[twin.side + 1] - begins_[twin.side];
                    at = {twin.side, twin.vertex + 1 == count ? 0 : twin.vertex + 1};
                } while (at.side != s || at.vertex != i);
                append(star, ofSolid_);
                if (!cutCell(star, 0)) return false;
            }
        return true;
    }

    static void append(const Cell& cell, CornerSides& corners) {
        corners.push_back(static_cast<std::uint16_t>(cell.size()));
        for (const Direction& direction : cell) corners.push_back(direction.side);
    }

    // Cuts a cell by the planes across the axes from `axis` on, and appends its parts. Returns false if a direction is
    // not certain.
    bool cutCell(const Cell& cell, int axis) {
        if (axis == 3) {
            append(cell, ofSum_);
            return true;
        }
        for (const int facing : {1, -1}) {
            Cell part;
            if (!partOf(cell, axis, facing, part)) return false;
            if (part.size() >= 3 && !cutCell(part, axis + 1)) return false;
        }
        return true;
    }

    int signOf(const Direction& direction, int axis) const {
        return solid_.sides[direction.side].equation.signs[static_cast<std::size_t>(axis)];
    }

    // Finds the part of a cell on one side of the plane across an axis; it stays empty if that has no area.
    bool partOf(const Cell& cell, int axis, int facing, Cell& part) const {
        if (std::none_of(cell.begin(), cell.end(), [&](const Direction& d) { return signOf(d, axis) == facing; }))
            return true;
        const std::uint32_t circle = kCircle + static_cast<std::uint32_t>(axis);
        for (std::size_t i = 0; i < cell.size(); ++i) {
            const Direction &at = cell[i], &next = cell[i + 1 == cell.size() ? 0 : i + 1];
            const int sign = facing * signOf(at, axis), nextSign = facing * signOf(next, axis);
            if (sign >= 0) part.push_back({at.side, sign == 0 && nextSign < 0 ? circle : at.way});
            if (sign * nextSign >= 0) continue;
            std::uint16_t crossing = kNoSide;
            if (!findCrossing(at, next, axis, crossing)) return false;
            part.push_back({crossing, sign > 0 ? circle : at.way});
        }
        return true;
    }

    // Finds the side that faces where the way from a direction to the next crosses the plane across an axis.
    bool findCrossing(const Direction& at, const Direction& next, int axis, std::uint16_t& crossing) const {
        if (at.way < kCircle) {
            crossing = edges_[at.way].across[static_cast<std::size_t>(axis)];
            return crossing != kNoSide;
        }
        // Both are across another axis, so the crossing is along the third.
        const int along = 3 - axis - static_cast<int>(at.way - kCircle);
        const int sign = crossingSign(solid_.sides[at.side], solid_.sides[next.side], axis, along);
        if (sign == 0) return false;
        const auto found = std::find_if(solid_.sides.begin(), solid_.sides.end(), [&](const SolidSide& side) {
            return side.equation.axis == along && side.equation.signs[static_cast<std::size_t>(along)] == sign;
        });
        if (found == solid_.sides.end()) return false;
        crossing = static_cast<std::uint16_t>(found - solid_.sides.begin());
        return true;
    }

    // Returns whether the corners are those of a closed surface: corners and sides are two more than edges.
    static bool closes(const CornerSides& corners, std::size_t sides) {
        std::size_t count = 0, ends = 0;
        for (std::size_t i = 0; i < corners.size(); i += corners[i] + std::size_t{1}) {
            ++count;
            ends += corners[i];
        }
        return count + sides == ends / 2 + 2;
    }

    const Solid& solid_;
    const std::vector<BevelledEdge>& edges_;
    std::vector<std::uint32_t> begins_;  // index of each face's first corner
    std::vector<std::uint32_t> ways_;    // by corner of a polygon: number of the edge that begins there
    std::vector<PolygonCorner> twins_;   // the corner of the neighbour where the same edge begins
    CornerSides ofSolid_, ofSum_;
};

}  // namespace

SumCorners sumCorners(const Solid& solid, const std::vector<BevelledEdge>& edges) {
    return CornerFinder(solid, edges).run();
}

bool windingsOfCorners(std::span<const std::uint16_t> corners, std::size_t sides,
                       const std::function<const PlaneEquation&(std::size_t)>& equationOf,
                       std::vector<Winding>& windings, Box& bounds, const std::function<bool(std::size_t)>& isSkipped) {
    // A corner of a side. The edge along `next` begins there, the one along `before` ends there.
    struct SideCorner {
        std::uint16_t before, next;
        Vec3 p;
        bool whole;
    };
    std::vector<std::uint32_t> begins(sides + 1, 0);  // index of each side's first corner
    for (std::size_t i = 0; i < corners.size(); i += corners[i] + std::size_t{1})
        for (std::size_t k = 1; k <= corners[i]; ++k) ++begins[corners[i + k] + std::size_t{1}];
    for (std::size_t s = 0; s < sides; ++s) begins[s + 1] += begins[s];
    std::vector<std::uint32_t> ends(begins.begin(), begins.end() - 1);
    std::vector<SideCorner> places(begins.back());
    for (std::size_t i = 0; i < corners.size(); i += corners[i] + std::size_t{1}) {
        const std::size_t count = corners[i];
        const std::span<const std::uint16_t> around = corners.subspan(i + 1, count);
        Vec3 p;
        if (!meetingPoint(equationOf(around[0]), equationOf(around[1]), equationOf(around[2]), p)) return false;
        growBounds(bounds, p);
        const auto holds = [&](std::uint16_t side) {
            const PlaneEquation& equation = equationOf(side);
            return !equation.wide && sideOfWholePoint(equation, p) == 0;
        };
        // Three planes meet in one point only.
        const bool whole = isWholePoint(p) && std::all_of(around.begin(), around.begin() + 3, holds);
        for (std::size_t k = 0; k < count; ++k)
            places[ends[around[k]]++] = {around[(k == 0 ? count : k) - 1], around[k + 1 == count ? 0 : k + 1], p,
                                         whole};
    }
    windings.reserve(sides);
    for (std::size_t s = 0; s < sides; ++s) {
        if (isSkipped && isSkipped(s)) continue;
        const auto first = places.begin() + begins[s], last = places.begin() + ends[s];
        if (first == last) return false;
        Winding winding;
        winding.plane = static_cast<PlaneId>(s);
        auto at = first;
        do {
            winding.vertices.push_back({at->p, at->next, true, at->whole});
            const std::uint16_t next = at->next;
            at = std::find_if(first, last, [next](const SideCorner& corner) { return corner.before == next; });
            if (at == last) return false;
        } while (at != first && winding.vertices.size() < static_cast<std::size_t>(last - first));
        if (winding.empty() || at != first) return false;
        windings.push_back(std::move(winding));
    }
    return true;
}

}  // namespace hullbake
