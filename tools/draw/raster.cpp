// Each row of pixels is cut into kRows lines. Along a line the coverage of a pixel is exact.
#include "tools/draw/raster.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "tools/draw/letters.hpp"

namespace hullbake::draw {
namespace {

constexpr int kRows = 4;
constexpr int kCircleCorners = 24;
constexpr double kTwoPi = 6.283185307179586;

struct Edge {
    Point top, bottom;
    int turn;  ///< 1 if it runs down, else -1
};

std::vector<Edge> edgesOf(std::span<const Polygon> loops) {
    std::vector<Edge> edges;
    for (const Polygon& loop : loops)
        for (std::size_t i = 0; i < loop.size(); ++i) {
            const Point &a = loop[i], &b = loop[i + 1 < loop.size() ? i + 1 : 0];
            if (a.y < b.y) edges.push_back({a, b, 1});
            if (a.y > b.y) edges.push_back({b, a, -1});
        }
    std::sort(edges.begin(), edges.end(), [](const Edge& a, const Edge& b) { return a.top.y < b.top.y; });
    return edges;
}

/// Adds the part of each pixel between two positions of a line, of a row that begins at pixel 0.
void addSpan(std::vector<float>& row, double from, double to) {
    from = std::clamp(from, 0.0, static_cast<double>(row.size()));
    to = std::clamp(to, 0.0, static_cast<double>(row.size()));
    for (auto x = static_cast<std::size_t>(from); x < row.size() && static_cast<double>(x) < to; ++x) {
        const double left = std::max(from, static_cast<double>(x)), right = std::min(to, static_cast<double>(x) + 1);
        row[x] += static_cast<float>((right - left) / kRows);
    }
}

/// Returns a rectangle around a segment, counter-clockwise, half a width longer at both ends.
Polygon around(const Point& a, const Point& b, double half) {
    const double length = std::hypot(b.x - a.x, b.y - a.y);
    const double dx = length > 0 ? (b.x - a.x) / length * half : half,
                 dy = length > 0 ? (b.y - a.y) / length * half : 0;
    return {{a.x - dx + dy, a.y - dy - dx},
            {b.x + dx + dy, b.y + dy - dx},
            {b.x + dx - dy, b.y + dy + dx},
            {a.x - dx - dy, a.y - dy + dx}};
}

}  // namespace

Raster::Raster(std::size_t width, std::size_t height, Colour paper) : width_(width), height_(height) {
    unclip();
    pixels_.resize(width * height * 3);
    for (std::size_t i = 0; i < pixels_.size(); ++i)
        pixels_[i] = static_cast<std::uint8_t>(paper >> (16 - 8 * (i % 3)) & 255);
}

void Raster::clip(const Frame& frame) {
    clip_.mins = {std::max(0.0, std::round(frame.mins.x)), std::max(0.0, std::round(frame.mins.y))};
    clip_.maxs = {std::min(static_cast<double>(width_), std::round(frame.maxs.x)),
                  std::min(static_cast<double>(height_), std::round(frame.maxs.y))};
}

void Raster::unclip() {
    clip_ = {{0, 0}, {static_cast<double>(width_), static_cast<double>(height_)}};
}

void Raster::fillLoops(std::span<const Polygon> loops, Colour colour, double opacity, bool evenOdd) {
    const std::vector<Edge> edges = edgesOf(loops);
    if (edges.empty()) return;
    double bottom = edges.front().bottom.y;
    for (const Edge& edge : edges) bottom = std::max(bottom, edge.bottom.y);
    const double first = std::max(clip_.mins.y, std::floor(edges.front().top.y));
    const double last = std::min(clip_.maxs.y, bottom);
    std::vector<float> row(width_);
    std::vector<std::pair<double, int>> crossings;
    for (int down = 0; first + down < last; ++down) {
        const double y = first + down;
        std::fill(row.begin(), row.end(), 0.0f);
        for (int line = 0; line < kRows; ++line) {
            const double at = y + (line + 0.5) / kRows;
            crossings.clear();
            for (const Edge& edge : edges) {
                if (edge.top.y > at) break;
                if (edge.bottom.y <= at) continue;
                const double t = (at - edge.top.y) / (edge.bottom.y - edge.top.y);
                crossings.emplace_back(edge.top.x + (edge.bottom.x - edge.top.x) * t, edge.turn);
            }
            std::sort(crossings.begin(), crossings.end());
            int turns = 0;
            for (std::size_t i = 0; i + 1 < crossings.size(); ++i) {
                turns += evenOdd ? 1 : crossings[i].second;
                if (evenOdd ? turns % 2 != 0 : turns != 0)
                    addSpan(row, std::max(crossings[i].first, clip_.mins.x),
                            std::min(crossings[i + 1].first, clip_.maxs.x));
            }
        }
        const std::size_t begin = static_cast<std::size_t>(y) * width_;
        for (std::size_t x = 0; x < width_; ++x) {
            if (row[x] <= 0) continue;
            const double share = std::min(1.0, static_cast<double>(row[x])) * opacity;
            for (std::size_t channel = 0; channel < 3; ++channel) {
                std::uint8_t& value = pixels_[3 * (begin + x) + channel];
                const double wanted = colour >> (16 - 8 * channel) & 255;
                value = static_cast<std::uint8_t>(std::lround(value + (wanted - value) * share));
            }
        }
    }
}

void Raster::fill(std::span<const Polygon> loops, Colour colour, double opacity) {
    fillLoops(loops, colour, opacity, true);
}

void Raster::stroke(std::span<const Polygon> lines, bool closed, double width, Colour colour, double opacity) {
    std::vector<Polygon> parts;
    for (const Polygon& line : lines)
        for (std::size_t i = 0; i + (closed ? 0 : 1) < line.size(); ++i)
            parts.push_back(around(line[i], line[i + 1 < line.size() ? i + 1 : 0], width / 2));
    fillLoops(parts, colour, opacity, false);
}

void Raster::circle(const Point& centre, double radius, Colour colour, double opacity) {
    Polygon loop;
    for (int i = 0; i < kCircleCorners; ++i) {
        const double angle = kTwoPi * i / kCircleCorners;
        loop.push_back({centre.x + radius * std::cos(angle), centre.y + radius * std::sin(angle)});
    }
    fillLoops({&loop, 1}, colour, opacity, true);
}

void Raster::text(const Point& at, std::string_view text, int scale, Colour colour) {
    std::vector<Polygon> dots;
    double left = std::round(at.x);
    const double top = std::round(at.y) - kLetterRows * scale;
    for (const char c : text) {
        // The later bytes of a character of several.
        if ((static_cast<unsigned char>(c) & 0xc0) == 0x80) continue;
        for (int column = 0; column < kLetterColumns; ++column)
            for (int row = 0; row < kLetterDepth; ++row) {
                if (!letterDot(c, column, row)) continue;
                const double x = left + column * scale, y = top + row * scale;
                dots.push_back(polygonOf({{x, y}, {x + scale, y + scale}}));
            }
        left += (kLetterColumns + 1) * scale;
    }
    fillLoops(dots, colour, 1, false);
}

double Raster::textWidth(std::string_view text, int scale) {
    const auto count =
        std::count_if(text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xc0) != 0x80; });
    return static_cast<double>(count) * (kLetterColumns + 1) * scale;
}

}  // namespace hullbake::draw
