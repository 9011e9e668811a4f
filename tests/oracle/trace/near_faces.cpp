#include "oracle/trace/near_faces.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "hullbake/trace.hpp"

namespace hullbake::oracle {
namespace {

/// Bounds rounding, in units, of points that were solved for.
constexpr double kSolved = 1e-7;
/// Distance in front of a face at which brushes may hide it, as a multiple of the room by which they are enlarged.
constexpr double kInFront = 2.2;
/// Room, in units, for exact brushes: just above rounding.
constexpr double kLeastRoom = 1e-9;
/// Largest retreat, in units, of the visible part of a face in an acute corner when brushes are enlarged by the
/// tolerance.
constexpr double kHiddenRetreat = 100 * kSurfaceTolerance;
/// Depth, in units, that the way to a face must reach in another brush for that to be in between.
constexpr double kBetween = 4 * kSurfaceTolerance;
/// Square of the sine, and volume of three unit normals, below which planes do not meet.
constexpr double kParallelSineSquared = 1e-16, kFlatVolume = 1e-9;

double distanceTo(const GrownPlane& plane, const Vec3& p) {
    return dot(plane.normal, p) - plane.dist;
}

using Polygon = std::vector<Vec3>;

/// Splits a convex polygon by a plane. Fewer than three points are an empty part.
void split(const Polygon& polygon, const Vec3& normal, double dist, Polygon& front, Polygon& back) {
    front.clear();
    back.clear();
    for (std::size_t i = 0; i < polygon.size(); ++i) {
        const Vec3 &a = polygon[i], &b = polygon[(i + 1) % polygon.size()];
        const double da = dot(normal, a) - dist, db = dot(normal, b) - dist;
        if (da >= 0) front.push_back(a);
        if (da <= 0) back.push_back(a);
        if ((da > 0 && db < 0) || (da < 0 && db > 0)) {
            const Vec3 cut = a + (b - a) * (da / (da - db));
            front.push_back(cut);
            back.push_back(cut);
        }
    }
}

Vec3 nearestOnEdge(const Vec3& a, const Vec3& b, const Vec3& p) {
    const Vec3 edge = b - a;
    const double size = dot(edge, edge);
    return size > 0 ? a + edge * std::clamp(dot(p - a, edge) / size, 0.0, 1.0) : a;
}

Vec3 nearestOnPolygon(const Polygon& polygon, const Vec3& normal, const Vec3& p) {
    const Vec3 foot = p - normal * dot(normal, p - polygon.front());
    Vec3 best;
    double least = std::numeric_limits<double>::infinity();
    bool left = true, right = true;
    for (std::size_t i = 0; i < polygon.size(); ++i) {
        const Vec3 &a = polygon[i], &b = polygon[(i + 1) % polygon.size()];
        const double turn = dot(normal, cross(b - a, foot - a));
        left = left && turn >= 0;
        right = right && turn <= 0;
        const Vec3 onEdge = nearestOnEdge(a, b, p);
        if (length(onEdge - p) < least) least = length(onEdge - p), best = onEdge;
    }
    return left || right ? foot : best;
}

/// Returns the parts of a polygon that no other brush hides, as seen from a little in front of it.
std::vector<Polygon> visibleParts(const std::vector<const GrownBrush*>& others, const GrownBrush& self,
                                  const Polygon& whole, const Vec3& normal, double room) {
    const Vec3 inFront = normal * (room * kInFront);
    std::vector<Polygon> parts{whole};
    for (const GrownBrush* other : others) {
        if (other == &self) continue;
        std::vector<Polygon> left;
        for (Polygon& part : parts) {
            Polygon inside = part, front, back;
            std::vector<Polygon> pieces;
            for (const GrownPlane& plane : other->planes) {
                split(inside, plane.normal, plane.dist + room - dot(plane.normal, inFront), front, back);
                if (front.size() >= 3) pieces.push_back(front);
                inside = back;
                if (inside.size() < 3) break;
            }
            if (inside.size() < 3) {
                left.push_back(part);
            } else {
                left.insert(left.end(), pieces.begin(), pieces.end());
            }
        }
        parts = std::move(left);
    }
    return parts;
}

/// Returns true if another brush is on the way from `p` to `q`, deeper than kBetween.
bool isBetween(const std::vector<const GrownBrush*>& others, const GrownBrush& self, const Vec3& p, const Vec3& q) {
    return std::any_of(others.begin(), others.end(), [&](const GrownBrush* other) {
        if (other == &self) return false;
        double enter = 0, leave = 1;
        for (const GrownPlane& plane : other->planes) {
            const double a = distanceTo(plane, p) + kBetween, b = distanceTo(plane, q) + kBetween;
            if (a >= 0 && b >= 0) return false;
            if (a > 0) enter = std::max(enter, a / (a - b));
            if (b > 0) leave = std::min(leave, a / (a - b));
        }
        return enter < leave;
    });
}

/// Returns a part of the polygon that contains everything within `reach` of p.
Polygon cutAround(Polygon polygon, const Vec3& p, double reach) {
    Polygon front, back;
    for (int axis = 0; axis < 3; ++axis)
        for (const double sign : {1.0, -1.0}) {
            Vec3 normal;
            normal[axis] = sign;
            split(polygon, normal, dot(normal, p) + reach, front, back);
            polygon = back;
            if (polygon.size() < 3) return {};
        }
    return polygon;
}

bool isNear(const GrownBrush& brush, const Vec3& p, double reach) {
    for (int axis = 0; axis < 3; ++axis)
        if (p[axis] < brush.bounds.mins[axis] - reach || p[axis] > brush.bounds.maxs[axis] + reach) return false;
    return true;
}

/// Finds the nearest of the feet of a point on one, two and three planes.
class Feet {
  public:
    Feet(std::vector<Plane> planes, double limit) : planes_(std::move(planes)), limit_(limit) {}

