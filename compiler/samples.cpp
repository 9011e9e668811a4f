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

double sizeOfSample(std::size_t number, Random& random) {
    return number % 2 == 0 ? random.between(8, 64) : random.between(64, 512);
}

// Lines from piece to piece.
class Chords {
  public:
    Chords(const SampleSpace& space, const Box& around) : space_(space), around_(around) {
        double sum = 0;
        for (const std::uint32_t piece : space.from) areas_.push_back(sum += areaOf(*space.pieces[piece].winding));
    }

    struct Chord {
        Vec3 from, direction;
        double length;
    };

    bool make(Random& random, Chord& chord) const {
        constexpr double kOff = 1.0 / 4096;  // units off the surface
        const double pick = random.unit() * areas_.back();
        const std::size_t last = areas_.size() - 1;
        const std::size_t i = std::min(
            static_cast<std::size_t>(std::upper_bound(areas_.begin(), areas_.end(), pick) - areas_.begin()), last);
        const Winding& winding = *space_.pieces[space_.from[i]].winding;
        const Vec3& normal = space_.planes[winding.plane].normal;
        chord.from = pointOn(winding, random) + normal * kOff;
        const Vec3 leaning = normal + random.direction();
        if (const double len = length(leaning); len > 0.01)
            chord.direction = leaning * (1 / len);
        else
            return false;
        if (!inBox(chord.from, around_)) return false;
        const double reach = wayOut(chord.from, chord.direction);
        RayHit hit{};
        const RayEnd end = space_.rays.cast(chord.from, chord.direction, reach, space_.pieces.size(), hit);
        chord.length = end == RayEnd::Hit ? hit.distance : reach;
        return end != RayEnd::Unsure;
    }

  private:
    static double areaOf(const Winding& winding) {
        double area = 0;
        for (std::size_t i = 2; i < winding.vertices.size(); ++i) area += triangle(winding, i);
        return area;
    }
    static double triangle(const Winding& winding, std::size_t i) {
        const auto& v = winding.vertices;
        return length(cross(v[i - 1].p - v[0].p, v[i].p - v[0].p)) / 2;
    }

    // Evenly over the polygon.
    static Vec3 pointOn(const Winding& winding, Random& random) {
        const auto& v = winding.vertices;
        double left = random.unit() * areaOf(winding);
        std::size_t i = 2;
        for (; i + 1 < v.size() && left > triangle(winding, i); ++i) left -= triangle(winding, i);
        double s = random.unit(), t = random.unit();
        if (s + t > 1) s = 1 - s, t = 1 - t;
        return v[0].p + (v[i - 1].p - v[0].p) * s + (v[i].p - v[0].p) * t;
    }

    // Units until a ray leaves the box around everything.
    double wayOut(const Vec3& from, const Vec3& direction) const {
        double way = 1e30;
        for (int a = 0; a < 3; ++a) {
            const double limit = direction[a] > 0 ? around_.maxs[a] : around_.mins[a];
            if (direction[a] != 0) way = std::min(way, (limit - from[a]) / direction[a]);
        }
        return way;
    }

    const SampleSpace& space_;
    const Box& around_;
    std::vector<double> areas_;  // running sums
};

}  // namespace

std::vector<SampleSegment> sampleSegments(const SampleSpace& space, const Box& around, std::size_t count) {
    std::vector<SampleSegment> samples;
    if (space.from.empty() || count == 0) return samples;
    const Chords source(space, around);
    Random random;
    std::vector<Chords::Chord> chords;
    std::vector<double> lengths;  // running sums: long lines stand for more space
    const std::size_t wanted = std::max<std::size_t>(1, count / 2);
    for (std::size_t tries = 0; chords.size() < wanted && tries < 8 * count; ++tries) {
        Chords::Chord chord;
        if (!source.make(random, chord)) continue;
        lengths.push_back((lengths.empty() ? 0 : lengths.back()) + chord.length);
        chords.push_back(chord);
    }
    if (chords.empty()) return samples;
    while (samples.size() < count) {
        const double pick = random.unit() * lengths.back();
        const auto found = std::upper_bound(lengths.begin(), lengths.end(), pick);
        const Chords::Chord& chord =
            chords[std::min(static_cast<std::size_t>(found - lengths.begin()), chords.size() - 1)];
        const double from = random.unit() * chord.length, size = sizeOfSample(samples.size(), random);
        const double to = random.unit() < 0.5 ? std::max(0.0, from - size) : std::min(chord.length, from + size);
        samples.push_back({chord.from + chord.direction * from, chord.from + chord.direction * to});
    }
    return samples;
}

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
        const double size = sizeOfSample(samples.size(), random);
        const Vec3 move = random.direction() * size;  // two statements: operands have no order
        const double t = firstBlocked(root, from, from + move, 0, 1);
        samples.push_back({from, from + move * t});
    }
    return samples;
}

}  // namespace hullbake
