#include "tools/draw/svg.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <iterator>

#include "tools/draw/page_layout.hpp"

namespace hullbake::draw {
namespace {

constexpr double kText = 12;  // height of letters, in pixels

/// Returns the length of the UTF-8 sequence at the start of `text` if XML allows its character, else 0.
std::size_t characterLength(std::string_view text) {
    const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
    const unsigned first = byte(0);
    if (first < 0x80) return first >= 0x20 && first != 0x7f ? 1 : 0;
    const std::size_t size = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2;
    if (first < 0xc2 || first > 0xf4 || text.size() < size) return 0;
    std::uint32_t code = first & (0xffu >> (size + 1));
    for (std::size_t i = 1; i < size; ++i) {
        if ((byte(i) & 0xc0) != 0x80) return 0;
        code = code << 6 | (byte(i) & 0x3fu);
    }
    constexpr std::array<std::uint32_t, 5> kLeast = {0, 0, 0x80, 0x800, 0x10000};
    const bool isControl = code < 0xa0, isSurrogate = code >= 0xd800 && code < 0xe000;
    const bool isNone = (code & 0xfffe) == 0xfffe;
    return code < kLeast[size] || code > 0x10ffff || isControl || isSurrogate || isNone ? 0 : size;
}

std::string colour(Colour c) {
    return fmt::format("#{:06x}", c);
}

class Writer {
  public:
    explicit Writer(const Picture& picture) : picture_(picture), frame_(picture.frame) {
        const double width = frame_.maxs.x - frame_.mins.x, height = frame_.maxs.y - frame_.mins.y;
        unit_ = std::max(width, height) / picture.pixels;
        size_.x = std::max(width / unit_ + kLeft + kRight, kNarrowest);
        columns_ = size_.x < kLeft + 2 * kColumn ? 1 : 2;
        rows_ = legendRows();
        low_ = {frame_.mins.x - kLeft * unit_, -frame_.maxs.y - kTop * unit_};
        size_.y = height / unit_ + kTop + kAxis + kRow * (static_cast<double>(rows_) + 0.5);
    }

    std::string text() {
        open();
        put("<g clip-path=\"url(#frame)\">\n");
        for (const OutlineGroup& group : picture_.outlines) tint(group);
        for (const ShapeGroup& group : picture_.shapes) shapes(group);
        for (const OutlineGroup& group : picture_.outlines) {
            cells(group);
            outline(group);
        }
        for (const PathGroup& group : picture_.paths) path(group);
        for (const StartMark& mark : picture_.starts) start(mark);
        put("</g>\n");
        axes();
        legend();
        put("</svg>\n");
        return std::move(out_);
    }

  private:
    template <class... Args>
    void put(fmt::format_string<Args...> format, Args&&... args) {
        fmt::format_to(std::back_inserter(out_), format, std::forward<Args>(args)...);
    }

    std::size_t legendRows() const {
        std::size_t rows = picture_.outlines.size() + picture_.paths.size() + (picture_.starts.empty() ? 0 : 1);
        for (const ShapeGroup& group : picture_.shapes) rows += group.polygons.empty() ? 0 : 1;
        return (rows + columns_ - 1) / columns_ + 1;
    }

    /// Returns pixels as text, in the units of the picture.
    std::string px(double pixels) const { return number(pixels * unit_); }

    void rectangle(const Frame& box, std::string_view attributes) {
        put("<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" {}/>\n", number(box.mins.x), number(-box.maxs.y),
            number(box.maxs.x - box.mins.x), number(box.maxs.y - box.mins.y), attributes);
    }

    void label(const Point& at, std::string_view text, std::string_view attributes = "") {
        put("<text x=\"{}\" y=\"{}\" {}>{}</text>\n", number(at.x), number(at.y), attributes, escaped(text));
    }

    void open() {
        put("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{}\" height=\"{}\" viewBox=\"{} {} {} {}\" "
            "font-family=\"Helvetica, Arial, sans-serif\" font-size=\"{}\" fill=\"{}\">\n",
            std::ceil(size_.x), std::ceil(size_.y), number(low_.x), number(low_.y), px(size_.x), px(size_.y), px(kText),
            colour(kInk));
        put("<title>{}</title>\n<defs><clipPath id=\"frame\">", escaped(picture_.title));
        rectangle(frame_, "");
        put("</clipPath></defs>\n<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" fill=\"{}\"/>\n", number(low_.x),
            number(low_.y), px(size_.x), px(size_.y), colour(kPaper));
        label({frame_.mins.x, -frame_.maxs.y - 12 * unit_}, picture_.title,
              fmt::format("font-size=\"{}\" font-weight=\"bold\"", px(15)));
    }

