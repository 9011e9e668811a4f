#include "oracle/solids/oracle_body.hpp"

#include <algorithm>
#include <cmath>

namespace hullbake::oracle {

namespace {

constexpr long double kTouched = 1e-9L;  // units from a plane within which a point lies on it

}  // namespace

OracleBody OracleBody::cylinder(const Vec3& centre, const Vec3& axis, double radius, double halfHeight) {
    OracleBody body;
    body.centre_ = centre;
    body.axis_ = axis;
    body.radius_ = radius;
    body.half_ = halfHeight;
    return body;
}

OracleBody OracleBody::convexSet(const std::vector<Vec3>& points) {
    OracleBody body;
    body.points_ = points;
    body.findFaces();
    return body;
}

/// Adds the normal if all points lie behind the plane through `touched`. Returns true if it was added.
bool OracleBody::addFace(const Far3& normal, const Vec3& touched) {
    const long double size = length(normal);
    if (size < kTouched) return false;
    const Far3 unit = normal * (1 / size);
    const long double dist = dot(unit, far(touched)) + kTouched;
    if (std::any_of(points_.begin(), points_.end(), [&](const Vec3& p) { return dot(unit, far(p)) > dist; }))
        return false;
    faces_.push_back(unit);
    return true;
}

void OracleBody::findFaces() {
    for (std::size_t i = 0; i < points_.size(); ++i)
        for (std::size_t k = i + 1; k < points_.size(); ++k)
            for (std::size_t l = k + 1; l < points_.size(); ++l) {
                const Far3 a = far(points_[i]), b = far(points_[k]), c = far(points_[l]);
                const Far3 normal = cross(b - a, c - a);
                const bool above = addFace(normal, points_[i]), below = addFace(normal * -1, points_[i]);
                if (!above || !below) continue;
                for (const long double sign : {1.0L, -1.0L}) {
                    addFace(cross(normal, b - a) * sign, points_[i]);
                    addFace(cross(normal, c - b) * sign, points_[k]);
                    addFace(cross(normal, a - c) * sign, points_[l]);
                }
            }
}

double OracleBody::reachAgainst(const Vec3& normal) const {
    if (isCylinder()) {
        const double along = dot(normal, axis_);
        return half_ * std::fabs(along) + radius_ * length(normal - axis_ * along) - dot(normal, centre_);
    }
    double reach = -1e30;
    for (const Vec3& p : points_) reach = std::max(reach, -dot(normal, p));
    return reach;
}

double OracleBody::outside(const Vec3& point) const {
    if (isCylinder()) {
        const Vec3 off = point - centre_;
        const double along = dot(off, axis_);
        return std::max(std::fabs(along) - half_, length(off - axis_ * along) - radius_);
    }
    long double most = -1e30L;
    for (const Far3& normal : faces_) {
        long double reach = -1e30L;
        for (const Vec3& p : points_) reach = std::max(reach, dot(normal, far(p)));
        most = std::max(most, dot(normal, far(point)) - reach);
    }
    return static_cast<double>(most);
}

Box OracleBody::bounds() const {
    Box box;
    for (int a = 0; a < 3; ++a) {
        Vec3 unit;
        unit[a] = 1;
        box.mins[a] = -reachAgainst(unit);
        unit[a] = -1;
        box.maxs[a] = reachAgainst(unit);
    }
    return box;
}

}  // namespace hullbake::oracle
