// What tests of casts of shapes by hand share: a small level and the questions.
#pragma once

#include <gtest/gtest.h>

#include <cmath>

#include "runtime/runtime_support.hpp"

namespace hullbake::test {

/// Sine and cosine of 45 degrees.
inline const double kHalf = std::sqrt(0.5);

/// A floor up to z = 0, a block of 64 units on it, and two pillars with a gap of 32 units. The second model is a door.
class ShapeCastRig : public testing::Test {
  protected:
    ShapeCastRig()
        : baked_(bakeText(worldText(boxText({-512, -512, -64}, {512, 512, 0}, "floor") +
                                    boxText({0, 0, 0}, {64, 64, 64}, "block") +
                                    boxText({-200, 100, 0}, {-136, 164, 96}, "left") +
                                    boxText({-104, 100, 0}, {-40, 164, 96}, "right")) +
                          entityText("func_door", boxText({200, -2, 0}, {264, 2, 96}, "door")))),
          map_(baked_.map) {}

    static Probe probeOf(const Shape& shape, ModelId model = {}) {
        Probe probe{.model = model, .skin = 0};
        probe.shape = &shape;
        return probe;
    }
    Trace cast(const Shape& shape, const Vec3& start, const Vec3& end) const {
        return map_.trace(probeOf(shape), start, end);
    }
    ContactPoint contact(const Shape& shape, const Vec3& start, const Vec3& end) const {
        const Probe probe = probeOf(shape);
        return map_.contactPoint(probe, start, end, map_.trace(probe, start, end));
    }

    BakedMap baked_;
    const ClipMap& map_;
};

}  // namespace hullbake::test
