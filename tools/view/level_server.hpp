// Serves the viewer's page and a level that changes.
#pragma once

#include <optional>
#include <string>

#include "tools/input/options.hpp"
#include "tools/live/live_level.hpp"

namespace hullbake::cli {

struct ServerOptions {
    std::string page;
    std::optional<std::string> editor;  ///< the text of an EditorCommand
    int port = -1;
    bool noOpen = false;
};

/// Returns --port, --page, --editor and --no-open.
std::vector<OptionSpec> serverOptions(ServerOptions& options);

/// Shows a level and tells the pages when one of its files has changed, until the program is interrupted. Throws
/// Failure if the page is not there, or the port is taken, and UsageError if the editor's command is none.
void serveLevel(const std::string& file, const Loader& loader, const ServerOptions& options);

}  // namespace hullbake::cli
