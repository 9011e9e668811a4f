// One installation for all tests of the program, and helpers to write files and run shell commands.
#pragma once

#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "support/temporary_folder.hpp"

namespace hullbake::test {

/// Options of Meson that compile the runtime as a subproject in a fifth of the time, as its own build does.
inline constexpr const char* kUnited = "-Dunity=on -Dunity_size=8";

struct RunResult {
    int exitCode = -1;
    std::string out, err;
};

std::string fileText(const std::filesystem::path& path);

/// A test in an empty temporary folder, where commands run with this environment. PREFIX, LIBDIR: where the project is
/// installed. SOURCE: its checkout. CC, CXX: the compilers of the build. DEMO: the baked demo level. PKG_CONFIG_PATH
/// and CMAKE_PREFIX_PATH lead to the installation.
class InstallTest : public testing::Test {
  protected:
    static void SetUpTestSuite();

    RunResult shell(const std::string& command) const;
    /// Runs a command that must succeed, and returns its output.
    std::string succeed(const std::string& command) const;
    void write(const std::string& name, std::string_view text) const;
    /// Returns the output of the build's example `walk` for the demo level.
    static const std::string& path();
    static std::filesystem::path prefix();
    static std::filesystem::path libdir();
    /// Returns the path of the amalgamated runtime compiled by g++ or clang++. It takes long: once for all tests. g++
    /// compiles it without exceptions and RTTI, clang++ with both. No warning is allowed.
    std::string amalgamatedObject(const std::string& compiler) const;

    TemporaryFolder folder_;
};

}  // namespace hullbake::test
