#include "install/install_support.hpp"

#include <sys/wait.h>

#include <cstdlib>
#include <fstream>
#include <map>
#include <sstream>

namespace hullbake::test {
namespace {

std::string quoted(const std::string& text) {
    std::string word = "'";
    for (const char c : text) word += c == '\'' ? std::string("'\\''") : std::string(1, c);
    return word + "'";
}

RunResult runIn(const std::filesystem::path& folder, const std::string& environment, const std::string& command) {
    const TemporaryFolder streams;
    const std::string script = "cd " + quoted(folder.string()) + " && " + environment + " { " + command + "\n} >" +
                               quoted(streams.file("out")) + " 2>" + quoted(streams.file("err")) + " </dev/null";
    const int status = std::system(script.c_str());
    return {WIFEXITED(status) ? WEXITSTATUS(status) : -1, fileText(streams.file("out")), fileText(streams.file("err"))};
}

// The only installation of the program. DESTDIR moves it away from its prefix, so nothing in it may rely on that
// prefix.
struct Installation {
    TemporaryFolder stage;
    bool complete = false;
    std::string path;

    Installation() {
        const std::string build = quoted(HULLBAKE_BUILD_ROOT);
        const RunResult install =
            runIn(stage.path(), "",
                  "meson install -C " + build + " --no-rebuild --quiet --destdir " + quoted(stage.file("root")));
        EXPECT_EQ(install.exitCode, 0) << install.out << install.err;
        const RunResult compile = runIn(stage.path(), "",
                                        "root" HULLBAKE_PREFIX "/bin/hullbake compile " HULLBAKE_SOURCE_ROOT
                                        "/maps/demo/demo.map -o demo.hull");
        EXPECT_EQ(compile.exitCode, 0) << compile.err;
        const RunResult walk = runIn(stage.path(), "", quoted(HULLBAKE_WALK) + " demo.hull");
        EXPECT_EQ(walk.exitCode, 0) << walk.err;
        path = walk.out;
        complete = install.exitCode == 0 && compile.exitCode == 0 && walk.exitCode == 0;
    }
};

const Installation& installation() {
    static const Installation made;
    return made;
}

}  // namespace

std::string fileText(const std::filesystem::path& path) {
    std::stringstream text;
    std::ifstream file(path, std::ios::binary);
    EXPECT_TRUE(file) << path;
    text << file.rdbuf();
    return text.str();
}

void InstallTest::SetUpTestSuite() {
    ASSERT_TRUE(installation().complete);
}

const std::string& InstallTest::path() {
    return installation().path;
}
std::filesystem::path InstallTest::prefix() {
    return installation().stage.file("root") + HULLBAKE_PREFIX;
}
std::filesystem::path InstallTest::libdir() {
    return prefix() / HULLBAKE_LIBDIR;
}

RunResult InstallTest::shell(const std::string& command) const {
    const auto set = [](const std::string& name, const std::string& value) {
        return "export " + name + "=" + quoted(value) + " && ";
    };
    return runIn(
        folder_.path(),
        set("PREFIX", prefix().string()) + set("LIBDIR", libdir().string()) + set("SOURCE", HULLBAKE_SOURCE_ROOT) +
            set("CC", HULLBAKE_CC) + set("CXX", HULLBAKE_CXX) + set("DEMO", installation().stage.file("demo.hull")) +
            set("PKG_CONFIG_PATH", (libdir() / "pkgconfig").string()) + set("CMAKE_PREFIX_PATH", prefix().string()),
        command);
}

std::string InstallTest::succeed(const std::string& command) const {
    const RunResult result = shell(command);
    EXPECT_EQ(result.exitCode, 0) << command << "\n" << result.out << result.err;
    return result.out;
}

std::string InstallTest::amalgamatedObject(const std::string& compiler) const {
    static std::map<std::string, std::string> made;
    std::string& object = made[compiler];
    if (object.empty()) {
        object = installation().stage.file(compiler + ".o");
        succeed(compiler + (compiler == "g++" ? " -fno-exceptions -fno-rtti" : "") +
                " -std=c++20 -O1 -ffp-contract=off -pedantic -Wall -Wextra -Wshadow -Wconversion "
                "-Wno-sign-conversion -Werror -c \"$PREFIX\"/share/hullbake/amalgamated/hullbake_runtime.cpp -o '" +
                object + "'");
    }
    return object;
}

void InstallTest::write(const std::string& name, std::string_view text) const {
    const std::filesystem::path file = folder_.file(name);
    std::filesystem::create_directories(file.parent_path());
    std::ofstream out(file, std::ios::binary);
    out.write(text.data(), static_cast<std::streamsize>(text.size()));
    ASSERT_TRUE(out.flush()) << file;
}

}  // namespace hullbake::test
