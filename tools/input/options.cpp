#include "tools/input/options.hpp"

namespace hullbake::cli {

OptionSpec OptionSpec::asRequired() && {
    required = true;
    return std::move(*this);
}

OptionSpec OptionSpec::oneOf(std::vector<std::string> values) && {
    choices = std::move(values);
    return std::move(*this);
}

OptionSpec OptionSpec::within(std::uint64_t least, std::uint64_t most) && {
    range = OptionRange{least, most};
    return std::move(*this);
}

OptionSpec OptionSpec::without(std::string name) && {
    excludes.push_back(std::move(name));
    return std::move(*this);
}

OptionSpec OptionSpec::with(std::string name) && {
    needs.push_back(std::move(name));
    return std::move(*this);
}

OptionSpec argument(std::string name, std::string& target, std::string help) {
    return option(std::move(name), target, "", std::move(help)).asRequired();
}

OptionSpec flag(std::string names, bool& target, std::string help) {
    return option(std::move(names), target, "", std::move(help));
}

}  // namespace hullbake::cli
