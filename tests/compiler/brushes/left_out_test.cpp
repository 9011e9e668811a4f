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

TEST(LeftOut, ModelsThatCollideButAreNotThere) {
    const auto model = [](const std::string& keys) {
        return entity(R"("classname" "misc_model" "model" "m/rock.md3" )" + keys);
    };
    const std::string told =
        "misc_model \"m/rock.md3\" is left out: it is to collide, and there is no OBJ file of that name\n";
    EXPECT_EQ(notesOf(model(R"("_collide" "1")")), "1 " + told);
    EXPECT_EQ(notesOf(model(R"("_collide" "1" "spawnflags" "2")")), "1 " + told) << "once";
    EXPECT_EQ(notesOf(model(R"("_collide" "0")")), "");
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
