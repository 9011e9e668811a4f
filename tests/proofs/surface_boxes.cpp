#include "proofs/surface_boxes.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace hullbake::test {
namespace {

constexpr double kLongest = 200;  // units, of ways along the surface
constexpr double kShort = 64;     // units, of ways beside it

bool isIn(const Box& box, const Vec3& p) {
    return p.x >= box.mins.x && p.x <= box.maxs.x && p.y >= box.mins.y && p.y <= box.maxs.y && p.z >= box.mins.z &&
           p.z <= box.maxs.z;
}

class BoxCampaign {
  public:
    BoxCampaign(const TracedSurface& surface, const HullSpec& spec, SplitMix& random, TraceTally& tally)
        : surface_(surface), spec_(spec), around_(surface.around(spec.box)), random_(random), tally_(tally) {
        baked_ = exact(surface.proof->hull(spec.name));
        query_ = {.box = spec.box, .skin = 0};
        const Vec3 size = spec.box.maxs - spec.box.mins;
        thinnest_ = std::min({size.x, size.y, size.z}) / 2;
        for (const SurfaceTruth& truth : surface.truths) sweeps_.emplace_back(truth.triangles, spec.box);
    }

    void run(std::size_t traces) {
        constexpr int kMostTries = 20000;  // a large box may have no free place
        for (int tries = 0; done_ < traces && tries < kMostTries && !testing::Test::HasFatalFailure(); ++tries) {
            const Vec3 from = inBox(random_, around_);
            if (overlaps(from) || !surface_.isFree(from)) continue;
            tries = 0;
            trace(TraceKind::Anywhere, from, inBox(random_, around_));
            for (int i = 0; i < 5 && !testing::Test::HasFatalFailure(); ++i) {
                for (const TraceKind kind : {TraceKind::AtCorner, TraceKind::AtEdge}) {
                    const Vec3 way = aimAt(randomTriangle(), kind) - from;
                    trace(kind, from, from + way * (random_.chance(0.3) ? 1 : 0.5 + random_.unit()));
                }
                fromBeside(from);
            }
        }
    }

  private:
    double coin(double low, double high) {
        const double shares[] = {low, high, random_.range(low, high)};
        return shares[random_.index(3)];
    }
    /// Returns a number that is often zero, else of any size up to 1e-3.
    double hair() {
        const double sizes[] = {0, 1e-9, 1e-7, 1e-5, 1e-3};
        return sizes[random_.index(5)] * random_.range(-1, 1);
    }
    const Triangle& randomTriangle() {
        const std::vector<Triangle>& all = surface_.truths[0].triangles;
        return all[random_.index(all.size())];
    }
    /// Returns where the box's origin is when some part of the box is at a corner or on an edge, or a hair beside it.
    Vec3 aimAt(const Triangle& t, TraceKind kind) {
        const std::size_t i = random_.index(3);
        const Vec3 at = kind == TraceKind::AtCorner ? t[i] : t[i] + (t[(i + 1) % 3] - t[i]) * random_.unit();
        const Box& box = spec_.box;
        const Vec3 part{coin(box.mins.x, box.maxs.x), coin(box.mins.y, box.maxs.y), coin(box.mins.z, box.maxs.z)};
        return at - part + random_.direction() * hair();
    }
    bool overlaps(const Vec3& at) const {
        for (std::size_t i = 0; i < sweeps_.size(); ++i)
            if (sweeps_[i].overlaps(at, surface_.truths[i].phantom)) return true;
        return false;
    }
    /// Traces from places just in front of the surface, which are reached from `from`.
    void fromBeside(const Vec3& from) {
        const Triangle& t = randomTriangle();
        const Vec3 to = aimAt(t, random_.chance(0.5) ? TraceKind::AtCorner : TraceKind::AtEdge);
        const double size = length(to - from);
        if (size < 1) return;
        double entry = 2;
        for (std::size_t i = 0; i < sweeps_.size(); ++i)
            entry = std::min(entry, sweeps_[i].entry(from, to, surface_.truths[i].phantom));
        if (entry > 1) return;
        const double gap = random_.chance(0.5) ? 1e-6 : random_.unit();
        const Vec3 near = from + (to - from) * std::max(0.0, entry - gap / size);
        if (overlaps(near)) return;
        trace(TraceKind::Near, near, near + random_.direction() * (kShort * random_.unit()));
        const std::size_t i = random_.index(3);
        Vec3 way = t[(i + 1) % 3] - t[i];
        if (random_.chance(0.5)) way = way * random_.range(-1, 1) + (t[(i + 2) % 3] - t[i]) * random_.range(-1, 1);
        way = way * (random_.range(-kLongest, kLongest) / length(way));
        trace(TraceKind::Along, near, near + way + random_.direction() * hair());
        if (!stopped_) return;
        const Vec3 contact = contact_;
        trace(TraceKind::Touching, contact, contact + random_.direction() * (kShort * random_.unit()));
        trace(TraceKind::Touching, contact, contact + way - normal_ * dot(way, normal_));
    }

