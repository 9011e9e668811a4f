#include "tools/draw/png.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>

#include "tools/draw/page_layout.hpp"

namespace hullbake::draw {
namespace {

constexpr Colour kStart = 0xffd54f;
constexpr double kDash = 4;  // length of a dash, in pixels

/// Cuts a line into dashes and leaves the gaps out.
std::vector<Polygon> dashes(const std::vector<Point>& line) {
    std::vector<Polygon> parts;
    double walked = 0;
    for (std::size_t i = 1; i < line.size(); ++i) {
        const Point &a = line[i - 1], &b = line[i];
        const double length = std::hypot(b.x - a.x, b.y - a.y);
        for (double at = 0; at < length;) {
            const double phase = std::fmod(walked + at, 2 * kDash);
            const double end = std::min(length, at + (phase < kDash ? kDash : 2 * kDash) - phase);
            const auto point = [&](double t) {
                return Point{a.x + (b.x - a.x) * t / length, a.y + (b.y - a.y) * t / length};
            };
            if (phase < kDash) parts.push_back({point(at), point(end)});
            at = std::max(end, at + 1e-3);
        }
        walked += length;
    }
    return parts;
}

class Painter {
  public:
    explicit Painter(const Picture& picture)
        : picture_(picture),
          frame_(picture.frame),
          unit_(std::max(frame_.maxs.x - frame_.mins.x, frame_.maxs.y - frame_.mins.y) / picture.pixels),
          columns_(frameWidth() + kLeft + kRight < kLeft + 2 * kColumn ? 1 : 2),
          raster_(static_cast<std::size_t>(std::ceil(std::max(frameWidth() + kLeft + kRight, kNarrowest))),
                  static_cast<std::size_t>(
                      std::ceil(frameHeight() + kTop + kAxis + kRow * (static_cast<double>(legendRows()) + 0.5))),
                  kPaper) {}

    Raster picture() {
        raster_.clip({{kLeft, kTop}, {kLeft + frameWidth(), kTop + frameHeight()}});
        for (const OutlineGroup& group : picture_.outlines) raster_.fill(flat(group.outline.loops), group.colour, 0.1);
        for (const ShapeGroup& group : picture_.shapes) shapes(group);
        for (const OutlineGroup& group : picture_.outlines) {
            for (const Polygon& cell : group.cells) line(cell, true, 0.7, group.colour, 0.5);
            raster_.stroke(flat(group.outline.loops), true, 1.6, group.colour, 1);
        }
        for (const PathGroup& group : picture_.paths) path(group);
        for (const StartMark& mark : picture_.starts) start(mark);
        raster_.unclip();
        raster_.text({kLeft, kTop - 12}, picture_.title, 2, kInk);
        axes();
        legend();
        return std::move(raster_);
    }

  private:
    double frameWidth() const { return (frame_.maxs.x - frame_.mins.x) / unit_; }
    double frameHeight() const { return (frame_.maxs.y - frame_.mins.y) / unit_; }

    std::size_t legendRows() const {
        std::size_t rows = picture_.outlines.size() + picture_.paths.size() + (picture_.starts.empty() ? 0 : 1);
        for (const ShapeGroup& group : picture_.shapes) rows += group.polygons.empty() ? 0 : 1;
        return (rows + columns_ - 1) / columns_ + 1;
    }

    /// Returns where a point of the level is in pixels.
    Point at(const Point& p) const {
        return {kLeft + (p.x - frame_.mins.x) / unit_, kTop + (frame_.maxs.y - p.y) / unit_};
    }
    Polygon flat(const Polygon& polygon) const {
        Polygon out;
        out.reserve(polygon.size());
        for (const Point& p : polygon) out.push_back(at(p));
        return out;
    }
    std::vector<Polygon> flat(const std::vector<Polygon>& polygons) const {
        std::vector<Polygon> out;
        out.reserve(polygons.size());
        for (const Polygon& polygon : polygons) out.push_back(flat(polygon));
        return out;
    }

    void line(const Polygon& points, bool closed, double width, Colour colour, double opacity) {
        const Polygon pixels = flat(points);
        raster_.stroke({&pixels, 1}, closed, width, colour, opacity);
    }

    void shapes(const ShapeGroup& group) {
        for (const Polygon& polygon : group.polygons) {
            const Polygon pixels = flat(polygon);
            raster_.fill({&pixels, 1}, group.fill, group.opacity);
            raster_.stroke({&pixels, 1}, true, 0.5, kInk, 0.45);
        }
    }

    void path(const PathGroup& group) {
        for (const Frame& box : group.boxes) {
            const Polygon pixels = flat(polygonOf(box));
            raster_.fill({&pixels, 1}, group.colour, 0.12);
            raster_.stroke({&pixels, 1}, true, 1, group.colour, 1);
        }
        raster_.stroke(dashes(flat(group.rest)), false, 1.8, group.colour, 1);
        line(group.points, false, 1.8, group.colour, 1);
        for (const Point* end : {&group.points.front(), &group.points.back()})
            raster_.circle(at(*end), 3, group.colour, 1);
    }

