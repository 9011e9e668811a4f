// Proves the Godot 4 binding against a stand-in for the engine, which tests/godot/engine4.h describes: all bits of its
// answers are those of the library, wrong calls are refused, and nothing stays alive. And that the files of its example
// fit each other and the binding. No Godot 4 is at hand, so no script of it is run.
#include <algorithm>
#include <cstdlib>
#include <regex>
#include <set>
#include <string>

#include "install/install_support.hpp"

namespace hullbake::test {
namespace {

const std::string kFolder = HULLBAKE_SOURCE_ROOT "/runtime/packages/godot/";
const std::string kProject = kFolder + "project4/";
constexpr const char* kEntry = "hullbake_gdextension_init";

class Godot4 : public InstallTest {
  protected:
    // Builds binding and host with these flags, runs them, and returns what the host prints.
    std::string ask(const std::string& flags, const std::string& questions) const {
        const std::string warnings = " -std=c11 -pedantic -Wall -Wextra -Werror ";
        succeed("$CC -shared -fPIC -fvisibility=hidden" + warnings + flags +
                " \"$SOURCE\"/runtime/packages/godot/*.c $(pkg-config --cflags --libs hullbake) -o binding.so");
        succeed("$CC -D_DEFAULT_SOURCE" + warnings + flags +
                " \"$SOURCE\"/tests/godot/engine4*.c \"$SOURCE\"/tests/godot/host4*.c "
                "$(pkg-config --cflags --libs hullbake) -ldl -o host");
        const RunResult run = shell("./host ./binding.so " + std::string(kEntry) + " \"$DEMO\" " + questions);
        EXPECT_EQ(run.exitCode, 0) << run.out << run.err;
        EXPECT_EQ(run.err, "");
        return "\n" + run.out;
    }

    static long counted(const std::string& text, const std::string& name) {
        const std::size_t at = text.find("\n" + name + " ");
        return at == std::string::npos ? -1 : std::atol(text.c_str() + at + name.size() + 2);
    }

    static void expectAll(const std::string& out) {
        EXPECT_EQ(counted(out, "lacked"), 22) << out;
        EXPECT_EQ(counted(out, "refused"), 28) << out;
        EXPECT_EQ(counted(out, "unfit"), 11) << out;
        EXPECT_GE(counted(out, "events"), 100) << out;
        EXPECT_GE(counted(out, "carried"), 100) << out;
        EXPECT_GE(counted(out, "pushed"), 20) << out;
        EXPECT_GE(counted(out, "turned"), 50) << out;
        EXPECT_GE(counted(out, "members"), 20) << out;
        for (const char* line :
             {"entities 55 starts 7 'info_player_start' yaw 90", "alive: variants 0, heaps 0, objects 0, classes 0"})
            EXPECT_NE(out.find(std::string("\n") + line + "\n"), std::string::npos) << line << "\n" << out;
    }

    static std::set<std::string> found(const std::string& text, const char* pattern) {
        std::set<std::string> all;
        const std::regex expression(pattern);
        for (std::sregex_iterator at(text.begin(), text.end(), expression), end; at != end; ++at) all.insert((*at)[1]);
        return all;
    }

