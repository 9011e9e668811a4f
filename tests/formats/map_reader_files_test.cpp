// Proves the map reader on random maps that are written and read back, on real maps, and on files.
#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <random>
#include <set>
#include <sstream>

#include "formats/map_reader.hpp"
#include "formats/map_reader_support.hpp"
#include "tests/support/shared_maps.hpp"

namespace hullbake {
namespace {

using test::dump;

/// Writes random maps of all dialects in random layouts.
class MapWriter {
  public:
    explicit MapWriter(std::uint32_t seed) : random_(seed) {}

    MapFile randomMap() {
        MapFile map;
        map.entities.resize(1 + pick(4));
        for (MapEntity& entity : map.entities) {
            for (std::size_t i = pick(4); i > 0; --i) entity.keys.push_back({word(), word(), {}});
            for (std::size_t i = pick(4); i > 0; --i) {
                MapBrush& brush = entity.brushes.emplace_back();
                for (std::size_t f = pick(8); f > 0; --f) brush.faces.push_back(randomFace());
            }
        }
        return map;
    }

    std::string write(const MapFile& map) {
        text_.clear();
        for (const MapEntity& entity : map.entities) {
            put("{");
            for (const MapKey& key : entity.keys) put("\"" + key.key + "\""), put("\"" + key.value + "\"");
            for (const MapBrush& brush : entity.brushes) {
                put("{");
                for (const MapFace& face : brush.faces) writeFace(face);
                put("}");
            }
            put("}");
        }
        return text_;
    }

    std::set<TextureAxes> written;
    std::size_t flagged = 0;

  private:
    std::size_t pick(std::size_t count) { return random_() % count; }

    std::string word() {
        static const char* const kWords[] = {"classname", "worldspawn", "*x", "+0y", "a//b", "{z", "7", "-1", "q\\n"};
        return kWords[pick(std::size(kWords))];
    }

    double number() {
        const double whole = static_cast<double>(pick(8193)) - 4096;
        return pick(2) ? whole
                       : whole + static_cast<double>(pick(1000000)) / 1e6 *
                                     std::pow(10.0, 4.0 - static_cast<double>(pick(12)));
    }

    MapFace randomFace() {
        MapFace face;
        for (Vec3& p : face.points) p = {number(), number(), number()};
        face.texture = word();
        face.axes = static_cast<TextureAxes>(pick(3));
        const std::size_t count = face.axes == TextureAxes::Standard ? 5 : face.axes == TextureAxes::Valve220 ? 11 : 6;
        for (std::size_t i = 0; i < count; ++i) face.projection[i] = number();
        if (pick(2)) face.flags = {static_cast<std::uint32_t>(random_()), 0, 17};
        return face;
    }

    void blank() {
        static const char* const kBlanks[] = {" ", "\t", "\n", "\r\n", "\r", "  ", " // c { \"\n", "\n//\r\n"};
        text_ += kBlanks[pick(std::size(kBlanks))];
    }
    void put(const std::string& token) {
        text_ += token;
        blank();
    }
    void put(double value) {
        char digits[40];
        std::snprintf(digits, sizeof digits, pick(2) ? "%.17g" : "%+.17e", value);
        put(std::string(digits));
    }
    void putAll(const double* values, std::size_t count) {
        for (std::size_t i = 0; i < count; ++i) put(values[i]);
    }

    void writeFace(const MapFace& face) {
        written.insert(face.axes);
        for (const Vec3& p : face.points) put("("), put(p.x), put(p.y), put(p.z), put(")");
        const double* const v = face.projection.data();
        if (face.axes == TextureAxes::BrushPrimitive) {
            put("("), put("("), putAll(v, 3), put(")"), put("("), putAll(v + 3, 3), put(")"), put(")");
            put(face.texture);
        } else if (face.axes == TextureAxes::Valve220) {
            put(face.texture);
            put("["), putAll(v, 4), put("]"), put("["), putAll(v + 4, 4), put("]"), putAll(v + 8, 3);
        } else {
            put(face.texture);
            putAll(v, 5);
        }
        if (!face.flags) return;
        ++flagged;
        for (const std::uint32_t flag : *face.flags)
            put(std::to_string(pick(2) ? flag : static_cast<std::int32_t>(flag)));
    }

