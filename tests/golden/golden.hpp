// Computes hashes of the compiler's bytes and of the answers to one batch of queries. hull_hashes.txt pins them.
//
// A line of that file: NAME SETTINGS HASH. `demo`, `scenes/...` and `quake/...` are maps compiled with these settings.
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

/// A hash to compute. `compute` returns nothing when the map is missing.
struct GoldenItem {
    std::string name, settings;
    std::string missing;  ///< describes the missing file when `compute` returns nothing
    std::function<std::optional<std::string>(int threads)> compute;
};

/// Returns everything that is pinned, in the order of the file. `commandLine` is the `hullbake` program that answers
/// the batch.
std::vector<GoldenItem> goldenItems(const std::string& commandLine);

/// Returns the lines of the pinned file. Sets `error` to a reason when the file is unreadable or has a line of another
/// form.
std::vector<GoldenLine> readGolden(const std::string& path, std::string& error);
/// Returns the text of such a file.
std::string goldenText(const std::vector<GoldenLine>& lines);
/// Returns the pinned hash of that name and those settings, or an empty text.
std::string pinnedHash(const std::vector<GoldenLine>& lines, const std::string& name, const std::string& settings);

std::string goldenPath();

/// Compiles a map like its pinned hull, with Quake's hulls and the outside filled. Throws on failure.
std::vector<std::byte> compiledForGolden(const std::string& path, int threads);

}  // namespace hullbake::test
