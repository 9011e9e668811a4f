#include "oracle/trace/cracks.hpp"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

namespace hullbake::oracle {
namespace {

/// How far a point is outside of a brush, and the unit vector away from it.
struct Outside {
    double distance = 0;  ///< less than 0 inside
    Vec3 away;
};

/// Finds the nearest point of the brush among the feet of `p` on its planes, their edges and their corners. Leaves
/// planes out that it is deeper behind.
Outside outsideOf(const GrownBrush& brush, const Vec3& p, double depth) {
    constexpr double kRounding = 1e-9, kLeastSine2 = 1e-12;
    std::vector<std::pair<Vec3, double>> near;
    Outside found{-1e300, {}};
    for (const GrownPlane& plane : brush.planes) {
        const double d = dot(plane.normal, p) - plane.dist;
        if (d > found.distance) found = {d, plane.normal};
        if (d > -depth) near.push_back({plane.normal, d});
    }
    if (found.distance <= 0) return found;
    found.distance = 1e300;
    const auto add = [&](const Vec3& out) {
        const double distance = length(out);
        const auto isBehind = [&](const auto& plane) { return plane.second - dot(plane.first, out) < kRounding; };
        if (distance > 0 && distance < found.distance && std::all_of(near.begin(), near.end(), isBehind))
            found = {distance, out * (1 / distance)};
    };
    for (std::size_t i = 0; i < near.size(); ++i) {
        const auto& [a, da] = near[i];
        add(a * da);
        for (std::size_t k = 0; k < i; ++k) {
            const auto& [b, db] = near[k];
            const double cosine = dot(a, b), sine2 = 1 - cosine * cosine;
            if (sine2 < kLeastSine2) continue;
            add(a * ((da - cosine * db) / sine2) + b * ((db - cosine * da) / sine2));
            for (std::size_t m = 0; m < k; ++m) {
                const auto& [c, dc] = near[m];
                const double volume = dot(a, cross(b, c));
                if (std::abs(volume) < kLeastSine2) continue;
                add((cross(b, c) * da + cross(c, a) * db + cross(a, b) * dc) * (1 / volume));
            }
        }
    }
    return found;
}

/// A face beside a point, and how far the point is in front of it.
struct FaceBeside {
    const GrownBrush* brush = nullptr;
    const GrownPlane* plane = nullptr;
    double away = 0;
};

/// A gap between two nearly parallel faces, over what lies behind the other faces of both brushes or at most `reach` in
/// front of them. Its width is linear.
class Gap {
  public:
    Gap(const FaceBeside& a, const FaceBeside& b, const Vec3& p, double reach)
        : p_(p), across_(a.plane->normal), change_(across_ + b.plane->normal), here_(a.away + b.away) {
        for (const FaceBeside* face : {&a, &b})
            for (const GrownPlane& plane : face->brush->planes)
                if (&plane != face->plane) border_.push_back({plane.normal, dot(plane.normal, p) - plane.dist - reach});
    }

    /// Returns the least width, which one of the corners has.
    double narrowest() const {
        constexpr double kLeastVolume = 1e-6, kRounding = 1e-9;
        double least = here_;
        for (std::size_t i = 0; i < border_.size(); ++i)
            for (std::size_t k = 0; k < i; ++k) {
                const auto& [m, dm] = border_[i];
                const auto& [n, dn] = border_[k];
                const double volume = dot(across_, cross(m, n));
                if (std::abs(volume) < kLeastVolume) continue;
                const Vec3 corner = (cross(n, across_) * dm + cross(across_, m) * dn) * (-1 / volume);
                const auto holdsCorner = [&](const auto& side) {
                    return dot(side.first, corner) + side.second < kRounding;
                };
                if (std::all_of(border_.begin(), border_.end(), holdsCorner))
                    least = std::min(least, here_ + dot(change_, corner));
            }
        return least;
    }

    /// Returns the sum of the widths at both ends of a portal through `p`: where the gap is narrowest in its plane, and
    /// where the closed part ends on the other side.
    double sumOfEnds(const ClosedPortal& portal) const {
        constexpr double kLeastSine = 1e-6;
        constexpr int kSteps = 256;
        Vec3 along = cross(across_, portal.normal);
        if (!(length(along) > kLeastSine)) return 2 * here_;
        along = along * ((dot(change_, along) < 0 ? -1 : 1) / length(along));  // towards the wider end
        const double widens = dot(change_, along), back = endOf(-along), ahead = endOf(along);
        double closed = 0;
        for (int i = 1; i <= kSteps && portal.isClosed(p_ + along * (ahead * i / kSteps)); ++i)
            closed = ahead * i / kSteps;
        return 2 * here_ + widens * (closed - back);
    }

