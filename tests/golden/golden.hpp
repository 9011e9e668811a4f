// What the compiler's bytes and the answers to one batch of queries must be, as hashes pinned in hull_hashes.txt.
//
// A line of that file: NAME SETTINGS HASH. `demo`, `scenes/...` and `quake/...` are maps, compiled with these settings;
// `answers/...` are the bytes that the command line prints for a seeded batch of queries on such a map.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace hullbake::test {

struct GoldenLine {
    std::string name, settings, hash;
    friend bool operator==(const GoldenLine&, const GoldenLine&) = default;
};

/// A hash to compute. `compute` answers nothing when the map is not there.
struct GoldenItem {
    std::string name, settings;
    std::string missing;  ///< what is not there, in words, when `compute` answers nothing
    std::function<std::optional<std::string>(int threads)> compute;
};

/// Everything that is pinned, in the order of the file. `commandLine`: the `hullbake` program that answers the batch.
std::vector<GoldenItem> goldenItems(const std::string& commandLine);

/// The lines of the pinned file; a reason in `error` when it cannot be read or has a line of another form.
std::vector<GoldenLine> readGolden(const std::string& path, std::string& error);
/// The text of such a file.
std::string goldenText(const std::vector<GoldenLine>& lines);
/// The pinned hash of that name and those settings; empty when there is none.
std::string pinnedHash(const std::vector<GoldenLine>& lines, const std::string& name, const std::string& settings);

std::string goldenPath();

/// A map compiled as its pinned hull is, with Quake's hulls and the outside filled; throws when that cannot be done.
std::vector<std::byte> compiledForGolden(const std::string& path, int threads);

}  // namespace hullbake::test
