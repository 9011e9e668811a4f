// Proves rows D3, H2 to H7, H9 and H14: what a body enters and leaves on its way, against exact clipping.
#include <algorithm>
#include <array>
#include <iostream>

#include "hullbake/triggers.hpp"
#include "proofs/moving_support.hpp"
#include "support/test_size.hpp"

namespace hullbake::test {
namespace {

constexpr std::uint64_t kSeed = 20261129;
const Box kPlayer{{-16, -16, -24}, {16, 16, 32}};
const std::array<Box, 3> kBoxes{Box{}, Box{{-8, -8, -8}, {8, 8, 8}}, kPlayer};

PathPoint pointAt(const Vec3& position, double time, PathEvent event = PathEvent::End) {
    PathPoint point;
    point.position = position;
    point.time = time;
    point.event = event;
    return point;
}

struct Span {
    long double from, to;
};

struct Told {
    double time = 0;
    std::uint32_t trigger = 0;
    bool enters = false;
};

// The truth about one piece: fractions of the way that are deeper than the tolerance in some grown brush, merged.
// `unclear` is set if rounding could decide.
std::vector<Span> insideOf(const std::vector<oracle::GrownBrush>& brushes, const Vec3& from, const Vec3& to,
                           bool& unclear) {
    std::vector<Span> spans;
    const long double size = length(to - from);
    for (const oracle::GrownBrush& brush : brushes) {
        long double low = 0, high = 1;
        for (const oracle::GrownPlane& plane : brush.planes) {
            const auto outside = [&](const Vec3& p) {
                return static_cast<long double>(plane.normal.x) * p.x + static_cast<long double>(plane.normal.y) * p.y +
                       static_cast<long double>(plane.normal.z) * p.z - plane.dist + kSurfaceTolerance;
            };
            const long double one = outside(from), two = outside(to);
            if (std::fabs(one) < 1e-7L || std::fabs(two) < 1e-7L) unclear = true;
            if (one > 0 && two > 0) low = 2;
            if (one > 0 && two < 0) low = std::max(low, one / (one - two));
            if (one < 0 && two > 0) high = std::min(high, one / (one - two));
        }
        if (size > 0 && std::fabs(high - low) * size < 1e-4L && low <= 1) unclear = true;
        if (low < high) spans.push_back({low, high});
    }
    std::sort(spans.begin(), spans.end(), [](const Span& a, const Span& b) { return a.from < b.from; });
    std::vector<Span> merged;
    for (const Span& span : spans) {
        if (!merged.empty() && (span.from - merged.back().to) * size < 1e-3L) {
            if (size > 0 && (span.from - merged.back().to) * size > -1e-6L) unclear = true;
            merged.back().to = std::max(merged.back().to, span.to);
        } else {
            merged.push_back(span);
        }
    }
    return merged;
}

// A map of triggers, and the brushes of each, grown by each of the boxes.
struct Volumes {
    Proof proof;
    std::vector<Trigger> triggers;
    std::array<std::vector<std::vector<oracle::GrownBrush>>, 3> grown;

