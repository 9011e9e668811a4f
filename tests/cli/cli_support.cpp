#include "tests/cli/cli_support.hpp"

#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <sstream>
#include <stdexcept>

namespace hullbake::test {
namespace {

std::string fileBytes(const std::filesystem::path& path) {
    std::ifstream in(path, std::ios::binary);
    EXPECT_TRUE(in) << path;
    return {std::istreambuf_iterator<char>(in), {}};
}

void writeBytes(const std::filesystem::path& path, std::string_view bytes) {
    std::ofstream out(path, std::ios::binary);
    out.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
    ASSERT_TRUE(out.flush()) << path;
}

std::string wallsText(bool sealed) {
    std::string text = brushText({-144, -144, -144}, {144, 144, -128}, "floor1");
    text += brushText({-144, -144, 128}, {144, 144, 144}, "wall1");
    text += brushText({-144, -144, -128}, {-128, 144, 128}, "wall1");
    text += brushText({-128, -144, -128}, {144, -128, 128}, "wall1");
    text += brushText({-128, 128, -128}, {144, 144, 128}, "wall1");
    if (sealed) text += brushText({128, -128, -128}, {144, 128, 128}, "wall1");
    return text;
}

std::string mapText(bool sealed) {
    std::string text = "{\n\"classname\" \"worldspawn\"\n" + wallsText(sealed);
    text += brushText({-128, -128, -128}, {0, 0, -64}, "*water1");
    text += "}\n{\n\"classname\" \"info_player_start\"\n\"origin\" \"0 0 0\"\n}\n";
    text += "{\n\"classname\" \"func_door\"\n" + brushText({64, -32, -128}, {80, 32, 0}, "door1") + "}\n";
    return text;
}

}  // namespace

std::string shellQuoted(std::string_view text) {
    std::string quoted = "'";
    for (const char c : text) quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
    return quoted + "'";
}

CliTest::CliTest() : folder_(outside_.path() / "work") {
    std::filesystem::create_directory(folder_);
}

RunResult CliTest::run(const std::vector<std::string>& arguments, std::string_view input) {
    std::string command = "\"$HULLBAKE\"";
    for (const std::string& argument : arguments) command.append(" ").append(shellQuoted(argument));
    return shell(command, input);
}

RunResult CliTest::shell(const std::string& command, std::string_view input) {
    writeBytes(outside_.path() / "in", input);
    const std::string script = "cd " + shellQuoted(folder_.string()) + " && HULLBAKE=" + shellQuoted(HULLBAKE_CLI) +
                               " && { " + command + "\n} <../in >../out 2>../err";
    const int status = std::system(script.c_str());
    RunResult result;
    result.exitCode = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
    result.out = fileBytes(outside_.path() / "out");
    result.err = fileBytes(outside_.path() / "err");
    return result;
}

void CliTest::write(const std::string& name, std::string_view bytes) {
    writeBytes(path(name), bytes);
}
std::string CliTest::read(const std::string& name) const {
    return fileBytes(path(name));
}

std::vector<std::string> CliTest::names() const {
    std::vector<std::string> list;
    for (const auto& entry : std::filesystem::directory_iterator(folder_))
        list.push_back(entry.path().filename().string());
    std::sort(list.begin(), list.end());
    return list;
}

void CliTest::makeRoom() {
    write("room.map", roomMap());
    const RunResult result = run({"compile", "room.map"});
    ASSERT_EQ(result.exitCode, 0) << result.err;
    ASSERT_TRUE(exists("room.hull"));
}

std::string brushText(const int (&mins)[3], const int (&maxs)[3], const std::string& texture) {
    std::ostringstream text;
    const auto face = [&](const int(&corner)[3], int first, int second) {
        // Points are clockwise seen from outside: (first - corner) x (second - corner) points outwards.
        std::array<std::array<int, 3>, 3> points;
        for (auto& point : points) point = {corner[0], corner[1], corner[2]};
        ++points[0][static_cast<std::size_t>(first)];
        ++points[2][static_cast<std::size_t>(second)];
        for (const auto& p : points) text << "( " << p[0] << ' ' << p[1] << ' ' << p[2] << " ) ";
        text << texture << " 0 0 0 1 1\n";
    };
    text << "{\n";
    for (int axis = 0; axis < 3; ++axis) {
        const int next = (axis + 1) % 3, last = (axis + 2) % 3;
        face(maxs, next, last);
        face(mins, last, next);
    }
    text << "}\n";
    return text.str();
}

std::string roomMap() {
    return mapText(true);
}
std::string leakingMap() {
    return mapText(false);
}

std::vector<Json> jsonLines(const std::string& text) {
    std::vector<Json> values;
    std::istringstream in(text);
    for (std::string line; std::getline(in, line);) values.push_back(Json::parse(line));
    return values;
}

std::size_t lineCount(std::string_view text) {
    return static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n'));
}

}  // namespace hullbake::test
