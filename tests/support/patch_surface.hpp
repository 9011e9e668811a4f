// The surface of a curved patch.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>

#include "formats/map.hpp"

namespace hullbake::test {

/// Evaluates the surface by de Casteljau's rule, at (u, v) in sections.
inline Vec3 surfaceAt(const MapPatch& patch, double u, double v) {
    const auto r = std::min<std::size_t>(static_cast<std::size_t>(u), (patch.rows - 1) / 2 - 1);
    const auto c = std::min<std::size_t>(static_cast<std::size_t>(v), (patch.columns - 1) / 2 - 1);
    const auto lerp = [](const Vec3& a, const Vec3& b, double t) { return a * (1 - t) + b * t; };
    const auto curve = [&](const Vec3& a, const Vec3& b, const Vec3& d, double t) {
        return lerp(lerp(a, b, t), lerp(b, d, t), t);
    };
    std::array<Vec3, 3> rows;
    for (std::size_t i = 0; i < 3; ++i) {
        const auto at = [&](std::size_t k) { return patch.points[(2 * r + i) * patch.columns + 2 * c + k].position; };
        rows[i] = curve(at(0), at(1), at(2), v - static_cast<double>(c));
    }
    return curve(rows[0], rows[1], rows[2], u - static_cast<double>(r));
}

}  // namespace hullbake::test
