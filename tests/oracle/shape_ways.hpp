// Random ways for casts of shapes.
#pragma once

#include <cmath>

#include "hullbake/trace.hpp"
#include "oracle/base/random.hpp"
#include "oracle/solids/map_solids.hpp"

namespace hullbake::oracle {

/// Returns a way to somewhere near a corner of a brush.
inline Segment wayToCorner(SplitMix& random, const MapModel& model, double radius) {
    const BareBrush& brush = model.solids[random.index(model.solids.size())].brush;
    const Vec3& corner = brush.vertices[random.index(brush.vertices.size())];
    const Vec3& other = brush.vertices[random.index(brush.vertices.size())];
    const Vec3 aim = random.chance(0.5) ? corner : corner + (other - corner) * random.unit();
    Segment way;
    way.end = aim + random.direction() * random.range(0, 0.7 * radius);
    way.start = way.end + random.direction() * random.range(radius, radius + 100);
    return way;
}

/// Returns a way onto a corner of a brush from outside it.
inline Segment wayOntoCorner(SplitMix& random, const MapModel& model, double radius) {
    const BareBrush& brush = model.solids[random.index(model.solids.size())].brush;
    const Vec3& corner = brush.vertices[random.index(brush.vertices.size())];
    Vec3 middle;
    for (const Vec3& v : brush.vertices) middle = middle + v * (1.0 / static_cast<double>(brush.vertices.size()));
    const Vec3 outward = (corner - middle) * (1 / length(corner - middle)) + random.direction() * 0.5;
    Segment way;
    way.end = corner + random.direction() * random.range(0, 0.2 * radius);
    way.start = way.end + outward * (2 * radius + random.range(20, 100));
    return way;
}

inline Segment randomWay(SplitMix& random, const Box& bounds) {
    Segment way;
    for (int a = 0; a < 3; ++a) way.start[a] = random.range(bounds.mins[a] - 40, bounds.maxs[a] + 40);
    const double size = std::pow(10, random.range(-2, 2.8));
    way.end = way.start + random.direction() * size;
    if (random.chance(0.3)) {
        way.end = way.start;
        way.end[static_cast<int>(random.index(3))] += random.chance(0.5) ? size : -size;
    }
    if (random.chance(0.3))
        for (int a = 0; a < 3; ++a) way.start[a] = std::round(way.start[a]), way.end[a] = std::round(way.end[a]);
    return way;
}

}  // namespace hullbake::oracle
