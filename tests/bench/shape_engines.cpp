#include "tests/bench/shape_engines.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

namespace hullbake::bench {

namespace {

constexpr Vec3 kAngles{20, 30, 10};  // of the turned box
constexpr int kPrismEdges = 8;

// The largest turned box with the proportions of `box` that fits into it.
Shape turnedIn(const Box& box) {
    const Vec3 middle = (box.mins + box.maxs) * 0.5, half = (box.maxs - box.mins) * 0.5;
    const Vec3 reach = Shape::box({-half, half}).turned(kAngles).bounds().maxs;
    const double scale = std::min({half.x / reach.x, half.y / reach.y, half.z / reach.z});
    Shape shape = Shape::box({-half * scale, half * scale}).turned(kAngles);
    shape.centre = middle;
    return shape;
}

// The corners of an upright prism around the middle of the box.
std::vector<Vec3> prismIn(const Box& box) {
    const Vec3 middle = (box.mins + box.maxs) * 0.5, half = (box.maxs - box.mins) * 0.5;
    std::vector<Vec3> points;
    for (int i = 0; i < kPrismEdges; ++i) {
        const double angle = (i + 0.3) * 2 * std::acos(-1.0) / kPrismEdges;
        for (const double up : {-1.0, 1.0})
            points.push_back(middle + Vec3{half.x * std::cos(angle), half.y * std::sin(angle), half.z * up});
    }
    return points;
}

class ShapeCast final : public Engine {
  public:
    ShapeCast(const Level& level, const Shape& shape, std::string name, double skin)
        : Engine({std::move(name), skin, true, 4}), map_(level.map) {
        probe_.shape = &shape;
        probe_.skin = skin;
    }
    double pass(std::span<const Segment> segments) const override {
        double sum = 0;
        for (const Segment& segment : segments) sum += map_.trace(probe_, segment.start, segment.end).fraction;
        return sum;
    }
    Stop stop(const Segment& segment) const override {
        const Trace trace = map_.trace(probe_, segment.start, segment.end);
        return {trace.hit, trace.startsolid, trace.allsolid, trace.fraction};
    }

  private:
    ClipMap map_;
    Probe probe_;
};

}  // namespace

std::string_view shapeName(CastShape kind) {
    constexpr std::array<std::string_view, kCastShapes.size()> kNames = {"box",        "ball",     "capsule",
                                                                         "turned box", "cylinder", "convex set"};
    return kNames[static_cast<std::size_t>(kind)];
}

ShapesIn::ShapesIn(const Box& box) {
    prepare(prismIn(box), prism_);
    const Vec3 middle = (box.mins + box.maxs) * 0.5;
    const Vec3 half = (box.maxs - box.mins) * 0.5;
    shapes_ = {Shape::box(box),        Shape::ball(std::min({half.x, half.y, half.z}), middle),
               Shape::capsuleIn(box),  turnedIn(box),
               Shape::cylinderIn(box), Shape::of(prism_)};
}

std::unique_ptr<Engine> makeShapeCast(const Level& level, const ShapesIn& shapes, CastShape kind, double skin) {
    if (kind == CastShape::Box) return makeQuery(level);
    return std::make_unique<ShapeCast>(level, shapes.of(kind), std::string(shapeName(kind)), skin);
}

#ifndef HULLBAKE_BENCH_BULLET
std::unique_ptr<Engine> makeBulletCast(const PeerInput&, const ShapesIn&, CastShape) {
    return nullptr;
}
#endif

}  // namespace hullbake::bench