    std::mt19937 random_;
    std::string text_;
};

TEST(MapReaderFiles, RandomMapsReadBackWhole) {
    constexpr std::uint32_t kSeed = 77;
    MapWriter writer(kSeed);
    std::size_t faces = 0;
    for (int round = 0; round < 500; ++round) {
        const MapFile map = writer.randomMap();
        const std::string text = writer.write(map);
        const auto result = parseMap(text, "t.map");
        ASSERT_TRUE(std::holds_alternative<MapFile>(result))
            << "seed " << kSeed << ", round " << round << ": " << std::get<Diagnostic>(result).text() << "\n"
            << text;
        ASSERT_EQ(dump(std::get<MapFile>(result)), dump(map)) << "seed " << kSeed << ", round " << round;
        for (const MapEntity& entity : map.entities) {
            for (const MapBrush& brush : entity.brushes) faces += brush.faces.size();
        }
    }
    EXPECT_EQ(writer.written.size(), 3u);
    EXPECT_GE(writer.flagged, 1000u);
    EXPECT_GE(faces, 5000u);
}

/// Counts entities and brushes by lines: real maps keep brackets alone on their lines.
struct LineCount {
    std::size_t entities = 0, brushes = 0, faces = 0, patches = 0;
};

LineCount countLines(const std::string& text) {
    LineCount count;
    int depth = 0;
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);) {
        while (!line.empty() && static_cast<unsigned char>(line.back()) <= ' ') line.pop_back();
        if (line == "{") {
            if (depth == 0) ++count.entities;
            if (depth == 1) ++count.brushes;
            ++depth;
        } else if (line == "}") {
            --depth;
        } else if (depth == 2 && line.starts_with("(")) {
            ++count.faces;
        } else if (depth == 2 && line.starts_with("patchDef")) {
            ++count.patches;
        }
    }
    count.brushes -= count.patches;
    return count;
}

/// Expects the character at every position of `map` to begin an object of its kind.
void checkPlaces(const MapFile& map, const std::vector<std::string>& lines) {
    std::size_t wrong = 0;
    const auto check = [&](SourcePos pos, char c) {
        const bool right = pos.line >= 1 && pos.line <= lines.size() && pos.column >= 1 &&
                           pos.column <= lines[pos.line - 1].size() && lines[pos.line - 1][pos.column - 1] == c;
        if (!right) ++wrong;
    };
    for (const MapEntity& entity : map.entities) {
        check(entity.pos, '{');
        for (const MapKey& key : entity.keys) check(key.pos, '"');
        for (const MapPatch& patch : entity.patches) check(patch.pos, 'p');
        for (const MapBrush& brush : entity.brushes) {
            check(brush.pos, '{');
            for (const MapFace& face : brush.faces) check(face.pos, '(');
        }
    }
    EXPECT_EQ(wrong, 0u) << map.path;
}

class RealMapText : public testing::TestWithParam<const char*> {};

TEST_P(RealMapText, ReadsWholeWithPlaces) {
    const std::optional<std::string> path = test::sharedFile(GetParam());
    if (!path) GTEST_SKIP() << test::missingShared(GetParam());
    std::string text;
    const auto result = readMap(*path, &text);
    ASSERT_TRUE(std::holds_alternative<MapFile>(result)) << std::get<Diagnostic>(result).text();
    const MapFile& map = std::get<MapFile>(result);
    EXPECT_EQ(map.path, *path);
    const LineCount expected = countLines(text);
    std::size_t brushes = 0, faces = 0, patches = 0;
    for (const MapEntity& entity : map.entities) {
        EXPECT_NE(entity.classname(), "") << *path << ":" << entity.pos.line;
        brushes += entity.brushes.size();
        patches += entity.patches.size();
        for (const MapBrush& brush : entity.brushes) faces += brush.faces.size();
    }
    EXPECT_GT(brushes, 100u);
    EXPECT_EQ(map.entities.size(), expected.entities);
    EXPECT_EQ(brushes, expected.brushes);
    EXPECT_EQ(faces, expected.faces);
    EXPECT_EQ(patches, expected.patches);
    EXPECT_EQ(map.entities[0].classname(), "worldspawn");

    std::vector<std::string> lines;
    std::istringstream stream(text);
    for (std::string line; std::getline(stream, line);) lines.push_back(line);
    checkPlaces(map, lines);
}

