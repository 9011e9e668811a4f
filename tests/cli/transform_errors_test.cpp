// Proves refusals of maps/transform.py and maps/generate.py, and the files left behind.
#include <gtest/gtest.h>

#include "tests/cli/map_tools_support.hpp"

namespace hullbake::test {
namespace {

class MapToolErrors : public MapToolsTest {
  protected:
    void expectUsage(const RunResult& result, const std::string& reason) {
        EXPECT_EQ(result.exitCode, 2) << result.err;
        EXPECT_EQ(result.out, "");
        EXPECT_NE(result.err.find(reason), std::string::npos) << result.err;
    }
};

const std::string kWorld = "{\n\"classname\" \"worldspawn\"\n";
const std::string kFace = "( 0 0 0 ) ( 0 1 0 ) ( 1 0 0 ) stone 0 0 0 1 1\n";

TEST_F(MapToolErrors, FaultsOfAMapAreToldWithTheirLine) {
    struct Case {
        std::string text;
        int line;
        const char* reason;
    };
    const Case cases[] = {
        {"", 1, "not a map"},
        {"// nothing\n", 2, "the end of the file"},
        {"hello\n", 1, "found 'hello'"},
        {kWorld, 3, "end of the entity that begins on line 1"},
        {kWorld + "\"key\n", 3, "not closed on its line"},
        {kWorld + "\"key\" }\n", 3, "quoted value"},
        {kWorld + "{\n" + kFace + "( 0 0 ) ( 0 1 0 ) ( 1 0 0 ) stone 0 0 0 1 1\n}\n}\n", 5, "expected a number"},
        {kWorld + "{\r\n( 0 0 zero ) ( 0 1 0 ) ( 1 0 0 ) stone 0 0 0 1 1\r\n}\n}\n", 4, "found 'zero'"},
        {kWorld + "{\n( 0 0 1.2.3 ) ( 0 1 0 ) ( 1 0 0 ) stone 0 0 0 1 1\n}\n}\n", 4, "found '1.2.3'"},
        {kWorld + "{\n( 0 0 1e300 ) ( 0 1 0 ) ( 1 0 0 ) stone 0 0 0 1 1\n}\n}\n", 4, "greater than"},
        {kWorld + "{\n( 0 0 nan ) ( 0 1 0 ) ( 1 0 0 ) stone 0 0 0 1 1\n}\n}\n", 4, "found 'nan'"},
        {kWorld + "{\n( 0 0 0 ) ( 0 1 0 ) ( 1 0 0 ) stone 0 0 0 1\n}\n}\n", 5, "a texture scale"},
        {kWorld + "{\n( 0 0 0 ) ( 0 1 0 ) ( 1 0 0 ) stone [ 1 0 0 ] [ 0 1 0 0 ] 0 1 1\n}\n}\n", 4, "a texture axis"},
        {kWorld + "{\n" + kFace, 5, "end of the brush that begins on line 3"},
        {kWorld + "{\nterrainDef\n{\n}\n}\n}\n", 4, "found 'terrainDef'"},
        {kWorld + "{\npatchDef2\n{\nstone\n( 3 3 0 0 0 )\n( ( ( 0 0 0 ) ) )\n}\n}\n}\n", 8, "five numbers"},
        {kWorld + "}\n\"key\" \"value\"\n", 4, "an entity"},
        {kWorld + std::string("}\n\0x", 4), 4, "NUL"},
    };
    for (const Case& test : cases) {
        write("bad.map", test.text);
        const RunResult result = transform({"bad.map", "-o", "out.map", "--translate", "1,2,3"});
        EXPECT_EQ(result.exitCode, 1) << test.text;
        EXPECT_EQ(result.out, "");
        EXPECT_TRUE(result.err.starts_with("bad.map:" + std::to_string(test.line) + ": error: "))
            << test.text << result.err;
        EXPECT_NE(result.err.find(test.reason), std::string::npos) << test.text << result.err;
        EXPECT_EQ(lineCount(result.err), 1u) << result.err;
        EXPECT_EQ(names(), std::vector<std::string>{"bad.map"});
    }
}

TEST_F(MapToolErrors, AFailureKeepsAnOlderOutput) {
    write("out.map", "older");
    write("bad.map", kWorld);
    EXPECT_EQ(transform({"bad.map", "-o", "out.map"}).exitCode, 1);
    EXPECT_EQ(read("out.map"), "older");
    EXPECT_EQ(names(), (std::vector<std::string>{"bad.map", "out.map"}));
}

TEST_F(MapToolErrors, FilesThatCannotBeReadOrWrittenAreNamed) {
    write("room.map", roomMap());
    std::filesystem::create_directory(path("taken.map"));
    const auto expectFailure = [](const RunResult& result, const std::string& begin) {
        EXPECT_EQ(result.exitCode, 1) << result.err;
        EXPECT_TRUE(result.err.starts_with(begin)) << result.err;
    };
    expectFailure(transform({"missing.map", "-o", "out.map"}), "missing.map: error: cannot read");
    expectFailure(transform({"taken.map", "-o", "out.map"}), "taken.map: error: cannot read");
    expectFailure(transform({"room.map", "-o", "nowhere/out.map"}), "nowhere/out.map: error: cannot write");
    expectFailure(transform({"room.map", "-o", "taken.map"}), "taken.map: error: cannot write");
    expectFailure(generate({"terrain", "--brushes", "100", "-o", "nowhere/out.map"}), "nowhere/out.map: error: ");
    EXPECT_EQ(names(), (std::vector<std::string>{"room.map", "taken.map"}));
}

TEST_F(MapToolErrors, WrongUsageIsRefused) {
    write("room.map", roomMap());
    expectUsage(transform({"room.map"}), "--output");
    expectUsage(transform({"-o", "out.map"}), "MAP");
    expectUsage(transform({"room.map", "-o", "./room.map"}), "the output is the map itself");
    for (const char* angles : {"30", "30,30", "1,2,3,4", "a,b,c", "nan,0,0", "1e5,0,0", "", ",,"})
        expectUsage(transform({"room.map", "-o", "out.map", "--rotate", angles}), "--rotate");
    for (const char* scale : {"0", "-1", "1/0", "1/-2", "x", "inf", "1/2/3"})
        expectUsage(transform({"room.map", "-o", "out.map", "--scale", scale}), "--scale");
    for (const char* decimals : {"13", "-1", "2.5", "six"})
        expectUsage(transform({"room.map", "-o", "out.map", "--decimals", decimals}), "--decimals");
    expectUsage(generate({"rocks"}), "--output");
    expectUsage(generate({"clouds", "-o", "out.map"}), "clouds");
    for (const char* brushes : {"99", "100001", "-5", "1e3"})
        expectUsage(generate({"rocks", "-o", "out.map", "--brushes", brushes}), "--brushes");
    expectUsage(generate({"rocks", "-o", "out.map", "--seed", "one"}), "--seed");
    EXPECT_EQ(names(), std::vector<std::string>{"room.map"});
    EXPECT_EQ(read("room.map"), roomMap());
}

TEST_F(MapToolErrors, HelpShowsAnExample) {
    for (const char* name : {"transform", "generate"}) {
        const RunResult result = tool(name, {"--help"});
        EXPECT_EQ(result.exitCode, 0);
        EXPECT_EQ(result.err, "");
        EXPECT_NE(result.out.find("example"), std::string::npos) << result.out;
        EXPECT_NE(result.out.find(std::string("maps/") + name + ".py"), std::string::npos) << result.out;
        EXPECT_NE(result.out.find("exit code"), std::string::npos) << result.out;
    }
}

}  // namespace
}  // namespace hullbake::test
