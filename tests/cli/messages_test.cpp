// Proves that the messages of a compile come in the form that was asked for, with the right lines, entities and
// brushes, and that NetRadiant's monitor gets a document that it can read.
#include <arpa/inet.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <future>
#include <string>
#include <vector>

#include "tests/cli/cli_support.hpp"

namespace hullbake::test {
namespace {

/// Listens at a free port of 127.0.0.1, as an editor does, and reads all of one connection.
class Monitor {
  public:
    Monitor() : socket_(socket(AF_INET, SOCK_STREAM, 0)) {
        sockaddr_in address{};
        address.sin_family = AF_INET;
        address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        socklen_t size = sizeof address;
        auto* const generic = reinterpret_cast<sockaddr*>(&address);
        listening_ =
            bind(socket_, generic, size) == 0 && listen(socket_, 1) == 0 && getsockname(socket_, generic, &size) == 0;
        port_ = ntohs(address.sin_port);
        received_ = std::async(std::launch::async, [this] { return readAll(); });
    }
    ~Monitor() {
        shutdown(socket_, SHUT_RDWR);  // ends an accept that nobody answered
        close(socket_);
    }
    std::string address() const { return "127.0.0.1:" + std::to_string(port_); }
    bool listening() const { return listening_; }
    std::string received() { return received_.get(); }

