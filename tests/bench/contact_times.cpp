#include "tests/bench/contact_times.hpp"

#include <benchmark/benchmark.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "oracle/base/random.hpp"
#include "tests/runtime/shapes/contact_brute.hpp"

namespace hullbake::bench {

namespace {

constexpr std::size_t kSteps = 32;
constexpr int kPrismSides = 48;
constexpr double kSameOverlap = 1e-6, kSameDepth = 1e-3;  // of the size
constexpr const char* kPairNames[] = {"box/box", "ball/box", "capsule/box", "cylinder/box", "convex/convex"};

Vec3 anyAngles(oracle::SplitMix& random) {
    return {random.range(-180, 180), random.range(-180, 180), random.range(-180, 180)};
}

Shape anyBox(oracle::SplitMix& random) {
    const Vec3 half{random.range(4, 32), random.range(4, 32), random.range(4, 32)};
    return Shape::box({-half, half});
}

// Twelve points on a sphere that is drawn out: nearly all of them are corners.
Shape anyConvex(oracle::SplitMix& random, PairSet& set) {
    const Vec3 scale{random.range(8, 32), random.range(8, 32), random.range(8, 32)};
    std::vector<Vec3> points;
    for (int i = 0; i < 12; ++i) {
        const Vec3 p = random.direction();
        points.push_back({p.x * scale.x, p.y * scale.y, p.z * scale.z});
    }
    set.convex.push_back(std::make_unique<ConvexShape>());
    if (prepare(points, *set.convex.back()) != PrepareStatus::Ok) throw std::runtime_error("a convex set is not valid");
    return Shape::of(*set.convex.back());
}

Shape firstShape(PairKind kind, oracle::SplitMix& random, PairSet& set) {
    switch (kind) {
        case PairKind::BallBox:
            return Shape::ball(random.range(4, 32));
        case PairKind::CapsuleBox: {
            const double half = random.range(4, 32);
            return Shape::capsule({0, 0, -half}, {0, 0, half}, random.range(4, 16));
        }
        case PairKind::CylinderBox:
            return Shape::cylinder(random.range(4, 32), random.range(4, 32));
        case PairKind::ConvexConvex:
            return anyConvex(random, set);
        case PairKind::BoxBox:
            break;
    }
    return anyBox(random);
}

// The inscribed prism: the bodies differ by less than the arrow of an arc.
test::BruteBody prismOf(const Shape& shape, const Vec3& origin) {
    test::BruteBody body(shape, origin);
    if (shape.kind != ShapeKind::Cylinder) return body;
    body.corners.clear();
    body.edges.clear();
    body.disc = 0;
    constexpr auto kCount = static_cast<std::size_t>(kPrismSides);
    for (std::size_t i = 0; i < kCount; ++i) {
        const double angle = 6.28318530717958648 * static_cast<double>(i) / kPrismSides;
        const Vec3 level = shape.axes[0] * std::cos(angle) + shape.axes[1] * std::sin(angle);
        for (const double side : {-1.0, 1.0})
            body.corners.emplace_back(origin + shape.centre + level * shape.radius +
                                      shape.axes[2] * (side * shape.halfHeight));
        const std::size_t next = (i + 1) % kCount;
        body.edges.emplace_back(2 * i, 2 * i + 1);
        body.edges.emplace_back(2 * i, 2 * next);
        const double half = angle + 3.14159265358979324 / kPrismSides;
        body.normals.emplace_back(shape.axes[0] * std::cos(half) + shape.axes[1] * std::sin(half));
    }
    return body;
}

const char* orderName(bool warm) {
    return warm ? "warm" : "cold";
}

}  // namespace

PairSet makePairs(PairKind kind, bool warm, std::size_t count, std::uint64_t seed) {
    oracle::SplitMix random(seed);
    PairSet set;
    set.name = kPairNames[static_cast<std::size_t>(kind)];
    set.order = orderName(warm);
    while (set.pairs.size() < count) {
        Shape a = firstShape(kind, random, set);
        Shape b = kind == PairKind::ConvexConvex ? anyConvex(random, set) : anyBox(random);
        Vec3 anglesA = anyAngles(random), anglesB = anyAngles(random);
        const Vec3 way = random.direction();
        PlacedPair pair{a.turned(anglesA), b.turned(anglesB), {}, way * 40, set.seriesCount++};
        const BodyContact before = contact(pair.a, pair.originA, pair.b, pair.originB);
        const Box bounds = b.bounds();
        const double size = length(bounds.maxs - bounds.mins);
        pair.originB = pair.originB + before.normal * (random.range(-0.1, 0.1) * size - before.distance);
        const Vec3 drift = random.direction() * (0.002 * size), turnA = random.direction(), turnB = random.direction();
        for (std::size_t step = 0; step < (warm ? kSteps : 1) && set.pairs.size() < count; ++step) {
            set.pairs.push_back(pair);
            pair.originB = pair.originB + drift;
            anglesA = anglesA + turnA * 0.5;
            anglesB = anglesB + turnB * 0.5;
            pair.a = a.turned(anglesA);
            pair.b = b.turned(anglesB);
        }
    }
    return set;
}

PairTruth truthOf(const PlacedPair& pair) {
    const test::BruteBody a = prismOf(pair.a, pair.originA), b = prismOf(pair.b, pair.originB);
    PairTruth truth;
    truth.distance = static_cast<double>(test::bruteDistance(a, b));
    truth.size = a.size + b.size;
    for (const Shape* shape : {&pair.a, &pair.b})
        if (shape->kind == ShapeKind::Cylinder)
            truth.margin += shape->radius * (1 - std::cos(3.14159265358979324 / kPrismSides));
    return truth;
}

PairVerdict judgePair(const PairAnswer& answer, const PairTruth& truth) {
    const double least = truth.distance - truth.margin, same = kSameOverlap * truth.size;
    if (answer.overlaps ? least > same : truth.distance < -same) return PairVerdict::WrongOverlap;
    if (!answer.overlaps || !answer.depth) return PairVerdict::Right;
    const double off = std::max(-truth.distance - *answer.depth, *answer.depth + least);
    return off > kSameDepth * truth.size ? PairVerdict::WrongDepth : PairVerdict::Right;
}

void benchContacts(const ContactBench& bench, Results& results) {
    for (const PairKind kind : kPairKinds)
        for (const bool warm : {true, false}) {
            const PairSet set = makePairs(kind, warm, bench.pairs, 34);
            const PairEngines engines = makePairEngines(set);
            std::vector<Job> jobs;
            for (const auto& engine : engines)
                jobs.push_back({engine->name(), [&engine] { benchmark::DoNotOptimize(engine->pass()); }});
            const std::vector<Timed> times = timeInTurns(jobs, bench.repetition, Clock::Processor);
            const auto count = static_cast<double>(set.pairs.size());
            std::vector<PairTruth> truths;
            for (const PlacedPair& pair : set.pairs) truths.push_back(truthOf(pair));
            for (std::size_t e = 0; e < engines.size(); ++e) {
                double wrong[3] = {};
                for (std::size_t i = 0; i < set.pairs.size(); ++i)
                    wrong[static_cast<std::size_t>(judgePair(engines[e]->answer(i), truths[i]))] += 1e6 / count;
                const auto add = [&](const char* metric, double value, const char* unit) {
                    results.add({"contact", "", set.name, set.order, engines[e]->name(), 0, metric, value, unit});
                };
                add("ns", 1e9 * times[e].median / count, "ns");
                add("wrong", wrong[1], "per million");
                add("depth", wrong[2], "per million");
            }
        }
}

}  // namespace hullbake::bench
