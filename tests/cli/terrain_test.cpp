// Proves that `hullbake terrain` writes maps that compile to what the picture shows, and refuses bad input in one line.
#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

#include "tests/cli/cli_support.hpp"
#include "tests/support/picture_bytes.hpp"

namespace hullbake::test {
namespace {

class TerrainCommand : public CliTest {
  protected:
    /// Expects exit 1, one line on stderr, and no output file.
    void expectRefused(const std::vector<std::string>& more, const std::string& message, int exitCode = 1) {
        std::vector<std::string> words{"terrain"};
        words.insert(words.end(), more.begin(), more.end());
        const std::vector<std::string> before = names();
        const RunResult result = run(words);
        EXPECT_EQ(result.exitCode, exitCode) << message;
        EXPECT_EQ(result.err.substr(0, result.err.find('\n')), "hullbake: " + message);
        EXPECT_EQ(result.out, "");
        EXPECT_EQ(names(), before);
    }
};

std::vector<std::uint16_t> wave(std::uint32_t side, int height) {
    std::vector<std::uint16_t> samples;
    for (std::uint32_t row = 0; row < side; ++row)
        for (std::uint32_t column = 0; column < side; ++column)
            samples.push_back(
                static_cast<std::uint16_t>(std::lround(height * (1 + std::sin(row * 0.9) * std::cos(column * 0.7)))));
    return samples;
}

TEST_F(TerrainCommand, TheOracleAgreesWithTheMap) {
    write("hills.png", pngBytes(14, wave(14, 5000), 16));
    const RunResult made =
        run({"terrain", "hills.png", "-o", "hills.map", "--origin", "-400,-400,0", "--texture", "grass"});
    ASSERT_EQ(made.exitCode, 0) << made.err;
    EXPECT_TRUE(made.out.starts_with("heights  14x14, from ")) << made.out;
    EXPECT_NE(made.out.find("\nwrote hills.map: 134 brushes"), std::string::npos) << made.out;
    const RunResult compiled = run({"compile", "hills.map", "--strict"});
    ASSERT_EQ(compiled.exitCode, 0) << compiled.err;
    const RunResult verified = run({"verify", "hills.hull", "--map", "hills.map", "--traces", "3000"});
    EXPECT_EQ(verified.exitCode, 0) << verified.err << verified.out;
    EXPECT_NE(verified.out.find("agrees   0 differences in "), std::string::npos) << verified.out;
}

// The same heights by every notation give the same map, byte for byte.
TEST_F(TerrainCommand, AllNotationsAgree) {
    const std::vector<std::uint16_t> samples = wave(9, 100);
    std::string plain = "P2 9 9 255", bytes, little, big;
    for (const std::uint16_t sample : samples) {
        plain += ' ' + std::to_string(sample);
        bytes += bigEndian(sample, 1);
        big += bigEndian(sample, 2);
        little += bigEndian(sample, 1) + bigEndian(0, 1);
    }
    write("a.pgm", plain);
    write("b.pgm", pgmBytes(9, samples, 255));
    write("c.png", pngBytes(9, samples, 8));
    write("d.raw", bytes);
    write("e.raw", little);
    write("f.raw", big);
    const std::vector<std::vector<std::string>> forms = {{"a.pgm"},
                                                         {"b.pgm"},
                                                         {"c.png"},
                                                         {"d.raw", "--size", "9x9"},
                                                         {"e.raw", "--size", "9x9", "--bits", "16"},
                                                         {"f.raw", "--size", "9x9", "--bits", "16", "--endian", "big"}};
    std::string first;
    for (const std::vector<std::string>& form : forms) {
        std::vector<std::string> words{"terrain", "-o", "out.map", "--scale", "32,32,2"};
        words.insert(words.end(), form.begin(), form.end());
        const RunResult result = run(words);
        ASSERT_EQ(result.exitCode, 0) << form[0] << result.err;
        if (first.empty()) first = read("out.map");
        EXPECT_EQ(read("out.map"), first) << form[0];
    }
    EXPECT_GT(first.size(), 1000u);
}

// The top row of the picture is the farthest along y.
TEST_F(TerrainCommand, ThePictureIsSeenFromAbove) {
    write("corner.pgm", "P2 3 3 255  0 0 200  0 0 0  0 0 0");
    ASSERT_EQ(run({"terrain", "corner.pgm", "-o", "corner.map"}).exitCode, 0);
    ASSERT_EQ(run({"compile", "corner.map"}).exitCode, 0);
    const auto down = [&](const std::string& place) {
        const RunResult trace = run(
            {"trace", "corner.hull", "--hull", "point", "--from", place + ",300", "--to", place + ",-100", "--json"});
        return Json::parse(trace.out).at("endpos").at(2).get<double>();
    };
    EXPECT_NEAR(down("127,127"), 196.875, 0.2);  // on the ridge to the corner
    EXPECT_NEAR(down("1,127"), 0, 0.1);
    EXPECT_NEAR(down("127,1"), 0, 0.1);
    EXPECT_NEAR(down("1,1"), 0, 0.1);
}

TEST_F(TerrainCommand, MeshesAreWrittenWithTheirMaterials) {
    // A floor that looks up in y, with a pyramid as a body of its own above it.
    write("m.obj",
          "v -64 0 64\nv 64 0 64\nv 64 0 -64\nv -64 0 -64\nusemtl floor\nf 1 2 3 4\n"
          "o body\nusemtl rock\nv -16 16 16\nv 16 16 16\nv 16 16 -16\nv -16 16 -16\nv 0 48 0\n"
          "f 8 7 6 5\nf 5 6 9\nf 6 7 9\nf 7 8 9\nf 8 5 9\n");
    const RunResult made = run({"terrain", "m.obj", "-o", "m.map", "--up", "y"});
    ASSERT_EQ(made.exitCode, 0) << made.err;
    EXPECT_TRUE(
        made.out.starts_with("mesh     8 triangles: 1 convex bodies, 2 pieces, 0 wedges, 0 grains; 0 polygons "
                             "without an area\nwrote m.map: 3 brushes, "))
        << made.out;
    ASSERT_EQ(run({"compile", "m.map", "--strict"}).exitCode, 0);
    const auto down = [&](const std::string& x, const std::string& y) {
        return Json::parse(run({"trace", "m.hull", "--hull", "point", "--from", x + "," + y + ",100", "--to",
                                x + "," + y + ",-100", "--json"})
                               .out);
    };
    EXPECT_NEAR(down("50", "30").at("endpos").at(2).get<double>(), 0, 0.1);
    EXPECT_EQ(down("50", "30").at("texture"), "floor");
    EXPECT_NEAR(down("1", "0").at("endpos").at(2).get<double>(), 46, 0.2);
    EXPECT_EQ(down("1", "0").at("texture"), "rock");
    const RunResult verified = run({"verify", "m.hull", "--map", "m.map", "--traces", "2000"});
    EXPECT_EQ(verified.exitCode, 0) << verified.err << verified.out;
}

// What compile reads is what terrain writes: the same brushes in the same order.
TEST_F(TerrainCommand, CompileTakesTheFilesThemselves) {
    write("h.PNG", pngBytes(7, wave(7, 40), 8));
    write("m.obj",
          "v 0 0 0\nv 64 0 0\nv 0 64 0\nv 9 9 64\nv 99 99 -9\nusemtl clip\nf 1 3 2\nf 1 2 4\nf 2 3 4\nf 3 1 4\nf 2 5 "
          "3\n");
    write("p.wkt", "POLYGON((0 0,256 0,256 128,64 128,64 112,192 96,192 64,0 32,0 0))");
    for (const std::string name : {"h.PNG", "m.obj", "p.wkt"}) {
        ASSERT_EQ(run({"terrain", name, "-o", "written.map"}).exitCode, 0) << name;
        ASSERT_EQ(run({"compile", "written.map", "-o", "written.hull"}).exitCode, 0) << name;
        const RunResult direct = run({"compile", name, "-o", "direct.hull", "--strict"});
        ASSERT_EQ(direct.exitCode, 0) << direct.err;
        EXPECT_EQ(run({"verify", "direct.hull", "--map", "written.map", "--traces", "1000"}).exitCode, 0) << name;
        EXPECT_EQ(run({"verify", "written.hull", "--map", name, "--traces", "1000"}).exitCode, 0) << name;
    }
    write("bad.png", "P2 2 2 9 1 2 3");
    const RunResult bad = run({"compile", "bad.png"});
    EXPECT_EQ(bad.exitCode, 1);
    EXPECT_NE(bad.err.find("bad.png:1:15: "), std::string::npos) << bad.err;
    EXPECT_FALSE(exists("bad.hull"));
}

TEST_F(TerrainCommand, APrefabMayBeAMesh) {
    write("rock.obj", "v 0 0 0\nv 8 0 0\nv 0 8 0\nv 0 0 8\nf 1 3 2\nf 1 2 4\nf 2 3 4\nf 3 1 4\n");
    write("m.map", roomMap() +
                       "{\n\"classname\" \"misc_external_map\"\n\"_external_map\" \"rock.obj\"\n\"origin\" \"32 32 "
                       "-128\"\n\"_external_map_scale\" \"4\"\n\"_external_map_classname\" \"func_group\"\n}\n");
    const RunResult compiled = run({"compile", "m.map"});
    ASSERT_EQ(compiled.exitCode, 0) << compiled.err;
    const RunResult trace =
        run({"trace", "m.hull", "--hull", "point", "--from", "36,36,0", "--to", "36,36,-200", "--json"});
    EXPECT_NEAR(Json::parse(trace.out).at("endpos").at(2).get<double>(), -104, 0.2) << trace.out;
}

TEST_F(TerrainCommand, BadMeshesAreOneError) {
    write("m.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n");
    write("bad.obj", "v 0 0 0\nv 1 0 zero\n");
    write("empty.obj", "");
    expectRefused({"bad.obj", "-o", "o.map"}, "bad.obj:2:7: expected a coordinate, found 'zero'");
    expectRefused({"empty.obj", "-o", "o.map"}, "empty.obj: the mesh has no faces");
    write("flat.obj", "v 0 0 0\nv 1 0 0\nv 2 0 0\nf 1 2 3\n");
    expectRefused({"flat.obj", "-o", "o.map"}, "flat.obj: the mesh has no face with an area");
    expectRefused({"m.obj", "-o", "o.map", "--scale", "262144,1,1"},
                  "m.obj:4:1: the face reaches past the coordinate limit of +-262144");
    expectRefused({"m.obj", "-o", "o.map", "--depth", "4"}, "--depth: meshes do not have it", 2);
    expectRefused({"m.obj", "-o", "o.map", "--size", "4x4"}, "--size: only bare samples have it", 2);
    write("h.pgm", "P2 2 2 9 1 2 3 4");
    expectRefused({"h.pgm", "-o", "o.map", "--up", "y"}, "--up: heightfields do not have it", 2);
}

TEST_F(TerrainCommand, PolygonsAreExtruded) {
    // A plan with a hole, and the ground of a side-scroller with an overhang.
    write("plan.wkt", "POLYGON((0 0,256 0,256 256,0 256,0 0),(64 64,192 64,192 192,64 192,64 64))");
    ASSERT_EQ(run({"terrain", "plan.wkt", "-o", "plan.map", "--origin", "0,0,8"}).exitCode, 0);
    ASSERT_EQ(run({"compile", "plan.map", "--strict"}).exitCode, 0);
    const auto stops = [&](const std::string& hull, const std::string& from, const std::string& to) {
        const RunResult trace = run({"trace", hull, "--hull", "point", "--from", from, "--to", to, "--json"});
        return Json::parse(trace.out);
    };
    EXPECT_NEAR(stops("plan.hull", "32,200,100", "32,200,-100").at("endpos").at(2).get<double>(), 8, 0.1);
    EXPECT_EQ(stops("plan.hull", "128,128,100", "128,128,-100").at("fraction"), 1) << "through the hole";
    write("side.wkt", "POLYGON((0 0,256 0,256 128,64 128,64 112,192 96,192 64,0 32,0 0))");
    const RunResult made = run({"terrain", "side.wkt", "-o", "side.map", "--up", "y", "--depth", "64"});
    ASSERT_EQ(made.exitCode, 0) << made.err;
    EXPECT_TRUE(made.out.starts_with("polygons 1, lines 0, of 8 points\nwrote side.map: ")) << made.out;
    ASSERT_EQ(run({"compile", "side.map", "--strict"}).exitCode, 0);
    EXPECT_NEAR(stops("side.hull", "128,32,200", "128,32,-9").at("endpos").at(2).get<double>(), 128, 0.1);
    EXPECT_NEAR(stops("side.hull", "128,32,90", "128,32,-9").at("endpos").at(2).get<double>(), 53.33, 0.1);
    EXPECT_NEAR(stops("side.hull", "128,32,90", "128,32,200").at("endpos").at(2).get<double>(), 104, 0.1);
    const RunResult verified = run({"verify", "side.hull", "--map", "side.map", "--traces", "2000"});
    EXPECT_EQ(verified.exitCode, 0) << verified.err << verified.out;
    write("bad.wkt", "POLYGON((0 0,64 64,\n64 0,0 64,0 0))");
    expectRefused({"bad.wkt", "-o", "o.map"},
                  "bad.wkt:1:9: the ring crosses or touches itself or another, or lies where it must not");
    write("far.wkt", "POLYGON((0 0,640000 64,64 100,0 0))");
    expectRefused({"far.wkt", "-o", "o.map"}, "far.wkt:1:9: the ring reaches past the coordinate limit of +-262144");
}

TEST_F(TerrainCommand, LinesAreMadeThick) {
    write("side.wkt", "LINESTRING(0 0,100 0,150 40,300 40,300 120,260 120,260 100,290 100,290 60,100 59)");
    const RunResult made = run({"terrain", "side.wkt", "-o", "side.map", "--up", "y", "--depth", "64"});
    ASSERT_EQ(made.exitCode, 0) << made.err;
    EXPECT_TRUE(made.out.starts_with("polygons 0, lines 1, of 10 points\nwrote side.map: 9 brushes")) << made.out;
    ASSERT_EQ(run({"compile", "side.map", "--strict"}).exitCode, 0);
    const RunResult verified = run({"verify", "side.hull", "--map", "side.map", "--traces", "2000"});
    EXPECT_EQ(verified.exitCode, 0) << verified.err << verified.out;
    const auto heightAt = [&](const std::string& x) {
        const RunResult trace = run({"trace", "side.hull", "--hull", "point", "--from", x + ",32,50", "--to",
                                     x + ",32,-90", "--json", "--skin", "0"});
        return Json::parse(trace.out).at("endpos").at(2).get<double>();
    };
    EXPECT_NEAR(heightAt("50"), 0, 1e-9);
    EXPECT_NEAR(heightAt("100"), 0, 1e-6);
    EXPECT_NEAR(heightAt("125"), 20, 1e-6);
    EXPECT_NEAR(heightAt("200"), 40, 1e-9);
    ASSERT_EQ(
        run({"terrain", "side.wkt", "-o", "side.map", "--up", "y", "--depth", "64", "--thickness", "-8"}).exitCode, 0);
    ASSERT_EQ(run({"compile", "side.map", "--strict"}).exitCode, 0);
    EXPECT_NEAR(heightAt("50"), 8, 1e-9);
    write("h.pgm", "P2 2 2 9 1 2 3 4");
    expectRefused({"h.pgm", "-o", "o.map", "--thickness", "4"}, "--thickness: only lines of NAME.wkt have it", 2);
    expectRefused({"side.wkt", "-o", "o.map", "--thickness", "0"},
                  "--thickness: expected units from 0.015625 to 262144, or the same below 0", 2);
    write("bad.wkt", "LINESTRING(0 0,64 64,\n64 0,0 64)");
    expectRefused({"bad.wkt", "-o", "o.map"}, "bad.wkt:1:11: the line crosses or touches itself");
    write("far.wkt", "LINESTRING(0 0,262130 64)");
    expectRefused({"far.wkt", "-o", "o.map"}, "far.wkt:1:11: the line reaches past the coordinate limit of +-262144");
}

TEST_F(TerrainCommand, BadInputIsOneError) {
    write("good.pgm", "P2 2 2 255 1 2 3 4");
    write("short.pgm", "P2 2 2 255 1 2 3");
    write("empty.png", "");
    expectRefused({"none.pgm", "-o", "o.map"}, "none.pgm: no such file");
    expectRefused({"short.pgm", "-o", "o.map"}, "short.pgm:1:17: expected a sample, found the end of the file");
    expectRefused({"empty.png", "-o", "o.map"}, "empty.png: the file is empty");
    expectRefused({"good.pgm", "-o", "o.map", "--size", "3x3"},
                  "good.pgm: the file has 18 bytes, not the 9 of 3x3 samples");
    expectRefused({"good.pgm", "-o", "none/o.map"}, "none/o.map: its folder does not exist");
    expectRefused({"good.pgm", "-o", "o.map", "--scale", "200000,200000,200000"},
                  "good.pgm: the terrain reaches past the coordinate limit of +-262144");
    expectRefused({"good.pgm", "-o", "o.map", "--scale", "0.001,1,1"},
                  "good.pgm: the scale is too small: rows or columns fall together");
    expectRefused({"good.pgm"}, "--output is required", 2);
    expectRefused({"good.pgm", "-o", "good.pgm"},
                  "good.pgm: the output would overwrite the input; choose another with -o", 2);
    expectRefused({"good.pgm", "-o", "o.map", "--scale", "nan,1,1"}, "--scale: nan is not above 0 and at most 262144",
                  2);
    expectRefused({"good.pgm", "-o", "o.map", "--scale", "1,0,1"}, "--scale: 0 is not above 0 and at most 262144", 2);
    expectRefused({"good.pgm", "-o", "o.map", "--size", "2"}, "--size: '2' is not WIDTHxHEIGHT", 2);
    expectRefused({"good.pgm", "-o", "o.map", "--size", "2x99999999999"}, "--size: '2x99999999999' is not WIDTHxHEIGHT",
                  2);
    expectRefused({"good.pgm", "-o", "o.map", "--size", "0x2"},
                  "--size: 0x2 samples make no square; each side needs 2 at least", 2);
    expectRefused({"good.pgm", "-o", "o.map", "--texture", "a\"b"}, "--texture: 'a\"b' is no name of a texture", 2);
    EXPECT_EQ(run({"terrain", "good.pgm", "-o", "o.map", "--depth", "nan"}).exitCode, 2);
    EXPECT_EQ(run({"terrain", "good.pgm", "-o", "o.map", "--origin", "inf,0,0"}).exitCode, 2);
    EXPECT_EQ(run({"terrain", "good.pgm", "-o", "o.map", "--bits", "16"}).exitCode, 2);
    EXPECT_FALSE(exists("o.map"));
    EXPECT_EQ(read("good.pgm"), "P2 2 2 255 1 2 3 4");
}

}  // namespace
}  // namespace hullbake::test
