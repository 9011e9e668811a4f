// Line plots on logarithmic axes, as SVG text.
#pragma once

#include <string>
#include <vector>

namespace hullbake::bench {

/// Both greater than 0.
struct Point {
    double x = 0, y = 0;
};

struct Series {
    std::string name;
    std::vector<Point> points;  ///< by x
};

struct Panel {
    std::string title;
    std::string xTitle;
    std::vector<Series> series;
};

/// Panels two in a row, series coloured by their place, each named at its last point. The text depends on the panels
/// only. Panels without a point are drawn empty.
std::string plotSvg(const std::vector<Panel>& panels, const std::string& caption);

/// Round values within [low, high]: 1, 2 and 5 times powers of ten; powers of ten only when there are many; all whole
/// multiples of them when there are few.
std::vector<double> logTicks(double low, double high);

}  // namespace hullbake::bench
