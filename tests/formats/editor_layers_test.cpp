// Proves that layers which TrenchBroom would not export are left out with all that is in them, and counted.
#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "formats/map_reader_support.hpp"

namespace hullbake {
namespace {

using test::parsed;

using Keys = std::vector<std::pair<std::string, std::string>>;

/// Returns an entity with these keys and `brushes` brushes without faces, each with a line of its own.
std::string entityText(const std::string& classname, const Keys& keys, int brushes = 1) {
    std::string text = "{\n\"classname\" \"" + classname + "\"\n";
    for (const auto& [key, value] : keys) text.append("\"").append(key).append("\" \"").append(value).append("\"\n");
    for (int i = 0; i < brushes; ++i) text += "{ }\n";
    return text + "}\n";
}

std::string layer(const std::string& id, bool omit) {
    Keys keys{{"_tb_type", "_tb_layer"}, {"_tb_name", "L" + id}, {"_tb_id", id}};
    if (omit) keys.emplace_back("_tb_layer_omit_from_export", "1");
    return entityText("func_group", keys);
}

std::string group(const std::string& id, const std::string& inKey, const std::string& in) {
    Keys keys{{"_tb_type", "_tb_group"}, {"_tb_name", "G" + id}, {"_tb_id", id}};
    if (!inKey.empty()) keys.emplace_back(inKey, in);
    return entityText("func_group", keys);
}

/// Returns the names of the entities that are left: `name`, or the layer's or group's name, or the class.
std::string names(const MapFile& map) {
    std::string text;
    for (const MapEntity& entity : map.entities) {
        std::string_view name = entity.value("name");
        if (name.empty()) name = entity.value("_tb_name");
        if (name.empty()) name = entity.classname();
        text.append(name).append(std::to_string(entity.brushes.size())).append(" ");
    }
    return text;
}

std::string item(const std::string& name, const Keys& where) {
    Keys keys = where;
    keys.emplace_back("name", name);
    return entityText("func_wall", keys);
}

const std::string kWorld = entityText("worldspawn", {});
const std::string kOmittedWorld = entityText("worldspawn", {{"_tb_layer_omit_from_export", "1"}}, 2);

TEST(EditorLayers, WithoutAMarkNothingIsLeftOut) {
    const MapFile map = parsed(kWorld + layer("1", false) + group("2", "_tb_layer", "1") +
                               item("a", {{"_tb_group", "2"}}) + item("b", {{"_tb_layer", "9"}}));
    EXPECT_EQ(names(map), "worldspawn1 L11 G21 a1 b1 ");
    EXPECT_TRUE(map.leftOut.empty());
    EXPECT_TRUE(map.notes.empty());
    const MapFile zero =
        parsed(kWorld + entityText("func_group",
                                   {{"_tb_type", "_tb_layer"}, {"_tb_id", "1"}, {"_tb_layer_omit_from_export", "0"}}));
    EXPECT_EQ(zero.entities.size(), 2u);
}

TEST(EditorLayers, OmittedLayersAreLeftOutWithAllInThem) {
    // The layer stands behind what is in it; groups nest and have numbers of their own.
    const std::string text = kWorld + item("a", {{"_tb_layer", "1"}}) + item("b", {{"_tb_layer", "3"}}) +
                             item("c", {{"_tb_group", "5"}}) + item("d", {{"_tb_group", "6"}}) + item("e", {}) +
                             group("5", "_tb_group", "4") + group("4", "_tb_layer", "1") +
                             group("6", "_tb_layer", "3") + group("1", "", "") + item("f", {{"_tb_group", "1"}}) +
                             layer("1", true) + layer("3", false);
    const MapFile map = parsed(text);
    EXPECT_EQ(names(map), "worldspawn1 b1 d1 e1 G61 G11 f1 L31 ");
    ASSERT_EQ(map.leftOut.size(), 2u);
    EXPECT_EQ(map.leftOut[0].kind, "entity of an omitted layer");
    EXPECT_EQ(map.leftOut[0].places.size(), 5u) << "a, c, two groups, the layer";
    EXPECT_EQ(map.leftOut[0].places[0].line, 5u);
    EXPECT_EQ(map.leftOut[1].kind, "brush of an omitted layer");
    EXPECT_EQ(map.leftOut[1].places.size(), 5u);
    EXPECT_EQ(map.leftOut[1].places[0].line, 9u);
    ASSERT_EQ(map.notes.size(), 2u);
    EXPECT_EQ(map.notes[1].message, "5 brushes of omitted layers are left out");
    EXPECT_EQ(map.notes[1].pos.line, 9u);
}

TEST(EditorLayers, TheDefaultLayerIsMarkedInTheWorld) {
    const MapFile map = parsed(kOmittedWorld + item("a", {}) + layer("1", false) + item("b", {{"_tb_layer", "1"}}) +
                               group("1", "", "") + item("c", {{"_tb_group", "1"}}) + item("d", {{"_tb_layer", "7"}}));
    EXPECT_EQ(names(map), "worldspawn0 L11 b1 ");
    EXPECT_EQ(map.entities[0].value("_tb_layer_omit_from_export"), "1") << "the world keeps its keys";
    ASSERT_EQ(map.leftOut.size(), 2u);
    EXPECT_EQ(map.leftOut[0].places.size(), 2u + 4u) << "brushes of the world first";
    EXPECT_EQ(map.leftOut[1].places.size(), 4u) << "a, the group, c, d";
}

TEST(EditorLayers, PatchesAreLeftOutToo) {
    const std::string patch = "{ patchDef2 { t ( 1 1 ) ( ( ( 0 0 0 0 0 ) ) ) } }\n";
    std::string world = kOmittedWorld;
    world.insert(world.rfind('}'), patch);
    const MapFile map = parsed(world);
    EXPECT_TRUE(map.entities.at(0).patches.empty());
    ASSERT_EQ(map.notes.size(), 2u);
    EXPECT_EQ(map.notes[1].message, "1 patch of an omitted layer is left out");
}

TEST(EditorLayers, GroupsInACircleAreInTheDefaultLayer) {
    const std::string circle = group("1", "_tb_group", "2") + group("2", "_tb_group", "3") +
                               group("3", "_tb_group", "1") + group("4", "_tb_group", "4") +
                               item("a", {{"_tb_group", "2"}}) + layer("8", true);
    EXPECT_EQ(names(parsed(kWorld + circle)), "worldspawn1 G11 G21 G31 G41 a1 ");
    EXPECT_EQ(names(parsed(kOmittedWorld + circle)), "worldspawn0 ");
}

TEST(EditorLayers, LongChainsTakeLinearTime) {
    constexpr int kMany = 100'000;
    std::string text = kWorld;
    for (int i = 1; i < kMany; ++i) text += group(std::to_string(i), "_tb_group", std::to_string(i + 1));
    text += group(std::to_string(kMany), "_tb_layer", "1") + layer("1", true);
    EXPECT_EQ(names(parsed(text)), "worldspawn1 ");
    EXPECT_EQ(parsed(text).leftOut.at(0).places.size(), kMany + 1u);
}

}  // namespace
}  // namespace hullbake
