// Runs the tests of the viewer's page and its server, which are written in JavaScript (POSIX only).
#include <gtest/gtest.h>

#include <sys/wait.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include "tests/support/temporary_folder.hpp"

namespace hullbake::test {
namespace {

class Viewer : public testing::Test {
  protected:
    static constexpr const char* kEnvironment =
        "HULLBAKE='" HULLBAKE_CLI "' SOURCE='" HULLBAKE_SOURCE_ROOT "' PAGE='" HULLBAKE_BUILD_ROOT
        "/viewer' TOOLS='" HULLBAKE_BUILD_ROOT "/npm/tools' ROUTE='" HULLBAKE_SOURCE_ROOT
        "/maps/demo/route.run' HOT_RELOAD='" HULLBAKE_HOT_RELOAD "' HOT_RELOAD_C='" HULLBAKE_HOT_RELOAD_C "'";

    void SetUp() override {
        if (shell("command -v node && command -v npm && command -v clang++") != 0)
            GTEST_SKIP() << "node, npm or clang++ is not installed";
        if (shell("\"$HULLBAKE\" view --help | grep -q -- --port") != 0) GTEST_FAIL() << output();
        static const bool built = shell("\"$SOURCE/tools/viewer/build.py\" \"$PAGE\"") == 0;
        ASSERT_TRUE(built) << output();
        ASSERT_EQ(shell("\"$HULLBAKE\" compile \"$SOURCE/maps/demo/demo.map\" -o demo.hull"), 0) << output();
    }

    // Fetches playwright-core from npm unless an earlier run has.
    void fetchBrowserDriver() {
        if (shell("command -v chromium") != 0) GTEST_SKIP() << "chromium is not installed";
        ASSERT_EQ(
            shell("test -f \"$TOOLS/node_modules/playwright-core/package.json\" || npm install --silent --no-audit "
                  "--no-fund --ignore-scripts --prefix \"$TOOLS\" playwright-core@1.48"),
            0)
            << output();
    }

    // Runs a file of tests. All of at least `least` must pass.
    void runTests(const std::string& file, int least) {
        const int status =
            shell("LEVEL=\"$PWD/demo.hull\" CHROMIUM=\"$(command -v chromium)\" node --test \"$SOURCE/tests/viewer/" +
                  file + "\"");
        const std::string text = output();
        EXPECT_EQ(status, 0) << text;
        EXPECT_NE(text.find("\n# fail 0\n"), std::string::npos) << text;
        const std::size_t at = text.find("\n# pass ");
        ASSERT_NE(at, std::string::npos) << text;
        EXPECT_GE(std::stoi(text.substr(at + 8)), least) << text;
    }

    int shell(const std::string& command) {
        const std::string script = "cd '" + folder_.path().string() + "' && export " + kEnvironment + " && { " +
                                   command + "\n} >'" + folder_.file("out") + "' 2>&1 </dev/null";
        const int status = std::system(script.c_str());
        return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
    }

    std::string output() const {
        std::ifstream file(folder_.file("out"), std::ios::binary);
        return {std::istreambuf_iterator<char>(file), {}};
    }

    TemporaryFolder folder_;
};

TEST_F(Viewer, ServerAnswersThisMachineOnly) {
    runTests("server.test.mjs", 11);
}

TEST_F(Viewer, PageDrawsWalksAndAnswers) {
    fetchBrowserDriver();
    if (IsSkipped()) return;
    runTests("page.test.mjs", 18);
}

TEST_F(Viewer, HullViewIsTheBoundaryOfWhatTheRuntimeAnswers) {
    fetchBrowserDriver();
    if (IsSkipped()) return;
    runTests("hull.test.mjs", 4);
}

TEST_F(Viewer, PageAndGamesFollowAMapThatIsSaved) {
    fetchBrowserDriver();
    if (IsSkipped()) return;
    runTests("live.test.mjs", 10);
}

TEST_F(Viewer, PagePlaysWorldsToTheBitAsNatively) {
    fetchBrowserDriver();
    if (IsSkipped()) return;
    runTests("world.test.mjs", 4);
}

TEST_F(Viewer, PageShootsShapesToTheBitAsNatively) {
    fetchBrowserDriver();
    if (IsSkipped()) return;
    runTests("shapes.test.mjs", 3);
}

TEST_F(Viewer, PageFindsStepsAndCrevices) {
    fetchBrowserDriver();
    if (IsSkipped()) return;
    runTests("steps.test.mjs", 2);
}

TEST_F(Viewer, PageShowsTheTrailsOfLeaks) {
    fetchBrowserDriver();
    if (IsSkipped()) return;
    runTests("leak.test.mjs", 4);
}

}  // namespace
}  // namespace hullbake::test
