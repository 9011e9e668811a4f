// Proves that traces through the grid of free boxes equal traces through the tree, on maps with and without a grid.
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <iostream>
#include <optional>
#include <sstream>
#include <string>
#include <vector>

#include "compiler/compiler_support.hpp"
#include "support/shared_maps.hpp"
#include "support/test_size.hpp"

namespace hullbake::test {
namespace {

struct Counts {
    std::size_t traces = 0, hits = 0, misses = 0, startsolid = 0, axial = 0, masked = 0, rounded = 0;
};

// Near a plane that the grid can ignore, the tree's quick trace takes the contact plane from the bare brush. It is the
// same plane, but rounded once more or once less.
enum class Match : std::uint8_t { Same, Rounded, Other };

Match compared(const Trace& a, const Trace& b, double length) {
    if (a.contents != b.contents || a.hit != b.hit || a.startsolid != b.startsolid || a.allsolid != b.allsolid ||
        a.invalid != b.invalid)
        return Match::Other;
    if (a.fraction == b.fraction && a.hitFraction == b.hitFraction && a.endpos == b.endpos && a.normal == b.normal &&
        a.dist == b.dist)
        return Match::Same;
    // Planes may all but coincide: a face tilted by the rounding of its corners, and the axial plane beside it. Either
    // may be told, and at the contact they are one.
    const Vec3 turned = a.normal - b.normal, apart = a.endpos - b.endpos;
    const bool samePlane = dot(turned, turned) < 1e-28;
    const double most = samePlane ? 1e-10 : 1e-6;  // of the contact's place along the trace, units
    const bool close = std::fabs(a.hitFraction - b.hitFraction) * length < most && dot(turned, turned) < 1e-12 &&
                       dot(apart, apart) < most * most &&
                       std::fabs(dot(turned, a.endpos) - (a.dist - b.dist)) < (samePlane ? 1e-10 : 1e-6);
    return close ? Match::Rounded : Match::Other;
}

std::string told(const Trace& trace) {
    std::ostringstream text;
    text.precision(17);
    text << "; at " << trace.hitFraction << ", fraction " << trace.fraction << ", plane " << trace.normal.x << ' '
         << trace.normal.y << ' ' << trace.normal.z << " at " << trace.dist << ", flags " << trace.hit
         << trace.startsolid << trace.allsolid << trace.invalid;
    return text.str();
}

// Draws places that are difficult for a grid: between its cells, at sides of its boxes, at ends of traces.
class Places {
  public:
    Places(const ClipMap& map, HullId hull, Rng& rng) : map_(map), grid_(map.tables().grids[hull.value]), rng_(rng) {
        for (int a = 0; a < 3; ++a) {
            around_.mins[a] = grid_.origin[a] - 40;
            around_.maxs[a] = grid_.origin[a] + grid_.blocks[a] * format::kGridBlock * grid_.cellSize + 40;
        }
    }

    Vec3 any() {
        Vec3 p = rng_.pointIn(around_);
        const double kind = rng_.unit();
        for (int a = 0; a < 3; ++a) {
            if (kind < 0.1) p[a] = onCell(p[a], a);
            if (kind >= 0.1 && kind < 0.2) p[a] = std::round(p[a]);
        }
        if (kind >= 0.2 && kind < 0.5 && !map_.tables().freeBoxes.empty()) p = besideBox();
        return p;
    }

  private:
    double onCell(double p, int axis) {
        if (rng_.chance(0.4)) return p;
        const double cell = std::floor((p - grid_.origin[axis]) / grid_.cellSize);
        return grid_.origin[axis] + cell * grid_.cellSize + nudge();
    }
    // On either side of the tolerance, not at it: planes that differ by rounding would decide there.
    double nudge() {
        constexpr std::array kNudges = {0.0,      1e-9,      -1e-9,      0.99e-5,  -0.99e-5, 1.01e-5,
                                        -1.01e-5, 1.0 / 128, -1.0 / 128, 1.0 / 32, -1.0 / 32};
        return kNudges[static_cast<std::size_t>(rng_.whole(0, static_cast<int>(kNudges.size()) - 1))];
    }
    Vec3 besideBox() {
        const auto& boxes = map_.tables().freeBoxes;
        const auto& box = boxes[static_cast<std::size_t>(rng_.whole(0, static_cast<int>(boxes.size()) - 1))];
        Vec3 p;
        for (int a = 0; a < 3; ++a) {
            p[a] = rng_.between(box.sides[0][a], box.sides[1][a]);
            if (rng_.chance(0.4)) p[a] = box.sides[rng_.whole(0, 1)][a] + nudge();
        }
        return p;
    }

