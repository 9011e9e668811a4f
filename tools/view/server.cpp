// The only file that includes Boost.Asio and Boost.Beast: they take seconds to compile.
#include "tools/view/server.hpp"

#include <fmt/format.h>

#include <array>
#include <atomic>
#include <boost/asio/dispatch.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/strand.hpp>
#include <boost/asio/write.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/core/tcp_stream.hpp>
#include <boost/beast/http/buffer_body.hpp>
#include <boost/beast/http/message.hpp>
#include <boost/beast/http/parser.hpp>
#include <boost/beast/http/read.hpp>
#include <boost/beast/http/string_body.hpp>
#include <boost/beast/http/write.hpp>
#include <charconv>
#include <chrono>
#include <exception>
#include <limits>
#include <list>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>
#include <utility>
#include <vector>

#ifndef _WIN32
#include <fcntl.h>
#endif

namespace hullbake::cli {
namespace {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace http = beast::http;
using asio::ip::tcp;
using beast::error_code;

/// Threads that answer. Each stream of events that waits takes one, and some must be left.
constexpr int kThreads = 16;
constexpr int kStreams = 12;
/// Connections at the same time. One that asks nothing costs no thread, and makes room for others when there are more.
constexpr int kConnections = 256;
constexpr std::uint32_t kMostHead = 16384;    ///< bytes of a request's head
constexpr std::size_t kMostWaste = 1u << 20;  ///< bytes that are read after a last answer
/// How long the first request of a connection may take, whoever has asked before, and the last bytes of one that ends.
constexpr std::chrono::seconds kFirstPatience{4}, kPatience{30}, kFarewell{2};
/// Bytes a second with which the slowest reader of an answer is waited for.
constexpr std::size_t kSlowest = 100'000;
constexpr std::chrono::milliseconds kPause{100};  ///< after a connection that the system could not give

#ifdef _WIN32
// Without it two programs may share a port.
using OwnPort = asio::detail::socket_option::boolean<SOL_SOCKET, SO_EXCLUSIVEADDRUSE>;
#else
using OwnPort = tcp::acceptor::reuse_address;
#endif

class Connection;

/// What all connections share.
struct Service {
    LoopbackServer::Handler handler, orders;
    LoopbackServer::Events events;
    std::uint16_t port = 0;
    std::atomic<int> streams = 0, connections = 0;
    std::mutex mutex;
    /// Those that wait for a request, the longest first: that have asked nothing yet, and all else. With the mutex
    /// only.
    std::list<Connection*> silent, idle;
};

// A body is never read, and gets no room.
using Request = http::request<http::buffer_body>;
using Response = http::response<http::string_body>;

std::string_view viewOf(beast::string_view text) {
    return {text.data(), text.size()};
}

/// Returns the path of a request's target: without a query, its %XX decoded.
std::string pathOfTarget(std::string_view target) {
    target = target.substr(0, target.find_first_of("?#"));
    std::string path;
    while (!target.empty()) {
        unsigned char code = 0;
        const bool isCode = target[0] == '%' && target.size() > 2 &&
                            std::from_chars(target.data() + 1, target.data() + 3, code, 16).ptr == target.data() + 3;
        path += isCode ? static_cast<char>(code) : target[0];
        target.remove_prefix(isCode ? 3 : 1);
    }
    return path;
}

bool isOwnHost(const Request& request, std::uint16_t port) {
    if (request.count(http::field::host) != 1) return false;
    const std::string_view host = viewOf(request[http::field::host]);
    return host == fmt::format("127.0.0.1:{}", port) || host == fmt::format("localhost:{}", port);
}

// Foreign pages cannot read an answer, but they could keep all streams busy.
bool isOwnPage(const Request& request) {
    const std::string_view site = viewOf(request["Sec-Fetch-Site"]);
    return site.empty() || site == "same-origin";
}

// Browsers tell with each POST which page asks.
bool isOwnOrder(const Request& request) {
    return request.count(http::field::origin) == 1 && isOwnPage(request) &&
           viewOf(request[http::field::origin]) == fmt::format("http://{}", viewOf(request[http::field::host]));
}

// Nothing may be read by other pages, and the page runs no script but its own.
void addHeaders(Response& response) {
    response.set(http::field::cache_control, "no-store");
    response.set("X-Content-Type-Options", "nosniff");
    response.set("Cross-Origin-Resource-Policy", "same-origin");
    response.set("Content-Security-Policy",
                 "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; img-src 'self' data: blob:; "
                 "frame-ancestors 'none'; base-uri 'none'; form-action 'none'");
}

/// One connection. What it waits for keeps it alive.
class Connection : public std::enable_shared_from_this<Connection> {
  public:
    Connection(tcp::socket socket, Service& service) : stream_(std::move(socket)), service_(service) {
        ++service_.connections;
    }
    ~Connection() {
        {
            const std::lock_guard lock(service_.mutex);
            leaveIdle();
        }
        if (listens_) --service_.streams;
        --service_.connections;
    }
    Connection(const Connection&) = delete;
    Connection& operator=(const Connection&) = delete;

