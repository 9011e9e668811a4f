// Proves that a 32-bit target answers as this one does, and reads no byte outside a block: there, the sum of an index
// and a count may wrap round.
#include <string>

#include "install/install_support.hpp"

namespace hullbake::test {
namespace {

// g++-multilib has a link to these headers, but conflicts with compilers for other processors.
const std::string kSystemHeaders = "-idirafter /usr/include/x86_64-linux-gnu ";

class ThirtyTwoBits : public InstallTest {
  protected:
    static std::string compile(const std::string& flags, const std::string& runtime, const std::string& program) {
        return "g++ -std=c++20 -O1 -ffp-contract=off " + kSystemHeaders + flags +
               " -I. \"$SOURCE/tests/install/hostile_bytes.cpp\" '" + runtime + "' -o " + program;
    }
    // Returns a number of the program's output.
    static std::size_t numberAfter(const std::string& text, const std::string& word) {
        const std::size_t at = text.find(word + ' ');
        return at == std::string::npos ? 0 : std::stoul(text.substr(at + word.size() + 1));
    }
};

TEST_F(ThirtyTwoBits, DamagedFilesAreAnsweredAsWith64) {
    write("empty.cpp", "#include <vector>\nint main() {}\n");
    if (shell("g++ -std=c++20 -m32 " + kSystemHeaders + "empty.cpp -o empty && ./empty").exitCode != 0)
        GTEST_SKIP() << "no compiler for 32 bits: g++-12-multilib is not installed";
    succeed("cp \"$PREFIX\"/share/hullbake/amalgamated/* .");
    succeed(compile("", amalgamatedObject("g++"), "wide"));
    succeed(compile("-m32 -msse2 -mfpmath=sse", "hullbake_runtime.cpp", "narrow"));
    const std::string questions = " \"$DEMO\" 20000 400";
    const std::string wide = succeed("./wide" + questions), narrow = succeed("./narrow" + questions);
    EXPECT_EQ(wide, narrow);
    EXPECT_GE(numberAfter(wide, "hits"), 500u) << wide;
    EXPECT_GE(numberAfter(wide, "stuck"), 500u) << wide;
    EXPECT_GE(numberAfter(wide, "opened"), 20u) << wide;
    EXPECT_GE(numberAfter(wide, "refused"), 20u) << wide;
}

}  // namespace
}  // namespace hullbake::test
