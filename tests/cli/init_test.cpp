// hullbake init: every file is read by its editor's documented grammar, and every command that it names is run.
#include <algorithm>
#include <fstream>
#include <iterator>
#include <map>
#include <regex>
#include <set>
#include <sstream>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "cli/cli_support.hpp"
#include "cli/editor_grammar.hpp"
#include "formats/rules.hpp"

namespace hullbake::test {
namespace {

namespace fs = std::filesystem;

class Init : public CliTest {
  protected:
    // Writes a game named `name` into the folder "game".
    void init(const std::string& name, const std::string& game = "any") {
        const RunResult done = run({"init", "game", "--name", name, "--game", game});
        ASSERT_EQ(done.exitCode, 0) << done.err;
    }
    std::vector<std::string> files() const {
        std::vector<std::string> found;
        for (const auto& entry : fs::recursive_directory_iterator(path("game")))
            if (entry.is_regular_file())
                found.push_back(entry.path().lexically_relative(path("game")).generic_string());
        std::sort(found.begin(), found.end());
        return found;
    }
    Json broom(const std::string& name, const std::string& file) const {
        return Json::parse(read("game/editors/trenchbroom/" + name + '/' + file));
    }
};

const std::vector<std::string> kGames = {"any", "quake", "halflife", "hexen2", "quake2", "quake3"};

// TrenchBroom's variables of a tool, filled in as it does.
std::string filledIn(std::string text, const std::map<std::string, std::string>& variables, const std::string& open,
                     const std::string& close) {
    for (const auto& [name, value] : variables) {
        const std::string word = open + name + close;
        for (std::size_t at = text.find(word); at != std::string::npos; at = text.find(word, at + value.size()))
            text.replace(at, word.size(), value);
    }
    return text;
}

TEST_F(Init, ListsExactlyWhatItWrites) {
    const RunResult done = run({"init", "game", "--name", "My Game 2"});
    ASSERT_EQ(done.exitCode, 0) << done.err;
    std::string listed;
    for (const std::string& file : files()) listed += "game/" + file + '\n';
    EXPECT_EQ(done.out, listed);
    EXPECT_EQ(names(), std::vector<std::string>{"game"});
    for (const char* file :
         {"README.md", "maps/start.map", "editors/trenchbroom/My Game 2/GameConfig.cfg",
          "editors/trenchbroom/My Game 2/my_game_2.fgd", "editors/netradiant-custom/games/my_game_2.game",
          "editors/netradiant-custom/my_game_2.game/my_game_2.ent", "editors/jack-hammer/my_game_2.fgd"})
        EXPECT_TRUE(exists(std::string("game/") + file)) << file;
}

TEST_F(Init, LeavesNoPlaceholder) {
    init("Game");
    const std::regex placeholder("@[A-Z_]+@");
    std::size_t texts = 0;
    for (const std::string& file : files()) {
        if (file.ends_with(".png")) continue;
        ++texts;
        EXPECT_FALSE(std::regex_search(read("game/" + file), placeholder)) << file;
    }
    EXPECT_GE(texts, 9u);
}

TEST_F(Init, StartLevelIsSealedAndCleanForEveryGame) {
    for (const std::string& game : kGames) {
        init("Game", game);
        const RunResult done = run({"compile", "game/maps/start.map", "--game", game == "any" ? "quake" : game,
                                    "--strict", "--leak", "error"});
        EXPECT_EQ(done.exitCode, 0) << game << done.err;
        EXPECT_EQ(done.err, "") << game;
        fs::remove_all(path("game"));
    }
}

TEST_F(Init, TexturesMeanWhatTheyAreNamedFor) {
    std::size_t seen = 0;
    for (const std::string& game : kGames) {
        init("Game", game);
        const GameRules rules = gameRules(game);
        for (const std::string& file : files()) {
            if (!file.starts_with("textures/special/")) continue;
            const std::string bytes = read("game/" + file);
            EXPECT_EQ(bytes.substr(0, 8), "\x89PNG\r\n\x1a\n") << file;
            const std::string name = fs::path(file).stem().string();
            // Every name has a rule; the tests of the rules say which.
            EXPECT_TRUE(std::any_of(rules.textures.begin(), rules.textures.end(),
                                    [&](const TextureRule& rule) { return matchesGlob(name, rule.name); }))
                << game << ' ' << name;
            ++seen;
        }
        fs::remove_all(path("game"));
    }
    EXPECT_GE(seen, 60u);
}

TEST_F(Init, GameConfigFollowsTrenchBroomsGrammar) {
    for (const std::string& game : kGames) {
        init("My Game", game);
        const Json config = broom("My Game", "GameConfig.cfg");
        EXPECT_EQ(faultsOfGameConfig(config), "") << game;
        EXPECT_EQ(config.at("name"), "My Game");
        for (const Json& file : config.at("entities").at("definitions"))
            EXPECT_TRUE(exists("game/editors/trenchbroom/My Game/" + file.get<std::string>())) << file;
        EXPECT_TRUE(exists("game/editors/trenchbroom/My Game/" + config.at("icon").get<std::string>()));
        fs::remove_all(path("game"));
    }
}

// The checker itself: each of these is a fault.
TEST_F(Init, GameConfigCheckerFindsFaults) {
    init("Game");
    const std::string right = read("game/editors/trenchbroom/Game/GameConfig.cfg");
    const std::vector<std::pair<std::string, std::string>> changes = {
        {R"("version": 9)", R"("version": 8)"},
        {R"("name": "Game")", R"("name": 7)"},
        {R"("format": "Valve")", R"("format": "Hammer")"},
        {R"("root": "textures",)", ""},
        {R"([ "game.fgd" ])", R"("game.fgd")"},
        {R"("match": "classname")", R"("match": "colour")"},
        {R"([ "transparent" ])", R"([ "glowing" ])"},
        {R"("softMapBounds": "-16384)", R"("softMapBounds": ")"},
        {R"("icon")", R"("picture")"},
        {R"({ "name": "hullbake", )", "{ "},
    };
    for (const auto& [from, to] : changes) {
        std::string wrong = right;
        ASSERT_NE(wrong.find(from), std::string::npos) << from;
        wrong.replace(wrong.find(from), from.size(), to);
        EXPECT_NE(faultsOfGameConfig(Json::parse(wrong)), "") << to;
    }
}

// So does each of these in a list of classes.
TEST_F(Init, ClassReadersFindFaults) {
    for (const char* wrong :
         {"@Class = a []", "@SolidClass = a [", "@SolidClass base(None) = a []", "@SolidClass = a : b []",
          "@PointClass size(1 2 3, 4 5) = a []", "@SolidClass = a [ k(wish) : \"\" ]",
          "@SolidClass = a [ k(string) : \"\" k(string) : \"\" ]", "@SolidClass = a [] @SolidClass = a []",
          "@SolidClass = a [ k(choices) : \"\" : 0 ]"})
        EXPECT_THROW(classesOfFgd(wrong), std::runtime_error) << wrong;
    for (const char* wrong :
         {"", "<a>", "<a></b>", "<a b=c/>", "<a b=\"<\"/>", "<a/><b/>", "<a>&</a>", "<a b=\"\" b=\"\"/>"})
        EXPECT_THROW(parseXml(wrong), std::runtime_error) << wrong;
}

TEST_F(Init, TrenchBroomsProfilesRun) {
    for (const std::string& game : kGames) {
        init("My Game", game);
        const Json profiles = broom("My Game", "CompilationProfiles.cfg");
        EXPECT_EQ(faultsOfProfiles(profiles), "");
        std::size_t commands = 0;
        for (const Json& profile : profiles.at("profiles")) {
            const std::map<std::string, std::string> variables = {{"MAP_DIR_PATH", path("game/maps").string()},
                                                                  {"WORK_DIR_PATH", path("game/maps").string()},
                                                                  {"MAP_FULL_NAME", "start.map"},
                                                                  {"MAP_BASE_NAME", "start"},
                                                                  {"hullbake", "$HULLBAKE"}};
            fs::remove(path("game/maps/start.hull"));
            for (const Json& task : profile.at("tasks")) {
                std::string parameters = task.at("parameters").get<std::string>();
                // Fewer traces than the profile: the oracle has tests of its own.
                parameters = std::regex_replace(parameters, std::regex("--traces \\d+"), "--traces 500");
                const RunResult done = shell(filledIn("${hullbake} " + parameters, variables, "${", "}"));
                EXPECT_EQ(done.exitCode, 0) << parameters << done.err;
                ++commands;
            }
            EXPECT_TRUE(exists("game/maps/start.hull")) << profile.at("name");
        }
        EXPECT_GE(commands, 4u);
        fs::remove_all(path("game"));
    }
}

TEST_F(Init, TrenchBroomGetsTheLinesOfFaults) {
    init("Game");
    write("game/maps/start.map", leakingMap());
    const Json profiles = broom("Game", "CompilationProfiles.cfg");
    const std::string parameters =
        filledIn(profiles.at("profiles")[1].at("tasks")[0].at("parameters").get<std::string>(),
                 {{"MAP_DIR_PATH", path("game/maps").string()},
                  {"WORK_DIR_PATH", path("game/maps").string()},
                  {"MAP_FULL_NAME", "start.map"},
                  {"MAP_BASE_NAME", "start"}},
                 "${", "}");
    const RunResult done = shell("$HULLBAKE " + parameters);
    EXPECT_EQ(done.exitCode, 1);
    EXPECT_TRUE(std::regex_search(done.err, std::regex("\nlines: \\d+(, \\d+)*\n$"))) << done.err;
    EXPECT_FALSE(exists("game/maps/start.hull"));
}

TEST_F(Init, NetRadiantsGamePackFitsTogether) {
    for (const std::string& game : kGames) {
        init("My Game", game);
        const std::string radiant = "game/editors/netradiant-custom/";
        const XmlElement pack = parseXml(read(radiant + "games/my_game.game"));
        EXPECT_EQ(pack.name, "game");
        EXPECT_EQ(pack.attributes.at("name"), "My Game");
        EXPECT_EQ(pack.attributes.at("entityclasstype"), "xml");
        const XmlElement menu = parseXml(read(radiant + "my_game.game/default_build_menu.xml"));
        EXPECT_EQ(menu.name, "project");
        EXPECT_EQ(menu.attributes.at("version"), "2.0");
        std::size_t commands = 0;
        std::map<std::string, std::string> variables = {{"MapFile", path("game/maps/start.map").string()},
                                                        {"MonitorAddress", "127.0.0.1:39000"}};
        for (const XmlElement& item : menu.children) {
            if (item.name == "var") {
                EXPECT_EQ(item.text, "hullbake");
                variables[item.attributes.at("name")] = "$HULLBAKE";
                continue;
            }
            EXPECT_EQ(item.name, "build");
            EXPECT_NE(item.attributes.at("name"), "");
            for (const XmlElement& command : item.children) {
                EXPECT_EQ(command.name, "command");
                const std::string line = filledIn(command.text, variables, "[", "]");
                EXPECT_EQ(line.find('['), std::string::npos) << line;
                fs::remove(path("game/maps/start.hull"));
                // No monitor listens here: the compile goes on without one.
                const RunResult done = shell(line);
                EXPECT_EQ(done.exitCode, 0) << line << done.err;
                EXPECT_TRUE(exists("game/maps/start.hull"));
                ++commands;
            }
        }
        EXPECT_EQ(commands, 2u);
        fs::remove_all(path("game"));
    }
}

// The classes and keys that an editor offers are those that the compiler reads.
void expectClassesOfRules(const std::map<std::string, std::set<std::string>>& classes, const std::string& game) {
    const GameRules rules = gameRules(game);
    for (const ClassRule& rule : rules.classes)
        EXPECT_TRUE(std::any_of(classes.begin(), classes.end(),
                                [&](const auto& entry) { return matchesGlob(entry.first, rule.name); }))
            << game << ' ' << rule.name;
    for (const KeyRule& rule : rules.keys)
        EXPECT_TRUE(std::any_of(classes.begin(), classes.end(),
                                [&](const auto& entry) {
                                    return matchesGlob(entry.first, rule.classname) && entry.second.contains(rule.key);
                                }))
            << game << ' ' << rule.classname << '.' << rule.key;
    for (const char* key : {"_external_map", "_external_map_angles", "_external_map_angle", "_external_map_scale",
                            "_external_map_classname"})
        EXPECT_TRUE(classes.at("misc_external_map").contains(key)) << key;
    for (const char* key : {"file", "angles"}) EXPECT_TRUE(classes.at("func_instance").contains(key)) << key;
    for (const char* key : {"model", "angles", "angle"}) EXPECT_TRUE(classes.at("misc_prefab").contains(key)) << key;
    EXPECT_TRUE(classes.at("func_group").contains("_hulls"));
    EXPECT_TRUE(classes.contains("info_player_start"));
    EXPECT_EQ(classes.contains("func_ladder"), game == "any" || game == "halflife");
}

TEST_F(Init, ClassesOfBothFilesAreThoseOfTheRules) {
    for (const std::string& game : kGames) {
        init("Game", game);
        const std::string fgd = read("game/editors/jack-hammer/game.fgd");
        EXPECT_EQ(fgd, read("game/editors/trenchbroom/Game/game.fgd"));
        const auto ofFgd = classesOfFgd(fgd);
        const auto ofEnt = classesOfEnt(parseXml(read("game/editors/netradiant-custom/game.game/game.ent")));
        expectClassesOfRules(ofFgd, game);
        expectClassesOfRules(ofEnt, game);
        std::set<std::string> a, b;
        for (const auto& entry : ofFgd) a.insert(entry.first);
        for (const auto& entry : ofEnt) b.insert(entry.first);
        EXPECT_EQ(a, b) << game;
        fs::remove_all(path("game"));
    }
}

TEST_F(Init, OverwritesNothingUnlessTold) {
    init("Game");
    write("game/maps/start.map", "mine");
    fs::remove(path("game/README.md"));
    const RunResult again = run({"init", "game", "--name", "Game"});
    EXPECT_EQ(again.exitCode, 1);
    EXPECT_EQ(lineCount(again.err), 1u) << again.err;
    EXPECT_NE(again.err.find("it exists; --force replaces it"), std::string::npos) << again.err;
    EXPECT_EQ(read("game/maps/start.map"), "mine");
    EXPECT_FALSE(exists("game/README.md"));
    EXPECT_EQ(run({"init", "game", "--name", "Game", "--force"}).exitCode, 0);
    EXPECT_NE(read("game/maps/start.map"), "mine");
}

TEST_F(Init, KeepsOtherFilesOfTheFolder) {
    fs::create_directories(path("game/maps"));
    write("game/maps/other.map", "mine");
    EXPECT_EQ(run({"init", "game"}).exitCode, 0);
    EXPECT_EQ(read("game/maps/other.map"), "mine");
}

TEST_F(Init, TakesTheNameOfTheFolder) {
    EXPECT_EQ(run({"init", "tower/"}).exitCode, 0);
    EXPECT_TRUE(exists("tower/editors/trenchbroom/tower/GameConfig.cfg"));
    fs::create_directories(path("here"));
    EXPECT_EQ(shell("cd here && $HULLBAKE init .").exitCode, 0);
    EXPECT_TRUE(exists("here/editors/trenchbroom/here/GameConfig.cfg"));
}

TEST_F(Init, RefusesNamesThatNoFolderCanHave) {
    for (const char* name : {" a", "a ", "a/b", "..", "a\"b", "a\nb", "\xc3\xa9", "$(x)", "@ID@"}) {
        const RunResult done = run({"init", "game", "--name", name});
        EXPECT_EQ(done.exitCode, 2) << name;
        EXPECT_FALSE(exists("game")) << name;
    }
    EXPECT_EQ(run({"init", "game", "--name", std::string(65, 'a')}).exitCode, 2);
    EXPECT_EQ(run({"init", "game", "--game", "doom3"}).exitCode, 2);
    EXPECT_EQ(run({"init"}).exitCode, 2);
}

TEST_F(Init, SaysWhyAFolderCannotBeMade) {
    write("file", "");
    fs::create_symlink("loop", path("loop"));
    for (const std::string folder : {"file/game", "loop/game"}) {
        const RunResult done = run({"init", folder});
        EXPECT_EQ(done.exitCode, 1) << folder;
        EXPECT_EQ(lineCount(done.err), 1u) << done.err;
        EXPECT_EQ(done.err.find("exist"), std::string::npos) << done.err;
    }
}

// On a full disk: here files may have 2 KiB.
TEST_F(Init, AFailureLeavesNothing) {
    const std::string command = "trap '' XFSZ; ulimit -f 4; \"$HULLBAKE\" init games/new --name Game";
    const RunResult fresh = shell(command);
    EXPECT_EQ(fresh.exitCode, 1);
    EXPECT_EQ(lineCount(fresh.err), 1u) << fresh.err;
    EXPECT_NE(fresh.err.find("cannot be written"), std::string::npos) << fresh.err;
    EXPECT_EQ(names(), std::vector<std::string>{});
    fs::create_directories(path("games/new/maps"));
    write("games/new/maps/other.map", "mine");
    EXPECT_EQ(shell(command).exitCode, 1);
    EXPECT_EQ(read("games/new/maps/other.map"), "mine");
    std::size_t left = 0;
    for (const auto& entry : fs::recursive_directory_iterator(path("games"))) {
        static_cast<void>(entry);
        ++left;
    }
    EXPECT_EQ(left, 3u) << "new, maps and the map";
}

}  // namespace
}  // namespace hullbake::test
