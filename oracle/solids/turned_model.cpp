#include "oracle/solids/turned_model.hpp"

#include <array>
#include <cmath>

namespace hullbake::oracle {
namespace {

/// A vector in extended precision, if the compiler has it.
struct Wide {
    long double x = 0, y = 0, z = 0;
};

Wide turned(const Transform& transform, const Wide& v) {
    const Vec3* a = transform.axes;
    const auto row = [&](int i) {
        return static_cast<long double>(a[0][i]) * v.x + static_cast<long double>(a[1][i]) * v.y +
               static_cast<long double>(a[2][i]) * v.z;
    };
    return {row(0), row(1), row(2)};
}

/// Turns a plane: returns the set of points w = pivot + displacement + R (p - pivot) with dot(n, p) = d.
BarePlane turned(const Transform& transform, const BarePlane& plane) {
    Wide n = turned(transform, Wide{plane.normal.x, plane.normal.y, plane.normal.z});
    const long double size = std::sqrt(n.x * n.x + n.y * n.y + n.z * n.z);
    n = {n.x / size, n.y / size, n.z / size};
    const Vec3 &p = transform.pivot, &m = transform.displacement;
    const long double toPivot =
        plane.dist - (static_cast<long double>(plane.normal.x) * p.x + static_cast<long double>(plane.normal.y) * p.y +
                      static_cast<long double>(plane.normal.z) * p.z);
    const long double dist = toPivot / size + n.x * (static_cast<long double>(p.x) + m.x) +
                             n.y * (static_cast<long double>(p.y) + m.y) + n.z * (static_cast<long double>(p.z) + m.z);
    return {{static_cast<double>(n.x), static_cast<double>(n.y), static_cast<double>(n.z)},
            static_cast<double>(dist),
            plane.grows};
}

/// Sets a rotation about any axis by its quaternion.
void setAny(Transform& transform, SplitMix& random) {
    std::array<double, 4> q{};
    double size = 0;
    while (!(size > 0.1 && size < 1)) {
        size = 0;
        for (double& c : q) c = random.range(-1, 1), size += c * c;
    }
    const double s = 2 / size;
    const auto& [w, x, y, z] = q;
    transform.axes[0] = {1 - s * (y * y + z * z), s * (x * y + w * z), s * (x * z - w * y)};
    transform.axes[1] = {s * (x * y - w * z), 1 - s * (x * x + z * z), s * (y * z + w * x)};
    transform.axes[2] = {s * (x * z + w * y), s * (y * z - w * x), 1 - s * (x * x + y * y)};
}

Vec3 anglesOf(TurnKind kind, SplitMix& random) {
    const auto steps = [&](double step) { return step * static_cast<double>(random.index(16)) - 8 * step; };
    const auto tiny = [&] { return std::pow(10, random.range(-7, -3)) * (random.chance(0.5) ? 1 : -1); };
    switch (kind) {
        case TurnKind::Quarter:
            return {steps(90), steps(90), steps(90) + 90};
        case TurnKind::Eighth:
            return {steps(45), steps(45) + 45, steps(45)};
        case TurnKind::Yaw:
            return {0, random.range(-400, 400), 0};
        case TurnKind::Tiny: {
            const std::size_t only = random.index(4);
            Vec3 angles{tiny(), tiny(), tiny()};
            for (int a = 0; a < 3; ++a)
                if (only < 3 && static_cast<int>(only) != a) angles[a] = 0;
            return angles;
        }
        default:
            return {};
    }
}

}  // namespace

BareBrush turnedAsSolved(const BareBrush& brush, const Transform& transform) {
    const Vec3 &pivot = transform.pivot, &way = transform.displacement;
    const auto put = [&](const Real3& v) {
        const Wide arm = turned(transform, Wide{v.x - pivot.x, v.y - pivot.y, v.z - pivot.z});
        return Real3{arm.x + pivot.x + way.x, arm.y + pivot.y + way.y, arm.z + pivot.z + way.z};
    };
    BareBrush result;
    for (const BarePlane& plane : brush.planes) {
        result.planes.push_back(turned(transform, plane));
        result.planes.back().isFace = plane.isFace;
    }
    for (const Real3& corner : brush.corners) result.corners.push_back(put(corner));
    for (const Vec3& v : brush.vertices) result.vertices.push_back(rounded(put({v.x, v.y, v.z})));
    for (const Vec3& edge : brush.edges) {
        const Wide along = turned(transform, Wide{edge.x, edge.y, edge.z});
        result.edges.push_back(
            normalized({static_cast<double>(along.x), static_cast<double>(along.y), static_cast<double>(along.z)}));
    }
    return result;
}

std::optional<BareBrush> turnedBrush(const BareBrush& brush, const Transform& transform) {
    std::vector<BarePlane> planes;
    for (const BarePlane& plane : brush.planes) planes.push_back(turned(transform, plane));
    return solvePlanes(planes);
}

MapModel turnedModel(const MapModel& model, const Transform& transform) {
    MapModel result{model.entity, {}};
    for (const MapSolid& solid : model.solids) {
        const auto brush = turnedBrush(solid.brush, transform);
        if (!brush) continue;
        result.solids.push_back(solid);
        result.solids.back().brush = *brush;
    }
    return result;
}

std::string_view turnKindName(TurnKind kind) {
    constexpr std::array<std::string_view, kTurnKinds> kNames = {"moved", "quarter", "yaw", "tiny", "any", "eighth"};
    return kNames[static_cast<std::size_t>(kind)];
}

Transform randomTransform(TurnKind kind, const Box& bounds, SplitMix& random) {
    Transform transform;
    if (kind == TurnKind::Any)
        setAny(transform, random);
    else
        transform = Transform::rotated(anglesOf(kind, random));
    for (int a = 0; a < 3; ++a) {
        transform.pivot[a] = random.range(bounds.mins[a] - 32, bounds.maxs[a] + 32);
        transform.displacement[a] = random.range(-200, 200);
        if (random.chance(0.5)) transform.pivot[a] = std::round(transform.pivot[a]);
        if (random.chance(0.5)) transform.displacement[a] = std::round(transform.displacement[a]);
    }
    if (random.chance(0.3)) transform.displacement = {};
    return transform;
}

}  // namespace hullbake::oracle