    static std::vector<std::string> projectFiles() {
        std::vector<std::string> files;
        for (const auto& entry : std::filesystem::directory_iterator(kProject)) files.push_back(entry.path().string());
        EXPECT_GE(files.size(), 7u);
        return files;
    }
};

TEST_F(Godot4, HasTheNativeBitsAndLeavesNothingAlive) {
    succeed(
        "sed 's/\"classname\" \"worldspawn\"/&\\n\"message\" \"caf\\xe9 \\xc3\\xa9\"/' \"$SOURCE/maps/demo/demo.map\" "
        "> "
        "latin.map && \"$PREFIX/bin/hullbake\" compile latin.map -o latin.hull");
    const std::string out = ask("-O1", "1000 10 100 latin.hull");
    EXPECT_NE(out.find("\nmessage 'caf\u00e9 \u00e9'\n"), std::string::npos) << out;
    expectAll(out);
    EXPECT_GE(counted(out, "values"), 57000) << out;
    EXPECT_GE(counted(out, "hits"), 800) << out;
    EXPECT_GE(counted(out, "startsolid"), 100) << out;
    EXPECT_GE(counted(out, "inside"), 100) << out;
    EXPECT_GE(counted(out, "landed"), 10) << out;
    EXPECT_GE(counted(out, "blocked"), 50) << out;
    EXPECT_GE(counted(out, "touched"), 50) << out;
    EXPECT_GE(counted(out, "slid"), 100) << out;
}

// An engine that computes with doubles has larger variants and vectors; the binding is the same. Under sanitizers, if
// the compiler has them.
TEST_F(Godot4, FitsEnginesThatComputeWithDoubles) {
    std::string flags = "-O0 -g1 -fsanitize=address,undefined -fno-sanitize-recover=all";
    write("empty.c", "int main(void) { return 0; }\n");
    if (shell("$CC " + flags + " empty.c -o empty && ./empty").exitCode != 0) flags = "-O1";
    const std::string out = ask(flags + " -DGODOT_DOUBLES", "200 4 60");
    expectAll(out);
    EXPECT_GE(counted(out, "values"), 20000) << out;
}

TEST_F(Godot4, ExtensionFileNamesTheEntryAndTheLibraries) {
    const std::string text = fileText(kProject + "hullbake.gdextension");
    EXPECT_EQ(found(text, "entry_symbol = \"(\\w+)\""), std::set<std::string>{kEntry});
    EXPECT_EQ(found(text, "compatibility_minimum = \"([0-9.]+)\""), std::set<std::string>{"4.2"});
    EXPECT_EQ(found(fileText(kFolder + "gdextension.c"), "GODOT_ENTRY GdxBool (\\w+)\\("),
              std::set<std::string>{kEntry});
    // The README's command makes the library that Linux loads.
    EXPECT_EQ(found(text, "linux.x86_64 = \"res://(.*)\""), std::set<std::string>{"libhullbake_godot.so"});
    EXPECT_NE(fileText(kFolder + "README.md").find("-o game4/libhullbake_godot.so"), std::string::npos);
}

TEST_F(Godot4, FilesOfTheProjectNameOneAnother) {
    for (const std::string& file : projectFiles()) {
        const bool libraries = file.ends_with(".gdextension");
        for (const std::string& path : found(fileText(file), "res://([^\"]*)\""))
            EXPECT_TRUE(libraries || path == "demo.hull" || std::filesystem::exists(kProject + path)) << file << path;
    }
    const std::string scene = fileText(kProject + "main.tscn");
    const std::set<std::string> resources = found(scene, "\\[ext_resource [^\\]]*id=\"(\\w+)\"");
    EXPECT_EQ(resources, found(scene, "ExtResource\\(\"(\\w+)\"\\)"));
    EXPECT_NE(scene.find("load_steps=" + std::to_string(resources.size() + 1)), std::string::npos);
    const std::set<std::string> nodes = found(scene, "\\[node name=\"(\\w+)\"");
    for (const std::string& name : found(scene, "NodePath\\(\"../(\\w+)\"\\)")) EXPECT_TRUE(nodes.count(name)) << name;
    EXPECT_EQ(found(fileText(kProject + "project.godot"), "main_scene=\"res://(.*)\""),
              std::set<std::string>{"main.tscn"});
}

TEST_F(Godot4, ScriptsCallWhatTheClassHas) {
    const std::set<std::string> methods = found(fileText(kFolder + "clip_map.c"), "\\{\"(\\w+)\", run");
    std::set<std::string> called;
    EXPECT_GE(methods.size(), 13u);
    for (const std::string& file : projectFiles()) {
        if (!file.ends_with(".gd")) continue;
        const std::string text = fileText(file);
        const std::string code = std::regex_replace(text, std::regex("#[^\n]*"), "");
        called.merge(found(code, "\\bmap\\.(\\w+)\\("));
        for (const char* pair : {"()", "[]", "{}"})
            EXPECT_EQ(std::count(code.begin(), code.end(), pair[0]), std::count(code.begin(), code.end(), pair[1]))
                << file;
        EXPECT_TRUE(found(text, "\n( +)\\S").empty()) << file << ": Godot indents by tabs";
        // What one script calls on another is there.
        for (const std::string& name : found(code, "[^$]\\bLevel\\.(\\w+)\\("))
            EXPECT_NE(fileText(kProject + "hullbake_level.gd").find("static func " + name + "("), std::string::npos)
                << name;
        for (const std::string& name : found(code, "\\bworld\\.(\\w+)\\("))
            EXPECT_NE(fileText(kProject + "hullbake_world.gd").find("func " + name + "("), std::string::npos) << name;
        for (const std::string& name : found(code, "\\$Level\\.(\\w+)\\("))
            EXPECT_NE(fileText(kProject + "hullbake_level.gd").find("\nfunc " + name + "("), std::string::npos) << name;
        for (const std::string& name : found(code, "\\$Walker\\.(\\w+)\\("))
            EXPECT_NE(fileText(kProject + "hullbake_walker.gd").find("func " + name + "("), std::string::npos) << name;
    }
    EXPECT_GE(called.size(), 6u);
    for (const std::string& name : called) EXPECT_TRUE(methods.count(name)) << name;
    // And the README lists each.
    for (const std::string& name : methods)
        EXPECT_NE(fileText(kFolder + "README.md").find("| `" + name + "("), std::string::npos) << name;
}

}  // namespace
}  // namespace hullbake::test
