// Proves every way to use the project in a build. Each builds the example game in C++ and in C, and both print the path
// that the build's own example prints.
#include <cstdlib>
#include <string>

#include "install/install_support.hpp"

namespace hullbake::test {
namespace {

class Routes : public InstallTest {
  protected:
    void expectPath(const std::string& command) const { EXPECT_EQ(succeed(command), path()) << command; }
};

TEST_F(Routes, TheExamplesWalkToTheWater) {
    EXPECT_NE(path().find("90 degrees to     0.000   687.969   152.031  walks in empty\n"), std::string::npos)
        << path();
    EXPECT_TRUE(path().ends_with("  walks in water\n")) << path();
    expectPath("'" HULLBAKE_WALK_C "' \"$DEMO\"");
}

TEST_F(Routes, PkgConfigInCpp) {
    succeed("$CXX -std=c++20 \"$SOURCE/runtime/examples/walk.cpp\" $(pkg-config --cflags --libs hullbake) -o walk");
    expectPath("./walk \"$DEMO\"");
}

// The static library does not need the C++ library, so a C compiler links it.
TEST_F(Routes, PkgConfigInC) {
    succeed(
        "$CC -std=c11 -pedantic -Wall -Wextra -Werror \"$SOURCE/runtime/examples/walk.c\" "
        "$(pkg-config --cflags --libs hullbake) -o walk");
    expectPath("./walk \"$DEMO\"");
}

TEST_F(Routes, PkgConfigWithTheSharedLibrary) {
    succeed(
        "$CXX -std=c++20 \"$SOURCE/runtime/examples/walk.cpp\" $(pkg-config --cflags --libs hullbake-shared) -o walk");
    succeed(
        "$CC -std=c11 \"$SOURCE/runtime/examples/walk.c\" $(pkg-config --cflags --libs hullbake-shared) -lm -o walk_c");
    expectPath("LD_LIBRARY_PATH=\"$LIBDIR\" ./walk \"$DEMO\"");
    expectPath("LD_LIBRARY_PATH=\"$LIBDIR\" ./walk_c \"$DEMO\"");
    EXPECT_NE(shell("env -u LD_LIBRARY_PATH ./walk \"$DEMO\"").exitCode, 0) << "linked the static library";
}

TEST_F(Routes, CMakeInCppAndC) {
    write("CMakeLists.txt",
          "cmake_minimum_required(VERSION 3.16)\n"
          "project(game C CXX)\n"
          "find_package(hullbake 0.1 REQUIRED)\n"
          "add_executable(walk $ENV{SOURCE}/runtime/examples/walk.cpp)\n"
          "target_link_libraries(walk hullbake::hullbake)\n"
          "add_executable(walk_shared $ENV{SOURCE}/runtime/examples/walk.cpp)\n"
          "target_link_libraries(walk_shared hullbake::shared)\n"
          "add_executable(walk_c $ENV{SOURCE}/runtime/examples/walk.c)\n"
          "target_link_libraries(walk_c hullbake::hullbake)\n");
    succeed("cmake -S . -B out && cmake --build out");
    expectPath("out/walk \"$DEMO\"");
    expectPath("out/walk_shared \"$DEMO\"");
    expectPath("out/walk_c \"$DEMO\"");
}

TEST_F(Routes, CMakeInAProjectThatIsCOnly) {
    write("CMakeLists.txt",
          "cmake_minimum_required(VERSION 3.16)\n"
          "project(game C)\n"
          "find_package(hullbake REQUIRED)\n"
          "add_executable(walk $ENV{SOURCE}/runtime/examples/walk.c)\n"
          "target_link_libraries(walk hullbake::hullbake)\n"
          "add_executable(walk_shared $ENV{SOURCE}/runtime/examples/walk.c)\n"
          "target_link_libraries(walk_shared hullbake::shared m)\n");
    succeed("cmake -S . -B out && cmake --build out");
    expectPath("out/walk \"$DEMO\"");
    expectPath("out/walk_shared \"$DEMO\"");
}

TEST_F(Routes, CMakeRefusesAnotherVersion) {
    const auto find = [&](const std::string& version) {
        write("CMakeLists.txt", "cmake_minimum_required(VERSION 3.16)\nproject(game C)\nfind_package(hullbake " +
                                    version + " REQUIRED)\n");
        return shell("rm -rf out; cmake -S . -B out").exitCode;
    };
    EXPECT_EQ(find("0"), 0);
    EXPECT_EQ(find("0.1.0 EXACT"), 0);
    for (const char* other : {"0.0.9", "0.2", "0.1.9", "1.0"}) EXPECT_NE(find(other), 0) << other;
}

const char* const kMesonGame =
    "project('game', 'c', 'cpp', default_options: 'cpp_std=c++20')\n"
    "hullbake = dependency('hullbake')\n"
    "math = meson.get_compiler('c').find_library('m', required: false)\n"
    "executable('walk', 'walk.cpp', dependencies: hullbake)\n"
    "executable('walk_c', 'walk.c', dependencies: [hullbake, math])\n";

TEST_F(Routes, MesonWithTheInstalledPackage) {
    write("meson.build", kMesonGame);
    succeed("cp \"$SOURCE\"/runtime/examples/walk.c* . && meson setup out && ninja -C out");
    expectPath("out/walk \"$DEMO\"");
    expectPath("out/walk_c \"$DEMO\"");
}

// As a subproject only the runtime is built: the tools' dependencies are not searched for, and nothing of it is
// installed with the game.
TEST_F(Routes, MesonSubproject) {
    write("meson.build", kMesonGame);
    write("subprojects/hullbake.wrap", "[wrap-file]\ndirectory = hullbake\n\n[provide]\nhullbake = hullbake_dep\n");
    succeed(
        "cp \"$SOURCE\"/runtime/examples/walk.c* . && mkdir subprojects/hullbake && "
        "cp -R \"$SOURCE\"/meson.build \"$SOURCE\"/meson_options.txt \"$SOURCE\"/LICENSE \"$SOURCE\"/runtime "
        "subprojects/hullbake");
    const std::string log =
        succeed("unset PKG_CONFIG_PATH; meson setup out " + std::string(kUnited) + " --prefix \"$PWD/installed\" 2>&1");
    for (const char* unwanted : {"boost", "Boost", "tbb", "fmt", "CLI11", "nlohmann", "gtest"})
        EXPECT_EQ(log.find(unwanted), std::string::npos) << unwanted << "\n" << log;
    succeed("ninja -C out");
    expectPath("out/walk \"$DEMO\"");
    expectPath("out/walk_c \"$DEMO\"");
}

TEST_F(Routes, AmalgamatedFiles) {
    succeed("cp \"$PREFIX\"/share/hullbake/amalgamated/* .");
    succeed("sed 's|hullbake/hullbake.hpp|hullbake_runtime.hpp|' \"$SOURCE/runtime/examples/walk.cpp\" >walk.cpp");
    succeed("sed 's|hullbake/hullbake.h|hullbake.h|' \"$SOURCE/runtime/examples/walk.c\" >walk.c");
    const std::string object = amalgamatedObject("g++");
    succeed("g++ -std=c++20 -O1 -Wall -Wextra -Werror walk.cpp '" + object + "' -o walk");
    expectPath("./walk \"$DEMO\"");
    succeed("gcc -std=c11 -pedantic -Wall -Wextra -Werror walk.c '" + object + "' -lm -o walk_c");
    expectPath("./walk_c \"$DEMO\"");
}

// Both compilers must take the amalgamated sources: they differ in what a section for vector instructions may hold.
// Some of that only shows when code is written, so they are not only parsed.
TEST_F(Routes, AmalgamatedFilesCompileWithBothCompilers) {
    std::size_t tried = 0;
    for (const char* compiler : {"g++", "clang++"}) {
        if (shell(std::string("command -v ") + compiler).exitCode != 0) continue;
        EXPECT_TRUE(std::filesystem::exists(amalgamatedObject(compiler))) << compiler;
        ++tried;
    }
    EXPECT_GE(tried, std::getenv("CI") != nullptr ? 2u : 1u);
}

// As near to MSVC as there is without its headers: nothing may need a compiler that calls itself GNU, or a processor
// with SSE2.
TEST_F(Routes, AmalgamatedFilesNeedNoGnu) {
    if (shell("command -v clang++").exitCode != 0) GTEST_SKIP() << "clang++ is not installed";
    succeed("cp \"$PREFIX\"/share/hullbake/amalgamated/* .");
    for (const char* flags : {"-fgnuc-version=0", "-U__SSE2__"})
        succeed(std::string("clang++ -std=c++20 -Wall -Wextra -Werror -fsyntax-only ") + flags +
                " hullbake_runtime.cpp");
}

// The script keeps each include that stands within a condition, however often the same header was included before.
TEST_F(Routes, AmalgamatedFilesKeepConditionalIncludes) {
    const auto count = [](const std::string& text) {
        std::size_t found = 0;
        for (std::size_t at = 0; (at = text.find("#include <immintrin.h>", at)) != std::string::npos; ++at) ++found;
        return found;
    };
    const std::size_t expected = count(fileText(HULLBAKE_SOURCE_ROOT "/runtime/src/simd/target.hpp"));
    EXPECT_GE(expected, 3u);
    EXPECT_EQ(count(fileText(prefix() / "share/hullbake/amalgamated/hullbake_runtime.cpp")), expected);
}

TEST_F(Routes, AmalgamatedFilesAreThoseOfTheScript) {
    succeed("python3 \"$SOURCE/runtime/amalgamate.py\" fresh && diff -r fresh \"$PREFIX\"/share/hullbake/amalgamated");
}

}  // namespace
}  // namespace hullbake::test
