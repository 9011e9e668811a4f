// hullbake rules: prints what names of textures, flags, classes and keys mean for a game.
#include <memory>

#include "tools/base/output.hpp"
#include "tools/input/command_line.hpp"
#include "tools/input/rules_file.hpp"
#include "tools/input/rules_options.hpp"

namespace hullbake::cli {

Command rulesCommand() {
    auto options = std::make_shared<RulesOptions>();
    Command command("rules", "Print the rules for contents of a game as JSON");
    command.add(rulesOptions(*options, "The game whose rules are printed; default: any, the names of all games"));
    command.notes =
        "The first texture rule, flag and class that matches counts; of keys the last one. In names * is any\n"
        "text, ? any character, [*] a star. The output is a file that --rules of compile and verify reads.\n"
        "\nExample: the rules of Half-Life, to change and compile with\n"
        "  hullbake rules --game halflife > own.json\n"
        "  hullbake compile demo.map --game halflife --rules own.json";
    command.run = [options] { writeOutput(rulesJson(rulesFrom(*options))); };
    return command;
}

}  // namespace hullbake::cli
