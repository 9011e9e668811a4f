// Includes run one way: between rooms, and between the floors of a room. Files and functions stay short.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <optional>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

namespace hullbake::test {
namespace {

namespace fs = std::filesystem;

// The tables: what stands below may be included, what stands above may not.

struct Room {
    std::string_view name;
    std::vector<std::string_view> mayInclude;  // other rooms
    std::vector<std::string_view> libraries;   // beginnings of headers
};

const std::vector<Room>& rooms() {
    static const std::vector<Room> all = {
        {"runtime", {}, {}},
        {"formats", {"runtime"}, {}},
        {"compiler", {"formats", "runtime"}, {"tbb/", "fmt/", "nlohmann/"}},
        {"oracle", {"formats", "runtime"}, {}},
        {"tools", {"compiler", "oracle", "formats", "runtime"}, {"tbb/", "fmt/", "nlohmann/", "CLI/"}},
    };
    return all;
}

// Files that include Boost: it is slow to compile, and no header that many include has it.
constexpr std::string_view kBoostFiles[] = {
    "compiler/geometry/wide_integers.hpp",
    "oracle/solids/exact_solid.cpp",
    "tools/view/server.cpp",
};

// Floors from the lowest to the highest, as beginnings of paths. A file belongs to the longest that matches.
using Floors = std::vector<std::vector<std::string_view>>;

const Floors& compilerFloors() {
    static const Floors floors = {
        {"compiler/base/"},
        {"compiler/report.", "compiler/hull_sets.", "compiler/settings.", "compiler/stage_clock.",
         "compiler/player_starts."},
        {"compiler/geometry/"},
        {"compiler/brushes/"},
        {"compiler/growth/"},
        {"compiler/tree/"},
        {"compiler/fill/"},
        {"compiler/grid/"},
        {"compiler/emit/"},
        {"compiler/"},
    };
    return floors;
}

const Floors& runtimeFloors() {
    static const Floors floors = {
        {"runtime/include/"},        {"runtime/src/simd/"},    {"runtime/src/block/"},
        {"runtime/src/entities/"},   {"runtime/src/shapes/"},  {"runtime/src/tree/"},
        {"runtime/src/grid/"},       {"runtime/src/brushes/"}, {"runtime/src/query/", "runtime/src/scene/"},
        {"runtime/src/neighbours/"}, {"runtime/src/move/"},    {"runtime/src/world/"},
        {"runtime/src/c/"},
    };
    return floors;
}

// Headers of C and of processors, beside the standard ones, whose names have neither dot nor slash.
constexpr std::string_view kPlainHeaders[] = {"stdint.h", "stddef.h", "immintrin.h", "emmintrin.h", "intrin.h"};
constexpr std::string_view kSystemHeaders[] = {
    "unistd.h",   "fcntl.h", "io.h",       "arpa/inet.h", "netinet/in.h", "sys/socket.h", "sys/time.h",
    "winsock2.h", "spawn.h", "sys/wait.h", "ws2tcpip.h",  "windows.h",    "poll.h",       "sys/inotify.h"};

template <class List>
bool isOneOf(std::string_view name, const List& names) {
    return std::find(std::begin(names), std::end(names), name) != std::end(names);
}

const Room* roomOf(std::string_view path) {
    for (const Room& room : rooms())
        if (path.starts_with(std::string(room.name) + '/')) return &room;
    return nullptr;
}

std::optional<std::size_t> floorOf(const Floors& floors, std::string_view path) {
    std::optional<std::size_t> found;
    std::size_t longest = 0;
    for (std::size_t i = 0; i < floors.size(); ++i)
        for (const std::string_view start : floors[i])
            if (path.starts_with(start) && start.size() > longest) {
                longest = start.size();
                found = i;
            }
    return found;
}

// The path of an included header in the repository; empty for headers of libraries.
std::string pathOf(std::string_view file, std::string_view header) {
    if (header.starts_with("hullbake/")) return "runtime/include/" + std::string(header);
    if (roomOf(header) != nullptr) return std::string(header);
    if (file.starts_with("runtime/src/"))
        if (floorOf(runtimeFloors(), "runtime/src/" + std::string(header))) return "runtime/src/" + std::string(header);
    return {};
}

std::string libraryFault(const Room& room, std::string_view file, std::string_view header) {
    if (header.find_first_of("./") == std::string_view::npos || isOneOf(header, kPlainHeaders)) return {};
    if (header.starts_with("boost/"))
        return isOneOf(file, kBoostFiles) ? "" : "Boost is included by the files of kBoostFiles only";
    if (room.name == "tools" && isOneOf(header, kSystemHeaders)) return {};
    const bool isKnown = std::any_of(room.libraries.begin(), room.libraries.end(),
                                     [&](std::string_view start) { return header.starts_with(start); });
    return isKnown ? "" : "a header that " + std::string(room.name) + " must do without";
}

std::string floorFault(const Floors& floors, std::string_view from, std::string_view to) {
    const auto own = floorOf(floors, from), other = floorOf(floors, to);
    if (!own || !other) return "a file on no floor";
    return *own >= *other ? "" : "the arrow runs back";
}

// Why a file must not include a header; empty when it may.
std::string faultOf(std::string_view file, std::string_view header) {
    const Room* const room = roomOf(file);
    if (room == nullptr) return "a file in no room";
    const std::string target = pathOf(file, header);
    if (target.empty()) return libraryFault(*room, file, header);
    const Room& other = *roomOf(target);
    if (&other != room) {
        if (!isOneOf(other.name, room->mayInclude)) return "the arrow runs back";
        const bool isInside = other.name == "runtime" && !target.starts_with("runtime/include/");
        return isInside ? "what the runtime does not offer" : "";
    }
    if (room->name == "compiler") return floorFault(compilerFloors(), file, target);
    if (room->name == "runtime") return floorFault(runtimeFloors(), file, target);
    return {};
}

// The headers that a text includes.
std::vector<std::string> headersOf(std::istream& text) {
    std::vector<std::string> headers;
    for (std::string line; std::getline(text, line);) {
        const std::size_t hash = line.find_first_not_of(" \t");
        if (hash == std::string::npos || line[hash] != '#') continue;
        const std::size_t word = line.find_first_not_of(" \t", hash + 1);
        if (word == std::string::npos || line.compare(word, 7, "include") != 0) continue;
        const std::size_t begin = line.find_first_of("<\"", word);
        if (begin == std::string::npos) continue;
        const std::size_t end = line.find_first_of(">\"", begin + 1);
        if (end != std::string::npos) headers.push_back(line.substr(begin + 1, end - begin - 1));
    }
    return headers;
}

struct Scan {
    std::size_t files = 0, includes = 0;
    std::vector<std::string> faults;
};

Scan scan(const std::string& folder) {
    Scan found;
    const fs::path root = HULLBAKE_SOURCE_ROOT;
    for (const fs::directory_entry& entry : fs::recursive_directory_iterator(root / folder)) {
        const std::string ending = entry.path().extension().string();
        if (ending != ".cpp" && ending != ".hpp" && ending != ".h") continue;
        const std::string file = fs::relative(entry.path(), root).generic_string();
        std::ifstream text(entry.path());
        ++found.files;
        for (const std::string& header : headersOf(text)) {
            ++found.includes;
            if (const std::string fault = faultOf(file, header); !fault.empty())
                found.faults.push_back(file + " includes " + header + ": " + fault);
        }
    }
    std::sort(found.faults.begin(), found.faults.end());
    return found;
}

// Length in lines of each function, by the braces that close it: one at the margin, or one level in.
std::vector<std::size_t> functionLengths(const std::vector<std::string>& lines, std::size_t indent) {
    std::vector<std::size_t> lengths;
    const std::string margin(indent, ' ');
    constexpr std::size_t kNone = SIZE_MAX;
    std::size_t first = kNone;
    for (std::size_t i = 0; i < lines.size(); ++i) {
        const std::string_view line = lines[i];
        if (!line.starts_with(margin) || line.size() == indent || line[indent] == ' ') continue;
        const std::string_view text = line.substr(indent);
        const bool isLabel = text.ends_with(':') && !text.ends_with("):");
        if (text.starts_with('#') || text.starts_with("//") || isLabel) continue;
        if (text == "}") {
            if (first != kNone) lengths.push_back(i - first + 1);
            first = kNone;
        } else if (text[0] != '}') {
            first = i;
        }
    }
    return lengths;
}

std::vector<std::string> linesOf(std::istream& text) {
    std::vector<std::string> lines;
    for (std::string line; std::getline(text, line);) lines.push_back(line);
    return lines;
}

void expectOneWay(const std::string& folder, std::size_t files, std::size_t includes) {
    const Scan found = scan(folder);
    EXPECT_GE(found.files, files);
    EXPECT_GE(found.includes, includes);
    for (const std::string& fault : found.faults) ADD_FAILURE() << fault;
}

TEST(Rooms, Runtime) {
    expectOneWay("runtime/include", 10, 30);
    expectOneWay("runtime/src", 40, 150);
}

TEST(Rooms, Formats) {
    expectOneWay("formats", 15, 60);
}

TEST(Rooms, Compiler) {
    expectOneWay("compiler", 90, 400);
}

TEST(Rooms, Oracle) {
    expectOneWay("oracle", 40, 150);
}

TEST(Rooms, Tools) {
    expectOneWay("tools", 30, 150);
}

// CONTRIBUTING.md says about 500 and about 60 lines.
TEST(Rooms, FilesAndFunctionsStayShort) {
    constexpr std::size_t kFile = 500, kFunction = 65;
    const fs::path root = HULLBAKE_SOURCE_ROOT;
    std::size_t files = 0, functions = 0;
    for (const char* const folder : {"runtime", "formats", "compiler", "oracle", "tools", "tests"})
        for (const fs::directory_entry& entry : fs::recursive_directory_iterator(root / folder)) {
            const std::string ending = entry.path().extension().string();
            if (ending != ".cpp" && ending != ".hpp" && ending != ".h" && ending != ".c") continue;
            std::ifstream text(entry.path());
            const std::vector<std::string> lines = linesOf(text);
            EXPECT_LE(lines.size(), kFile) << entry.path();
            ++files;
            if (std::string_view(folder) == "tests") continue;
            for (const std::size_t indent : {std::size_t{0}, std::size_t{4}})
                for (const std::size_t length : functionLengths(lines, indent)) {
                    EXPECT_LE(length, kFunction) << entry.path();
                    ++functions;
                }
        }
    EXPECT_GE(files, 500u);
    EXPECT_GE(functions, 3000u);
}

TEST(Rooms, MeasureFunctions) {
    std::istringstream text(
        "struct Some {\n"
        "  public:\n"
        "    int one() const {\n"
        "        if (true) {\n"
        "        }\n"
        "    }\n"
        "};\n"
        "int two(int a,\n"
        "        int b) {\n"
        "    return a;\n"
        "}\n");
    const std::vector<std::string> lines = linesOf(text);
    EXPECT_EQ(functionLengths(lines, 0), std::vector<std::size_t>{4});
    EXPECT_EQ(functionLengths(lines, 4), std::vector<std::size_t>{4});
}

// Made-up includes: those that run the right way, and one of each kind that does not.
TEST(Rooms, TellRightFromWrong) {
    const std::pair<const char*, const char*> right[] = {
        {"runtime/src/move/new.cpp", "query/new.hpp"},
        {"runtime/src/tree/new.hpp", "tree/other.hpp"},
        {"runtime/src/tree/new.hpp", "hullbake/math.hpp"},
        {"runtime/src/simd/new.hpp", "immintrin.h"},
        {"formats/new.cpp", "hullbake/math.hpp"},
        {"compiler/new.cpp", "compiler/emit/new.hpp"},
        {"compiler/emit/new.cpp", "compiler/settings.hpp"},
        {"compiler/fill/new.cpp", "compiler/tree/new.hpp"},
        {"compiler/fill/new.cpp", "formats/map.hpp"},
        {"compiler/brushes/new.cpp", "compiler/report.hpp"},
        {"compiler/base/new.cpp", "vector"},
        {"compiler/geometry/wide_integers.hpp", "boost/multiprecision/cpp_int.hpp"},
        {"oracle/moves/new.cpp", "formats/run_file.hpp"},
        {"tools/new.cpp", "oracle/campaign/new.hpp"},
        {"tools/new.cpp", "CLI/CLI.hpp"},
    };
    for (const auto& [file, header] : right) EXPECT_EQ(faultOf(file, header), "") << file << " " << header;
    const std::pair<const char*, const char*> wrong[] = {
        {"runtime/src/query/new.cpp", "move/new.hpp"},
        {"runtime/src/tree/new.hpp", "grid/new.hpp"},
        {"runtime/src/simd/new.hpp", "block/new.hpp"},
        {"runtime/include/hullbake/new.hpp", "runtime/src/tree/new.hpp"},
        {"runtime/src/tree/new.cpp", "formats/map.hpp"},
        {"runtime/src/tree/new.cpp", "fmt/format.h"},
        {"runtime/src/tree/new.cpp", "unistd.h"},
        {"runtime/src/unknown/new.cpp", "tree/new.hpp"},
        {"formats/new.cpp", "compiler/compile.hpp"},
        {"formats/new.cpp", "nlohmann/json.hpp"},
        {"formats/new.cpp", "runtime/src/tree/new.hpp"},
        {"compiler/geometry/new.cpp", "compiler/brushes/new.hpp"},
        {"compiler/growth/new.cpp", "compiler/tree/new.hpp"},
        {"compiler/grid/new.cpp", "compiler/emit/new.hpp"},
        {"compiler/brushes/new.hpp", "compiler/compile.hpp"},
        {"compiler/base/new.hpp", "compiler/report.hpp"},
        {"compiler/report.hpp", "compiler/geometry/new.hpp"},
        {"compiler/tree/new.cpp", "oracle/base/random.hpp"},
        {"compiler/tree/new.cpp", "tools/base/output.hpp"},
        {"compiler/tree/new.hpp", "boost/geometry.hpp"},
        {"oracle/trace/new.cpp", "compiler/compile.hpp"},
        {"oracle/trace/new.cpp", "tools/base/output.hpp"},
    };
    for (const auto& [file, header] : wrong) EXPECT_NE(faultOf(file, header), "") << file << " " << header;
}

TEST(Rooms, FindIncludesInText) {
    std::istringstream text(
        "#pragma once\n"
        "#include <vector>\n"
        "  #  include \"compiler/tree/new.hpp\"  // a remark\n"
        "// #include \"not/this.hpp\"\n"
        "#define INCLUDE \"nor/this.hpp\"\n");
    EXPECT_EQ(headersOf(text), (std::vector<std::string>{"vector", "compiler/tree/new.hpp"}));
}

}  // namespace
}  // namespace hullbake::test
