// Proves that what the compiler passes over is remarked: other files, solid models, texture numbers, keys of brushes.
#include "compiler/brushes/left_out.hpp"

#include <gtest/gtest.h>

#include <string>

#include "compiler/compiler_support.hpp"

namespace hullbake::test {
namespace {

std::string entity(const std::string& keys) {
    return "{ " + keys + " }\n";
}

/// Returns "line message" of each note, one a line.
std::string notesOf(const std::string& text) {
    std::string out;
    std::vector<MapLeftOut> leftOut;
    for (const MapNote& note : leftOutEntities(parseText(text), leftOut))
        out += std::to_string(note.pos.line) + " " + note.message + "\n";
    return out;
}

TEST(LeftOut, BrushesOfOtherFiles) {
    EXPECT_EQ(notesOf(entity("") + entity(R"("classname" "misc_external_map" "_external_map" "part.map")")),
              "2 misc_external_map \"part.map\" is left out: brushes of other files are not read here\n");
    EXPECT_EQ(notesOf(entity(R"("classname" "misc_prefab" "model" "a.map")") +
                      entity(R"("ClassName" "MISC_PREFAB" "Model" "b.map")") +
                      entity(R"("classname" "func_instance" "file" "c.map")")),
              "1 misc_prefab \"a.map\" and 1 more are left out: brushes of other files are not read here\n"
              "3 func_instance \"c.map\" is left out: brushes of other files are not read here\n");
    EXPECT_EQ(notesOf(entity(R"("classname" "misc_external_map")") + entity(R"("classname" "func_instance")")),
              "1 misc_external_map is left out: it names no file\n2 func_instance is left out: it names no file\n");
}

TEST(LeftOut, ModelsThatAreSolid) {
    const auto model = [](const std::string& flags) {
        return entity(R"("classname" "misc_model" "model" "m/rock.obj" "spawnflags" ")" + flags + "\"");
    };
    for (const char* flags : {"2", "6", "3", "+2", "66"})
        EXPECT_EQ(notesOf(model(flags)),
                  "1 misc_model \"m/rock.obj\" is left out: its spawnflags make it solid, and models are no brushes\n")
            << flags;
    for (const char* flags : {"0", "1", "4", "", "x", "-"}) EXPECT_EQ(notesOf(model(flags)), "") << flags;
    EXPECT_EQ(notesOf(model("0") + model("6") + model("1") + model("2") + model("2")),
              "2 misc_model \"m/rock.obj\" and 2 more are left out: its spawnflags make it solid, and models are no "
              "brushes\n");
}

TEST(LeftOut, ModelsOfCallOfDutyBringTheirCollision) {
    const std::string model = entity(R"("classname" "misc_model" "model" "xmodel/crate" "spawnflags" "2")");
    EXPECT_EQ(notesOf("iwmap 4\n" + model + model),
              "2 misc_model \"xmodel/crate\" and 1 more are left out: models bring their own collision, and are no "
              "brushes\n");
    EXPECT_EQ(notesOf("iwmap 4\n" + entity(R"("classname" "misc_model")")), "");
}

TEST(LeftOut, ModelsThatCollideButAreNotThere) {
    const auto model = [](const std::string& keys) {
        return entity(R"("classname" "misc_model" "model" "m/rock.md3" )" + keys);
    };
    const std::string told =
        "misc_model \"m/rock.md3\" is left out: it is to collide, and there is no OBJ or glTF file of that name\n";
    EXPECT_EQ(notesOf(model(R"("_collide" "1")")), "1 " + told);
    EXPECT_EQ(notesOf(model(R"("_collide" "1" "spawnflags" "2")")), "1 " + told) << "once";
    EXPECT_EQ(notesOf(model(R"("_collide" "0")")), "");
}

// Models of Source and Doom 3 are solid unless they say otherwise. A func_static of brushes is named like a model.
TEST(LeftOut, ModelsThatAreSolidWithoutAFlag) {
    for (const std::string name : {"prop_static", "func_static"}) {
        const auto model = [&](const std::string& keys) {
            return entity(R"("classname" ")" + name + R"(" "model" "m/rock.mdl" )" + keys);
        };
        const std::string told = "1 " + name + " \"m/rock.mdl\" is left out: it is solid, and models are no brushes\n";
        for (const char* keys : {"", R"("solid" "6")", R"("solid" "1")", R"("spawnflags" "2")"})
            EXPECT_EQ(notesOf(model(keys)), told) << keys;
        EXPECT_EQ(notesOf(model(R"("solid" "0")")), "");
        for (const std::string own : {"wall", "wall.a", "wall.1"})
            EXPECT_EQ(
                notesOf(entity(R"("classname" ")" + name + R"(" "name" ")" + own + R"(" "model" ")" + own + "\"")), "");
        EXPECT_EQ(notesOf(entity(R"("classname" ")" + name + R"(" "name" "b" "model" "wall.12")")), "");
    }
}

