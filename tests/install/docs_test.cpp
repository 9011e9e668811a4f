// Proves docs/integrating.md, docs/movement.md, docs/entities.md, docs/projectiles.md, docs/volumes.md,
// docs/world.md and docs/rollback.md: their programs compile against the installation and print the stated output.
// Quotes from the examples must match, and figures must equal their script's output.
#include <filesystem>
#include <regex>
#include <string>
#include <utility>
#include <vector>

#include "install/install_support.hpp"

namespace hullbake::test {
namespace {

struct Block {
    std::string language, text;
};

std::vector<Block> blocksOf(const std::string& page) {
    std::vector<Block> blocks;
    std::size_t at = 0;
    while ((at = page.find("\n```", at)) != std::string::npos) {
        const std::size_t line = page.find('\n', at + 1), end = page.find("\n```", line);
        blocks.push_back({page.substr(at + 4, line - at - 4), page.substr(line + 1, end - line)});
        at = end + 1;
    }
    return blocks;
}

class Docs : public InstallTest {
  protected:
    Docs() : blocks_(blocksOf(fileText(HULLBAKE_SOURCE_ROOT "/docs/integrating.md"))) {}
    std::vector<Block> blocks_;
};

TEST_F(Docs, ProgramsPrintWhatThePagesSay) {
    std::vector<Block> blocks = blocksOf(fileText(HULLBAKE_SOURCE_ROOT "/docs/movement.md"));
    for (const auto& page : {blocks_, blocksOf(fileText(HULLBAKE_SOURCE_ROOT "/docs/entities.md")),
                             blocksOf(fileText(HULLBAKE_SOURCE_ROOT "/docs/projectiles.md")),
                             blocksOf(fileText(HULLBAKE_SOURCE_ROOT "/docs/volumes.md")),
                             blocksOf(fileText(HULLBAKE_SOURCE_ROOT "/docs/world.md")),
                             blocksOf(fileText(HULLBAKE_SOURCE_ROOT "/docs/rollback.md"))})
        blocks.insert(blocks.end(), page.begin(), page.end());
    std::size_t programs = 0;
    for (std::size_t i = 0; i + 1 < blocks.size(); ++i) {
        const auto& [language, text] = blocks[i];
        if (text.find("int main(") == std::string::npos) continue;
        ++programs;
        const bool cpp = language == "cpp";
        ASSERT_TRUE(cpp || language == "c") << language;
        write(cpp ? "game.cpp" : "game.c", text);
        succeed(std::string(cpp ? "$CXX -std=c++20 -Wall -Wextra -Werror game.cpp"
                                : "$CC -std=c11 -pedantic -Wall -Wextra -Werror game.c") +
                " $(pkg-config --cflags --libs hullbake) -o game");
        EXPECT_EQ(succeed("./game \"$DEMO\""), blocks[i + 1].text);
    }
    EXPECT_EQ(programs, 14u);
}

TEST_F(Docs, QuotedCodeIsThatOfTheExamples) {
    const std::string examples = fileText(HULLBAKE_SOURCE_ROOT "/runtime/examples/walk.cpp") +
                                 fileText(HULLBAKE_SOURCE_ROOT "/runtime/examples/first_trace.c") +
                                 fileText(HULLBAKE_SOURCE_ROOT "/runtime/examples/first_walk.c") +
                                 fileText(HULLBAKE_SOURCE_ROOT "/runtime/examples/hot_reload.cpp") +
                                 fileText(HULLBAKE_SOURCE_ROOT "/runtime/examples/hot_reload.c");
    std::size_t quotes = 0;
    for (const auto& [language, text] : blocks_) {
        const bool isC = language == "c";
        if (!isC && (language != "cpp" || text.find("int main(") != std::string::npos)) continue;
        EXPECT_NE(examples.find(text), std::string::npos) << text;
        ++quotes;
    }
    EXPECT_EQ(quotes, 5u);
}

// Indentation aside, the steps of the recipe are lines of the page's program.
TEST_F(Docs, StepsOfTheRecipeAreQuotedFromTheProgram) {
    const auto withoutIndent = [](const std::string& text) {
        return std::regex_replace(text, std::regex("\n +"), "\n");
    };
    const std::vector<Block> blocks = blocksOf(fileText(HULLBAKE_SOURCE_ROOT "/docs/movement.md"));
    std::string program;
    std::vector<std::string> steps;
    for (const auto& [language, text] : blocks) {
        if (language != "cpp") continue;
        if (text.find("int main(") != std::string::npos)
            program = withoutIndent(text);
        else
            steps.push_back(withoutIndent("\n" + text));
    }
    EXPECT_EQ(steps.size(), 7u);
    for (const std::string& step : steps) EXPECT_NE(program.find(step), std::string::npos) << step;
}

TEST_F(Docs, ThePathIsThatOfTheExample) {
    std::size_t found = 0;
    for (const Block& block : blocks_) found += block.text == path();
    EXPECT_EQ(found, 1u) << path();
}

// Drawn again, the figures equal those of the checkout, without extra or missing ones. The page shows each of them.
TEST_F(Docs, FiguresAreWhatTheScriptsDraw) {
    const std::filesystem::path committed = HULLBAKE_SOURCE_ROOT "/docs/figures";
    for (const auto& [subject, expected] :
         {std::pair<std::string, std::size_t>{"movement", 7}, {"shapes", 4}, {"world", 4}}) {
        const std::string page = fileText(HULLBAKE_SOURCE_ROOT "/docs/" + subject + ".md");
        succeed("python3 \"$SOURCE/docs/figures/" + subject + ".py\" " + subject);
        std::size_t drawn = 0, kept = 0;
        for (const auto& entry : std::filesystem::directory_iterator(folder_.file(subject))) {
            const std::string name = entry.path().filename().string();
            EXPECT_EQ(fileText(entry.path()), fileText(committed / name))
                << "run docs/figures/" << subject << ".py: " << name;
            EXPECT_NE(page.find("](figures/" + name + ")"), std::string::npos) << name;
            ++drawn;
        }
        for (const auto& entry : std::filesystem::directory_iterator(committed))
            kept += entry.path().filename().string().starts_with(subject + "_") ? 1 : 0;
        EXPECT_EQ(drawn, expected);
        EXPECT_EQ(kept, drawn);
    }
}

// Builds the page's own build files, with the file that it calls game.cpp.
TEST_F(Docs, BuildFilesBuild) {
    const auto blockWith = [&](const std::string& language) -> std::string {
        for (const Block& block : blocks_)
            if (block.language == language) return block.text;
        ADD_FAILURE() << "no block of " << language;
        return {};
    };
    succeed("mkdir cmake meson && cp \"$SOURCE/runtime/examples/walk.cpp\" cmake/game.cpp && cp cmake/game.cpp meson");
    write("cmake/CMakeLists.txt", blockWith("cmake"));
    succeed("cmake -S cmake -B cmake/out && cmake --build cmake/out");
    EXPECT_EQ(succeed("cmake/out/game \"$DEMO\""), path());
    write("meson/meson.build", blockWith("meson"));
    succeed(
        "mkdir -p meson/subprojects/hullbake && cp -R \"$SOURCE\"/meson.build \"$SOURCE\"/meson_options.txt "
        "\"$SOURCE\"/LICENSE \"$SOURCE\"/runtime meson/subprojects/hullbake && meson setup " +
        std::string(kUnited) +
        " meson/out meson && "
        "ninja -C meson/out");
    EXPECT_EQ(succeed("meson/out/game \"$DEMO\""), path());
}

}  // namespace
}  // namespace hullbake::test
