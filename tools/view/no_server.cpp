// Stands in for server.cpp where cpp-httplib is not installed.
#include "tools/base/errors.hpp"
#include "tools/view/server.hpp"

namespace hullbake::cli {

struct LoopbackServer::State {};

// As server.cpp, which keeps both.  NOLINTNEXTLINE(performance-unnecessary-value-param)
LoopbackServer::LoopbackServer(Handler, Events) {
    throw Failure("this program was built without cpp-httplib (Debian: libcpp-httplib-dev), so it has no web server");
}

LoopbackServer::~LoopbackServer() = default;

std::uint16_t LoopbackServer::bind(std::uint16_t) {
    return 0;
}

void LoopbackServer::run() {}

}  // namespace hullbake::cli
