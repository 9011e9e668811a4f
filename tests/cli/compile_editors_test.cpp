// Proves that maps of Hammer and layers of TrenchBroom are compiled, and that the oracle agrees with the files.
#include <gtest/gtest.h>

#include <string>

#include "tests/cli/cli_support.hpp"
#include "tests/support/vmf_text.hpp"

namespace hullbake::test {
namespace {

/// Returns a sealed room, -128..128 inside on every axis. On its floor stand a ramp and, if `more`, a displacement, a
/// hidden pillar and a door.
std::string roomVmf(bool more) {
    std::string solids = vmfBox({-144, -144, -144}, {144, 144, -128}) + vmfBox({-144, -144, 128}, {144, 144, 144}) +
                         vmfBox({-144, -144, -128}, {-128, 144, 128}, "BRICK/WALL02") +
                         vmfBox({128, -144, -128}, {144, 144, 128}, "BRICK/WALL02") +
                         vmfBox({-128, -144, -128}, {128, -128, 128}) + vmfBox({-128, 128, -128}, {128, 144, 128});
    // A ramp off the grid: its slope has other points than the sides beside it.
    solids += "\tsolid\n\t{\n" +
              vmfSide({Vec3{-128, 64.3, -127.9}, {-60.25, 64.3, -90.1}, {-60.25, -64, -90.1}}, "RAMP") +
              vmfSide({Vec3{-128, -64, -128}, {-60, -64, -128}, {-60, 64, -128}}, "RAMP") +
              vmfSide({Vec3{-128, 64, 0}, {-128, -64, 0}, {-128, -64, -128}}, "RAMP") +
              vmfSide({Vec3{-60.25, 64, -128}, {-60.25, -64, -128}, {-60.25, -64, 0}}, "RAMP") +
              vmfSide({Vec3{0, 64.3, 0}, {-128, 64.3, 0}, {-128, 64.3, -128}}, "RAMP") +
              vmfSide({Vec3{0, -64.3, -128}, {-128, -64.3, -128}, {-128, -64.3, 0}}, "RAMP") + "\t}\n";
    std::string entities = "entity\n{\n\"classname\" \"info_player_start\"\n\"origin\" \"0 0 0\"\n}\n";
    if (more) {
        solids += "\thidden\n\t{\n" + vmfBox({-8, -8, -128}, {8, 8, 128}) + "\t}\n";
        solids += vmfBox({64, 64, -128}, {128, 128, -64}, "GRASS", vmfDisplacement("[64 64 -64]", 16));
        entities += "entity\n{\n\"classname\" \"func_door\"\n" + vmfBox({64, -32, -128}, {80, 32, 0}) + "}\n";
    }
    return std::string(kVmfHead) + "world\n{\n\"classname\" \"worldspawn\"\n" + solids + "}\n" + entities;
}

class CompileVmf : public CliTest {};

TEST_F(CompileVmf, TheOracleAgreesWithTheFile) {
    write("m.vmf", roomVmf(true));
    const RunResult result = run({"compile", "m.vmf", "--game", "halflife"});
    ASSERT_EQ(result.exitCode, 0) << result.err;
    ASSERT_TRUE(exists("m.hull")) << "the file has the name of the map";
    EXPECT_EQ(result.err.find("leak"), std::string::npos) << result.err;
    EXPECT_NE(result.err.find(": note: 1 hidden brush is left out\n"), std::string::npos) << result.err;
    EXPECT_EQ(result.err.find("warning"), std::string::npos) << result.err;
    EXPECT_NE(result.out.find("\npatches: 1 as 20 of the brushes\n"), std::string::npos) << result.out;
    const auto downFrom = [&](const std::string& x, const std::string& y, const char* models) {
        const RunResult trace = run({"trace", "m.hull", "--hull", "point", "--model", models, "--from",
                                     x + "," + y + ",100", "--to", x + "," + y + ",-200", "--json"});
        return Json::parse(trace.out);
    };
    EXPECT_NEAR(downFrom("0", "0", "0").at("endpos").at(2).get<double>(), -128, 0.1) << "no hidden pillar";
    // The tip of the displacement is 16.5 above its face. Its cell is divided along the diagonal through the tip.
    EXPECT_NEAR(downFrom("96", "96", "0").at("endpos").at(2).get<double>(), -47.5, 0.1);
    EXPECT_NEAR(downFrom("100", "100", "0").at("endpos").at(2).get<double>(), -51.5, 0.1);
    EXPECT_NEAR(downFrom("68", "120", "0").at("endpos").at(2).get<double>(), -63.5, 0.1) << "the rest is flat";
    EXPECT_NEAR(downFrom("-100", "0", "0").at("endpos").at(2).get<double>(), -112.28, 0.2) << "the ramp";
    EXPECT_NEAR(downFrom("72", "0", "1").at("endpos").at(2).get<double>(), 0, 0.1) << "the door is model 1";

    const RunResult verified = run({"verify", "m.hull", "--map", "m.vmf", "--traces", "5000"});
    EXPECT_EQ(verified.exitCode, 0) << verified.err << verified.out;
    EXPECT_NE(verified.out.find("agrees   0 differences in "), std::string::npos) << verified.out;
}

TEST_F(CompileVmf, TheOracleSeesAnotherMap) {
    write("m.vmf", roomVmf(false));
    ASSERT_EQ(run({"compile", "m.vmf", "-o", "m.hull"}).exitCode, 0);
    write("other.vmf", roomVmf(true));
    EXPECT_NE(run({"verify", "m.hull", "--map", "other.vmf", "--traces", "5000"}).exitCode, 0);
}

TEST_F(CompileVmf, ErrorsNameTheFileAndWriteNothing) {
    std::string broken = roomVmf(true);
    broken.resize(broken.size() - 3);
    write("m.vmf", broken);
    const RunResult result = run({"compile", "m.vmf"});
    EXPECT_EQ(result.exitCode, 1);
    EXPECT_TRUE(result.err.starts_with("m.vmf:")) << result.err;
    EXPECT_FALSE(exists("m.hull"));
}

class CompileLayers : public CliTest {};

TEST_F(CompileLayers, OmittedLayersAreNotInTheFile) {
    const std::string layer =
        "{\n\"classname\" \"func_group\"\n\"_tb_type\" \"_tb_layer\"\n\"_tb_id\" \"2\"\n\"_tb_layer_omit_from_export\" "
        "\"1\"\n" +
        brushText({-8, -8, -128}, {8, 8, 128}, "pillar") + "}\n";
    const std::string wall = "{\n\"classname\" \"func_wall\"\n\"_tb_layer\" \"2\"\n" +
                             brushText({96, 96, -128}, {128, 128, 0}, "wall1") + "}\n";
    write("m.map", "# by hand\n" + roomMap() + layer + wall);
    const RunResult result = run({"compile", "m.map"});
    ASSERT_EQ(result.exitCode, 0) << result.err;
    EXPECT_NE(result.err.find(": note: 2 brushes of omitted layers are left out\n"), std::string::npos) << result.err;
    EXPECT_EQ(run({"verify", "m.hull", "--map", "m.map", "--traces", "2000"}).exitCode, 0);
    const Json compiled = Json::parse(run({"info", "m.hull", "--json"}).out);
    write("room.map", "#\n" + roomMap());
    ASSERT_EQ(run({"compile", "room.map"}).exitCode, 0);
    EXPECT_EQ(compiled.at("hulls"), Json::parse(run({"info", "room.hull", "--json"}).out).at("hulls"));
}

}  // namespace
}  // namespace hullbake::test
