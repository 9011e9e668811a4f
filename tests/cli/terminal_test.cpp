// Proves the output of stderr on a terminal, and that no other output has colours or progress.
#include <fcntl.h>
#include <gtest/gtest.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include <string>

#include "tests/cli/cli_support.hpp"

namespace hullbake::test {
namespace {

class TerminalCli : public CliTest {
  protected:
    /// Returns what a compile of `map` writes to a terminal that is its stderr.
    std::string compileOnTerminal(const std::string& map, const char* noColor) {
        const int master = posix_openpt(O_RDWR | O_NOCTTY);
        if (master < 0 || grantpt(master) != 0 || unlockpt(master) != 0) return "no terminal";
        const std::string terminal = ptsname(master);
        const int slave = open(terminal.c_str(), O_RDWR | O_NOCTTY);
        const pid_t child = fork();
        if (child == 0) {
            const std::string file = path(map).string();
            dup2(slave, STDERR_FILENO);
            dup2(open("/dev/null", O_WRONLY), STDOUT_FILENO);
            setenv("TERM", "xterm", 1);
            unsetenv("NO_COLOR");
            if (noColor != nullptr) setenv("NO_COLOR", noColor, 1);
            execl(HULLBAKE_CLI, "hullbake", "compile", file.c_str(), static_cast<char*>(nullptr));
            _exit(127);
        }
        close(slave);
        std::string text;
        char buffer[4096];
        // Reading ends with an error once the last writer has closed.
        for (ssize_t got; (got = ::read(master, buffer, sizeof buffer)) > 0;) {
            text.append(buffer, static_cast<std::size_t>(got));
        }
        close(master);
        int status = 0;
        waitpid(child, &status, 0);
        EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0) << text;
        return text;
    }
};

TEST_F(TerminalCli, ProgressIsOneLineThatIsErased) {
    write("room.map", roomMap());
    const std::string text = compileOnTerminal("room.map", nullptr);
    EXPECT_NE(text.find('%'), std::string::npos) << text;
    EXPECT_TRUE(text.ends_with("\r\x1b[K")) << text;
    EXPECT_EQ(text.find('\n'), std::string::npos) << text;
}

TEST_F(TerminalCli, ColourNeedsATerminalAndNoNoColor) {
    write("leak.map", leakingMap());
    EXPECT_NE(compileOnTerminal("leak.map", nullptr).find("\x1b[1;33mwarning:"), std::string::npos);
    EXPECT_NE(compileOnTerminal("leak.map", "").find("\x1b[1;33mwarning:"), std::string::npos);
    const std::string plain = compileOnTerminal("leak.map", "1");
    EXPECT_NE(plain.find("warning:"), std::string::npos) << plain;
    EXPECT_EQ(plain.find("\x1b[1;"), std::string::npos) << plain;
}

TEST_F(TerminalCli, FilesAndPipesGetNeitherProgressNorColour) {
    write("leak.map", leakingMap());
    const RunResult result = run({"compile", "leak.map"});
    ASSERT_EQ(result.exitCode, 0);
    EXPECT_NE(result.err.find("warning:"), std::string::npos);
    EXPECT_EQ(result.err.find('\x1b'), std::string::npos) << result.err;
    EXPECT_EQ(result.err.find('\r'), std::string::npos) << result.err;
}

}  // namespace
}  // namespace hullbake::test
