#include "tests/bench/plot.hpp"

#include <gtest/gtest.h>

#include <cstdlib>
#include <string_view>

#include "tests/bench/scale.hpp"

namespace hullbake::bench {
namespace {

std::size_t occurrences(std::string_view text, std::string_view word) {
    std::size_t count = 0;
    for (std::size_t at = text.find(word); at != std::string_view::npos; at = text.find(word, at + 1)) ++count;
    return count;
}

// Returns the number behind each `name="`, in order.
std::vector<double> attribute(const std::string& text, const std::string& name) {
    std::vector<double> values;
    const std::string key = name + "=\"";
    for (std::size_t at = text.find(key); at != std::string::npos; at = text.find(key, at + 1))
        values.push_back(std::strtod(text.c_str() + at + key.size(), nullptr));
    return values;
}

Panel doubling() {
    return {"y & more", "x", {{"<one>", {{1000, 2}, {10000, 20}, {100000, 200}}}}};
}

TEST(BenchPlot, PowersOfTenLieEvenlyApart) {
    const std::string svg = plotSvg({doubling()}, "");
    const auto xs = attribute(svg, "cx"), ys = attribute(svg, "cy");
    ASSERT_EQ(xs.size(), 3u);
    EXPECT_NEAR(xs[1] - xs[0], xs[2] - xs[1], 0.11);
    EXPECT_GT(xs[1], xs[0] + 50);
    EXPECT_NEAR(ys[0] - ys[1], ys[1] - ys[2], 0.11) << "upwards is more";
    EXPECT_GT(ys[0], ys[1] + 30);
    const auto size = attribute(svg, "width");
    for (const double x : xs) {
        EXPECT_GT(x, 0);
        EXPECT_LT(x, size[0] / 2);
    }
}

TEST(BenchPlot, TextIsEscapedAndTagsAreClosed) {
    const std::string svg = plotSvg({doubling(), doubling(), {"empty", "x", {}}}, "a < b & c");
    EXPECT_EQ(occurrences(svg, "y &amp; more"), 2u);
    EXPECT_EQ(occurrences(svg, "&lt;one>"), 2u);
    EXPECT_EQ(occurrences(svg, "a &lt; b &amp; c"), 1u);
    EXPECT_EQ(occurrences(svg, "<text"), occurrences(svg, "</text>"));
    EXPECT_EQ(occurrences(svg, "<path"), occurrences(svg, "fill=\"none\"") + occurrences(svg, "class=\"grid\"") +
                                             occurrences(svg, "class=\"axis\""));
    EXPECT_EQ(occurrences(svg, "<circle"), 6u);
    EXPECT_EQ(occurrences(svg, "<svg"), 1u);
    EXPECT_TRUE(svg.ends_with("</svg>\n"));
    EXPECT_EQ(occurrences(svg, "nan") + occurrences(svg, "inf"), 0u);
}

TEST(BenchPlot, NamesAtTheSameHeightMoveApart) {
    Panel panel{"", "", {{"one", {{1, 5}, {10, 50}}}, {"two", {{1, 6}, {10, 50}}}}};
    const std::string svg = plotSvg({panel}, "");
    const auto heightOf = [&](const char* name) {
        const std::size_t end = svg.find(std::string(">") + name + "<");
        const std::size_t at = svg.rfind("y=\"", end);
        return std::strtod(svg.c_str() + at + 3, nullptr);
    };
    EXPECT_GE(std::abs(heightOf("one") - heightOf("two")), 12.9);
}

TEST(BenchPlot, TicksAreRound) {
    EXPECT_EQ(logTicks(90, 1200), (std::vector<double>{100, 200, 500, 1000}));
    EXPECT_EQ(logTicks(90, 120000), (std::vector<double>{100, 1000, 10000, 100000}));
    EXPECT_EQ(logTicks(0.45, 2.5), (std::vector<double>{0.5, 1, 2}));
    EXPECT_EQ(logTicks(250, 620), (std::vector<double>{300, 400, 500, 600}));
}

TEST(BenchPlot, ScaleRowsBecomeFourPanels) {
    Results results;
    for (const auto& [map, brushes] : {std::pair("city-1000", 1023.0), {"city-3000", 3104.0}, {"caves-1000", 906.0}}) {
        const auto add = [&, name = map](const char* metric, double value, const char* engine) {
            results.add({"scale", name, {}, {}, engine, 2, metric, value, ""});
        };
        add("brushes", brushes, "");
        add("cpu", brushes / 5, "");
        add("nodes", 2 * brushes, "");
        add("ns", 300, "baked");
        add("ns", 400, "classic");
    }
    const std::vector<Panel> panels = scalePanels(results);
    ASSERT_EQ(panels.size(), 4u);
    ASSERT_EQ(panels[0].series.size(), 2u);
    EXPECT_EQ(panels[0].series[0].name, "city");
    ASSERT_EQ(panels[0].series[0].points.size(), 2u);
    EXPECT_EQ(panels[0].series[0].points[1].x, 3104);
    EXPECT_NEAR(panels[0].series[0].points[1].y, 620.8, 1e-9);
    EXPECT_TRUE(panels[1].series.empty()) << "no memory was measured";
    EXPECT_EQ(panels[3].series[1].points[0].y, 300) << "the baked engine's time, not the classic check's";
}

}  // namespace
}  // namespace hullbake::bench
