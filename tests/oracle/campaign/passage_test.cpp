// Proves that leaks, the fill and the oracle follow the width of the narrowest passage.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <iostream>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "compiler/compile.hpp"
#include "hullbake/clip_map.hpp"
#include "oracle/campaign/verify.hpp"
#include "oracle/solids/sample_brushes.hpp"
#include "support/maps.hpp"
#include "support/random.hpp"
#include "support/test_size.hpp"
#include "support/turned_maps.hpp"

namespace hullbake::oracle {
namespace {

using test::Rng;
using test::sized;

constexpr std::array kWidths{0.0, 0.01, 1.0 / 64, 1.0 / 16, 0.3, 0.5, 1.0, 4.0};
constexpr double kWall = 8, kEnd = 208;  // thickness of the walls, and the end of the rooms along x
constexpr Box kBox{{-4, -4, -4}, {4, 4, 8}};
const Vec3 kNear{50, 40, 50}, kFar{158, 40, 50}, kOutside{-40, 40, 50};

/// Returns two rooms in a row along x: from 0 to 100, where the start is, and from 108 on. `slit` is the width of a
/// slit in y, through the wall between both, or through the wall at x = 0.
MapFile twoRooms(double slit, bool between, bool itemBehind) {
    std::vector<MapBrush> brushes;
    for (const double x : {-kWall, 100.0, kEnd}) {
        const bool open = x == (between ? 100.0 : -kWall);
        brushes.push_back(boxBrush({x, 0, 0}, {x + kWall, open ? 30 : 80.0, 100}));
        if (open) brushes.push_back(boxBrush({x, 30 + slit, 0}, {x + kWall, 80, 100}));
    }
    for (const double y : {-kWall, 80.0}) brushes.push_back(boxBrush({-kWall, y, 0}, {kEnd + kWall, y + kWall, 100}));
    for (const double z : {-kWall, 100.0})
        brushes.push_back(boxBrush({-kWall, -kWall, z}, {kEnd + kWall, 80 + kWall, z + kWall}));
    MapFile map = test::worldMap(std::move(brushes));
    test::addPoint(map, "info_player_start", "50 40 50");
    if (itemBehind) test::addPoint(map, "item_health", "158 40 50");
    return map;
}

struct Compiled {
    MapFile map;
    CompileResult result;
    ClipMap clip;

