// Proves that each reader answers hostile files with one error that names the file, and writes nothing: empty files,
// zeros, endless brackets, numbers out of range, what is nested very deep.
#include <gtest/gtest.h>

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "cli/cli_support.hpp"
#include "support/test_size.hpp"

namespace hullbake::test {
namespace {

constexpr std::size_t kMany = std::size_t{1} << 20;

std::string repeated(const std::string& text, std::size_t count = kMany) {
    std::string all;
    all.reserve(text.size() * count);
    for (std::size_t i = 0; i < count; ++i) all += text;
    return all;
}

std::string brushWith(const std::string& number) {
    return "{\n\"classname\" \"worldspawn\"\n{\n( " + number + " 0 0 ) ( 1 0 0 ) ( 0 1 0 ) t 0 0 0 1 1\n}\n}\n";
}

std::string patchOf(const std::string& size, const std::string& number) {
    return "{\n{\npatchDef2\n{\nt\n( " + size + " 0 0 0 )\n(\n( ( " + number +
           " 0 0 0 0 ) ( 0 1 0 0 0 ) ( 0 2 0 0 0 ) )\n)\n}\n}\n}\n";
}

const std::map<std::string, std::vector<std::string>>& hostileFiles() {
    static const std::map<std::string, std::vector<std::string>> all = {
        {"map",
         {repeated("{"), repeated("{\n\"a\" \"b\"\n{\n"), repeated("("), repeated("/*"), "iwmap 4\n" + repeated("\""),
          "Version 2\n" + repeated("{ brushDef3 "), brushWith("1e999"), brushWith(repeated("9", 5000)),
          patchOf("99999999999999999999 3", "0"), patchOf("3 3", "1e400"), patchOf("-3 3", "0"),
          "{\n{\nterrainDef\n{\n999999 999999 64 64\n0 0 0\n}\n}\n}\n",
          "{\n\"classname\" \"misc_external_map\"\n\"_external_map\" \"x.map\"\n}\n"}},
        {"vmf",
         {"world" + repeated("{"), "world\n{\n" + repeated("a\n{\n"),
          "world\n{\nsolid\n{\nside\n{\n\"plane\" \"(1e999 0 0)",
          "world\n{\nsolid\n{\nside\n{\n\"plane\" \"(0 0 0) (1 0 0) (0 1 0)\"\n\"material\" "
          "\"t\"\ndispinfo\n{\n\"power\" "
          "\"99999\"\n}\n}\n}\n}\n"}},
        {"obj",
         {repeated("f "), repeated("("), "v 0 0 1e999\nv 1 0 0\nv 0 1 0\nf 1 2 3\n",
          "v 0 0 0\nf 1 1 99999999999999999999\n", "v 0 0 0\nf -2 1 1\n", "f " + repeated("1/", kMany / 2)}},
        {"gltf",
         {repeated("["), repeated("[") + repeated("]"), repeated("{\"a\":"),
          R"({"asset":{"version":"2.0"},"extras":)" + repeated("[") + repeated("]") + "}",
          R"({"asset":{"version":"2.0"},"scenes":[{"nodes":[1e300]}]})",
          R"({"asset":{"version":"2.0"},"scenes":[{"nodes":[99999999999]}],"nodes":[]})",
          R"({"asset":{"version":"2.0"},"buffers":[{"byteLength":-1,"uri":"data:;base64,"}]})"}},
        {"glb", {"glTF", std::string("glTF\2\0\0\0\xff\xff\xff\xff\xff\xff\xff\xffJSON", 20)}},
        {"pgm",
         {"P2\n99999999999999999999 2\n255\n0", "P5\n16384 16384\n65535\n", "P2\n2 2\n255\n0 0 0 99999\n",
          "P2 -2 2 255", "P2\n" + repeated("#")}},
        {"png",
         {std::string("\x89PNG\r\n\x1a\n", 8),
          std::string("\x89PNG\r\n\x1a\n\0\0\0\rIHDR\xff\xff\xff\xff\xff\xff\xff\xff\x10\0\0\0\0\0\0\0\0", 33)}},
        {"wkt",
         {"POLYGON " + repeated("("), repeated("POLYGON "), "POLYGON ((0 0, 1e999 0, 0 1, 0 0))",
          "POLYGON ((" + repeated("0 0, ") + "0 0))", "LINESTRING (" + repeated("0 0, ") + "0 0)",
          "MULTILINESTRING " + repeated("("), "LINESTRING (0 0, 1e999 0)", "LINESTRING (0 0, 0 0)"}}};
    return all;
}

class HostileFiles : public CliTest {
  protected:
    void refuse(const std::string& name, const std::vector<std::string>& command) {
        const RunResult result = run(command);
        EXPECT_EQ(result.exitCode, 1) << name << ": " << result.err.substr(0, 300);
        EXPECT_EQ(lineCount(result.err), 1u) << name << ": " << result.err.substr(0, 300);
        EXPECT_NE(result.err.find(name), std::string::npos) << result.err.substr(0, 300);
        EXPECT_LE(result.err.size(), 400u) << name;
        EXPECT_EQ(result.err.find("exception"), std::string::npos) << result.err;
        EXPECT_FALSE(exists("out.hull")) << name;
        EXPECT_FALSE(exists("out.map")) << name;
    }
};

TEST_F(HostileFiles, OfEveryReaderAreOneError) {
    std::size_t files = 0;
    for (const auto& [ending, texts] : hostileFiles()) {
        std::vector<std::string> all = texts;
        all.insert(all.end(), {"", " \n", repeated(std::string(1, '\0')), repeated("\xff")});
        for (std::size_t i = 0; i < all.size(); ++i) {
            const std::string name = "f" + std::to_string(i) + "." + ending;
            write(name, all[i]);
            refuse(name, {"compile", name, "-o", "out.hull"});
            ++files;
        }
    }
    EXPECT_GE(files, 70u);
}

TEST_F(HostileFiles, OfRulesAndShadersAreOneError) {
    write("m.map", "{\n\"classname\" \"worldspawn\"\n}\n");
    for (const std::string& text :
         {std::string(), repeated("["), repeated("{\"textures\":"), std::string(R"({"textures":[{"name":1e999}]})"),
          std::string(R"({"contents_flags":[{"bits":"0xfffffffffff","is":"solid"}]})")}) {
        write("r.json", text);
        refuse("r.json", {"compile", "m.map", "--rules", "r.json", "-o", "out.hull"});
    }
    std::filesystem::create_directory(path("s"));
    for (const std::string& text : {"a " + repeated("{"), repeated("}"), "a\n{\n" + repeated("b {")}) {
        write("s/a.shader", text);
        refuse("a.shader", {"compile", "m.map", "--shaders", "s", "-o", "out.hull"});
    }
    write("b.raw", "");
    refuse("b.raw", {"terrain", "b.raw", "--size", "4x4", "-o", "out.map"});
}

// Half a gigabyte of zeros; the files take no room on the disk.
TEST_F(HostileFiles, OfHalfAGigabyteAreOneError) {
    const std::uintmax_t bytes = fullSize() ? 500'000'000 : 50'000'000;
    for (const auto& [ending, texts] : hostileFiles()) {
        const std::string name = "zeros." + ending;
        write(name, "");
        std::filesystem::resize_file(path(name), bytes);
        refuse(name, {"compile", name, "-o", "out.hull"});
    }
}

// A curved patch that asks for thousands of cells, where memory is short and where the cells are too many.
TEST_F(HostileFiles, PatchesThatAskForTooMuchAreOneError) {
    const auto dome = [](int height) {
        std::string rows;
        for (int r = 0; r < 3; ++r) {
            rows += "(";
            for (int c = 0; c < 3; ++c)
                rows += " ( " + std::to_string(512 * r) + ' ' + std::to_string(512 * c) + ' ' +
                        std::to_string(r == 1 || c == 1 ? height : 0) + " 0 0 )";
            rows += " )\n";
        }
        return "{\n\"classname\" \"worldspawn\"\n{\npatchDef2\n{\nrock\n( 3 3 0 0 0 )\n(\n" + rows + ")\n}\n}\n}\n";
    };
    write("dome.map", dome(60000));
    const RunResult refused = run({"compile", "dome.map", "--curve-error", "0.0625"});
    EXPECT_EQ(refused.exitCode, 1);
    EXPECT_EQ(refused.err,
              "dome.map:4:1: error: this curved patch needs more than 32768 cells; allow a larger error of curves "
              "(--curve-error) or bring its points nearer\n");
    write("dome.map", dome(1024));
    if (shell("ulimit -v 200000 && $HULLBAKE --version").exitCode == 0) {  // not so with sanitizers
        const RunResult starved = shell("ulimit -v 200000 && $HULLBAKE compile dome.map --curve-error 0.0625");
        EXPECT_EQ(starved.exitCode, 1);
        EXPECT_EQ(starved.err, "hullbake: not enough memory\n");
    }
    EXPECT_EQ(names(), std::vector<std::string>{"dome.map"});
}

// A heightfield of more brushes than memory holds, where memory is short.
TEST_F(HostileFiles, HeightfieldsOfTooManyBrushesAreOneError) {
    std::string field = "P5\n1300 1300\n255\n";
    std::uint32_t state = 1;
    for (int i = 0; i < 1300 * 1300; ++i) {
        state = state * 1664525 + 1013904223;
        field.push_back(static_cast<char>(state >> 24));
    }
    write("field.pgm", field);
    const bool isShort = shell("ulimit -v 200000 && $HULLBAKE --version").exitCode == 0;  // not so with sanitizers
    const RunResult refused =
        shell(std::string(isShort ? "ulimit -v 200000 && " : "") + "$HULLBAKE compile field.pgm -o out.hull");
    EXPECT_EQ(refused.exitCode, 1);
    EXPECT_EQ(refused.err, "field.pgm: error: the terrain needs more than 1000000 brushes\n");
    // Nor is a map of them written, as no compile would read it.
    const RunResult unwritten =
        shell(std::string(isShort ? "ulimit -v 200000 && " : "") + "$HULLBAKE terrain field.pgm -o field.map");
    EXPECT_EQ(unwritten.exitCode, 1);
    EXPECT_EQ(unwritten.err, "hullbake: field.pgm: the terrain needs more than 1000000 brushes\n");
    EXPECT_EQ(names(), std::vector<std::string>{"field.pgm"});
}

}  // namespace
}  // namespace hullbake::test
