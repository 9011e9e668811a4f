// Proves how the command of an editor is divided into words, and that a program gets these words.
#include "tools/view/editor.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "tests/support/temporary_folder.hpp"
#include "tools/base/errors.hpp"

namespace hullbake::test {
namespace {

using cli::EditorCommand;
using Words = std::vector<std::string>;

TEST(EditorCommand, IsDividedAtSpacesOutsideQuotes) {
    const auto words = [](const char* text) { return EditorCommand(text).wordsFor("a map.map", 7); };
    EXPECT_EQ(words("code --goto {file}:{line}"), (Words{"code", "--goto", "a map.map:7"}));
    EXPECT_EQ(words(" \t vim\t+{line}  {file} "), (Words{"vim", "+7", "a map.map"}));
    EXPECT_EQ(words("'my editor' \"it's {line}\" '' x\"y z\"w"), (Words{"my editor", "it's 7", "", "xy zw"}));
    EXPECT_EQ(words(R"(C:\bin\ed.exe $HOME `id` ;{line}|&)"), (Words{R"(C:\bin\ed.exe)", "$HOME", "`id`", ";7|&"}));
    EXPECT_EQ(words("ed \\\" \\\" {line}"), (Words{"ed", "\\ \\", "7"})) << "a backslash is one, and the quote a quote";
}

TEST(EditorCommand, FillsInNamesAfterItIsDivided) {
    const auto words = [](const char* file) { return EditorCommand("ed {line}{file}{line} {").wordsFor(file, 12); };
    EXPECT_EQ(words("/a b/'c\".map"), (Words{"ed", "12/a b/'c\".map12", "{"}));
    EXPECT_EQ(words("{line}"), (Words{"ed", "12{line}12", "{"})) << "a name of a file is no name of ours";
}

TEST(EditorCommand, RefusesWhatItCannotUse) {
    const auto fault = [](const char* text) -> std::string {
        try {
            const EditorCommand command(text);
        } catch (const cli::UsageError& error) {
            return error.what();
        }
        return "";
    };
    EXPECT_EQ(fault(""), "--editor: names no program");
    EXPECT_EQ(fault(" \t"), "--editor: names no program");
    EXPECT_EQ(fault("'' {line}"), "--editor: names no program");
    EXPECT_EQ(fault("ed '{line}"), "--editor: the quote ' has no end");
    EXPECT_EQ(fault("ed {file}"), "--editor: has no {line}");
    EXPECT_EQ(fault("ed {line} {column}"), "--editor: knows no {column}, only {file} and {line}");
}

TEST(EditorCommand, ReadsNumbersOfLines) {
    EXPECT_EQ(cli::lineNumber("1"), 1u);
    EXPECT_EQ(cli::lineNumber("4294967295"), 4294967295u);
    for (const char* const text : {"", "0", "-1", "+1", " 1", "1 ", "1x", "4294967296", "0x10", "1/2"})
        EXPECT_EQ(cli::lineNumber(text), 0u) << text;
}

class EditorProgram : public testing::Test {
  protected:
    // Returns the path of a script.
    std::string script(const std::string& name, const std::string& text) {
        std::string path = folder_.file(name);
        std::ofstream(path) << "#!/bin/sh\n" << text << '\n';
        std::filesystem::permissions(path, std::filesystem::perms::owner_all);
        return path;
    }
    std::string contents(const std::string& name) const {
        std::ifstream file(folder_.file(name));
        return {std::istreambuf_iterator<char>(file), {}};
    }
    TemporaryFolder folder_;
};

TEST_F(EditorProgram, GetsItsWordsAndNothingToRead) {
    const std::string program =
        script("my editor", "printf '<%s>' \"$@\" >'" + folder_.file("got") + "'\nread line && exit 3\nexit 0");
    const EditorCommand command("'" + program + "' {file} +{line} '$(id)' '*'");
    EXPECT_EQ(command.open("a \"map\".map", 17), "");
    EXPECT_EQ(contents("got"), "<a \"map\".map><+17><$(id)><*>");
}

TEST_F(EditorProgram, KeepsNoFileOfOurs) {
    if (!std::filesystem::exists("/proc/self/fd")) GTEST_SKIP() << "this system has no /proc";
    std::ofstream(folder_.file("ours")) << "a file that stays open, as the sockets of the server do";
    const std::ifstream ours(folder_.file("ours"));
    const std::string program = script("editor", "ls -l /proc/$$/fd >'" + folder_.file("got") + "'");
    EXPECT_EQ(EditorCommand(program + " {line}").open("m.map", 1), "");
    EXPECT_NE(contents("got").find("/dev/null"), std::string::npos) << contents("got");
    EXPECT_EQ(contents("got").find("/ours"), std::string::npos) << contents("got");
}

TEST_F(EditorProgram, TellsWhatWentWrong) {
    const auto open = [](const std::string& program) { return EditorCommand(program + " {line}").open("m.map", 1); };
    const std::string fails = script("fails", "exit 3"), none = folder_.file("none");
    EXPECT_EQ(open(fails), fails + ": ended with code 3");
    EXPECT_EQ(open(none), none + ": cannot be started: No such file or directory");
    EXPECT_EQ(open(script("dies", "kill -9 $$")), folder_.file("dies") + ": ended by signal 9");
}

}  // namespace
}  // namespace hullbake::test
