// Entities: keys and values out of the text of a file, typed values, searches, player starts.
#include "hullbake/entities.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <string>
#include <vector>

#include "runtime/runtime_support.hpp"
#include "support/random.hpp"

namespace hullbake::test {
namespace {

constexpr std::uint64_t kSeed = 20261126;

Entity only(std::string_view text) {
    return *Entities(text).begin();
}

TEST(Entities, ReadsPairs) {
    const Entity door = only(
        "{\n\"classname\" \"func_door\"\n\"message\" \"say \\\"hi\\\" now\"\n\"path\" \"c:\\maps\\\"\n"
        "\"text\" \"two\nlines\"\n\"empty\" \"\"\n}\n");
    ASSERT_TRUE(door);
    EXPECT_EQ(door.number(), 0u);
    EXPECT_EQ(door.classname(), "func_door");
    EXPECT_EQ(door.text("message"), "say \\\"hi\\\" now");
    EXPECT_EQ(door.text("path"), "c:\\maps\\");
    EXPECT_EQ(door.text("text"), "two\nlines");
    EXPECT_EQ(door.find("empty"), std::string_view());
    EXPECT_FALSE(door.find("none").has_value());
    EXPECT_EQ(door.text("none", "else"), "else");
    std::size_t cursor = 0, count = 0;
    while (door.next(cursor)) ++count;
    EXPECT_EQ(count, 5u);
}

TEST(Entities, FindsKeysInAnyCase) {
    const Entity entity = only("{ \"Speed\" \"1\" \"SPEED\" \"2\" \"speed\" \"3\" \"WAIT\" \"4\" }");
    EXPECT_EQ(entity.text("speed"), "3");
    EXPECT_EQ(entity.text("SPEED"), "2");
    EXPECT_EQ(entity.text("sPeed"), "1");
    EXPECT_EQ(entity.text("wait"), "4");
}

TEST(Entities, TypedValues) {
    const Entity e = only(
        "{ \"n\" \" -12.5 \" \"v\" \"1 2.5 -3e1\" \"bad\" \"1 2\" \"long\" \"1 2 3 4\" \"word\" \"ten\" "
        "\"spawnflags\" \"4294967295\" \"neg\" \"-1\" \"half\" \"1.5\" \"huge\" \"1e12\" \"blank\" \"\" }");
    EXPECT_EQ(e.number("n").value, -12.5);
    EXPECT_TRUE(e.number("n"));
    EXPECT_EQ(e.vector("v").value, (Vec3{1, 2.5, -30}));
    for (const char* key : {"bad", "long", "word", "blank"}) {
        const EntityValue<Vec3> value = e.vector(key, {7, 8, 9});
        EXPECT_EQ(value.status, ValueStatus::Malformed) << key;
        EXPECT_EQ(value.value, (Vec3{7, 8, 9})) << key;
    }
    EXPECT_EQ(e.number("word", 3).status, ValueStatus::Malformed);
    EXPECT_EQ(e.number("none", 3).status, ValueStatus::Missing);
    EXPECT_EQ(e.number("none", 3).value, 3);
    EXPECT_EQ(e.flags().value, 0xffffffffu);
    EXPECT_EQ(e.flags("neg").value, 0xffffffffu);
    EXPECT_EQ(e.flags("half", 5).status, ValueStatus::Malformed);
    EXPECT_EQ(e.flags("huge", 5).value, 5u);
    EXPECT_EQ(e.flags("none").status, ValueStatus::Missing);
}

TEST(Entities, AnglesAndDirections) {
    const auto direction = [](std::string_view keys) { return only("{" + std::string(keys) + "}").direction(); };
    EXPECT_EQ(direction("\"angle\" \"-1\"").value, (Vec3{0, 0, 1}));
    EXPECT_EQ(direction("\"angle\" \"-2\"").value, (Vec3{0, 0, -1}));
    EXPECT_EQ(direction("\"angle\" \"90\"").value, (Vec3{0, 1, 0}));
    EXPECT_EQ(direction("\"angles\" \"-90 0 0\"").value, (Vec3{0, 0, 1}));
    EXPECT_EQ(direction("").value, (Vec3{1, 0, 0}));
    EXPECT_EQ(direction("").status, ValueStatus::Missing);
    EXPECT_EQ(direction("\"angle\" \"up\"").status, ValueStatus::Malformed);
    EXPECT_EQ(only("{\"mangle\" \"10 20 30\" \"angle\" \"5\"}").angles().value, (Vec3{10, 20, 30}));
    EXPECT_EQ(only("{\"angle\" \"5\"}").angles().value, (Vec3{0, 5, 0}));
}

TEST(Entities, Searches) {
    const std::string text =
        "{\n\"classname\" \"worldspawn\"\n}\n{\n\"classname\" \"func_door\"\n\"targetname\" \"a\"\n}\n"
        "{\n\"classname\" \"Func_Door_Rotating\"\n\"targetname\" \"b\"\n}\n{\n\"classname\" \"light\"\n\"target\" "
        "\"a\"\n}\n";
    const Entities entities(text);
    std::vector<std::uint32_t> numbers;
    for (const Entity& entity : entities) numbers.push_back(entity.number());
    EXPECT_EQ(numbers, (std::vector<std::uint32_t>{0, 1, 2, 3}));
    EXPECT_EQ(entities.entity(3).classname(), "light");
    EXPECT_FALSE(entities.entity(4));
    EXPECT_EQ(entities.find("targetname", "b").number(), 2u);
    EXPECT_FALSE(entities.find("targetname", "B"));
    const Entity first = entities.findClass("func_door*");
    EXPECT_EQ(first.number(), 1u);
    EXPECT_EQ(entities.findClass("func_door*", first).number(), 2u);
    EXPECT_FALSE(entities.findClass("func_door", first));
}

TEST(Entities, StopsAtWhatIsNoEntity) {
    for (const char* text : {"", "}", "{", "{ \"a\" }", "{ \"a\" \"b }", "x { }", "{ \"a\" \"b\" c }"})
        EXPECT_FALSE(only(text)) << text;
    EXPECT_TRUE(only("{}"));
    EXPECT_TRUE(only("{ } x"));
    EXPECT_FALSE(Entities("{ } x { }").entity(1));
    EXPECT_FALSE(Entities(ClipMap()).entity(0));
}

TEST(Entities, OfModelsAndPlayerStarts) {
    const BakedMap baked =
        bakeText("{\n\"classname\" \"worldspawn\"\n" + boxText({-64, -64, -16}, {64, 64, 0}, "floor") +
                 "}\n{\n\"classname\" \"func_plat\"\n\"speed\" \"150\"\n\"spawnflags\" \"5\"\n" +
                 boxText({0, 0, 0}, {16, 16, 16}, "plat") +
                 "}\n{\n\"classname\" \"info_player_start\"\n\"origin\" \"8 9 24\"\n\"angle\" \"45\"\n}\n"
                 "{\n\"classname\" \"info_player_intermission\"\n\"origin\" \"0 0 99\"\n}\n"
                 "{\n\"classname\" \"info_player_deathmatch\"\n}\n{\n\"classname\" \"team_CTF_redflag\"\n\"origin\" "
                 "\"1 1 1\"\n}\n");
    const Entity plat = Entities::ofModel(baked.map, {1});
    EXPECT_EQ(plat.classname(), "func_plat");
    EXPECT_EQ(plat.number("speed").value, 150);
    EXPECT_EQ(plat.flags().value, 5u);
    EXPECT_FALSE(Entities::ofModel(baked.map, {2}));
    EXPECT_FALSE(Entities::ofModel(baked.map, kAllModels));
    std::array<PlayerStart, 4> starts;
    ASSERT_EQ(playerStarts(Entities(baked.map), starts), 1u);
    EXPECT_EQ(starts[0].origin, (Vec3{8, 9, 24}));
    EXPECT_EQ(starts[0].yaw, 45);
    EXPECT_EQ(starts[0].entity.number(), 2u);
    EXPECT_EQ(playerStarts(Entities(baked.map), {}), 1u);
}

// Every file says the same of its entities as the reader of maps does.
TEST(Entities, AsTheMapReaderHasThem) {
    std::size_t pairs = 0;
    for (const auto& path : ownMaps()) {
        const MapFile map = loadMap(path.string());
        std::string text;
        for (const MapEntity& entity : map.entities) {
            text += "{\n";
            for (const MapKey& key : entity.keys) text += "\"" + key.key + "\" \"" + key.value + "\"\n";
            text += "}\n";
        }
        std::size_t e = 0;
        for (const Entity& entity : Entities(text)) {
            ASSERT_LT(e, map.entities.size());
            std::size_t cursor = 0, k = 0;
            while (const auto pair = entity.next(cursor)) {
                ASSERT_LT(k, map.entities[e].keys.size());
                EXPECT_EQ(pair->key, map.entities[e].keys[k].key);
                EXPECT_EQ(pair->value, map.entities[e].keys[k].value);
                ++k, ++pairs;
            }
            EXPECT_EQ(k, map.entities[e].keys.size());
            ++e;
        }
        EXPECT_EQ(e, map.entities.size()) << path;
    }
    EXPECT_GT(pairs, 100u);
}

// Any bytes are read within their bounds and in bounded time. The sanitizers watch this test.
TEST(Entities, AnyBytes) {
    Random random(kSeed);
    const std::string seed = "{\n\"classname\" \"func_door\"\n\"origin\" \"1 2 3\"\n\"angle\" \"-1\"\n}\n{ }\n";
    int entities = 0;
    for (int i = 0; i < 50000; ++i) {
        std::string text = seed;
        for (std::size_t k = 1 + random.index(6); k-- > 0 && !text.empty();) {
            const std::size_t at = random.index(text.size());
            if (random.index(3) == 0)
                text.erase(at, 1 + random.index(5));
            else
                text[at] = "{}\"\\\n 0.-e\0x"[random.index(12)];
        }
        const std::string exact(text);  // no byte to spare behind its end but the zero
        for (const Entity& entity : Entities(std::string_view(exact))) {
            ++entities;
            const Vec3 all = entity.vector("origin").value + entity.direction().value + entity.angles().value;
            EXPECT_TRUE(isFinite(all));
            EXPECT_TRUE(std::isfinite(entity.number("angle").value));
            (void)entity.flags();
        }
    }
    EXPECT_GT(entities, 10000);
}

}  // namespace
}  // namespace hullbake::test
