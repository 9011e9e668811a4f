#include "tools/view/page_folder.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <iterator>
#include <system_error>
#include <utility>

#include "formats/utf8_path.hpp"
#include "tools/base/errors.hpp"

#ifdef _WIN32
#include <windows.h>
#endif

namespace hullbake::cli {
namespace {

namespace fs = std::filesystem;

/// Returns the path of this program, or an empty one where the system does not tell.
fs::path programPath() {
#ifdef _WIN32
    wchar_t path[32768];
    const DWORD length = GetModuleFileNameW(nullptr, path, static_cast<DWORD>(std::size(path)));
    return length == 0 || length == std::size(path) ? fs::path() : fs::path(path, path + length);
#else
    std::error_code ignored;
    return fs::read_symlink("/proc/self/exe", ignored);
#endif
}

bool isPage(const fs::path& folder) {
    std::error_code ignored;
    return fs::is_regular_file(folder / "index.html", ignored) && fs::is_regular_file(folder / "viewer.js", ignored) &&
           fs::is_regular_file(folder / "hullbake.wasm", ignored);
}

fs::path pageFolder(const std::string& folder) {
    if (!folder.empty()) {
        if (!isPage(pathOf(folder)))
            throw Failure(fmt::format("{}: has no viewer page; ./dev viewer builds it", folder));
        return pathOf(folder);
    }
    if (const fs::path program = programPath(); !program.empty()) {
        const fs::path above = program.parent_path().parent_path();
        for (const fs::path& place : {above / "viewer", above / "share" / "hullbake" / "viewer"})
            if (isPage(place)) return place;
    }
    throw Failure(
        "the viewer's page is not there: build it with './dev viewer' in the sources, or name its folder with --page");
}

constexpr std::pair<std::string_view, std::string_view> kMediaTypes[] = {
    {".html", "text/html; charset=utf-8"}, {".js", "text/javascript; charset=utf-8"},
    {".css", "text/css; charset=utf-8"},   {".wasm", "application/wasm"},
    {".txt", "text/plain; charset=utf-8"},
};

}  // namespace

PageFolder::PageFolder(const std::string& folder) {
    const fs::path root = pageFolder(folder);
    std::error_code error;
    for (const fs::directory_entry& entry : fs::directory_iterator(root, error)) {
        std::error_code ignored;
        if (!entry.is_symlink(ignored) && entry.is_regular_file(ignored))
            files_.emplace("/" + utf8Of(entry.path().filename()), utf8Of(entry.path()));
    }
    if (error) throw Failure(fmt::format("{}: {}", utf8Of(root), error.message()));
    files_.emplace("/", utf8Of(root / "index.html"));
}

const std::string* PageFolder::find(std::string_view address) const {
    const auto found = files_.find(address);
    return found == files_.end() ? nullptr : &found->second;
}

std::string_view mediaType(std::string_view path) {
    for (const auto& [extension, type] : kMediaTypes)
        if (path.ends_with(extension)) return type;
    return "application/octet-stream";
}

}  // namespace hullbake::cli
