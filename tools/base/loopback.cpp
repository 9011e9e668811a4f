#include "tools/base/loopback.hpp"

#include <fmt/format.h>

#include <charconv>

#include "tools/base/errors.hpp"

#ifdef _WIN32
#include <winsock2.h>
#include <ws2tcpip.h>
#else
#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>
#endif

namespace hullbake::cli {
namespace {

#ifdef _WIN32
using NativeSocket = SOCKET;
using SendLength = int;
void closeSocket(std::intptr_t socket) {
    closesocket(static_cast<NativeSocket>(socket));
}
bool startSockets() {
    static const bool started = [] {
        WSADATA data;
        return WSAStartup(MAKEWORD(2, 2), &data) == 0;
    }();
    return started;
}
constexpr int kSendFlags = 0;
DWORD longestSend() {
    return 1000 * kSendSeconds;
}
#else
using NativeSocket = int;
using SendLength = std::size_t;
void closeSocket(std::intptr_t socket) {
    close(static_cast<NativeSocket>(socket));
}
bool startSockets() {
    return true;
}
timeval longestSend() {
    timeval time{};
    time.tv_sec = kSendSeconds;
    return time;
}
#ifdef MSG_NOSIGNAL
constexpr int kSendFlags = MSG_NOSIGNAL;  // a closed connection is a result, not a signal that ends the process
#else
constexpr int kSendFlags = 0;
#endif
#endif

bool connectTo(std::intptr_t socket, std::uint16_t port) {
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(port);
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    return connect(static_cast<NativeSocket>(socket), reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0;
}

}  // namespace

std::optional<std::uint16_t> loopbackPort(std::string_view address) {
    const std::size_t colon = address.rfind(':');
    if (colon == std::string_view::npos) return std::nullopt;
    const std::string_view host = address.substr(0, colon), digits = address.substr(colon + 1);
    if (host != "127.0.0.1" && host != "localhost") return std::nullopt;
    std::uint16_t port = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), port);
    if (error != std::errc{} || end != digits.data() + digits.size() || port == 0) return std::nullopt;
    return port;
}

LoopbackConnection::LoopbackConnection(std::uint16_t port) {
    if (startSockets()) socket_ = static_cast<std::intptr_t>(socket(AF_INET, SOCK_STREAM, 0));
    if (socket_ == -1) throw Failure("this machine has no sockets for --messages radiant");
    const auto time = longestSend();
    setsockopt(static_cast<NativeSocket>(socket_), SOL_SOCKET, SO_SNDTIMEO, reinterpret_cast<const char*>(&time),
               sizeof time);
    if (connectTo(socket_, port)) return;
    closeSocket(socket_);
    throw Failure(fmt::format("127.0.0.1:{}: no program listens there; start the editor's monitor first", port));
}

LoopbackConnection::~LoopbackConnection() {
    closeSocket(socket_);
}

bool LoopbackConnection::send(std::string_view bytes) {
    while (!bytes.empty()) {
        // A part of at most 64 KiB fits in the int of Windows.
        const std::string_view part = bytes.substr(0, 65536);
        const auto sent =
            ::send(static_cast<NativeSocket>(socket_), part.data(), static_cast<SendLength>(part.size()), kSendFlags);
        if (sent <= 0) return false;
        bytes.remove_prefix(static_cast<std::size_t>(sent));
    }
    return true;
}

}  // namespace hullbake::cli