    /// Returns the nearest foot that `accepts(foot)` accepts. Planes and feet are relative to the point.
    template <class Accepts>
    std::optional<Vec3> nearest(const Accepts& accepts) {
        std::optional<Vec3> best;
        const auto offer = [&](const Vec3& foot) {
            const double away = length(foot);
            if (!(away < limit_) || !accepts(foot)) return;
            limit_ = away;
            best = foot;
        };
        for (std::size_t i = 0; i < planes_.size(); ++i) {
            const Plane& a = planes_[i];
            if (std::abs(a.dist) >= limit_) continue;
            offer(a.normal * a.dist);
            for (std::size_t j = 0; j < i; ++j) {
                const Plane& b = planes_[j];
                if (std::abs(b.dist) >= limit_) continue;
                const Vec3 line = cross(a.normal, b.normal);
                const double size = dot(line, line);
                if (size < kParallelSineSquared) continue;
                const Vec3 foot = (cross(b.normal, line) * a.dist + cross(line, a.normal) * b.dist) * (1 / size);
                if (length(foot) >= limit_) continue;
                offer(foot);
                for (std::size_t k = 0; k < j; ++k) {
                    const Plane& c = planes_[k];
                    const double volume = dot(line, c.normal);
                    if (std::abs(c.dist) >= limit_ || std::abs(volume) < kFlatVolume) continue;
                    offer((line * c.dist + cross(b.normal, c.normal) * a.dist + cross(c.normal, a.normal) * b.dist) *
                          (1 / volume));
                }
            }
        }
        return best;
    }

  private:
    std::vector<Plane> planes_;
    double limit_;
};

}  // namespace

double distanceToBrush(const GrownBrush& brush, const Vec3& p) {
    if (depthIn(brush, p) >= 0) return 0;
    std::vector<Plane> planes;
    for (const GrownPlane& plane : brush.planes) planes.push_back({plane.normal, -distanceTo(plane, p)});
    Feet feet(std::move(planes), std::numeric_limits<double>::infinity());
    const auto foot = feet.nearest([&](const Vec3& x) { return depthIn(brush, p + x) >= -kSolved; });
    return foot ? length(*foot) : std::numeric_limits<double>::infinity();
}

std::vector<NearFace> facesNear(const std::vector<GrownBrush>& brushes, const Vec3& p, double reach, double slack) {
    std::vector<const GrownBrush*> others;
    for (const GrownBrush& brush : brushes)
        if (isNear(brush, p, reach + 0.1)) others.push_back(&brush);
    std::vector<NearFace> faces;
    for (const GrownBrush* brush : others)
        for (const GrownPlane& plane : brush->planes) {
            const double distance = distanceTo(plane, p);
            if (distance < -slack || distance > reach + slack) continue;
            Polygon polygon = facePolygon(*brush, plane.normal);
            if (polygon.size() >= 3) polygon = cutAround(std::move(polygon), p, reach + slack + 2 * kHiddenRetreat);
            if (polygon.size() < 3) continue;
            NearFace face{static_cast<std::uint32_t>(brush - brushes.data()), plane, distance, 1e30, 1e30, false};
            for (const Polygon& part : visibleParts(others, *brush, polygon, plane.normal, kLeastRoom))
                face.exactGap = std::min(face.exactGap, length(nearestOnPolygon(part, plane.normal, p) - p));
            for (const Polygon& part : visibleParts(others, *brush, polygon, plane.normal, kSurfaceTolerance)) {
                const Vec3 nearest = nearestOnPolygon(part, plane.normal, p);
                if (length(nearest - p) >= face.gap) continue;
                face.gap = length(nearest - p);
                face.behind = isBetween(others, *brush, p, nearest);
            }
            if (std::min(face.gap, face.exactGap) <= reach + slack && face.gap <= reach + slack + kHiddenRetreat)
                faces.push_back(face);
        }
    return faces;
}

std::optional<Vec3> placeOutside(const std::vector<GrownBrush>& brushes, const Vec3& p, double limit, double room) {
    std::vector<const GrownBrush*> near;
    std::vector<Plane> planes;
    for (const GrownBrush& brush : brushes) {
        if (!isNear(brush, p, limit + 0.1)) continue;
        near.push_back(&brush);
        for (const GrownPlane& plane : brush.planes) {
            // Rounding must not take of the room: between two faces that lie closer there is no place.
            const Plane moved{plane.normal, room + kSolved - distanceTo(plane, p)};
            const bool known = std::any_of(planes.begin(), planes.end(), [&](const Plane& other) {
                return other.normal == moved.normal && other.dist == moved.dist;
            });
            if (std::abs(moved.dist) < limit && !known) planes.push_back(moved);
        }
    }
    const auto outside = [&](const Vec3& x) {
        return std::none_of(near.begin(), near.end(),
                            [&](const GrownBrush* brush) { return depthIn(*brush, p + x) > -room; });
    };
    if (outside({})) return p;
    const auto foot = Feet(std::move(planes), limit).nearest(outside);
    return foot ? std::optional(p + *foot) : std::nullopt;
}

}  // namespace hullbake::oracle