    explicit Volumes(MapFile map) : proof(bakeProof(map, false, {{"point", {}}})) {
        for (std::uint32_t m = 1; m < proof.models.size(); ++m) triggers.push_back({.model = {m}});
        for (std::size_t box = 0; box < kBoxes.size(); ++box)
            for (std::size_t m = 1; m < proof.models.size(); ++m)
                grown[box].push_back(oracle::growModel(proof.models[m], kBoxes[box]));
    }
};

MapBrush blob(SplitMix& random) {
    const Vec3 middle = inBox(random, {{-300, -300, -100}, {300, 300, 100}});
    if (random.chance(0.5)) {
        const Vec3 half{random.range(0.5, 90), random.range(0.5, 90), random.range(0.5, 90)};
        const auto whole = [](const Vec3& v) { return Vec3{std::round(v.x), std::round(v.y), std::round(v.z)}; };
        return boxBrush(whole(middle - half) - Vec3{1, 1, 1}, whole(middle + half), "stone");
    }
    std::vector<Vec3> points;
    for (int k = 0; k < 9; ++k) points.push_back(middle + random.direction() * random.range(20, 100));
    return hullBrush(points, "stone");
}

Volumes randomVolumes(SplitMix& random, int count) {
    MapFile map = worldOf({boxBrush({-1000, -1000, -1000}, {-990, -990, -990})});
    for (int i = 0; i < count; ++i) {
        std::vector<MapBrush> brushes;
        for (std::size_t k = 0; k <= random.index(3); ++k) brushes.push_back(blob(random));
        addModel(map, "func_wall", brushes);
    }
    return Volumes(map);
}

std::vector<PathPoint> randomPath(SplitMix& random, const Vec3& start, double seconds) {
    std::vector<PathPoint> path;
    const std::size_t count = 1 + random.index(4);
    Vec3 at = start;
    for (std::size_t i = 0; i < count; ++i) {
        at = random.chance(0.1) ? at : inBox(random, {{-400, -400, -150}, {400, 400, 150}});
        path.push_back(pointAt(at, seconds * static_cast<double>(i + 1) / static_cast<double>(count)));
    }
    return path;
}

// The events of a path by the oracle, in order.
std::vector<Told> truthOf(const std::vector<std::vector<oracle::GrownBrush>>& brushes, const Passage& passage,
                          std::vector<bool>& inside, bool& unclear) {
    std::vector<Told> events;
    for (std::uint32_t t = 0; t < brushes.size(); ++t) {
        Vec3 at = passage.start;
        double time = 0;
        for (const PathPoint& point : passage.path) {
            bool here = inside[t];
            for (const Span& span : insideOf(brushes[t], at, point.position, unclear)) {
                const double spent = point.time - time;
                if (!here) events.push_back({time + spent * static_cast<double>(span.from), t, true});
                here = span.to == 1;
                if (!here) events.push_back({time + spent * static_cast<double>(span.to), t, false});
            }
            inside[t] = here;
            at = point.position;
            time = point.time;
        }
    }
    std::stable_sort(events.begin(), events.end(), [](const Told& a, const Told& b) { return a.time < b.time; });
    for (std::size_t i = 1; i < events.size(); ++i)
        if (events[i].time - events[i - 1].time < 1e-9) unclear = true;
    return events;
}

Probe bodyOf(std::size_t box) {
    return {.box = kBoxes[box]};
}

// D3, H7, H15: events along paths are those of exact clipping, whatever the speed.
TEST(Triggers, AreMetWhereExactClippingSays) {
    SplitMix random(kSeed);
    std::size_t events = 0, unclear = 0, both = 0, paths = 0;
    for (int round = 0; round < sized(10, 200); ++round) {
        const Volumes volumes = randomVolumes(random, 40);
        for (int i = 0; i < 200; ++i) {
            const std::size_t box = random.index(3);
            const double seconds = std::exp(random.range(std::log(1e-3), std::log(10)));
            Passage passage{.start = inBox(random, {{-400, -400, -150}, {400, 400, 150}}), .seconds = seconds};
            const std::vector<PathPoint> path = randomPath(random, passage.start, seconds);
            passage.path = path;
            std::vector<bool> truth(volumes.triggers.size());
            bool vague = false;
            for (std::size_t t = 0; t < truth.size(); ++t)
                truth[t] = !insideOf(volumes.grown[box][t], passage.start, passage.start, vague).empty();
            std::vector<std::uint64_t> inside(triggerWords(truth.size()));
            for (std::size_t t = 0; t < truth.size(); ++t)
                if (truth[t]) inside[t / 64] |= std::uint64_t{1} << t % 64;
            const std::vector<Told> expected = truthOf(volumes.grown[box], passage, truth, vague);
            if (vague) {
                ++unclear;
                continue;
            }
            std::array<TriggerEvent, 512> told;
            const TouchResult result =
                touchTriggers(volumes.proof.clip, bodyOf(box), passage, volumes.triggers, inside, told);
            ASSERT_TRUE(result.told && !result.invalid && !result.stopped);
            ASSERT_EQ(result.events, expected.size()) << "seed " << kSeed << ", round " << round << ", path " << i;
            std::vector<bool> entered(truth.size());
            for (std::size_t e = 0; e < expected.size(); ++e) {
                ASSERT_NEAR(told[e].time, expected[e].time, 1e-9 * seconds);
                ASSERT_EQ(told[e].trigger, expected[e].trigger);
                ASSERT_EQ(told[e].kind == TriggerEventKind::Enter, expected[e].enters);
                ASSERT_EQ(told[e].reason, TriggerReason::Crossed);
                both += !expected[e].enters && entered[expected[e].trigger] ? 1 : 0;
                entered[expected[e].trigger] = expected[e].enters;
            }
            for (std::size_t t = 0; t < truth.size(); ++t) ASSERT_EQ((inside[t / 64] >> t % 64 & 1) != 0, truth[t]);
            events += expected.size();
            ++paths;
        }
    }
    std::cout << paths << " paths, " << events << " events, " << both << " crossed in one path, " << unclear
              << " left out as unclear\n";
    EXPECT_GE(paths, sized(1500u, 30000u));
    EXPECT_GE(events, paths * 5);
    EXPECT_GE(both, paths);
    EXPECT_LE(unclear, paths / 10);
}

// H4, H5, H6: whatever a game does to triggers and bodies, Enter and Leave alternate, and the bits are what brute force
// finds.
TEST(Triggers, AlternateUnderAnythingThatAGameDoes) {
    SplitMix random(kSeed + 1);
    std::array<std::size_t, 5> reasons{};
    std::size_t checked = 0;
    for (int round = 0; round < sized(10, 100); ++round) {
        Volumes volumes = randomVolumes(random, 30);
        std::vector<Trigger>& triggers = volumes.triggers;
        std::vector<std::uint64_t> inside(triggerWords(triggers.size()));
        std::vector<bool> mirror(triggers.size());
        std::size_t box = 1;
        Vec3 at{};
        for (int tick = 0; tick < 300; ++tick) {
            for (int change = 0; change < 4; ++change) {
                Trigger& changed = triggers[random.index(triggers.size())];
                changed.enabled = random.chance(0.7);
                changed.kinds = random.chance(0.2) ? 2 : 3;
                changed.priority = static_cast<int>(random.index(3));
            }
            if (random.chance(0.3)) box = random.index(3);
            Passage passage{.start = at, .seconds = 0.1};
            passage.enabled = !random.chance(0.05);
            passage.jumped = random.chance(0.1);
            if (passage.jumped) passage.start = inBox(random, {{-400, -400, -150}, {400, 400, 150}});
            std::vector<PathPoint> path = randomPath(random, passage.start, 0.1);
            if (random.chance(0.1)) path[0].event = PathEvent::Unstick;
            passage.path = path;
            std::array<TriggerEvent, 512> told;
            const TouchResult result = touchTriggers(volumes.proof.clip, bodyOf(box), passage, triggers, inside, told);
            ASSERT_TRUE(result.told);
            double time = 0;
            for (const TriggerEvent& event : std::span(told).first(result.events)) {
                ASSERT_NE(mirror[event.trigger], event.kind == TriggerEventKind::Enter);
                mirror[event.trigger] = !mirror[event.trigger];
                ++reasons[static_cast<std::size_t>(event.reason)];
                ASSERT_GE(event.time, time);
                time = event.time;
            }
            at = path.back().position;
            for (std::size_t t = 0; t < triggers.size(); ++t) {
                ASSERT_EQ((inside[t / 64] >> t % 64 & 1) != 0, mirror[t]);
                bool unclear = false;
                const bool notices = passage.enabled && triggers[t].enabled && (triggers[t].kinds & 1) != 0;
                const bool truth = notices && !insideOf(volumes.grown[box][t], at, at, unclear).empty();
                if (unclear) continue;
                ASSERT_EQ(mirror[t], truth) << "seed " << kSeed + 1 << ", round " << round << ", tick " << tick;
                ++checked;
            }
        }
    }
    EXPECT_GE(checked, sized(30000u, 300000u));
    for (const std::size_t count : reasons) EXPECT_GE(count, sized(15u, 150u));
}

// The events of a path are those of its parts, wherever it is cut, in one call or in several.
TEST(Triggers, ArePartsOfOneWholeWhereverThePathIsCut) {
    SplitMix random(kSeed + 2);
    const Volumes volumes = randomVolumes(random, 60);
    std::size_t events = 0;
    for (int i = 0; i < sized(500, 10000); ++i) {
        const std::size_t box = 1 + random.index(2);
        Passage passage{.start = inBox(random, {{-400, -400, -150}, {400, 400, 150}}), .seconds = 1};
        const Vec3 end = inBox(random, {{-400, -400, -150}, {400, 400, 150}});
        const std::array<PathPoint, 1> straight{pointAt(end, 1)};
        passage.path = straight;
        std::vector<std::uint64_t> whole(1), cut(1), calls(1);
        std::array<TriggerEvent, 512> one, two, three;
        const std::size_t count =
            touchTriggers(volumes.proof.clip, bodyOf(box), passage, volumes.triggers, whole, one).events;
        std::vector<PathPoint> path;
        for (int k = 1; k <= 20; ++k) {
            const double t = k / 20.0;
            path.push_back(pointAt(passage.start + (end - passage.start) * t, t));
        }
        Passage parts = passage;
        parts.path = path;
        ASSERT_EQ(touchTriggers(volumes.proof.clip, bodyOf(box), parts, volumes.triggers, cut, two).events, count);
        std::size_t told = 0;
        Vec3 at = passage.start;
        for (const PathPoint& point : path) {
            const std::array<PathPoint, 1> step{pointAt(point.position, 0.05)};
            const Passage piece{.start = at, .seconds = 0.05, .path = step};
            const std::size_t here = touchTriggers(volumes.proof.clip, bodyOf(box), piece, volumes.triggers, calls,
                                                   std::span(three).subspan(told))
                                         .events;
            for (std::size_t e = told; e < told + here; ++e) three[e].time += point.time - 0.05;
            told += here;
            at = point.position;
        }
        ASSERT_EQ(told, count);
        for (std::size_t e = 0; e < count; ++e)
            for (const TriggerEvent& other : {two[e], three[e]}) {
                ASSERT_EQ(one[e].trigger, other.trigger);
                ASSERT_EQ(one[e].kind, other.kind);
                ASSERT_NEAR(one[e].time, other.time, 1e-9);
                ASSERT_LE(length(one[e].position - other.position), 1e-6);
            }
        ASSERT_EQ(whole, cut);
        ASSERT_EQ(whole, calls);
        events += count;
    }
    EXPECT_GE(events, sized(2000u, 40000u));
}

// H9: a trigger that moves over a body is a body that moves through a trigger.
TEST(Triggers, DoNotCareWhichOfBothMoves) {
    SplitMix random(kSeed + 3);
    const Volumes volumes = randomVolumes(random, 60);
    std::size_t events = 0;
    for (int i = 0; i < sized(500, 10000); ++i) {
        const std::size_t box = 1 + random.index(2);
        const Vec3 start = inBox(random, {{-400, -400, -150}, {400, 400, 150}});
        const Vec3 way = random.direction() * random.range(1, 500);
        const std::array<PathPoint, 1> straight{pointAt(start + way, 0.5)};
        std::vector<std::uint64_t> one(1), two(1);
        std::array<TriggerEvent, 512> moves, rests;
        const std::size_t count =
            touchTriggers(volumes.proof.clip, bodyOf(box), {.start = start, .seconds = 0.5, .path = straight},
                          volumes.triggers, one, moves)
                .events;
        std::vector<Trigger> moved = volumes.triggers;
        for (Trigger& trigger : moved) trigger.moved = -way;
        const TouchResult result =
            touchTriggers(volumes.proof.clip, bodyOf(box), {.start = start, .seconds = 0.5}, moved, two, rests);
        ASSERT_EQ(result.events, count);
        for (std::size_t e = 0; e < count; ++e) {
            ASSERT_EQ(moves[e].trigger, rests[e].trigger);
            ASSERT_EQ(moves[e].kind, rests[e].kind);
            ASSERT_NEAR(moves[e].time, rests[e].time, 1e-9);
            ASSERT_TRUE(rests[e].position == start && rests[e].velocity == Vec3{});
        }
        ASSERT_EQ(one, two);
        events += count;
    }
    EXPECT_GE(events, sized(1000u, 20000u));
}

// H2: at one time priorities decide; the order of the triggers in the array decides nothing.
TEST(Triggers, ComeInTheSameOrderHoweverTheyAreListed) {
    SplitMix random(kSeed + 4);
    Volumes volumes = randomVolumes(random, 60);
    const std::size_t count = volumes.triggers.size();
    for (std::size_t t = 0; t < count; ++t) volumes.triggers[t].priority = static_cast<int>(t * 37 % count);
    std::size_t events = 0;
    for (int i = 0; i < sized(300, 5000); ++i) {
        std::vector<std::uint32_t> order(count);
        for (std::uint32_t t = 0; t < count; ++t) order[t] = t;
        for (std::size_t t = count; t > 1; --t) std::swap(order[t - 1], order[random.index(t)]);
        std::vector<Trigger> shuffled(count);
        for (std::size_t t = 0; t < count; ++t) shuffled[t] = volumes.triggers[order[t]];
        Passage passage{.start = inBox(random, {{-400, -400, -150}, {400, 400, 150}}), .seconds = 1};
        const std::vector<PathPoint> path = randomPath(random, passage.start, 1);
        passage.path = path;
        std::vector<std::uint64_t> one(1), two(1);
        std::array<TriggerEvent, 512> told, other;
        const TouchResult first = touchTriggers(volumes.proof.clip, bodyOf(2), passage, volumes.triggers, one, told);
        ASSERT_EQ(touchTriggers(volumes.proof.clip, bodyOf(2), passage, shuffled, two, other).events, first.events);
        for (std::size_t e = 0; e < first.events; ++e) {
            ASSERT_EQ(told[e].trigger, order[other[e].trigger]);
            ASSERT_EQ(told[e].time, other[e].time);
            ++events;
        }
    }
    EXPECT_GE(events, sized(1000u, 15000u));
}

// H14: tiles that meet are one volume, for a point and for boxes, at any angle.
TEST(Triggers, HaveNoSeams) {
    SplitMix random(kSeed + 5);
    std::vector<MapBrush> tiles;
    for (int x = -4; x < 4; ++x)
        for (int y = -4; y < 4; ++y)
            tiles.push_back(boxBrush({x * 16.0, y * 16.0, -8}, {x * 16.0 + 16, y * 16.0 + 16, 8}));
    MapFile map = worldOf({boxBrush({-1000, -1000, -1000}, {-990, -990, -990})});
    addModel(map, "func_wall", tiles);
    const Volumes volumes(map);
    std::size_t crossings = 0;
    for (int i = 0; i < sized(5000, 100000); ++i) {
        const std::size_t box = random.index(3);
        const Vec3 through = inBox(random, {{-60, -60, -7}, {60, 60, 7}});
        Vec3 way = random.direction();
        if (random.chance(0.3)) way = {std::round(way.x * 2), std::round(way.y * 2), std::round(way.z)};
        if (!(length(way) > 0.5)) continue;
        way = way * (400 / length(way));
        const std::array<PathPoint, 1> path{pointAt(through + way, 1)};
        std::vector<std::uint64_t> inside(1);
        std::array<TriggerEvent, 64> told;
        const TouchResult result =
            touchTriggers(volumes.proof.clip, bodyOf(box), {.start = through - way, .seconds = 1, .path = path},
                          volumes.triggers, inside, told);
        ASSERT_EQ(result.events, 2u) << text(through) << ' ' << text(way) << " seed " << kSeed + 5;
        ASSERT_EQ(told[0].kind, TriggerEventKind::Enter);
        ASSERT_EQ(told[1].kind, TriggerEventKind::Leave);
        ++crossings;
    }
    EXPECT_GE(crossings, sized(4000u, 80000u));
}

// Two brushes share a face that the way crosses at an angle of 1e-3 or 1e-4. It enters and leaves both as one.
TEST(Triggers, HaveNoSeamsAtFlatAngles) {
    MapFile map = worldOf({boxBrush({-1000, -1000, -1000}, {-990, -990, -990})});
    addModel(map, "func_wall", {boxBrush({-16, -400, -8}, {0, 400, 8}), boxBrush({0, -400, -8}, {16, 400, 8})});
    const Volumes volumes(map);
    for (const double across : {0.5, 0.05, -0.5, -0.05}) {
        const std::array<PathPoint, 1> path{pointAt({across, 500, 0}, 1)};
        std::vector<std::uint64_t> inside(1);
        std::array<TriggerEvent, 8> told;
        const TouchResult result =
            touchTriggers(volumes.proof.clip, bodyOf(0), {.start = {-across, -500, 0}, .seconds = 1, .path = path},
                          volumes.triggers, inside, told);
        EXPECT_EQ(result.events, 2u) << across;
    }
}

// H3: the first trigger that asks for it ends the path, and the game goes on from there.
TEST(Triggers, MayEndThePath) {
    SplitMix random(kSeed + 6);
    Volumes volumes = randomVolumes(random, 60);
    std::size_t stops = 0;
    for (int i = 0; i < sized(300, 5000); ++i) {
        for (Trigger& trigger : volumes.triggers) trigger.stops = random.chance(0.2);
        Passage passage{.start = inBox(random, {{-400, -400, -150}, {400, 400, 150}}), .seconds = 1};
        const Vec3 end = inBox(random, {{-400, -400, -150}, {400, 400, 150}});
        std::vector<Trigger> never = volumes.triggers;
        for (Trigger& trigger : never) trigger.stops = false;
        std::array<PathPoint, 1> path{pointAt(end, 1)};
        passage.path = path;
        std::vector<std::uint64_t> whole(1), parts(1);
        std::array<TriggerEvent, 512> all, some;
        const std::size_t count = touchTriggers(volumes.proof.clip, bodyOf(2), passage, never, whole, all).events;
        std::size_t told = 0;
        double before = 0;
        for (int part = 0; part < 100; ++part) {
            const TouchResult result = touchTriggers(volumes.proof.clip, bodyOf(2), passage, volumes.triggers, parts,
                                                     std::span(some).subspan(told));
            ASSERT_TRUE(result.told);
            for (std::size_t e = told; e < told + result.events; ++e) ASSERT_EQ(some[e].trigger, all[e].trigger);
            told += result.events;
            if (!result.stopped) break;
            ++stops;
            const auto here = std::span(some).subspan(told - result.events, result.events);
            ASSERT_TRUE(std::any_of(here.begin(), here.end(), [&](const TriggerEvent& event) {
                return event.time == result.time && volumes.triggers[event.trigger].stops;
            }));
            before += result.time;
            passage.start = result.position;
            passage.seconds = path[0].time = 1 - before;
        }
        ASSERT_EQ(told, count);
        ASSERT_EQ(whole, parts);
    }
    EXPECT_GE(stops, sized(300u, 5000u));
}

}  // namespace
}  // namespace hullbake::test
