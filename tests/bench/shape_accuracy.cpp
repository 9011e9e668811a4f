#include "tests/bench/shape_accuracy.hpp"

#include <cmath>
#include <vector>

#include "oracle/trace/rounded_set.hpp"
#include "oracle/trace/shape_set.hpp"

namespace hullbake::bench {

namespace {

using oracle::OracleBody;
using oracle::RoundedAnswer;

// What the oracle knows of a body: where its cast ends, and how far it is from solid at a place.
class RoundTruth {
  public:
    RoundTruth(const oracle::MapModel& world, const Shape& shape)
        : set_(world, shape.kind == ShapeKind::Ball
                          ? oracle::RoundedBody{{shape.centre, shape.centre}, shape.radius}
                          : oracle::RoundedBody{{shape.ends[0], shape.ends[1]}, shape.radius}) {}
    RoundedAnswer cast(const Segment& way) { return set_.cast(way, kMaskBlocking); }
    bool touches(const Vec3& origin) {
        return std::fabs(static_cast<double>(set_.nearest(origin, kMaskBlocking, false).gap)) <= kRightGap;
    }

  private:
    oracle::RoundedSet set_;
};

std::vector<Vec3> cornersOf(const Shape& shape) {
    std::vector<Vec3> points;
    const auto add = [&](const Vec3& own) {
        points.push_back(shape.centre + shape.axes[0] * own.x + shape.axes[1] * own.y + shape.axes[2] * own.z);
    };
    if (shape.kind == ShapeKind::Convex) {
        for (unsigned i = 0; i < shape.convex->cornerCount; ++i) add(shape.convex->corners[i]);
        return points;
    }
    for (int i = 0; i < 8; ++i)
        add({(i & 1) != 0 ? shape.half.x : -shape.half.x, (i & 2) != 0 ? shape.half.y : -shape.half.y,
             (i & 4) != 0 ? shape.half.z : -shape.half.z});
    return points;
}

class SolidTruth {
  public:
    SolidTruth(const oracle::MapModel& world, const Shape& shape)
        : set_(world, shape.kind == ShapeKind::Cylinder
                          ? OracleBody::cylinder(shape.centre, shape.axes[2], shape.radius, shape.halfHeight)
                          : OracleBody::convexSet(cornersOf(shape))) {}
    RoundedAnswer cast(const Segment& way) { return set_.cast(way, kMaskBlocking); }
    bool touches(const Vec3& origin) {
        return set_.isInside(origin, kMaskBlocking, -kRightGap) && !set_.isInside(origin, kMaskBlocking, kRightGap);
    }

  private:
    oracle::ShapeSet set_;
};

template <class Truth>
Verdict judgeCast(Truth& truth, const Segment& way, const RoundedAnswer& answer, const Stop& stop, bool tellsStart) {
    if (answer.undecided) return Verdict::Right;
    if (tellsStart && stop.startsolid != answer.startsolid) return Verdict::WrongFlags;
    if (answer.startsolid) return Verdict::Right;
    if (stop.hit != answer.hit) return Verdict::WrongHit;
    if (!answer.hit) return Verdict::Right;
    const Vec3 move = way.end - way.start;
    const double off = std::fabs(stop.fraction - static_cast<double>(answer.t)) * length(move);
    return off <= kRightStop || truth.touches(way.start + move * stop.fraction) ? Verdict::Right : Verdict::WrongPlace;
}

template <class Truth>
std::vector<Judged> judgeCasts(Truth truth, const Engines& engines, std::span<const Segment> ways) {
    std::vector<Judged> judged(engines.size());
    for (const Segment& way : ways) {
        if (!(length(way.end - way.start) > 0)) continue;
        const RoundedAnswer answer = truth.cast(way);
        for (std::size_t i = 0; i < engines.size(); ++i) {
            const Verdict verdict = judgeCast(truth, way, answer, engines[i]->stop(way), engines[i]->info().tellsStart);
            ++judged[i].traces;
            judged[i].hits += answer.hit ? 1u : 0u;
            judged[i].wrong += verdict != Verdict::Right ? 1u : 0u;
            judged[i].hitDiffers += verdict == Verdict::WrongHit ? 1u : 0u;
            judged[i].flagDiffers += verdict == Verdict::WrongFlags ? 1u : 0u;
        }
    }
    return judged;
}

}  // namespace

std::vector<Judged> judgeShapes(const oracle::MapModel& world, const Shape& shape, const Engines& engines,
                                std::span<const Segment> ways) {
    if (shape.kind == ShapeKind::Ball || shape.kind == ShapeKind::Capsule)
        return judgeCasts(RoundTruth(world, shape), engines, ways);
    return judgeCasts(SolidTruth(world, shape), engines, ways);
}

}  // namespace hullbake::bench
