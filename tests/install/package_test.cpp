// Proves the contents of the installation, the exports of the shared library, and the C interface as installed.
#include <algorithm>
#include <regex>
#include <set>
#include <sstream>
#include <string>

#include "install/install_support.hpp"

namespace hullbake::test {
namespace {

class Package : public InstallTest {};

std::set<std::string> matches(const std::string& text, const std::regex& pattern) {
    std::set<std::string> found;
    for (std::sregex_iterator at(text.begin(), text.end(), pattern), end; at != end; ++at) found.insert((*at)[1]);
    return found;
}

TEST_F(Package, HoldsWhatItPromises) {
    for (const char* file : {"libhullbake.a", "libhullbake.so", "pkgconfig/hullbake.pc", "pkgconfig/hullbake-shared.pc",
                             "cmake/hullbake/hullbake-config.cmake", "cmake/hullbake/hullbake-config-version.cmake"})
        EXPECT_TRUE(std::filesystem::exists(libdir() / file)) << file;
    for (const char* file :
         {"bin/hullbake", "share/man/man1/hullbake.1", "share/bash-completion/completions/hullbake.bash",
          "share/zsh/site-functions/_hullbake", "share/fish/vendor_completions.d/hullbake.fish",
          "share/hullbake/amalgamated/hullbake_runtime.hpp", "share/hullbake/amalgamated/hullbake_runtime.cpp",
          "share/hullbake/amalgamated/hullbake.h", "share/hullbake/editors/README.md",
          "share/hullbake/editors/editors/trenchbroom/Hullbake/GameConfig.cfg"})
        EXPECT_TRUE(std::filesystem::exists(prefix() / file)) << file;
    std::size_t headers = 0;
    for (const auto& entry : std::filesystem::directory_iterator(HULLBAKE_SOURCE_ROOT "/runtime/include/hullbake")) {
        const std::filesystem::path installed = prefix() / "include/hullbake" / entry.path().filename();
        EXPECT_EQ(fileText(installed), fileText(entry.path())) << installed;
        ++headers;
    }
    EXPECT_GE(headers, 9u);
    EXPECT_EQ(succeed("pkg-config --modversion hullbake"), succeed("pkg-config --modversion hullbake-shared"));
    EXPECT_EQ("hullbake " + succeed("pkg-config --modversion hullbake"), succeed("\"$PREFIX/bin/hullbake\" --version"));
    // Tests and other rooms are not part of the runtime's package.
    std::ostringstream all;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(prefix()))
        all << entry.path().lexically_relative(prefix()) << '\n';
    for (const char* unwanted : {"_test", "compiler", "oracle", "formats"})
        EXPECT_EQ(all.str().find(unwanted), std::string::npos) << unwanted;
}

TEST_F(Package, EveryHeaderCompilesAlone) {
    std::string sources;
    for (const auto& entry : std::filesystem::directory_iterator(prefix() / "include/hullbake")) {
        const std::string name = entry.path().filename().string();
        write(name + ".cpp", "#include <hullbake/" + name + ">\n");
        sources += " " + name + ".cpp";
    }
    succeed("$CXX -std=c++20 -pedantic -Wall -Wextra -Werror -fsyntax-only -I\"$PREFIX/include\"" + sources);
}

// Builds of an older C++ get one line that says what to do, whichever header comes first.
TEST_F(Package, OlderCppIsRefusedInOneLine) {
    std::string sources = "all.cpp ";
    write("all.cpp", "#include \"" + (prefix() / "share/hullbake/amalgamated/hullbake_runtime.hpp").string() + "\"\n");
    for (const auto& entry : std::filesystem::directory_iterator(prefix() / "include/hullbake")) {
        const std::string name = entry.path().filename().string();
        if (!name.ends_with(".hpp")) continue;
        write(name + ".cpp", "#include <hullbake/" + name + ">\n");
        sources += name + ".cpp ";
    }
    std::size_t tried = 0;
    for (const std::string compiler : {"$CXX", "clang++"}) {
        if (shell("command -v " + compiler + " >compiler").exitCode != 0) continue;
        std::istringstream names(sources);
        for (std::string name; names >> name; ++tried) {
            const RunResult old = shell(compiler + " -std=c++17 -fsyntax-only -I\"$PREFIX/include\" " + name);
            EXPECT_NE(old.exitCode, 0) << name;
            const std::size_t first = old.err.find("error: ");
            ASSERT_NE(first, std::string::npos) << old.err;
            const std::string line = old.err.substr(first, old.err.find('\n', first) - first);
            EXPECT_NE(line.find("\"hullbake needs C++20: build with -std=c++20 or /std:c++20\""), std::string::npos)
                << name << ": " << line;
            EXPECT_LE(std::count(old.err.begin(), old.err.end(), '\n'), 16) << old.err;
        }
    }
    EXPECT_GE(tried, 12u);
}

TEST_F(Package, TheCProgramThatCallsEverythingIsStrictC11) {
    const std::string strict = "$CC -std=c11 -pedantic -Wall -Wextra -Werror \"$SOURCE\"/tests/runtime/c/c_api_*.c ";
    succeed(strict + "$(pkg-config --cflags --libs hullbake) -o calls");
    succeed(strict + "$(pkg-config --cflags --libs hullbake-shared) -o calls_shared");
    for (const char* program :
         {"'" HULLBAKE_C_API_PROGRAM "'", "./calls", "LD_LIBRARY_PATH=\"$LIBDIR\" ./calls_shared"}) {
        const std::string said = succeed(std::string(program) + " \"$DEMO\"");
        EXPECT_TRUE(said.ends_with(" checks, 0 failed\n")) << said;
    }
    // The program can also fail: this is no .hull file.
    EXPECT_EQ(shell("./calls \"$SOURCE/maps/demo/demo.map\"").exitCode, 1);
}

TEST_F(Package, TheSharedLibraryExportsThePublicInterfaceOnly) {
    const std::string symbols = succeed("nm -DC --defined-only \"$LIBDIR/libhullbake.so\"");
    const std::set<std::string> c = matches(symbols, std::regex(R"( T (hullbake[A-Z]\w*)\n)"));
    const std::string header = fileText(prefix() / "include/hullbake/hullbake_queries.h") +
                               fileText(prefix() / "include/hullbake/hullbake_moves.h") +
                               fileText(prefix() / "include/hullbake/hullbake_entities.h") +
                               fileText(prefix() / "include/hullbake/hullbake_shapes.h") +
                               fileText(prefix() / "include/hullbake/hullbake_contacts.h") +
                               fileText(prefix() / "include/hullbake/hullbake_volumes.h") +
                               fileText(prefix() / "include/hullbake/hullbake_scene.h") +
                               fileText(prefix() / "include/hullbake/hullbake_world.h");
    EXPECT_EQ(c, matches(header, std::regex(R"(\nHULLBAKE_API [\w* ]*\b(hullbake[A-Z]\w*)\()")));
    EXPECT_GE(c.size(), 16u);
    std::istringstream lines(symbols);
    const std::regex expected(
        R"(\w+ [TR] (hullbake[A-Z]\w*|hullbake::(ClipMap|Transform|Entity|Entities|Entities::Iterator|Shape)::.*|hullbake::(statusText|refusalText|contentsName|contentsFromName|hashBytes|slide|walk|bounce|bounceEventName|pathEventName|groundBelow|changeHull|playerStarts|playerStartClasses|matchesClass|prepare|sweptPairs|boundsOfTurn|contact|overlaps|castShapes|leastMoveOut|waterLevel|touchTriggers|triggerEventName|triggerReasonName|stepMovers|pushBody|carrierVelocity|worldEventName|indexScene)\(.*))");
    std::size_t count = 0;
    for (std::string line; std::getline(lines, line); ++count)
        EXPECT_TRUE(std::regex_match(line, expected)) << "exported: " << line;
    EXPECT_GE(count, c.size() + 8);
}

TEST_F(Package, TheRuntimeLinksNoCppLibrary) {
    const std::string needed = succeed("readelf -d \"$LIBDIR/libhullbake.so\"");
    EXPECT_NE(needed.find("SONAME"), std::string::npos) << needed;
    const std::string missing = succeed("nm -C --undefined-only \"$LIBDIR/libhullbake.a\"");
    EXPECT_NE(missing.find(" memcpy"), std::string::npos) << missing;
    EXPECT_EQ(missing.find("std::__throw"), std::string::npos) << missing;
    EXPECT_EQ(missing.find("operator new"), std::string::npos) << missing;
    EXPECT_EQ(missing.find(" malloc"), std::string::npos) << missing;
}

}  // namespace
}  // namespace hullbake::test
