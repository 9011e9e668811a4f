// The subcommands. Each function adds one to the command line; it runs during the parse, once its arguments are known,
// and throws Failure or UsageError when it cannot do its work.
#pragma once

#include <CLI/CLI.hpp>

namespace hullbake::cli {

void addCompileCommand(CLI::App& app);
void addInfoCommand(CLI::App& app);
void addTraceCommand(CLI::App& app);
void addContentsCommand(CLI::App& app);
void addSlideCommand(CLI::App& app);
void addReplayCommand(CLI::App& app);
void addVerifyCommand(CLI::App& app);
void addFuzzSlideCommand(CLI::App& app);

}  // namespace hullbake::cli
