// Locates the real maps. They are data beside the checkout and may be missing.
#pragma once

#include <cstdlib>
#include <filesystem>
#include <optional>
#include <string>

namespace hullbake::test {

/// Returns the folder of shared data: the environment's HULLBAKE_SHARED, or `shared` beside the checkout.
inline std::filesystem::path sharedFolder() {
    if (const char* folder = std::getenv("HULLBAKE_SHARED")) return folder;
    return std::filesystem::path(HULLBAKE_SOURCE_ROOT) / ".." / "shared";
}

/// Returns the path of a shared file ("maps/quake/e1m1.map"), or nothing when it is missing: such tests skip.
inline std::optional<std::string> sharedFile(const std::string& relative) {
    const std::filesystem::path path = sharedFolder() / relative;
    std::error_code error;
    if (!std::filesystem::is_regular_file(path, error)) return std::nullopt;
    return path.string();
}

/// Returns the message of a test that skips because the file is missing.
inline std::string missingShared(const std::string& relative) {
    return "real map not found: " + (sharedFolder() / relative).string() + " (set HULLBAKE_SHARED to the folder)";
}

}  // namespace hullbake::test