    void start() {
        asio::dispatch(stream_.get_executor(), [self = shared_from_this()] { self->read(); });
    }

    /// Ends the one that has waited longest for a request, of those first that have asked nothing. Returns whether
    /// there was one. Any thread may call this.
    static bool dropOldest(Service& service) {
        std::shared_ptr<Connection> oldest;
        {
            const std::lock_guard lock(service.mutex);
            // What waits for a request keeps its connection alive, so none of a list is at its end.
            const std::list<Connection*>& waiting = service.silent.empty() ? service.idle : service.silent;
            if (!waiting.empty()) oldest = waiting.front()->shared_from_this();
            if (oldest) oldest->leaveIdle();
        }
        if (oldest) asio::post(oldest->stream_.get_executor(), [oldest] { oldest->stream_.close(); });
        return oldest != nullptr;
    }

  private:
    void read() {
        parser_.emplace();
        parser_->header_limit(kMostHead);
        parser_->body_limit(std::numeric_limits<std::uint64_t>::max());
        stream_.expires_after(hasAsked_ ? kPatience : kFirstPatience);
        {
            const std::lock_guard lock(service_.mutex);
            joinIdle();
        }
        http::async_read_header(stream_, buffer_, *parser_,
                                [self = shared_from_this()](error_code error, std::size_t) { self->answer(error); });
    }

    // All with the mutex only.
    std::list<Connection*>& waiting() { return hasAsked_ ? service_.idle : service_.silent; }
    void joinIdle() { place_ = waiting().insert(waiting().end(), this); }
    void leaveIdle() {
        if (place_) waiting().erase(*place_);
        place_.reset();
    }

    void answer(error_code error) {
        {
            const std::lock_guard lock(service_.mutex);
            leaveIdle();
        }
        hasAsked_ = true;
        static const auto& faults = http::make_error_code(http::error::bad_version).category();
        if (error == http::error::end_of_stream || error == http::error::partial_message) return;
        if (error) {
            // Whoever has gone, or sent nothing for long, gets no answer.
            if (error.category() == faults) send({400, "text/plain", "not a request of HTTP\n"}, false);
            return;
        }
        const Request& request = parser_->get();
        const bool isGet = request.method() == http::verb::get, isPost = request.method() == http::verb::post;
        if (isGet && pathOfTarget(viewOf(request.target())) == "/events" && isOwnHost(request, service_.port) &&
            isOwnPage(request)) {
            listen();
            return;
        }
        Reply reply = replyTo(request);
        if (request.method() == http::verb::head) reply.body.clear();
        // What follows a body cannot be found.
        send(std::move(reply), (isGet || isPost) && request.keep_alive() &&
                                   parser_->content_length().value_or(0) == 0 && !parser_->chunked());
    }

    Reply replyTo(const Request& request) const {
        if (!isOwnHost(request, service_.port))
            return {403, "text/plain", "this server answers 127.0.0.1 and localhost only\n"};
        const bool isOrder = request.method() == http::verb::post && service_.orders;
        if (request.method() != http::verb::get && !isOrder)
            return {405, "text/plain", "this method is not answered\n"};
        if (isOrder && !isOwnOrder(request)) return {403, "text/plain", "only the server's own page gives orders\n"};
        try {
            return (isOrder ? service_.orders : service_.handler)(pathOfTarget(viewOf(request.target())));
        } catch (const std::exception& error) {
            return {500, "text/plain", std::string(error.what()) + "\n"};
        }
    }

