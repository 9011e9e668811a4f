// Proves the npm package: WebAssembly answers with the bits of the native library in Node and in Chromium, its types
// are sound, its README's program runs, and it is small.
#include <filesystem>
#include <string>

#include "install/install_support.hpp"

namespace hullbake::test {
namespace {

class Wasm : public InstallTest {
  protected:
    static constexpr const char* kPackage = HULLBAKE_BUILD_ROOT "/npm/hullbake";
    static constexpr const char* kTools = HULLBAKE_BUILD_ROOT "/npm/tools";

    void SetUp() override {
        static const bool built = buildOnce();
        ASSERT_TRUE(built) << "the npm package was not built";
    }

    bool buildOnce() const {
        const RunResult build = shell("\"$SOURCE/tools/wasm/build.py\" " + std::string(kPackage));
        EXPECT_EQ(build.exitCode, 0) << build.out << build.err;
        return build.exitCode == 0;
    }

    // Fetches a tool from npm unless an earlier run has. `entry` is a file of it.
    void fetch(const std::string& tool, const std::string& entry) const {
        if (std::filesystem::exists(std::string(kTools) + "/node_modules/" + entry)) return;
        succeed("npm install --silent --no-audit --no-fund --ignore-scripts --prefix " + std::string(kTools) + " " +
                tool + " >&2");
    }

    // Writes the native library's answers to the file "answers".
    void askNatively(const std::string& counts) const {
        succeed(
            "$CC -std=c11 -pedantic -Wall -Wextra -Werror -O1 \"$SOURCE/tests/wasm/native_answers.c\" "
            "$(pkg-config --cflags --libs hullbake) -o native && ./native \"$DEMO\" " +
            counts + " > answers");
    }

