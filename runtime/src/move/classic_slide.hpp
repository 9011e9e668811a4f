// Sliding as the original engines did: some bumps, a velocity clipped by one plane, or along the line of two, or none.
#pragma once

#include "move/slider.hpp"

namespace hullbake::detail {

/// `velocity` without what leads into the plane, `overbounce` times; components slower than `stopSpeed` become zero.
Vec3 clippedVelocity(const Vec3& velocity, const Vec3& normal, const ClassicRules& rules);

/// Slides with the velocity that the slider has, all of its time; no acceleration.
Stopped slideOnClassic(Slider& slider, const ClassicRules& rules);

SlideStatus slideClassic(Slider& slider, const SlideInput& input);

}  // namespace hullbake::detail
