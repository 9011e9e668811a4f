#include "compiler/samples.hpp"

#include <algorithm>

#include "compiler/random.hpp"

namespace hullbake {

namespace {

// The part of a segment, given by its ends' parameters, before it meets a leaf that blocks; 1 when there is none.
double firstBlocked(const TreeNode& node, const Vec3& from, const Vec3& to, double t0, double t1) {
    if (node.isLeaf()) return any(node.contents) ? t0 : 1;
    const double d0 = distanceTo(node.plane, from), d1 = distanceTo(node.plane, to);
    const double at0 = d0 + (d1 - d0) * t0, at1 = d0 + (d1 - d0) * t1;
    if (at0 >= 0 && at1 >= 0) return firstBlocked(*node.front, from, to, t0, t1);
    if (at0 < 0 && at1 < 0) return firstBlocked(*node.back, from, to, t0, t1);
    const double t = std::clamp(d0 / (d0 - d1), t0, t1);
    const TreeNode& nearSide = at0 >= 0 ? *node.front : *node.back;
    const TreeNode& farSide = at0 >= 0 ? *node.back : *node.front;
    const double first = firstBlocked(nearSide, from, to, t0, t);
    return first < 1 ? first : firstBlocked(farSide, from, to, t, t1);
}

// A random point of a cell: on the way from its middle to a random place on a random face. Thin ends of a cell get more
// than their share, which does no harm here.
Vec3 pointIn(const KeptCell& cell, Random& random) {
    const auto pick = [&](std::size_t count) {
        return std::min(static_cast<std::size_t>(random.unit() * static_cast<double>(count)), count - 1);
    };
    const std::size_t face = pick(cell.faceCount()), corners = cell.cornerCount(face);
    const Vec3 &a = cell.corner(face, pick(corners)), &b = cell.corner(face, pick(corners)),
               &c = cell.corner(face, pick(corners));
    const double u = random.unit(), v = random.unit(), w = random.unit() + 1e-9;
    const Vec3 onFace = (a * u + b * v + c * w) * (1 / (u + v + w));
    const Vec3 middle = cell.interior();
    return middle + (onFace - middle) * std::max(random.unit(), random.unit());
}

bool inBox(const Vec3& p, const Box& box) {
    for (int a = 0; a < 3; ++a)
        if (p[a] < box.mins[a] || p[a] > box.maxs[a]) return false;
    return true;
}

struct Room {
    const KeptCell* cell;
    Box box;
    double upTo;  // running sum of volumes
};

std::vector<Room> roomsOf(const std::vector<TreeNode*>& leaves, const std::vector<bool>& wanted, const Box& around) {
    std::vector<Room> rooms;
    double sum = 0;
    for (const TreeNode* leaf : leaves) {
        if (any(leaf->contents) || !wanted[leaf->leaf]) continue;
        Box box = leaf->cell->bounds();
        for (int a = 0; a < 3; ++a) {
            box.mins[a] = std::max(box.mins[a], around.mins[a]);
            box.maxs[a] = std::min(box.maxs[a], around.maxs[a]);
        }
        const Vec3 size = box.maxs - box.mins;
        if (!(size.x > 0 && size.y > 0 && size.z > 0)) continue;
        sum += size.x * size.y * size.z;
        rooms.push_back({leaf->cell.get(), box, sum});
    }
    return rooms;
}

}  // namespace

std::vector<SampleSegment> sampleSegments(const TreeNode& root, const std::vector<TreeNode*>& leaves,
                                          const std::vector<bool>& wanted, const Box& around, std::size_t count) {
    std::vector<SampleSegment> samples;
    const std::vector<Room> rooms = roomsOf(leaves, wanted, around);
    if (rooms.empty()) return samples;
    Random random;
    for (std::size_t tries = 0; samples.size() < count && tries < 8 * count; ++tries) {
        const double pick = random.unit() * rooms.back().upTo;
        const auto room = std::min(
            std::upper_bound(rooms.begin(), rooms.end(), pick, [](double p, const Room& r) { return p < r.upTo; }),
            rooms.end() - 1);
        const Vec3 from = pointIn(*room->cell, random);
        if (!inBox(from, room->box)) continue;  // outer cells reach far into the void
        const bool isShort = samples.size() % 2 == 0;
        const double size = isShort ? random.between(8, 64) : random.between(64, 512);
        const Vec3 move = random.direction() * size;  // two statements: operands have no order
        const double t = firstBlocked(root, from, from + move, 0, 1);
        samples.push_back({from, from + move * t});
    }
    return samples;
}

}  // namespace hullbake
