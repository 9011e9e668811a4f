// The table of all subcommands.
#pragma once

#include <vector>

#include "tools/input/command_line.hpp"

namespace hullbake::cli {

/// Returns the subcommands in the order in which the help lists them.
std::vector<Command> allCommands();

}  // namespace hullbake::cli
