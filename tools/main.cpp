// The `hullbake` program. Exit codes: 0 done, 1 failed, 2 wrong usage.
#include <exception>
#include <new>

#include "tools/base/errors.hpp"
#include "tools/base/output.hpp"
#include "tools/commands/registry.hpp"

namespace hullbake::cli {
namespace {

int run(int argc, char** argv) {
    Program program;
    program.name = "hullbake";
    program.version = HULLBAKE_VERSION;
    program.help = "hullbake bakes brush maps into collision hulls and traces boxes through them.";
    program.notes =
        "Example:\n"
        "  hullbake compile demo.map\n"
        "  hullbake trace demo.hull --from 0,0,64 --to 0,0,-64\n"
        "\n"
        "Exit codes: 0 done, 1 failed, 2 wrong usage.";
    return runCommandLine(program, allCommands(), argc, argv);
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
    } catch (const std::bad_alloc&) {
        cli::printError("not enough memory");
    } catch (const std::exception& error) {
        cli::printError(error.what());
    }
    return cli::kExitFailed;
}
