// Proves that the bytes of .hull files and of answers are the pinned ones, with any compiler of this program. `./dev
// test` runs builds of two compilers, `./dev determinism` the whole matrix. After an intended change run ./dev golden.
#include <gtest/gtest.h>

#include <iostream>

#include "golden/golden.hpp"

namespace hullbake::test {
namespace {

constexpr const char* kRefresh = "when this was meant: ./dev golden";

std::vector<GoldenLine> pinnedLines() {
    std::string error;
    std::vector<GoldenLine> lines = readGolden(goldenPath(), error);
    EXPECT_EQ(error, "");
    return lines;
}

// Compares all items whose name has the prefix and returns their number.
std::size_t compareItems(const std::string& prefix, int threads) {
    const std::vector<GoldenLine> pinned = pinnedLines();
    std::size_t compared = 0;
    for (const GoldenItem& item : goldenItems(HULLBAKE_CLI)) {
        if (!item.name.starts_with(prefix)) continue;
        const auto hash = item.compute(threads);
        if (!hash) continue;
        ++compared;
        EXPECT_EQ(*hash, pinnedHash(pinned, item.name, item.settings))
            << item.name << ' ' << item.settings << ", " << threads << " threads; " << kRefresh;
    }
    return compared;
}

class Golden : public testing::TestWithParam<int> {};

TEST_P(Golden, HullOfTheDemoIsPinned) {
    EXPECT_EQ(compareItems("demo", GetParam()), 3u);
}

TEST_P(Golden, HullsOfAllScenesArePinned) {
    EXPECT_GE(compareItems("scenes/", GetParam()), 45u);
}

TEST_P(Golden, HullsOfRealMapsArePinned) {
    std::string missing;
    for (const GoldenItem& item : goldenItems(HULLBAKE_CLI))
        if (item.name.starts_with("quake/") && !item.compute(1)) missing = item.missing;
    if (!missing.empty()) GTEST_SKIP() << missing;
    EXPECT_EQ(compareItems("quake/", GetParam()), 3u);
}

INSTANTIATE_TEST_SUITE_P(Threads, Golden, testing::Values(1, 2, 8), testing::PrintToStringParamName());

TEST(GoldenAnswers, ToABatchOfTracesAndPointsArePinned) {
    EXPECT_EQ(compareItems("answers/", 0), 5u);
}

// Guards against lines that are stale, missing or duplicated.
TEST(GoldenFile, PinsExactlyWhatIsComputed) {
    const std::vector<GoldenLine> pinned = pinnedLines();
    const std::vector<GoldenItem> items = goldenItems(HULLBAKE_CLI);
    ASSERT_EQ(pinned.size(), items.size()) << kRefresh;
    for (std::size_t i = 0; i < items.size(); ++i) {
        EXPECT_EQ(pinned[i].name, items[i].name) << kRefresh;
        EXPECT_EQ(pinned[i].settings, items[i].settings) << kRefresh;
    }
}

TEST(GoldenFile, ReadsWhatItWrites) {
    const std::vector<GoldenLine> pinned = pinnedLines();
    const std::string path = testing::TempDir() + "hullbake_golden_copy.txt";
    std::FILE* file = std::fopen(path.c_str(), "w");
    ASSERT_NE(file, nullptr);
    std::fputs(goldenText(pinned).c_str(), file);
    std::fclose(file);
    std::string error;
    EXPECT_EQ(readGolden(path, error), pinned);
    EXPECT_EQ(error, "");
    std::remove(path.c_str());
}

}  // namespace
}  // namespace hullbake::test
