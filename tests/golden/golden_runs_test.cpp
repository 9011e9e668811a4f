// Proves that recorded runs give the same bits with any compiler of the program. After an intended change run ./dev
// golden.
#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <string>
#include <variant>

#include "formats/run_file.hpp"
#include "formats/world_file.hpp"
#include "golden/golden.hpp"
#include "golden/golden_runs.hpp"
#include "tools/runs/run_difference.hpp"
#include "tools/runs/run_player.hpp"
#include "tools/runs/world_player.hpp"

namespace hullbake::test {
namespace {

constexpr std::uintmax_t kMaxBytes = 60'000;

TEST(GoldenRuns, InTheDemoComeToTheSameBits) {
    RunReplayer replayer(HULLBAKE_CLI, 0);
    std::size_t compared = 0;
    for (const GoldenRun& run : goldenRuns()) {
        if (!run.name.starts_with("demo_")) continue;
        ++compared;
        const Replayed replayed = replayer.replay(run);
        EXPECT_TRUE(replayed.sameBits()) << run.name << "; when this was meant: ./dev golden\n" << replayed.output;
    }
    EXPECT_GE(compared, 3u);
}

TEST(GoldenRuns, InRealMapsComeToTheSameBits) {
    RunReplayer replayer(HULLBAKE_CLI, 0);
    std::size_t compared = 0;
    std::string missing;
    for (const GoldenRun& run : goldenRuns()) {
        if (run.name.starts_with("demo_")) continue;
        if (!run.map) {
            missing = run.missing;
            continue;
        }
        ++compared;
        const Replayed replayed = replayer.replay(run);
        EXPECT_TRUE(replayed.sameBits()) << run.name << "; when this was meant: ./dev golden\n" << replayed.output;
    }
    if (!missing.empty()) GTEST_SKIP() << missing;
    EXPECT_GE(compared, 4u);
}

/// Replays a run with the command line's player, linked into this program.
void expectSameBits(const GoldenRun& run, const cli::HullFile& file) {
    SCOPED_TRACE(run.name);
    auto read = readRun(run.path);
    ASSERT_TRUE(std::holds_alternative<RecordedRun>(read)) << std::get<Diagnostic>(read).text();
    const RecordedRun& recorded = std::get<RecordedRun>(read);
    cli::RunPlayer player(file, recorded.head);
    std::uint32_t compared = 0;
    for (const RunLine& line : recorded.lines) {
        if (line.verb != RunVerb::Ticks) {
            player.apply(line);
            continue;
        }
        for (std::uint32_t i = 0; i < line.ticks; ++i) {
            const RunState& state = player.tick();
            if (!line.result) continue;
            ++compared;
            const auto difference = cli::firstDifference(state, *line.result);
            ASSERT_FALSE(difference) << "tick " << player.ticks() << ": " << difference->what << " is "
                                     << difference->is << ", recorded " << difference->recorded;
        }
    }
    EXPECT_EQ(compared, player.ticks());
}

struct WorldHappenings {
    std::size_t worlds = 0, compared = 0, ticks = 0, events = 0, turned = 0;
};

/// Plays a world with the command line's player, linked into this program.
void expectSameWorld(const GoldenRun& run, const cli::HullFile& file, WorldHappenings& all) {
    SCOPED_TRACE(run.name);
    auto read = readWorldRun(run.path);
    ASSERT_TRUE(std::holds_alternative<WorldRun>(read)) << std::get<Diagnostic>(read).text();
    const WorldRun& recorded = std::get<WorldRun>(read);
    cli::WorldPlayer player(file, recorded);
    for (const WorldRunLine& line : recorded.lines) {
        player.apply(line);
        for (std::uint32_t i = 0; line.verb == WorldVerb::Ticks && i < line.ticks; ++i) {
            const WorldRunResult is = player.tick();
            all.events += player.events().size();
            for (const PlacedModel& model : player.models()) all.turned += model.transform.turns() ? 1 : 0;
            if (!line.result) continue;
            ++all.compared;
            EXPECT_EQ(is.hash, line.result->hash) << "tick " << player.ticks();
            EXPECT_EQ(is.events, line.result->events) << "tick " << player.ticks();
            for (std::size_t m = 0; m < is.models.size(); ++m)
                EXPECT_EQ(is.models[m], line.result->models[m]) << "tick " << player.ticks() << ", model " << m;
            for (std::size_t b = 0; b < is.bodies.size(); ++b)
                ASSERT_FALSE(cli::firstDifference(is.bodies[b], line.result->bodies[b]))
                    << "tick " << player.ticks() << ", body " << b;
        }
    }
    ++all.worlds;
    all.ticks += player.ticks();
}

TEST(GoldenRuns, InTheDemoComeToTheSameBitsInThisProgram) {
    std::size_t compared = 0;
    WorldHappenings worlds;
    cli::HullFile file;
    for (const GoldenRun& run : goldenRuns()) {
        if (!run.name.starts_with("demo_")) continue;
        if (++compared == 1) {
            file.bytes = compiledForGolden(run.map.value(), 0);
            file.map = ClipMap::open(file.bytes).map;
        }
        if (run.isWorld)
            expectSameWorld(run, file, worlds);
        else
            expectSameBits(run, file);
    }
    EXPECT_GE(compared, 6u);
    EXPECT_GE(worlds.worlds, 3u);
    EXPECT_GE(worlds.compared, worlds.ticks / 20);
    EXPECT_GE(worlds.ticks, 1000u);
    EXPECT_GE(worlds.events, 500u);
    EXPECT_GE(worlds.turned, 500u);
}

/// Counts ticks and fast inputs, to show that something happens in the runs.
struct Happenings {
    int ticks = 0, onGround = 0, inAir = 0, jumps = 0, landings = 0, climbed = 0, descended = 0, blocked = 0, fast = 0;
};

void count(const RecordedRun& run, Happenings& all) {
    const RunState* before = nullptr;
    for (const RunLine& line : run.lines) {
        all.jumps += line.verb == RunVerb::Jump ? 1 : 0;
        all.fast += length(line.vector) > 2000 && run.head.mode == RunMode::Fly ? 1 : 0;
        if (line.verb != RunVerb::Ticks) continue;
        ASSERT_TRUE(line.result) << "line " << line.pos.line << " has no result";
        const RunState& state = *line.result;
        ++all.ticks;
        const bool ground = state.stance == RunStance::Ground;
        const bool groundBefore = before != nullptr && before->stance == RunStance::Ground;
        all.onGround += ground ? 1 : 0;
        all.inAir += state.stance == RunStance::Air ? 1 : 0;
        all.landings += ground && before != nullptr && before->stance == RunStance::Air ? 1 : 0;
        all.climbed += ground && groundBefore && state.origin.z > before->origin.z + 1 ? 1 : 0;
        all.descended += ground && groundBefore && state.origin.z < before->origin.z - 1 ? 1 : 0;
        all.blocked += state.stance == RunStance::Blocked ? 1 : 0;
        before = &*line.result;
    }
}

TEST(GoldenRuns, ShowWalkingStairsJumpsFallsAndFlight) {
    Happenings all;
    std::size_t classic = 0, boxes = 0;
    for (const GoldenRun& run : goldenRuns()) {
        SCOPED_TRACE(run.name);
        EXPECT_LE(std::filesystem::file_size(run.path), kMaxBytes);
        if (run.isWorld) continue;
        auto read = readRun(run.path);
        ASSERT_TRUE(std::holds_alternative<RecordedRun>(read)) << std::get<Diagnostic>(read).text();
        const RecordedRun& recorded = std::get<RecordedRun>(read);
        const int before = all.ticks;
        count(recorded, all);
        EXPECT_GE(all.ticks - before, 200);
        classic += recorded.head.rules.mode == SlideMode::Classic ? 1 : 0;
        boxes += recorded.head.box ? 1 : 0;
    }
    EXPECT_GE(all.onGround, 1000);
    EXPECT_GE(all.inAir, 200);
    EXPECT_GE(all.jumps, 5);
    EXPECT_GE(all.landings, 15);
    EXPECT_GE(all.climbed, 100);
    EXPECT_GE(all.descended, 50);
    EXPECT_GE(all.blocked, 30);
    EXPECT_GE(all.fast, 20);
    EXPECT_GE(classic, 1u);
    EXPECT_GE(boxes, 1u);
}

}  // namespace
}  // namespace hullbake::test