    void disc(const Point& centre, double opacity) {
        raster_.circle(centre, 6.8, kInk, opacity);
        raster_.circle(centre, 5.2, kStart, opacity);
    }

    void start(const StartMark& mark) {
        const double opacity = mark.away ? 0.25 : 1;
        const Point centre = at(mark.at);
        const Polygon facing{centre, {centre.x + mark.facing.x * 14.4, centre.y - mark.facing.y * 14.4}};
        if (mark.facing.x != 0 || mark.facing.y != 0) raster_.stroke({&facing, 1}, false, 1.6, kInk, opacity);
        disc(centre, opacity);
    }

    void pixelLine(const Point& a, const Point& b, double width, Colour colour) {
        const Polygon both{a, b};
        raster_.stroke({&both, 1}, false, width, colour, 1);
    }

    void axes() {
        line(polygonOf(frame_), true, 1, kFaint, 1);
        const double step = roundLength(std::max(110 * unit_, 1e-3));
        const double bottom = kTop + frameHeight();
        const auto first = [step](double least) { return static_cast<std::int64_t>(std::ceil(least / step)); };
        const auto last = [step](double most) { return static_cast<std::int64_t>(std::floor(most / step)); };
        for (std::int64_t i = first(frame_.mins.x); i <= last(frame_.maxs.x); ++i) {
            const double x = static_cast<double>(i) * step;
            const double here = at({x, 0}).x;
            pixelLine({here, bottom}, {here, bottom + 4}, 1, kFaint);
            const std::string text = number(x);
            raster_.text({here - Raster::textWidth(text, 1) / 2, bottom + 17}, text, 1, kInk);
        }
        for (std::int64_t i = first(frame_.mins.y); i <= last(frame_.maxs.y); ++i) {
            const double y = static_cast<double>(i) * step;
            const double here = at({0, y}).y;
            pixelLine({kLeft, here}, {kLeft - 4, here}, 1, kFaint);
            const std::string text = number(y);
            raster_.text({kLeft - 7 - Raster::textWidth(text, 1), here + 4}, text, 1, kInk);
        }
        const double length = roundLength(150 * unit_), y = bottom + kAxis + 14, right = kLeft + length / unit_;
        const Polygon scale{{kLeft, y - 6}, {kLeft, y}, {right, y}, {right, y - 6}};
        raster_.stroke({&scale, 1}, false, 1.4, kInk, 1);
        raster_.text({right + 8, y},
                     fmt::format("{} units;  {} to the right, {} up", number(length), picture_.right, picture_.up), 1,
                     kInk);
    }

    /// Returns where the next entry of the legend begins, after its words are written.
    Point entry(std::string_view name) {
        const double right = static_cast<double>(entries_ % columns_) * kColumn;
        const std::size_t row = entries_ / columns_;
        const double down = kAxis + kRow * (1.75 + static_cast<double>(row)) - 6;
        ++entries_;
        const Point place{kLeft + right, kTop + frameHeight() + down};
        raster_.text({place.x + 26, place.y + 10}, name, 1, kInk);
        return place;
    }

    void swatch(std::string_view name, Colour fill, double opacity, Colour edge, double width) {
        const Point place = entry(name);
        const Polygon box = polygonOf({place, {place.x + 18, place.y + 12}});
        raster_.fill({&box, 1}, fill, opacity);
        raster_.stroke({&box, 1}, true, width, edge, 1);
    }

    void legend() {
        for (const ShapeGroup& group : picture_.shapes)
            if (!group.polygons.empty()) swatch(group.name, group.fill, group.opacity, kFaint, 0.5);
        for (const OutlineGroup& group : picture_.outlines) swatch(group.name, group.colour, 0.1, group.colour, 1.6);
        for (const PathGroup& group : picture_.paths) {
            const Point place = entry(group.name);
            pixelLine({place.x, place.y + 6}, {place.x + 18, place.y + 6}, 1.8, group.colour);
        }
        if (picture_.starts.empty()) return;
        const bool pale = std::any_of(picture_.starts.begin(), picture_.starts.end(),
                                      [](const StartMark& mark) { return mark.away; });
        const Point place =
            entry(pale ? "a player starts; pale: away from the plane" : "a player starts, and looks that way");
        disc({place.x + 9, place.y + 6}, 1);
    }

    const Picture& picture_;
    Frame frame_;
    double unit_;  ///< units a pixel
    std::size_t columns_, entries_ = 0;
    Raster raster_;
};

}  // namespace

Raster rasterOf(const Picture& picture) {
    return Painter(picture).picture();
}

}  // namespace hullbake::draw
