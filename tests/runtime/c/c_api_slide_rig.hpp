// A small map, opened in C++ and in C, for the tests of moves in C.
#pragma once

#include <gtest/gtest.h>

#include <string>

#include "hullbake/hullbake.h"
#include "runtime/runtime_support.hpp"

namespace hullbake::test {

// Returns a box with one more face, which cuts a ramp from it. The face contains `p`, the y axis and (run, 0, rise).
inline std::string rampText(const Vec3& mins, const Vec3& maxs, const Vec3& p, double run, double rise) {
    const auto point = [](const Vec3& v) {
        return "( " + std::to_string(v.x) + ' ' + std::to_string(v.y) + ' ' + std::to_string(v.z) + " ) ";
    };
    std::string brush = boxText(mins, maxs, "ramp");
    brush.insert(brush.rfind('}'),
                 point(p + Vec3{run, 0, rise}) + point(p) + point(p + Vec3{0, 64, 0}) + "ramp 0 0 0 1 1\n");
    return brush;
}

class CApiSlide : public testing::Test {
  protected:
    CApiSlide()
        : baked_(bakeText(worldText(boxText({-256, -256, -16}, {256, 256, 0}, "floor") +
                                    boxText({-256, 240, 0}, {256, 256, 128}, "wall") +
                                    boxText({-256, -256, 0}, {-240, 240, 128}, "wall") +
                                    boxText({0, -200, 0}, {64, -100, 16}, "step") +
                                    boxText({32, -200, 16}, {96, -100, 32}, "step") +
                                    rampText({-200, -200, -8}, {-100, -100, 40}, {-200, -200, 0}, 100, 60) +
                                    rampText({60, 60, -8}, {120, 120, 80}, {60, 60, 0}, 30, 100) +
                                    boxText({100, -100, 0}, {200, 0, 40}, "*water")) +
                          entityText("func_door", boxText({-64, 100, 0}, {64, 132, 96}, "door")))) {
        EXPECT_EQ(hullbakeOpen(baked_.block.data(), baked_.block.size(), &storage_, sizeof storage_, &map_, nullptr),
                  HullbakeStatusOk);
    }

    BakedMap baked_;
    HullbakeStorage storage_;
    const HullbakeMap* map_ = nullptr;
};

}  // namespace hullbake::test
