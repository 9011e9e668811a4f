// Proves that recorded runs are read and written, and that numbers keep their bits.
#include "formats/run_file.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <string>
#include <variant>

#include "formats/contents_mask.hpp"
#include "support/random.hpp"

namespace hullbake {
namespace {

RecordedRun runOf(const std::string& text) {
    auto parsed = parseRun(text, "test.run");
    const auto* error = std::get_if<Diagnostic>(&parsed);
    EXPECT_EQ(error, nullptr) << error->text() << "\n" << text;
    return error == nullptr ? std::move(std::get<RecordedRun>(parsed)) : RecordedRun{};
}

constexpr const char* kSmallHead = "hullbake-run 1\nhull player\nstart 1 2 3\n";

TEST(RunFile, AScriptNeedsNoMoreThanABoxAndAStart) {
    const RecordedRun run = runOf(std::string(kSmallHead) + "goal 10 20 320  # there\nticks 180\nsay the # top\n");
    EXPECT_EQ(run.head.hull, "player");
    EXPECT_FALSE(run.head.box);
    EXPECT_EQ(run.head.start, (Vec3{1, 2, 3}));
    EXPECT_EQ(run.head.mode, RunMode::Walk);
    EXPECT_EQ(run.head.rate, 60);
    EXPECT_EQ(run.head.rules.gravity, 800);
    EXPECT_EQ(run.head.rules.stepHeight, 18);
    EXPECT_EQ(run.head.rules.groundNormal, 0.7);
    EXPECT_EQ(run.head.mask, kMaskBlocking);
    EXPECT_EQ(run.head.skin, kDefaultSkin);
    EXPECT_EQ(run.head.model, ModelId{});
    ASSERT_EQ(run.lines.size(), 3u);
    EXPECT_EQ(run.lines[0].verb, RunVerb::Goal);
    EXPECT_EQ(run.lines[0].vector, (Vec3{10, 20, 0}));
    EXPECT_EQ(run.lines[0].number, 320);
    EXPECT_EQ(run.lines[0].pos.line, 4u);
    EXPECT_EQ(run.lines[1].verb, RunVerb::Ticks);
    EXPECT_EQ(run.lines[1].ticks, 180u);
    EXPECT_FALSE(run.lines[1].result);
    EXPECT_EQ(run.lines[2].text, "the # top");
}

TEST(RunFile, ReadsEveryKeyOfTheHead) {
    const RecordedRun run = runOf(
        "# first\r\nhullbake-run 1 # the version\r\n\r\n#second \nbox -1 -2 -3 4 5 6\nmodel all\nmask solid,lava\n"
        "skin 0.5\n\tmode fly\nsolver classic\nbumps 7\noverbounce 1.5\nstopspeed 0\ngravity 100\nunstick 4\nrate 125\n"
        "source ab12\nstart -1e3 2.5 -0\ncoast\nend 0\n");
    const RunHead& head = run.head;
    EXPECT_EQ(head.comments, (std::vector<std::string>{" first", "second "}));
    EXPECT_EQ(head.hull, "");
    EXPECT_EQ(head.box, (Box{{-1, -2, -3}, {4, 5, 6}}));
    EXPECT_EQ(head.model, kAllModels);
    EXPECT_EQ(head.mask, Contents::Solid | Contents::Lava);
    EXPECT_EQ(head.skin, 0.5);
    EXPECT_EQ(head.mode, RunMode::Fly);
    EXPECT_EQ(head.rules.mode, SlideMode::Classic);
    EXPECT_EQ(head.rules.classic.bumps, 7u);
    EXPECT_EQ(head.rules.classic.overbounce, 1.5);
    EXPECT_EQ(head.rules.classic.stopSpeed, 0);
    EXPECT_EQ(head.rules.gravity, 100);
    EXPECT_EQ(head.rules.unstick, 4);
    EXPECT_EQ(head.rate, 125);
    EXPECT_EQ(head.source, 0xab12u);
    EXPECT_EQ(head.start, (Vec3{-1000, 2.5, 0}));
    EXPECT_TRUE(std::signbit(head.start.z));
    const RecordedRun walker = runOf("hullbake-run 1\nhull h\nstart 0 0 0\nstep 24\nground-normal 0.5\nmodel 3\n");
    EXPECT_EQ(walker.head.rules.stepHeight, 24);
    EXPECT_EQ(walker.head.rules.groundNormal, 0.5);
    EXPECT_EQ(walker.head.model, ModelId{3});
    EXPECT_EQ(runOf("hullbake-run 1\nmode fly\nhull h\nstart 0 0 0\n").head.rules.gravity, 0) << "flyers have none";
}

TEST(RunFile, ReadsEveryInput) {
    const RecordedRun run =
        runOf(std::string(kSmallHead) +
              "wish 1 2\nheading 90 320\nstop\ncoast\nvelocity 1 2 3\njump\njump 100 # high\nrate 30\n"
              "goal 4 5 6\ntick\ntick 1 2 3 4 5 6 wedged\n# between\nend 2\n");
    ASSERT_EQ(run.lines.size(), 12u);
    EXPECT_EQ(run.lines[0].verb, RunVerb::Wish);
    EXPECT_EQ(run.lines[0].vector, (Vec3{1, 2, 0}));
    EXPECT_EQ(run.lines[1].verb, RunVerb::Heading);
    EXPECT_EQ(run.lines[1].vector.x, 90);
    EXPECT_EQ(run.lines[1].number, 320);
    EXPECT_EQ(run.lines[2].verb, RunVerb::Wish);
    EXPECT_EQ(run.lines[2].vector, Vec3{});
    EXPECT_EQ(run.lines[3].verb, RunVerb::Coast);
    EXPECT_EQ(run.lines[4].verb, RunVerb::Velocity);
    EXPECT_EQ(run.lines[4].vector, (Vec3{1, 2, 3}));
    EXPECT_EQ(run.lines[5].number, kDefaultJump);
    EXPECT_EQ(run.lines[6].number, 100);
    EXPECT_EQ(run.lines[7].verb, RunVerb::Rate);
    EXPECT_EQ(run.lines[7].number, 30);
    EXPECT_EQ(run.lines[8].number, 6);
    EXPECT_EQ(run.lines[9].ticks, 1u);
    EXPECT_FALSE(run.lines[9].result);
    ASSERT_TRUE(run.lines[10].result);
    EXPECT_EQ(run.lines[10].result->origin, (Vec3{1, 2, 3}));
    EXPECT_EQ(run.lines[10].result->velocity, (Vec3{4, 5, 6}));
    EXPECT_EQ(run.lines[10].result->stance, RunStance::Wedged);
    EXPECT_EQ(run.lines[11].text, " between");
    const RecordedRun flyer = runOf("hullbake-run 1\nhull h\nmode fly\nstart 0 0 0\nwish 1 2 3\ngoal 4 5 6 7\n");
    EXPECT_EQ(flyer.lines[0].vector, (Vec3{1, 2, 3}));
    EXPECT_EQ(flyer.lines[1].vector, (Vec3{4, 5, 6}));
    EXPECT_EQ(flyer.lines[1].number, 7);
}

TEST(RunFile, TheFirstRateAfterTheHeadIsAnInput) {
    const RecordedRun run = runOf("hullbake-run 1\nrate 30\nhull h\nstart 0 0 0\nrate 125\nticks 1\n");
    EXPECT_EQ(run.head.rate, 30);
    ASSERT_EQ(run.lines.size(), 2u);
    EXPECT_EQ(run.lines[0].number, 125);
}

TEST(RunFile, WhatIsWrittenReadsBackAndIsWrittenAgain) {
    const std::string walk =
        "hullbake-run 1\n# about\nsource ab12\nhull player\nmodel 2\nmask solid,lava\nskin 0.25\nmode walk\n"
        "solver classic\nbumps 4\noverbounce 1.001\nstopspeed 0.1\ngravity 800\nstep 18\nground-normal 0.7\nunstick 2\n"
        "rate 60\nstart 1 2 3\nrate 30\nsay a place\nwish 1 2\nheading 45 320\ngoal 1 2 3\ncoast\nvelocity 1 2 3\n"
        "jump 270\nticks 12\n#between\ntick 1 -0 3.5 4 5e-324 6 ground\nend 13\n";
    EXPECT_EQ(runText(runOf(walk)), walk);
    const std::string fly =
        "hullbake-run 1\nbox -1 -1 -1 1 1 1\nmodel all\nmask all\nskin 0\nmode fly\nsolver robust\ngravity 0\n"
        "unstick 2\nrate 0.1\nstart 0.1 0.2 0.30000000000000004\nwish 1 2 3\ngoal 1 2 3 4\n"
        "tick 1 2 3 1e+300 5 6 blocked\nend 1\n";
    EXPECT_EQ(runText(runOf(fly)), fly);
}

TEST(RunFile, NumbersKeepTheirBits) {
    constexpr std::uint32_t kSeed = 17;
    test::Rng random(kSeed);
    RecordedRun run = runOf(kSmallHead);
    const auto number = [&] {
        double value;
        do value = std::bit_cast<double>(random.next());
        while (!std::isfinite(value));
        return value;
    };
    constexpr int kTicks = 5000;
    int subnormal = 0;
    for (int i = 0; i < kTicks; ++i) {
        RunLine& line = run.lines.emplace_back();
        line.verb = RunVerb::Ticks;
        line.ticks = 1;
        line.result = RunState{{number(), number(), number()}, {number(), number(), -0.0}, RunStance::Ground};
        if (i % 100 == 0) line.result->velocity.x = std::numeric_limits<double>::denorm_min() * (1 + i);
        subnormal += std::fpclassify(line.result->velocity.x) == FP_SUBNORMAL ? 1 : 0;
    }
    EXPECT_GE(subnormal, 50);
    const RecordedRun read = runOf(runText(run));
    ASSERT_EQ(read.lines.size(), run.lines.size());
    for (std::size_t i = 0; i < run.lines.size(); ++i) {
        for (int axis = 0; axis < 3; ++axis) {
            ASSERT_EQ(std::bit_cast<std::uint64_t>(read.lines[i].result->origin[axis]),
                      std::bit_cast<std::uint64_t>(run.lines[i].result->origin[axis]))
                << "seed " << kSeed;
            ASSERT_EQ(std::bit_cast<std::uint64_t>(read.lines[i].result->velocity[axis]),
                      std::bit_cast<std::uint64_t>(run.lines[i].result->velocity[axis]))
                << "seed " << kSeed;
        }
    }
}

TEST(RunFile, MasksAreWrittenAsTheyAreRead) {
    std::string unknown;
    for (std::uint32_t low = 1; low <= 0x1ffff; ++low) {  // the old bits by themselves, then with some of the others
        const std::uint32_t bits = low <= 0xff ? low : low * 0x2001 & static_cast<std::uint32_t>(kMaskAll);
        const auto mask = static_cast<Contents>(bits);
        if (!any(mask)) continue;
        ASSERT_EQ(parseContentsMask(contentsMaskText(mask), unknown), mask) << bits;
    }
    EXPECT_EQ(contentsMaskText(kMaskBlocking), "blocking");
    EXPECT_EQ(contentsMaskText(kMaskAll), "all");
    EXPECT_EQ(contentsMaskText(Contents::Solid | Contents::Water), "solid,water");
    for (const char* wrong : {"", "solid,", ",solid", "empty", "jelly", "Solid", "solid, sky"}) {
        unknown = "-";
        EXPECT_FALSE(parseContentsMask(wrong, unknown)) << wrong;
        EXPECT_NE(unknown, "-") << wrong;
    }
}

TEST(RunFile, MessagesNameEveryMask) {
    std::string names;
    for (std::uint32_t bit = 1; bit != 0; bit <<= 1)
        if (any(static_cast<Contents>(bit) & kMaskAll))
            names += std::string(contentsName(static_cast<Contents>(bit))) + ", ";
    EXPECT_EQ(kMaskNames, names + "blocking, liquid, all");
}

}  // namespace
}  // namespace hullbake
