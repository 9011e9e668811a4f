// Proves which hulls have the brushes of an entity with the key `_hulls`, or of a rule that names hulls.
#include <gtest/gtest.h>

#include <string>

#include "compiler/compiler_support.hpp"

namespace hullbake::test {
namespace {

/// Returns the names of Quake's hulls that have a brush of an entity with that `_hulls`.
std::string hullsWith(const std::string& value, std::size_t* remarks = nullptr) {
    MapFile map = worldMap({boxBrush({-512, -512, -16}, {512, 512, 0})});
    addModel(map, "func_detail", {boxBrush({-64, -64, 0}, {64, 64, 64})});
    map.entities.back().keys.push_back({"_hulls", value, {}});
    const Baked baked = bake(map);
    if (remarks != nullptr) *remarks = countRemarks(baked.result.report, Severity::Warning, "no hull of this compile");
    std::string names;
    for (const char* hull : {"point", "player", "large"})
        if (baked.at({0, 0, 32}, hull) == Contents::Solid) names.append(hull).append(" ");
    return names;
}

TEST(ContentsRules, HullsKeyMayBeANumberWithABitForEachHull) {
    EXPECT_EQ(hullsWith("1"), "point ");
    EXPECT_EQ(hullsWith("2"), "player ");
    EXPECT_EQ(hullsWith("6"), "player large ");
    EXPECT_EQ(hullsWith("1, large"), "point large ");
    for (const char* all : {"0", "7", "", "  "}) EXPECT_EQ(hullsWith(all), "point player large ") << all;
    std::size_t remarks = 0;
    EXPECT_EQ(hullsWith("11", &remarks), "point player ") << "bits beyond the last hull count for nothing";
    EXPECT_EQ(remarks, 0u);
    for (const char* none : {"8", "4294967296", "1x"}) {
        EXPECT_EQ(hullsWith(none, &remarks), "") << none;
        EXPECT_EQ(remarks, 1u) << none;
    }
}

TEST(ContentsRules, BrushesWhoseRulesNameNoHullOfTheCompileAreToldAndCounted) {
    MapFile map =
        worldMap({boxBrush({-512, -512, -16}, {512, 512, 0}), boxBrush({-64, -64, 0}, {64, 64, 64}, "cliphull3"),
                  boxBrush({128, -64, 0}, {192, 64, 64}, "cliphull3")});
    const Baked quake = bake(map);  // by all games' rules, with the hulls of Quake
    EXPECT_EQ(countRemarks(quake.result.report, Severity::Warning,
                           "2 brushes are in no hull: their rules name no hull of this compile"),
              1u);
    ASSERT_EQ(quake.result.report.leftOut.size(), 1u);
    EXPECT_EQ(quake.result.report.leftOut[0].kind, "brush of no hull");
    EXPECT_EQ(quake.result.report.leftOut[0].places.size(), 2u);
    CompileSettings settings;
    settings.hulls = gameHulls("halflife");
    EXPECT_TRUE(bake(map, settings).result.report.leftOut.empty());
}

}  // namespace
}  // namespace hullbake::test
