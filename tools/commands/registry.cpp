// A new subcommand NAME needs its file, which defines `Command nameCommand()`, and one line in this list.
#include "tools/commands/registry.hpp"

// clang-format off
#define HULLBAKE_COMMANDS(ENTRY) \
    ENTRY(compileCommand)        \
    ENTRY(infoCommand)           \
    ENTRY(traceCommand)          \
    ENTRY(contentsCommand)       \
    ENTRY(contactCommand)        \
    ENTRY(slideCommand)          \
    ENTRY(replayCommand)         \
    ENTRY(worldCommand)          \
    ENTRY(drawCommand)           \
    ENTRY(verifyCommand)         \
    ENTRY(viewCommand)           \
    ENTRY(watchCommand)          \
    ENTRY(rulesCommand)          \
    ENTRY(initCommand)           \
    ENTRY(terrainCommand)        \
    ENTRY(fuzzSlideCommand)      \
    ENTRY(fuzzWorldCommand)
// clang-format on

namespace hullbake::cli {

#define HULLBAKE_DECLARE(function) Command function();
HULLBAKE_COMMANDS(HULLBAKE_DECLARE)
#undef HULLBAKE_DECLARE

std::vector<Command> allCommands() {
#define HULLBAKE_CALL(function) function(),
    return {HULLBAKE_COMMANDS(HULLBAKE_CALL)};
#undef HULLBAKE_CALL
}

}  // namespace hullbake::cli
