// The one place that knows where the real maps are. They are data beside the checkout and may be missing.
#pragma once

#include <cstdlib>
#include <filesystem>
#include <optional>
#include <string>

namespace hullbake::test {

/// The folder of shared data: environment HULLBAKE_SHARED, or `shared` beside the checkout.
inline std::filesystem::path sharedFolder() {
    if (const char* folder = std::getenv("HULLBAKE_SHARED")) return folder;
    return std::filesystem::path(HULLBAKE_SOURCE_ROOT) / ".." / "shared";
}

/// The path of a shared file ("maps/quake/e1m1.map"), or nothing when it is not there: such tests skip.
inline std::optional<std::string> sharedFile(const std::string& relative) {
    const std::filesystem::path path = sharedFolder() / relative;
    std::error_code error;
    if (!std::filesystem::is_regular_file(path, error)) return std::nullopt;
    return path.string();
}

/// What a test says when it skips for want of such a file.
inline std::string missingShared(const std::string& relative) {
    return "real map not found: " + (sharedFolder() / relative).string() + " (set HULLBAKE_SHARED to the folder)";
}

}  // namespace hullbake::test