    Contents at(const Vec3& p, const char* hull) const { return clip.contentsAt({.hull = *clip.findHull(hull)}, p); }
    const HullReport& report(const char* hull) const { return result.report.hulls.at(clip.findHull(hull)->value); }
};

void compileWith(double passage, MapFile map, Compiled& compiled) {
    CompileSettings settings;
    settings.hulls = {{"point", {}}, {"box", kBox}};
    settings.passage = passage;
    compiled.map = std::move(map);
    compiled.result = compileMap(compiled.map, "", settings);
    const OpenResult open = ClipMap::open(compiled.result.blob);
    ASSERT_TRUE(open) << statusText(open.status);
    compiled.clip = open.map;
}

VerifyResult verified(const Compiled& compiled, double closed, std::size_t traces, std::uint64_t seed) {
    VerifySettings settings;
    settings.traces = traces;
    settings.shapes = 0;
    settings.seed = seed;
    settings.closed = closed;
    return verify(compiled.clip, compiled.map, settings);
}

void expectAgreement(const Compiled& compiled, double passage, std::uint64_t seed) {
    const VerifyResult result = verified(compiled, passage, sized<std::size_t>(150, 1500), seed);
    EXPECT_TRUE(result.agrees()) << (result.differences.empty() ? "" : result.differences.front().difference.reason);
}

// The sides of slits for the box are further apart by its width.
TEST(Passage, NarrowerSlitsLeakInNoHull) {
    std::size_t leaks = 0, tight = 0;
    for (const double passage : kWidths)
        for (const double share : {0.5, 0.98, 1.02, 1.5})
            for (const char* hull : {"point", "box"})
                for (const bool turned : {false, true}) {
                    if (turned && hull == std::string("box")) continue;  // grown otherwise
                    const double gap = passage == 0 ? 1e-3 * share : passage * share;
                    SCOPED_TRACE(testing::Message() << passage << ": " << gap << " " << hull << " " << turned);
                    const bool isBox = hull == std::string("box");
                    const Vec3 degrees = turned ? Vec3{31, 17, 233} : Vec3{};
                    MapFile map = twoRooms(gap + (isBox ? 8 : 0), false, false);
                    if (turned) map = test::turnedMap(std::move(map), degrees, 9);
                    Compiled compiled;
                    ASSERT_NO_FATAL_FAILURE(compileWith(passage, std::move(map), compiled));
                    const bool leaks1 = passage == 0 || share > 1;
                    EXPECT_EQ(compiled.report(hull).leaked, leaks1);
                    EXPECT_EQ(compiled.report(hull).filled, !leaks1);
                    EXPECT_TRUE(!isBox || compiled.report("point").leaked) << "a wide gap";
                    const auto at = [&](const Vec3& p) {
                        return compiled.at(turned ? test::turnedPoint(p, degrees, 9) : p, hull);
                    };
                    EXPECT_EQ(at(kNear), Contents::Empty);
                    EXPECT_EQ(at(kOutside), leaks1 ? Contents::Empty : Contents::Solid);
                    (leaks1 ? leaks : tight)++;
                    expectAgreement(compiled, passage, leaks + tight);
                }
    EXPECT_EQ(leaks, 3u * (4 + 7 * 2));
    EXPECT_EQ(tight, 3u * 7 * 2);
}

TEST(Passage, NarrowerSlitsKeepNoRoomBehindThem) {
    for (const double passage : kWidths)
        for (const double share : {0.5, 0.98, 1.02, 1.5})
            for (const bool item : {false, true}) {
                const double gap = passage == 0 ? 1e-3 * share : passage * share;
                SCOPED_TRACE(testing::Message() << passage << ": " << gap << " " << item);
                Compiled compiled;
                ASSERT_NO_FATAL_FAILURE(compileWith(passage, twoRooms(gap, true, item), compiled));
                const HullReport& report = compiled.report("point");
                EXPECT_TRUE(report.filled && !report.leaked);
                const bool free = item || passage == 0 || share > 1;
                EXPECT_EQ(compiled.at(kNear, "point"), Contents::Empty);
                EXPECT_EQ(compiled.at(kFar, "point"), free ? Contents::Empty : Contents::Solid);
                const Trace through = compiled.clip.trace({.hull = *compiled.clip.findHull("point")},
                                                          {90, 30 + gap / 2, 50}, {120, 30 + gap / 2, 50});
                EXPECT_EQ(through.hit, !free) << "nothing closes what both rooms are joined by";
                expectAgreement(compiled, passage, 7);
            }
}

// Faces at multiples of 1/64 are exact, so the surface alone could tell what is reached. It knows no widths.
TEST(Passage, SlitsOnTheGridAreClosedToo) {
    for (const double gap : {1.0 / 64, 0.25}) {
        Compiled usual, wide;
        ASSERT_NO_FATAL_FAILURE(compileWith(kPassage, twoRooms(gap, true, false), usual));
        ASSERT_NO_FATAL_FAILURE(compileWith(0.5, twoRooms(gap, true, false), wide));
        EXPECT_EQ(usual.at(kFar, "point"), Contents::Empty);
        EXPECT_EQ(wide.at(kFar, "point"), Contents::Solid);
    }
}

TEST(Passage, WhatAWiderOneClosedIsNoExcuseForANarrowerOne) {
    Compiled compiled;
    ASSERT_NO_FATAL_FAILURE(compileWith(0.5, twoRooms(0.25, true, false), compiled));
    const std::size_t traces = sized<std::size_t>(2000, 20000);
    EXPECT_TRUE(verified(compiled, 0.5, traces, 1).agrees());
    EXPECT_TRUE(verified(compiled, 0.26, traces, 1).agrees());
    EXPECT_GT(verified(compiled, 0.24, traces, 1).total.mismatches, 0u);
    EXPECT_GT(verified(compiled, kClosedWidth, traces, 1).total.mismatches, 0u);
    EXPECT_GT(verified(compiled, 0, traces, 1).total.mismatches, 0u);
}

TEST(Passage, ViewsThroughSlitsNeedItsWidth) {
    const SolidSet solids = solidsOf(worldOf({boxBrush({0, 0, 0}, {8, 40, 80}), boxBrush({0, 40.5, 0}, {8, 80, 80})}));
    const Vec3 from{-90, 40.25, 40}, to{90, 40.25, 40};
    EXPECT_TRUE(solids.clear(from, to, kMaskBlocking, 0.24));
    EXPECT_FALSE(solids.clear(from, to, kMaskBlocking, 0.26));
}

TEST(Passage, OtherWidthsAreRefused) {
    CompileSettings settings;
    for (const double wrong : {-1e-9, 4.01, -1.0, std::numeric_limits<double>::infinity(), std::nan("")}) {
        settings.passage = wrong;
        EXPECT_EQ(faultOf(settings).rfind("a narrowest passage of ", 0), 0u) << wrong;
    }
    for (const double right : {0.0, 1e-9, 4.0}) {
        settings.passage = right;
        EXPECT_EQ(faultOf(settings), "") << right;
    }
}

/// A row of rooms with walls, slits between and out of them, and blocks beside walls. Most gaps are about as wide as
/// the narrowest passage, for a point or for the box.
class RandomRooms {
  public:
    RandomRooms(Rng& rng, double passage) : rng_(rng), passage_(passage) {}

