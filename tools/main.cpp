// The `hullbake` command line: subcommands, help, and the exit codes 0 done, 1 failed, 2 wrong usage.
#include <CLI/CLI.hpp>
#include <exception>
#include <string>
#include <vector>

#include "tools/base/errors.hpp"
#include "tools/base/output.hpp"
#include "tools/commands/registry.hpp"

namespace hullbake::cli {
namespace {

int reportUsage(const CLI::App& app, const std::string& message) {
    std::string command = app.get_name();
    for (const CLI::App* sub : app.get_subcommands()) command += " " + sub->get_name();
    const std::vector<std::string> unknown = app.remaining();
    const bool noCommand = app.get_subcommands().empty() && !unknown.empty();
    printError(noCommand ? "no subcommand or option \"" + unknown.front() + "\"" : message);
    printError("see '" + command + " --help'");
    return kExitUsage;
}

int run(int argc, char** argv) {
    CLI::App app("hullbake bakes brush maps into collision hulls and traces boxes through them.", "hullbake");
    app.set_version_flag("--version", "hullbake " HULLBAKE_VERSION, "Print the version and exit");
    app.get_formatter()->column_width(34);
    app.require_subcommand(1);
    app.footer(
        "Example:\n"
        "  hullbake compile demo.map\n"
        "  hullbake trace demo.hull --from 0,0,64 --to 0,0,-64\n"
        "\n"
        "Exit codes: 0 done, 1 failed, 2 wrong usage.");
    addCompileCommand(app);
    addInfoCommand(app);
    addTraceCommand(app);
    addContentsCommand(app);
    addSlideCommand(app);
    addReplayCommand(app);
    addVerifyCommand(app);
    addFuzzSlideCommand(app);
    try {
        app.parse(argc, argv);
    } catch (const CLI::CallForHelp&) {
        writeOutput(app.help());
    } catch (const CLI::CallForVersion& version) {
        writeOutput(std::string(version.what()) + "\n");
    } catch (const CLI::ParseError& error) {
        return reportUsage(app, error.what());
    } catch (const UsageError& error) {
        return reportUsage(app, error.what());
    }
    return kExitDone;
}

}  // namespace
}  // namespace hullbake::cli

int main(int argc, char** argv) {
    namespace cli = hullbake::cli;
    try {
        cli::prepareStandardStreams();
        return cli::run(argc, argv);
    } catch (const cli::Failure& failure) {
        if (*failure.what() != '\0') cli::printError(failure.what());
    } catch (const std::exception& error) {
        cli::printError(error.what());
    }
    return cli::kExitFailed;
}