    void line(const std::vector<Point>& points, bool closed) {
        for (std::size_t i = 0; i < points.size(); ++i)
            put("{}{} {}", i == 0 ? "M" : "L", number(points[i].x), number(-points[i].y));
        if (closed) put("Z");
    }

    void loops(const OutlineGroup& group) {
        put("<path d=\"");
        for (const Polygon& loop : group.outline.loops) line(loop, true);
    }

    void tint(const OutlineGroup& group) {
        loops(group);
        put("\" fill=\"{}\" fill-opacity=\"0.1\" fill-rule=\"evenodd\"/>\n", colour(group.colour));
    }

    void outline(const OutlineGroup& group) {
        loops(group);
        put("\" fill=\"none\" stroke=\"{}\" stroke-width=\"{}\" stroke-linejoin=\"round\"><title>{}</title></path>\n",
            colour(group.colour), px(1.6), escaped(group.name));
    }

    void cells(const OutlineGroup& group) {
        if (group.cells.empty()) return;
        put("<path d=\"");
        for (const Polygon& cell : group.cells) line(cell, true);
        put("\" fill=\"none\" stroke=\"{}\" stroke-opacity=\"0.5\" stroke-width=\"{}\"/>\n", colour(group.colour),
            px(0.7));
    }

    void shapes(const ShapeGroup& group) {
        if (group.polygons.empty()) return;
        put("<g fill=\"{}\" fill-opacity=\"{}\" stroke=\"{}\" stroke-opacity=\"0.45\" stroke-width=\"{}\" "
            "stroke-linejoin=\"round\">\n",
            colour(group.fill), number(group.opacity), colour(kInk), px(0.5));
        for (std::size_t i = 0; i < group.polygons.size(); ++i) {
            put("<path d=\"");
            line(group.polygons[i], true);
            put("\"><title>{}</title></path>\n", escaped(group.titles[i]));
        }
        put("</g>\n");
    }

    void stroke(const std::vector<Point>& points, Colour c, std::string_view more) {
        if (points.size() < 2) return;
        put("<path d=\"");
        line(points, false);
        put("\" fill=\"none\" stroke=\"{}\" stroke-width=\"{}\" stroke-linejoin=\"round\" {}/>\n", colour(c), px(1.8),
            more);
    }

    void path(const PathGroup& group) {
        put("<g><title>{}</title>\n", escaped(group.name));
        for (const Frame& box : group.boxes)
            rectangle(box, fmt::format("fill=\"{0}\" fill-opacity=\"0.12\" stroke=\"{0}\" stroke-width=\"{1}\"",
                                       colour(group.colour), px(1)));
        stroke(group.rest, group.colour, fmt::format("stroke-dasharray=\"{} {}\"", px(4), px(4)));
        stroke(group.points, group.colour, "");
        for (const Point* end : {&group.points.front(), &group.points.back()})
            put("<circle cx=\"{}\" cy=\"{}\" r=\"{}\" fill=\"{}\"/>\n", number(end->x), number(-end->y), px(3),
                colour(group.colour));
        put("</g>\n");
    }

    void start(const StartMark& mark) {
        const double r = 6 * unit_;
        put("<g stroke=\"{}\" stroke-width=\"{}\"{}><title>{}</title>\n", colour(kInk), px(1.6),
            mark.away ? " opacity=\"0.25\"" : "", escaped(mark.title));
        put("<line x1=\"{}\" y1=\"{}\" x2=\"{}\" y2=\"{}\"/>\n", number(mark.at.x), number(-mark.at.y),
            number(mark.at.x + mark.facing.x * 2.4 * r), number(-(mark.at.y + mark.facing.y * 2.4 * r)));
        put("<circle cx=\"{}\" cy=\"{}\" r=\"{}\" fill=\"#ffd54f\"/>\n</g>\n", number(mark.at.x), number(-mark.at.y),
            number(r));
    }

