// Proves that the parameters of an instance are replaced in values and textures, and nothing else is.
#include "formats/replacements.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <variant>

#include "formats/map_reader.hpp"
#include "support/maps.hpp"
#include "support/temporary_folder.hpp"

namespace hullbake::test {
namespace {

MapEntity entityOf(const std::vector<MapKey>& keys) {
    MapEntity entity;
    entity.keys = keys;
    return entity;
}

std::string replaced(const std::vector<MapKey>& parameters, const std::string& value) {
    MapEntity entity = entityOf({{"key", value, {}}});
    std::size_t room = 1000;
    EXPECT_TRUE(Replacements(entityOf(parameters)).apply(entity, room));
    return std::string(entity.value("key"));
}

TEST(Replacements, NamesBecomeTexts) {
    const std::vector<MapKey> two{{"replace01", "$door gate", {}}, {"REPLACE02", "$doors  two words", {}}};
    EXPECT_EQ(replaced(two, "$door"), "gate");
    EXPECT_EQ(replaced(two, "a$DOORb $doors"), "agateb two words") << "the longer name, any case";
    EXPECT_EQ(replaced(two, "door $ $$door $other"), "door $ $gate $other");
    EXPECT_EQ(replaced({{"replace1", "$a $a$a", {}}}, "$a-$a"), "$a$a-$a$a") << "not again in what was written";
    EXPECT_EQ(replaced({{"replace1", "$empty", {}}}, "x$empty"), "x");
}

TEST(Replacements, OtherKeysReplaceNothing) {
    for (const MapKey& key : std::vector<MapKey>{{"replace", "$a b", {}},
                                                 {"replace0x", "$a b", {}},
                                                 {"replaced01", "$a b", {}},
                                                 {"replace01", "a b", {}},
                                                 {"replace01", "$ b", {}},
                                                 {"replace01", "", {}}})
        EXPECT_TRUE(Replacements(entityOf({key})).empty()) << key.key << ' ' << key.value;
}

TEST(Replacements, TheBytesThatTheyBringHaveALimit) {
    MapEntity entity = entityOf({{"key", "$a$a$a", {}}});
    std::size_t room = 7;
    EXPECT_FALSE(Replacements(entityOf({{"replace01", "$a 123", {}}})).apply(entity, room));
    room = 9;
    EXPECT_TRUE(Replacements(entityOf({{"replace01", "$a 123", {}}})).apply(entity, room));
    EXPECT_EQ(room, 0u);
}

TEST(Replacements, AnInstanceIsPlacedWithThem) {
    const TemporaryFolder folder;
    const auto write = [&](const std::string& name, const std::string& text) {
        std::ofstream(folder.file(name), std::ios::binary) << text;
    };
    write("part.map", "{\n\"classname\" \"worldspawn\"\n" + boxText({0, 0, 0}, {8, 8, 8}, "$wall") +
                          "}\n{\n\"classname\" \"light\"\n\"origin\" \"$at\"\n\"targetname\" \"l_$name\"\n}\n");
    write("main.map",
          "{\n\"classname\" \"func_instance\"\n\"file\" \"part.map\"\n\"origin\" \"16 0 0\"\n\"replace01\" \"$wall "
          "brick/red\"\n\"replace02\" \"$at 1 2 3\"\n\"replace03\" \"$name lamp\"\n}\n"
          "{\n\"classname\" \"func_instance\"\n\"file\" \"part.map\"\n}\n");
    const MapFile map = loadMap(folder.file("main.map"));
    ASSERT_EQ(map.entities.size(), 3u);
    ASSERT_EQ(map.entities[0].brushes.size(), 2u);
    EXPECT_EQ(map.entities[0].brushes[0].faces[0].texture, "brick/red");
    EXPECT_EQ(map.entities[0].brushes[1].faces[0].texture, "$wall") << "each instance has its own";
    EXPECT_EQ(map.entities[1].value("origin"), "17 2 3") << "replaced, then moved";
    EXPECT_EQ(map.entities[1].value("targetname"), "l_lamp");
    EXPECT_EQ(map.entities[2].value("targetname"), "l_$name");
}

}  // namespace
}  // namespace hullbake::test
