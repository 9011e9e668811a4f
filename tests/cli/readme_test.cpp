// Proves that the README's example is the program that is built, and that it prints what the README states. The samples
// in README.md and docs/cli.md are checked too, and the tables of docs/performance.md against their CSV files.
#include <gtest/gtest.h>

#include <fstream>
#include <regex>
#include <span>
#include <sstream>
#include <string>
#include <vector>

#include "cli/cli_support.hpp"

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

struct Sample {
    std::string command;
    std::vector<std::string> output;  // "..." matches any lines
};

// Returns the lines of a text without empty ones at the end.
std::vector<std::string> linesOf(const std::string& text) {
    std::istringstream in(text);
    std::vector<std::string> lines;
    for (std::string line; std::getline(in, line);) lines.push_back(line);
    while (!lines.empty() && lines.back().empty()) lines.pop_back();
    return lines;
}

// Returns the commands in a page's code blocks, each with the lines up to the next command or the end of the block.
std::vector<Sample> samplesOf(const std::string& page) {
    std::vector<Sample> samples;
    bool inBlock = false, inSample = false;
    for (const std::string& line : linesOf(page)) {
        if (line.starts_with("```")) {
            inBlock = !inBlock;
            inSample = false;
        } else if (inBlock && line.starts_with("$ ")) {
            samples.push_back({line.substr(2), {}});
            inSample = true;
        } else if (inSample) {
            samples.back().output.push_back(line);
        }
    }
    for (Sample& sample : samples)
        while (!sample.output.empty() && sample.output.back().empty()) sample.output.pop_back();
    return samples;
}

// Removes the milliseconds, and the blanks before them, from the lines of the stage table.
std::vector<std::string> withoutTimes(std::vector<std::string> lines) {
    static const std::regex time("^([a-z, ]+[a-z]) +(ms|[0-9]+[.][0-9])$");
    for (std::string& line : lines) line = std::regex_replace(line, time, "$1");
    return lines;
}

bool matches(std::span<const std::string> wanted, std::span<const std::string> lines) {
    if (wanted.empty()) return lines.empty();
    if (wanted.front() == "...") {
        for (std::size_t i = 0; i <= lines.size(); ++i)
            if (matches(wanted.subspan(1), lines.subspan(i))) return true;
        return false;
    }
    return !lines.empty() && lines.front() == wanted.front() && matches(wanted.subspan(1), lines.subspan(1));
}

TEST(ReadmeText, ExampleIsTheProgramThatIsBuilt) {
    const std::string program =
        between(textOf("runtime/examples/first_trace.cpp"), "// README: begin", "// README: end");
    const std::string quoted = between(textOf("README.md"), "```cpp", "```");
    ASSERT_GT(program.size(), 200u);
    EXPECT_EQ(quoted, withoutIndent(program));
}

class Readme : public CliTest {
  protected:
    // Runs the page's samples, one after the other, in a folder with the demo's map.
    void expectSamples(const std::string& page, std::size_t count) {
        write("demo.map", textOf("maps/demo/demo.map"));
        const std::vector<Sample> samples = samplesOf(textOf(page));
        EXPECT_EQ(samples.size(), count) << page;
        for (const Sample& sample : samples) {
            const RunResult result = shell("hullbake() { \"$HULLBAKE\" \"$@\"; }\n" + sample.command + " 2>&1");
            EXPECT_EQ(result.exitCode, 0) << page << ": " << sample.command;
            EXPECT_TRUE(matches(withoutTimes(sample.output), withoutTimes(linesOf(result.out))))
                << page << ": " << sample.command << '\n'
                << result.out;
        }
    }
};

TEST_F(Readme, SamplesPrintWhatTheReadmeSays) {
    expectSamples("README.md", 13);
}

TEST_F(Readme, SamplesPrintWhatTheCommandLinePageSays) {
    expectSamples("docs/cli.md", 20);
}

TEST_F(Readme, PerformanceTablesAreThoseOfTheirFiles) {
    const RunResult result =
        shell("python3 " + shellQuoted(HULLBAKE_SOURCE_ROOT "/docs/figures/performance_tables.py") + " --check");
    EXPECT_EQ(result.exitCode, 0) << result.err;
}

TEST_F(Readme, ExamplePrintsWhatTheReadmeSays) {
    ASSERT_EQ(run({"compile", HULLBAKE_SOURCE_ROOT "/maps/demo/demo.map", "-o", "demo.hull"}).exitCode, 0);
    const RunResult answer = shell(shellQuoted(HULLBAKE_FIRST_TRACE) + " demo.hull");
    EXPECT_EQ(answer.exitCode, 0) << answer.err;
    ASSERT_GT(answer.out.size(), 10u);
    EXPECT_NE(textOf("README.md").find(answer.out.substr(0, answer.out.size() - 1)), std::string::npos) << answer.out;
}

}  // namespace
}  // namespace hullbake::test
