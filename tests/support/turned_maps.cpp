#include "support/turned_maps.hpp"

#include <array>
#include <cmath>
#include <iomanip>
#include <locale>
#include <sstream>

namespace hullbake::test {
namespace {

class Turn {
  public:
    Turn(const Vec3& degrees, int decimals) : units_(std::pow(10.0, decimals)) {
        constexpr double kDegree = 3.14159265358979323846 / 180;
        for (int axis = 0; axis < 3; ++axis) {
            cos_[static_cast<std::size_t>(axis)] = std::cos(degrees[axis] * kDegree);
            sin_[static_cast<std::size_t>(axis)] = std::sin(degrees[axis] * kDegree);
        }
    }

    Vec3 operator()(Vec3 p) const {
        for (int axis = 0; axis < 3; ++axis) {
            const int u = (axis + 1) % 3, v = (axis + 2) % 3;
            const double c = cos_[static_cast<std::size_t>(axis)], s = sin_[static_cast<std::size_t>(axis)];
            const double a = p[u] * c - p[v] * s, b = p[u] * s + p[v] * c;
            p[u] = a;
            p[v] = b;
        }
        for (int axis = 0; axis < 3; ++axis) p[axis] = std::round(p[axis] * units_) / units_;
        return p;
    }

  private:
    double units_;
    std::array<double, 3> cos_{}, sin_{};
};

void turnOrigin(MapKey& key, const Turn& turn) {
    std::istringstream in{key.value};
    in.imbue(std::locale::classic());
    Vec3 p;
    if (!(in >> p.x >> p.y >> p.z)) return;
    p = turn(p);
    std::ostringstream out;
    out.imbue(std::locale::classic());
    out << std::setprecision(17) << p.x << ' ' << p.y << ' ' << p.z;
    key.value = out.str();
}

}  // namespace

Vec3 turnedPoint(const Vec3& p, const Vec3& degrees, int decimals) {
    return Turn(degrees, decimals)(p);
}

MapFile turnedMap(MapFile map, const Vec3& degrees, int decimals) {
    const Turn turn(degrees, decimals);
    for (MapEntity& entity : map.entities) {
        for (MapKey& key : entity.keys)
            if (key.key == "origin") turnOrigin(key, turn);
        for (MapBrush& brush : entity.brushes)
            for (MapFace& face : brush.faces)
                for (Vec3& p : face.points) p = turn(p);
    }
    return map;
}

}  // namespace hullbake::test
