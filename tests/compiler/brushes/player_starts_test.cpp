// Proves which classes of entities are player starts.
#include "compiler/player_starts.hpp"

#include <gtest/gtest.h>

#include <string>
#include <utility>

namespace hullbake::test {
namespace {

TEST(PlayerStarts, AreKnownOfManyGames) {
    for (const char* name : {"info_player_start",
                             "info_player_start2",
                             "info_player_deathmatch",
                             "info_player_coop",
                             "Info_Player_Start",
                             "info_player_teamspawn",
                             "i_p_t",
                             "info_team_start_red",
                             "info_coop_start",
                             "team_CTF_redplayer",
                             "team_CTF_bluespawn",
                             "team_human_spawn",
                             "team_alien_spawn",
                             "mp_tdm_spawn",
                             "mp_sd_spawn_attacker",
                             "mp_deathmatch_spawn",
                             "player_spawn",
                             "ctf_spawn_red",
                             "info_spawnpoint_human",
                             "info_ut_spawn",
                             "playerstart",
                             "player_start_blue"})
        EXPECT_TRUE(isPlayerStart(name)) << name;
    for (const char* name : {"light", "info_notnull", "info_intermission", "info_teleport_destination", "item_health",
                             "", "monster_spawner", "func_spawn", "path_start", "team_human_armoury",
                             "mp_global_intermission", "target_start", "team_redobelisk", "info_null"})
        EXPECT_FALSE(isPlayerStart(name)) << name;
}

TEST(PlayerStarts, AreNamedByPatterns) {
    const std::pair<const char*, const char*> hits[] = {
        {"hero", "hero"}, {"HERO", "hero"},    {"hero", "Her*"},  {"a_b_c", "a*b*c"}, {"aab", "*ab"}, {"x", "*"},
        {"", "*"},        {"abcabd", "*ab*d"}, {"hero", "hero*"}, {"hero", "*hero"},  {"ab", "a**b"}};
    for (const auto& [name, pattern] : hits) EXPECT_TRUE(isPlayerStart(name, {"none", pattern})) << pattern;
    const std::pair<const char*, const char*> misses[] = {
        {"hero", "her"}, {"hero", "ero"}, {"hero", ""}, {"a_b", "a*c"}, {"", "a"}, {"abc", "*b"}, {"ab", "b*a"}};
    for (const auto& [name, pattern] : misses) EXPECT_FALSE(isPlayerStart(name, {"none", pattern})) << pattern;
    EXPECT_FALSE(isPlayerStart("info_player_start", {}));
    EXPECT_FALSE(isPlayerStart(std::string(20000, 'a'), {std::string(200, '*') + "a*b"}));
}

}  // namespace
}  // namespace hullbake::test
