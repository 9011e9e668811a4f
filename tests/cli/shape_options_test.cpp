// Shapes of the command line: what each text means, and one clear error for each fault.
#include "tools/input/shape_options.hpp"

#include <gtest/gtest.h>

#include <fstream>
#include <string>

#include "support/temporary_folder.hpp"
#include "tools/base/errors.hpp"

namespace hullbake::cli {
namespace {

TEST(ShapeOptions, EveryKindIsAroundItsOrigin) {
    const Shape ball = parseShape("ball:4.5", "--shape").shape;
    EXPECT_EQ(ball.kind, ShapeKind::Ball);
    EXPECT_EQ(ball.radius, 4.5);
    const Shape capsule = parseShape("capsule:16,56", "--shape").shape;
    EXPECT_EQ(capsule.bounds(), (Box{{-16, -16, -28}, {16, 16, 28}}));
    const Shape cylinder = parseShape("cylinder:16,56", "--shape").shape;
    EXPECT_EQ(cylinder.kind, ShapeKind::Cylinder);
    EXPECT_EQ(cylinder.bounds(), (Box{{-16, -16, -28}, {16, 16, 28}}));
    const Shape box = parseShape("box:-16,-16,-24:16,16,32", "--shape").shape;
    EXPECT_EQ(box.bounds(), (Box{{-16, -16, -24}, {16, 16, 32}}));
}

TEST(ShapeOptions, AnglesTurnAboutTheOrigin) {
    EXPECT_EQ(parseShape("cylinder:1,8@90,0,0", "--shape").shape.bounds(), (Box{{-4, -1, -1}, {4, 1, 1}}));
    EXPECT_EQ(parseShape("capsule:1,8@90,0,0", "--shape").shape.bounds(), (Box{{-4, -1, -1}, {4, 1, 1}}));
    // Yaw turns x to y.
    EXPECT_EQ(parseShape("box:0,0,0:8,2,1@0,90,0", "--shape").shape.bounds(), (Box{{-2, 0, 0}, {0, 8, 1}}));
}

TEST(ShapeOptions, PointsComeFromAFile) {
    const test::TemporaryFolder folder;
    const std::string path = (folder.path() / "pyramid@1.txt").string();
    std::ofstream(path) << "# a pyramid\n-8 -8 0\r\n8 -8 0\n\n8 8 0  # comment\n-8 8 0\n0 0 12\n0 0 1\n";
    const ParsedShape parsed = parseShape("points:" + path, "--shape");
    EXPECT_EQ(parsed.shape.kind, ShapeKind::Convex);
    EXPECT_EQ(parsed.shape.convex, parsed.convex.get());
    EXPECT_EQ(parsed.convex->cornerCount, 5);
    EXPECT_EQ(parsed.convex->faceCount, 5);
}

template <class Error>
std::string errorOf(const std::string& text) {
    try {
        parseShape(text, "--shape");
    } catch (const Error& error) {
        return error.what();
    }
    return "no error";
}

TEST(ShapeOptions, EachFaultHasOneClearError) {
    const auto usage = errorOf<UsageError>;
    EXPECT_EQ(usage("sphere:4"), std::string("--shape: expected ") + kShapeSyntax + "; found \"sphere:4\"");
    EXPECT_EQ(usage(""), std::string("--shape: expected ") + kShapeSyntax + "; found \"\"");
    EXPECT_EQ(usage("ball"), "--shape: expected a number as the radius, found \"\"");
    EXPECT_EQ(usage("ball:4x"), "--shape: expected a number as the radius, found \"4x\"");
    EXPECT_EQ(usage("ball:-1"), "--shape: the radius must lie within 0 to 512, found -1");
    EXPECT_EQ(usage("ball:nan"), "--shape: the radius must lie within 0 to 512, found nan");
    EXPECT_EQ(usage("ball:inf"), "--shape: the radius must lie within 0 to 512, found inf");
    EXPECT_EQ(usage("ball:300"), "--shape: ball:300 is larger than 512 units, or too far from its origin");
    EXPECT_EQ(usage("ball:4@0,0,0"), "--shape: a ball does not turn");
    EXPECT_EQ(usage("capsule:16"), "--shape: expected R,H, found \"16\"");
    EXPECT_EQ(usage("capsule:16,31"), "--shape: a capsule of radius 16 is at least 32 units high, found 31");
    EXPECT_EQ(usage("cylinder:16,-1"), "--shape: the height must lie within 0 to 512, found -1");
    EXPECT_EQ(usage("cylinder:16,56,3"), "--shape: expected a number as the height, found \"56,3\"");
    EXPECT_EQ(usage("cylinder:16,56@1,2"), "--shape: expected a point X,Y,Z, found \"1,2\"");
    EXPECT_EQ(usage("cylinder:16,56@nan,0,0"), "--shape: angles must be finite");
    EXPECT_EQ(usage("box:1,2,3"), "--shape: expected X,Y,Z:X,Y,Z, found \"1,2,3\"");
    EXPECT_EQ(usage("box:1,2,3:0,3,4"), "--shape: mins must not exceed maxs, but x does not hold: 1 <= 0");
    EXPECT_EQ(usage("points:"), "--shape: points: needs a file");
}

TEST(ShapeOptions, FaultsOfAFileNameItsLine) {
    const test::TemporaryFolder folder;
    const auto path = [&](const std::string& name) { return (folder.path() / name).string(); };
    const auto faultOf = [&](const std::string& text) {
        std::ofstream(path("p.txt")) << text;
        const std::string error = errorOf<Failure>("points:" + path("p.txt"));
        return error.substr(error.find("p.txt") == std::string::npos ? 0 : error.find("p.txt"));
    };
    EXPECT_EQ(faultOf("1 2 3\n4 5\n"), "p.txt:2: expected three numbers, found 2");
    EXPECT_EQ(faultOf("1 2 x\n"), "p.txt:1: expected a number, found \"x\"");
    EXPECT_EQ(faultOf("1 2 \x1b[2J\n"), "p.txt:1: expected a number, found \"\\x1b[2J\"");
    EXPECT_EQ(faultOf("1 2 nan\n"), "p.txt:1: coordinates must lie within +-262144");
    EXPECT_EQ(faultOf("# nothing\n"), "p.txt: no points");
    EXPECT_EQ(faultOf(""), "p.txt: no points");
    std::string many;
    for (int i = 0; i < 65; ++i) many += "1 2 " + std::to_string(i) + "\n";
    EXPECT_EQ(faultOf(many), "p.txt:65: more than 64 points");
    EXPECT_EQ(errorOf<Failure>("points:" + path("none.txt")), path("none.txt") + ": no such file");
    EXPECT_EQ(errorOf<Failure>("points:" + folder.path().string()), folder.path().string() + ": is a directory");
}

}  // namespace
}  // namespace hullbake::cli
