// Options of a subcommand as data: names, help text, the variable that receives the value, and the rules for it.
// command_line.cpp hands them to the parser, so that no other file needs its headers.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace hullbake::cli {

/// Points to the variable that receives the value. The variable keeps its value when the option is not given.
/// A bool makes a flag. A vector collects the values of an option that may be repeated. An optional shows whether the
/// option was given.
using OptionTarget =
    std::variant<bool*, int*, unsigned*, unsigned long*, unsigned long long*, double*, std::optional<double>*,
                 std::string*, std::optional<std::string>*, std::vector<std::string>*>;

/// Upper bound of --threads: no machine has as many, so a larger number is a mistake.
inline constexpr unsigned kMaxThreads = 1024;

/// Bounds of an integer, both included.
struct OptionRange {
    std::uint64_t least, most;
};

/// One option, flag or positional argument. Make it with argument(), option() or flag(), then chain its rules:
///   option("--hz", options.hz, "H", "Ticks a second").asRequired()
struct OptionSpec {
    std::string names;  ///< "FILE" for a positional argument; "--json" or "-o,--output" for others
    OptionTarget target;
    std::string value;  ///< placeholder of the value in the help; empty for arguments and flags
    std::string help;

    bool required = false;
    std::vector<std::string> choices;   ///< the only values allowed; empty allows all
    std::optional<OptionRange> range;   ///< for integers only
    std::vector<std::string> excludes;  ///< earlier options of the command that must not be given with this one
    std::vector<std::string> needs;     ///< earlier options of the command that must be given with this one

    OptionSpec asRequired() &&;
    OptionSpec oneOf(std::vector<std::string> values) &&;
    OptionSpec within(std::uint64_t least, std::uint64_t most) &&;
    OptionSpec without(std::string name) &&;  ///< excludes the option `name`; may be chained
    OptionSpec with(std::string name) &&;     ///< needs the option `name`; may be chained
};

/// Describes a positional argument. It is required.
OptionSpec argument(std::string name, std::string& target, std::string help);

/// Describes an option with a value; `value` is its placeholder in the help.
template <class T>
OptionSpec option(std::string names, T& target, std::string value, std::string help) {
    OptionSpec spec;
    spec.names = std::move(names);
    spec.target = &target;
    spec.value = std::move(value);
    spec.help = std::move(help);
    return spec;
}

/// Describes an option without a value.
OptionSpec flag(std::string names, bool& target, std::string help);

}  // namespace hullbake::cli
