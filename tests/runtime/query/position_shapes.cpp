#include "runtime/query/position_shapes.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "runtime/runtime_support.hpp"

namespace hullbake::test {

namespace {

// Returns the six planes of a box.
std::vector<Plane> boxPlanes(const Vec3& mins, const Vec3& maxs) {
    return {{{1, 0, 0}, maxs.x},   {{-1, 0, 0}, -mins.x}, {{0, 1, 0}, maxs.y},
            {{0, -1, 0}, -mins.y}, {{0, 0, 1}, maxs.z},   {{0, 0, -1}, -mins.z}};
}

//   z
//   |\           3x + 4z = 192, from (64, 0) to (0, 48); y -24..24. The edges at the tip and at the top are sharp,
//   | \          but their bevels are axial: x <= 64 and z <= 48.
//   |__\ x
constexpr std::string_view kSlope = R"({
( 64 8 0 ) ( 64 0 0 ) ( 0 0 48 ) stone 0 0 0 1 1
( 0 0 8 ) ( 0 0 0 ) ( 0 8 0 ) stone 0 0 0 1 1
( 0 8 0 ) ( 0 0 0 ) ( 8 0 0 ) stone 0 0 0 1 1
( 0 24 8 ) ( 0 24 0 ) ( 8 24 0 ) stone 0 0 0 1 1
( 8 -24 0 ) ( 0 -24 0 ) ( 0 -24 8 ) stone 0 0 0 1 1
}
)";

//   y
//   |\           Seen from above: x + y = 64, z 0..56.
//   | \          Bevels: x <= 64, y <= 64.
//   |__\ x
constexpr std::string_view kDiagonal = R"({
( 0 64 0 ) ( 64 0 0 ) ( 64 0 8 ) stone 0 0 0 1 1
( 0 0 8 ) ( 0 0 0 ) ( 0 8 0 ) stone 0 0 0 1 1
( 8 0 0 ) ( 0 0 0 ) ( 0 0 8 ) stone 0 0 0 1 1
( 0 8 0 ) ( 0 0 0 ) ( 8 0 0 ) stone 0 0 0 1 1
( 0 0 56 ) ( 0 8 56 ) ( 8 8 56 ) stone 0 0 0 1 1
}
)";

//        z
//       /|\      A tetrahedron: corners (-96 0 0) (96 0 0) (0 96 0) (0 0 96). Its ridge runs from (0 96 0) to (0 0 96)
//      / | \     and has the bevel y + z <= 96; the four edges of the slopes with the floor and with the back wall
//     /__|__\ x  have x + z, -x + z, x + y and -x + y <= 96.
constexpr std::string_view kRoof = R"({
( 0 96 0 ) ( 96 0 0 ) ( 0 0 96 ) stone 0 0 0 1 1
( 0 0 96 ) ( -96 0 0 ) ( 0 96 0 ) stone 0 0 0 1 1
( 8 0 0 ) ( 0 0 0 ) ( 0 0 8 ) stone 0 0 0 1 1
( 0 8 0 ) ( 0 0 0 ) ( 8 0 0 ) stone 0 0 0 1 1
}
)";

//   z ____       A box x 0..64, y -24..24, z 0..64, cut in two along x = z: together they are the box again.
//   |   /|
//   |  / |
//   | /  |
//   |/___| x
constexpr std::string_view kCut = R"({
( 64 8 64 ) ( 64 0 64 ) ( 0 0 0 ) stone 0 0 0 1 1
( 64 8 0 ) ( 64 0 0 ) ( 64 0 8 ) stone 0 0 0 1 1
( 0 8 0 ) ( 0 0 0 ) ( 8 0 0 ) stone 0 0 0 1 1
( 0 24 8 ) ( 0 24 0 ) ( 8 24 0 ) stone 0 0 0 1 1
( 8 -24 0 ) ( 0 -24 0 ) ( 0 -24 8 ) stone 0 0 0 1 1
}
{
( 0 8 0 ) ( 0 0 0 ) ( 64 0 64 ) stone 0 0 0 1 1
( 0 0 8 ) ( 0 0 0 ) ( 0 8 0 ) stone 0 0 0 1 1
( 0 0 64 ) ( 0 8 64 ) ( 8 8 64 ) stone 0 0 0 1 1
( 0 24 8 ) ( 0 24 0 ) ( 8 24 0 ) stone 0 0 0 1 1
( 8 -24 0 ) ( 0 -24 0 ) ( 0 -24 8 ) stone 0 0 0 1 1
}
)";

}  // namespace

