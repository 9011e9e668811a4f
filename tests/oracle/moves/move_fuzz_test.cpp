// Proves that random movers through the demo, every scene and some real maps meet no fault, and enough of everything.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>

#include "oracle/moves/move_fuzz.hpp"
#include "oracle/oracle_map.hpp"
#include "support/shared_maps.hpp"
#include "support/test_size.hpp"

namespace hullbake::oracle {
namespace {

constexpr std::uint64_t kSeed = 20260722;

std::filesystem::path mapsFolder() {
    return std::filesystem::path(HULLBAKE_SOURCE_ROOT) / "maps";
}

void bake(const std::string& path, std::vector<std::byte>& blob) {
    auto read = readMap(path);
    if (const auto* error = std::get_if<Diagnostic>(&read)) FAIL() << error->text();
    blob = compileMap(std::get<MapFile>(read), "", {}).blob;
}

void fuzz(const std::vector<std::byte>& blob, std::size_t moves, MoveFuzzResult& result, unsigned threads = 0) {
    const OpenResult open = ClipMap::open(blob);
    ASSERT_TRUE(open) << statusText(open.status);
    MoveFuzzSettings settings;
    settings.moves = moves;
    settings.windows = moves / 200;
    settings.seed = kSeed;
    settings.threads = threads;
    result = fuzzMoves(open.map, settings);
}

void expectSound(const MoveFuzzResult& result, std::size_t moves) {
    EXPECT_TRUE(result.agrees());
    for (const MoveDifference& found : result.differences)
        ADD_FAILURE() << moveFaultName(found.fault) << ": " << found.place << ": " << found.reason << "\n"
                      << found.move << "\n"
                      << found.answer;
    EXPECT_EQ(result.total.moves, moves);
    EXPECT_GE(result.total.windows * 250, moves);
}

/// Expects every interesting case in a least share of the moves.
void expectEnough(const MoveTally& all, const MoveTally& walk) {
    EXPECT_GE(all.movers * 400, all.moves);
    EXPECT_GE(all.contacts * 5, all.moves);
    EXPECT_GE(all.crevices * 5000, all.moves);
    EXPECT_GE(all.examined * 50, all.moves);
    EXPECT_GE(all.longLooks * 50, all.moves);
    EXPECT_GE(walk.landings * 200, walk.moves);
    EXPECT_GE(walk.steps * 5000, walk.moves);
    EXPECT_LE(all.undecided * 1000, all.examined);
    EXPECT_GE(all.rests * 10, all.windows);
    EXPECT_LE(all.rests, all.windows);
}

TEST(MoveFuzz, Demo) {
    const std::size_t moves = test::sized(40000, std::size_t{200000});
    RecordProperty("seed", static_cast<int>(kSeed));
    std::vector<std::byte> blob;
    ASSERT_NO_FATAL_FAILURE(bake((mapsFolder() / "demo" / "demo.map").string(), blob));
    MoveFuzzResult result;
    ASSERT_NO_FATAL_FAILURE(fuzz(blob, moves, result));
    expectSound(result, moves);
    expectEnough(result.total, result.kinds[static_cast<std::size_t>(MoverKind::Walk)]);
    for (const MoveTally& kind : result.kinds) EXPECT_GE(kind.moves, moves / 8);
    const auto moved = std::count_if(result.rows.begin(), result.rows.end(), [](const MoveFuzzRow& row) {
        return std::any_of(row.kinds.begin(), row.kinds.end(), [](const MoveTally& t) { return t.moves > 0; });
    });
    EXPECT_GE(moved, 18) << "three hulls, baked and as boxes, in two scopes; half of the random boxes";
}

TEST(MoveFuzz, TheAnswerDoesNotDependOnThreads) {
    std::vector<std::byte> blob;
    ASSERT_NO_FATAL_FAILURE(bake((mapsFolder() / "scenes" / "floor_two_walls_corner.map").string(), blob));
    std::vector<MoveFuzzResult> results(3);
    ASSERT_NO_FATAL_FAILURE(fuzz(blob, 10000, results[0], 1));
    ASSERT_NO_FATAL_FAILURE(fuzz(blob, 10000, results[1], 3));
    ASSERT_NO_FATAL_FAILURE(fuzz(blob, 12000, results[2], 1));
    const auto numbers = [](const MoveFuzzResult& result) {
        std::vector<std::size_t> all;
        for (const MoveFuzzRow& row : result.rows)
            for (const MoveTally& t : row.kinds)
                all.insert(all.end(), {t.movers, t.moves, t.contacts, t.pieces, t.traces, t.touchings, t.examined,
                                       t.windows, t.rests});
        return all;
    };
    EXPECT_EQ(numbers(results[0]), numbers(results[1]));
    EXPECT_NE(numbers(results[0]), numbers(results[2]));
}

std::vector<std::string> sceneNames() {
    std::vector<std::string> names;
    std::error_code error;
    for (const auto& entry : std::filesystem::directory_iterator(mapsFolder() / "scenes", error))
        if (entry.path().extension() == ".map") names.push_back(entry.path().stem().string());
    std::sort(names.begin(), names.end());
    return names;
}

class MoveFuzzScenes : public testing::TestWithParam<std::string> {};

TEST_P(MoveFuzzScenes, MoversAreSound) {
    const std::size_t moves = test::sized(2500, std::size_t{10000});
    std::vector<std::byte> blob;
    ASSERT_NO_FATAL_FAILURE(bake((mapsFolder() / "scenes" / (GetParam() + ".map")).string(), blob));
    MoveFuzzResult result;
    ASSERT_NO_FATAL_FAILURE(fuzz(blob, moves, result));
    expectSound(result, moves);
    EXPECT_GE(result.total.contacts * 20, moves);
}

GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(MoveFuzzScenes);
INSTANTIATE_TEST_SUITE_P(Maps, MoveFuzzScenes, testing::ValuesIn(sceneNames()),
                         [](const auto& scene) { return scene.param; });

class MoveFuzzRealMaps : public testing::TestWithParam<const char*> {};

TEST_P(MoveFuzzRealMaps, MoversAreSound) {
    const std::size_t moves = test::sized(20000, std::size_t{50000});
    const std::string relative = std::string("maps/quake/") + GetParam() + ".map";
    const auto path = test::sharedFile(relative);
    if (!path) GTEST_SKIP() << test::missingShared(relative);
    std::vector<std::byte> blob;
    ASSERT_NO_FATAL_FAILURE(bake(*path, blob));
    MoveFuzzResult result;
    ASSERT_NO_FATAL_FAILURE(fuzz(blob, moves, result));
    expectSound(result, moves);
    expectEnough(result.total, result.kinds[static_cast<std::size_t>(MoverKind::Walk)]);
}

INSTANTIATE_TEST_SUITE_P(Maps, MoveFuzzRealMaps, testing::Values("dm2", "e1m1", "e3m4"),
                         [](const auto& map) { return std::string(map.param); });

}  // namespace
}  // namespace hullbake::oracle