TEST(LeftOut, BrushModelsOfOtherEntities) {
    for (const std::string key : {"_clone", "_instance", "_ins", "zhlt_usemodel"}) {
        const std::string copy = entity(R"("classname" "func_door" ")" + key + R"(" "gate")");
        EXPECT_EQ(notesOf(copy), "1 " + key + " \"gate\" is not followed: brush models are not copied\n");
        EXPECT_EQ(notesOf(copy + copy),
                  "1 " + key + " \"gate\" and 1 more are not followed: brush models are not copied\n");
        EXPECT_EQ(notesOf(entity(R"("classname" "func_door" ")" + key + "\" \"\"")), "");
    }
    // Without an entity of that name it means that there is no model.
    const std::string none = entity(R"("classname" "func_door" "zhlt_usemodel" "NULL")");
    EXPECT_EQ(notesOf(none), "");
    EXPECT_EQ(notesOf(none + entity(R"("classname" "func_wall" "targetname" "null")")),
              "1 zhlt_usemodel \"NULL\" is not followed: brush models are not copied\n");
}

// Half-Life's compilers grow brushes by such shapes. One that nothing uses, or that is disabled, changes no brush.
TEST(LeftOut, HullShapesInUse) {
    const auto shape = [](const std::string& keys) {
        return entity(R"("classname" "info_hullshape" "targetname" "pill" )" + keys);
    };
    const std::string told = " is not followed: brushes are grown by the boxes of the hulls alone\n";
    for (const char* hulls : {"2", "4", "8", "14", "+2"})
        EXPECT_EQ(notesOf(shape("\"defaulthulls\" \"" + std::string(hulls) + "\"")),
                  "1 info_hullshape \"pill\"" + told);
    for (const char* hulls : {"0", "", "1", "16", "x"})
        EXPECT_EQ(notesOf(shape("\"defaulthulls\" \"" + std::string(hulls) + "\"")), "") << hulls;
    for (const char* key : {"zhlt_hull1", "zhlt_hull2", "zhlt_hull3"}) {
        const auto wall = [&](const std::string& name) {
            return entity(R"("classname" "func_wall" ")" + std::string(key) + "\" \"" + name + "\"");
        };
        EXPECT_EQ(notesOf(wall("pill") + shape("")), "2 info_hullshape \"pill\"" + told) << key;
        EXPECT_EQ(notesOf(shape("") + wall("pill")), "1 info_hullshape \"pill\"" + told) << key;
        EXPECT_EQ(notesOf(wall("pin") + wall("") + shape("")), "") << key;
        EXPECT_EQ(notesOf(wall("pill") + shape("\"disabled\" \"1\"")), "") << key;
    }
    EXPECT_EQ(notesOf(entity(R"("classname" "func_wall" "zhlt_hull0" "pill")") + shape("")), "")
        << "points have no box";
    EXPECT_EQ(notesOf(entity(R"("classname" "func_wall" "zhlt_hull1" "")") + entity(R"("classname" "info_hullshape")")),
              "");

    std::vector<MapLeftOut> leftOut;
    const std::string used = shape(R"("defaulthulls" "2")");
    const auto notes = leftOutEntities(parseText(used + shape("") + used), leftOut);
    ASSERT_EQ(notes.size(), 1u);
    EXPECT_NE(notes[0].message.find("\"pill\" and 1 more are not followed"), std::string::npos) << notes[0].message;
    ASSERT_EQ(leftOut.size(), 1u);
    EXPECT_EQ(leftOut[0].kind, "hull shape");
    EXPECT_FALSE(leftOut[0].asked) << "--strict refuses it";
    ASSERT_EQ(leftOut[0].places.size(), 2u);
    EXPECT_EQ(leftOut[0].places[1].line, 3u);
}

TEST(LeftOut, ACompileRemarksThemInTheOrderOfTheMap) {
    const std::string text = entity(R"("classname" "misc_model" "model" "x" "spawnflags" "2")") + "{\n" +
                             R"("classname" "worldspawn")" + "\n{ \"note\" \"a\"\n" +
                             boxText({0, 0, 0}, {64, 64, 64}, "stone").substr(1) + "}\n";
    const CompileReport report = bake(parseText(text)).result.report;
    EXPECT_EQ(countRemarks(report, Severity::Warning, "misc_model"), 1u);
    EXPECT_EQ(countRemarks(report, Severity::Note, "key inside a brush is not used: 'note'"), 1u);
    EXPECT_TRUE(remarkedAt(report, 1, "is left out"));
    EXPECT_TRUE(remarkedAt(report, 4, "key inside a brush"));
}

}  // namespace
}  // namespace hullbake::test