    MapFile make() {
        grow_ = rng_.chance(0.5) ? 0 : 8;
        std::vector<double> walls{-thick_};
        for (int rooms = rng_.whole(2, 4); rooms > 0; --rooms)
            walls.push_back(walls.back() + thick_ + rng_.between(60, 130));
        const double end = walls.back() + thick_;
        for (const double y : {-thick_, deep_}) add({-thick_, y, 0}, {end, y + thick_, high_});
        for (const double z : {-thick_, high_}) add({-thick_, -thick_, z}, {end, deep_ + thick_, z + thick_});
        for (std::size_t i = 0; i < walls.size(); ++i)
            addWall(walls[i], rng_.chance(i > 0 && i + 1 < walls.size() ? 0.75 : 0.3));
        for (std::size_t i = 0; i + 1 < walls.size(); ++i)
            if (rng_.chance(0.5)) addBlock(walls[i] + thick_);
        const double decimals = std::array{3, 4, 6, 9, 12}[rng_.index(5)];
        MapFile map = test::worldMap(std::move(brushes_));
        for (std::size_t i = 0; i + 1 < walls.size(); ++i)
            if (i == 0 || rng_.chance(0.4))
                test::addPoint(map, i == 0 ? "info_player_start" : "light",
                               std::to_string((walls[i] + thick_ + walls[i + 1]) / 2) + " 30 31");
        const bool turned = rng_.chance(0.6);
        const Vec3 degrees = turned ? rng_.pointIn({{0, 0, 0}, {360, 360, 360}}) : Vec3{};
        return test::turnedMap(std::move(map), degrees, static_cast<int>(decimals));
    }

  private:
    double gap() {
        constexpr std::array kShares{0.2, 0.5, 0.9, 0.99, 1.01, 1.1, 1.6};
        const double least = std::max(passage_, 0.01);
        return rng_.chance(0.2) ? rng_.between(0.001, 2 * least) : least * kShares[rng_.index(kShares.size())];
    }

    void add(const Vec3& mins, const Vec3& maxs) { brushes_.push_back(boxBrush(mins, maxs)); }

    void addWall(double x, bool open) {
        const double to = x + thick_;
        if (!open) return add({x, 0, 0}, {to, deep_, high_});
        const double width = gap() + grow_, place = rng_.between(10, 50);
        const int kind = rng_.whole(0, 2);
        if (kind == 0) return add({x, width, 0}, {to, deep_, high_});  // along the side
        if (kind == 1) {
            add({x, 0, 0}, {to, place, high_});
            return add({x, place + width, 0}, {to, deep_, high_});
        }
        add({x, 0, 0}, {to, deep_, place});
        add({x, 0, place + width + grow_ / 2}, {to, deep_, high_});
    }

    void addBlock(double beside) {
        const double away = gap(), size = rng_.between(4, 12), y = rng_.between(10, 40);
        add({beside + away, y, rng_.chance(0.5) ? 0 : away}, {beside + away + size, y + size, rng_.between(5, 40)});
    }

    Rng& rng_;
    double passage_, grow_ = 0;
    double thick_ = std::array{2.0, 8.0, 16.0}[rng_.index(3)];
    double high_ = rng_.between(60, 120), deep_ = rng_.between(60, 120);
    std::vector<MapBrush> brushes_;
};

TEST(Passage, RandomRoomsAgreeWithTheOracle) {
    constexpr std::uint64_t kSeed = 20261129;
    std::cout << "seed " << kSeed << "\n";
    Rng rng(kSeed);
    std::size_t leaks = 0, filled = 0, stopped = 0;
    for (int i = 0; i < sized(60, 600); ++i) {
        const double passage = rng.chance(0.7) ? kWidths[rng.index(kWidths.size())] : rng.between(0, kMostPassage);
        SCOPED_TRACE("rooms " + std::to_string(i) + ", passage " + std::to_string(passage));
        Compiled compiled;
        ASSERT_NO_FATAL_FAILURE(compileWith(passage, RandomRooms(rng, passage).make(), compiled));
        for (const HullReport& hull : compiled.result.report.hulls) (hull.leaked ? leaks : filled)++;
        EXPECT_EQ(compiled.result.report.checkFaults, 0u);
        const VerifyResult result = verified(compiled, passage, sized<std::size_t>(300, 1000), kSeed + leaks);
        EXPECT_TRUE(result.agrees()) << (result.differences.empty() ? "" : result.differences[0].difference.reason);
        stopped += result.total.closedCracks;
    }
    std::cout << leaks << " hulls leaked, " << filled << " were filled, " << stopped << " traces stopped at cracks\n";
    EXPECT_GE(leaks, sized(15u, 120u));
    EXPECT_GE(filled, sized(40u, 400u));
    EXPECT_GE(stopped, sized(40u, 300u));
}

}  // namespace
}  // namespace hullbake::oracle
