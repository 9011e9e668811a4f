// Table of the known player starts, and the comparison with patterns.

#include "compiler/player_starts.hpp"

#include <algorithm>
#include <iterator>

#include "compiler/base/lower_case.hpp"

namespace hullbake {

namespace {

// Classes of player starts, of the five games and of others whose maps are written alike.
constexpr std::string_view kPlayerStarts[] = {
    "info_player*",           // Quake and most games since
    "i_p_t",                  // Team Fortress
    "info_team_start*",       // Natural Selection
    "info_coop_start",        // mods of Quake
    "info_jedimaster_start",  // Jedi Outcast
    "info_spawnpoint*",       // total conversions
    "info_*_spawn",           // Urban Terror
    "team_ctf_*",             // Quake 3: players, spawn points and flags of both teams
    "team_*spawn*",           // Tremulous, Unvanquished
    "mp_*spawn*",             // Call of Duty: mp_dm_spawn, mp_tdm_spawn, mp_sd_spawn_attacker
    "dm_*spawn*",             // by mode
    "tdm_*spawn*",
    "ctf_*spawn*",
    "coop_*spawn*",
    "*player*spawn*",  // by word
    "*player*start*",
};

// Compares with `*` as any number of characters. Goes back to the last `*` alone, so the time is bounded.
bool matchesStars(std::string_view name, std::string_view pattern) {
    std::size_t n = 0, p = 0, star = std::string_view::npos, from = 0;
    while (n < name.size()) {
        if (p < pattern.size() && pattern[p] == '*') {
            star = p++;
            from = n;
        } else if (p < pattern.size() && pattern[p] == name[n]) {
            ++p, ++n;
        } else if (star != std::string_view::npos) {
            p = star + 1;
            n = ++from;
        } else {
            return false;
        }
    }
    return pattern.find_first_not_of('*', p) == std::string_view::npos;
}

}  // namespace

std::vector<std::string> knownPlayerStarts() {
    return {std::begin(kPlayerStarts), std::end(kPlayerStarts)};
}

bool isPlayerStart(std::string_view classname, const std::vector<std::string>& patterns) {
    const std::string name = lowerCase(classname);
    return std::any_of(patterns.begin(), patterns.end(),
                       [&](const std::string& pattern) { return matchesStars(name, lowerCase(pattern)); });
}

}  // namespace hullbake
