// Slides as the original engines did: a few bumps, a velocity clipped by one plane, or along the line of two, or none.
#pragma once

#include "move/slider.hpp"

namespace hullbake::detail {

/// Returns `velocity` minus `overbounce` times its part into the plane. Components slower than `stopSpeed` become zero.
Vec3 clippedVelocity(const Vec3& velocity, const Vec3& normal, const ClassicRules& rules);

/// Slides with the slider's velocity for all of its time, without acceleration.
Stopped slideOnClassic(Slider& slider, const ClassicRules& rules);

SlideStatus slideClassic(Slider& slider, const SlideInput& input);

}  // namespace hullbake::detail
