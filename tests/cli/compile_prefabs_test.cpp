// Proves that a map with maps of other files in it compiles, verifies, and names the right files and lines.
#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <vector>

#include "cli/cli_support.hpp"

namespace hullbake::test {
namespace {

class CompilePrefabs : public CliTest {
  protected:
    void SetUp() override {
        std::filesystem::create_directory(path("parts"));
        const std::string world = "{\n\"classname\" \"worldspawn\"\n";
        write("parts/inner.map", world + brushText({0, 0, 0}, {24, 16, 8}, "crate1") + "}\n");
        write("parts/outer.map", world + brushText({-8, -8, -128}, {8, 8, -64}, "post1") + "}\n" +
                                     entity("misc_external_map",
                                            "\"_external_map\" \"inner.map\"\n\"origin\" \"0.1 0 "
                                            "-64\"\n\"_external_map_angle\" \"30\"\n"
                                            "\"_external_map_scale\" \"-1.5\"\n") +
                                     entity("func_plat", "", brushText({16, -8, -128}, {32, 8, -120}, "plat1")));
        room_ = roomMap();
        place("\"origin\" \"64 -64 0\"\n\"angles\" \"0 90 0\"\n",
              "\"origin\" \"-64.3 64 0\"\n\"angles\" \"0 200 0\"\n");
    }
    static std::string entity(const std::string& name, const std::string& keys, const std::string& brushes = "") {
        return "{\n\"classname\" \"" + name + "\"\n" + keys + brushes + "}\n";
    }
    /// Writes m.map: the room with two instances of outer.map.
    void place(const std::string& one, const std::string& two) {
        const std::string file = "\"file\" \"parts/outer.map\"\n";
        write("m.map", room_ + entity("func_instance", file + one) + entity("func_instance", file + two));
    }
    std::size_t firstLine() const { return lineCount(room_) + 1; }

    std::string room_;
};

TEST_F(CompilePrefabs, APrefabInAPrefabVerifies) {
    const RunResult result = run({"compile", "m.map", "--json"});
    ASSERT_EQ(result.exitCode, 0) << result.err;
    EXPECT_EQ(result.err, "");
    const Json report = Json::parse(result.out);
    EXPECT_EQ(report.at("models").get<int>(), 4) << "world, door, two plats";
    const RunResult verify = run({"verify", "m.hull", "--map", "m.map", "--traces", "5000"});
    EXPECT_EQ(verify.exitCode, 0) << verify.out;
    EXPECT_NE(verify.out.find("agrees   0 differences"), std::string::npos) << verify.out;
}

TEST_F(CompilePrefabs, ASurfaceHasTheLineOfTheEntityThatPlacesIt) {
    ASSERT_EQ(run({"compile", "m.map"}).exitCode, 0);
    const RunResult trace =
        run({"trace", "m.hull", "--hull", "point", "--from", "64,-100,-100", "--to", "64,-64,-100", "--json"});
    const Json hit = Json::parse(trace.out);
    EXPECT_EQ(hit.at("texture").get<std::string>(), "post1");
    EXPECT_EQ(hit.at("line").get<std::size_t>(), firstLine());
    EXPECT_NEAR(hit.at("dist").get<double>(), 72, 1e-9);
}

TEST_F(CompilePrefabs, RemarksNameTheFileOfThePrefab) {
    write("parts/outer.map", "{\n\"classname\" \"worldspawn\"\n{\n}\n{ \"note\" \"a\"\n" +
                                 brushText({0, 0, 0}, {8, 8, 8}, "post1").substr(2) + "}\n");
    const RunResult result = run({"compile", "m.map", "--json", "--strict"});
    EXPECT_EQ(result.exitCode, 1);
    const std::string open = "parts/outer.map:3:1: warning: brush is open: 0 usable faces";
    const std::size_t first = result.err.find(open);
    ASSERT_NE(first, std::string::npos) << result.err;
    EXPECT_NE(result.err.find(open, first + 1), std::string::npos) << "both places\n" << result.err;
    EXPECT_EQ(result.err.find("m.map:3:"), std::string::npos) << result.err;
    EXPECT_NE(result.err.find("parts/outer.map:5:3: error: key inside a brush is not used, and 1 more"),
              std::string::npos)
        << result.err;
    const Json leftOut = Json::parse(result.out).at("leftOut");
    EXPECT_EQ(leftOut[0].at("places")[1].at("file").get<std::string>(), "parts/outer.map");
}

TEST_F(CompilePrefabs, TheSourceHashIsThatOfAllFiles) {
    const auto hash = [this] {
        EXPECT_EQ(run({"compile", "m.map"}).exitCode, 0);
        return Json::parse(run({"info", "m.hull", "--json"}).out).at("sourceHash").get<std::string>();
    };
    const std::string before = hash();
    EXPECT_EQ(hash(), before);
    write("parts/inner.map", read("parts/inner.map") + "// a remark\n");
    EXPECT_NE(hash(), before);
}

TEST_F(CompilePrefabs, TheOutputOverwritesNoPrefab) {
    const std::string before = read("parts/inner.map");
    const RunResult result = run({"compile", "m.map", "-o", "parts/inner.map"});
    EXPECT_EQ(result.exitCode, 2);
    EXPECT_NE(result.err.find("inner.map: the output would overwrite the map"), std::string::npos) << result.err;
    EXPECT_EQ(read("parts/inner.map"), before);
}

TEST_F(CompilePrefabs, AFaultOfAPrefabIsOneErrorAndNoFile) {
    write("parts/inner.map", "{\n{\n( 0 0 x )\n}\n}\n");
    const RunResult result = run({"compile", "m.map"});
    EXPECT_EQ(result.exitCode, 1);
    EXPECT_EQ(result.err.find("parts/outer.map:"), 0u) << result.err;
    EXPECT_NE(result.err.find(": error: misc_external_map \"inner.map\": parts/inner.map:3:7: expected a number"),
              std::string::npos)
        << result.err;
    EXPECT_EQ(lineCount(result.err), 1u);
    EXPECT_FALSE(exists("m.hull"));
    EXPECT_EQ(run({"verify", "m.hull", "--map", "m.map"}).exitCode, 1);
}

}  // namespace
}  // namespace hullbake::test
