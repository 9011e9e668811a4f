// Draws line plots with logarithmic axes, as SVG text.
#pragma once

#include <string>
#include <vector>

namespace hullbake::bench {

/// Both coordinates are greater than 0.
struct Point {
    double x = 0, y = 0;
};

struct Series {
    std::string name;
    std::vector<Point> points;  ///< sorted by x
};

struct Panel {
    std::string title;
    std::string xTitle;
    std::vector<Series> series;
};

/// Arranges panels two in a row. Colours follow the order of the series, and each series has its name at its last
/// point. The text depends on the panels only. Panels without points are drawn empty.
std::string plotSvg(const std::vector<Panel>& panels, const std::string& caption);

/// Returns round values within [low, high]: 1, 2 and 5 times powers of ten. Wide ranges get powers of ten only, narrow
/// ones all whole multiples.
std::vector<double> logTicks(double low, double high);

}  // namespace hullbake::bench
