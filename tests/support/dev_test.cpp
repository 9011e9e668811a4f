// Proves that ./dev test and .ci/run report test programs that fail, crash or are missing. They run in a copy of the
// checkout with dummies for Meson, Ninja and the test programs (POSIX only).
#include <gtest/gtest.h>
#include <sys/wait.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <regex>
#include <sstream>
#include <string>

#include "support/temporary_folder.hpp"

namespace hullbake::test {
namespace {

namespace fs = std::filesystem;

std::string textOf(const fs::path& path) {
    std::ostringstream text;
    text << std::ifstream(path).rdbuf();
    return text.str();
}

// Two tests of a shard: one passes, the other is skipped.
const char* const kPasses =
    "write 0 '<testcase name=\"Passes\" classname=\"Suite\" result=\"completed\"/>"
    "<testcase name=\"Skips\" classname=\"Suite\" result=\"skipped\"><skipped message=\"a_test.cpp:7&#x0A;no map\"/>"
    "</testcase>'\n";
const char* const kFails =
    "write 1 '<testcase name=\"Fails\" classname=\"Suite\" result=\"completed\"><failure message=\"x\"/></testcase>'\n"
    "echo what went wrong\nexit 1\n";

class DevTest : public testing::Test {
  protected:
    void SetUp() override {
        const fs::path source = HULLBAKE_SOURCE_ROOT;
        fs::create_directories(root() / ".ci");
        fs::create_directories(root() / "tests/support");
        fs::copy_file(source / "dev", root() / "dev");
        fs::copy_file(source / ".ci/run", root() / ".ci/run");
        for (const char* script : {"run_tests.py", "sum_results.py"})
            fs::copy_file(source / "tests/support" / script, root() / "tests/support" / script);
        writeProgram("bin/dpkg-query", "echo 'install ok installed'\n");
        writeProgram("bin/ninja", "");
        writeProgram("bin/meson", "");
        const std::string dev = textOf(root() / "dev");
        const std::regex name(R"(\b[a-z]+/[a-z_]+_test\b)");
        for (std::sregex_iterator found(dev.begin(), dev.end(), name), end; found != end; ++found)
            for (const char* build : {"build/", "build/asan/", "build/determinism/clang++-O0/"}) {
                const std::string program = build + ("tests/" + found->str());
                writeTestProgram(program, kPasses);
                programs_[found->str()] = true;
                std::ofstream(root() / build / "build.ninja") << "";
            }
    }

    fs::path root() const { return folder_.path() / "checkout"; }

    void writeProgram(const std::string& path, const std::string& script) const {
        fs::create_directories((root() / path).parent_path());
        std::ofstream(root() / path) << "#!/bin/sh\n" << script;
        fs::permissions(root() / path, fs::perms::owner_all);
    }
    /// `script` may call `write FAILURES TESTS`, which writes the result file as GoogleTest does.
    void writeTestProgram(const std::string& path, const std::string& script) const {
        writeProgram(
            path,
            "for word; do case $word in --gtest_output=xml:*) out=${word#--gtest_output=xml:} ;; esac; done\n"
            "write() { printf '<testsuites failures=\"%s\"><testsuite name=\"Suite\">%s</testsuite></testsuites>' "
            "\"$1\" \"$2\" >\"$out\"; }\n" +
                script);
    }

    struct Run {
        int exitCode = -1;
        std::string output, lastLine;
    };
    Run run(const std::string& command) const {
        const std::string output = folder_.file("output");
        const int status =
            std::system(("cd '" + root().string() + "' && unset HULLBAKE_FULL CI && PATH=\"$PWD/bin:$PATH\" " +
                         command + " >'" + output + "' 2>&1")
                            .c_str());
        Run result;
        result.exitCode = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
        result.output = textOf(output);
        std::istringstream lines(result.output);
        for (std::string line; std::getline(lines, line);) result.lastLine = line;
        return result;
    }

