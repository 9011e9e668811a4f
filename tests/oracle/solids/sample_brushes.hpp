// Makes brushes for tests from boxes, planes and points.
#pragma once

#include <cmath>
#include <initializer_list>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "formats/map.hpp"
#include "oracle/solids/map_solids.hpp"
#include "oracle/trace/queries.hpp"
#include "oracle/trace/solid_set.hpp"
#include "support/brushes.hpp"

namespace hullbake::oracle {

/// Returns a face on the plane dot(normal, p) = dist. The normal has any length and points out of the brush.
inline MapFace planeFace(const Vec3& normal, double dist, const std::string& texture = "stone") {
    const double square = dot(normal, normal);
    const Vec3 at = normal * (dist / square);
    const Vec3 helper = std::abs(normal.x) < 0.5 * std::sqrt(square) ? Vec3{1, 0, 0} : Vec3{0, 1, 0};
    const Vec3 u = cross(normal, helper), v = cross(normal, u);
    MapFace face;
    face.points = {at + u, at, at + v};
    face.texture = texture;
    return face;
}

/// A box. The upper face of each axis comes first: the queries that a seed draws follow the order of the faces.
inline MapBrush boxBrush(const Vec3& mins, const Vec3& maxs, const std::string& texture = "stone") {
    MapBrush brush = test::boxBrush(mins, maxs, texture);
    for (std::size_t i = 0; i < 6; i += 2) std::swap(brush.faces[i], brush.faces[i + 1]);
    return brush;
}

using test::hullBrush;

inline MapFile worldOf(std::vector<MapBrush> brushes) {
    MapFile map;
    MapEntity world;
    world.keys.push_back({"classname", "worldspawn", {}});
    world.brushes = std::move(brushes);
    map.entities.push_back(std::move(world));
    return map;
}

inline SolidSet solidsOf(const MapFile& map, const Box& box = {}) {
    return SolidSet(growModel(readModels(map).front(), box));
}

/// Returns overlapping rocks of several contents, on integer coordinates, in a cube of half size `reach`.
inline MapFile rocks(std::uint64_t seed, std::size_t count, double reach) {
    SplitMix random(seed);
    const char* const textures[] = {"stone", "stone", "stone", "sky1", "clip", "*water"};
    std::vector<MapBrush> brushes;
    while (brushes.size() < count) {
        Vec3 centre;
        for (int axis = 0; axis < 3; ++axis) centre[axis] = std::floor(random.range(-reach, reach));
        std::vector<Vec3> points;
        for (int i = 0; i < 6; ++i) {
            Vec3 p = centre;
            for (int axis = 0; axis < 3; ++axis) p[axis] += std::floor(random.range(-24, 25));
            points.push_back(p);
        }
        MapBrush brush = hullBrush(points, textures[random.index(6)]);
        if (solveBrush(brush)) brushes.push_back(std::move(brush));
    }
    return worldOf(std::move(brushes));
}

}  // namespace hullbake::oracle
