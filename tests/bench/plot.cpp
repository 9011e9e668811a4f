#include "tests/bench/plot.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace hullbake::bench {

namespace {

constexpr double kWidth = 420, kHeight = 280;                       // size of a panel, pixels
constexpr double kLeft = 62, kRight = 64, kTop = 34, kBottom = 44;  // margins around the axes of a panel, pixels
constexpr double kCaption = 26;
constexpr std::array kColours = {"#3465a4", "#c4500a", "#4e7a06", "#75507b", "#8f5902"};

// Formats thousands as k, millions as M.
std::string shortNumber(double value) {
    if (value >= 1e6) return fmt::format("{:g}M", value / 1e6);
    if (value >= 1e3) return fmt::format("{:g}k", value / 1e3);
    return fmt::format("{:g}", value);
}

std::string escaped(const std::string& text) {
    std::string out;
    for (const char c : text) {
        if (c == '&')
            out += "&amp;";
        else if (c == '<')
            out += "&lt;";
        else
            out += c;
    }
    return out;
}

struct Range {
    double low = 1, high = 10;

    /// Returns the smallest range with a little room that contains all values, or a decade when there are none.
    static Range around(const std::vector<double>& values) {
        if (values.empty()) return {};
        const auto [low, high] = std::minmax_element(values.begin(), values.end());
        return {*low / 1.25, std::max(*high * 1.25, *low * 2)};
    }
    double part(double value) const { return std::log(value / low) / std::log(high / low); }
};

class PanelDrawing {
  public:
    PanelDrawing(const Panel& panel, double left, double top) : panel_(panel), left_(left), top_(top) {
        std::vector<double> xs, ys;
        for (const Series& series : panel.series)
            for (const Point& point : series.points) {
                xs.push_back(point.x);
                ys.push_back(point.y);
            }
        xRange_ = Range::around(xs);
        yRange_ = Range::around(ys);
    }

    std::string text() const {
        std::string out = axes();
        for (std::size_t i = 0; i < panel_.series.size(); ++i)
            if (!panel_.series[i].points.empty()) out += line(panel_.series[i], kColours[i % kColours.size()]);
        return out;
    }

  private:
    double x(double value) const { return left_ + kLeft + xRange_.part(value) * (kWidth - kLeft - kRight); }
    double y(double value) const { return top_ + kHeight - kBottom - yRange_.part(value) * (kHeight - kTop - kBottom); }

    std::string axes() const {
        const double x0 = x(xRange_.low), x1 = x(xRange_.high), y0 = y(yRange_.low), y1 = y(yRange_.high);
        std::string out = fmt::format(
            "<text x=\"{:.1f}\" y=\"{:.1f}\" class=\"title\">{}</text>\n"
            "<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"middle\">{}</text>\n",
            x0, top_ + 20, escaped(panel_.title), (x0 + x1) / 2, top_ + kHeight - 8, escaped(panel_.xTitle));
        for (const double tick : logTicks(xRange_.low, xRange_.high))
            out += fmt::format(
                "<path d=\"M{0:.1f} {1:.1f}V{2:.1f}\" class=\"grid\"/>\n"
                "<text x=\"{0:.1f}\" y=\"{3:.1f}\" text-anchor=\"middle\">{4}</text>\n",
                x(tick), y0, y1, y0 + 15, shortNumber(tick));
        for (const double tick : logTicks(yRange_.low, yRange_.high))
            out += fmt::format(
                "<path d=\"M{0:.1f} {1:.1f}H{2:.1f}\" class=\"grid\"/>\n"
                "<text x=\"{3:.1f}\" y=\"{4:.1f}\" text-anchor=\"end\">{5}</text>\n",
                x0, y(tick), x1, x0 - 6, y(tick) + 4, shortNumber(tick));
        return out + fmt::format("<path d=\"M{:.1f} {:.1f}V{:.1f}H{:.1f}\" class=\"axis\"/>\n", x0, y1, y0, x1);
    }

    std::string line(const Series& series, const char* colour) const {
        std::string path, dots;
        for (const Point& point : series.points) {
            path += fmt::format("{}{:.1f} {:.1f}", path.empty() ? 'M' : 'L', x(point.x), y(point.y));
            dots += fmt::format("<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"3\" fill=\"{}\"/>\n", x(point.x), y(point.y),
                                colour);
        }
        const Point& last = series.points.back();
        return fmt::format("<path d=\"{}\" fill=\"none\" stroke=\"{}\" stroke-width=\"1.5\"/>\n", path, colour) + dots +
               fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" style=\"fill:{}\">{}</text>\n", x(last.x) + 7,
                           y(last.y) + 4 + nudge(series), colour, escaped(series.name));
    }

    // Moves names apart whose last points lie close together.
    double nudge(const Series& series) const {
        constexpr double kLine = 13;
        std::vector<std::pair<double, const Series*>> ends;
        for (const Series& other : panel_.series)
            if (!other.points.empty()) ends.emplace_back(y(other.points.back().y), &other);
        std::sort(ends.begin(), ends.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
        double shift = 0, above = -1e9;
        for (const auto& [at, other] : ends) {
            const double placed = std::max(at, above + kLine);
            if (other == &series) shift = placed - at;
            above = placed;
        }
        return shift;
    }

    const Panel& panel_;
    double left_, top_;
    Range xRange_, yRange_;
};

}  // namespace

std::vector<double> logTicks(double low, double high) {
    const auto multiples = [&](const std::vector<int>& steps) {
        std::vector<double> ticks;
        for (int exponent = static_cast<int>(std::floor(std::log10(low))); std::pow(10.0, exponent) <= high; ++exponent)
            for (const int step : steps) {
                const double tick = step * std::pow(10.0, exponent);
                if (tick >= low && tick <= high) ticks.push_back(tick);
            }
        return ticks;
    };
    constexpr double kManyDecades = 2.2;
    if (std::log10(high / low) > kManyDecades) return multiples({1});
    const std::vector<double> some = multiples({1, 2, 5});
    return some.size() > 2 ? some : multiples({1, 2, 3, 4, 5, 6, 7, 8, 9});
}

std::string plotSvg(const std::vector<Panel>& panels, const std::string& caption) {
    const auto rows = static_cast<double>((panels.size() + 1) / 2);
    const double width = 2 * kWidth, height = rows * kHeight + kCaption;
    std::string out = fmt::format(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0:g}\" height=\"{1:g}\" viewBox=\"0 0 {0:g} {1:g}\">\n"
        "<style>text{{font:11px sans-serif;fill:#333}}.title{{font-weight:bold;font-size:12px}}"
        ".grid{{stroke:#ddd;fill:none}}.axis{{stroke:#777;fill:none}}</style>\n"
        "<rect width=\"{0:g}\" height=\"{1:g}\" fill=\"#fff\"/>\n",
        width, height);
    for (std::size_t i = 0; i < panels.size(); ++i)
        out +=
            PanelDrawing(panels[i], static_cast<double>(i % 2) * kWidth, static_cast<double>(i / 2) * kHeight).text();
    out += fmt::format("<text x=\"{:g}\" y=\"{:g}\" text-anchor=\"middle\">{}</text>\n</svg>\n", width / 2, height - 9,
                       escaped(caption));
    return out;
}

}  // namespace hullbake::bench
