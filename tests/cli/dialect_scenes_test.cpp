// Proves every expectation in the heads of the maps in maps/dialects: one notation, kind of terrain or game a map.
// maps/README.md describes their syntax. Every scene is verified against the oracle, too.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "cli/cli_support.hpp"
#include "hullbake/math.hpp"

namespace hullbake::test {
namespace {

namespace fs = std::filesystem;
using Words = std::vector<std::string>;

constexpr double kContact = 0.001;  // units between a contact and its expectation
constexpr double kNormal = 1e-5;

const fs::path kFolder = HULLBAKE_SOURCE_ROOT "/maps/dialects";

struct Expectation {
    std::string text, kind;
    Words where;  ///< options of the query: hull and model
    Words words;  ///< what follows
};

struct SceneText {
    Words options;
    std::vector<Expectation> expectations;
};

Words wordsOf(const std::string& text) {
    std::istringstream in(text);
    Words words;
    for (std::string word; in >> word;) words.push_back(word);
    return words;
}

Expectation expectationOf(const std::string& text) {
    Expectation e{text, "", {}, wordsOf(text)};
    const auto take = [&] {
        std::string word = e.words.empty() ? "" : e.words.front();
        if (!e.words.empty()) e.words.erase(e.words.begin());
        return word;
    };
    e.kind = take();
    if (e.kind == "notused") return e;
    e.where = {"--hull", take()};
    if (!e.words.empty() && e.words.front() == "model") {
        take();
        e.where.insert(e.where.end(), {"--model", take()});
    }
    const std::map<std::string, std::size_t> least = {{"contents", 4}, {"found", 4}, {"trace", 8}, {"near", 13}};
    EXPECT_TRUE(least.contains(e.kind) && e.words.size() >= least.at(e.kind)) << "no expectation: " << text;
    return e;
}

// Line ends are of any kind here.
SceneText sceneOf(std::string text) {
    std::replace(text.begin(), text.end(), '\r', '\n');
    std::istringstream in(text);
    SceneText scene;
    for (std::string line; std::getline(in, line);) {
        if (line.starts_with("// expect ")) scene.expectations.push_back(expectationOf(line.substr(10)));
        if (!line.starts_with("// options ")) continue;
        for (std::string word : wordsOf(line.substr(11))) {
            if (word.starts_with("DIR/")) word.replace(0, 3, kFolder.string());
            scene.options.push_back(word);
        }
    }
    return scene;
}

Vec3 pointOf(const Words& words, std::size_t at) {
    return {std::stod(words.at(at)), std::stod(words.at(at + 1)), std::stod(words.at(at + 2))};
}

Vec3 pointOf(const Json& list) {
    return {list.at(0).get<double>(), list.at(1).get<double>(), list.at(2).get<double>()};
}

std::vector<std::string> sceneFiles() {
    std::vector<std::string> names;
    for (const auto& entry : fs::directory_iterator(kFolder))
        if (entry.is_regular_file()) names.push_back(entry.path().filename().string());
    std::sort(names.begin(), names.end());
    return names;
}

class DialectScene : public CliTest, public testing::WithParamInterface<std::string> {
  protected:
    std::string file() const { return (kFolder / GetParam()).string(); }

    static std::string textOf(const fs::path& path) {
        std::ostringstream text;
        text << std::ifstream(path, std::ios::binary).rdbuf();
        return text.str();
    }

    void compile(const SceneText& scene) {
        Words command = {"compile", file(), "-o", "s.hull", "--json", "--fill", "off"};
        command.insert(command.end(), scene.options.begin(), scene.options.end());
        const RunResult result = run(command);
        ASSERT_EQ(result.exitCode, 0) << result.err;
        std::map<std::string, std::size_t> notUsed, expected;
        const Json report = Json::parse(result.out);
        for (const Json& kind : report.at("leftOut"))
            notUsed[kind.at("kind").get<std::string>()] = kind.at("places").size();
        for (const Expectation& e : scene.expectations) {
            if (e.kind != "notused") continue;
            std::string kind;
            for (std::size_t i = 1; i < e.words.size(); ++i) kind += (i == 1 ? "" : " ") + e.words[i];
            expected[kind] = std::stoul(e.words.at(0));
        }
        EXPECT_EQ(notUsed, expected);
    }

