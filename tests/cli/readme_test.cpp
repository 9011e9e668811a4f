// The README's example is the program that is built, and it prints what the README says.
#include <gtest/gtest.h>

#include <fstream>
#include <sstream>
#include <string>

#include "cli_support.hpp"

namespace hullbake::test {
namespace {

std::string textOf(const std::string& path) {
    std::ifstream file(HULLBAKE_SOURCE_ROOT "/" + path, std::ios::binary);
    std::stringstream text;
    text << file.rdbuf();
    return text.str();
}

std::string between(const std::string& text, const std::string& begin, const std::string& end) {
    const std::size_t from = text.find(begin);
    if (from == std::string::npos) return {};
    const std::size_t start = text.find('\n', from) + 1, to = text.find(end, start);
    return to == std::string::npos ? std::string() : text.substr(start, text.rfind('\n', to) + 1 - start);
}

std::string withoutIndent(const std::string& text) {
    std::istringstream lines(text);
    std::string out;
    for (std::string line; std::getline(lines, line);) out += (line.starts_with("    ") ? line.substr(4) : line) + "\n";
    return out;
}

TEST(ReadmeText, ExampleIsTheProgramThatIsBuilt) {
    const std::string program =
        between(textOf("runtime/examples/first_trace.cpp"), "// README: begin", "// README: end");
    const std::string quoted = between(textOf("README.md"), "```cpp", "```");
    ASSERT_GT(program.size(), 200u);
    EXPECT_EQ(quoted, withoutIndent(program));
}

class Readme : public CliTest {};

TEST_F(Readme, ExamplePrintsWhatTheReadmeSays) {
    ASSERT_EQ(run({"compile", HULLBAKE_SOURCE_ROOT "/maps/demo/demo.map", "-o", "demo.hull"}).exitCode, 0);
    const RunResult answer = shell(shellQuoted(HULLBAKE_FIRST_TRACE) + " demo.hull");
    EXPECT_EQ(answer.exitCode, 0) << answer.err;
    ASSERT_GT(answer.out.size(), 10u);
    EXPECT_NE(textOf("README.md").find(answer.out.substr(0, answer.out.size() - 1)), std::string::npos) << answer.out;
}

}  // namespace
}  // namespace hullbake::test
