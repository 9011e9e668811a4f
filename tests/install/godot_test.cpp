// Proves the Godot 3 binding in a headless engine: its example runs as its README says, and all bits of its answers are
// those of the library.
#include <cstdlib>
#include <string>

#include "install/install_support.hpp"

namespace hullbake::test {
namespace {

class Godot : public InstallTest {
  protected:
    // The engine, with a home of its own.
    static constexpr const char* kEngine = "HOME=\"$PWD\" XDG_DATA_HOME=\"$PWD\" timeout 60 godot3-server --path game";

    void SetUp() override {
        if (shell("command -v godot3-server").exitCode != 0) GTEST_SKIP() << "godot3-server is not installed";
    }

    // The text in the README from behind `opening` to the next fence.
    static std::string block(const std::string& opening) {
        const std::string page = fileText(HULLBAKE_SOURCE_ROOT "/runtime/packages/godot/README.md");
        const std::size_t at = page.find(opening);
        EXPECT_NE(at, std::string::npos) << opening;
        if (at == std::string::npos) return opening;
        const std::size_t from = at + opening.size();
        return page.substr(from, page.find("```", from) - from);
    }

    // Writes the project `game` as the README builds it, with the warnings of the project.
    void build() const {
        succeed("cp -r \"$SOURCE/runtime/packages/godot/project\" game && cp \"$DEMO\" game/demo.hull");
        succeed(
            "$CC -shared -fPIC -O2 -std=c11 -pedantic -Wall -Wextra -Werror -fvisibility=hidden "
            "\"$SOURCE\"/runtime/packages/godot/*.c $(pkg-config --cflags --libs hullbake) "
            "-o game/libhullbake_godot.so");
    }

    static long counted(const std::string& text, const std::string& name) {
        const std::size_t at = text.find("\n" + name + " ");
        return at == std::string::npos ? -1 : std::atol(text.c_str() + at + name.size() + 2);
    }
};

TEST_F(Godot, ExampleRunsAsTheReadmeSays) {
    succeed("ln -s \"$SOURCE/runtime\" \"$SOURCE/maps\" .");
    std::string commands = block("```sh\n");
    const std::size_t engine = commands.find("godot3-server");
    ASSERT_NE(engine, std::string::npos) << commands;
    const std::string output = succeed("export PATH=\"$PREFIX/bin:$PATH\"\n" + commands.substr(0, engine) + kEngine);
    EXPECT_NE(output.find(block("It prints:\n\n```\n")), std::string::npos) << output;
}

TEST_F(Godot, HasTheNativeBits) {
    build();
    succeed(
        "$CC -std=c11 -pedantic -Wall -Wextra -Werror -O1 \"$SOURCE/tests/godot/native_answers.c\" "
        "$(pkg-config --cflags --libs hullbake) -o native && ./native \"$DEMO\" 1000 10 100 > answers");
    const RunResult run = shell("export ANSWERS=\"$PWD/asked\" TRACES=1000 WALKERS=10 TICKS=100 && " +
                                std::string(kEngine) + " -s \"$SOURCE/tests/godot/same_bits.gd\"");
    ASSERT_EQ(run.exitCode, 0) << run.out << run.err;
    EXPECT_EQ(run.err.find("SCRIPT ERROR"), std::string::npos) << run.err;
    succeed("cmp answers asked");
    EXPECT_EQ(counted(run.out, "values"), 42000) << run.out;
    EXPECT_GE(counted(run.out, "stopped"), 400) << run.out;
    EXPECT_GE(counted(run.out, "startsolid"), 100) << run.out;
    EXPECT_GE(counted(run.out, "inside"), 100) << run.out;
    EXPECT_GE(counted(run.out, "landed"), 10) << run.out;
    EXPECT_GE(counted(run.out, "blocked"), 50) << run.out;
    for (const char* line :
         {"fault ''", "hulls point 0 0, player -24 32, large -24 64", "start info_player_start yaw 90",
          "contents solid empty", "far True True", "refused 19 of 19", "long tick invalid",
          "damaged: altered: the contents do not match their hash (section head, byte 24)", "closed True 0",
          "empty: too small for a .hull file (section head, byte 0)"})
        EXPECT_NE(run.out.find(std::string("\n") + line + "\n"), std::string::npos) << line << "\n" << run.out;
}

}  // namespace
}  // namespace hullbake::test
