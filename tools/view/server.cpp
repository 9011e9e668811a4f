// The only file that includes cpp-httplib: the header takes seconds to compile.
#include "tools/view/server.hpp"

#include <fmt/format.h>
#include <httplib.h>

#include <atomic>
#include <utility>

namespace hullbake::cli {
namespace {

/// Threads that answer. A browser asks for a few files at once, and each open page keeps one.
constexpr std::size_t kThreads = 16;
/// Streams of events at the same time. Each takes a thread, and some threads must be left.
constexpr int kStreams = 12;

// The library's own default lets two programs share a port.
void setSocketOptions(socket_t socket) {
#ifdef _WIN32
    const int name = SO_EXCLUSIVEADDRUSE;
#else
    const int name = SO_REUSEADDR;
#endif
    const int yes = 1;
    setsockopt(socket, SOL_SOCKET, name, reinterpret_cast<const char*>(&yes), sizeof yes);
}

// Nothing may be read by other pages, and the page runs no script but its own.
void addHeaders(httplib::Response& response) {
    response.set_header("Cache-Control", "no-store");
    response.set_header("X-Content-Type-Options", "nosniff");
    response.set_header("Cross-Origin-Resource-Policy", "same-origin");
    response.set_header("Content-Security-Policy",
                        "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; img-src 'self' data: blob:; "
                        "frame-ancestors 'none'; base-uri 'none'; form-action 'none'");
}

// As a provider: the library would compress a text whole, which takes seconds for what is sent in milliseconds.
void answer(httplib::Response& response, Reply reply) {
    response.status = reply.status;
    const std::size_t size = reply.body.size();
    response.set_content_provider(
        size, reply.type, [body = std::move(reply.body)](std::size_t from, std::size_t count, httplib::DataSink& sink) {
            return sink.write(body.data() + from, count);
        });
}

}  // namespace

struct LoopbackServer::State {
    Handler handler;
    Events events;
    httplib::Server server;
    std::atomic<int> streams = 0;
    std::uint16_t port = 0;

    bool isOwnHost(const httplib::Request& request) const {
        if (request.get_header_value_count("Host") != 1) return false;
        const std::string host = request.get_header_value("Host");
        return host == fmt::format("127.0.0.1:{}", port) || host == fmt::format("localhost:{}", port);
    }

    Reply replyTo(const httplib::Request& request) const {
        if (!isOwnHost(request)) return {403, "text/plain", "this server answers 127.0.0.1 and localhost only\n"};
        if (request.method != "GET") return {405, "text/plain", "only GET is answered\n"};
        return handler(request.path);
    }

    // Foreign pages cannot read an answer, but they could keep all streams busy.
    bool mayListen(const httplib::Request& request) const {
        const std::string site = request.get_header_value("Sec-Fetch-Site");
        return isOwnHost(request) && request.method == "GET" && (site.empty() || site == "same-origin");
    }

    void stream(httplib::Response& response) {
        if (++streams > kStreams) {
            --streams;
            answer(response, {503, "text/plain", "too many pages listen already\n"});
            return;
        }
        response.set_chunked_content_provider(
            "text/event-stream",
            [this, seen = std::uint64_t{0}](std::size_t, httplib::DataSink& sink) mutable {
                std::string text = events(seen);
                // A comment shows whether the page is still there.
                if (text.empty()) text = ":\n\n";
                return sink.write(text.data(), text.size());
            },
            [this](bool) { --streams; });
    }
};

LoopbackServer::LoopbackServer(Handler handler, Events events) : state_(std::make_unique<State>()) {
    State& state = *state_;
    state.handler = std::move(handler);
    state.events = std::move(events);
    state.server.set_socket_options(setSocketOptions);
    state.server.set_payload_max_length(0);
    state.server.new_task_queue = [] { return new httplib::ThreadPool(kThreads); };
    // Before the library's own table of routes, whose regular expressions recurse over long paths.
    state.server.set_pre_routing_handler([&state](const httplib::Request& request, httplib::Response& response) {
        addHeaders(response);
        if (request.path == "/events" && state.mayListen(request)) {
            state.stream(response);
        } else {
            answer(response, state.replyTo(request));
        }
        return httplib::Server::HandlerResponse::Handled;
    });
}

LoopbackServer::~LoopbackServer() = default;

std::uint16_t LoopbackServer::bind(std::uint16_t port) {
    if (port == 0) {
        const int any = state_->server.bind_to_any_port("127.0.0.1");
        state_->port = any > 0 ? static_cast<std::uint16_t>(any) : std::uint16_t{0};
    } else {
        state_->port = state_->server.bind_to_port("127.0.0.1", port) ? port : std::uint16_t{0};
    }
    return state_->port;
}

void LoopbackServer::run() {
    state_->server.listen_after_bind();
}

}  // namespace hullbake::cli