    const ClipMap& map_;
    const format::GridRecord& grid_;
    Rng& rng_;
    Box around_;
};

// One trace: probe, start and end.
struct Call {
    Probe probe;
    Segment way;
};

Trace answer(const ClipMap& map, const Call& call) {
    return map.trace(call.probe, call.way.start, call.way.end);
}

Call nextTrace(Places& places, HullId hull, const Trace& last, Rng& rng, Counts& sum) {
    Call call;
    call.probe.hull = hull;
    call.way.start = rng.chance(0.3) && last.hit ? last.endpos : places.any();
    if (rng.chance(0.3)) {
        call.way.end = places.any();
    } else {
        const double length = rng.chance(0.5) ? rng.between(0.001, 64) : rng.between(64, 2048);
        call.way.end = call.way.start + rng.direction() * length;
    }
    if (rng.chance(0.3)) {
        for (int a = 0; a < 3; ++a)
            if (rng.chance(0.6)) call.way.end[a] = call.way.start[a];
        ++sum.axial;
    }
    if (rng.chance(0.1)) {
        constexpr std::array kMasks = {Contents::Solid, Contents::Sky, kMaskAll, Contents::Empty, kMaskLiquid};
        call.probe.mask = kMasks[static_cast<std::size_t>(rng.whole(0, 4))];
        ++sum.masked;
    }
    if (rng.chance(0.1)) call.probe.skin = rng.chance(0.5) ? 0 : 2;
    return call;
}

// Traces several segments of one probe in one batch. The grid refuses some segments and some probes.
class Batches {
  public:
    Batches(const ClipMap& map, Rng& rng) : map_(map), rng_(rng) {}

    void add(const Call& call) {
        if (ways_.empty()) begin(call.probe);
        ways_.push_back(call.way);
        if (rng_.chance(0.01)) ways_.back().start.x = std::nan("");
        if (ways_.size() >= most_) ask();
    }

  private:
    void begin(const Probe& probe) {
        probe_ = probe;
        if (rng_.chance(0.05)) probe_.hull.value = static_cast<std::uint32_t>(rng_.whole(0, 3));  // 3 does not exist
    }
    void ask() {
        std::vector<Trace> answers(ways_.size());
        ASSERT_EQ(map_.traceBatch(probe_, ways_, answers), ways_.size());
        for (std::size_t i = 0; i < ways_.size(); ++i) {
            const Trace alone = answer(map_, {probe_, ways_[i]});
            // A NaN in the input is returned unchanged.
            const bool asEqual = compared(alone, answers[i], 0) == Match::Same || (alone.invalid && answers[i].invalid);
            ASSERT_TRUE(asEqual) << "trace " << i << " of " << ways_.size();
        }
        ways_.clear();
        most_ = static_cast<std::size_t>(rng_.whole(1, 20));
    }

