// Proves the pixels: exact coverage, blending, letters, and that a picture has the places and colours of its SVG.
#include <gtest/gtest.h>

#include <array>
#include <string>
#include <vector>

#include "tools/draw/letters.hpp"
#include "tools/draw/png.hpp"

namespace hullbake::test {
namespace {

using namespace draw;

Colour at(const Raster& raster, std::size_t x, std::size_t y) {
    const std::size_t i = 3 * (y * raster.width() + x);
    const auto p = raster.pixels();
    return static_cast<Colour>(p[i] << 16 | p[i + 1] << 8 | p[i + 2]);
}

// The darkness of black drawn on white, in pixels.
double ink(const Raster& raster) {
    double sum = 0;
    for (std::size_t i = 0; i < raster.pixels().size(); i += 3) sum += (255 - raster.pixels()[i]) / 255.0;
    return sum;
}

TEST(Raster, WholePixelsAreFilledWhole) {
    Raster raster(8, 8, 0xffffff);
    const Polygon box = polygonOf({{2, 3}, {5, 7}});
    raster.fill({&box, 1}, 0x123456, 1);
    for (std::size_t y = 0; y < 8; ++y)
        for (std::size_t x = 0; x < 8; ++x)
            EXPECT_EQ(at(raster, x, y), x >= 2 && x < 5 && y >= 3 && y < 7 ? 0x123456u : 0xffffffu) << x << ' ' << y;
}

TEST(Raster, PartsOfPixelsAreBlended) {
    Raster raster(4, 4, 0xffffff);
    const Polygon box = polygonOf({{0.5, 0}, {2, 1.5}});
    raster.fill({&box, 1}, 0, 1);
    EXPECT_EQ(at(raster, 0, 0), 0x808080u) << "half of it";
    EXPECT_EQ(at(raster, 1, 0), 0u);
    EXPECT_EQ(at(raster, 0, 1), 0xbfbfbfu) << "a quarter";
    raster = Raster(4, 4, 0xffffff);
    raster.fill({&box, 1}, 0xff0000, 0.2);
    EXPECT_EQ(at(raster, 1, 0), 0xffccccu);
}

TEST(Raster, AreasAreThoseOfThePolygons) {
    Raster raster(100, 100, 0xffffff);
    const std::vector<Polygon> ring{{{50, 10}, {90, 50}, {50, 90}, {10, 50}}, polygonOf({{40, 40}, {60, 60}})};
    raster.fill(ring, 0, 1);
    EXPECT_NEAR(ink(raster), 2 * 40.0 * 40 - 20 * 20, 5);
    EXPECT_EQ(at(raster, 50, 50), 0xffffffu) << "a hole";
    raster = Raster(100, 100, 0xffffff);
    // The two legs overlap at the corner and are blended once.
    const Polygon corner{{20, 20}, {80, 20}, {80, 80}};
    raster.stroke({&corner, 1}, false, 4, 0, 1);
    EXPECT_NEAR(ink(raster), 64 * 4 + 64 * 4 - 4 * 4, 0.5);
    raster = Raster(100, 100, 0xffffff);
    raster.circle({50, 50}, 20, 0, 1);
    EXPECT_NEAR(ink(raster), 3.1416 * 20 * 20, 20);
}

TEST(Raster, WhatLiesOutsideIsLeftOut) {
    Raster raster(10, 10, 0xffffff);
    const Polygon large = polygonOf({{-1e6, -1e6}, {1e6, 1e6}});
    raster.clip({{2, 2}, {4, 4}});
    raster.fill({&large, 1}, 0, 1);
    EXPECT_EQ(ink(raster), 4);
    raster.unclip();
    raster.fill({&large, 1}, 0, 1);
    EXPECT_EQ(ink(raster), 100);
}

TEST(Raster, LettersDifferAndStandOnTheLine) {
    std::vector<std::string> shapes;
    for (int c = 0x21; c < 0x7f; ++c) {
        std::string shape;
        for (int row = 0; row < kLetterDepth; ++row)
            for (int column = 0; column < kLetterColumns; ++column)
                shape += letterDot(static_cast<char>(c), column, row) ? '#' : '.';
        EXPECT_NE(shape.find('#'), std::string::npos) << c;
        for (const std::string& other : shapes) EXPECT_NE(shape, other) << c;
        shapes.push_back(shape);
    }
    Raster raster(40, 20, 0xffffff);
    raster.text({3, 12}, "L\xc3\xa4L", 1, 0);
    EXPECT_EQ(at(raster, 3, 11), 0u) << "the foot of L";
    EXPECT_EQ(at(raster, 3, 12), 0xffffffu);
    EXPECT_EQ(at(raster, 3 + 12, 11), 0u) << "a character of two bytes has one place";
    EXPECT_EQ(Raster::textWidth("L\xc3\xa4L", 2), 36);
}

TEST(Raster, APictureHasItsColoursAtItsPlaces) {
    Picture picture;
    picture.title = "t";
    picture.frame = {{0, 0}, {100, 50}};
    picture.pixels = 500;
    picture.shapes.push_back({"solid", 0x9c9488, 1, {polygonOf({{10, 10}, {30, 30}})}, {"s"}});
    picture.outlines.push_back({"hull", 0xd81b60, {{polygonOf({{60, 10}, {90, 40}})}}, {}});
    picture.paths.push_back({"run", 0x2e7d32, {{5, 45}, {95, 45}}, {}, {}});
    const Raster raster = rasterOf(picture);
    // 5 pixels a unit; the frame begins at 52, 34 and its upper edge is y = 50.
    const auto colour = [&](double x, double y) {
        return at(raster, static_cast<std::size_t>(52 + 5 * x), static_cast<std::size_t>(34 + 5 * (50 - y)));
    };
    EXPECT_EQ(colour(20, 20), 0x9c9488u);
    EXPECT_EQ(colour(40, 20), 0xffffffu);
    EXPECT_EQ(colour(75, 25), 0xfbe8efu) << "a tenth of the outline's colour";
    EXPECT_EQ(colour(50, 45), 0x2e7d32u);
    EXPECT_EQ(colour(20, 35), 0xffffffu);
}

}  // namespace
}  // namespace hullbake::test
