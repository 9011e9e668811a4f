// Proves maps/transform.py: what moves, what stays byte for byte, the format of numbers.
#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <regex>

#include "tests/cli/map_tools_support.hpp"

namespace hullbake::test {
namespace {

class TransformTool : public MapToolsTest {
  protected:
    /// Expects each point of the second map's faces to be `by` of the first's, within `tolerance` units.
    void expectMoved(const std::string& before, const std::string& after, const std::function<Vec3(const Vec3&)>& by,
                     double tolerance) {
        const std::vector<MapFace> a = facesOf(parsed(before)), b = facesOf(parsed(after));
        ASSERT_GE(a.size(), 6u);
        ASSERT_EQ(a.size(), b.size());
        for (std::size_t i = 0; i < a.size(); ++i) {
            EXPECT_EQ(a[i].texture, b[i].texture);
            EXPECT_EQ(a[i].flags, b[i].flags);
            for (std::size_t k = 0; k < 3; ++k) {
                const Vec3 wanted = by(a[i].points[k]), got = b[i].points[k];
                for (int axis = 0; axis < 3; ++axis) ASSERT_NEAR(got[axis], wanted[axis], tolerance) << "face " << i;
            }
        }
    }

    std::string value(const std::string& map, std::size_t entity, const std::string& key) {
        const MapFile file = parsed(map);
        return entity < file.entities.size() ? std::string(file.entities[entity].value(key)) : "no such entity";
    }
};

// Everything that a map may contain, in unusual notation.
const std::string kOddMap =
    "\xef\xbb\xbf// a comment ( 1 2 3 )\r\n{\r\n\"classname\"\t\"worldspawn\"\r\n\"path\" \"C:\\dir\\\"\r\n"
    "\"note\" \"say \\\"( 4 5 6 )\\\" twice\"\r\n{ // brush\r\n"
    "( +1. .5 -0 ) (1e1 -2.50 3)( 7 8.000 9E-1 ) a//b 0 0 0 1 1 1 2 3 // end\r\n"
    "( 0 0 0 ) ( 0 64 0 ) ( 64 0 0 ) \"my stone\" [ 1 0 0 16 ] [ 0 -1 0 8.5 ] 0 1 .5\r\n}\r\n"
    "{\nbrushDef\n{\n( 0 0 1 ) ( 0 64 1 ) ( 64 0 1 ) ( ( 0.03125 0 0 ) ( 0 0.03125 0 ) ) {fence 0 0 0\n}\n}\n"
    "{\rpatchDef2\r{ slab ( 2 2 0 0 0 ) ( ( ( 1 2 3 0 0 ) ( 4 5 6 0 .5 ) ) ( ( 7 8 9 1 0 ) ( 10 11 12 1 .5 ) ) ) }\r}\n"
    "}\n{\n\"classname\" \"light\"\n\"origin\" \"-16 +32.50 0\"\n\"angle\" \"40\"\n}\n"
    "{ \"classname\" \"info_player_start\" \"origin\" \"8 0 24\" \"angle\" \"90\" \"angles\" \"0 45 0\" \"_x\" \"1 2 "
    "3\" }";

TEST_F(TransformTool, WithoutAPlacementEveryByteStays) {
    write("odd.map", kOddMap);
    place("odd.map", "same.map", {});
    EXPECT_EQ(read("same.map"), kOddMap);
    place("odd.map", "same.map", {"--rotate", "360,-360,0", "--scale", "1.0", "--translate", "-0,0.0,0"});
    EXPECT_EQ(read("same.map"), kOddMap);
    for (const std::string name : {"bad_brushes", "hairline_cracks", "liquids_overlap", "rotated_room"}) {
        std::filesystem::copy_file(HULLBAKE_SOURCE_ROOT "/maps/scenes/" + name + ".map", path(name));
        place(name, "same.map", {});
        EXPECT_EQ(read("same.map"), read(name)) << name;
    }
}

// What other editors write is kept too: comments, values of several lines, odd texture numbers, keys of brushes.
TEST_F(TransformTool, TextOfOtherEditorsIsCopied) {
    const std::string text =
        "; made ( by { hand\n/* one\n{ */ { \"ClassName\" \"worldspawn\" \"message\" \"two\n( 1 2 3 ) \\\"lines\\\" "
        "of\n"
        "it\"\n{ \"note\" \"4 5 6\"\n( 0 0 0 ) ( 0 64 0 ) ( 64 0 0 );stone 15,5 nan 1.#QNAN -1.#IND 1;end\n"
        "( 0 0 1 ) ( 0 64 1 ) ( 64 0 1 ) stone [ 1 0 0 -nan(ind) ] [ 0 -1 0 8 ] inf 1 1 \"k\" \"v\"\n}\n"
        "{ brushDef { \"surfaceparm\" \"detail\" ( 0 0 2 ) ( 0 64 2 ) ( 64 0 2 ) ( ( nan 0 0 ) ( 0 1 0 ) ) t } \"a\" "
        "\"b\" }\n"
        "} { \"CLASSNAME\" \"light\" \"ORIGIN\" \"1 2 3\" }\n" +
        std::string(3, '\0');
    write("other.map", text);
    place("other.map", "same.map", {});
    EXPECT_EQ(read("same.map"), text);
    place("other.map", "moved.map", {"--translate", "10,20,30"});
    std::string wanted = text;
    const std::pair<const char*, const char*> changes[] = {
        {"( 0 0 0 ) ( 0 64 0 ) ( 64 0 0 )", "( 10 20 30 ) ( 10 84 30 ) ( 74 20 30 )"},
        {"( 0 0 1 ) ( 0 64 1 ) ( 64 0 1 )", "( 10 20 31 ) ( 10 84 31 ) ( 74 20 31 )"},
        {"( 0 0 2 ) ( 0 64 2 ) ( 64 0 2 )", "( 10 20 32 ) ( 10 84 32 ) ( 74 20 32 )"},
        {"[ 0 -1 0 8 ]", "[ 0 -1 0 28 ]"},
        {"\"1 2 3\"", "\"11 22 33\""}};
    for (const auto& [before, after] : changes) {
        ASSERT_NE(wanted.find(before), std::string::npos) << before;
        wanted.replace(wanted.find(before), std::string_view(before).size(), after);
    }
    EXPECT_EQ(read("moved.map"), wanted);
    EXPECT_EQ(parsed("moved.map").entities[0].brushes.size(), 2u) << "the compiler reads it alike";
    EXPECT_EQ(value("moved.map", 1, "origin"), "11 22 33");
}

TEST_F(TransformTool, OnlyNumbersOfThePlacementChange) {
    write("odd.map", kOddMap);
    place("odd.map", "moved.map", {"--translate", "10,-20.5,0.25"});
    std::string wanted = kOddMap;
    const std::pair<const char*, const char*> changes[] = {
        {"( +1. .5 -0 ) (1e1 -2.50 3)( 7 8.000 9E-1 )", "( 11 -20 0.25 ) (20 -23 3.25)( 17 -12.5 1.15 )"},
        {"( 0 0 0 ) ( 0 64 0 ) ( 64 0 0 )", "( 10 -20.5 0.25 ) ( 10 43.5 0.25 ) ( 74 -20.5 0.25 )"},
        {"[ 1 0 0 16 ] [ 0 -1 0 8.5 ]", "[ 1 0 0 6 ] [ 0 -1 0 -32.5 ]"},
        {"( 0 0 1 ) ( 0 64 1 ) ( 64 0 1 )", "( 10 -20.5 1.25 ) ( 10 43.5 1.25 ) ( 74 -20.5 1.25 )"},
        {"( 1 2 3 0 0 ) ( 4 5 6 0 .5 )", "( 11 -18.5 3.25 0 0 ) ( 14 -15.5 6.25 0 .5 )"},
        {"( 7 8 9 1 0 ) ( 10 11 12 1 .5 )", "( 17 -12.5 9.25 1 0 ) ( 20 -9.5 12.25 1 .5 )"},
        {"-16 +32.50 0", "-6 12 0.25"},
        {"8 0 24", "18 -20.5 24.25"}};
    for (const auto& [before, after] : changes) {
        ASSERT_NE(wanted.find(before), std::string::npos) << before;
        wanted.replace(wanted.find(before), std::string_view(before).size(), after);
    }
    EXPECT_EQ(read("moved.map"), wanted);
}

TEST_F(TransformTool, QuarterTurnsMapTheGridToTheGrid) {
    std::filesystem::copy_file(demo(), path("demo.map"));
    place("demo.map", "turned.map", {"--rotate", "90,0,0"});
    expectMoved(
        "demo.map", "turned.map",
        [](const Vec3& p) {
            return Vec3{p.x, -p.z, p.y};
        },
        0);
    place("demo.map", "turned.map", {"--rotate", "0,-270,0"});
    expectMoved(
        "demo.map", "turned.map",
        [](const Vec3& p) {
            return Vec3{p.z, p.y, -p.x};
        },
        0);
    place("demo.map", "turned.map", {"--rotate", "0,0,450"});
    expectMoved(
        "demo.map", "turned.map",
        [](const Vec3& p) {
            return Vec3{-p.y, p.x, p.z};
        },
        0);
}

TEST_F(TransformTool, TurnsAboutXThenYThenZThenScalesThenShifts) {
    write("room.map", roomMap());
    place("room.map", "turned.map", {"--rotate=90,90,0", "--scale", "3/2", "--translate", "1,2,3"});
    // Turned about x: (x, -z, y). Then about y, which takes z to x: (y, -z, -x).
    const auto moved = [](const Vec3& p) { return Vec3{p.y, -p.z, -p.x} * 1.5 + Vec3{1, 2, 3}; };
    expectMoved("room.map", "turned.map", moved, 0);
}

TEST_F(TransformTool, ThereAndBackIsTheSameMap) {
    std::filesystem::copy_file(demo(), path("demo.map"));
    place("demo.map", "there.map", {"--rotate", "0,90,0", "--scale", "2", "--translate", "-131072,32768,0.0625"});
    place("there.map", "back.map", {"--scale", "1/2", "--translate", "65536,-16384,-0.03125"});
    place("back.map", "home.map", {"--rotate", "0,-90,0"});
    const auto same = [](const Vec3& p) { return p; };
    expectMoved("demo.map", "home.map", same, 0);
    // Turn about one axis only: turns about several would be undone in the other order.
    place("demo.map", "there.map", {"--rotate", "0,0,30"});
    place("there.map", "back.map", {"--rotate", "0,0,-30"});
    expectMoved("demo.map", "back.map", same, 2e-12);
    EXPECT_EQ(value("back.map", 1, "origin"), value("demo.map", 1, "origin"));
}

TEST_F(TransformTool, ATurnKeepsAllDistances) {
    std::filesystem::copy_file(demo(), path("demo.map"));
    place("demo.map", "turned.map", {"--rotate", "30,30,30"});
    const std::vector<MapFace> a = facesOf(parsed("demo.map")), b = facesOf(parsed("turned.map"));
    ASSERT_EQ(a.size(), b.size());
    std::size_t off = 0;
    for (std::size_t i = 0; i < a.size(); ++i) {
        ASSERT_NEAR(length(a[i].points[0]), length(b[i].points[0]), 1e-9);
        ASSERT_NEAR(length(a[i].points[2] - a[0].points[1]), length(b[i].points[2] - b[0].points[1]), 1e-9);
        off += std::floor(b[i].points[0].x * 16) != b[i].points[0].x * 16;
    }
    EXPECT_GE(off, a.size() * 9 / 10) << "a turn by 30 degrees leaves the grid";
}

TEST_F(TransformTool, RoundsToTheWantedDecimals) {
    std::filesystem::copy_file(demo(), path("demo.map"));
    const std::regex points(R"(\( (\S+) (\S+) (\S+) \))");
    for (const std::size_t decimals : {0u, 1u, 3u, 6u, 9u, 12u}) {
        ASSERT_EQ(
            transform({"demo.map", "-o", "turned.map", "--rotate", "30,30,30", "--decimals", std::to_string(decimals)})
                .exitCode,
            0);
        const std::string text = read("turned.map");
        std::size_t numbers = 0, longest = 0;
        for (std::sregex_iterator it(text.begin(), text.end(), points), end; it != end; ++it)
            for (std::size_t k = 1; k <= 3; ++k) {
                const std::string number = (*it)[k];
                ASSERT_EQ(number.find_first_not_of("-0123456789."), std::string::npos) << number;
                ASSERT_NE(number, "-0");
                const std::size_t point = number.find('.');
                const std::size_t count = point == std::string::npos ? 0 : number.size() - point - 1;
                ASSERT_LE(count, decimals) << number;
                longest += count == decimals;
                ++numbers;
            }
        EXPECT_GE(numbers, 10000u);
        EXPECT_GE(longest, numbers / 2);
    }
    place("demo.map", "exact.map", {"--rotate", "30,30,30"});
    expectMoved(
        "exact.map", "turned.map", [](const Vec3& p) { return p; }, 0);
}

TEST_F(TransformTool, PointsThatFallOnALineAreReported) {
    write("room.map", roomMap());
    const RunResult result = transform({"room.map", "-o", "out.map", "--scale", "0.01", "--decimals", "0"});
    EXPECT_EQ(result.exitCode, 0);
    EXPECT_NE(result.err.find("room.map:4: warning: the points of this face lie on a line after rounding"),
              std::string::npos)
        << result.err;
    EXPECT_TRUE(exists("out.map"));
}

TEST_F(TransformTool, AnglesTurnAsFarAsTheyCan) {
    write("odd.map", kOddMap);
    const auto turned = [&](const std::string& rotate) {
        place("odd.map", "turned.map", {"--rotate", rotate});
        return value("turned.map", 2, "angle") + ", " + value("turned.map", 2, "angles");
    };
    EXPECT_EQ(turned("0,0,30"), "120, 0 75 0");
    EXPECT_EQ(turned("0,0,-100.5"), "349.5, 0 304.5 0");
    EXPECT_EQ(turned("90,0,0").substr(0, 2), "-1") << "north turned about x looks up";
    EXPECT_EQ(turned("-90,0,0").substr(0, 2), "-2");
    EXPECT_EQ(value("turned.map", 1, "angle"), "40") << "the cone of a light";
    EXPECT_EQ(value("turned.map", 2, "_x"), "1 2 3");
    EXPECT_EQ(turned("0,90,0"), "90, 45 90 90");
}

TEST_F(TransformTool, Valve220TexturesStayWhereTheyAre) {
    std::filesystem::copy_file(demo(), path("demo.map"));
    place("demo.map", "moved.map", {"--rotate", "30,40,50", "--scale", "2", "--translate", "300,-40,5"});
    const std::vector<MapFace> a = facesOf(parsed("demo.map")), b = facesOf(parsed("moved.map"));
    ASSERT_EQ(a.size(), b.size());
    const auto coordinate = [](const MapFace& face, const Vec3& p, std::size_t which) {
        const double* axis = face.projection.data() + 4 * which;
        return (p.x * axis[0] + p.y * axis[1] + p.z * axis[2]) / face.projection[9 + which] + axis[3];
    };
    for (std::size_t i = 0; i < a.size(); ++i) {
        ASSERT_EQ(a[i].axes, TextureAxes::Valve220);
        for (std::size_t k = 0; k < 3; ++k)
            for (const std::size_t which : {0u, 1u})
                ASSERT_NEAR(coordinate(b[i], b[i].points[k], which), coordinate(a[i], a[i].points[k], which), 1e-8);
    }
}

TEST_F(TransformTool, CornersLieOnTheSamePlanesFurtherApart) {
    std::filesystem::copy_file(demo(), path("demo.map"));
    place("demo.map", "corners.map", {"--corners"});
    const std::vector<MapFace> a = facesOf(parsed("demo.map")), b = facesOf(parsed("corners.map"));
    ASSERT_EQ(a.size(), b.size());
    std::size_t larger = 0;
    for (std::size_t i = 0; i < a.size(); ++i) {
        const auto& p = a[i].points;
        const auto& q = b[i].points;
        const Vec3 before = cross(p[0] - p[1], p[2] - p[1]), after = cross(q[0] - q[1], q[2] - q[1]);
        for (const Vec3& corner : q) ASSERT_NEAR(dot(corner - p[1], before) / length(before), 0, 1e-9);
        ASSERT_GT(dot(before, after), 0) << "turned over";
        ASSERT_GE(length(after), length(before) * (1 - 1e-9));
        larger += length(after) > 100 * length(before);
    }
    EXPECT_GE(larger, a.size() / 2);
    for (const char* key : {"brushes", "faces", "planes"})
        EXPECT_EQ(compileReport("corners.map").at(key), compileReport("demo.map").at(key)) << key;
}

}  // namespace
}  // namespace hullbake::test
