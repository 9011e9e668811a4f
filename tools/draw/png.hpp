// Draws a picture with pixels, as svg.hpp does with lines.
#pragma once

#include "tools/draw/picture.hpp"
#include "tools/draw/raster.hpp"

namespace hullbake::draw {

/// Returns the picture with a scale, the axes and a legend: the layout of the SVG.
Raster rasterOf(const Picture& picture);

}  // namespace hullbake::draw
