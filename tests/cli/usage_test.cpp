// Proves help, versions, wrong usage, and behaviour when the answers cannot be written.
#include <gtest/gtest.h>

#include <array>
#include <string>
#include <utility>
#include <vector>

#include "tests/cli/cli_support.hpp"

namespace hullbake::test {
namespace {

using Arguments = std::vector<std::string>;

constexpr std::array kSubcommands{"compile", "info",  "trace", "contents",   "contact",   "slide",
                                  "replay",  "world", "draw",  "view",       "watch",     "verify",
                                  "terrain", "rules", "init",  "fuzz-slide", "fuzz-world"};

class UsageCli : public CliTest {
  protected:
    // Each is exit 2, says why on one stream only, and leaves no file.
    void expectWrong(const std::vector<Arguments>& wrong, const std::string& said) {
        const std::vector<std::string> before = names();
        for (const Arguments& arguments : wrong) {
            const RunResult result = run(arguments);
            const std::string line = testing::PrintToString(arguments);
            EXPECT_EQ(result.exitCode, 2) << line << "\n" << result.err;
            EXPECT_EQ(result.out, "") << line;
            EXPECT_TRUE(result.err.starts_with("hullbake: ")) << line << "\n" << result.err;
            EXPECT_NE(result.err.find(said), std::string::npos) << line << "\n" << result.err;
        }
        EXPECT_EQ(names(), before);
    }
};

TEST_F(UsageCli, HelpListsExactlyTheSubcommandsThatExist) {
    const RunResult help = run({"--help"});
    EXPECT_EQ(help.exitCode, 0);
    EXPECT_EQ(help.err, "");
    for (const char* name : kSubcommands) {
        EXPECT_NE(help.out.find("\n  " + std::string(name) + " "), std::string::npos) << name << "\n" << help.out;
    }
    for (const char* name : {"bench", "paint", "look"}) {
        EXPECT_EQ(help.out.find("\n  " + std::string(name)), std::string::npos) << name;
        EXPECT_EQ(run({name}).exitCode, 2) << name;
    }
}

TEST_F(UsageCli, EveryHelpShowsAWorkedExample) {
    for (const char* subcommand : kSubcommands) {
        const std::string name = subcommand;
        const RunResult help = run({name, "--help"});
        EXPECT_EQ(help.exitCode, 0) << name;
        EXPECT_NE(help.out.find("Usage: hullbake " + name), std::string::npos) << help.out;
        const std::size_t example = help.out.find("Example");
        ASSERT_NE(example, std::string::npos) << help.out;
        EXPECT_NE(help.out.find("\n  hullbake " + name + " ", example), std::string::npos) << help.out;
    }
    const std::string help = run({"--help"}).out;
    EXPECT_NE(help.find("\n  hullbake compile ", help.find("Example")), std::string::npos) << help;
}

TEST_F(UsageCli, VersionIsPrinted) {
    const RunResult version = run({"--version"});
    EXPECT_EQ(version.exitCode, 0);
    EXPECT_TRUE(version.out.starts_with("hullbake ")) << version.out;
    EXPECT_EQ(lineCount(version.out), 1u);
}

TEST_F(UsageCli, WrongUsageIsExitTwoAndSaysWhereToLook) {
    makeRoom();
    write("rules.json", "{}");
    const std::vector<Arguments> wrong = {
        {},
        {"--nonsense"},
        {"frobnicate"},
        {"compile"},
        {"compile", "room.map", "extra.map"},
        {"compile", "room.map", "--game", "none"},
        {"compile", "room.map", "--fill", "maybe"},
        {"compile", "room.map", "--leak", "ignore"},
        {"compile", "room.map", "--threads", "-1"},
        {"compile", "room.map", "--threads", "many"},
        {"compile", "room.map", "--hull", "robot"},
        {"compile", "room.map", "--hull", "=0,0,0:1,1,1"},
        {"compile", "room.map", "--hull", "ro bot=0,0,0:1,1,1"},
        {"compile", "room.map", "--hull", "robot=0,0,0"},
        {"compile", "room.map", "--hull", "robot=0,0:1,1,1"},
        {"compile", "room.map", "--hull", "robot=0,0,0:1,1,x"},
        {"compile", "room.map", "--hull", "robot=0,0,0:1,1,1:2,2,2"},
        {"compile", "room.map", "--hull", "robot=0,0,2:1,1,1"},
        {"compile", "room.map", "--hull", "robot=0,0,0:1,1,4097"},
        {"compile", "room.map", "--hull", "robot=0,0,0:1,1,nan"},
        {"compile", "room.map", "--hull", "robot=-inf,0,0:1,1,1"},
        {"compile", "room.map", "-o", "room.map"},
        {"compile", "room.map", "-o", "./room.map"},
        {"compile", "room.map", "-o", "trail.pts"},
        {"compile", "room.map", "--rules", "rules.json", "-o", "rules.json"},
        {"watch", "room.map", "--rules", "rules.json", "-o", "./rules.json"},
        {"info"},
        {"info", "room.hull", "--hull", "player"},
        {"trace", "room.hull"},
        {"trace", "room.hull", "--from", "0,0,0"},
        {"trace", "room.hull", "--to", "0,0,0"},
        {"trace", "room.hull", "--from", "0,0,0", "--to", "0,0"},
        {"trace", "room.hull", "--from", "0,0,0", "--to", "0,0,0,0"},
        {"trace", "room.hull", "--from", "0,0,0", "--to", "0,0,zero"},
        {"trace", "room.hull", "--from", "0,0,0", "--to", "0,0,1", "--batch", "-"},
        {"trace", "room.hull", "--from", "0,0,0", "--batch", "-"},
        {"trace", "room.hull", "--from", "0,0,0", "--to", "0,0,1", "--mode", "guess"},
        {"trace", "room.hull", "--from", "0,0,0", "--to", "0,0,1", "--mask", "jelly"},
        {"trace", "room.hull", "--from", "0,0,0", "--to", "0,0,1", "--mask", "solid,,sky"},
        {"trace", "room.hull", "--from", "0,0,0", "--to", "0,0,1", "--mask", "empty"},
        {"trace", "room.hull", "--from", "0,0,0", "--to", "0,0,1", "--skin", "-1"},
        {"trace", "room.hull", "--from", "0,0,0", "--to", "0,0,1", "--skin", "nan"},
        {"trace", "room.hull", "--from", "0,0,0", "--to", "0,0,1", "--model", "-1"},
        {"fuzz-slide", "room.hull", "--moves", "1", "--seed", "-1"},
        {"fuzz-world", "room.hull", "--ticks", "1", "--seed", "18446744073709551616"},
        {"verify", "room.hull", "--map", "room.map", "--seed", "1e3"},
        {"contents", "room.hull"},
        {"contents", "room.hull", "--at", "0,0"},
        {"contents", "room.hull", "--at", "0,0,0", "--batch", "-"},
        {"contact", "ball:1", "ball:1"},
        {"contact", "ball:1", "--at", "0,0,0"},
        {"contact", "ball:1", "ball:1", "--at", "0,0"},
        {"contact", "ball:1", "ball:1", "--at", "0,0,0", "--batch", "-"},
        {"contact", "ball:-1", "ball:1", "--at", "0,0,0"},
        {"contact", "ball:1", "sphere:1", "--at", "0,0,0"},
        // Options that would do nothing, or undo an earlier one.
        {"compile", "room.map", "-o", "o.hull", "--hull", "a=0,0,0:1,1,1", "--hull", "a=0,0,0:2,2,2"},
        {"compile", "room.map", "-o", "o.hull", "--monitor", "127.0.0.1:39000"},
        {"contents", "room.hull", "--at", "0,0,0", "--overlap", "--model", "1", "--all"},
        {"draw", "room.hull", "-o", "o.svg", "--game", "quake"},
        {"draw", "room.hull", "-o", "o.svg", "--rules", "none.json"},
        {"view", "room.hull", "--no-open", "--hull", "a=0,0,0:1,1,1"},
        {"view", "room.hull", "--no-open", "--fill", "off"},
        // An output that is not what its name says, or replaces the input.
        {"draw", "room.hull", "-o", "o.jpg"},
        {"draw", "room.map", "--rules", "rules.json", "--obj", "rules.json"},
        {"fuzz-world", "room.hull", "--ticks", "1", "--save", "room.hull"},
    };
    expectWrong(wrong, "--help'");
}

TEST_F(UsageCli, AnEmptyValueIsNoValue) {
    makeRoom();
    const std::vector<Arguments> wrong = {
        {"compile", ""},
        {"compile", "room.map", "-o", ""},
        {"compile", "room.map", "-o", "o.hull", "--hull", ""},
        {"compile", "room.map", "-o", "o.hull", "--start", ""},
        {"compile", "room.map", "-o", "o.hull", "--threads", ""},
        {"info", ""},
        {"trace", "room.hull", "--from", "0,0,0", "--to", "0,0,1", "--hull", ""},
        {"trace", "room.hull", "--from", "0,0,0", "--to", "0,0,1", "--model", ""},
        {"trace", "room.hull", "--from", "0,0,0", "--to", "0,0,1", "--skin", ""},
        {"trace", "room.hull", "--from", "0,0,0", "--to", "0,0,1", "--batch", ""},
        {"slide", "room.hull", "--from", "0,0,0", "--velocity", "0,0,0", "--record", ""},
        {"draw", "room.hull", "-o", "o.svg", "--hull", ""},
        {"init", "game", "--name", ""},
    };
    expectWrong(wrong, ": the value is empty\n");
}

TEST_F(UsageCli, OutputsAreCheckedBeforeTheWork) {
    makeRoom();
    const std::vector<std::string> before = names();
    for (const std::string command : {"fuzz-world room.hull --ticks 300 --save ", "watch room.map -o ",
                                      "slide room.hull --from 0,0,0 --velocity 0,0,0 --record "}) {
        for (const auto& [name, reason] :
             {std::pair("none/x", "hullbake: none/x: its folder does not exist\n"),
              {".", "hullbake: .: is a directory\n"},
              {"-", "hullbake: -: is no name of a file; standard output is /dev/stdout\n"}}) {
            const RunResult result = shell("timeout 60 \"$HULLBAKE\" " + command + name);
            EXPECT_EQ(result.exitCode, 1) << command << name;
            EXPECT_EQ(result.out, "") << command << name;
            EXPECT_EQ(result.err, reason) << command << name;
        }
    }
    EXPECT_EQ(names(), before);
}

TEST_F(UsageCli, OptionsOfThePageNeedThePage) {
    makeRoom();
    for (const std::string options : {"--port 3", "--page .", "--no-open", "--editor ed"}) {
        const RunResult result = shell("timeout 60 \"$HULLBAKE\" watch room.map " + options);
        EXPECT_EQ(result.exitCode, 2) << options;
        EXPECT_NE(result.err.find(options.substr(0, options.find(' ')) + ": needs --view\n"), std::string::npos)
            << result.err;
    }
}

TEST_F(UsageCli, AnUnknownSubcommandIsNamed) {
    EXPECT_NE(run({"tracee", "room.hull"}).err.find("\"tracee\""), std::string::npos);
    EXPECT_NE(run({}).err.find("subcommand is required"), std::string::npos);
}

TEST_F(UsageCli, TooManyHullsAreRefused) {
    write("room.map", roomMap());
    Arguments arguments = {"compile", "room.map"};
    for (int i = 0; i < 30; ++i) {
        arguments.push_back("--hull");
        arguments.push_back(std::to_string(i) + "=-1,-1,-1:1,1,1");
    }
    const RunResult result = run(arguments);  // with the three hulls of the quake set
    EXPECT_EQ(result.exitCode, 2);
    EXPECT_NE(result.err.find("at most 32"), std::string::npos) << result.err;
}

TEST_F(UsageCli, OutputThatCannotBeWrittenIsAFailure) {
    makeRoom();
    for (const char* command : {"trace room.hull --from 0,0,0 --to 0,0,-200", "contents room.hull --at 0,0,0",
                                "slide room.hull --from 0,0,0 --velocity 0,0,0", "info room.hull", "--help",
                                "compile room.map -o other.hull"}) {
        const RunResult closed = shell(std::string("\"$HULLBAKE\" ") + command + " >&-");
        EXPECT_EQ(closed.exitCode, 1) << command;
        EXPECT_NE(closed.err.find("cannot write to standard output"), std::string::npos) << command << closed.err;
        if (!std::filesystem::exists("/dev/full")) continue;
        const RunResult full = shell(std::string("\"$HULLBAKE\" ") + command + " >/dev/full");
        EXPECT_EQ(full.exitCode, 1) << command;
        EXPECT_NE(full.err.find("cannot write to standard output"), std::string::npos) << command << full.err;
    }
    // With a standard stream closed, an opened file must not replace it and receive the stream's output.
    EXPECT_EQ(run({"info", "other.hull"}).exitCode, 0);
}

TEST_F(UsageCli, AReaderThatGoesAwayEndsABatchQuietly) {
    makeRoom();
    std::string queries;
    for (int i = 0; i < 20000; ++i) queries += "0 0 0 0 0 -200\n";
    write("queries.txt", queries);
    const RunResult result =
        shell("{ \"$HULLBAKE\" trace room.hull --batch queries.txt; echo $? >code; } | head -n 1 >first");
    EXPECT_EQ(result.exitCode, 0);
    EXPECT_EQ(result.err, "");
    EXPECT_EQ(lineCount(read("first")), 1u);
    EXPECT_EQ(read("code"), "1\n");
}

}  // namespace
}  // namespace hullbake::test