  private:
    std::string readAll() const {
        const int connection = accept(socket_, nullptr, nullptr);
        std::string bytes;
        char buffer[4096];
        for (ssize_t n = 0; connection >= 0 && (n = read(connection, buffer, sizeof buffer)) > 0;)
            bytes.append(buffer, static_cast<std::size_t>(n));
        if (connection >= 0) close(connection);
        return bytes;
    }
    int socket_;
    bool listening_ = false;
    std::uint16_t port_ = 0;
    std::future<std::string> received_;
};

/// Splits the frames: four bytes of length, little-endian, and a text with a zero at its end.
std::vector<std::string> unframed(const std::string& bytes) {
    std::vector<std::string> texts;
    std::size_t at = 0;
    while (at + 4 <= bytes.size()) {
        std::uint32_t length = 0;
        for (unsigned i = 0; i < 4; ++i)
            length |= static_cast<std::uint32_t>(static_cast<unsigned char>(bytes[at + i])) << (8 * i);
        at += 4;
        if (length == 0 || at + length > bytes.size() || bytes[at + length - 1] != '\0') return {};
        texts.push_back(bytes.substr(at, length - 1));
        at += length;
    }
    return at == bytes.size() ? texts : std::vector<std::string>{};
}

std::uint32_t lineOf(const std::string& text, const std::string& part) {
    const std::size_t at = text.find(part);
    std::uint32_t line = 1;
    for (std::size_t i = 0; i < at; ++i) line += text[i] == '\n' ? 1 : 0;
    return line;
}

/// Returns the map with one more brush at the end of its world: it is flat and has no volume, which is reported.
std::string withFlatBrush(std::string map, const std::string& texture) {
    return map.insert(map.find("}\n{\n\""), brushText({0, 0, 0}, {16, 0, 16}, texture));
}

class Messages : public CliTest {};

TEST_F(Messages, JsonHasOneObjectALineWithEntityAndBrush) {
    const std::string map = withFlatBrush(roomMap(), "flat");
    write("m.map", map);
    const RunResult plain = run({"compile", "m.map"});
    const RunResult result = run({"compile", "m.map", "--messages", "json"});
    EXPECT_EQ(result.exitCode, plain.exitCode);
    EXPECT_EQ(lineCount(result.err), lineCount(plain.err)) << result.err;
    const std::vector<Json> lines = jsonLines(result.err);
    ASSERT_FALSE(lines.empty()) << result.err;
    std::size_t flats = 0;
    for (const Json& line : lines) {
        EXPECT_EQ(line.at("file"), "m.map");
        if (line.at("severity") == "note") continue;
        ++flats;
        EXPECT_GE(line.at("line").get<std::uint32_t>(), lineOf(map, "flat") - 2) << result.err;
        EXPECT_LE(line.at("line").get<std::uint32_t>(), lineOf(map, "flat") + 6) << result.err;
        EXPECT_EQ(line.at("entity"), 0);
        EXPECT_EQ(line.at("brush"), 7) << "the room's six brushes and its water come first: " << result.err;
        EXPECT_FALSE(line.at("message").get<std::string>().empty());
    }
    EXPECT_GE(flats, 1u) << result.err;
}

TEST_F(Messages, NumbersAreThoseOfTheEditorBesidePrefabsAndPatches) {
    // The prefab brings three entities and a brush of the world; the patch becomes many brushes. Neither is counted.
    write("part.map",
          "{\n\"classname\" \"worldspawn\"\n" + brushText({0, 0, 0}, {8, 8, 8}, "part") +
              "}\n{\n\"classname\" \"light\"\n}\n{\n\"classname\" \"light\"\n}\n{\n\"classname\" \"func_wall\"\n" +
              brushText({0, 0, 0}, {8, 0, 8}, "flat_in_part") + "}\n");
    std::string map = roomMap();
    const std::string patch =
        "{\npatchDef2\n{\ncurve\n( 3 3 0 0 0 )\n(\n"
        "( ( 0 0 32 0 0 ) ( 0 16 48 0 0 ) ( 0 32 32 0 0 ) )\n( ( 16 0 32 0 0 ) ( 16 16 48 0 0 ) ( 16 32 32 0 0 ) )\n"
        "( ( 32 0 32 0 0 ) ( 32 16 48 0 0 ) ( 32 32 32 0 0 ) )\n)\n}\n}\n";
    const std::string prefab = "{\n\"classname\" \"misc_prefab\"\n\"model\" \"part.map\"\n\"origin\" \"32 32 0\"\n}\n";
    map.insert(map.find("}\n{\n\""), patch + brushText({0, 0, 0}, {16, 0, 16}, "flat"));
    map.insert(map.rfind("{\n\"classname\" \"func_door\""), prefab);
    map.insert(map.rfind("}\n"), brushText({0, 0, 0}, {16, 0, 16}, "flat"));
    write("m.map", map);
    const RunResult result = run({"compile", "m.map", "--messages", "json"});
    EXPECT_EQ(result.exitCode, 0) << result.err;
    std::vector<std::string> places;
    for (const Json& line : jsonLines(result.err)) {
        if (line.at("severity") == "note" || line.at("message").get<std::string>().find("flat") == std::string::npos)
            continue;
        places.push_back(std::to_string(line.at("entity").get<int>()) + ":" +
                         (line.at("brush").isNull() ? "-" : std::to_string(line.at("brush").get<int>())));
    }
    std::sort(places.begin(), places.end());
    // Entity 0 has the room, its water, the patch and the flat brush; 1 is the player, 2 the prefab, 3 the door.
    EXPECT_EQ(places, (std::vector<std::string>{"0:8", "2:-", "3:1"})) << result.err;
}

TEST_F(Messages, AnErrorOfTheReaderIsAnObjectToo) {
    write("m.map", "{\n\"classname\" \"worldspawn\"\n{ x }\n");
    const RunResult result = run({"compile", "m.map", "--messages", "json"});
    EXPECT_EQ(result.exitCode, 1);
    const std::vector<Json> lines = jsonLines(result.err);
    ASSERT_EQ(lines.size(), 1u) << result.err;
    EXPECT_EQ(lines[0].at("severity"), "error");
    EXPECT_EQ(lines[0].at("line"), 3);
    EXPECT_TRUE(lines[0].at("entity").isNull()) << "the map was not read";
}

TEST_F(Messages, LinesForTrenchBroomComeLast) {
    const std::string map = withFlatBrush(roomMap(), "flat");
    write("m.map", map);
    const std::vector<Json> lines = jsonLines(run({"compile", "m.map", "--messages", "json"}).err);
    std::string wanted;
    for (const Json& line : lines)
        if (line.at("severity") != "note")
            wanted += (wanted.empty() ? "lines: " : ", ") + std::to_string(line.at("line").get<int>());
    ASSERT_FALSE(wanted.empty());
    const RunResult result = run({"compile", "m.map", "--messages", "trenchbroom"});
    EXPECT_TRUE(result.err.ends_with("\n" + wanted + "\n")) << result.err;

    write("good.map", roomMap());
    const RunResult good = run({"compile", "good.map", "--messages", "trenchbroom"});
    EXPECT_EQ(good.exitCode, 0) << good.err;
    EXPECT_EQ(good.err.find("lines:"), std::string::npos) << "nothing to select: " << good.err;
}

TEST_F(Messages, NetRadiantGetsFaultsToClickOnAndTheWayOut) {
    write("m.map", withFlatBrush(leakingMap(), "<flat&bad>"));
    Monitor monitor;
    ASSERT_TRUE(monitor.listening());
    const RunResult result = run({"compile", "m.map", "--messages", "radiant", "--monitor", monitor.address()});
    EXPECT_EQ(result.exitCode, 0) << result.err;
    EXPECT_NE(result.err.find("m.map:"), std::string::npos) << "stderr has them too: " << result.err;
    const std::vector<std::string> texts = unframed(monitor.received());
    ASSERT_GE(texts.size(), 4u) << result.err;
    EXPECT_EQ(texts.front(), "<?xml version=\"1.0\"?><q3map_feedback version=\"1\">");
    EXPECT_EQ(texts.back(), "</q3map_feedback>");
    std::size_t selects = 0, trails = 0;
    for (const std::string& text : texts) {
        if (text.starts_with("<select level=\"2\">Entity 0, Brush 6: ")) {
            ++selects;
            EXPECT_TRUE(text.ends_with("<brush>0 6</brush></select>")) << text;
        }
        if (text.starts_with("<polyline")) {
            ++trails;
            EXPECT_NE(text.find("<point>0.000000 0.000000 0.000000</point>"), std::string::npos) << text;
        }
    }
    EXPECT_GE(selects, 1u);
    EXPECT_EQ(trails, 1u);
}

TEST_F(Messages, AnErrorIsTheLastThatTheMonitorGets) {
    write("m.map", leakingMap());
    Monitor monitor;
    ASSERT_TRUE(monitor.listening());
    const RunResult result =
        run({"compile", "m.map", "--leak", "error", "--messages", "radiant", "--monitor", monitor.address()});
    EXPECT_EQ(result.exitCode, 1);
    const std::vector<std::string> texts = unframed(monitor.received());
    ASSERT_GE(texts.size(), 3u) << result.err;
    EXPECT_NE(texts[texts.size() - 2].find("level=\"3\""), std::string::npos) << texts[texts.size() - 2];
}

TEST_F(Messages, WithoutAMonitorTheMapIsCompiledAndOneLineSaysSo) {
    write("m.map", roomMap());
    // Port 1 of this machine has no program: an ordinary user cannot listen there.
    const RunResult result = run({"compile", "m.map", "--messages", "radiant", "--monitor", "127.0.0.1:1"});
    EXPECT_EQ(result.exitCode, 0);
    EXPECT_TRUE(exists("m.hull"));
    EXPECT_NE(result.err.find("hullbake: 127.0.0.1:1: no program listens there"), std::string::npos) << result.err;
}

TEST_F(Messages, NoOtherHostIsEverAsked) {
    write("m.map", roomMap());
    for (const char* const address : {"192.0.2.1:39000", "example.org:39000", "127.0.0.1", "127.0.0.1:0",
                                      "127.0.0.1:65536", "127.0.0.1:x", ":39000", "127.0.0.1.:39000", ""}) {
        const RunResult result = run({"compile", "m.map", "--messages", "radiant", "--monitor", address});
        EXPECT_EQ(result.exitCode, 2) << address;
        EXPECT_FALSE(exists("m.hull")) << address;
    }
    EXPECT_EQ(run({"compile", "m.map", "--messages", "xml"}).exitCode, 2);
}

}  // namespace
}  // namespace hullbake::test
