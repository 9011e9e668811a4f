#include "tests/bench/engines.hpp"

#include <array>

#include "oracle/solids/map_solids.hpp"
#include "tests/bench/classic_check.hpp"

namespace hullbake::bench {

namespace {

Stop stopOf(const Trace& trace) {
    return {trace.hit, trace.startsolid, trace.allsolid, trace.fraction};
}

/// Traces a probe of the world, one trace a call.
class Single final : public Engine {
  public:
    Single(const Level& level, const char* name, const Probe& probe)
        : Engine({name, kDefaultSkin, true, 4}), map_(level.map), probe_(probe) {}
    double pass(std::span<const Segment> segments) const override {
        double sum = 0;
        for (const Segment& segment : segments) sum += map_.trace(probe_, segment.start, segment.end).fraction;
        return sum;
    }
    Stop stop(const Segment& segment) const override { return stopOf(map_.trace(probe_, segment.start, segment.end)); }

  private:
    ClipMap map_;
    Probe probe_;
};

class Batch final : public Engine {
  public:
    explicit Batch(const Level& level)
        : Engine({"batch of 8", kDefaultSkin, true, kSize}), map_(level.map), probe_{.hull = level.player} {}
    double pass(std::span<const Segment> segments) const override {
        double sum = 0;
        std::array<Trace, kSize> answers;
        for (std::size_t i = 0; i < segments.size(); i += kSize) {
            const std::size_t count = map_.traceBatch(probe_, segments.subspan(i), answers);
            for (std::size_t k = 0; k < count; ++k) sum += answers[k].fraction;
        }
        return sum;
    }
    Stop stop(const Segment& segment) const override {
        Trace answer;
        map_.traceBatch(probe_, {&segment, 1}, {&answer, 1});
        return stopOf(answer);
    }

  private:
    static constexpr std::size_t kSize = 8;
    ClipMap map_;
    Probe probe_;
};

template <class Real>
class Classic final : public Engine {
  public:
    Classic(const Level& level, const char* name)
        : Engine({name, kClassicSkin, true, 4}), check_(level.map, level.player) {}
    double pass(std::span<const Segment> segments) const override {
        double sum = 0;
        for (const Segment& segment : segments)
            sum += static_cast<double>(check_.trace(segment.start, segment.end).fraction);
        return sum;
    }
    Stop stop(const Segment& segment) const override {
        const auto answer = check_.trace(segment.start, segment.end);
        return {answer.fraction < 1 || answer.allsolid, answer.startsolid, answer.allsolid,
                static_cast<double>(answer.fraction)};
    }

  private:
    ClassicCheck<Real> check_;
};

}  // namespace

PeerInput peerInput(const Level& level) {
    PeerInput input;
    const HullInfo hull = level.map.hull(level.player);
    input.box = hull.box;
    oracle::MapModel world = oracle::readModels(level.source).at(0);
    std::erase_if(world.solids, [](const oracle::MapSolid& solid) { return !any(solid.contents & kMaskBlocking); });
    for (const oracle::MapSolid& solid : world.solids) {
        oracle::MapModel one{world.entity, {solid}};
        for (oracle::GrownBrush& grown : oracle::growModel(one, hull.box, hull.name)) {
            input.bare.push_back(solid.brush);
            input.grown.push_back(std::move(grown));
        }
    }
    return input;
}

std::unique_ptr<Engine> makeBaked(const Level& level) {
    return std::make_unique<Single>(level, "baked", Probe{.hull = level.player});
}
std::unique_ptr<Engine> makeBatch(const Level& level) {
    return std::make_unique<Batch>(level);
}
std::unique_ptr<Engine> makeQuery(const Level& level) {
    return std::make_unique<Single>(level, "query", Probe{.box = level.map.hull(level.player).box});
}
std::unique_ptr<Engine> makeClassic(const Level& level) {
    return std::make_unique<Classic<float>>(level, "classic");
}
std::unique_ptr<Engine> makeClassicDouble(const Level& level) {
    return std::make_unique<Classic<double>>(level, "classic, double");
}

#ifndef HULLBAKE_BENCH_BULLET
std::unique_ptr<Engine> makeBullet(const PeerInput&) {
    return nullptr;
}
#endif
#ifndef HULLBAKE_BENCH_EMBREE
std::unique_ptr<Engine> makeEmbree(const PeerInput&) {
    return nullptr;
}
#endif

Engines makeEngines(const Level& level) {
    const PeerInput input = peerInput(level);
    Engines engines;
    const auto add = [&](std::unique_ptr<Engine> engine) {
        if (engine != nullptr) engines.push_back(std::move(engine));
    };
    add(makeBaked(level));
    add(makeBatch(level));
    add(makeQuery(level));
    add(makeClassic(level));
    add(makeClassicDouble(level));
    add(makeEmbree(input));
    add(makeBullet(input));
    return engines;
}

std::vector<std::string> missingPeers() {
    std::vector<std::string> missing;
#ifndef HULLBAKE_BENCH_BULLET
    missing.emplace_back("Bullet (libbullet-dev)");
#endif
#ifndef HULLBAKE_BENCH_EMBREE
    missing.emplace_back("Embree 3 (libembree-dev)");
#endif
    return missing;
}

}  // namespace hullbake::bench