std::vector<HandShape> handShapes() {
    const double thin = 1.0 / 256;
    return {
        {"box", boxText({-32, -24, 0}, {32, 24, 48}, "stone"), boxPlanes({-32, -24, 0}, {32, 24, 48}), 6},
        {"slope",
         std::string(kSlope),
         {{{3, 0, 4}, 192},
          {{-1, 0, 0}, 0},
          {{0, 0, -1}, 0},
          {{0, 1, 0}, 24},
          {{0, -1, 0}, 24},
          {{1, 0, 0}, 64},
          {{0, 0, 1}, 48}},
         7},
        {"diagonal",
         std::string(kDiagonal),
         {{{1, 1, 0}, 64},
          {{-1, 0, 0}, 0},
          {{0, -1, 0}, 0},
          {{0, 0, -1}, 0},
          {{0, 0, 1}, 56},
          {{1, 0, 0}, 64},
          {{0, 1, 0}, 64}},
         7},
        {"roof",
         std::string(kRoof),
         {{{1, 1, 1}, 96},
          {{-1, 1, 1}, 96},
          {{0, -1, 0}, 0},
          {{0, 0, -1}, 0},  // faces
          {{0, 1, 1}, 96},
          {{1, 0, 1}, 96},
          {{-1, 0, 1}, 96},
          {{1, 1, 0}, 96},
          {{-1, 1, 0}, 96},  // edge bevels
          {{1, 0, 0}, 96},
          {{-1, 0, 0}, 96},
          {{0, 1, 0}, 96},
          {{0, 0, 1}, 96}},  // axial bevels
         13},
        {"thin", boxText({-32, -32, 0}, {32, 32, thin}, "stone"), boxPlanes({-32, -32, 0}, {32, 32, thin}), 6},
        // Two boxes touch at x = 0: the seam must have no effect.
        {"seam", boxText({-32, -24, 0}, {0, 24, 48}, "stone") + boxText({0, -24, 0}, {32, 24, 48}, "stone"),
         boxPlanes({-32, -24, 0}, {32, 24, 48}), 6},
        {"cut", std::string(kCut), boxPlanes({0, -24, 0}, {64, 24, 64}), 6},
    };
}

Vec3 turned(const Vec3& v, int attitude) {
    const int shift = attitude % 3;
    const Vec3 permuted{v[shift], v[(shift + 1) % 3], v[(shift + 2) % 3]};
    return attitude < 3 ? permuted : -permuted;
}

void turnBrushes(MapFile& map, int attitude) {
    for (MapEntity& entity : map.entities)
        for (MapBrush& brush : entity.brushes)
            for (MapFace& face : brush.faces) {
                for (Vec3& p : face.points) p = turned(p, attitude);
                // Mirroring reverses the order of a face's points.
                if (attitude >= 3) std::swap(face.points[0], face.points[2]);
            }
}

namespace {

constexpr double kSamePlace = 1e-7;  // units: rounding of corners computed from planes

// Computes the support from the eight corners of the box, independently of the library's support().
double pushedOut(const Vec3& normal, const Box& box) {
    double furthest = -1e30;
    for (int corner = 0; corner < 8; ++corner) {
        const Vec3 p{(corner & 1) != 0 ? box.maxs.x : box.mins.x, (corner & 2) != 0 ? box.maxs.y : box.mins.y,
                     (corner & 4) != 0 ? box.maxs.z : box.mins.z};
        furthest = std::max(furthest, -dot(normal, p));
    }
    return furthest;
}

bool holds(const Plane& plane, const Vec3& p) {
    return std::fabs(distanceTo(plane, p)) < kSamePlace;
}

}  // namespace