    void axes() {
        rectangle(frame_, fmt::format("fill=\"none\" stroke=\"{}\" stroke-width=\"{}\"", colour(kFaint), px(1)));
        // A round length at least 44 pixels wide: a label has room.
        const double step = roundLength(std::max(110 * unit_, 1e-3));
        const auto tick = [&](double x1, double y1, double x2, double y2) {
            put("<line x1=\"{}\" y1=\"{}\" x2=\"{}\" y2=\"{}\" stroke=\"{}\" stroke-width=\"{}\"/>\n", number(x1),
                number(y1), number(x2), number(y2), colour(kFaint), px(1));
        };
        const double bottom = -frame_.mins.y, left = frame_.mins.x;
        for (auto i = static_cast<std::int64_t>(std::ceil(left / step)); step * static_cast<double>(i) <= frame_.maxs.x;
             ++i) {
            const double x = step * static_cast<double>(i);
            tick(x, bottom, x, bottom + 4 * unit_);
            label({x, bottom + 17 * unit_}, number(x), "text-anchor=\"middle\"");
        }
        for (auto i = static_cast<std::int64_t>(std::ceil(frame_.mins.y / step));
             step * static_cast<double>(i) <= frame_.maxs.y; ++i) {
            const double y = step * static_cast<double>(i);
            tick(left, -y, left - 4 * unit_, -y);
            label({left - 7 * unit_, -y + 4 * unit_}, number(y), "text-anchor=\"end\"");
        }
        const double length = roundLength(150 * unit_), y = bottom + (kAxis + 14) * unit_;
        put("<path d=\"M{0} {1}V{2}H{3}V{1}\" fill=\"none\" stroke=\"{4}\" stroke-width=\"{5}\"/>\n", number(left),
            number(y - 6 * unit_), number(y), number(left + length), colour(kInk), px(1.4));
        label({left + length + 8 * unit_, y},
              fmt::format("{} units;  {} to the right, {} up", number(length), picture_.right, picture_.up));
    }

    /// Returns where the next entry of the legend begins.
    Point nextEntry() {
        const std::size_t column = entries_ % columns_, row = entries_ / columns_;
        const double right = static_cast<double>(column) * kColumn;
        const double down = kAxis + kRow * (1.75 + static_cast<double>(row)) - 6;
        ++entries_;
        return {frame_.mins.x + right * unit_, -frame_.mins.y + down * unit_};
    }

    void swatch(std::string_view name, std::string_view attributes) {
        const Point at = nextEntry();
        put("<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" {}/>\n", number(at.x), number(at.y), px(18), px(12),
            attributes);
        label({at.x + 26 * unit_, at.y + 10.5 * unit_}, name);
    }

    void legend() {
        for (const ShapeGroup& group : picture_.shapes)
            if (!group.polygons.empty())
                swatch(group.name, fmt::format("fill=\"{}\" fill-opacity=\"{}\" stroke=\"{}\" stroke-opacity=\"0.45\" "
                                               "stroke-width=\"{}\"",
                                               colour(group.fill), number(group.opacity), colour(kInk), px(0.5)));
        for (const OutlineGroup& group : picture_.outlines)
            swatch(group.name, fmt::format("fill=\"{0}\" fill-opacity=\"0.1\" stroke=\"{0}\" stroke-width=\"{1}\"",
                                           colour(group.colour), px(1.6)));
        for (const PathGroup& group : picture_.paths) {
            const Point at = nextEntry();
            const double y = at.y + 6 * unit_;
            put("<path d=\"M{} {}H{}\" stroke=\"{}\" stroke-width=\"{}\"/>\n", number(at.x), number(y),
                number(at.x + 18 * unit_), colour(group.colour), px(1.8));
            label({at.x + 26 * unit_, at.y + 10.5 * unit_}, group.name);
        }
        if (picture_.starts.empty()) return;
        const bool pale = std::any_of(picture_.starts.begin(), picture_.starts.end(),
                                      [](const StartMark& mark) { return mark.away; });
        const Point at = nextEntry();
        put("<circle cx=\"{}\" cy=\"{}\" r=\"{}\" fill=\"#ffd54f\" stroke=\"{}\" stroke-width=\"{}\"/>\n",
            number(at.x + 9 * unit_), number(at.y + 6 * unit_), px(6), colour(kInk), px(1.6));
        label({at.x + 26 * unit_, at.y + 10.5 * unit_},
              pale ? "a player starts; pale: away from the plane" : "a player starts, and looks that way");
    }

    const Picture& picture_;
    Frame frame_;
    double unit_ = 1;  ///< units a pixel
    Point low_, size_;
    std::size_t columns_ = 2, rows_ = 0, entries_ = 0;
    std::string out_;
};

}  // namespace

std::string escaped(std::string_view text) {
    std::string out;
    while (!text.empty()) {
        const std::size_t size = characterLength(text);
        const char c = text.front();
        if (size == 0)
            out += "\xef\xbf\xbd";
        else if (c == '&')
            out += "&amp;";
        else if (c == '<')
            out += "&lt;";
        else if (c == '>')
            out += "&gt;";
        else if (c == '"')
            out += "&quot;";
        else
            out += text.substr(0, size);
        text.remove_prefix(std::max<std::size_t>(size, 1));
    }
    return out;
}

std::string svgOf(const Picture& picture) {
    return Writer(picture).text();
}

}  // namespace hullbake::draw
