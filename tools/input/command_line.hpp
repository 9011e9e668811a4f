// The command line as data: a program with subcommands, their options and what they run.
#pragma once

#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "tools/input/options.hpp"

namespace hullbake::cli {

/// One subcommand.
struct Command {
    Command(std::string commandName, std::string commandHelp)
        : name(std::move(commandName)), help(std::move(commandHelp)) {}

    /// Appends options; the help lists them in this order.
    void add(const std::vector<OptionSpec>& more) { options.insert(options.end(), more.begin(), more.end()); }

    std::string name;
    std::string help;  ///< one line, without a full stop
    std::vector<OptionSpec> options;
    std::string notes;  ///< printed below the options; ends with an example

    /// Does the work, once the options have their values. Throws Failure or UsageError if it cannot. It must keep the
    /// targets of the options alive.
    std::function<void()> run;
};

/// The program that has the subcommands.
struct Program {
    std::string name, version;
    std::string help;   ///< one line
    std::string notes;  ///< printed below the list of subcommands
};

/// Parses the arguments and runs the subcommand they name, or prints the help or the version. Wrong usage prints two
/// lines on stderr. Returns the exit code: kExitDone or kExitUsage. A Failure passes through.
int runCommandLine(const Program& program, const std::vector<Command>& commands, int argc, const char* const* argv);

}  // namespace hullbake::cli