    void trace(TraceKind kind, const Vec3& from, const Vec3& to) {
        stopped_ = false;
        const double size = length(to - from);
        if (size < 1e-6 || !isIn(around_, from) || !isIn(around_, to)) return;
        const bool query = random_.chance(0.125);
        const Trace trace = surface_.proof->clip.trace(query ? query_ : baked_, from, to);
        const auto where = [&] {
            return std::string(spec_.name) + (query ? " queried, kind " : ", kind ") +
                   std::to_string(static_cast<int>(kind)) + ", " + text(from) + " to " + text(to);
        };
        ASSERT_FALSE(trace.startsolid) << "solid in front: " << where();
        const double end = trace.hit ? trace.hitFraction : 1;
        const Vec3 contact = from + (to - from) * end;
        for (std::size_t i = 0; i < sweeps_.size(); ++i) {
            const SurfaceTruth& truth = surface_.truths[i];
            ASSERT_TRUE(truth.pass >= thinnest_ || sweeps_[i].entry(from, to, -truth.pass) >= end)
                << "passes a triangle of truth " << i << ": " << where();
            ASSERT_TRUE(!trace.hit || sweeps_[i].overlaps(contact, truth.phantom))
                << "stops at nothing of truth " << i << ": " << where();
        }
        ++(trace.hit ? tally_.stopped : tally_.passed)[static_cast<std::size_t>(kind)];
        tally_.queries += query ? 1 : 0;
        ++done_;
        stopped_ = trace.hit;
        contact_ = contact;
        normal_ = trace.normal;
    }

    const TracedSurface& surface_;
    const HullSpec& spec_;
    Box around_;
    SplitMix& random_;
    TraceTally& tally_;
    Probe baked_, query_;
    std::vector<TriangleSweep> sweeps_;
    double thinnest_ = 0;  // half of the least size: a box can be shrunk by less
    std::size_t done_ = 0;
    bool stopped_ = false;
    Vec3 contact_, normal_;
};

}  // namespace

std::size_t TraceTally::traces() const {
    return std::accumulate(stopped.begin(), stopped.end(), std::size_t{0}) +
           std::accumulate(passed.begin(), passed.end(), std::size_t{0});
}

void TraceTally::expectAllKinds() const {
    for (std::size_t kind = 0; kind < kTraceKinds; ++kind) {
        EXPECT_GE((stopped[kind] + passed[kind]) * 40, traces()) << "kind " << kind;
        EXPECT_GE(stopped[kind] * 100, traces()) << "kind " << kind;
        EXPECT_GE(passed[kind] * 400, traces()) << "kind " << kind;
    }
    EXPECT_GE(queries * 10, traces());
}

std::string TraceTally::text() const {
    std::string all = std::to_string(traces()) + " traces; stopped/passed by kind:";
    for (std::size_t kind = 0; kind < kTraceKinds; ++kind)
        all += ' ' + std::to_string(stopped[kind]) + '/' + std::to_string(passed[kind]);
    return all;
}

void traceBoxes(const TracedSurface& surface, const std::vector<HullSpec>& hulls, std::size_t traces, SplitMix& random,
                TraceTally& tally) {
    for (const HullSpec& spec : hulls) {
        BoxCampaign(surface, spec, random, tally).run(traces);
        if (testing::Test::HasFatalFailure()) return;
    }
}

std::vector<HullSpec> sweptHulls() {
    return {{"small", {{-4, -4, -4}, {4, 4, 4}}},       {"player", {{-16, -16, -24}, {16, 16, 32}}},
            {"large", {{-32, -32, -24}, {32, 32, 64}}}, {"crumb", {{-0.5, -0.5, -0.5}, {0.5, 0.5, 0.5}}},
            {"plate", {{-24, -20, 0}, {24, 20, 1}}},    {"needle", {{0, 0, 0}, {1, 2, 48}}}};
}

}  // namespace hullbake::test
