// Proves hullbake draw: what it writes, from maps and from .hull files, and how it refuses.
#include <gtest/gtest.h>

#include <cmath>
#include <sstream>
#include <string>
#include <vector>

#include "tests/cli/cli_support.hpp"

namespace hullbake::test {
namespace {

class DrawCli : public CliTest {
  protected:
    // Draws and returns the picture, which must be XML.
    std::string draw(std::vector<std::string> arguments) {
        arguments.insert(arguments.begin(), "draw");
        arguments.insert(arguments.end(), {"-o", "out.svg"});
        const RunResult result = run(arguments);
        EXPECT_EQ(result.exitCode, 0) << result.err;
        EXPECT_TRUE(result.out.starts_with("wrote out.svg: ")) << result.out;
        const RunResult parsed = shell("python3 -c 'import xml.dom.minidom; xml.dom.minidom.parse(\"out.svg\")'");
        EXPECT_EQ(parsed.exitCode, 0) << parsed.err;
        return read("out.svg");
    }
};

// Returns the area of the closed paths in the outline with that title. Holes run the other way and count less.
double outlineArea(const std::string& svg, const std::string& title) {
    const std::size_t end = svg.find("\"><title>" + title);
    EXPECT_NE(end, std::string::npos) << title;
    if (end == std::string::npos) return -1;
    const std::size_t begin = svg.rfind("<path d=\"", end) + 9;
    double sum = 0;
    std::istringstream loops(svg.substr(begin, svg.find('"', begin) - begin));
    for (std::string loop; std::getline(loops, loop, 'Z');) {
        for (char& c : loop)
            if (c == 'M' || c == 'L') c = ' ';
        std::vector<double> numbers;
        std::istringstream words(loop);
        for (double number = 0; words >> number;) numbers.push_back(number);
        const std::size_t count = numbers.size();
        for (std::size_t i = 0; i < count; i += 2)
            sum += numbers[i + 1] * numbers[(i + 2) % count] - numbers[i] * numbers[(i + 3) % count];
    }
    return sum / 2;
}

TEST_F(DrawCli, HullsOfARoomAreDrawnAndMeasured) {
    makeRoom();
    // The picture shows 288 units and 2% more on each side, and is cut from cells 2% larger.
    const double margin = 288 * 0.02, side = 288 + 2 * margin + 2 * (288 + 2 * margin) * 0.02;
    const std::string svg = draw({"room.hull", "--at", "-10", "--hull", "all", "--box", "-5,-5,-5:7,7,7"});
    EXPECT_NEAR(outlineArea(svg, "hull player "), side * side - 224 * 224 + 48 * 96, 0.1);
    EXPECT_NEAR(outlineArea(svg, "hull point "), side * side - 256 * 256 + 16 * 64, 0.1);
    EXPECT_NEAR(outlineArea(svg, "box -5 -5 -5 to 7 7 7"), 300 * 300 - 244 * 244 + 28 * 76, 0.1);
    EXPECT_NE(svg.find("hull large "), std::string::npos);
    EXPECT_NE(svg.find(">room.hull, z=-10<"), std::string::npos);
    EXPECT_NE(svg.find("<title>solid: wall1, line "), std::string::npos);
    EXPECT_NE(svg.find("model 1 (func_door)"), std::string::npos);
}

TEST_F(DrawCli, AMapIsCompiledInMemory) {
    makeRoom();
    const std::string fromHull = draw({"room.hull", "--plane", "x=70"});
    std::string fromMap = draw({"room.map", "--plane", "x=70"});
    const std::size_t name = fromMap.find("room.map");
    ASSERT_NE(name, std::string::npos);
    for (std::size_t at = name; at != std::string::npos; at = fromMap.find("room.map", at))
        fromMap.replace(at, 8, "room.hull");
    EXPECT_EQ(fromMap, fromHull);
    EXPECT_EQ(names(), (std::vector<std::string>{"out.svg", "room.hull", "room.map"}));
}

TEST_F(DrawCli, BareDrawsBrushesAlone) {
    makeRoom();
    const std::string svg = draw({"room.hull", "--hull", "bare", "--at", "-100"});
    EXPECT_EQ(svg.find("stops here"), std::string::npos);
    EXPECT_NE(svg.find("water: *water1"), std::string::npos);
    EXPECT_NE(svg.find("info_player_start at 0 0 0"), std::string::npos);
}

TEST_F(DrawCli, TracesAndRunsAreDrawn) {
    makeRoom();
    ASSERT_EQ(run({"slide", "room.hull", "--from", "0,0,0", "--velocity", "0,100,0", "--record", "way.run"}).exitCode,
              0);
    const std::string svg =
        draw({"room.hull", "--trace", "0,0,0:0,200,0", "--trace", "0,0,0:8,0,0", "--run", "way.run"});
    EXPECT_NE(svg.find("trace of hull player: stops after 55."), std::string::npos) << "percent";
    EXPECT_NE(svg.find("trace of hull player: meets nothing"), std::string::npos);
    EXPECT_NE(svg.find("run way.run (1 s)"), std::string::npos);
    EXPECT_NE(svg.find("M0 0L0 -111.9688"), std::string::npos) << "112 less the skin";
}

// docs/figures/levels.sh draws the pictures of the pages.
TEST_F(DrawCli, PicturesOfThePagesAreWhatTheScriptDraws) {
    const std::string root = HULLBAKE_SOURCE_ROOT "/";
    const RunResult drawn = shell("HULLBAKE=\"$HULLBAKE\" MAPS=" + shellQuoted(root + "maps") + " sh " +
                                  shellQuoted(root + "docs/figures/levels.sh"));
    ASSERT_EQ(drawn.exitCode, 0) << drawn.err;
    EXPECT_GE(names().size(), 6u);
    for (const std::string& name : names()) {
        const RunResult committed = shell("cat " + shellQuoted(root + "docs/figures/" + name));
        EXPECT_TRUE(read(name) == committed.out) << name << ": docs/figures/levels.sh draws it anew";
    }
}

TEST_F(DrawCli, CellsOfATreeAreDrawn) {
    makeRoom();
    const std::string plain = draw({"room.hull"}), cells = draw({"room.hull", "--cells"});
    const std::string line = "stroke-opacity=\"0.5\"";
    EXPECT_EQ(plain.find(line), std::string::npos);
    EXPECT_NE(cells.find(line), std::string::npos);
    EXPECT_EQ(run({"draw", "room.hull", "-o", "o.svg", "--cells", "--hull", "bare"}).exitCode, 2);
    EXPECT_EQ(run({"draw", "room.hull", "-o", "o.svg", "--cells", "--box", "-1,-1,-1:2,2,2"}).exitCode, 2);
}

TEST_F(DrawCli, LeaksShowTheWayOut) {
    write("leak.map", leakingMap());
    const std::string fromMap = draw({"leak.map"});
    EXPECT_NE(fromMap.find(">the way out of a leak<"), std::string::npos);
    ASSERT_EQ(run({"compile", "leak.map"}).exitCode, 0);
    ASSERT_TRUE(exists("leak.lin"));
    EXPECT_EQ(draw({"leak.hull"}).find("the way out"), std::string::npos);
    const std::string fromTrail = draw({"leak.hull", "--trail", "leak.lin"});
    EXPECT_NE(fromTrail.find("<path d=\"M0 0L"), std::string::npos) << "starts at the player's start";
    EXPECT_NE(fromTrail.find("the way out of a leak"), std::string::npos);
    for (const char* text : {"", "1 2\n", "1 2 3\n4 x 6\n", "1 2 3 4\n", "1 2 nan\n", "1 2 1e300\n"}) {
        write("bad.pts", text);
        const RunResult bad = run({"draw", "leak.hull", "-o", "o.svg", "--trail", "bad.pts"});
        EXPECT_EQ(bad.exitCode, 1) << text;
        EXPECT_NE(bad.err.find("bad.pts:"), std::string::npos) << bad.err;
    }
    EXPECT_EQ(run({"draw", "leak.hull", "-o", "leak.lin", "--trail", "leak.lin"}).exitCode, 2);
    EXPECT_FALSE(exists("o.svg"));
}

TEST_F(DrawCli, HostileNamesStayText) {
    std::string text = roomMap();
    for (std::size_t at = text.find("floor1"); at != std::string::npos; at = text.find("floor1", at + 6))
        text.replace(at, 6, "</g><a&b>\x80");
    write("a&b<c>.map", text);
    const std::string svg = draw({"a&b<c>.map", "--plane", "x=1"});
    EXPECT_NE(svg.find("a&amp;b&lt;c&gt;.map, x=1"), std::string::npos);
    EXPECT_NE(svg.find("solid: &lt;/g&gt;&lt;a&amp;b&gt;\xef\xbf\xbd"), std::string::npos);
    EXPECT_EQ(svg.find("<a&b>"), std::string::npos);
}

TEST_F(DrawCli, APlaneBesideTheLevelIsAnError) {
    makeRoom();
    for (const std::string& plane : {std::string("z=500"), std::string("0,0,1=-900")}) {
        const RunResult result = run({"draw", "room.hull", "-o", "out.svg", "--plane", plane});
        EXPECT_EQ(result.exitCode, 1);
        EXPECT_NE(result.err.find("misses the level, whose brushes reach from -144 to 144"), std::string::npos)
            << result.err;
        EXPECT_EQ(lineCount(result.err), 1u);
    }
    EXPECT_FALSE(exists("out.svg"));
}

TEST_F(DrawCli, WrongUsageIsExitTwo) {
    makeRoom();
    const std::vector<std::vector<std::string>> wrong = {
        {"room.hull"},
        {"room.hull", "-o", "room.hull"},
        {"room.hull", "-o", "./room.hull"},
        {"room.hull", "-o", "o.svg", "--plane", "w=1"},
        {"room.hull", "-o", "o.svg", "--plane", "z=1", "--at", "1"},
        {"room.hull", "-o", "o.svg", "--at", "1e9"},
        {"room.hull", "-o", "o.svg", "--at", "nan"},
        {"room.hull", "-o", "o.svg", "--box", "1,1,1:0,0,0"},
        {"room.hull", "-o", "o.svg", "--box", "-400,0,0:400,1,1"},
        {"room.hull", "-o", "o.svg", "--trace", "0,0,0"},
        {"room.hull", "-o", "o.svg", "--trace", "0,0,0:1e9,0,0"},
        {"room.hull", "-o", "o.svg", "--hull", "bare", "--trace", "0,0,0:1,0,0"},
        {"room.hull", "-o", "o.svg", "--mask", "cheese"},
        {"room.hull", "-o", "o.svg", "--window", "0,0"},
        {"room.hull", "-o", "o.svg", "--window", "0,0:0,1"},
        {"room.hull", "-o", "o.svg", "--window", "0,0:1,nan"},
        {"room.hull", "-o", "o.svg", "--window", "0,0:1e-300,1"},
        {"room.hull", "-o", "o.svg", "--size", "5"},
    };
    for (std::vector<std::string> arguments : wrong) {
        arguments.insert(arguments.begin(), "draw");
        const RunResult result = run(arguments);
        EXPECT_EQ(result.exitCode, 2) << arguments.back() << ": " << result.err;
        EXPECT_NE(result.err, "");
    }
    EXPECT_FALSE(exists("o.svg"));
    EXPECT_EQ(run({"info", "room.hull"}).exitCode, 0) << "was overwritten";
}

TEST_F(DrawCli, WhatCannotBeReadOrWrittenIsExitOne) {
    makeRoom();
    write("broken.map", "{\n\"classname\" \"worldspawn\"\n{\n");
    write("cut.hull", read("room.hull").substr(0, 500));
    write("bad.run", "hullbake-run 1\nhull nobody\nstart 0 0 0\nticks 1\n");
    const std::vector<std::vector<std::string>> bad = {
        {"none.hull"},
        {"none.map"},
        {"broken.map"},
        {"cut.hull"},
        {"room.hull", "--hull", "giant"},
        {"room.hull", "--run", "none.run"},
        {"room.hull", "--run", "bad.run"},
    };
    for (std::vector<std::string> arguments : bad) {
        arguments.insert(arguments.begin(), "draw");
        arguments.insert(arguments.end(), {"-o", "o.svg"});
        const RunResult result = run(arguments);
        EXPECT_EQ(result.exitCode, 1) << arguments[1];
        EXPECT_NE(result.err, "") << arguments[1];
        EXPECT_FALSE(exists("o.svg"));
    }
    EXPECT_NE(run({"draw", "broken.map", "-o", "o.svg"}).err.find("broken.map:"), std::string::npos);
    EXPECT_EQ(run({"draw", "room.hull", "-o", "no/such/folder.svg"}).exitCode, 1);
    EXPECT_EQ(run({"draw", "room.hull", "-o", "."}).exitCode, 1);
}

// The mesh goes back in as terrain: the reader of `hullbake terrain` finds every face.
TEST_F(DrawCli, MeshesAreWrittenAndReadAgain) {
    makeRoom();
    const RunResult both = run({"draw", "room.hull", "--obj", "room.obj", "--gltf", "room.gltf", "--hull", "player"});
    ASSERT_EQ(both.exitCode, 0) << both.err;
    EXPECT_TRUE(both.out.starts_with("wrote room.obj: ")) << both.out;
    EXPECT_NE(both.out.find("\nwrote room.gltf: "), std::string::npos);
    const std::string obj = read("room.obj");
    EXPECT_NE(obj.find("\no solid\nusemtl floor1\n"), std::string::npos) << obj;
    EXPECT_NE(obj.find("\nusemtl wall1\n"), std::string::npos) << obj;
    EXPECT_NE(obj.find("usemtl face\n"), std::string::npos);
    for (const char* name : {"room.obj", "room.gltf"}) {
        const RunResult terrain =
            run({"terrain", name, "-o", "back.map", "--up", std::string(name) == "room.obj" ? "z" : "y"});
        EXPECT_EQ(terrain.exitCode, 0) << terrain.err;
        EXPECT_EQ(run({"compile", "back.map", "-o", "back.hull"}).exitCode, 0);
    }
    const RunResult bare = run({"draw", "room.map", "--obj", "bare.obj", "--hull", "bare"});
    EXPECT_EQ(bare.exitCode, 0) << bare.err;
    EXPECT_LT(read("bare.obj").size(), obj.size());
    EXPECT_EQ(run({"draw", "room.hull"}).exitCode, 2) << "nothing to write";
    EXPECT_EQ(run({"draw", "room.hull", "--obj", "a", "--gltf", "a"}).exitCode, 2);
    EXPECT_EQ(run({"draw", "room.hull", "--obj", "room.hull"}).exitCode, 2);
    EXPECT_EQ(run({"draw", "room.hull", "--gltf", "no/such/room.gltf"}).exitCode, 1);
}

// Returns a number of four bytes, the greatest first.
std::size_t wordAt(const std::string& bytes, std::size_t at) {
    std::size_t value = 0;
    for (std::size_t i = 0; i < 4; ++i) value = value << 8 | static_cast<unsigned char>(bytes[at + i]);
    return value;
}

TEST_F(DrawCli, APngHasTheSizeAskedFor) {
    makeRoom();
    const RunResult result = run({"draw", "room.hull", "-o", "room.png", "--size", "300", "--hull", "all"});
    ASSERT_EQ(result.exitCode, 0) << result.err;
    const std::string png = read("room.png");
    EXPECT_EQ(result.out, "wrote room.png: " + std::to_string(png.size()) + " bytes\n");
    ASSERT_GT(png.size(), 2000u);
    EXPECT_EQ(png.substr(0, 8), "\x89PNG\r\n\x1a\n");
    EXPECT_EQ(wordAt(png, 16), 420u) << "room for the legend";
    EXPECT_GT(wordAt(png, 20), 300u + 34 + 40);
    EXPECT_EQ(png.substr(png.size() - 8, 4), "IEND");
    EXPECT_EQ(run({"draw", "room.hull", "-o", "large.png", "--size", "9000"}).exitCode, 2);
}

}  // namespace
}  // namespace hullbake::test
