#include "tools/view/level_server.hpp"

#include <fmt/format.h>

#include <atomic>
#include <cstdlib>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <random>
#include <thread>

#include "formats/files.hpp"
#include "formats/utf8_path.hpp"
#include "tools/base/errors.hpp"
#include "tools/base/output.hpp"
#include "tools/input/level_file.hpp"
#include "tools/view/editor.hpp"
#include "tools/view/page_folder.hpp"
#include "tools/view/server.hpp"

namespace hullbake::cli {
namespace {

/// The port that is tried first, so that links to a place in a level stay good.
constexpr std::uint16_t kUsualPort = 4860;
/// How long a stream of events is silent at most. A page that has gone away is noticed then.
constexpr std::chrono::seconds kSilence{2};

Reply fileReply(const std::string& path, std::string_view type) {
    std::vector<std::byte> bytes;
    std::string error;
    if (!readFile(path, bytes, error)) return {404, "text/plain", fmt::format("{}: {}\n", path, error)};
    return {200, std::string(type), std::string(reinterpret_cast<const char*>(bytes.data()), bytes.size())};
}

Reply levelReply(const LiveLevel::State& state) {
    if (state.bytes == nullptr) return {404, "text/plain", state.error};
    return {200, "application/octet-stream",
            std::string(reinterpret_cast<const char*>(state.bytes->data()), state.bytes->size())};
}

nlohmann::ordered_json leaksJson(const LiveLevel::State& state) {
    nlohmann::ordered_json json = nlohmann::ordered_json::array();
    if (state.leaks == nullptr) return json;
    for (const LevelLeak& leak : *state.leaks) {
        nlohmann::ordered_json trail = nlohmann::ordered_json::array();
        for (const Vec3& point : leak.trail) trail.push_back({point.x, point.y, point.z});
        json.push_back({{"hull", leak.hull}, {"entity", leak.entity}, {"line", leak.line}, {"trail", trail}});
    }
    return json;
}

/// What tells this run of the server from the next one with the same port.
std::string ownRun() {
    static const std::string run = fmt::format("{:08x}{:08x}", std::random_device()(), std::random_device()());
    return run;
}

std::string stateText(const std::string& file, const LiveLevel::State& state, bool hasEditor) {
    const nlohmann::ordered_json json = {{"name", utf8Of(pathOf(file).filename())},
                                         {"run", ownRun()},
                                         {"version", state.version},
                                         {"error", state.error},
                                         {"leaks", leaksJson(state)},
                                         {"editor", hasEditor}};
    return json.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
}

/// Returns the absolute path of the map that the level's lines are of: the file itself, or of a .hull file the map
/// beside it of the same name.
std::string editedMap(const std::string& file) {
    std::filesystem::path map = pathOf(file);
    std::error_code error;
    if (isHullFile(file)) {
        map.replace_extension(".map");
        if (!std::filesystem::is_regular_file(map, error)) map.replace_extension(".vmf");
        if (!std::filesystem::is_regular_file(map, error))
            throw Failure(fmt::format("{}: --editor needs its map, and none is beside it", file));
    }
    return utf8Of(std::filesystem::absolute(map));
}

/// Opens lines of a map when the page asks for it: POST /edit/LINE.
class EditOrders {
  public:
    EditOrders(const std::string& command, const std::string& file) : command_(command), map_(editedMap(file)) {}

    Reply operator()(const std::string& path) const {
        constexpr std::string_view kStart = "/edit/";
        const std::uint32_t line = path.starts_with(kStart) ? lineNumber(path.substr(kStart.size())) : 0;
        if (line == 0) return {404, "text/plain", "no such order\n"};
        const std::string fault = command_.open(map_, line);
        if (fault.empty()) return {200, "text/plain", ""};
        printError(fault);
        return {502, "text/plain", fault};
    }

  private:
    EditorCommand command_;
    std::string map_;
};

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

/// Waits for changes in a thread of its own, until it is destroyed.
class Watcher {
  public:
    explicit Watcher(LevelWatch& watch)
        : thread_([this, &watch] {
              while (!ends_) watch.wait(std::chrono::milliseconds(500));
          }) {}
    ~Watcher() {
        ends_ = true;
        thread_.join();
    }
    Watcher(const Watcher&) = delete;
    Watcher& operator=(const Watcher&) = delete;

  private:
    std::atomic<bool> ends_ = false;
    std::thread thread_;
};

}  // namespace

std::vector<OptionSpec> serverOptions(ServerOptions& options) {
    return {
        option("--port", options.port, "N", "Port on 127.0.0.1 (default: 4860 or a free one); 0: any free one")
            .within(0, 65535),
        option("--page", options.page, "DIR", "Folder of the page, if it is not beside the program"),
        option("--editor", options.editor, "CMD",
               "Program and words that open {file} at {line}, for a button of the page"),
        flag("--no-open", options.noOpen, "Open no browser, only print the address"),
    };
}

void serveLevel(const std::string& file, const Loader& loader, const ServerOptions& options) {
    const bool hasEditor = options.editor.has_value();
    const LoopbackServer::Handler orders = hasEditor ? EditOrders(*options.editor, file) : LoopbackServer::Handler();
    const PageFolder page(options.page);
    LiveLevel level;
    LoopbackServer server(
        [&](const std::string& path) -> Reply {
            if (path == "/level.hull") return levelReply(level.state());
            if (path == "/state.json") return {200, "application/json", stateText(file, level.state(), hasEditor)};
            if (const std::string* const found = page.find(path)) return fileReply(*found, mediaType(*found));
            return {404, "text/plain", "no such file\n"};
        },
        [&](std::uint64_t& seen) -> std::string {
            const LiveLevel::State state = level.after(seen, kSilence);
            if (state.change == seen) return {};
            seen = state.change;
            return "data: " + stateText(file, state, hasEditor) + "\n\n";
        },
        orders);
    const std::string address = fmt::format("http://127.0.0.1:{}/", bindPort(server, options.port));
    LevelWatch watch(level, file, loader);
    writeOutput(fmt::format("view     {} at {}; end with Ctrl+C\n", file, address));
    if (!options.noOpen) openBrowser(address);
    const Watcher watcher(watch);
    server.run();
}

}  // namespace hullbake::cli
