// Makes brushes for tests from boxes, planes and points.
#pragma once

#include <cmath>
#include <initializer_list>
#include <span>
#include <string>
#include <vector>

#include "formats/map.hpp"
#include "oracle/solids/map_solids.hpp"
#include "oracle/trace/queries.hpp"
#include "oracle/trace/solid_set.hpp"

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

inline MapBrush boxBrush(const Vec3& mins, const Vec3& maxs, const std::string& texture = "stone") {
    MapBrush brush;
    for (int axis = 0; axis < 3; ++axis)
        for (const double sign : {1.0, -1.0}) {
            Vec3 normal;
            normal[axis] = sign;
            brush.faces.push_back(planeFace(normal, sign > 0 ? maxs[axis] : -mins[axis], texture));
        }
    return brush;
}

/// Returns the convex hull of points of which no four are in a plane. Tries all triples of points.
inline MapBrush hullBrush(const std::vector<Vec3>& points, const std::string& texture = "stone") {
    MapBrush brush;
    for (const Vec3& a : points)
        for (const Vec3& b : points)
            for (const Vec3& c : points) {
                // Visit each triangle once, by its first corner.
                if (&b <= &a || &c <= &a || &b == &c) continue;
                const Vec3 normal = cross(a - b, c - b);
                bool outside = length(normal) > 0;
                for (const Vec3& p : points) outside = outside && dot(normal, p - b) <= 0;
                if (!outside) continue;
                MapFace face;
                face.points = {a, b, c};
                face.texture = texture;
                brush.faces.push_back(face);
            }
    return brush;
}

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
