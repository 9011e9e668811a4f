// A drawing of a level as data: shapes and lines in the plane of the drawing, in units. svg.hpp writes it.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "tools/draw/polygon.hpp"
#include "tools/draw/unite.hpp"

namespace hullbake::draw {

/// A colour as 0xRRGGBB.
using Colour = std::uint32_t;

/// Shapes of one kind, drawn alike.
struct ShapeGroup {
    std::string name;  ///< in the legend
    Colour fill = 0;
    double opacity = 1;
    std::vector<Polygon> polygons;
    std::vector<std::string> titles;  ///< of each polygon: what a browser shows under the pointer
};

/// The outline of what a box cannot enter.
struct OutlineGroup {
    std::string name;
    Colour colour = 0;
    Outline outline;
    std::vector<Polygon> cells;  ///< drawn as thin lines: how a tree divides space
};

/// A path through the level.
struct PathGroup {
    std::string name;
    Colour colour = 0;
    std::vector<Point> points;
    std::vector<Point> rest;   ///< drawn dashed: the way that was not gone
    std::vector<Frame> boxes;  ///< the moving box on its way
};

/// Where players start.
struct StartMark {
    Point at;
    Point facing;       ///< unit vector, or zero if the start faces out of the drawing
    bool away = false;  ///< far from the plane: drawn pale
    std::string title;
};

struct Picture {
    std::string title;                  ///< one line above the picture
    Frame frame;                        ///< what of the plane is shown
    std::string right = "x", up = "y";  ///< names of the axes
    double pixels = 1000;               ///< of the longer side of the frame
    std::vector<ShapeGroup> shapes;     ///< the first are below
    std::vector<OutlineGroup> outlines;
    std::vector<PathGroup> paths;
    std::vector<StartMark> starts;
};

}  // namespace hullbake::draw