GrownShape::GrownShape(const HandShape& shape, int attitude, const Box& box) {
    for (const Plane& plane : shape.planes) {
        const Vec3 normal = turned(plane.normal, attitude);
        const double size = length(normal);
        const Vec3 unit = normal * (1 / size);
        planes_.push_back({unit, plane.dist / size + pushedOut(unit, box)});
    }
    findCorners();
    findSides();
    findEdges();
}

void GrownShape::findCorners() {
    for (std::size_t i = 0; i < planes_.size(); ++i)
        for (std::size_t j = i + 1; j < planes_.size(); ++j)
            for (std::size_t k = j + 1; k < planes_.size(); ++k) {
                const Plane &a = planes_[i], &b = planes_[j], &c = planes_[k];
                const double det = dot(a.normal, cross(b.normal, c.normal));
                if (std::fabs(det) < 1e-9) continue;
                const Vec3 p = (cross(b.normal, c.normal) * a.dist + cross(c.normal, a.normal) * b.dist +
                                cross(a.normal, b.normal) * c.dist) *
                               (1 / det);
                const auto outside = [&](const Plane& plane) { return distanceTo(plane, p) > kSamePlace; };
                const auto known = [&](const Corner& corner) { return length(corner.p - p) < kSamePlace; };
                if (std::any_of(planes_.begin(), planes_.end(), outside)) continue;
                if (std::any_of(corners_.begin(), corners_.end(), known)) continue;
                Corner corner{p, {}};
                for (const Plane& plane : planes_)
                    if (holds(plane, p)) corner.planes.push_back(plane);
                corners_.push_back(corner);
                middle_ = middle_ + p;
            }
    middle_ = middle_ * (1 / static_cast<double>(corners_.size()));
}

void GrownShape::findSides() {
    for (const Plane& plane : planes_) {
        Side side{plane, {}, {}};
        for (const Corner& corner : corners_)
            if (holds(plane, corner.p)) side.corners.push_back(corner.p);
        if (side.corners.size() < 3) continue;
        for (const Vec3& p : side.corners) side.middle = side.middle + p;
        side.middle = side.middle * (1 / static_cast<double>(side.corners.size()));
        sides_.push_back(side);
    }
}

void GrownShape::findEdges() {
    for (std::size_t i = 0; i < sides_.size(); ++i)
        for (std::size_t j = i + 1; j < sides_.size(); ++j) {
            std::vector<Vec3> shared;
            for (const Vec3& p : sides_[i].corners)
                if (holds(sides_[j].plane, p)) shared.push_back(p);
            if (shared.size() == 2) edges_.push_back({shared[0], shared[1], sides_[i].plane, sides_[j].plane});
        }
}

Stretch GrownShape::clip(const Vec3& start, const Vec3& end) const {
    Stretch stretch{-1e30, 1e30};
    for (const Plane& plane : planes_) {
        const double d0 = distanceTo(plane, start), d1 = distanceTo(plane, end);
        if (d0 > d1) stretch.enter = std::max(stretch.enter, d0 / (d0 - d1));
        if (d0 < d1) stretch.leave = std::min(stretch.leave, d0 / (d0 - d1));
        if (d0 == d1 && d0 >= 0) return {};
    }
    return stretch;
}

bool GrownShape::isEntered(const Plane& plane, const Vec3& p, const Vec3& move) const {
    if (dot(plane.normal, move) >= 0) return false;
    return std::any_of(planes_.begin(), planes_.end(), [&](const Plane& own) {
        return length(own.normal - plane.normal) < 1e-12 && std::fabs(own.dist - plane.dist) < 1e-9 &&
               std::fabs(distanceTo(own, p)) < kSamePlace;
    });
}

}  // namespace hullbake::test
