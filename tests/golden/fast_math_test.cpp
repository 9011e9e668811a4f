// Proves that every public header refuses fast-math at compile time, with a message, for the compiler of this build.
#include <gtest/gtest.h>

#include <sys/wait.h>

#include <array>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <vector>

namespace hullbake::test {
namespace {

struct Compiled {
    int status = -1;
    std::string output;
};

// Compiles a program of one #include.
Compiled lookAt(const std::string& header, const std::string& flags) {
    const std::string root = HULLBAKE_SOURCE_ROOT;
    const std::string command = std::string("echo '#include \"") + header + "\"' | " + HULLBAKE_CXX +
                                " -std=c++20 -fsyntax-only -x c++ " + flags + " -I'" + root + "' -I'" + root +
                                "/runtime/include' - 2>&1";
    Compiled result;
    std::FILE* pipe = popen(command.c_str(), "r");
    if (pipe == nullptr) return result;
    std::array<char, 4096> part{};
    while (std::fgets(part.data(), part.size(), pipe) != nullptr) result.output += part.data();
    const int status = pclose(pipe);
    result.status = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
    return result;
}

std::vector<std::string> headers() {
    std::vector<std::string> found;
    const std::filesystem::path root = HULLBAKE_SOURCE_ROOT;
    for (const auto& entry : std::filesystem::directory_iterator(root / "runtime/include/hullbake"))
        if (entry.path().extension() == ".hpp") found.push_back("hullbake/" + entry.path().filename().string());
    found.insert(found.end(), {"formats/map.hpp", "compiler/compile.hpp"});
    return found;
}

TEST(FastMath, IsRefusedByEveryPublicHeaderWithAClearMessage) {
    EXPECT_GE(headers().size(), 9u);
    for (const std::string& header : headers()) {
        SCOPED_TRACE(header);
        const Compiled good = lookAt(header, "-O2");
        EXPECT_EQ(good.status, 0) << good.output;
        const Compiled bad = lookAt(header, "-ffast-math");
        EXPECT_NE(bad.status, 0);
        EXPECT_NE(bad.output.find("hullbake needs IEEE arithmetic: build without -ffast-math"), std::string::npos)
            << bad.output;
    }
}

TEST(FastMath, IsRefusedByWhateverOptionItComes) {
    for (const char* flags : {"-Ofast", "-ffinite-math-only"}) {
        SCOPED_TRACE(flags);
        const Compiled bad = lookAt("hullbake/hullbake.hpp", flags);
        EXPECT_NE(bad.status, 0);
        EXPECT_NE(bad.output.find("hullbake needs IEEE arithmetic: build without -ff"), std::string::npos)
            << bad.output;
    }
}

// MSVC defines this macro for /fp:fast.
TEST(FastMath, OfOtherCompilersIsKnownByItsMacro) {
    const Compiled bad = lookAt("hullbake/hullbake.hpp", "-D_M_FP_FAST");
    EXPECT_NE(bad.status, 0);
    EXPECT_NE(bad.output.find("hullbake needs IEEE arithmetic"), std::string::npos) << bad.output;
}

}  // namespace
}  // namespace hullbake::test
