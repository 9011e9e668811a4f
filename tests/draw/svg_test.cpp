// Proves that SVG text stays XML whatever the names are, and where its coordinates lie.
#include <gtest/gtest.h>

#include <string>

#include "tools/draw/svg.hpp"

namespace hullbake::test {
namespace {

using namespace draw;

TEST(Svg, TextIsEscaped) {
    EXPECT_EQ(escaped("a<b>&\"c\""), "a&lt;b&gt;&amp;&quot;c&quot;");
    EXPECT_EQ(escaped("*lava1 + 'sky'"), "*lava1 + 'sky'");
    EXPECT_EQ(escaped("gr\xc3\xbc\xc3\x9f \xe2\x82\xac \xf0\x9f\x8e\xae"),
              "gr\xc3\xbc\xc3\x9f \xe2\x82\xac \xf0\x9f\x8e\xae");
}

TEST(Svg, WhatXmlForbidsIsReplaced) {
    const std::string no = "\xef\xbf\xbd";
    EXPECT_EQ(escaped(std::string("a\0b", 3)), "a" + no + "b");
    EXPECT_EQ(escaped("\x01\x1b\x7f"), no + no + no);
    EXPECT_EQ(escaped("\xff\xfe"), no + no) << "never UTF-8";
    EXPECT_EQ(escaped("\xc3"), no) << "cut off";
    EXPECT_EQ(escaped("\xc0\xbc"), no + no) << "a long form of <";
    EXPECT_EQ(escaped("\xed\xa0\x80"), no + no + no) << "a surrogate";
    EXPECT_EQ(escaped("\xef\xbf\xbf"), no + no + no) << "no character";
    EXPECT_EQ(escaped("\xf5\x80\x80\x80"), no + no + no + no) << "beyond Unicode";
}

TEST(Svg, CoordinatesAreThoseOfTheLevel) {
    Picture picture;
    picture.title = "a & b";
    picture.frame = {{-100, -50}, {100, 50}};
    ShapeGroup group;
    group.name = "solid";
    group.polygons = {{{-10, 5}, {20.25, 5}, {0, 30}}};
    group.titles = {"<tag>"};
    picture.shapes = {group};
    picture.outlines = {{"hull", 0xff0000, unite(group.polygons), {}}};
    const std::string text = svgOf(picture);
    EXPECT_NE(text.find("<path d=\"M-10 -5L20.25 -5L0 -30Z\"><title>&lt;tag&gt;</title></path>"), std::string::npos)
        << text;
    EXPECT_NE(text.find("<title>a &amp; b</title>"), std::string::npos);
    EXPECT_NE(text.find("fill=\"none\" stroke=\"#ff0000\""), std::string::npos);
    EXPECT_EQ(text.find("<tag>"), std::string::npos);
}

}  // namespace
}  // namespace hullbake::test