INSTANTIATE_TEST_SUITE_P(Shared, RealMapText,
                         testing::Values("maps/quake/dm1.map", "maps/quake/dm2.map", "maps/quake/dm4.map",
                                         "maps/quake/e1m1.map", "maps/quake/e1m2.map", "maps/quake/e1m3.map",
                                         "maps/quake/e1m4.map", "maps/quake/e1m5.map", "maps/quake/e2m1.map",
                                         "maps/quake/e2m2.map", "maps/quake/e2m3.map", "maps/quake/e3m1.map",
                                         "maps/quake/e3m2.map", "maps/quake/e3m4.map", "maps/quake/e4m2.map",
                                         "maps/quake/e4m3.map", "maps/quake/e4m7.map", "maps/quake/start.map",
                                         "maps/unvanquished/plat23.map"),
                         [](const auto& map) { return std::filesystem::path(map.param).stem().string(); });

TEST(MapReaderFiles, KnownCountsOfE1m1) {
    const auto path = test::sharedFile("maps/quake/e1m1.map");
    if (!path) GTEST_SKIP() << test::missingShared("maps/quake/e1m1.map");
    const auto result = readMap(*path);
    ASSERT_TRUE(std::holds_alternative<MapFile>(result));
    const std::vector<MapEntity>& entities = std::get<MapFile>(result).entities;
    std::size_t brushes = 0;
    for (const MapEntity& entity : entities) brushes += entity.brushes.size();
    EXPECT_EQ(entities.size(), 369u);
    EXPECT_EQ(entities[0].brushes.size(), 1163u);
    EXPECT_EQ(brushes, 1257u);
    EXPECT_EQ(entities[0].value("message"), "the Slipgate Complex");
}

TEST(MapReaderFiles, BinariesOfTheSharedFolderAreNoMaps) {
    for (const char* const name : {"bsp/quake/dm1_bsp29.bsp", "bsp/quake3/dm4ish.bsp", "maps/README.md"}) {
        const auto path = test::sharedFile(name);
        if (!path) GTEST_SKIP() << test::missingShared(name);
        const auto result = readMap(*path);
        ASSERT_TRUE(std::holds_alternative<Diagnostic>(result)) << name;
        EXPECT_TRUE(std::get<Diagnostic>(result).message.starts_with("not a map: "))
            << std::get<Diagnostic>(result).text();
    }
}

TEST(MapReaderFiles, FilesThatCannotBeReadAreDiagnostics) {
    const std::string folder = testing::TempDir();
    const auto ofFolder = readMap(folder);
    ASSERT_TRUE(std::holds_alternative<Diagnostic>(ofFolder));
    EXPECT_EQ(std::get<Diagnostic>(ofFolder).text(), folder + ": is a directory");
    const std::string missing = folder + "hullbake_no_such.map";
    const auto ofMissing = readMap(missing);
    ASSERT_TRUE(std::holds_alternative<Diagnostic>(ofMissing));
    EXPECT_EQ(std::get<Diagnostic>(ofMissing).text(), missing + ": no such file");
}

TEST(MapReaderFiles, ReadsFilesFromDisk) {
    const std::string path = testing::TempDir() + "hullbake_map_reader_test.map";
    std::ofstream(path, std::ios::binary) << "{\r\n}\r\nx";
    std::string text;
    const auto result = readMap(path, &text);
    EXPECT_EQ(text, "{\r\n}\r\nx");
    ASSERT_TRUE(std::holds_alternative<Diagnostic>(result));
    EXPECT_EQ(std::get<Diagnostic>(result).text(),
              path + ":3:1: expected '{' (an entity) or the end of the file, found 'x'");
    std::filesystem::remove(path);
}

}  // namespace
}  // namespace hullbake
