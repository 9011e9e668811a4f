#include "move/classic_slide.hpp"

#include <array>
#include <cmath>

namespace hullbake::detail {

namespace {

// Upper bound of the planes of one place, as in the original engines.
constexpr std::size_t kMostPlanes = 5;

// Returns the first clipped velocity that points into no plane, else the velocity along the line of two planes, else
// zero.
Vec3 throughPlanes(const Vec3& velocity, std::span<const Vec3> planes, const ClassicRules& rules) {
    for (std::size_t i = 0; i < planes.size(); ++i) {
        const Vec3 clipped = clippedVelocity(velocity, planes[i], rules);
        bool free = true;
        for (std::size_t j = 0; j < planes.size(); ++j) free = free && (j == i || dot(clipped, planes[j]) >= 0);
        if (free) return clipped;
    }
    if (planes.size() != 2) return {};
    const Vec3 along = normalizedOrZero(cross(planes[0], planes[1]));
    return along * dot(along, velocity);
}

}  // namespace

Vec3 clippedVelocity(const Vec3& velocity, const Vec3& normal, const ClassicRules& rules) {
    Vec3 clipped = velocity - normal * (dot(velocity, normal) * rules.overbounce);
    for (int a = 0; a < 3; ++a)
        if (std::fabs(clipped[a]) < rules.stopSpeed) clipped[a] = 0;
    return clipped;
}

Stopped slideOnClassic(Slider& slider, const ClassicRules& rules) {
    const Vec3 wish = slider.velocity;
    std::array<Vec3, kMostPlanes> planes;
    std::size_t count = 0;
    slider.forget();
    for (std::uint32_t bump = 0; bump < rules.bumps && slider.left > 0; ++bump) {
        const Vec3 way = slider.velocity * slider.left;
        if (way == Vec3{}) break;
        const Leg met = slider.space().sweep(slider.at, way, 0);
        if (met.invalid) return Stopped::Fails;
        if (met.fraction > 0) {
            count = 0;
            slider.forget();
        }
        slider.goTo(met, slider.left * met.fraction);
        if (!met.hit) break;
        slider.blocked = true;
        slider.record(PathEvent::Bump, met);
        slider.touched.add(met.plane);
        if (count == planes.size()) {
            slider.velocity = {};
            break;
        }
        planes[count++] = met.plane.normal;
        slider.velocity = throughPlanes(slider.velocity, std::span(planes).first(count), rules);
        // Stops instead of turning back, which would oscillate in corners.
        if (dot(slider.velocity, wish) <= 0) {
            slider.velocity = {};
            break;
        }
    }
    slider.left = 0;
    return Stopped::No;
}

SlideStatus slideClassic(Slider& slider, const SlideInput& input) {
    const SlideStatus status = slider.begin(input.unstick);
    if (status != SlideStatus::Moved) return status;
    slider.velocity = slider.velocity + input.acceleration * slider.left;
    return slideOnClassic(slider, input.classic) == Stopped::Fails ? SlideStatus::Invalid : SlideStatus::Moved;
}

}  // namespace hullbake::detail
