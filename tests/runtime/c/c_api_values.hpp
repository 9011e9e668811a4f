// Converts C values to C++ ones and back, for tests that call both interfaces.
#pragma once

#include <gtest/gtest.h>

#include "hullbake/hullbake.h"
#include "hullbake/hullbake.hpp"

namespace hullbake::test {

inline HullbakeVec3 asC(const Vec3& v) {
    return {v.x, v.y, v.z};
}
inline Vec3 asCpp(const HullbakeVec3& v) {
    return {v.x, v.y, v.z};
}

// The structured bindings fail to compile when a member is added to the C++ struct only.
inline HullbakeTransform asC(const Transform& transform) {
    const auto& [displacement, axes, pivot] = transform;
    HullbakeTransform c = HULLBAKE_TRANSFORM_INIT;
    c.displacement = asC(displacement);
    for (int i = 0; i < 3; ++i) c.axes[i] = asC(axes[i]);
    c.pivot = asC(pivot);
    return c;
}

inline HullbakeProbe asC(const Probe& probe) {
    const auto& [hull, box, model, mask, skin, transform, scene, shape] = probe;
    EXPECT_EQ(scene, nullptr) << "C has scenes of its own";
    EXPECT_EQ(shape, nullptr) << "C has shapes of its own";
    HullbakeProbe c = HULLBAKE_PROBE_INIT;
    c.hull = hull.value;
    c.model = model.value;
    c.mask = static_cast<HullbakeContents>(mask);
    c.skin = skin;
    c.boxed = box ? 1 : 0;
    if (box) c.box = {asC(box->mins), asC(box->maxs)};
    c.placed = transform ? 1 : 0;
    if (transform) c.transform = asC(*transform);
    return c;
}

}  // namespace hullbake::test
