#include "proofs/moving_support.hpp"

#include <algorithm>

#include "oracle/solids/grown_brush.hpp"

namespace hullbake::test {

namespace {

// Depth in units below which a body counts as free.
constexpr double kDepth = 1e-3;

MapFace face(const Vec3& at, const Vec3& normal) {
    const auto [u, v] = oracle::across(normal);
    const bool right = dot(cross(u, v), normal) > 0;
    MapFace made;
    made.points = {at + (right ? u : v) * 64, at, at + (right ? v : u) * 64};
    made.texture = "stone";
    return made;
}

}  // namespace

MapBrush slabBrush(const Vec3& middle, const Vec3& normal, double halfSize, double thickness) {
    const auto [u, v] = oracle::across(normal);
    MapBrush brush;
    brush.faces.push_back(face(middle, normal));
    brush.faces.push_back(face(middle - normal * thickness, -normal));
    for (const Vec3& side : {u, -u, v, -v}) brush.faces.push_back(face(middle + side * halfSize, side));
    return brush;
}

MapBrush rampBrush(double run, double rise, double width) {
    return hullBrush({{0, -width, -64},
                      {run, -width, -64},
                      {0, -width, 0},
                      {run, -width, rise},
                      {0, width, -64},
                      {run, width, -64},
                      {0, width, 0},
                      {run, width, rise}});
}

std::string faultOfVelocity(const Vec3& velocity, std::span<const Vec3> planes) {
    if (!isFinite(velocity)) return "velocity " + text(velocity);
    const auto rounded = [](const Vec3& v) {
        return Vec3{static_cast<float>(v.x), static_cast<float>(v.y), static_cast<float>(v.z)};
    };
    bool room = true;
    for (const Vec3& a : planes)
        for (const Vec3& b : planes) room = room && dot(a, b) > -1e-3;
    const double size = length(velocity);
    for (const Vec3& plane : planes) {
        const double into = dot(plane, velocity), float32 = dot(plane, rounded(velocity));
        if (into < -1e-9 * size || float32 < (room ? 0 : -1e-6 * size))
            return "velocity " + text(velocity) + " points into " + text(plane);
    }
    return {};
}

Body::Body(const Proof& proof, std::string_view hull, bool query)
    : map_(proof.clip), solids_(proof.solids(proof.hull(hull))), path_(512) {
    probe_.hull = proof.hull(hull);
    if (query) probe_.box = proof.clip.hull(probe_.hull).box;
}

void Body::check(const Vec3& start, const Vec3& end, const Vec3& velocity, std::span<const Vec3> planes,
                 std::size_t points, const std::string& what) {
    points_ = std::min(points, path_.size());
    faults_.note(faultOfVelocity(velocity, planes));
    if (points > path_.size() || points == 0 || !(path_[points - 1].position == end)) {
        faults_.note(what + ": the path does not end at the end");
        return;
    }
    contacts_ += points > 1 ? 1 : 0;
    const oracle::Tolerance deep{kDepth};
    Vec3 at = start;
    for (const PathPoint& point : std::span(path_).first(points)) {
        if (solids_.inside(point.position, kMaskBlocking, deep)) {
            faults_.note(what + ": in solid at " + text(point.position));
            return;
        }
        if (point.event != PathEvent::Unstick && !(at == point.position)) {
            for (const oracle::Stretch& run : solids_.profile(at, point.position, kMaskBlocking, deep).runs) {
                const Vec3 middle = at + (point.position - at) * ((run.from + run.to) / 2);
                if (!run.solid || !solids_.inside(middle, kMaskBlocking, deep)) continue;
                faults_.note(what + ": through solid at " + text(middle));
                return;
            }
        }
        at = point.position;
    }
}

SlideResult Body::slide(const SlideInput& input) {
    const SlideResult result = hullbake::slide(map_, probe_, input, path_);
    const std::string what = "from " + text(input.origin) + " at " + text(input.velocity);
    if (result.status != SlideStatus::Moved) {
        faults_.note(what + ": did not move");
        return result;
    }
    check(input.origin, result.origin, result.velocity, {result.planes, result.planeCount}, result.pathPoints, what);
    return result;
}

WalkResult Body::walk(const WalkRules& rules, const WalkState& state, double seconds) {
    const WalkResult result = hullbake::walk(map_, probe_, rules, state, seconds, path_);
    const std::string what = "walking from " + text(state.origin) + " at " + text(state.velocity);
    if (result.status != SlideStatus::Moved) {
        faults_.note(what + ": did not move");
        return result;
    }
    check(state.origin, result.state.origin, result.state.velocity, {result.planes, result.planeCount},
          result.pathPoints, what);
    return result;
}

}  // namespace hullbake::test