    void send(Reply reply, bool goesOn) {
        response_ = {};
        response_.result(static_cast<unsigned>(reply.status));
        addHeaders(response_);
        response_.set(http::field::content_type, reply.type);
        response_.body() = std::move(reply.body);
        response_.keep_alive(goesOn);
        response_.prepare_payload();
        stream_.expires_after(kPatience + std::chrono::seconds(response_.body().size() / kSlowest));
        http::async_write(stream_, response_, [self = shared_from_this(), goesOn](error_code error, std::size_t) {
            if (error) return;
            if (goesOn) {
                self->read();
            } else {
                self->end();
            }
        });
    }

    /// Answers /events: a body without an end.
    void listen() {
        if (++service_.streams > kStreams) {
            --service_.streams;
            send({503, "text/plain", "too many pages listen already\n"}, false);
            return;
        }
        listens_ = true;
        response_ = {};
        addHeaders(response_);
        response_.set(http::field::content_type, "text/event-stream");
        response_.keep_alive(false);
        http::async_write(stream_, response_, [self = shared_from_this()](error_code error, std::size_t) {
            if (!error) self->tell();
        });
    }

    void tell() {
        try {
            text_ = service_.events(seen_);
        } catch (const std::exception&) {
            return;
        }
        // A comment shows whether the page is still there.
        if (text_.empty()) text_ = ":\n\n";
        stream_.expires_after(kPatience);
        asio::async_write(stream_, asio::buffer(text_), [self = shared_from_this()](error_code error, std::size_t) {
            if (!error) self->tell();
        });
    }

    // A connection that is closed with bytes unread loses the answer on its way.
    void end() {
        error_code ignored;
        stream_.socket().shutdown(tcp::socket::shutdown_send, ignored);
        stream_.expires_after(kFarewell);
        readWaste();
    }
    void readWaste() {
        stream_.async_read_some(asio::buffer(waste_), [self = shared_from_this()](error_code error, std::size_t size) {
            self->wasted_ += size;
            if (!error && self->wasted_ < kMostWaste) self->readWaste();
        });
    }

    beast::tcp_stream stream_;
    Service& service_;
    beast::flat_buffer buffer_{std::size_t{2} * kMostHead};
    std::optional<http::request_parser<http::buffer_body>> parser_;
    Response response_;
    bool listens_ = false, hasAsked_ = false;
    std::optional<std::list<Connection*>::iterator> place_;  ///< in a list of the service
    std::uint64_t seen_ = 0;
    std::string text_;
    std::array<char, 4096> waste_{};
    std::size_t wasted_ = 0;
};

}  // namespace

struct LoopbackServer::State {
    Service service;
    asio::io_context context{kThreads};
    tcp::acceptor acceptor{context};
    asio::steady_timer pause{context};

    bool bind(std::uint16_t port) {
        error_code error, ignored;
        acceptor.close(ignored);
        acceptor.open(tcp::v4(), error);
#ifndef _WIN32
        // Else a browser that is started keeps the port.
        if (!error) fcntl(acceptor.native_handle(), F_SETFD, FD_CLOEXEC);
#endif
        if (!error) acceptor.set_option(OwnPort(true), error);
        if (!error) acceptor.bind({asio::ip::address_v4::loopback(), port}, error);
        if (!error) acceptor.listen(asio::socket_base::max_listen_connections, error);
        return !error;
    }

    void accept() {
        acceptor.async_accept(asio::make_strand(context), [this](error_code error, tcp::socket socket) {
            if (error == asio::error::operation_aborted || error == asio::error::bad_descriptor) return;
            if (!error) {
                if (service.connections < kConnections || Connection::dropOldest(service))
                    std::make_shared<Connection>(std::move(socket), service)->start();
                accept();
                return;
            }
            pause.expires_after(kPause);
            pause.async_wait([this](error_code) { accept(); });
        });
    }
};

LoopbackServer::LoopbackServer(Handler handler, Events events, Handler orders) : state_(std::make_unique<State>()) {
    state_->service.handler = std::move(handler);
    state_->service.events = std::move(events);
    state_->service.orders = std::move(orders);
}

LoopbackServer::~LoopbackServer() = default;

std::uint16_t LoopbackServer::bind(std::uint16_t port) {
    error_code error;
    if (!state_->bind(port)) return 0;
    state_->service.port = state_->acceptor.local_endpoint(error).port();
    return error ? std::uint16_t{0} : state_->service.port;
}

void LoopbackServer::run() {
    state_->accept();
    std::vector<std::thread> threads;
    for (int i = 1; i < kThreads; ++i) threads.emplace_back([this] { state_->context.run(); });
    state_->context.run();
    for (std::thread& thread : threads) thread.join();
}

}  // namespace hullbake::cli
