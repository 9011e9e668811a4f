// Runs the built `hullbake` as a user would: through a shell, in a temporary folder.
#pragma once

#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "support/json.hpp"
#include "support/temporary_folder.hpp"

namespace hullbake::test {

struct RunResult {
    int exitCode = -1;
    std::string out, err;
};

/// Quotes `text` as one word of a shell command.
std::string shellQuoted(std::string_view text);

/// A test in an empty temporary folder, which is the working folder of every run and is deleted at the end.
class CliTest : public testing::Test {
  protected:
    CliTest();

    /// Runs `hullbake` with these arguments and `input` as its stdin.
    RunResult run(const std::vector<std::string>& arguments, std::string_view input = "");
    /// Runs a shell command in which $HULLBAKE is the program.
    RunResult shell(const std::string& command, std::string_view input = "");

    std::filesystem::path path(const std::string& name) const { return folder_ / name; }
    bool exists(const std::string& name) const { return std::filesystem::exists(path(name)); }
    void write(const std::string& name, std::string_view bytes);
    std::string read(const std::string& name) const;
    /// Returns the names in the folder, sorted.
    std::vector<std::string> names() const;
    /// Writes room.map and compiles it to room.hull.
    void makeRoom();

  private:
    TemporaryFolder outside_;
    std::filesystem::path folder_;
};

/// Returns an axis-aligned brush in Standard format.
std::string brushText(const int (&mins)[3], const int (&maxs)[3], const std::string& texture);

/// Returns a sealed room of six brushes 16 units thick, -128..128 inside on every axis: floor `floor1`, the rest
/// `wall1`. Water fills the quarter below -64 where x and y are negative. Model 1 is a func_door, 64..80, -32..32,
/// -128..0. The player starts at the origin.
std::string roomMap();

/// Returns that room without its wall at +x, which leaks.
std::string leakingMap();

/// Parses one JSON value a line.
std::vector<Json> jsonLines(const std::string& text);

std::size_t lineCount(std::string_view text);

}  // namespace hullbake::test
