// Draws samples from a fixed random sequence, from leaves of a tree or from cubes in a space without a tree.

#include "compiler/fill/trace_samples.hpp"

#include <tbb/blocked_range.h>
#include <tbb/parallel_for.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>

#include "compiler/base/random.hpp"
#include "compiler/fill/tolerances.hpp"

namespace hullbake {

namespace {

// Returns the parameter where a segment first enters a blocking leaf; 1 if there is none.
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

// Returns a random point of a cell, between its middle and a random point of a random face. Thin ends of a cell get
// more than their share, which is harmless here.
Vec3 pointIn(const PackedCell& cell, Random& random) {
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
    const PackedCell* cell;
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

double areaOfTriangle(const Winding& winding, std::size_t i) {
    const auto& v = winding.vertices;
    return length(cross(v[i - 1].p - v[0].p, v[i].p - v[0].p)) / 2;
}

double areaOf(const Winding& winding) {
    double area = 0;
    for (std::size_t i = 2; i < winding.vertices.size(); ++i) area += areaOfTriangle(winding, i);
    return area;
}

// Returns a random point, uniformly distributed over the polygon.
Vec3 pointOn(const Winding& winding, Random& random) {
    const auto& v = winding.vertices;
    double left = random.unit() * areaOf(winding);
    std::size_t i = 2;
    for (; i + 1 < v.size() && left > areaOfTriangle(winding, i); ++i) left -= areaOfTriangle(winding, i);
    double s = random.unit(), t = random.unit();
    if (s + t > 1) s = 1 - s, t = 1 - t;
    return v[0].p + (v[i - 1].p - v[0].p) * s + (v[i].p - v[0].p) * t;
}

// Finds cubes that cover most of a space.
class SpaceCells {
  public:
    // Requires that the surface lies within `around`, away from its sides.
    SpaceCells(const SampleSpace& space, const Box& around) : space_(space), corner_(around.mins) {
        const Vec3 extent = around.maxs - around.mins;
        size_ = std::max(64.0, std::max({extent.x, extent.y, extent.z}) / 256);
        std::size_t all = 1;
        for (int a = 0; a < 3; ++a) all *= counts_[a] = static_cast<std::size_t>(extent[a] / size_) + 1;
        held_.assign((all + 63) / 64, 0);
    }

    // Adds the cubes along the surface, and along lines from it to the next surface.
    std::vector<Box> find(std::size_t lines) {
        Random random;
        std::vector<double> areas;  // running sums
        const std::size_t step = space_.from.size() / kSurfaces + 1;
        for (std::size_t i = 0; i < space_.from.size(); ++i) {
            const Winding& winding = *space_.pieces[space_.from[i]].winding;
            areas.push_back((areas.empty() ? 0 : areas.back()) + areaOf(winding));
            if (i % step == 0) addSurface(winding);
        }
        for (std::size_t i = 0; i < lines && !areas.empty(); ++i) {
            const double pick = (static_cast<double>(i) + random.unit()) / static_cast<double>(lines) * areas.back();
            const auto found = std::upper_bound(areas.begin(), areas.end(), pick);
            addLine(space_.from[std::min(static_cast<std::size_t>(found - areas.begin()), areas.size() - 1)], random);
        }
        return boxes();
    }

  private:
    using Key = std::array<std::size_t, 3>;
    static constexpr std::size_t kSurfaces = 20000;  // pieces whose cells are listed; far more than samples

    // Returns the cubes in order, z fastest.
    std::vector<Box> boxes() const {
        std::vector<Box> cells;
        for (std::size_t word = 0; word < held_.size(); ++word)
            for (std::uint64_t left = held_[word]; left != 0; left &= left - 1) {
                const std::size_t number = 64 * word + static_cast<std::size_t>(std::countr_zero(left));
                const Key key = {number / counts_[2] / counts_[1], number / counts_[2] % counts_[1],
                                 number % counts_[2]};
                Box cell;
                for (int a = 0; a < 3; ++a) {
                    cell.mins[a] = corner_[a] + size_ * static_cast<double>(key[static_cast<std::size_t>(a)]);
                    cell.maxs[a] = cell.mins[a] + size_;
                }
                cells.push_back(cell);
            }
        return cells;
    }

    Key keyOf(const Vec3& p) const {
        Key key;
        for (int a = 0; a < 3; ++a) {
            const double place = std::max(0.0, (p[a] - corner_[a]) / size_);
            key[static_cast<std::size_t>(a)] = std::min(static_cast<std::size_t>(place), counts_[a] - 1);
        }
        return key;
    }

    void add(const Key& key) {
        const std::size_t number = (key[0] * counts_[1] + key[1]) * counts_[2] + key[2];
        held_[number / 64] |= std::uint64_t{1} << number % 64;
    }

    void addSurface(const Winding& winding) {
        constexpr std::size_t kMost = 1024;  // cells; larger pieces are covered by lines
        const Box bounds = boundsOf(winding);
        const Vec3& normal = space_.planes[winding.plane].normal;
        const Key low = keyOf(bounds.mins + normal), high = keyOf(bounds.maxs + normal);
        if ((high[0] - low[0] + 1) * (high[1] - low[1] + 1) * (high[2] - low[2] + 1) > kMost) return;
        for (std::size_t x = low[0]; x <= high[0]; ++x)
            for (std::size_t y = low[1]; y <= high[1]; ++y)
                for (std::size_t z = low[2]; z <= high[2]; ++z) add({x, y, z});
    }

    void addLine(std::uint32_t piece, Random& random) {
        const Winding& winding = *space_.pieces[piece].winding;
        const Vec3& normal = space_.planes[winding.plane].normal;
        const Vec3 from = pointOn(winding, random) + normal * kOffSurface, leaning = normal + random.direction();
        const double len = length(leaning);
        RayHit hit{};
        if (len < 0.01 ||
            space_.rays.cast(from, leaning * (1 / len), size_ * 512, space_.pieces.size(), hit) != RayEnd::Hit)
            return;
        const int steps = static_cast<int>(hit.distance / (size_ / 2));
        for (int i = 0; i <= steps; ++i) add(keyOf(from + leaning * (i * size_ / 2 / len)));
    }

    const SampleSpace& space_;
    Vec3 corner_;
    double size_ = 0;
    std::size_t counts_[3];            // along each axis
    std::vector<std::uint64_t> held_;  // one bit for each cell
};

// Draws one and a half times `count` segments from points spread evenly over some cells, in their order. Keeps those
// that reachOf(from, direction, size) gives a reach that is not negative. It is called by several threads.
template <class ReachOf>
std::vector<SampleSegment> drawSegments(const std::vector<Box>& cells, std::size_t count, const ReachOf& reachOf) {
    Random random;
    const std::size_t tries = count * 3 / 2;
    // Draws all samples first, as random numbers are sequential, then casts them in parallel.
    struct Try {
        Vec3 from, direction;
        double size, reach;
    };
    std::vector<Try> drawn;
    drawn.reserve(tries);
    for (std::size_t i = 0; i < tries; ++i) {
        const double pick = (static_cast<double>(i) + random.unit()) / static_cast<double>(tries);
        const std::size_t cell = static_cast<std::size_t>(pick * static_cast<double>(cells.size()));
        const Vec3 from = random.pointIn(cells[std::min(cell, cells.size() - 1)]);
        const Vec3 direction = random.direction();
        drawn.push_back({from, direction, sizeOfSample(i, random), -1});
    }
    constexpr std::size_t kSamplesPerTask = 64;
    tbb::parallel_for(tbb::blocked_range<std::size_t>(0, tries, kSamplesPerTask), [&](const auto& range) {
        for (std::size_t i = range.begin(); i < range.end(); ++i)
            drawn[i].reach = reachOf(drawn[i].from, drawn[i].direction, drawn[i].size);
    });
    std::vector<SampleSegment> samples;
    const bool inOrder = cells.size() > 1;
    for (const Try& sample : drawn)
        if (sample.reach >= 0 && (inOrder || samples.size() < count))
            samples.push_back({sample.from, sample.from + sample.direction * sample.reach});
    return samples;
}

}  // namespace

std::vector<SampleSegment> sampleSegments(const SampleSpace& space, const Box& around, std::size_t count) {
    if (count == 0) return {};
    const std::vector<Box> cells =
        space.from.empty() ? std::vector<Box>{around} : SpaceCells(space, around).find(count / 4);
    return drawSegments(cells, count, [&](const Vec3& from, const Vec3& direction, double size) -> double {
        RayHit hit{};
        const RayEnd end = space.rays.cast(from, direction, size, space.pieces.size(), hit);
        // The piece that the ray hits may already decide whether it began in the space.
        const SampleSpace::Side side =
            end == RayEnd::Hit && space.inFrontOf ? space.inFrontOf(hit) : SampleSpace::Side::Unknown;
        if (end == RayEnd::Unsure || side == SampleSpace::Side::Outside) return -1;
        if (side == SampleSpace::Side::Unknown && !space.holds(from)) return -1;
        return end == RayEnd::Hit ? hit.distance : size;
    });
}

std::vector<SampleSegment> sampleSegments(const BrushIndex& brushes, const Box& around, std::size_t count) {
    return drawSegments({around}, count, [&](const Vec3& from, const Vec3& direction, double size) -> double {
        double clearance = 0;
        return any(brushes.contentsAt(from, clearance)) ? -1 : brushes.distanceToFirst(from, direction, size);
    });
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
        if (!inBox(from, room->box)) continue;  // outer cells extend far into the void
        const double size = sizeOfSample(samples.size(), random);
        const Vec3 move = random.direction() * size;  // two statements: operands have no order
        const double t = firstBlocked(root, from, from + move, 0, 1);
        samples.push_back({from, from + move * t});
    }
    return samples;
}

}  // namespace hullbake
