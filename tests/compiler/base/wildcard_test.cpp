// Proves patterns of names.
#include <gtest/gtest.h>

#include <string>

#include "compiler/base/wildcard.hpp"
#include "compiler/compiler_support.hpp"
#include "oracle/solids/map_solids.hpp"

namespace hullbake::test {
namespace {

TEST(Wildcard, Patterns) {
    const std::pair<const char*, const char*> yes[] = {
        {"", ""},       {"*", ""},      {"*", "abc"},           {"a*", "a"},    {"a*c", "abbc"},
        {"a?c", "abc"}, {"[*]*", "*w"}, {"[*]lava*", "*lava1"}, {"[[]a", "[a"}, {"*a*b", "xaxbab"},
        {"[?]", "?"},   {"a**", "a"},   {"[ab", "[ab"},         {"[]", "[]"},
    };
    for (const auto& [pattern, text] : yes) EXPECT_TRUE(matchesWildcard(pattern, text)) << pattern << ' ' << text;
    const std::pair<const char*, const char*> no[] = {
        {"", "a"}, {"a", ""}, {"a*c", "ab"}, {"a?c", "ac"}, {"[*]*", "w"}, {"[a]", "b"}, {"*a", "ab"}, {"[?]", "a"},
    };
    for (const auto& [pattern, text] : no) EXPECT_FALSE(matchesWildcard(pattern, text)) << pattern << ' ' << text;
}

TEST(Wildcard, NamesMatchByTheirEnd) {
    EXPECT_TRUE(matchesName("clip", "clip"));
    EXPECT_TRUE(matchesName("clip", "textures/common/clip"));
    EXPECT_TRUE(matchesName("common/clip", "textures/common/clip"));
    EXPECT_TRUE(matchesName("common/clip", "common/clip"));
    EXPECT_FALSE(matchesName("common/clip", "clip"));
    EXPECT_FALSE(matchesName("common/clip", "xcommon/clip"));
    EXPECT_TRUE(matchesName("fog*/*", "a/fogs/b"));
    EXPECT_TRUE(matchesName("/a/b", "a/b"));
    EXPECT_TRUE(matchesName("/a/b", "textures/a/b"));
    EXPECT_FALSE(matchesName("/a/b", "x/a/b"));
    EXPECT_FALSE(matchesName("/b", "a/b"));
    EXPECT_FALSE(matchesName("fog*/*", "fogs/a/b"));
    EXPECT_TRUE(matchesName("*", "a/"));
}

// The oracle has a matcher of its own, reached by a rule that makes a brush sky.
TEST(Wildcard, TheOracleMatchesAlike) {
    constexpr std::uint64_t kSeed = 20261127;
    Rng random(kSeed);
    const std::string letters = "ab*?[]/";
    std::size_t matched = 0;
    for (int i = 0; i < 60000; ++i) {
        GameRules rules;
        std::string pattern, name;
        for (std::size_t n = random.next() % 6; n-- > 0;) pattern += letters[random.next() % letters.size()];
        for (std::size_t n = random.next() % 6; n-- > 0;) name += letters[random.next() % letters.size()];
        rules.textures.push_back({pattern, {FaceSays::Volume, Contents::Sky}, RuleScope::Anywhere, {}});
        MapBrush brush;
        brush.faces.emplace_back().texture = name;
        const bool theirs = oracle::brushWord(brush, rules, true).contents == Contents::Sky;
        ASSERT_EQ(matchesName(pattern, name), theirs) << pattern << " for " << name << ", seed " << kSeed;
        matched += theirs ? 1 : 0;
    }
    EXPECT_GE(matched, 3000u);
}

}  // namespace
}  // namespace hullbake::test