  private:
    /// Returns how far the gap reaches from `p` in a direction.
    double endOf(const Vec3& way) const {
        double end = 2 * kMaxCoordinate;
        for (const auto& [normal, distance] : border_)
            if (const double rises = dot(normal, way); rises > 0) end = std::min(end, std::max(0.0, -distance / rises));
        return end;
    }

    std::vector<std::pair<Vec3, double>> border_;  ///< normals, and distances of `p`
    Vec3 p_, across_, change_;
    double here_;
};

}  // namespace

std::optional<Vec3> ballCovering(const SolidSet& solids, const Vec3& p, const Vec3& near, double width) {
    constexpr int kSteps = 40;
    constexpr double kOvershoot = 1.05;
    const double radius = width / 2;
    const std::vector<std::uint32_t> around = solids.within(p, width, kMaskBlocking);
    Vec3 middle = near;
    for (int step = 0; step < kSteps; ++step) {
        const double away = length(middle - p);
        if (away > radius) middle = p + (middle - p) * (radius / away);
        Outside nearest{radius, {}};
        for (const std::uint32_t index : around)
            if (const Outside at = outsideOf(solids.brushes()[index], middle, width); at.distance < nearest.distance)
                nearest = at;
        if (nearest.distance >= radius) return middle;
        middle = middle + nearest.away * (kOvershoot * (radius - nearest.distance));
    }
    return std::nullopt;
}

bool inCrack(const SolidSet& solids, const Vec3& p, double reach, const ClosedPortal* portal, double closed) {
    constexpr double kFacing = -0.5;        // Cosine between the normals of two faces below which they face each other.
    constexpr double kParallel = -0.99995;  // The same, for a gap that tapers only as rounding makes it.
    std::vector<FaceBeside> faces;
    for (const std::uint32_t index : solids.within(p, 2 * closed, kMaskBlocking)) {
        const GrownBrush& brush = solids.brushes()[index];
        const std::vector<GrownPlane>& planes = brush.planes;
        const auto away = [&](const GrownPlane& plane) { return dot(plane.normal, p) - plane.dist; };
        for (const GrownPlane& face : planes) {
            const auto isBehind = [&](const GrownPlane& plane) { return &plane == &face || away(plane) <= reach; };
            if (away(face) >= -kSurfaceTolerance && std::all_of(planes.begin(), planes.end(), isBehind))
                faces.push_back({&brush, &face, away(face)});
        }
    }
    for (std::size_t i = 0; i < faces.size(); ++i)
        for (std::size_t k = 0; k < i; ++k) {
            const double cosine = dot(faces[i].plane->normal, faces[k].plane->normal);
            const double width = faces[i].away + faces[k].away;
            if (cosine < kFacing && width < closed) return true;
            // The fill asks whether its ball fits at the middle of a portal, where the width is the mean of its ends'.
            if (cosine >= kParallel || width >= 2 * closed) continue;
            const Gap gap(faces[i], faces[k], p, reach);
            const double ends = portal != nullptr ? gap.sumOfEnds(*portal) : width + gap.narrowest();
            if (ends < 2 * closed) return true;
        }
    return false;
}

bool hasPlane(const SolidSet& solids, const Plane& plane, const Vec3& p) {
    const auto same = [&](const GrownPlane& other) {
        const double side = dot(other.normal, plane.normal) > 0 ? 1 : -1;
        return length(other.normal * side - plane.normal) <= kPlaneTolerance &&
               std::abs((dot(other.normal, p) - other.dist) * side - distanceTo(plane, p)) <= kPlaneTolerance;
    };
    return std::any_of(solids.brushes().begin(), solids.brushes().end(), [&](const GrownBrush& brush) {
        return std::any_of(brush.planes.begin(), brush.planes.end(), same) ||
               std::any_of(brush.touching.begin(), brush.touching.end(), same);
    });
}

}  // namespace hullbake::oracle