    const ClipMap& map_;
    Rng& rng_;
    Probe probe_;
    std::vector<Segment> ways_;
    std::size_t most_ = 8;
};

void compare(const MapFile& map, int count, double cellSize, Rng& rng, Counts& sum) {
    CompileSettings settings;
    settings.cellSize = cellSize;
    const Baked with = bake(map, settings);
    settings.cellSize = 0;
    const Baked without = bake(map, settings);
    ASSERT_TRUE(without.map.tables().grids.empty());
    ASSERT_EQ(with.map.tables().grids.size(), 3u);
    Rng batchRng(static_cast<std::uint64_t>(count));
    for (std::uint32_t h = 0; h < 3; ++h) {
        if (with.map.tables().grids[h].blocks[0] == 0) continue;
        Places places(with.map, HullId{h}, rng);
        Batches batches(with.map, batchRng);
        Trace last;
        for (int i = 0; i < count; ++i) {
            const Call call = nextTrace(places, HullId{h}, last, rng, sum);
            batches.add(call);
            if (::testing::Test::HasFatalFailure()) return;
            const Trace one = answer(with.map, call), other = answer(without.map, call);
            const Vec3 from = call.way.start, to = call.way.end;
            const Match match = compared(one, other, length(to - from));
            sum.rounded += match == Match::Rounded;
            ASSERT_NE(match, Match::Other)
                << "hull " << h << ", from " << from.x << ' ' << from.y << ' ' << from.z << " to " << to.x << ' '
                << to.y << ' ' << to.z << ": " << one.hitFraction << " with, " << other.hitFraction << " without";
            Call boxed = call;
            boxed.probe.box = with.map.hull(HullId{h}).box;
            ASSERT_NE(compared(answer(with.map, boxed), answer(without.map, boxed), length(to - from)), Match::Other)
                << "query " << h << told(answer(with.map, boxed)) << told(answer(without.map, boxed));
            boxed.probe.box->maxs = boxed.probe.box->maxs - Vec3{1, 2, 3} * (h == 0 ? 0.0 : 1.0);
            ASSERT_NE(compared(answer(with.map, boxed), answer(without.map, boxed), length(to - from)), Match::Other)
                << "smaller, " << h;
            ++sum.traces;
            (other.hit ? sum.hits : sum.misses) += 1;
            sum.startsolid += other.startsolid;
            last = other;
        }
    }
}

// `share`: at most one answer of so many may be rounded otherwise.
void print(const Counts& sum, std::size_t share = 20000) {
    std::cout << sum.traces << " traces: " << sum.hits << " hits, " << sum.misses << " misses, " << sum.startsolid
              << " start in solid, " << sum.axial << " keep to axes, " << sum.masked << " with other masks, "
              << sum.rounded << " rounded otherwise\n";
    EXPECT_LT(sum.rounded * share, sum.traces);
}

constexpr std::uint64_t kSeed = 20261125;
// Off the grid more planes all but coincide.
constexpr std::size_t kOffGridShare = 500;

TEST(GridTraces, OwnMapsAnswerTheSame) {
    std::cout << "seed " << kSeed << '\n';
    Rng rng(kSeed);
    Counts sum;
    for (const auto& path : ownMaps()) {
        SCOPED_TRACE(path.string());
        compare(loadMap(path.string()), sized(500, 1500), 64, rng, sum);
        if (HasFatalFailure()) return;
    }
    print(sum);
    const std::size_t least = sized(6000, std::size_t{20000});
    EXPECT_GT(sum.hits, least);
    EXPECT_GT(sum.misses, least);
    EXPECT_GT(sum.startsolid, least);
    EXPECT_GT(sum.axial, least);
    EXPECT_GT(sum.masked, least / 2);
}

TEST(GridTraces, RealMapsAnswerTheSame) {
    std::cout << "seed " << kSeed << '\n';
    Rng rng(kSeed);
    Counts sum;
    for (const char* name : sizedList<const char*>(2, {"dm1", "e1m1", "e2m2", "e3m4", "start"})) {
        const auto path = sharedFile(std::string("maps/quake/") + name + ".map");
        if (!path) GTEST_SKIP() << missingShared("maps/quake/e1m1.map");
        SCOPED_TRACE(name);
        compare(loadMap(*path), 12000, 64, rng, sum);
        if (HasFatalFailure()) return;
    }
    print(sum);
    EXPECT_GT(sum.hits, sized(16000u, 40000u));
    EXPECT_GT(sum.misses, sized(8000u, 20000u));
}

// The faces have any angle and lie off the grid. Cells have several sizes.
TEST(GridTraces, LeaningRoomsAnswerTheSame) {
    std::cout << "seed " << kSeed << '\n';
    Rng rng(kSeed);
    Counts sum;
    for (int round = 0; round < sized(16, 40); ++round) {
        SCOPED_TRACE(round);
        std::vector<MapBrush> brushes = roomBrushes({{-256, -256, -128}, {256, 256, 256}}, 16);
        const double angle = round % 2 == 0 ? 0 : rng.between(0, 6.28);
        for (int i = rng.whole(2, 12); i > 0; --i) {
            const Vec3 at = rng.pointIn({{-200, -200, -128}, {200, 200, 200}});
            const double c = std::cos(angle + i), s = std::sin(angle + i);
            const double leaning = rng.between(-0.5, 0.5);
            brushes.push_back(
                moved(prismBrush(regularRing(rng.whole(3, 8), rng.between(10, 80)), 0, rng.between(8, 120)),
                      [&](const Vec3& p) {
                          const Vec3 turned{c * p.x - s * p.y, s * p.x + c * p.y, p.z + leaning * p.x};
                          return at + turned;
                      }));
        }
        constexpr std::array kSizes = {8.0, 16.0, 64.0, 256.0};
        compare(worldMap(brushes), 1500, kSizes[static_cast<std::size_t>(round % 4)], rng, sum);
        if (HasFatalFailure()) return;
    }
    print(sum, kOffGridShare);
    EXPECT_GT(sum.hits, sized(8000u, 20000u));
    EXPECT_GT(sum.misses, sized(8000u, 20000u));
}

TEST(GridTraces, ThicketsAnswerTheSame) {
    std::cout << "seed " << kSeed << '\n';
    Rng rng(kSeed);
    Counts sum;
    for (const double size : {64.0, 256.0}) {
        compare(worldMap(thicketBrushes(rng)), sized(2500, 10000), size, rng, sum);
        if (HasFatalFailure()) return;
    }
    print(sum, kOffGridShare);
    EXPECT_GT(sum.hits, sized(2500u, 10000u));
    EXPECT_GT(sum.misses, sized(1000u, 4000u));
}

// Traces enter a brush by its side and leave it by its top, barely below it. Cells end in between, on the brush's side,
// or at its top.
TEST(GridTraces, SkimsThatEndCellsAnswerTheSame) {
    std::cout << "seed " << kSeed << '\n';
    Rng rng(kSeed);
    std::size_t hits = 0, misses = 0, shallow = 0;
    for (const Vec3& moved : {Vec3{0, 0, 0}, Vec3{0, 0.0125, 0}, Vec3{0, 8.6875, 8.6875}, Vec3{0, 8.6875, 0}}) {
        const std::vector<MapBrush> brushes{boxBrush(Vec3{0, 55.3, -64} + moved, Vec3{256, 256, 0} + moved),
                                            boxBrush({0, 0, -64}, {256, 40, -40})};
        CompileSettings settings;
        settings.fill = false;
        const Baked with = bake(worldMap(brushes), settings);
        settings.cellSize = 0;
        const Baked without = bake(worldMap(brushes), settings);
        for (int i = 0; i < 30000; ++i) {
            const double depth = std::pow(10, rng.between(-7, -3)), in = 55.3 + moved.y, top = moved.z;
            const double length = std::pow(10, rng.between(-3.5, 1.5)), slope = depth / length;
            Call call;
            call.probe.hull = {0};
            call.probe.skin = 0;
            const double x = rng.between(20, 230), back = rng.between(1, 50), on = rng.between(1, 100);
            call.way.start = {x, in - back, top - depth - slope * back};
            call.way.end = {x, in + length + on, top + slope * on};
            const Trace one = answer(with.map, call), other = answer(without.map, call);
            const double apart = std::fabs(one.hitFraction - other.hitFraction) * (back + length + on);
            ASSERT_TRUE(one.hit == other.hit && one.startsolid == other.startsolid && apart < 1e-9)
                << "depth " << depth << ", length " << length << ", moved " << moved.y << ' ' << moved.z << ": "
                << one.hit << " with, " << other.hit << " without";
            (other.hit ? hits : misses) += 1;
            shallow += depth < 1e-5;
        }
    }
    std::cout << hits << " hits, " << misses << " misses, " << shallow << " within the tolerance\n";
    EXPECT_GT(hits, 30000u);
    EXPECT_GT(misses, 30000u);
}

}  // namespace
}  // namespace hullbake::test
