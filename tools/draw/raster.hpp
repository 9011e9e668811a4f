// Pixels to draw on, with smooth edges.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "tools/draw/picture.hpp"

namespace hullbake::draw {

/// A picture of pixels. Positions are in pixels from the upper left corner, y downwards; what lies outside is left out.
class Raster {
  public:
    Raster(std::size_t width, std::size_t height, Colour paper);

    /// Fills what lies inside closed lines by the even-odd rule, blended by `opacity` in 0 to 1.
    void fill(std::span<const Polygon> loops, Colour colour, double opacity);
    /// Draws lines of a width; where they overlap themselves they are blended once.
    void stroke(std::span<const Polygon> lines, bool closed, double width, Colour colour, double opacity);
    void circle(const Point& centre, double radius, Colour colour, double opacity);
    /// Writes text whose letters are 7 * scale pixels high and stand on `at`. Characters outside ASCII become boxes.
    void text(const Point& at, std::string_view text, int scale, Colour colour);
    /// Returns the width of such a text in pixels.
    static double textWidth(std::string_view text, int scale);

    /// Restricts all drawing to a rectangle in pixels.
    void clip(const Frame& frame);
    void unclip();

    std::size_t width() const { return width_; }
    std::size_t height() const { return height_; }
    /// Three bytes for each pixel, row by row from the top.
    std::span<const std::uint8_t> pixels() const { return pixels_; }

  private:
    void fillLoops(std::span<const Polygon> loops, Colour colour, double opacity, bool evenOdd);

    std::size_t width_, height_;
    Frame clip_;
    std::vector<std::uint8_t> pixels_;
};

}  // namespace hullbake::draw
