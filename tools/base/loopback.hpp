// A connection to another program on this machine. No other host is ever connected to.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace hullbake::cli {

/// Parses "127.0.0.1:39000" or "localhost:39000". Returns the port, 1 to 65535, or nullopt for any other host or text.
std::optional<std::uint16_t> loopbackPort(std::string_view address);

/// Longest time that a send waits for the other side.
inline constexpr int kSendSeconds = 5;

/// An open connection to 127.0.0.1. It is closed at the end of its life.
class LoopbackConnection {
  public:
    /// Connects, or throws a Failure that says why not.
    explicit LoopbackConnection(std::uint16_t port);
    ~LoopbackConnection();
    LoopbackConnection(const LoopbackConnection&) = delete;
    LoopbackConnection& operator=(const LoopbackConnection&) = delete;

    /// Sends all bytes. Returns false if the other side has gone, or takes nothing for kSendSeconds.
    bool send(std::string_view bytes);

  private:
    std::intptr_t socket_ = -1;
};

}  // namespace hullbake::cli
