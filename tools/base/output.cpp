#include "tools/base/output.hpp"

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <iterator>
#include <nlohmann/json.hpp>

#include "tools/base/errors.hpp"

#ifdef _WIN32
#include <fcntl.h>
#include <io.h>
#else
#include <fcntl.h>
#include <unistd.h>
#endif

namespace hullbake::cli {
namespace {

std::string coloured(std::string_view text, std::string_view code) {
    const char* const noColor = std::getenv("NO_COLOR");
    const bool wanted = errorIsTerminal() && (noColor == nullptr || *noColor == '\0');
    return wanted ? fmt::format("\x1b[1;{}m{}\x1b[0m", code, text) : std::string(text);
}

}  // namespace

void prepareStandardStreams() {
#ifdef _WIN32
    // The same bytes as elsewhere: lines end with a line feed alone.
    for (std::FILE* stream : {stdin, stdout, stderr}) _setmode(_fileno(stream), _O_BINARY);
#else
    std::signal(SIGPIPE, SIG_IGN);
    for (int stream = 0; stream <= 2; ++stream) {
        if (fcntl(stream, F_GETFD) != -1 || errno != EBADF) continue;
        // open() returns the lowest free descriptor, which is this stream. The access mode is wrong on purpose, so that
        // using the stream stays an error.
        if (open("/dev/null", stream == 0 ? O_WRONLY : O_RDONLY) != stream) return;
    }
#endif
}

void writeOutput(std::string_view text) {
    errno = 0;
    const bool written = std::fwrite(text.data(), 1, text.size(), stdout) == text.size() && std::fflush(stdout) == 0;
    if (written) return;
    const int reason = errno;
    if (reason == EPIPE) throw Failure("");
    throw Failure(fmt::format("cannot write to standard output: {}", std::strerror(reason)));
}

void printError(std::string_view message) {
    fmt::memory_buffer line;
    fmt::format_to(std::back_inserter(line), "hullbake: {}\n", message);
    std::fwrite(line.data(), 1, line.size(), stderr);
}

bool errorIsTerminal() {
#ifdef _WIN32
    return _isatty(_fileno(stderr)) != 0;
#else
    const char* const term = std::getenv("TERM");
    return isatty(fileno(stderr)) != 0 && term != nullptr && std::strcmp(term, "dumb") != 0;
#endif
}

std::string redOnTerminal(std::string_view text) {
    return coloured(text, "31");
}
std::string yellowOnTerminal(std::string_view text) {
    return coloured(text, "33");
}

void appendNumber(fmt::memory_buffer& out, double value) {
    if (!std::isfinite(value)) {
        out.append(std::string_view("null"));
    } else if (value == 0) {
        // Many JSON readers parse "-0" as an integer and lose its sign.
        out.append(std::string_view(std::signbit(value) ? "-0.0" : "0"));
    } else {
        fmt::format_to(std::back_inserter(out), "{}", value);
    }
}

void appendVector(fmt::memory_buffer& out, const Vec3& v) {
    out.push_back('[');
    appendNumber(out, v.x);
    out.push_back(',');
    appendNumber(out, v.y);
    out.push_back(',');
    appendNumber(out, v.z);
    out.push_back(']');
}

void appendString(fmt::memory_buffer& out, std::string_view text) {
    const bool plain =
        std::all_of(text.begin(), text.end(), [](char c) { return c >= 0x20 && c < 0x7f && c != '"' && c != '\\'; });
    if (plain) {
        out.push_back('"');
        out.append(text);
        out.push_back('"');
        return;
    }
    out.append(nlohmann::json(text).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace));
}

void appendBool(fmt::memory_buffer& out, bool value) {
    out.append(std::string_view(value ? "true" : "false"));
}

void appendSurface(fmt::memory_buffer& out, const Surface& surface) {
    if (!surface.found) {
        out.append(std::string_view(",\"texture\":null,\"brush\":null,\"line\":null"));
        return;
    }
    out.append(std::string_view(",\"texture\":"));
    appendString(out, surface.texture);
    fmt::format_to(std::back_inserter(out), ",\"brush\":{},\"line\":{}", surface.brush, surface.line);
}

std::string pointText(const Vec3& v) {
    // Adding zero turns -0 into 0.
    return fmt::format("{} {} {}", v.x + 0.0, v.y + 0.0, v.z + 0.0);
}

std::string shortNumber(double value) {
    std::string text = fmt::format("{:.3f}", value);
    if (text.find_first_not_of("-0.") == std::string::npos && text.front() == '-') text.erase(0, 1);
    return text;
}

std::string shortPoint(const Vec3& p) {
    return shortNumber(p.x) + ' ' + shortNumber(p.y) + ' ' + shortNumber(p.z);
}

std::string normalText(const Vec3& normal) {
    std::string text = pointText(normal);
    if (normal.z == 1) text += " (a floor)";
    if (normal.z == -1) text += " (a ceiling)";
    if (normal.z == 0) text += " (a wall)";
    return text;
}

std::string formatTable(const std::vector<std::vector<std::string>>& rows) {
    std::vector<std::size_t> widths;
    for (const auto& row : rows) {
        widths.resize(std::max(widths.size(), row.size()));
        for (std::size_t c = 0; c < row.size(); ++c) widths[c] = std::max(widths[c], row[c].size());
    }
    std::string text;
    for (const auto& row : rows) {
        std::string line;
        for (std::size_t c = 0; c < row.size(); ++c) {
            if (c == 0) {
                line += fmt::format("{:<{}}", row[c], widths[c]);
            } else {
                line += fmt::format("  {:>{}}", row[c], widths[c]);
            }
        }
        line.erase(line.find_last_not_of(' ') + 1);
        text += line + '\n';
    }
    return text;
}

}  // namespace hullbake::cli
