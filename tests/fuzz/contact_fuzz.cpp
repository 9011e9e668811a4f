// libFuzzer target: any bytes make two shapes, prepared sets among them, at two places. What `prepare` takes holds its
// points, and a contact that is not invalid is one: its numbers are finite, its normal is a unit vector that fits the
// points, the other order mirrors it to the bit, and what the cache holds changes nothing.
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <vector>

#include "hullbake/clip_map.hpp"
#include "hullbake/contact.hpp"

namespace {

using namespace hullbake;

/// Hands out numbers made of the bytes, zeros after their end.
class Numbers {
  public:
    Numbers(const std::uint8_t* data, std::size_t size) : data_(data), size_(size) {}

    std::uint8_t byte() { return at_ < size_ ? data_[at_++] : std::uint8_t{0}; }
    /// Returns any double at all, or a small one on a grid, as the next byte says.
    double number() {
        if (byte() % 4 == 0) {
            std::array<std::uint8_t, sizeof(double)> bytes{};
            for (std::uint8_t& one : bytes) one = byte();
            double any = 0;
            std::memcpy(&any, bytes.data(), sizeof any);
            return any;
        }
        const int high = byte(), low = byte();
        return (high - 128) / 4.0 + low / 1024.0;
    }
    Vec3 vector() {
        const double x = number(), y = number();
        return {x, y, number()};
    }

  private:
    const std::uint8_t* data_;
    std::size_t size_, at_ = 0;
};

void require(bool holds) {
    if (!holds) std::abort();
}

double sizeOf(const Vec3& v) {
    return std::fabs(v.x) + std::fabs(v.y) + std::fabs(v.z);
}

void makeSet(Numbers& numbers, ConvexShape& convex) {
    std::vector<Vec3> points(numbers.byte() % (kMaxConvexPoints + 2));
    double size = 1e-250;
    for (Vec3& p : points) p = numbers.vector(), size += sizeOf(p);
    const PrepareStatus status = prepare(points, convex);
    require((status == PrepareStatus::TooManyPoints) == (points.size() > kMaxConvexPoints));
    if (status != PrepareStatus::Ok) return require(convex.extent == ConvexExtent::None);
    require(convex.cornerCount >= 1 && convex.cornerCount <= points.size());
    for (unsigned i = 0; i < convex.faceCount; ++i)
        for (const Vec3& p : points) require(dot(convex.faces[i].normal, p) - convex.faces[i].dist <= 1e-9 * size);
}

Shape makeShape(Numbers& numbers, ConvexShape& convex) {
    const std::uint8_t kind = numbers.byte() % 6;
    Shape shape;
    if (kind == 0) shape = Shape::ball(numbers.number(), numbers.vector());
    if (kind == 1) {
        const Vec3 end = numbers.vector(), other = numbers.vector();
        shape = Shape::capsule(end, other, numbers.number());
    }
    if (kind == 2) {
        const double radius = numbers.number(), half = numbers.number();
        shape = Shape::cylinder(radius, half, numbers.vector());
    }
    if (kind == 3) {
        const Vec3 mins = numbers.vector();
        shape = Shape::box({mins, numbers.vector()});
    }
    if (kind == 4) {
        makeSet(numbers, convex);
        shape = Shape::of(convex);
    }
    if (kind == 5)  // axes that may be no rotation
        for (Vec3& axis : shape.axes) axis = numbers.vector();
    return numbers.byte() % 2 == 0 ? shape : shape.turned(numbers.vector());
}

bool sameBits(const Vec3& a, const Vec3& b) {
    return std::memcmp(&a, &b, sizeof a) == 0;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    static ConvexShape sets[2];
    Numbers numbers(data, size);
    const Shape a = makeShape(numbers, sets[0]), b = makeShape(numbers, sets[1]);
    const Vec3 atA = numbers.vector(), atB = numbers.vector();
    ContactCache cache;
    cache.words[0] = numbers.byte() * 0x9e3779b97f4a7c15ull;
    cache.words[1] = numbers.byte() * 0xbf58476d1ce4e5b9ull;
    const BodyContact found = contact(a, atA, b, atB);
    if (found.invalid) {
        require(!found.overlaps && found.family == ContactFamily::None && !overlaps(a, atA, b, atB));
        return 0;
    }
    require(std::isfinite(found.distance) && found.overlaps == (found.distance < 0));
    require(std::fabs(dot(found.normal, found.normal) - 1) <= 1e-9);
    const double scale = sizeOf(atA) + sizeOf(atB) + sizeOf(found.onA) + sizeOf(found.onB) + 1;
    require(std::isfinite(scale) && sizeOf(found.onA + found.normal * found.distance - found.onB) <= 1e-9 * scale);
    const BodyContact cached = contact(a, atA, b, atB, &cache);
    require(cached.distance == found.distance && sameBits(cached.normal, found.normal) &&
            sameBits(cached.onA, found.onA) && cached.family == found.family);
    const BodyContact other = contact(b, atB, a, atA);
    require(other.distance == found.distance);
    require(overlaps(a, atA, b, atB, &cache) == found.overlaps);
    return 0;
}