    /// Runs one query a line for all expectations that ask alike.
    void answer(const SceneText& scene) {
        std::map<Words, std::vector<const Expectation*>> batches;
        for (const Expectation& e : scene.expectations) {
            if (e.kind == "notused") continue;
            Words command = {e.kind == "contents" || e.kind == "found" ? "contents" : "trace", "s.hull"};
            command.insert(command.end(), e.where.begin(), e.where.end());
            if (e.kind != "found") batches[command].push_back(&e);
            command.insert(command.end(), {"--overlap", "--mask", ""});
            for (std::size_t i = 3; e.kind == "found" && i < e.words.size(); ++i) {
                command.back() = e.words[i];
                batches[command].push_back(&e);
            }
        }
        for (const auto& [command, batch] : batches) {
            std::string queries;
            for (const Expectation* e : batch)
                for (std::size_t i = 0; i < (command[0] == "trace" ? 7u : 3u); ++i)
                    if (i != 3) queries += e->words[i] + (i == (command[0] == "trace" ? 6u : 2u) ? "\n" : " ");
            Words words = command;
            words.insert(words.end(), {"--batch", "-"});
            const RunResult result = run(words, queries);
            ASSERT_EQ(result.exitCode, 0) << result.err;
            const std::vector<Json> answers = jsonLines(result.out);
            ASSERT_EQ(answers.size(), batch.size());
            for (std::size_t i = 0; i < batch.size(); ++i) judge(*batch[i], answers[i]);
        }
    }

    static void judge(const Expectation& e, const Json& answer) {
        SCOPED_TRACE("expect " + e.text);
        if (e.kind == "contents") {
            EXPECT_EQ(answer.at("contents").get<std::string>(), e.words[3]);
        } else if (e.kind == "found") {
            EXPECT_EQ(answer.at("overlap").size(), 1u);
        } else if (e.words[7] == "miss") {
            EXPECT_FALSE(answer.at("hit").get<bool>());
        } else {
            ASSERT_TRUE(answer.at("hit").get<bool>());
            const Vec3 from = pointOf(e.words, 0), to = pointOf(e.words, 4);
            const Vec3 contact = from + (to - from) * answer.at("hitFraction").get<double>();
            const double within = e.kind == "near" ? std::stod(e.words.at(12)) : kContact;
            EXPECT_LE(length(contact - pointOf(e.words, 8)), within)
                << contact.x << ' ' << contact.y << ' ' << contact.z;
            if (e.kind == "near") return;
            EXPECT_LE(length(pointOf(answer.at("normal")) - pointOf(e.words, 12)), kNormal);
            EXPECT_EQ(answer.at("contents").get<std::string>(), e.words.at(15));
        }
    }

    void verify(const SceneText& scene) {
        Words command = {"verify", "s.hull", "--map", file(), "--traces", "200", "--shapes", "20"};
        for (std::size_t i = 0; i + 1 < scene.options.size(); i += 2)
            if (scene.options[i] != "--hull") command.insert(command.end(), {scene.options[i], scene.options[i + 1]});
        const RunResult result = run(command);
        EXPECT_EQ(result.exitCode, 0) << result.out << result.err;
    }
};

TEST_P(DialectScene, MeetsItsExpectations) {
    const SceneText scene = sceneOf(textOf(file()));
    ASSERT_GE(scene.expectations.size(), 2u);
    ASSERT_NO_FATAL_FAILURE(compile(scene));
    ASSERT_NO_FATAL_FAILURE(answer(scene));
    verify(scene);
}

std::string sceneName(const testing::TestParamInfo<std::string>& info) {
    return fs::path(info.param).stem().string();
}

INSTANTIATE_TEST_SUITE_P(Maps, DialectScene, testing::ValuesIn(sceneFiles()), sceneName);

TEST(DialectScenes, AreOfEveryKind) {
    EXPECT_GE(sceneFiles().size(), 50u);
    std::map<std::string, std::size_t> counts;
    for (const std::string& name : sceneFiles()) {
        std::ostringstream text;
        text << std::ifstream(kFolder / name, std::ios::binary).rdbuf();
        for (const Expectation& e : sceneOf(text.str()).expectations) ++counts[e.kind];
    }
    EXPECT_GE(counts["contents"], 250u);
    EXPECT_GE(counts["found"], 20u);
    EXPECT_GE(counts["trace"], 90u);
    EXPECT_GE(counts["near"], 40u);
    EXPECT_GE(counts["notused"], 5u);
}

}  // namespace
}  // namespace hullbake::test
