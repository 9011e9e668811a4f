// hullbake view: shows a .hull file in a browser.
// In: a .hull file, and the page that ./dev viewer builds. Out: a web server for this machine, until it is interrupted.
#include <fmt/format.h>

#include <cstdlib>
#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

#include "formats/files.hpp"
#include "tools/base/errors.hpp"
#include "tools/base/output.hpp"
#include "tools/input/command_line.hpp"
#include "tools/view/page_folder.hpp"
#include "tools/view/server.hpp"

namespace hullbake::cli {
namespace {

/// The port that is tried first, so that links to a place in a level stay good.
constexpr std::uint16_t kUsualPort = 4860;

struct ViewOptions {
    std::string file, page;
    int port = -1;
    bool noOpen = false;
};

void checkFile(const std::string& path) {
    std::error_code error;
    if (std::filesystem::is_directory(path, error)) throw Failure(fmt::format("{}: is a directory", path));
    if (!std::filesystem::exists(path, error))
        throw Failure(fmt::format("{}: {}", path, error ? error.message() : "no such file"));
}

Reply fileReply(const std::string& path, std::string_view type) {
    std::vector<std::byte> bytes;
    std::string error;
    if (!readFile(path, bytes, error)) return {404, "text/plain", fmt::format("{}: {}\n", path, error)};
    return {200, std::string(type), std::string(reinterpret_cast<const char*>(bytes.data()), bytes.size())};
}

Reply stateReply(const std::string& file) {
    const nlohmann::json state = {{"name", std::filesystem::path(file).filename().string()}};
    return {200, "application/json", state.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace)};
}

/// Takes the asked port, or the usual one, or any.
std::uint16_t bindPort(LoopbackServer& server, int asked) {
    if (asked >= 0) {
        const std::uint16_t port = server.bind(static_cast<std::uint16_t>(asked));
        if (port == 0) throw Failure(fmt::format("--port {}: another program has this port", asked));
        return port;
    }
    if (const std::uint16_t port = server.bind(kUsualPort)) return port;
    if (const std::uint16_t port = server.bind(0)) return port;
    throw Failure("this machine gives no port on 127.0.0.1");
}

/// Opens the browser. What goes wrong there is the system's to tell: the address is printed anyway.
void openBrowser(const std::string& address) {
#ifdef _WIN32
    const std::string command = "start \"\" \"" + address + "\"";
#elif defined(__APPLE__)
    const std::string command = "open '" + address + "'";
#else
    const std::string command = "xdg-open '" + address + "' >/dev/null 2>&1 &";
#endif
    // The address has only digits that this program has put there.
    if (std::system(command.c_str()) != 0) printError("no browser could be opened");
}

void runView(const ViewOptions& options) {
    checkFile(options.file);
    const PageFolder page(options.page);
    LoopbackServer server([&](const std::string& path) -> Reply {
        if (path == "/level.hull") return fileReply(options.file, "application/octet-stream");
        if (path == "/state.json") return stateReply(options.file);
        if (const std::string* const file = page.find(path)) return fileReply(*file, mediaType(*file));
        return {404, "text/plain", "no such file\n"};
    });
    const std::string address = fmt::format("http://127.0.0.1:{}/", bindPort(server, options.port));
    writeOutput(fmt::format("view     {} at {}; end with Ctrl+C\n", options.file, address));
    if (!options.noOpen) openBrowser(address);
    server.run();
}

}  // namespace

Command viewCommand() {
    auto options = std::make_shared<ViewOptions>();
    Command command("view", "Show a .hull file in a browser, to look at and to walk through");
    command.add({
        argument("FILE", options->file, "A .hull file"),
        option("--port", options->port, "N", "Port on 127.0.0.1 (default: 4860 or a free one); 0: any free one")
            .within(0, 65535),
        option("--page", options->page, "DIR", "Folder of the page, if it is not beside the program"),
        flag("--no-open", options->noOpen, "Open no browser, only print the address"),
    });
    command.notes = "Example:\n  hullbake view demo.hull";
    command.run = [options] { runView(*options); };
    return command;
}

}  // namespace hullbake::cli
