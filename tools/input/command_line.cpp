// Parses the command line with CLI11. No other file includes it: the header takes seconds to compile.
#include "tools/input/command_line.hpp"

#include <CLI/CLI.hpp>
#include <cerrno>
#include <cstdlib>
#include <stdexcept>
#include <type_traits>

#include "tools/base/errors.hpp"
#include "tools/base/output.hpp"

namespace hullbake::cli {
namespace {

/// Width of the left column of the help, in characters: longer option names get a line of their own.
constexpr std::size_t kHelpColumn = 34;

template <class T>
CLI::Option* addTarget(CLI::App& sub, const OptionSpec& spec, T* target) {
    if constexpr (std::is_same_v<T, bool>) {
        return sub.add_flag(spec.names, *target, spec.help);
    } else if constexpr (std::is_same_v<T, std::optional<double>>) {
        return sub.add_option_function<double>(
            spec.names, [target](const double& value) { *target = value; }, spec.help);
    } else if constexpr (std::is_same_v<T, std::optional<std::string>>) {
        return sub.add_option_function<std::string>(
            spec.names, [target](const std::string& value) { *target = value; }, spec.help);
    } else {
        CLI::Option* const added = sub.add_option(spec.names, *target, spec.help);
        // Each occurrence takes one value: the word after it may be a positional argument.
        if constexpr (std::is_same_v<T, std::vector<std::string>>) added->allow_extra_args(false);
        return added;
    }
}

/// Refuses an empty value, which an unset variable of a shell makes: most would count as not given.
std::string emptyFault(const std::string& value) {
    return value.empty() ? "the value is empty" : "";
}

/// Refuses numbers below 0 and above 64 bits, of which CLI11 would make others.
std::string seedFault(const std::string& value) {
    errno = 0;
    static_cast<void>(std::strtoull(value.c_str(), nullptr, 0));
    const bool fits = errno == 0 && value.find('-') == std::string::npos;
    return fits ? "" : "expected a whole number from 0 to 18446744073709551615";
}

template <class T>
void addRange(CLI::Option& added, const OptionRange& range, const T*) {
    if constexpr (std::is_integral_v<T> && !std::is_same_v<T, bool>) {
        added.check(CLI::Range(static_cast<T>(range.least), static_cast<T>(range.most)));
    } else {
        throw std::logic_error(added.get_name() + ": only integers have a range");
    }
}

void addOption(CLI::App& sub, const OptionSpec& spec) {
    CLI::Option* const added = std::visit([&](auto* target) { return addTarget(sub, spec, target); }, spec.target);
    // A blank keeps CLI11 from printing types and rules of its own.
    added->option_text(spec.value.empty() ? " " : spec.value);
    added->required(spec.required);
    if (!std::holds_alternative<bool*>(spec.target)) added->check(emptyFault);
    if (spec.range) {
        std::visit([&](auto* target) { addRange(*added, *spec.range, target); }, spec.target);
    } else if (std::holds_alternative<std::uint64_t*>(spec.target)) {
        added->check(seedFault);
    }
    if (!spec.choices.empty()) added->check(CLI::IsMember(spec.choices));
    for (const std::string& name : spec.excludes) added->excludes(sub.get_option(name));
    for (const std::string& name : spec.needs) added->needs(sub.get_option(name));
}

void addCommand(CLI::App& app, const Command& command) {
    CLI::App* const sub = app.add_subcommand(command.name, command.help);
    for (const OptionSpec& spec : command.options) addOption(*sub, spec);
    sub->footer(command.notes);
    sub->callback(command.run);
}

int reportUsage(const CLI::App& app, const std::string& message) {
    std::string command = app.get_name();
    for (const CLI::App* sub : app.get_subcommands()) command += " " + sub->get_name();
    const std::vector<std::string> unknown = app.remaining();
    const bool noCommand = app.get_subcommands().empty() && !unknown.empty();
    printError(noCommand ? "no subcommand or option \"" + unknown.front() + "\"" : message);
    printError("see '" + command + " --help'");
    return kExitUsage;
}

}  // namespace

int runCommandLine(const Program& program, const std::vector<Command>& commands, int argc, const char* const* argv) {
    CLI::App app(program.help, program.name);
    app.set_version_flag("--version", program.name + " " + program.version, "Print the version and exit");
    app.get_formatter()->column_width(kHelpColumn);
    app.require_subcommand(1);
    // Paths may begin with a slash on Windows, too. Subcommands take this over.
    app.allow_windows_style_options(false);
    app.footer(program.notes);
    for (const Command& command : commands) addCommand(app, command);
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

}  // namespace hullbake::cli