    TemporaryFolder folder_;
    std::map<std::string, bool> programs_;
};

const std::regex kAllPassed(R"(\d+ passed, 0 failed, \d+ skipped)");

TEST_F(DevTest, PassesWhenAllProgramsPass) {
    EXPECT_GE(programs_.size(), 10u);
    for (const char* command : {"./dev test", "./dev test --full", ".ci/run"}) {
        const Run all = run(command);
        EXPECT_EQ(all.exitCode, 0) << command << '\n' << all.output;
        EXPECT_TRUE(std::regex_match(all.lastLine, kAllPassed)) << command << '\n' << all.output;
        EXPECT_GE(std::stoul(all.lastLine), programs_.size()) << command;
        EXPECT_NE(all.output.find("skipped release/formats_test Suite.Skips: no map"), std::string::npos) << all.output;
    }
}

TEST_F(DevTest, FailsWhenOneProgramOfAnyBuildFails) {
    struct Case {
        const char *program, *said;
    };
    for (const Case& broken :
         {Case{"build/tests/oracle/oracle_test", "FAILED release/oracle_test.2of"},
          {"build/asan/tests/runtime/runtime_block_test", "FAILED asan/runtime_block_test.2of"},
          {"build/determinism/clang++-O0/tests/golden/golden_test", "FAILED clang/golden_test.2of"}}) {
        SCOPED_TRACE(broken.program);
        writeTestProgram(broken.program, std::string("[ \"$GTEST_SHARD_INDEX\" = 1 ] && kill -SEGV $$\n") + kPasses);
        const Run all = run(".ci/run");
        EXPECT_EQ(all.exitCode, 1);
        EXPECT_NE(all.output.find(broken.said), std::string::npos) << all.output;
        EXPECT_TRUE(std::regex_match(all.lastLine, std::regex(R"(\d+ passed, 1 failed, \d+ skipped)"))) << all.output;
        writeTestProgram(broken.program, kPasses);
    }
}

TEST_F(DevTest, EveryWayToFailIsToldAndCounted) {
    struct Case {
        const char *script, *said, *sum;
    };
    const Case cases[] = {
        {kPasses, "skipped results/broken Suite.Skips: no map\n", "1 passed, 0 failed, 1 skipped"},
        {kFails, "FAILED results/broken Suite.Fails\n", "0 passed, 1 failed, 0 skipped"},
        {"kill -SEGV $$\n", "FAILED results/broken: the program ended before its tests did: signal 11\n",
         "0 passed, 1 failed, 0 skipped"},
        {"exit 0\n", "FAILED results/broken: the program ended before its tests did: exit code 0\n",
         "0 passed, 1 failed, 0 skipped"},
        {"write 0 '<testcase name=\"A\" result=\"completed\"/>'\nexit 23\n",
         "FAILED results/broken: the program ended after its tests passed: exit code 23\n",
         "0 passed, 1 failed, 0 skipped"},
        {"write 0 ''\n", "FAILED results/broken: no test was run\n", "0 passed, 1 failed, 0 skipped"},
    };
    for (const Case& broken : cases) {
        SCOPED_TRACE(broken.script);
        writeTestProgram("broken", broken.script);
        const Run all =
            run("python3 tests/support/run_tests.py results ./broken >/dev/null; "
                "python3 tests/support/sum_results.py results");
        EXPECT_EQ(all.exitCode, all.lastLine.find(" 0 failed") == std::string::npos ? 1 : 0);
        EXPECT_NE(all.output.find(broken.said), std::string::npos) << all.output;
        EXPECT_EQ(all.lastLine, broken.sum) << all.output;
    }
}

TEST_F(DevTest, MissingProgramsAndPartsThatNeverStartedAreFailures) {
    const Run missing =
        run("python3 tests/support/run_tests.py results ./missing && "
            "python3 tests/support/sum_results.py results");
    EXPECT_EQ(missing.exitCode, 1);
    EXPECT_NE(missing.output.find("FAILED results/missing: not started"), std::string::npos) << missing.output;
    EXPECT_EQ(missing.lastLine, "0 passed, 1 failed, 0 skipped");
    // The first of three parts kills the runner itself.
    writeTestProgram("killer", "kill -KILL $PPID\n");
    const Run killed =
        run("rm -r results; python3 tests/support/run_tests.py --jobs 1 results ./killer:3; "
            "python3 tests/support/sum_results.py results");
    EXPECT_EQ(killed.exitCode, 1);
    EXPECT_EQ(killed.lastLine, "0 passed, 3 failed, 0 skipped") << killed.output;
}

// The output of failing programs is shown, that of others is not.
TEST_F(DevTest, ShowsWhatFailingProgramsWrote) {
    writeTestProgram("build/tests/cli/cli_test", std::string("echo chatter\n") + kPasses);
    writeTestProgram("build/tests/formats/formats_test", kFails);
    const Run all = run("./dev test");
    EXPECT_NE(all.output.find("what went wrong\n"), std::string::npos) << all.output;
    EXPECT_EQ(all.output.find("chatter"), std::string::npos) << all.output;
}

TEST_F(DevTest, FailsWithoutASumWhenTheBuildFails) {
    writeProgram("bin/ninja", "exit 1\n");
    const Run all = run(".ci/run");
    EXPECT_NE(all.exitCode, 0);
    EXPECT_EQ(all.output.find("passed"), std::string::npos) << all.output;
}

TEST_F(DevTest, RefusesOtherOptions) {
    EXPECT_EQ(run("./dev test --fill").exitCode, 2);
    EXPECT_EQ(run("./dev test --full --full").exitCode, 2);
}

}  // namespace
}  // namespace hullbake::test
