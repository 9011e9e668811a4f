// A web server for one page on this machine.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>

namespace hullbake::cli {

/// The answer to a request.
struct Reply {
    int status = 200;
    std::string type, body;
};

/// Serves 127.0.0.1 and nothing else. Requests that name another host are refused: a foreign page whose name was made
/// to lead here cannot read anything. GET changes nothing. POST is answered to the server's own page only.
class LoopbackServer {
  public:
    /// Answers the path of a request, which is decoded and has no query. Called by several threads at once.
    using Handler = std::function<Reply(const std::string& path)>;

    /// Returns the next part of a stream of server-sent events, or an empty text after some seconds without one. `seen`
    /// belongs to the stream, and is 0 at its start.
    using Events = std::function<std::string(std::uint64_t& seen)>;

    /// `events` answers /events. `orders` answers POST, of which only the path is looked at; without it POST is
    /// refused.
    LoopbackServer(Handler handler, Events events, Handler orders = {});
    ~LoopbackServer();
    LoopbackServer(const LoopbackServer&) = delete;
    LoopbackServer& operator=(const LoopbackServer&) = delete;

    /// Takes the port; 0 takes any free one. Returns the port, or 0 if another program has it.
    std::uint16_t bind(std::uint16_t port);

    /// Answers requests until the program ends. Returns only if the system takes the port away.
    void run();

  private:
    struct State;
    std::unique_ptr<State> state_;
};

}  // namespace hullbake::cli
