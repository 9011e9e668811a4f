// Runs the tools of maps/ as a user would, and reads their output.
#pragma once

#include <variant>

#include "formats/map_reader.hpp"
#include "tests/cli/cli_support.hpp"

namespace hullbake::test {

/// Tests of the Python tools in maps/. They skip when python3 is missing.
class MapToolsTest : public CliTest {
  protected:
    void SetUp() override {
        if (shell("python3 --version").exitCode != 0) GTEST_SKIP() << "python3 not found: the tools of maps/ need it";
    }

    /// Runs maps/TOOL.py.
    RunResult tool(const std::string& name, const std::vector<std::string>& arguments) {
        std::string command = "python3 " + shellQuoted(HULLBAKE_SOURCE_ROOT "/maps/" + name + ".py");
        for (const std::string& argument : arguments) command.append(" ").append(shellQuoted(argument));
        return shell(command);
    }
    RunResult transform(const std::vector<std::string>& arguments) { return tool("transform", arguments); }
    RunResult generate(const std::vector<std::string>& arguments) { return tool("generate", arguments); }

    /// Writes a moved copy of `map` to `out`. An error or any output is a test failure.
    void place(const std::string& map, const std::string& out, std::vector<std::string> options) {
        options.insert(options.begin(), {map, "-o", out});
        const RunResult result = transform(options);
        ASSERT_EQ(result.exitCode, 0) << result.err;
        ASSERT_EQ(result.err + result.out, "");
    }

    MapFile parsed(const std::string& name) {
        auto result = readMap(path(name).string());
        if (const auto* fault = std::get_if<Diagnostic>(&result)) {
            ADD_FAILURE() << fault->text();
            return {};
        }
        return std::get<MapFile>(std::move(result));
    }

    /// Compiles without a leak and returns the report, or null on failure.
    Json compileReport(const std::string& map, std::vector<std::string> options = {}) {
        options.insert(options.begin(), {"compile", map, "-o", "out.hull", "--json"});
        const RunResult result = run(options);
        EXPECT_EQ(result.exitCode, 0) << result.err;
        return Json::parse(result.out);
    }

    static std::string demo() { return HULLBAKE_SOURCE_ROOT "/maps/demo/demo.map"; }
};

/// Returns every face of every brush, in the order of the map.
inline std::vector<MapFace> facesOf(const MapFile& map) {
    std::vector<MapFace> faces;
    for (const MapEntity& entity : map.entities)
        for (const MapBrush& brush : entity.brushes) faces.insert(faces.end(), brush.faces.begin(), brush.faces.end());
    return faces;
}

}  // namespace hullbake::test
