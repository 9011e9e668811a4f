// Proves that the man page and the completions list what --help lists, and that shells accept them.
#include <algorithm>
#include <map>
#include <regex>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "install/install_support.hpp"

namespace hullbake::test {
namespace {

using Options = std::map<std::string, std::set<std::string>>;  // by subcommand, "" for none

class Describe : public InstallTest {
  protected:
    /// Returns every option in the help, read from the lines that begin with one.
    Options options() const {
        Options found;
        const auto add = [&](const std::string& name) {
            const std::string help = succeed("\"$PREFIX/bin/hullbake\" " + name + " --help");
            const std::regex line(R"(\n  (-[^ ]*))"), option(R"(--?[a-z]+(-[a-z]+)*)");
            for (std::sregex_iterator at(help.begin(), help.end(), line), end; at != end; ++at) {
                const std::string names = (*at)[1];
                for (std::sregex_iterator in(names.begin(), names.end(), option); in != end; ++in)
                    found[name].insert(in->str());
            }
            return help;
        };
        std::istringstream lines(add(""));
        bool subcommands = false;
        for (std::string line; std::getline(lines, line);) {
            if (subcommands && line.empty()) break;
            if (subcommands) add(line.substr(2, line.find(' ', 2) - 2));
            if (line == "Subcommands:") subcommands = true;
        }
        return found;
    }

    /// Returns the words that bash offers for a command line with an incomplete last word.
    std::set<std::string> bashOffers(const std::vector<std::string>& words) const {
        std::string line = "COMP_WORDS=(";
        for (const std::string& word : words) line += "'" + word + "' ";
        const std::string said =
            succeed("bash -c \"source '$PREFIX/share/bash-completion/completions/hullbake.bash'; " + line +
                    "); COMP_CWORD=" + std::to_string(words.size() - 1) +
                    "; _hullbake; printf '%s\\n' \\\"\\${COMPREPLY[@]}\\\"\"");
        std::set<std::string> offers;
        std::istringstream in(said);
        for (std::string offer; std::getline(in, offer);)
            if (!offer.empty()) offers.insert(offer);
        return offers;
    }
};

TEST_F(Describe, BashOffersEveryOptionAndSubcommand) {
    const Options all = options();
    ASSERT_GE(all.size(), 6u);
    std::set<std::string> names;
    for (const auto& [name, expected] : all) {
        if (!name.empty()) names.insert(name);
        EXPECT_EQ(bashOffers(name.empty() ? std::vector<std::string>{"hullbake", "-"}
                                          : std::vector<std::string>{"hullbake", name, "-"}),
                  expected)
            << name;
    }
    EXPECT_EQ(bashOffers({"hullbake", ""}), names);
    EXPECT_GE(all.at("compile").size(), 8u);
}

TEST_F(Describe, BashOffersValuesAndFiles) {
    write("a b.map", "");
    write("c.map", "");
    EXPECT_EQ(bashOffers({"hullbake", "compile", "--fill", ""}), (std::set<std::string>{"auto", "off"}));
    EXPECT_EQ(bashOffers({"hullbake", "compile", "--game", "h"}), (std::set<std::string>{"halflife", "hexen2"}));
    EXPECT_EQ(bashOffers({"hullbake", "compile", ""}), (std::set<std::string>{"a b.map", "c.map"}));
    EXPECT_EQ(bashOffers({"hullbake", "verify", "c.hull", "--map", "a"}), (std::set<std::string>{"a b.map"}));
    EXPECT_EQ(bashOffers({"hullbake", "compile", "--threads", ""}), std::set<std::string>{});
}

TEST_F(Describe, TheManPageNamesEverything) {
    const std::string page = fileText(prefix() / "share/man/man1/hullbake.1");
    for (const auto& [name, expected] : options()) {
        std::string section = name;
        std::transform(name.begin(), name.end(), section.begin(), [](char c) { return c >= 'a' ? char(c - 32) : c; });
        const std::size_t from = page.find(name.empty() ? ".SH OPTIONS\n" : ".SH \"HULLBAKE " + section + "\"\n");
        ASSERT_NE(from, std::string::npos) << name;
        const std::string part = page.substr(from, page.find("\n.SH ", from) - from);
        for (std::string option : expected) {
            option = std::regex_replace(option, std::regex("-"), "\\-");
            EXPECT_NE(part.find("\\fB" + option + "\\fR"), std::string::npos) << name << " " << option;
        }
    }
    for (const char* needed : {".TH HULLBAKE 1 ", ".SH NAME\nhullbake \\- ", ".SH EXIT STATUS\n", ".SH EXAMPLES\n"})
        EXPECT_NE(page.find(needed), std::string::npos) << needed;
}

TEST_F(Describe, ZshAndFishNameEveryOption) {
    const std::string zsh = fileText(prefix() / "share/zsh/site-functions/_hullbake");
    const std::string fish = fileText(prefix() / "share/fish/vendor_completions.d/hullbake.fish");
    for (const auto& [name, expected] : options()) {
        const std::size_t from = name.empty() ? 0 : zsh.find("                " + name + ")\n");
        ASSERT_NE(from, std::string::npos) << name;
        const std::string part = zsh.substr(from, zsh.find(";;", from) - from);
        for (const std::string& option : expected) {
            EXPECT_NE(part.find("'*" + option + "["), std::string::npos) << name << " " << option;
            const std::string letter = option.starts_with("--") ? " -l " + option.substr(2) : " -s " + option.substr(1);
            const std::string when = name.empty() ? "__fish_use_subcommand" : "__fish_seen_subcommand_from " + name;
            std::istringstream lines(fish);
            bool found = false;
            for (std::string line; std::getline(lines, line);)
                found = found || (line.starts_with("complete -c hullbake -n '" + when + "' -") &&
                                  (line + " ").find(letter + " ") != std::string::npos);
            EXPECT_TRUE(found) << name << " " << option;
        }
    }
}

TEST_F(Describe, ShellsTakeTheirFiles) {
    succeed("bash -n \"$PREFIX/share/bash-completion/completions/hullbake.bash\"");
    if (shell("command -v zsh && command -v fish").exitCode != 0) GTEST_SKIP() << "no zsh or no fish here";
    succeed("zsh -n \"$PREFIX/share/zsh/site-functions/_hullbake\"");
    const std::string offers = succeed(
        "HOME=$PWD fish --no-config -c \"source '$PREFIX/share/fish/vendor_completions.d/hullbake.fish'; "
        "complete -C 'hullbake compile --fill '\"");
    EXPECT_NE(offers.find("auto\t"), std::string::npos) << offers;
    EXPECT_NE(offers.find("off\t"), std::string::npos) << offers;
}

}  // namespace
}  // namespace hullbake::test
