// Proves that one room, written as each editor writes it, compiles to the same solid space.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <sstream>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "compiler/compiler_support.hpp"
#include "formats/map_reader.hpp"
#include "support/vmf_text.hpp"

namespace hullbake::test {
namespace {

constexpr std::uint64_t kSeed = 20261127;
// A floor, a pillar on it, and a wall beside it.
const std::vector<Box> kRoom = {
    {{-128, -128, -16}, {128, 128, 0}}, {{-32, -16, 0}, {16, 48, 40}}, {{96, -128, 0}, {128, 128, 96}}};

// Returns three points of each side of a box, clockwise from outside.
std::vector<std::array<Vec3, 3>> pointsOfSides(const Box& box) {
    const Vec3 &lo = box.mins, &hi = box.maxs;
    return {{Vec3{lo.x, hi.y, hi.z}, {hi.x, hi.y, hi.z}, {hi.x, lo.y, hi.z}},
            {Vec3{lo.x, lo.y, lo.z}, {hi.x, lo.y, lo.z}, {hi.x, hi.y, lo.z}},
            {Vec3{lo.x, hi.y, hi.z}, {lo.x, lo.y, hi.z}, {lo.x, lo.y, lo.z}},
            {Vec3{hi.x, hi.y, lo.z}, {hi.x, lo.y, lo.z}, {hi.x, lo.y, hi.z}},
            {Vec3{hi.x, hi.y, hi.z}, {lo.x, hi.y, hi.z}, {lo.x, hi.y, lo.z}},
            {Vec3{hi.x, lo.y, lo.z}, {lo.x, lo.y, lo.z}, {lo.x, lo.y, hi.z}}};
}

// Returns a brush whose sides are three points and then `rest`.
std::string brushOfPoints(const Box& box, const std::string& rest) {
    std::ostringstream out;
    for (const auto& side : pointsOfSides(box)) {
        for (const Vec3& p : side) out << "( " << p.x << ' ' << p.y << ' ' << p.z << " ) ";
        out << rest << '\n';
    }
    return out.str();
}

// Returns a brush whose sides are a x + b y + c z + d = 0, as Doom 3's editor writes them.
std::string brushOfPlanes(const Box& box) {
    std::ostringstream out;
    for (int a = 0; a < 3; ++a)
        for (const int facing : {1, -1}) {
            out << "( ";
            for (int k = 0; k < 3; ++k) out << (k == a ? facing : 0) << ' ';
            out << (facing > 0 ? -box.maxs[a] : box.mins[a])
                << " ) ( ( 0.5 0 0 ) ( 0 0.5 0 ) ) \"textures/rock\" 0 0 0\n";
        }
    return out.str();
}

struct Dialect {
    std::string head, beforeBrush, afterBrush, rest;
};

std::string roomIn(const Dialect& dialect) {
    std::string text = dialect.head + "{\n\"classname\" \"worldspawn\"\n";
    for (const Box& box : kRoom)
        text += "{\n" + dialect.beforeBrush +
                (dialect.rest.empty() ? brushOfPlanes(box) : brushOfPoints(box, dialect.rest)) + dialect.afterBrush +
                "}\n";
    return text + "}\n";
}

std::vector<std::pair<std::string, std::string>> roomsOfAllDialects() {
    const std::string matrix = "( ( 0.5 0 0 ) ( 0 0.5 0 ) ) rock 0 0 0";
    std::vector<std::pair<std::string, std::string>> rooms = {
        {"Quake", roomIn({"", "", "", "rock 0 0 0 1 1"})},
        {"Valve 220", roomIn({"", "", "", "rock [ 1 0 0 0 ] [ 0 -1 0 0 ] 0 1 1"})},
        {"Quake 2", roomIn({"", "", "", "rock 0 0 0 1 1 0 0 0"})},
        {"Hexen II", roomIn({"", "", "", "rock 0 0 0 1 1 -1"})},
        {"Ritual", roomIn({"", "", "", "rock 0 0 0 1 1 0 0 0 +surfaceparm subdivisions 64"})},
        {"brushDef", roomIn({"", "brushDef\n{\n", "}\n", matrix})},
        {"brush primitives without the word", roomIn({"", "", "", matrix})},
        {"Call of Duty",
         roomIn({"iwmap 4\n\"000_Global\" flags  active\n\"The Map\" flags expanded \n", " layer \"The Map/Walls\"\n",
                 "", "rock 64 64 0 0 0 0 lightmap_gray 16384 16384 0 0 0 0"})}};
    for (const char* const version : {"1", "2", "3"})
        rooms.emplace_back(std::string("Doom 3, version ") + version,
                           roomIn({std::string("Version ") + version + "\n", "brushDef3\n{\n", "}\n", ""}));
    std::string hammer = std::string(kVmfHead) + "world\n{\n\t\"id\" \"1\"\n\t\"classname\" \"worldspawn\"\n";
    for (const Box& box : kRoom) hammer += vmfBox(box.mins, box.maxs);
    rooms.emplace_back("Hammer", hammer + "}\n");
    return rooms;
}

// Returns how deep the point lies in the box; negative outside.
double depthIn(const Box& box, const Vec3& p) {
    double depth = 1e300;
    for (int a = 0; a < 3; ++a) depth = std::min({depth, p[a] - box.mins[a], box.maxs[a] - p[a]});
    return depth;
}

TEST(DialectScenes, OneRoomIsSolidInTheSamePlaces) {
    const auto rooms = roomsOfAllDialects();
    EXPECT_EQ(rooms.size(), 12u);
    for (const auto& [name, text] : rooms) {
        const auto read = parseMap(text, "room.map");
        const MapFile* const map = std::get_if<MapFile>(&read);
        ASSERT_NE(map, nullptr) << name << ": " << std::get<Diagnostic>(read).message;
        const Baked baked = bake(*map, {}, text);
        EXPECT_EQ(baked.result.report.brushes, kRoom.size()) << name;
        Random random(kSeed);
        for (const std::string_view hull : {"point", "player"}) {
            const Box box = baked.map.hull(baked.hull(hull)).box;
            std::size_t solid = 0, free = 0;
            for (int i = 0; i < 1500; ++i) {
                const Vec3 p{random.unit() * 320 - 160, random.unit() * 320 - 160, random.unit() * 200 - 60};
                double deepest = -1e300;
                for (const Box& brush : kRoom)
                    deepest = std::max(deepest, depthIn({brush.mins - box.maxs, brush.maxs - box.mins}, p));
                if (deepest > -0.01 && deepest < 0.01) continue;
                ASSERT_EQ(any(baked.at(p, hull) & kMaskBlocking), deepest > 0)
                    << name << ", " << hull << " at " << p.x << ' ' << p.y << ' ' << p.z << ", seed " << kSeed;
                ++(deepest > 0 ? solid : free);
            }
            EXPECT_GE(solid, 60u) << name;
            EXPECT_GE(free, 60u) << name;
        }
    }
}

}  // namespace
}  // namespace hullbake::test