    static void expectEnough(const std::string& counts, std::size_t traces) {
        const auto number = [&](const std::string& name) {
            const std::size_t at = counts.find('"' + name + "\":");
            return at == std::string::npos ? 0 : std::stoul(counts.substr(at + name.size() + 3));
        };
        EXPECT_GE(number("hits"), traces / 2) << counts;
        EXPECT_GE(number("startsolid"), traces / 10) << counts;
        EXPECT_GE(number("turnedHits"), traces / 10) << counts;
        EXPECT_GE(number("landed"), 10u) << counts;
        EXPECT_GE(number("unstuck"), 10u) << counts;
    }
};

TEST_F(Wasm, HasTheNativeBitsInNode) {
    askNatively("17000 20000");
    expectEnough(succeed("node \"$SOURCE/tests/wasm/same_bits.mjs\" " + std::string(kPackage) +
                         " \"$DEMO\" answers 17000 20000"),
                 17000);
}

TEST_F(Wasm, HasTheNativeBitsInABrowser) {
    if (shell("command -v chromium").exitCode != 0) GTEST_SKIP() << "chromium is not installed";
    fetch("playwright-core@1.48", "playwright-core/package.json");
    askNatively("17000 5000");
    expectEnough(succeed("cd " + std::string(kTools) + " && node \"$SOURCE/tests/wasm/browser.mjs\" " + kPackage +
                         " \"$DEMO\" \"$OLDPWD/answers\" 17000 5000 \"$(command -v chromium)\""),
                 17000);
}

TEST_F(Wasm, KeepsWhatThePackagePromises) {
    const RunResult tests = shell("PACKAGE=" + std::string(kPackage) +
                                  " HULL=\"$DEMO\" node --test \"$SOURCE/tests/wasm/package.test.mjs\"");
    EXPECT_EQ(tests.exitCode, 0) << tests.out;
    EXPECT_NE(tests.out.find("# pass 11\n# fail 0"), std::string::npos) << tests.out;
}

TEST_F(Wasm, CompilesMapsToTheNativeBytes) {
    const RunResult tests =
        shell("real=\"${HULLBAKE_SHARED:-$SOURCE/../shared}/maps/quake/e1m1.map\"; PACKAGE=" + std::string(kPackage) +
              " HULLBAKE=\"$PREFIX/bin/hullbake\" MAPS=\"$SOURCE/maps/demo:$SOURCE/maps/scenes$(test -f \"$real\" && "
              "printf ':%s' \"$real\")\" node --test \"$SOURCE/tests/wasm/compile.test.mjs\"");
    EXPECT_EQ(tests.exitCode, 0) << tests.out;
    const std::size_t passed = tests.out.find("\n# pass ");
    ASSERT_NE(passed, std::string::npos) << tests.out;
    EXPECT_GE(std::stoi(tests.out.substr(passed + 8)), 55) << tests.out;
    EXPECT_LT(std::stoul(succeed("gzip -9 -c " + std::string(kPackage) + "/hullbake_compiler.wasm | wc -c")), 600000u);
}

TEST_F(Wasm, TracesAreTimedAndAnswerAsNatively) {
    const std::string table =
        succeed("node \"$SOURCE/tests/wasm/trace_times.mjs\" " HULLBAKE_BUILD_ROOT " \"$SOURCE/maps/demo/demo.map\" 1");
    for (const char* row : {"\n| baked hull | ", "\n| box at query time | "})
        EXPECT_NE(table.find(row), std::string::npos) << table;
}

TEST_F(Wasm, TypesAndReadmeAgreeWithThePackage) {
    fetch("typescript@5.6 @types/node@20", "typescript/bin/tsc");
    const std::string page = fileText(std::string(kPackage) + "/README.md");
    const std::size_t from = page.find("```js\n") + 6;
    const std::string program = page.substr(from, page.find("```", from) - from);
    succeed("mkdir -p node_modules && ln -s " + std::string(kPackage) + " node_modules/hullbake && cp \"$DEMO\" .");
    write("game.mjs", program + "console.log(state.onGround, state.origin[1] > 0);\n");
    EXPECT_NE(succeed("node game.mjs").find("floor_stone\ntrue true\n"), std::string::npos);
    // The state of the program has no type of its own, so give it one.
    std::string typed = program;
    typed.replace(typed.find("let state ="), 11, "let state: WalkState =");
    typed.replace(typed.find("import { open"), 13, "import { type WalkState, open");
    write("game.mts", typed);
    const std::string check = "node " + std::string(kTools) +
                              "/node_modules/typescript/bin/tsc --strict --noEmit --target es2022 --module nodenext "
                              "--typeRoots " +
                              kTools + "/node_modules/@types --types node game.mts";
    succeed(check);
    const std::size_t second = page.find("```js\n", page.find("```", from)) + 6;
    const std::string compiling = page.substr(second, page.find("```", second) - second);
    succeed("cp \"$SOURCE/maps/demo/demo.map\" .");
    write("build.mjs", compiling);
    EXPECT_NE(succeed("node build.mjs").find("compiled "), std::string::npos);
    write("build.mts", compiling);
    succeed(check + " build.mts");
    write("build.mts", compiling + "await compile(42);\n");
    EXPECT_NE(shell(check + " build.mts").exitCode, 0);
    typed.replace(typed.find("map.trace(player"), 16, "map.trace('player'");
    write("game.mts", typed);
    EXPECT_NE(shell(check).exitCode, 0);
}

TEST_F(Wasm, IsSmallAndImportsNothing) {
    EXPECT_LT(std::stoul(succeed("gzip -9 -c " + std::string(kPackage) + "/hullbake.wasm | wc -c")), 250000u);
    EXPECT_EQ(succeed("node -e 'WebAssembly.compile(require(\"fs\").readFileSync(process.argv[1])).then(m => "
                      "console.log(WebAssembly.Module.imports(m).length))' " +
                      std::string(kPackage) + "/hullbake.wasm"),
              "0\n");
}

}  // namespace
}  // namespace hullbake::test
